// The page: its parts, its tabs, and what stands above them.

import { catalogue, Gone, onConnection, Refusal, Slot } from "./api.js";
import { BoardView } from "./board.js";
import { announce, busy, byId, capital, counted, el } from "./dom.js";
import { focusBoard, Game } from "./game.js";
import { listenToKeys, listenToPointer } from "./input.js";
import { PlayTab } from "./play.js";
import { SearchTab } from "./search.js";
import { SetTab } from "./set.js";
import { ShareTab } from "./share.js";
import { MODES, valuesOf } from "./state.js";

const FIRST = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
const TABS = ["play", "set", "search", "share"];
const KEYS = [
	["Arrows, W A S D", "move; with Shift or Ctrl, select several"],
	["Drag, Ctrl+click", "select several; a double click selects what is alike"],
	["Ctrl+A, Ctrl+I, Esc", "select all, the others, or one"],
	["1 – 9", "enter; again, remove. Letters on large boards"],
	["Shift+digit, Ctrl+digit", "corner mark, centre mark"],
	["Z X C V, Space", "digit, corner, centre, colour; the next of them"],
	["Backspace, 0", "erase"],
	["Ctrl+Z, Ctrl+Y", "undo, redo; also of rules and of other puzzles"],
	["Ctrl+C, Ctrl+V", "copy the puzzle, paste any text of one"],
	["H, N, Enter", "hint and more of it, a whole step, take the step"],
	["Home End PgUp PgDn", "walk through a search, on the tab Search"],
];

const view = new BoardView(byId("board"));
const game = new Game(view);
const play = new PlayTab(game);
const set = new SetTab(game);
const search = new SearchTab(game);
const share = new ShareTab(game);
/** @type {Record<string, any>} */
const tabs = { play, set, search, share };

// Tabs

/** @param {string} name */
function openTab(name) {
	if (!TABS.includes(name)) return;
	tabs[game.tab].leave?.();
	game.tab = name;
	for (const tab of TABS) {
		const button = byId(`tab-${tab}`);
		button.setAttribute("aria-selected", String(tab === name));
		button.tabIndex = tab === name ? 0 : -1;
		byId(tab).hidden = tab !== name;
	}
	if (game.history) {
		game.showOver({});
		game.save();
		tabs[name].enter?.();
	}
	showPad();
}

for (const [index, name] of TABS.entries()) {
	const button = byId(`tab-${name}`);
	button.addEventListener("click", () => openTab(name));
	button.addEventListener("keydown", (/** @type {KeyboardEvent} */ event) => {
		const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
		if (!step) return;
		event.preventDefault();
		const other = TABS[(index + step + TABS.length) % TABS.length];
		openTab(other);
		byId(`tab-${other}`).focus();
	});
}

// The pad below the board

const MODE_WORDS = { digit: "Digit", corner: "Corner", centre: "Centre", colour: "Colour" };

function showPad() {
	byId("modes").replaceChildren(
		...MODES.map((mode) =>
			el(
				"button",
				{
					"aria-pressed": String(game.mode === mode),
					onclick: () => {
						game.setMode(mode);
						focusBoard();
					},
				},
				game.isSetting && mode === "digit" ? "Clue" : MODE_WORDS[mode],
			),
		),
	);
	if (!game.view.look) return;
	const { symbols } = game.board;
	const isColour = game.mode === "colour";
	const shown = isColour ? Array.from({ length: 9 }, (_, index) => String(index + 1)) : symbols;
	const columns = shown.length <= 9 ? shown.length : Math.ceil(shown.length / Math.ceil(shown.length / 10));
	const pad = byId("digits");
	pad.classList.toggle("many", shown.length > 9);
	pad.style.gridTemplateColumns = `repeat(${columns}, minmax(0, 1fr))`;
	pad.replaceChildren(
		...shown.map((symbol, index) =>
			el(
				"button",
				{
					class: isColour ? `swatch hue-${index + 1}` : "",
					"aria-label": isColour ? `Colour ${symbol}` : null,
					onclick: () => {
						game.type(index + 1);
						focusBoard();
					},
				},
				symbol,
			),
		),
	);
	showDone();
}

/** Fade the values of which no more are needed. */
function showDone() {
	if (!game.view.look || game.mode === "colour") return;
	const { groups, size } = game.board;
	const rows = groups.filter((group) => group.kind === "row" && group.cells.length === size).length;
	const counts = new Map();
	for (const value of valuesOf(game.doc)) counts.set(value, (counts.get(value) ?? 0) + 1);
	[...byId("digits").children].forEach((button, index) =>
		button.classList.toggle("done", rows > 0 && (counts.get(index + 1) ?? 0) >= rows),
	);
}

byId("undo").addEventListener("click", () => game.undo());
byId("redo").addEventListener("click", () => game.redo());
byId("erase").addEventListener("click", () => {
	game.erase();
	focusBoard();
});
game.addEventListener("mode", showPad);
game.addEventListener("look", () => {
	showPad();
	const [, , width, height] = view.box ?? [0, 0, 1, 1];
	view.root.style.setProperty("--shape", `${width} / ${height}`);
});
game.addEventListener("change", () => {
	byId("undo").disabled = !game.history?.past.length;
	byId("redo").disabled = !game.history?.future.length;
	showDone();
	showTitle();
});

function showTitle() {
	if (!game.view.look) return;
	const clues = game.doc.puzzle.values.filter(Boolean).length;
	const rules = game.doc.puzzle.rules?.length ?? 0;
	const parts = [game.board.name, counted(clues, "clue")];
	if (rules) parts.push(counted(rules, "rule"));
	byId("title").textContent = parts.join(" · ");
}
game.addEventListener("look", showTitle);

// Dialogs

const dialog = /** @type {HTMLDialogElement} */ (byId("dialog"));
/** The puzzle that is being made or read. */
const opening = new Slot();

/** @param {string} title @param {...Node} content */
function openDialog(title, ...content) {
	dialog.replaceChildren(
		el(
			"div",
			{ class: "stack" },
			el(
				"div",
				{ class: "spread" },
				el("h2", { id: "dialog-title" }, title),
				el("button", { class: "quiet icon", "aria-label": "Close", onclick: () => dialog.close() }, "×"),
			),
			...content,
		),
	);
	dialog.showModal();
}
dialog.addEventListener("click", (event) => {
	if (event.target === dialog) dialog.close();
});
dialog.addEventListener("close", () => {
	opening.cancel();
	focusBoard();
});

function openHelp() {
	openDialog(
		"Keys",
		el("dl", { class: "keys" }, ...KEYS.flatMap(([keys, words]) => [
			el("dt", {}, el("kbd", {}, keys)),
			el("dd", {}, words),
		])),
		el("p", { class: "note" }, "On a Mac, Cmd is as good as Ctrl. The puzzle is part of the address of this page: a bookmark keeps it, and the game is kept in this browser. Nothing leaves this machine."),
	);
}

async function openNew() {
	const known = await catalogue().catch(() => null);
	if (!known) return; // the banner says why
	const problem = el("p", { class: "error", role: "alert" });
	const seed = Math.floor(Math.random() * 2 ** 31);
	/** @param {string} tab @param {string} name @param {object} fields */
	const make = async (tab, name, fields) => {
		problem.replaceChildren(busy());
		try {
			let made = await opening.ask(name, fields);
			if (made?.error) throw new Refusal(made.error);
			if (made && !made.parts) made = await opening.ask("board", { puzzle: { board: made.board, values: made.puzzle } });
			if (!made) return; // the dialog was closed, or something else was chosen
			dialog.close();
			game.load(made);
			openTab(tab);
		} catch (error) {
			problem.textContent = error instanceof Refusal ? error.words : "";
		}
	};
	openDialog(
		"New puzzle",
		el("h3", {}, "A puzzle to play"),
		el("div", { class: "buttons" }, ...known.levels.map((level) =>
			el("button", {
				onclick: () => make("play", "command", { command: "generate", options: { "--difficulty": level, "--seed": seed }, seconds: 20 }),
			}, capital(level)),
		)),
		el("h3", {}, "An empty board to set"),
		el("div", { class: "boards" }, ...known.boards.map((board) =>
			el("button", { onclick: () => make("set", "blank", { board: board.name, seed }) }, board.words),
		)),
		problem,
	);
}

/** @param {string} [text] @param {any} [read] what is known of the text already */
function openOpen(text = "", read) {
	const field = el("textarea", { rows: 8, class: "code", "aria-label": "Text of a puzzle", placeholder: "Paste a grid, a line, JSON, an f-puzzles or SudokuPad link …" });
	field.value = text;
	const problem = el("p", { class: "error", role: "alert" });
	const file = el("input", { type: "file", "aria-label": "A file", hidden: true });
	const choices = el("div", { class: "buttons" });
	file.addEventListener("change", async () => {
		if (file.files?.[0]) take(await textOf(file.files[0]));
	});
	/** @param {any} found */
	const show = (found) => {
		problem.textContent = found.why;
		choices.replaceChildren(...(found.choices ?? []).map((/** @type {{ words: string, text: string }} */ one) =>
			el("button", { onclick: () => take(one.text) }, `Read as ${one.words}`),
		));
	};
	/** @param {string} words */
	const take = async (words) => {
		problem.replaceChildren(busy());
		const found = await readAs(opening, words);
		if (found?.why) show(found);
		else if (found) {
			dialog.close();
			taken(found);
		}
	};
	openDialog(
		"Open a puzzle",
		field,
		el("div", { class: "buttons" },
			el("button", { class: "main", onclick: () => take(field.value) }, "Open"),
			el("button", { onclick: () => file.click() }, "Choose a file"),
			file,
		),
		problem,
		choices,
	);
	if (read) show(read);
	field.focus();
}

/** The text of a file, as long as the server could take it. @param {File} file */
function textOf(file) {
	return file.slice(0, 1e6).text();
}

/**
 * What a text holds, or "why" that is not clear; null if another question came in between.
 * @param {Slot} slot @param {string} text
 */
async function readAs(slot, text) {
	try {
		return await slot.ask("read", { text });
	} catch (error) {
		return { why: error instanceof Refusal ? error.words : "" };
	}
}

/** @param {any} found */
function taken(found) {
	game.load(found);
	if (found.collection) {
		search.setCollection(found.collection, found.more);
		openTab("search");
	}
	announce(`${found.board.name}, ${counted(found.puzzle.values.filter(Boolean).length, "clue")}`);
}

/** Read a pasted or dropped text; what cannot be read is shown with its error, and nothing changes. */
async function readText(text) {
	if (!text.trim()) return;
	const found = await readAs(opening, text);
	if (found?.why) openOpen(text.slice(0, 20_000), found);
	else if (found) taken(found);
}

byId("help-button").addEventListener("click", openHelp);
byId("new-button").addEventListener("click", openNew);
byId("open-button").addEventListener("click", () => openOpen());

// Copy, paste, drop

/** @param {Event} event */
const isInField = (event) =>
	event.target instanceof Element && event.target.closest("input, textarea, dialog");

document.addEventListener("paste", (event) => {
	if (isInField(event)) return;
	event.preventDefault();
	readText(event.clipboardData?.getData("text") ?? "");
});
document.addEventListener("copy", (event) => {
	if (isInField(event) || String(getSelection())) return;
	event.clipboardData?.setData("text/plain", game.link());
	event.preventDefault();
	announce("copied");
});
document.addEventListener("dragover", (event) => event.preventDefault());
document.addEventListener("drop", async (event) => {
	if (isInField(event)) return;
	event.preventDefault();
	const file = event.dataTransfer?.files[0];
	readText(file ? await textOf(file) : (event.dataTransfer?.getData("text") ?? ""));
});

// Light and dark

const wantsDark = matchMedia("(prefers-color-scheme: dark)");
let isPrinted = false;

function showScheme() {
	/** @type {string | null} */
	let chosen = null;
	try {
		chosen = localStorage.getItem("csp-sudoku scheme");
	} catch {
		// Not allowed to keep anything: the system decides.
	}
	const isDark = !isPrinted && (chosen ? chosen === "dark" : wantsDark.matches);
	document.documentElement.dataset.scheme = isDark ? "dark" : "light";
	view.isDark = isDark;
	if (view.look) {
		view.show(view.look);
		game.draw();
	}
}
wantsDark.addEventListener("change", showScheme);
for (const name of ["beforeprint", "afterprint"]) {
	addEventListener(name, () => {
		isPrinted = name === "beforeprint";
		showScheme();
	});
}
byId("scheme-button").addEventListener("click", () => {
	try {
		localStorage.setItem("csp-sudoku scheme", view.isDark ? "light" : "dark");
	} catch {
		// See above.
	}
	showScheme();
});

// The server

onConnection((words) => {
	const banner = byId("banner");
	banner.hidden = words === null;
	if (words !== null) banner.textContent = words;
});

// Keys and pointers

listenToKeys(
	game,
	{
		hint: () => {
			if (game.tab !== "play") openTab("play");
			play.hint();
		},
		step: () => {
			if (game.tab !== "play") openTab("play");
			play.hint(3);
		},
		take: () => play.take(),
		help: openHelp,
		cancel: () => {
			if (!tabs[game.tab].cancel?.()) game.select([game.cursor], game.cursor);
		},
	},
	(event) => tabs[game.tab].key?.(event) ?? false,
);
listenToPointer(game, () => set.gesture);

// The beginning

async function begin() {
	showScheme();
	const text = location.hash.length > 1 ? fromHash(location.hash) : "";
	const kept = Game.kept();
	history.replaceState(null, "", `${location.pathname}${location.hash}`);
	const goesOn = kept && (!text || sameText(kept.doc, text));
	/** @type {any} */
	let read = null;
	try {
		if (goesOn) await game.resume(kept.doc);
		else read = await opening.ask("read", { text: text || FIRST });
	} catch (error) {
		if (error instanceof Gone) return;
		read = { why: error instanceof Refusal ? error.words : String(error) };
	}
	if (read) taken(read.why ? await opening.ask("read", { text: FIRST }) : read);
	openTab(goesOn && !read ? kept.tab : "play");
	game.select([game.cursor], game.cursor);
	focusBoard();
	if (read?.why) openOpen(text, read);
	document.documentElement.dataset.ready = "yes";
}

/** @param {string} hash */
function fromHash(hash) {
	try {
		return decodeURIComponent(hash.slice(1));
	} catch {
		return hash.slice(1);
	}
}

/** Whether a text is that of a game that was kept. @param {any} doc @param {string} text */
function sameText(doc, text) {
	const line = doc.puzzle.values.map((value) => value || ".").join("");
	return text === line || text === JSON.stringify(doc.puzzle);
}

addEventListener("hashchange", () => readText(fromHash(location.hash)));
addEventListener("pagehide", () => game.history && game.saveNow());

begin();
