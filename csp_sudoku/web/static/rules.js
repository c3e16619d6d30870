// Rules: the list of those on the board, and a form that takes a new one by its gesture.

import { ask, catalogue, Refusal } from "./api.js";
import { announce, capital, el } from "./dom.js";
import { focusBoard } from "./game.js";
import { DRAWN, Gesture, moved } from "./gestures.js";
import { lookKey, ruled } from "./state.js";

/** @typedef {import("../types").RuleEntry} RuleEntry */

const MOVES = /** @type {Record<string, [number, number]>} */ ({
	"↑": [-1, 0],
	"↓": [1, 0],
	"←": [0, -1],
	"→": [0, 1],
});

const EXAMPLES = /** @type {Record<string, string>} */ ({ cell: "r1c1", place: "r0c1", lists: "r1c1 r1c2 | r2c1 r2c2" });

export class RulePanel {
	/** @param {import("./game.js").Game} game */
	constructor(game) {
		this.game = game;
		/** @type {Gesture | null} */
		this.gesture = null;
		/** @type {import("../types").Catalogue | null} */
		this.catalogue = null;
		/** @type {RuleEntry | null} */
		this.entry = null;
		/** The number of the rule that the form changes; null for a new one. */
		/** @type {number | null} */
		this.editing = null;
		/** @type {number | null} */
		this.open = null;
		/** @type {Map<string, HTMLInputElement | HTMLSelectElement>} */
		this.inputs = new Map();
		this.drawing = "";
		/** Those that clash, as JSON. @type {string[]} */
		this.clashing = [];
		this.list = el("ul", { class: "rules", "aria-label": "Rules of the puzzle" });
		this.picker = el("select", { "aria-label": "A rule to add" }, el("option", { value: "" }, "Add a rule …"));
		this.picker.addEventListener("change", () => this.begin(this.picker.value));
		/** While a name is typed, the picker keeps the focus; Enter takes it. */
		this.isTyping = false;
		this.picker.addEventListener("pointerdown", () => (this.isTyping = false));
		this.picker.addEventListener("keydown", (event) => {
			this.isTyping = event.key !== "Enter";
			if (!this.isTyping) this.begin(this.picker.value);
		});
		this.form = el("form", { class: "card", hidden: true });
		this.form.addEventListener("submit", (event) => {
			event.preventDefault();
			this.isTyping = false;
			if (this.gesture?.isPending) this.gesture.finish();
			else if (this.entry?.parameters.some((one) => one.required && !this.value(one.name))) this.next();
			else this.submit();
		});
		this.problem = el("p", { class: "error", role: "alert" });
		this.prompt = el("p", { class: "prompt", role: "status" });
		this.element = el("section", { class: "card", "aria-label": "Rules" }, el("h2", {}, "Rules"), this.list, this.problem, this.picker, this.form);
		game.addEventListener("look", () => this.showList());
	}

	async enter() {
		this.showList();
		if (this.catalogue) return;
		this.catalogue = await catalogue().catch(() => null);
		if (!this.catalogue || this.picker.length > 1) return;
		const { rules, families } = this.catalogue;
		for (const [family, words] of Object.entries(families)) {
			const group = el("optgroup", { label: words });
			group.append(...rules.filter((rule) => rule.family === family).map((rule) =>
				el("option", { value: rule.name }, rule.words)));
			this.picker.append(group);
		}
	}

	// The list

	showList() {
		const { rules } = this.game.look;
		this.list.hidden = !rules.length;
		this.list.replaceChildren(
			...rules.map((rule, number) => {
				const isOpen = this.open === number;
				const tools = el("div", { class: "rule-tools" });
				if (isOpen) {
					for (const [sign, [down, right]] of Object.entries(MOVES)) {
						tools.append(this.tool(sign, `Move ${sign}`, () => this.move(number, down, right)));
					}
				}
				tools.append(
					this.tool("✎", `Change ${rule.text}`, () => this.edit(number)),
					this.tool("×", `Remove ${rule.text}`, () => this.remove(number)),
				);
				const item = el(
					"li",
					{ class: this.clashing.includes(JSON.stringify(rule.data)) ? "clashing" : null },
					el("button", {
						class: "rule-text",
						title: rule.sentence,
						"aria-expanded": String(isOpen),
						onclick: () => {
							this.open = isOpen ? null : number;
							this.showList();
							this.focus(isOpen ? [] : rule.cells);
						},
					}, rule.text.length > 90 ? `${rule.text.slice(0, 88)} …` : rule.text),
					tools,
				);
				item.addEventListener("pointerenter", () => this.focus(rule.cells));
				item.addEventListener("pointerleave", () => this.focus([]));
				return item;
			}),
		);
	}

	/** @param {string} sign @param {string} words @param {() => void} action */
	tool(sign, words, action) {
		return el("button", { class: "quiet small icon", "aria-label": words, title: words, onclick: action }, sign);
	}

	/** Mark rules that clash. @param {string[]} rules */
	mark(rules) {
		this.clashing = rules;
		this.showList();
	}

	/** @param {number[]} cells */
	focus(cells) {
		if (!this.gesture) this.game.showOver({ ...this.game.overlay, focus: cells });
	}

	get data() {
		return this.game.look.rules.map((rule) => rule.data);
	}

	/** @param {number} number */
	remove(number) {
		this.open = null;
		this.put(this.data.filter((_, index) => index !== number)).catch(() => {});
	}

	/** @param {number} number @param {number} down @param {number} right */
	async move(number, down, right) {
		const changed = this.data.map((rule, index) => (index === number ? moved(rule, down, right) : rule));
		this.problem.textContent = "";
		try {
			await this.put(changed);
		} catch (error) {
			if (error instanceof Refusal) this.problem.textContent = error.words;
		}
	}

	/** Ask the server how the board looks with these rules, and make the change if it takes them. */
	/** @param {import("../types").RuleData[]} rules */
	async put(rules) {
		const doc = ruled(this.game.doc, rules);
		const drawn = await ask("board", { puzzle: doc.puzzle });
		const whole = ruled(this.game.doc, drawn.puzzle.rules ?? []);
		this.game.looks.set(lookKey(whole.puzzle), drawn);
		this.game.change(whole);
	}

	// The form

	/** @param {number} number */
	edit(number) {
		const rule = this.game.look.rules[number];
		this.begin(rule.name, rule.data, number);
	}

	/** @param {string} name @param {Record<string, any>} [given] @param {number | null} [editing] */
	begin(name, given = {}, editing = null) {
		this.stop();
		const entry = this.catalogue?.rules.find((rule) => rule.name === name);
		if (!entry) return;
		this.entry = entry;
		this.editing = editing;
		this.picker.value = name;
		this.inputs = new Map();
		const fields = entry.parameters.map((parameter) => {
			const input = this.field(parameter, given[parameter.name]);
			this.inputs.set(parameter.name, input);
			const words = parameter.name.replace("_", " ") + (parameter.required ? "" : " (if any)");
			const isWide = ["line", "list", "cells", "lists"].includes(parameter.kind);
			return el("label", { class: `field${isWide ? " wide" : ""}` }, words, input);
		});
		this.problem.textContent = "";
		const isNew = editing === null;
		this.form.replaceChildren(
			el("p", { class: "note" }, entry.meaning),
			this.prompt,
			el("div", { class: "fields" }, ...fields),
			el("div", { class: "buttons" },
				el("button", { type: "submit", class: "main" }, isNew ? "Add it" : "Change it"),
				el("button", { onclick: () => this.cancel() }, isNew ? "Done" : "Cancel"),
			),
		);
		this.form.hidden = false;
		this.next();
	}

	/** @param {import("../types").Parameter} parameter @param {any} given */
	field(parameter, given) {
		const isDrawn = parameter.kind in DRAWN;
		const text = (value) =>
			Array.isArray(value)
				? value.map((one) => (Array.isArray(one) ? one.join(" ") : typeof one === "object" ? JSON.stringify(one) : one)).join(parameter.kind === "lists" ? " | " : parameter.kind === "numbers" ? " " : ", ")
				: value === true ? "yes" : value === false ? "no" : (value ?? "");
		if (parameter.choices) {
			const choice = el("select", { onchange: () => this.next() });
			choice.append(...["", ...parameter.choices].map((one) => new Option(one)));
			choice.value = given ?? "";
			return choice;
		}
		const input = el("input", {
			type: "text",
			inputmode: parameter.kind === "number" ? "numeric" : null,
			autocomplete: "off",
			spellcheck: "false",
			placeholder: parameter.default != null ? text(parameter.default) : isDrawn ? EXAMPLES[parameter.kind] ?? "r1c1 r1c2 …" : "",
			title: parameter.meaning,
			value: text(given),
		});
		input.addEventListener("focus", () => {
			if (isDrawn) this.draw(parameter.name);
		});
		return input;
	}

	/** Go on to the next parameter: draw it, or type it; when all are there, the rule is added. */
	next() {
		const { entry } = this;
		if (!entry) return;
		const missing = entry.parameters.find(
			({ name, kind, required }) => required && kind in DRAWN && !this.value(name),
		);
		if (missing) {
			this.draw(missing.name);
			return;
		}
		const typed = entry.parameters.filter(({ kind }) => !(kind in DRAWN));
		const wanted = typed.find(
			({ name, required }) => (required || name === entry.number) && !this.value(name),
		);
		this.prompt.hidden = !wanted;
		this.drop(!!wanted); // what was drawn stays to be seen until the rule is there
		if (wanted) {
			const [verb, end] = wanted.choices ? ["Choose", ""] : ["Type", `${wanted.required ? "" : ", if any"}, then Enter`];
			this.prompt.textContent = `${verb} the ${wanted.name}${end}.`;
			this.input(wanted.name).focus();
		} else if (entry.parameters.length && this.editing === null && entry.parameters.some(({ kind }) => kind in DRAWN)) {
			this.submit();
		} else if (!entry.parameters.length && !this.isTyping) {
			this.submit();
		}
	}

	/** @param {string} name @returns {HTMLInputElement | HTMLSelectElement} */
	input(name) {
		return /** @type {HTMLInputElement} */ (this.inputs.get(name));
	}

	/** @param {string} name */
	value(name) {
		return this.input(name).value.trim();
	}

	/** Take a parameter from the board. @param {string} name */
	draw(name) {
		const { entry } = this;
		const parameter = entry?.parameters.find((one) => one.name === name);
		if (!entry || !parameter || (this.gesture && this.drawing === name)) return;
		this.drawing = name;
		this.prompt.hidden = false;
		this.prompt.textContent = `${capital(parameter.name.replace("_", " "))}: ${DRAWN[parameter.kind]}.`;
		this.outside(parameter.kind === "place");
		this.game.overlay = {};
		this.gesture = new Gesture(this.game, parameter.kind, (text, rest) => {
			this.drop(true);
			this.input(name).value = text;
			const after = entry.parameters[entry.parameters.indexOf(parameter) + 1];
			if (rest && after && ["list", "line"].includes(after.kind)) this.input(after.name).value = rest;
			this.next();
		});
		if (!this.isTyping) focusBoard();
	}

	/** Show the places around the board, or hide them. @param {boolean} isWanted */
	outside(isWanted) {
		const { view } = this.game;
		if (view.hasOutside === isWanted || !view.look) return;
		view.hasOutside = isWanted;
		view.show(view.look);
		this.game.draw();
	}

	/** Put the gesture away. @param {boolean} [isSeen] whether what was drawn stays */
	drop(isSeen) {
		this.gesture = null;
		this.drawing = "";
		if (!isSeen && this.game.overlay.draft) this.game.showOver({ ...this.game.overlay, draft: null });
	}

	async submit() {
		const { entry, editing } = this;
		if (!entry) return;
		/** @type {import("../types").RuleData} */
		const data = { rule: entry.name };
		for (const [name, input] of this.inputs) {
			if (input.value.trim()) data[name] = input.value.trim();
		}
		this.problem.textContent = "";
		const rules = this.data;
		if (editing === null) rules.push(data);
		else rules[editing] = data;
		try {
			await this.put(rules);
		} catch (error) {
			if (!(error instanceof Refusal)) return;
			this.problem.textContent = error.words;
			return;
		}
		announce(`${entry.words} added`);
		if (editing !== null || !entry.parameters.some(({ kind }) => kind in DRAWN)) {
			this.stop();
			return;
		}
		for (const [name, input] of this.inputs) {
			const parameter = entry.parameters.find((one) => one.name === name);
			if (parameter && (parameter.kind in DRAWN || name === entry.number)) input.value = "";
		}
		this.game.select([]);
		this.next();
	}

	/** @param {KeyboardEvent} event */
	key(event) {
		if (this.gesture && event.key === "Enter") {
			this.gesture.finish();
			return true;
		}
		if (this.gesture && (event.key === "Backspace" || event.key === "Delete")) {
			this.gesture.cells = [];
			this.gesture.lists = [];
			this.gesture.draw();
			return true;
		}
		return false;
	}

	/** Put the form away. */
	stop() {
		this.drop();
		this.entry = null;
		this.editing = null;
		this.form.hidden = true;
		this.picker.value = "";
		if (this.game.view.look) this.outside(false);
	}

	/** Escape: whether there was something to put away. */
	cancel() {
		if (!this.entry) return false;
		this.stop();
		focusBoard();
		return true;
	}
}
