// The tab Share: the puzzle as text, picture, export, certificate and command line.

import { catalogue, Refusal, Slot } from "./api.js";
import { announce, busy, byId, counted, download, el } from "./dom.js";

const FIRST = ["line", "grid", "json", "fpuzzles", "sudokupad", "iss"];
const TITLES = /** @type {Record<string, string>} */ ({
	fpuzzles: "f-puzzles",
	sudokupad: "SudokuPad",
	iss: "Interactive Sudoku Solver",
	json: "JSON",
});

export class ShareTab {
	/** @param {import("./game.js").Game} game */
	constructor(game) {
		this.game = game;
		this.slot = new Slot();
		this.files = new Slot();
		this.exports = el("div", { class: "buttons" });
		this.formats = el("div", { class: "formats" });
		this.command = el("div", { class: "format" });
		this.said = el("p", { class: "note", role: "status" });
		const box = el("input", { type: "checkbox" });
		box.checked = true;
		const file = (words, /** @type {() => object} */ fields, question) =>
			el("button", { onclick: () => this.take(question, fields()) }, words);
		const picture = (kind) =>
			file(kind.toUpperCase(), () => ({ kind, entries: box.checked ? game.doc.entries : [] }), "picture");
		byId("share").append(
			el("section", { class: "card", "aria-label": "Files" },
				el("h2", {}, "Take it with you"),
				el("div", { class: "buttons" }, picture("svg"), picture("png"), picture("pdf"),
					file("Certificate", () => ({}), "certificate")),
				el("label", { class: "check" }, box, "Pictures with what is filled in"),
				el("p", { class: "note" }, "The certificate proves that there is exactly one solution; drat-trim and other programs check it without this one."),
				el("details", {}, el("summary", {}, "For other programs"), this.exports),
				this.said,
			),
			el("section", { class: "card", "aria-label": "Link" },
				el("div", { class: "spread" }, el("h2", {}, "Link to this page"),
					this.copyButton("the link", () => location.href)),
				el("p", { class: "note" }, "The address holds the whole puzzle. It works on this machine, while the server runs."),
			),
			el("section", { class: "card", "aria-label": "Command line" }, el("h2", {}, "The same question elsewhere"), this.command),
			el("section", { class: "card", "aria-label": "Texts" }, el("h2", {}, "As text"), this.formats),
		);
		game.addEventListener("puzzle", () => game.tab === "share" && this.enter());
	}

	async enter() {
		try {
			this.formats.replaceChildren(busy());
			if (!this.exports.childElementCount) this.showExports((await catalogue()).exports);
			const answer = await this.slot.ask("texts", { puzzle: this.game.doc.puzzle });
			if (answer) this.show(answer);
		} catch (error) {
			if (error instanceof Refusal) this.formats.replaceChildren(el("p", { class: "error" }, error.words));
		}
	}

	leave() {
		this.slot.cancel();
		this.cancel();
	}

	cancel() {
		if (!this.files.isBusy) return false;
		this.files.cancel();
		this.said.textContent = "Cancelled.";
		return true;
	}

	/** @param {import("../types").Catalogue["exports"]} exports */
	showExports(exports) {
		this.exports.replaceChildren(...exports.map(({ name, summary }) =>
			el("button", { class: "small", title: summary, onclick: () => this.take("export", { format: name }) }, name),
		));
	}

	/** @param {any} answer */
	show(answer) {
		const { texts, command } = answer;
		this.command.replaceChildren(this.text("shell", "", command), this.text("Python", "", python(this.game.link())));
		const open = texts.filter((one) => "text" in one);
		const refused = texts.filter((one) => "refused" in one);
		const first = FIRST.flatMap((name) => open.filter((one) => one.name === name));
		const rest = open.filter((one) => !first.includes(one));
		this.formats.replaceChildren(
			...first.map((one) => this.text(one.name, one.summary, one.text)),
			rest.length
				? el("details", {}, el("summary", {}, counted(rest.length, "more format")),
						el("div", { class: "formats" }, ...rest.map((one) => this.text(one.name, one.summary, one.text))))
				: "",
			refused.length
				? el("details", {}, el("summary", {}, `${refused.length} cannot hold it`),
						el("div", { class: "formats" }, ...refused.map((one) =>
							el("p", { class: "note" }, one.refused))))
				: "",
		);
	}

	/** @param {string} name @param {string} summary @param {string} text */
	text(name, summary, text) {
		const isLink = /^https:\/\//.test(text);
		const shown = text.length > 3000 ? `${text.slice(0, 3000)} …` : text;
		return el("div", { class: "format" },
			el("div", { class: "spread" },
				el("h3", { title: summary }, TITLES[name] ?? name),
				el("div", { class: "buttons" },
					isLink ? el("a", { href: text, target: "_blank", rel: "noopener noreferrer" }, "open") : null,
					this.copyButton(name, () => text)),
			),
			el("pre", { class: text.includes("\n") ? "grid-text" : "", tabindex: "0", "aria-label": name }, shown),
		);
	}

	/** @param {string} name @param {() => string} text */
	copyButton(name, text) {
		const button = el("button", { class: "small", "aria-label": `Copy ${name}` }, "Copy");
		button.addEventListener("click", async () => {
			await navigator.clipboard.writeText(text());
			button.textContent = "Copied";
			announce("copied");
			setTimeout(() => (button.textContent = "Copy"), 1500);
		});
		return button;
	}

	/** @param {string} question @param {object} fields */
	async take(question, fields) {
		this.said.replaceChildren("making ", busy());
		const dark = document.documentElement.dataset.scheme === "dark";
		try {
			const file = await this.files.ask(question, { puzzle: this.game.doc.puzzle, dark, ...fields });
			if (!file) return;
			download(file.name, file.type, file.base64);
			this.said.textContent = file.says ? `${file.name}: ${file.says}.` : `${file.name} is in your downloads.`;
		} catch (error) {
			if (error instanceof Refusal) this.said.textContent = error.words;
		}
	}
}

/** The puzzle in Python. @param {string} text */
function python(text) {
	return `import csp_sudoku as cs\n\npuzzle = cs.Puzzle('${text.replace(/[\\']/g, "\\$&")}')\nprint(puzzle.solve())`;
}
