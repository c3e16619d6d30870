// The game in the page: document, selection and overlays together with the board that shows them.

import { ask, Gone } from "./api.js";
import { byId } from "./dom.js";
import { clued, entered, erased, History, lookKey, MODES, newDoc } from "./state.js";

/** @typedef {import("../types").Doc} Doc */
/** @typedef {import("../types").Drawn} Drawn */
/** @typedef {import("../types").Overlay} Overlay */

const KEPT = "csp-sudoku game";
const TYPED_TOGETHER = 900;

export class Game extends EventTarget {
	/** @param {import("./board.js").BoardView} view */
	constructor(view) {
		super();
		this.view = view;
		/** @type {Map<string, Drawn>} */
		this.looks = new Map();
		/** @type {History | null} */
		this.history = null;
		/** @type {Set<number>} */
		this.selection = new Set();
		this.cursor = 0;
		/** @type {import("../types").Mode} */
		this.mode = "digit";
		this.tab = "play";
		/** @type {Overlay} */
		this.overlay = {};
		this.settings = { candidates: false, conflicts: true };
		this.saving = 0;
		/** The digit that was typed last, and the document that it made. */
		/** @type {{ at: number, digit: string, mode: import("../types").Mode, doc: Doc | null }} */
		this.typed = { at: 0, digit: "", mode: "digit", doc: null };
	}

	get doc() {
		return /** @type {History} */ (this.history).doc;
	}

	/** @returns {Drawn} */
	get look() {
		return /** @type {Drawn} */ (this.view.look);
	}

	get board() {
		return this.look.board;
	}

	get isSetting() {
		return this.tab === "set";
	}

	/** Begin with another puzzle; undo brings the one before back. @param {Drawn} drawn */
	load(drawn) {
		this.looks.set(lookKey(drawn.puzzle), drawn);
		const doc = newDoc(drawn.puzzle);
		if (this.history) this.history.push(doc);
		else this.history = new History(doc);
		this.selection.clear();
		const first = drawn.puzzle.values.findIndex((value) => !value);
		this.cursor = Math.max(0, first);
		this.overlay = {};
		this.changed("puzzle");
	}

	/** Go on with a game that was kept. @param {Doc} doc */
	async resume(doc) {
		const drawn = await ask("board", { puzzle: doc.puzzle });
		this.looks.set(lookKey(drawn.puzzle), drawn);
		const fresh = newDoc(drawn.puzzle);
		const fits = (list) =>
			Array.isArray(list) && list.length === fresh.entries.length;
		/** @type {any} */
		const kept = { ...fresh };
		for (const [part, list] of Object.entries(doc)) {
			if (part !== "puzzle" && part in fresh && fits(list)) kept[part] = list;
		}
		this.history = new History(kept);
		this.cursor = Math.max(0, kept.puzzle.values.findIndex((v) => !v));
		this.changed("puzzle");
	}

	/** @param {Doc} doc */
	change(doc) {
		const before = this.doc;
		if (!this.history?.push(doc)) return;
		this.changed(before.puzzle === doc.puzzle ? "entries" : "puzzle");
	}

	undo() {
		const before = this.doc;
		if (this.history?.undo()) this.changed(before.puzzle === this.doc.puzzle ? "entries" : "puzzle");
	}

	redo() {
		const before = this.doc;
		if (this.history?.redo()) this.changed(before.puzzle === this.doc.puzzle ? "entries" : "puzzle");
	}

	/** @param {"puzzle" | "entries"} what */
	changed(what) {
		this.overlay = {};
		this.refresh();
		this.save();
		this.dispatchEvent(new CustomEvent(what));
		this.dispatchEvent(new CustomEvent("change"));
	}

	/** Draw the game; if its board or rules are new to the page, the server is asked how they look. */
	refresh() {
		const key = lookKey(this.doc.puzzle);
		const look = this.looks.get(key);
		if (look && look !== this.view.look) {
			this.view.show(look);
			this.selection = new Set([...this.selection].filter((cell) => cell < look.board.cells.length));
			this.cursor = Math.min(this.cursor, look.board.cells.length - 1);
			this.dispatchEvent(new CustomEvent("look"));
		} else if (!look) {
			ask("board", { puzzle: this.doc.puzzle })
				.then((drawn) => {
					this.looks.set(key, drawn);
					this.refresh();
				})
				.catch((error) => {
					if (!(error instanceof Gone)) throw error;
				});
			return;
		}
		this.draw();
	}

	draw() {
		if (!this.view.look) return;
		this.view.draw(this.doc, this.selection, this.cursor, this.overlay, this.settings);
	}

	/** @param {Overlay} overlay */
	showOver(overlay) {
		this.overlay = overlay;
		this.draw();
	}

	// What is typed

	/** @param {number} value @param {import("../types").Mode} [mode] */
	type(value, mode = this.mode) {
		const cells = this.selection.size ? this.selection : new Set([this.cursor]);
		if (mode === "colour" && value > 9) return;
		this.change(
			this.isSetting && mode === "digit"
				? clued(this.doc, cells, value)
				: entered(this.doc, cells, mode, value),
		);
	}

	/**
	 * A digit of the keyboard. On boards with numbers of two digits, one that soon follows another
	 * belongs to it.
	 * @param {string} digit @param {import("../types").Mode} mode
	 */
	typeDigit(digit, mode) {
		const { symbols } = this.board;
		const { typed } = this;
		const now = Date.now();
		const isSecond = typed.doc === this.doc && typed.mode === mode && now - typed.at < TYPED_TOGETHER;
		const both = isSecond && mode !== "colour" ? symbols.indexOf(typed.digit + digit) + 1 : 0;
		if (both) this.undo();
		const before = this.doc;
		const value = both || (mode === "colour" ? Number(digit) : symbols.indexOf(digit) + 1);
		if (value) this.type(value, mode);
		else if (digit === "0") this.erase();
		const isFirst = !both && this.doc !== before;
		this.typed = { at: now, digit, mode, doc: isFirst ? this.doc : null };
	}

	erase() {
		const cells = this.selection.size ? this.selection : new Set([this.cursor]);
		this.change(
			this.isSetting && this.mode === "digit"
				? clued(this.doc, cells, 0)
				: erased(this.doc, cells, this.mode),
		);
	}

	/** @param {import("../types").Mode} mode */
	setMode(mode) {
		this.mode = mode;
		this.dispatchEvent(new CustomEvent("mode"));
	}

	nextMode(step = 1) {
		const at = MODES.indexOf(this.mode) + step + MODES.length;
		this.setMode(MODES[at % MODES.length]);
	}

	// What is selected

	/** @param {Iterable<number>} cells @param {number} [cursor] */
	select(cells, cursor) {
		this.selection = new Set(cells);
		if (cursor !== undefined) this.cursor = cursor;
		this.draw();
	}

	/** @param {number} down @param {number} right @param {boolean} adds */
	move(down, right, adds) {
		const { rows, columns, cells } = this.board;
		let [row, column] = cells[this.cursor];
		for (let step = 0; step < rows + columns; step += 1) {
			row = (row + down + rows) % rows;
			column = (column + right + columns) % columns;
			const cell = this.view.places.get(`${row},${column}`);
			if (cell === undefined) continue;
			if (!adds) return this.select([cell], cell);
			return this.select([...this.selection, this.cursor, cell], cell);
		}
		return undefined;
	}

	/** Select all cells that have the same as one. @param {number} cell */
	selectSimilar(cell) {
		const { doc } = this;
		const look = (one) => {
			const value = doc.puzzle.values[one] || doc.entries[one];
			if (value) return `value ${value}`;
			if (doc.centre[one].length) return `centre ${doc.centre[one]}`;
			if (doc.corner[one].length) return `corner ${doc.corner[one]}`;
			return doc.colours[one].length ? `colour ${doc.colours[one]}` : "";
		};
		const wanted = look(cell);
		if (!wanted) return;
		this.select(doc.entries.keys().filter((one) => look(one) === wanted), cell);
	}

	// What is kept

	save() {
		clearTimeout(this.saving);
		this.saving = window.setTimeout(() => this.saveNow(), 150);
	}

	saveNow() {
		const text = JSON.stringify({ doc: this.doc, tab: this.tab });
		for (const storage of [sessionStorage, localStorage]) {
			try {
				storage.setItem(KEPT, text);
			} catch {
				// Full, or not allowed: the address still holds the puzzle.
			}
		}
		const address = `${location.pathname}#${encodeURIComponent(this.link())}`;
		window.history.replaceState(null, "", address);
	}

	/** A text that holds the puzzle, which any other page of this kind reads. */
	link() {
		const { board, values, rules } = this.doc.puzzle;
		const isPlain = board === "sudoku-3x3" && !rules?.length;
		if (isPlain && values.filter(Boolean).length > 8) {
			return values.map((value) => (value ? String(value) : ".")).join("");
		}
		return JSON.stringify(this.doc.puzzle);
	}

	/** @returns {{ doc: Doc, tab: string } | null} */
	static kept() {
		for (const storage of [sessionStorage, localStorage]) {
			try {
				const found = JSON.parse(storage.getItem(KEPT) ?? "null");
				if (found?.doc?.puzzle?.values) return found;
			} catch {
				// Whatever was there is not a game.
			}
		}
		return null;
	}
}

/** Bring the focus back to the board, so that keys go where the eyes are. */
export function focusBoard() {
	byId("board").focus({ preventScroll: true });
}
