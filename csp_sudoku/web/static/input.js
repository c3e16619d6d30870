// Keys and pointers: the habits that players and setters know.

import { focusBoard } from "./game.js";

/** @typedef {import("./game.js").Game} Game */

const ARROWS = /** @type {Record<string, [number, number]>} */ ({
	ArrowUp: [-1, 0],
	ArrowDown: [1, 0],
	ArrowLeft: [0, -1],
	ArrowRight: [0, 1],
});
const LETTERS = /** @type {Record<string, [number, number]>} */ ({
	w: [-1, 0],
	s: [1, 0],
	a: [0, -1],
	d: [0, 1],
});
const MODE_KEYS = /** @type {Record<string, import("../types").Mode>} */ ({
	z: "digit",
	x: "corner",
	c: "centre",
	v: "colour",
});

/**
 * @param {Game} game
 * @param {Record<string, () => void>} actions what keys do beyond the board: hint, step, take, help, cancel
 * @param {(event: KeyboardEvent) => boolean} special lets a tab take a key first
 */
export function listenToKeys(game, actions, special) {
	document.addEventListener("keydown", (event) => {
		const target = event.target instanceof Element ? event.target : document.body;
		const isText = target.closest("input:not([type=checkbox]):not([type=range]), textarea, select");
		if (isText || document.querySelector("dialog[open]")) return;
		if (!game.history || !game.view.look) return;
		if (special(event)) {
			event.preventDefault();
			return;
		}
		const isButton = target.closest("button, a, summary, [role=tab], input");
		if (isButton && (event.key === " " || event.key === "Enter")) return;
		if (target.closest("[role=tab], input[type=range]") && event.key in ARROWS) return;
		if (pressed(game, event, actions)) event.preventDefault();
	});
}

/** @param {Game} game @param {KeyboardEvent} event @param {Record<string, () => void>} actions */
function pressed(game, event, actions) {
	const control = event.ctrlKey || event.metaKey;
	const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
	const symbols = game.board.symbols;
	if (event.key in ARROWS) {
		game.move(...ARROWS[event.key], control || event.shiftKey);
		return true;
	}
	const digit = /^(?:Digit|Numpad)(\d)$/.exec(event.code)?.[1];
	if (digit !== undefined) {
		game.typeDigit(digit, event.shiftKey || event.altKey ? "corner" : control ? "centre" : game.mode);
		return true;
	}
	if (control) return controlled(game, event, key);
	if (event.altKey) return false;
	const letter = symbols.findIndex((symbol) => symbol.toLowerCase() === key && /[a-z]/.test(key));
	if (letter >= 0) {
		game.type(letter + 1, event.shiftKey ? "corner" : game.mode);
		return true;
	}
	if (key in LETTERS) {
		game.move(...LETTERS[key], event.shiftKey);
		return true;
	}
	if (key in MODE_KEYS) {
		game.setMode(MODE_KEYS[key]);
		return true;
	}
	const action = { h: "hint", n: "step", Enter: "take", "?": "help", Escape: "cancel" }[key];
	if (action && actions[action]) {
		actions[action]();
		return true;
	}
	if (key === " ") {
		game.nextMode(event.shiftKey ? -1 : 1);
		return true;
	}
	if (key === "Backspace" || key === "Delete") {
		game.erase();
		return true;
	}
	return false;
}

/** @param {Game} game @param {KeyboardEvent} event @param {string} key */
function controlled(game, event, key) {
	if (key === "z" && event.shiftKey) game.redo();
	else if (key === "z") game.undo();
	else if (key === "y") game.redo();
	else if (key === "a") game.select(game.doc.entries.keys(), game.cursor);
	else if (key === "i") {
		game.select([...game.doc.entries.keys()].filter((cell) => !game.selection.has(cell)));
	} else return false;
	return true;
}

/**
 * Selecting with a mouse, a pen or a finger; `gesture` may take the pointer first.
 * @param {Game} game
 * @param {() => import("./gestures.js").Gesture | null} gesture
 */
export function listenToPointer(game, gesture) {
	const root = game.view.root;
	let isDown = false;
	let adds = true;

	root.addEventListener("pointerdown", (event) => {
		if (event.button !== 0 || !event.isPrimary || !game.history) return;
		const at = game.view.at(event);
		if (!at) return;
		focusBoard();
		event.preventDefault();
		const taking = gesture();
		if (taking) {
			root.setPointerCapture(event.pointerId);
			isDown = true;
			taking.down(at);
			return;
		}
		if (at.cell === null) {
			game.select([]);
			return;
		}
		root.setPointerCapture(event.pointerId);
		isDown = true;
		if (event.ctrlKey || event.metaKey || event.shiftKey) {
			adds = !game.selection.has(at.cell);
			dragged(at.cell);
		} else {
			adds = true;
			game.select([at.cell], at.cell);
		}
	});

	root.addEventListener("pointermove", (event) => {
		if (!isDown) return;
		for (const one of event.getCoalescedEvents?.() ?? [event]) {
			const at = game.view.at(one);
			if (!at) continue;
			const taking = gesture();
			if (taking) taking.move(at);
			else if (at.cell !== null && isInside(at)) dragged(at.cell);
		}
	});

	for (const name of ["pointerup", "pointercancel"]) {
		root.addEventListener(name, () => {
			if (isDown) gesture()?.up();
			isDown = false;
		});
	}

	root.addEventListener("dblclick", (event) => {
		const cell = game.view.at(event)?.cell;
		if (cell !== null && cell !== undefined && !gesture()) game.selectSimilar(cell);
	});

	/** @param {number} cell */
	function dragged(cell) {
		if (game.selection.has(cell) === adds) return;
		const cells = new Set(game.selection);
		if (adds) cells.add(cell);
		else cells.delete(cell);
		game.select(cells, cell);
	}
}

/** Whether a point is well inside its cell: a drag along a diagonal does not touch the others. */
export function isInside(/** @type {{ x: number, y: number }} */ { x, y }) {
	const [right, down] = [(x % 1) - 0.5, (y % 1) - 0.5];
	return Math.hypot(right, down) < 0.42;
}
