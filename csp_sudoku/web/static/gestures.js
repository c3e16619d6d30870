// Gestures: how cells, lines, borders, corners and outside places are named with a pointer.

import { isInside } from "./input.js";

/** @typedef {{ x: number, y: number, row: number, column: number, cell: number | null }} At */

/** The kinds of parameters that are drawn on the board, and what to do for them. */
export const DRAWN = /** @type {Record<string, string>} */ ({
	line: "drag along the line",
	list: "drag along the cells",
	cells: "drag over the cells, then press Enter or the button",
	cell: "click a cell",
	pair: "click the border between two cells",
	square: "click the corner where four cells meet",
	place: "click a place outside the board",
	lists: "drag each list of cells, then press Enter or the button",
});

/** Kinds that are complete as soon as the pointer is lifted. */
const AT_ONCE = ["line", "list", "cell", "pair", "square", "place"];

/** One parameter that is being drawn. */
export class Gesture {
	/**
	 * @param {import("./game.js").Game} game @param {string} kind
	 * @param {(text: string, rest: string | null) => void} done gets the text of the parameter; and if
	 *   a cell was dragged on from, that of the cells after it
	 */
	constructor(game, kind, done) {
		this.game = game;
		this.kind = kind;
		this.done = done;
		/** @type {number[]} */
		this.cells = kind === "cells" && game.selection.size > 1 ? [...game.selection] : [];
		/** @type {number[][]} */
		this.lists = [];
		/** @type {[number, number][]} */
		this.places = [];
		this.adds = true;
		this.draw();
	}

	get board() {
		return this.game.board;
	}

	draw() {
		const cells = [...this.lists.flat(), ...this.cells];
		const line = ["line", "list", "cell"].includes(this.kind);
		this.game.showOver({ ...this.game.overlay, draft: { cells, line, places: this.places } });
	}

	/** @param {At} at */
	down(at) {
		this.start = at;
		if (this.kind === "cells") {
			this.adds = at.cell === null || !this.cells.includes(at.cell);
		} else {
			this.cells = [];
			this.places = [];
		}
		if (this.kind === "place") {
			if (at.cell === null && this.isNear(at)) this.places = [[at.row, at.column]];
		} else if (this.kind === "pair" || this.kind === "square") {
			this.cells = this.nearest(at);
		} else if (at.cell !== null) this.take(at.cell);
		this.draw();
	}

	/** @param {At} at */
	move(at) {
		if (at.cell === null || !isInside(at)) return;
		if (this.kind === "pair") {
			const from = this.start?.cell ?? at.cell;
			if (from !== at.cell && this.touch(from, at.cell)) this.cells = [from, at.cell];
		} else if (this.kind !== "place" && this.kind !== "square") this.take(at.cell);
		this.draw();
	}

	up() {
		if (AT_ONCE.includes(this.kind)) this.finish();
		else if (this.kind === "lists" && this.cells.length) {
			this.lists.push(this.cells);
			this.cells = [];
			this.draw();
		}
	}

	/** Whether something is drawn that only waits for its end. */
	get isPending() {
		return !AT_ONCE.includes(this.kind) && this.cells.length + this.lists.length > 0;
	}

	/** Give what was drawn to whoever asked; nothing happens as long as it is too little. */
	finish() {
		const names = (cells) =>
			cells.map((cell) => this.board.names[cell]).join(" ");
		const { kind, cells, lists, places } = this;
		if (kind === "lists") {
			if (lists.length) this.done(lists.map(names).join(" | "), null);
		} else if (kind === "place") {
			if (places.length) this.done(`r${places[0][0] + 1}c${places[0][1] + 1}`, null);
		} else if (kind === "cell") {
			if (cells.length) this.done(names(cells.slice(0, 1)), names(cells.slice(1)) || null);
		} else if (cells.length >= ({ line: 2, pair: 2 }[kind] ?? 1)) this.done(names(cells), null);
		else this.draw();
	}

	/** A cell that the pointer comes to; going back takes the last one away. */
	/** @param {number} cell */
	take(cell) {
		const { cells } = this;
		if (this.kind === "cells") {
			if (this.adds && !cells.includes(cell)) cells.push(cell);
			if (!this.adds) this.cells = cells.filter((one) => one !== cell);
			return;
		}
		if (cells.at(-2) === cell) cells.pop();
		else if (!cells.includes(cell)) cells.push(cell);
	}

	/** @param {number} one @param {number} other */
	touch(one, other) {
		const [[r1, c1], [r2, c2]] = [this.board.cells[one], this.board.cells[other]];
		return Math.abs(r1 - r2) + Math.abs(c1 - c2) === 1;
	}

	/** @param {At} at */
	isNear({ row, column }) {
		const { rows, columns } = this.board;
		return row >= -1 && column >= -1 && row <= rows && column <= columns;
	}

	/** The two cells of the nearest border, or the four of the nearest corner. */
	/** @param {At} at */
	nearest({ x, y }) {
		const cellAt = (row, column) =>
			this.game.view.places.get(`${row},${column}`);
		/** @type {(number | undefined)[]} */
		let found;
		if (this.kind === "square") {
			const [row, column] = [Math.round(y), Math.round(x)];
			found = [
				cellAt(row - 1, column - 1), cellAt(row - 1, column),
				cellAt(row, column - 1), cellAt(row, column),
			];
		} else {
			const [row, column] = [Math.floor(y), Math.floor(x)];
			const isUpright = Math.abs(x - Math.round(x)) < Math.abs(y - Math.round(y));
			found = isUpright
				? [cellAt(row, Math.round(x) - 1), cellAt(row, Math.round(x))]
				: [cellAt(Math.round(y) - 1, column), cellAt(Math.round(y), column)];
		}
		return found.includes(undefined) ? [] : /** @type {number[]} */ (found);
	}
}

/**
 * A rule with all its cells moved by rows and columns.
 * @template T @param {T} data @param {number} down @param {number} right @returns {T}
 */
export function moved(data, down, right) {
	const shift = (text) =>
		text.replace(
			/\br(\d+)c(\d+)\b/g,
			(_, row, column) => `r${Number(row) + down}c${Number(column) + right}`,
		);
	return JSON.parse(JSON.stringify(data), (_, value) =>
		typeof value === "string" ? shift(value) : value,
	);
}
