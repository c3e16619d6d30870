// The tab Play: hints in three levels, steps that can be taken, and checks when they are asked for.

import { Refusal, Slot } from "./api.js";
import { announce, busy, byId, capital, counted, el } from "./dom.js";
import { focusBoard } from "./game.js";
import { valuesOf } from "./state.js";

/** @typedef {import("../types").Step} Step */

const SECONDS = 20;
/** Why entries cannot be checked. @type {Record<string, string>} */
const UNCHECKED = { none: "This puzzle has no solution.", unknown: "The time ended before this was known." };

export class PlayTab {
	/** @param {import("./game.js").Game} game */
	constructor(game) {
		this.game = game;
		this.slot = new Slot();
		this.checks = new Slot();
		this.level = 0;
		/** @type {Step | null} */
		this.step = null;
		/** @type {Step[]} */
		this.taken = [];
		this.dots = el("div", { class: "dots", "aria-hidden": "true" }, el("i"), el("i"), el("i"));
		this.heading = el("h2", {}, "Stuck?");
		this.text = el("p", { class: "hint-text" });
		this.takeButton = el("button", { class: "main", onclick: () => this.take() }, "Take it");
		this.hintButton = el("button", { onclick: () => this.hint() }, "Hint");
		this.stepButton = el("button", { onclick: () => this.hint(3) }, "Show a step");
		this.steps = el("ol", { class: "steps", "aria-label": "Steps taken" });
		this.result = el("p", { class: "note", role: "status" });
		this.words = el("div", { class: "note sentences" });
		byId("play").append(
			el(
				"section",
				{ class: "card", "aria-label": "Hints" },
				el("div", { class: "spread" }, this.heading, this.dots),
				this.text,
				el("div", { class: "buttons" }, this.hintButton, this.stepButton, this.takeButton),
				this.steps,
			),
			el(
				"section",
				{ class: "card", "aria-label": "This game" },
				this.toggle("Show candidates", "candidates"),
				this.toggle("Mark clashes", "conflicts"),
				el(
					"div",
					{ class: "buttons" },
					el("button", { onclick: () => this.check() }, "Check"),
					el("button", { onclick: () => this.undoMistake() }, "Undo to before the mistake"),
					el("button", { onclick: () => this.solve() }, "Solve"),
					el("button", { onclick: () => this.restart() }, "Start over"),
				),
				this.result,
			),
			el("section", { class: "card rules-card", "aria-label": "Rules" }, el("h3", {}, "Rules"), this.words),
		);
		game.addEventListener("change", () => this.clear());
		game.addEventListener("puzzle", () => {
			this.taken = [];
			this.showTaken();
		});
		game.addEventListener("look", () =>
			this.words.replaceChildren(...game.look.words.split(/(?<=\.)\s+/).map((one) => el("p", {}, one))));
		this.clear();
	}

	/** @param {string} words @param {"candidates" | "conflicts"} setting */
	toggle(words, setting) {
		const box = el("input", { type: "checkbox" });
		box.checked = this.game.settings[setting];
		box.addEventListener("change", () => {
			this.game.settings[setting] = box.checked;
			this.game.draw();
			focusBoard();
		});
		return el("label", { class: "check" }, box, words);
	}

	leave() {
		this.clear();
	}

	clear() {
		this.slot.cancel();
		this.checks.cancel();
		this.level = 0;
		this.step = null;
		const { history } = this.game;
		const isFull = history && this.game.view.look && valuesOf(this.game.doc).every(Boolean);
		this.show(isFull ? "Every cell is filled" : "Stuck?", isFull
			? "Press Check to see whether it is right."
			: "A hint says where to look. Press again for the technique, and again for the whole step.");
		this.result.textContent = "";
	}

	/** @param {string} heading @param {string | Node} text @param {boolean} [isBusy] */
	show(heading, text, isBusy = false) {
		this.heading.replaceChildren(heading, ...(isBusy ? [" ", busy()] : []));
		this.text.replaceChildren(text);
		this.takeButton.hidden = !this.step;
		this.hintButton.hidden = this.level === 3;
		this.hintButton.textContent = this.level ? "More" : "Hint";
		this.stepButton.hidden = this.level === 3;
		[...this.dots.children].forEach((dot, index) =>
			dot.classList.toggle("on", index < this.level),
		);
	}

	/** @param {number} [level] */
	async hint(level = Math.min(3, this.level + 1)) {
		if (this.step) return;
		const { game } = this;
		const { doc } = game;
		this.show("Looking …", "", true);
		try {
			const answer = await this.slot.ask("hint", {
				puzzle: doc.puzzle,
				entries: doc.entries,
				cleared: doc.cleared,
				level,
				seconds: SECONDS,
			});
			if (!answer) return;
			const { hint, area, candidates } = answer;
			this.level = level;
			this.step = hint.step;
			const names = game.board.names;
			const step = /** @type {Step | null} */ (hint.step);
			const isAboutMarks = step && (step.eliminations.length || step.links.length || step.pattern.length);
			game.showOver({
				area,
				step,
				wrong: hint.wrong.map((name) => names.indexOf(name)),
				candidates: isAboutMarks ? visible(candidates, valuesOf(doc)) : null,
			});
			if (step) this.show(capital(step.technique), sentence(step.sentence));
			else if (hint.refused) {
				this.level = 0;
				this.show("Something is wrong", sentence(hint.text));
			} else if (!area.length) {
				this.level = 0;
				this.show("No hint", sentence(hint.text));
			} else {
				const [technique, place] = hint.text.split(": look at ");
				this.show(
					place ? capital(technique) : "Look here",
					place ? `Look at ${place}.` : sentence(hint.text),
				);
			}
			announce(hint.text);
		} catch (error) {
			this.fail(error);
		}
	}

	/** @param {unknown} error */
	fail(error) {
		if (error instanceof Refusal) {
			this.level = 0;
			this.show("No hint", `${sentence(error.message)} ${error.fix ? sentence(error.fix) : ""}`);
		} else if (error) this.clear();
	}

	/** Make the moves of the step that is shown. */
	take() {
		const { step, game } = this;
		if (!step) return false;
		const at = (name) => game.board.names.indexOf(name);
		const entries = game.doc.entries.slice();
		const cleared = game.doc.cleared.slice();
		const centre = game.doc.centre.slice();
		const corner = game.doc.corner.slice();
		for (const { cell, value } of step.placements) entries[at(cell)] = value;
		for (const { cell, value } of step.eliminations) {
			const number = at(cell);
			cleared[number] = [...new Set([...cleared[number], value])];
			centre[number] = centre[number].filter((mark) => mark !== value);
			corner[number] = corner[number].filter((mark) => mark !== value);
		}
		game.change({ ...game.doc, entries, cleared, centre, corner });
		this.taken.push(step);
		this.showTaken();
		return true;
	}

	showTaken() {
		this.steps.hidden = !this.taken.length;
		this.steps.replaceChildren(
			...this.taken.map((step) => el("li", {}, el("b", {}, `${step.technique}: `), step.sentence)),
		);
		this.steps.scrollTop = this.steps.scrollHeight;
	}

	async check() {
		const { game } = this;
		const { doc } = game;
		const pairs = doc.entries.flatMap((value, cell) => (value ? [[cell, value]] : []));
		const answer = await this.ask("check", { puzzle: doc.puzzle, pairs, seconds: SECONDS });
		if (!answer) return;
		const isFull = valuesOf(doc).every(Boolean);
		const words =
			UNCHECKED[answer.status] ??
			(answer.wrong.length
				? `${counted(answer.wrong.length, "entry is", "entries are")} wrong.`
				: !answer.together
					? "No solution has all of these entries."
					: isFull
						? "Solved. Well done!"
						: "Everything is right so far.");
		game.showOver({ wrong: answer.wrong.map((pair) => pair[0]) });
		this.say(words);
	}

	async undoMistake() {
		const { game } = this;
		const pairs = game.history?.pairs() ?? [];
		const answer = await this.ask("check", { puzzle: game.doc.puzzle, pairs, seconds: SECONDS });
		if (!answer) return;
		const steps = game.history?.undoBefore(answer.wrong) ?? 0;
		if (steps) game.changed("entries");
		this.say(steps ? `Went back ${counted(steps, "step")}.` : UNCHECKED[answer.status] ?? "There is no mistake.");
	}

	async solve() {
		const { game } = this;
		const answer = await this.ask("command", {
			command: "solve",
			puzzle: game.doc.puzzle,
			seconds: SECONDS,
		});
		if (!answer) return;
		if (!answer.solution) {
			const reason = answer.error ?? answer.reason;
			this.say(`${answer.status === "none" ? "There is no solution" : "Not solved"}${reason ? `: ${reason}` : "."}`);
			return;
		}
		const clues = game.doc.puzzle.values;
		const entries = answer.solution.map((value, cell) =>
			clues[cell] ? 0 : value,
		);
		game.change({ ...game.doc, entries });
		this.say(answer.status === "multiple" ? "This is one of several solutions." : "This is the only solution.");
	}

	restart() {
		const { game } = this;
		const none = () => game.doc.entries.map(() => /** @type {number[]} */ ([]));
		const entries = game.doc.entries.map(() => 0);
		game.change({ ...game.doc, entries, corner: none(), centre: none(), colours: none(), cleared: none() });
		this.taken = [];
		this.showTaken();
	}

	/** @param {string} name @param {object} fields */
	async ask(name, fields) {
		this.result.replaceChildren(busy());
		try {
			return await this.checks.ask(name, fields);
		} catch (error) {
			this.say(error instanceof Refusal ? error.words : "");
			return null;
		}
	}

	/** @param {string} words */
	say(words) {
		this.result.textContent = words;
	}

	/** Escape: put the hint away. */
	cancel() {
		if (!this.level && !this.slot.isBusy && !this.checks.isBusy) return false;
		this.game.showOver({});
		this.clear();
		return true;
	}
}

/** @param {string} words */
function sentence(words) {
	return /[.!?]$/.test(words) ? capital(words) : `${capital(words)}.`;
}

/** @param {number[][] | null} candidates @param {number[]} values */
function visible(candidates, values) {
	return candidates && candidates.map((list, cell) => (values[cell] ? null : list));
}
