// The game: what is on the board, what is selected, and the history. No DOM, no server, no Sudoku.

/** @typedef {import("../types").Doc} Doc */
/** @typedef {import("../types").Puzzle} Puzzle */
/** @typedef {import("../types").Mode} Mode */

export const MODES = /** @type {Mode[]} */ (["digit", "corner", "centre", "colour"]);
const LONGEST = 2000;

/**
 * A game without entries.
 * @param {Puzzle} puzzle
 * @returns {Doc}
 */
export function newDoc(puzzle) {
	const none = () => puzzle.values.map(() => /** @type {number[]} */ ([]));
	return {
		puzzle,
		entries: puzzle.values.map(() => 0),
		corner: none(),
		centre: none(),
		colours: none(),
		cleared: none(),
	};
}

/** @param {Doc} doc */
export function valuesOf(doc) {
	return doc.puzzle.values.map((clue, cell) => clue || doc.entries[cell]);
}

/** Whether two puzzles have the same board and rules, so that they are drawn alike. */
export function lookKey(/** @type {Puzzle} */ puzzle) {
	return JSON.stringify([puzzle.board, puzzle.rules ?? []]);
}

/** @template T @param {T[]} list @param {Iterable<number>} cells @param {(old: T) => T} change */
function changedAt(list, cells, change) {
	const copy = list.slice();
	for (const cell of cells) copy[cell] = change(copy[cell]);
	return copy;
}

/**
 * A digit typed into cells in a mode. What all of them have already is removed.
 * @param {Doc} doc @param {Iterable<number>} selected @param {Mode} mode @param {number} value
 * @returns {Doc}
 */
export function entered(doc, selected, mode, value) {
	const cells = [...selected];
	const clues = doc.puzzle.values;
	if (mode === "colour") return { ...doc, colours: toggled(doc.colours, cells, value) };
	const open = cells.filter((cell) => !clues[cell]);
	if (!open.length) return doc;
	if (mode === "digit") {
		const all = open.every((cell) => doc.entries[cell] === value);
		return { ...doc, entries: changedAt(doc.entries, open, () => (all ? 0 : value)) };
	}
	const empty = open.filter((cell) => !doc.entries[cell]);
	return { ...doc, [mode]: toggled(doc[mode], empty, value) };
}

/** @param {number[][]} marks @param {number[]} cells @param {number} value */
function toggled(marks, cells, value) {
	const all = cells.length > 0 && cells.every((cell) => marks[cell].includes(value));
	return changedAt(marks, cells, (old) =>
		all
			? old.filter((one) => one !== value)
			: old.includes(value)
				? old
				: [...old, value].sort((a, b) => a - b),
	);
}

/**
 * Cells without what is written in them: values first, then marks, then colours.
 * @param {Doc} doc @param {Iterable<number>} selected @param {Mode} mode
 * @returns {Doc}
 */
export function erased(doc, selected, mode) {
	const open = [...selected].filter((cell) => !doc.puzzle.values[cell]);
	if (mode === "colour") return { ...doc, colours: changedAt(doc.colours, selected, () => []) };
	if (open.some((cell) => doc.entries[cell])) {
		return { ...doc, entries: changedAt(doc.entries, open, () => 0) };
	}
	if (open.some((cell) => doc.corner[cell].length || doc.centre[cell].length)) {
		return {
			...doc,
			corner: changedAt(doc.corner, open, () => []),
			centre: changedAt(doc.centre, open, () => []),
		};
	}
	return { ...doc, colours: changedAt(doc.colours, selected, () => []) };
}

/**
 * A clue typed by a setter; what all cells have already is removed, and 0 clears.
 * @param {Doc} doc @param {Iterable<number>} selected @param {number} value
 * @returns {Doc}
 */
export function clued(doc, selected, value) {
	const cells = [...selected];
	const all = cells.length > 0 && cells.every((cell) => doc.puzzle.values[cell] === value);
	const values = changedAt(doc.puzzle.values, cells, () => (all ? 0 : value));
	return {
		...doc,
		puzzle: { ...doc.puzzle, values },
		entries: changedAt(doc.entries, cells, () => 0),
	};
}

/** @param {Doc} doc @param {import("../types").RuleData[]} rules @returns {Doc} */
export function ruled(doc, rules) {
	const { rules: _, ...rest } = doc.puzzle;
	return { ...doc, puzzle: rules.length ? { ...rest, rules } : rest };
}

/**
 * The cells that clash: equal values in a group. Derived whenever it is drawn, never stored.
 * @param {number[]} values @param {import("../types").Group[]} groups
 * @returns {Set<number>}
 */
export function clashes(values, groups) {
	const found = new Set();
	for (const group of groups) {
		const seen = new Map();
		for (const cell of group.cells) {
			const value = values[cell];
			if (!value) continue;
			if (seen.has(value)) found.add(cell).add(seen.get(value));
			else seen.set(value, cell);
		}
	}
	return found;
}

/**
 * What the values in its groups leave each open cell.
 * @param {number[]} values @param {import("../types").Board} board @param {number[][]} cleared
 * @returns {(number[] | null)[]}
 */
export function plainCandidates(values, board, cleared) {
	const gone = board.cells.map((_, cell) => new Set(cleared[cell]));
	for (const group of board.groups) {
		for (const cell of group.cells) {
			if (!values[cell]) continue;
			for (const other of group.cells) gone[other].add(values[cell]);
		}
	}
	const all = board.symbols.map((_, index) => index + 1);
	return values.map((value, cell) => (value ? null : all.filter((one) => !gone[cell].has(one))));
}

/** The document with its past and its future. */
export class History {
	/** @param {Doc} doc */
	constructor(doc) {
		this.doc = doc;
		/** @type {Doc[]} */
		this.past = [];
		/** @type {Doc[]} */
		this.future = [];
	}

	/** @param {Doc} doc */
	push(doc) {
		if (JSON.stringify(doc) === JSON.stringify(this.doc)) return false;
		this.past.push(this.doc);
		if (this.past.length > LONGEST) this.past.shift();
		this.future = [];
		this.doc = doc;
		return true;
	}

	undo() {
		const before = this.past.pop();
		if (!before) return false;
		this.future.push(this.doc);
		this.doc = before;
		return true;
	}

	redo() {
		const after = this.future.pop();
		if (!after) return false;
		this.past.push(this.doc);
		this.doc = after;
		return true;
	}

	/** All entries that were ever made, as pairs of a cell and a value. */
	pairs() {
		const seen = new Map();
		for (const doc of [...this.past, this.doc]) {
			doc.entries.forEach((value, cell) => value && seen.set(`${cell} ${value}`, [cell, value]));
		}
		return [...seen.values()];
	}

	/**
	 * Go back to before the first of some wrong entries.
	 * @param {[number, number][]} wrong
	 */
	undoBefore(wrong) {
		const isWrong = (/** @type {Doc} */ doc) =>
			wrong.some(([cell, value]) => doc.entries[cell] === value);
		if (!isWrong(this.doc)) return 0;
		let steps = 0;
		while (isWrong(this.doc) && this.undo()) steps += 1;
		return steps;
	}
}
