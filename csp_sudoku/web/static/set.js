// The tab Set: live answers after each key, questions about the puzzle, and rules drawn by hand.

import { catalogue, Gone, Refusal, Slot } from "./api.js";
import { announce, busy, byId, counted, el } from "./dom.js";
import { RulePanel } from "./rules.js";
import { newDoc } from "./state.js";

const SECONDS = 60;

export class SetTab {
	/** @param {import("./game.js").Game} game */
	constructor(game) {
		this.game = game;
		this.live = new Slot();
		this.slot = new Slot();
		this.showsCandidates = true;
		this.slow = 0;
		/** @type {any} */
		this.last = null;
		this.rules = new RulePanel(game);
		this.count = el("p", { class: "big", role: "status" }, "…");
		this.note = el("p", { class: "note" });
		this.result = el("div", { class: "hint-text", role: "status" });
		this.cancelButton = el("button", { class: "small", onclick: () => this.cancel() }, "Cancel");
		const box = el("input", { type: "checkbox", checked: true });
		box.addEventListener("change", () => {
			this.showsCandidates = box.checked;
			this.draw();
		});
		const question = (words, /** @type {() => void} */ action) =>
			el("button", { onclick: action }, words);
		byId("set").append(
			el(
				"section",
				{ class: "card", "aria-label": "Live answers" },
				this.count,
				this.note,
				el("label", { class: "check" }, box, "Show what each cell can be"),
				el(
					"div",
					{ class: "buttons" },
					question("Why?", () => this.why()),
					question("Rate", () => this.rate()),
					question("What is redundant?", () => this.redundant()),
					question("Make minimal", () => this.minimal()),
				),
				this.result,
			),
			this.rules.element,
			this.generator(),
		);
		game.addEventListener("puzzle", () => this.ask());
		game.addEventListener("entries", () => this.draw());
		this.cancelButton.hidden = true;
	}

	/** The gesture under way, if a rule is being drawn. */
	get gesture() {
		return this.game.tab === "set" ? this.rules.gesture : null;
	}

	enter() {
		this.ask();
		this.rules.enter();
	}

	leave() {
		this.live.cancel();
		this.slot.cancel();
		this.rules.stop();
	}

	/** @param {KeyboardEvent} event */
	key(event) {
		return this.rules.key(event);
	}

	cancel() {
		if (this.rules.cancel()) return true;
		if (!this.slot.isBusy) return false;
		this.slot.cancel();
		this.result.textContent = "Cancelled.";
		return true;
	}

	// Live

	async ask() {
		if (this.game.tab !== "set" || !this.game.history) return;
		this.result.replaceChildren();
		this.rules.mark([]);
		this.slot.cancel();
		this.last = null;
		const { puzzle } = this.game.doc;
		clearTimeout(this.slow);
		this.slow = window.setTimeout(() => this.note.replaceChildren("asking ", busy()), 150);
		try {
			const answer = await this.live.ask("live", { puzzle }, (said) => this.show(said, true));
			if (answer) this.show(answer);
			else return;
		} catch (error) {
			if (!(error instanceof Refusal)) return;
			this.count.textContent = error instanceof Gone ? "No answer" : "Not a puzzle yet";
			this.count.className = "big bad";
			this.note.textContent = error.words;
		}
		clearTimeout(this.slow);
	}

	/** @param {any} answer @param {boolean} [isPart] */
	show(answer, isPart = false) {
		this.last = answer;
		clearTimeout(this.slow);
		const { count, exact } = answer.count;
		this.count.textContent =
			count === 0 && exact
				? "No solution"
				: exact
					? counted(count, "solution")
					: `At least ${counted(count, "solution")}`;
		this.count.className = `big ${count === 1 && exact ? "good" : count === 0 && exact ? "bad" : ""}`;
		const notes = [];
		if (answer.clash) notes.push(answer.clash.reason);
		if (answer.redundant) {
			notes.push(
				answer.redundant.length
					? `${counted(answer.redundant.length, "clue")} not needed, in italics`
					: "minimal: every clue is needed",
			);
		}
		const isKnown = !!answer.candidates;
		if (isKnown && count > 1) {
			const open = answer.candidates.candidates.length - answer.candidates.backbone;
			notes.push(`${counted(open, "cell")} not settled`);
		}
		if (answer.settling?.some((list) => list.length)) {
			notes.push("a green value as a clue would leave one solution");
		}
		if (!answer.clash && count === 0 && exact) notes.push("Why? names the clues and rules that clash");
		if (!isKnown && count > 0 && !isPart) {
			notes.push(answer.seen ? "there was no time to see all that cells can be" : "there was no time to see what cells can be");
		}
		this.note.textContent = notes.join("; ");
		if (isPart && count > 0) this.note.append(notes.length ? "; " : "", "asking on ", busy());
		this.draw();
	}

	/** Show the live answer on the board. */
	draw() {
		const answer = this.last;
		if (!answer || this.game.tab !== "set" || this.rules.gesture) return;
		const names = this.game.board.names;
		const values = this.game.doc.puzzle.values;
		const listed = answer.candidates?.candidates ?? answer.seen;
		const candidates = this.showsCandidates && listed
			? listed.map((list, cell) => (values[cell] ? null : list))
			: null;
		this.game.showOver({
			candidates,
			ghosts: !!answer.candidates,
			settling: candidates ? (answer.settling ?? null) : null,
			redundant: answer.redundant,
			clash: answer.clash?.cells.map((name) => names.indexOf(name)),
		});
	}

	// Questions

	/** @param {string} command @param {object} [options] @param {number} [seconds] */
	async command(command, options = {}, seconds = SECONDS) {
		const { puzzle } = this.game.doc;
		this.result.replaceChildren(busy(), " ", this.cancelButton);
		this.cancelButton.hidden = false;
		try {
			const answer = await this.slot.ask("command", { command, puzzle, options, seconds });
			if (answer?.error) this.say(answer.error);
			return answer?.error ? null : answer;
		} catch (error) {
			if (error instanceof Refusal) this.say(error.words);
			return null;
		}
	}

	/** @param {string} words */
	say(words) {
		this.result.textContent = words;
		announce(words);
	}

	async why() {
		const hasSome = this.last?.count.count; // then the fewest clues that settle it: worth less time
		const answer = await this.command("conflict", {}, hasSome ? 10 : SECONDS);
		if (!answer) return;
		const { names } = this.game.board;
		const numbers = (cells) =>
			cells.map((name) => names.indexOf(name)).filter((cell) => cell >= 0);
		if (answer.status === "none") {
			const rules = (answer.rules ?? []).map((rule) => JSON.stringify(rule));
			const ruleCells = this.game.look.rules
				.filter((rule) => rules.includes(JSON.stringify(rule.data)))
				.flatMap((rule) => rule.cells);
			this.say(`There is no solution: ${answer.reason}.`);
			this.rules.mark(rules);
			this.game.showOver({ clash: numbers(Object.keys(answer.clues)), focus: ruleCells });
		} else if (answer.status === "multiple") {
			const cells = Object.entries(answer.cells);
			const extra = Object.entries(answer.extra).map(([cell, value]) => `${cell} = ${this.symbol(/** @type {number} */ (value))}`);
			this.say(
				`Solutions differ in ${counted(cells.length, "cell")}. ` +
					(extra.length ? `${extra.length === 1 ? "This clue" : "These clues"} would settle it: ${extra.join(", ")}.` : ""),
			);
			const values = this.game.doc.puzzle.values;
			const differ = new Map(cells.map(([name, list]) => [names.indexOf(name), list]));
			this.game.showOver({
				focus: numbers(Object.keys(answer.extra)),
				candidates: values.map((value, cell) => (value ? null : /** @type {number[]} */ (differ.get(cell) ?? []))),
			});
		} else this.say("There is exactly one solution, and nothing is wrong.");
	}

	/** @param {number} value */
	symbol(value) {
		return this.game.board.symbols[value - 1];
	}

	async rate() {
		const answer = await this.command("rate");
		if (!answer) return;
		const least = answer.finished ? "" : "at least ";
		this.result.replaceChildren(
			el("b", {}, `${least}${answer.rating.toFixed(1)}, ${answer.level}`),
			` · hardest step: ${answer.technique ?? "none"} · ${answer.scale}`,
		);
	}

	async redundant() {
		const answer = await this.command("redundant");
		if (!answer) return;
		const { names } = this.game.board;
		const cells = answer.redundant.map((name) => names.indexOf(name));
		const rules = answer.redundant.filter((name) => !names.includes(name));
		const parts = [];
		const spare = cells.filter((cell) => cell >= 0);
		if (spare.length) parts.push(`${counted(spare.length, "clue")}: ${answer.redundant.filter((name) => names.includes(name)).join(", ")}`);
		if (rules.length) parts.push(`${counted(rules.length, "rule")}: ${rules.join("; ")}`);
		this.say(
			parts.length
				? `Each of these follows from all the others. ${parts.join(". ")}.`
				: answer.unknown.length
					? "The time ended before this was known."
					: "Every clue and every rule is needed.",
		);
		this.game.showOver({ ...this.game.overlay, redundant: spare, focus: spare });
	}

	async minimal() {
		const answer = await this.command("minimal", { "--seed": seed() });
		if (!answer) return;
		const { values, rules, ...rest } = this.game.doc.puzzle;
		const fewer = answer.rules ?? [];
		const gone = { clue: values.filter(Boolean).length - answer.clues, rule: (rules?.length ?? 0) - fewer.length };
		const words = Object.entries(gone).filter(([, count]) => count).map(([noun, count]) => counted(count, noun));
		this.game.change({ ...this.game.doc, puzzle: { ...rest, values: answer.puzzle, ...(rules && { rules: fewer }) } });
		this.say(words.length ? `${words.join(" and ")} dropped.` : "It was minimal already.");
	}

	// Making puzzles

	generator() {
		const symmetry = el("select", {}, el("option", { value: "" }, "none"));
		const difficulty = el("select", {}, el("option", { value: "" }, "any"));
		const said = el("p", { class: "note", role: "status" });
		const stop = el("button", { class: "small", onclick: () => this.cancel() }, "Cancel");
		catalogue().then(({ symmetries, levels }) => {
			symmetry.append(...symmetries.map((name) => el("option", { value: name }, name)));
			difficulty.append(...levels.map((name) => el("option", { value: name }, name)));
		}).catch(() => {});
		const make = async () => {
			const { game } = this;
			const { board, rules } = game.doc.puzzle;
			said.replaceChildren("making ", busy(), " ", stop);
			try {
				const puzzle = rules?.length || typeof board !== "string"
					? await this.ruled(symmetry.value)
					: await this.generated(board, symmetry.value, difficulty.value);
				if (!puzzle) {
					said.textContent = "Cancelled.";
					return;
				}
				game.change(newDoc(puzzle));
				said.textContent = `${counted(puzzle.values.filter(Boolean).length, "clue")}.`;
			} catch (error) {
				if (!(error instanceof Refusal)) return;
				said.textContent = error.words;
			}
		};
		return el(
			"section",
			{ class: "card", "aria-label": "Generate" },
			el("h2", {}, "Generate"),
			el("p", { class: "note" }, "A new puzzle on this board. With rules: clues are drawn from a solution, as few as needed."),
			el("div", { class: "fields" },
				el("label", { class: "field" }, "Symmetry", symmetry),
				el("label", { class: "field" }, "Difficulty", difficulty),
			),
			el("div", { class: "buttons" },
				el("button", { class: "main", onclick: make }, "Generate"),
				el("button", { onclick: () => this.clearClues() }, "Clear all clues"),
			),
			said,
		);
	}

	/** @param {string} board @param {string} symmetry @param {string} difficulty */
	async generated(board, symmetry, difficulty) {
		/** @type {Record<string, any>} */
		const options = { "--board": board, "--seed": seed() };
		if (symmetry) options["--symmetry"] = symmetry;
		if (difficulty) options["--difficulty"] = difficulty;
		const made = await this.slot.ask("command", { command: "generate", options, seconds: SECONDS });
		if (made?.error) throw new Refusal(made.error);
		return made && { board: made.board, values: made.puzzle };
	}

	/** A new puzzle with the rules that are there. @param {string} symmetry */
	async ruled(symmetry) {
		const { puzzle } = this.game.doc;
		const bare = { ...puzzle, values: puzzle.values.map(() => 0) };
		const made = await this.slot.ask("ruled", { puzzle: bare, symmetry, seed: seed(), seconds: SECONDS });
		return made && { ...bare, values: made.values };
	}

	clearClues() {
		const { doc } = this.game;
		const values = doc.puzzle.values.map(() => 0);
		this.game.change({ ...newDoc({ ...doc.puzzle, values }) });
	}
}

function seed() {
	return Math.floor(Math.random() * 2 ** 31);
}
