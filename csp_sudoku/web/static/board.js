// The board as SVG, from what the server says about it. One cell is 100 units wide.

import { svg } from "./dom.js";
import { clashes, plainCandidates, valuesOf } from "./state.js";

/** @typedef {import("../types").Drawn} Drawn */
/** @typedef {import("../types").Doc} Doc */
/** @typedef {import("../types").Overlay} Overlay */
/** @typedef {import("../types").Part} Part */

const U = 100;
const EDGE = 6;
/** Where corner marks stand, in the order in which they are filled. */
const CORNERS = [
	[19, 21], [81, 21], [19, 81], [81, 81], [50, 21], [50, 81],
	[35, 21], [65, 21], [35, 81], [65, 81],
];
/** The first corner below the sum of a cage. */
const BELOW = [19, 41];

export class BoardView {
	/** @param {SVGSVGElement} root */
	constructor(root) {
		this.root = root;
		/** @type {Drawn | null} */
		this.look = null;
		this.isDark = false;
		/** Whether places outside the board can be clicked. */
		this.hasOutside = false;
		/** @type {SVGGElement[]} */
		this.cells = [];
		/** @type {string[]} */
		this.keys = [];
		/** @type {Map<string, number>} */
		this.places = new Map();
		/** The cells with a number in their corner: the sums of cages. @type {Set<number>} */
		this.labelled = new Set();
		this.layers = Object.fromEntries(
			["ground", "tints", "under", "lines", "marks", "over", "pattern", "grid", "links"].map(
				(name) => [name, svg("g", { class: `layer-${name}` })],
			),
		);
	}

	get board() {
		return /** @type {Drawn} */ (this.look).board;
	}

	/** Draw everything that does not depend on the game. @param {Drawn} look */
	show(look) {
		this.look = look;
		const { board, parts } = look;
		const [top, left, bottom, right] = board.margins.map((room) =>
			Math.max(room, this.hasOutside ? 1 : 0),
		);
		this.box = [-left, -top, board.columns + left + right, board.rows + top + bottom];
		const [x, y, w, h] = this.box;
		this.root.setAttribute(
			"viewBox",
			`${x * U - EDGE} ${y * U - EDGE} ${w * U + 2 * EDGE} ${h * U + 2 * EDGE}`,
		);
		this.root.setAttribute("aria-rowcount", String(board.rows));
		this.root.setAttribute("aria-colcount", String(board.columns));
		this.root.setAttribute("aria-label", `${board.name} board`);
		this.places = new Map(board.cells.map(([row, column], cell) => [`${row},${column}`, cell]));
		const labels = [...parts.ground, ...parts.under, ...parts.over].filter((part) => part.part === "text" && !part.centred);
		this.labelled = new Set(labels.map(({ x = 0, y = 0 }) => this.places.get(`${Math.floor(y)},${Math.floor(x)}`) ?? -1));
		for (const layer of Object.values(this.layers)) layer.replaceChildren();
		const { ground, under, lines, over, grid } = this.layers;
		ground.append(svg("path", { class: "paper", d: board.cells.map(square).join("") }));
		for (const [kind, cells] of Object.entries(board.shades)) {
			const d = cells.map((cell) => square(board.cells[cell])).join("");
			ground.append(svg("path", { class: `shade shade-${kind}`, d }));
		}
		ground.append(...parts.ground.map((part) => this.part(part)));
		under.append(...parts.under.map((part) => this.part(part)));
		if (this.hasOutside) under.append(this.outside());
		lines.append(
			svg("path", { class: "line light", d: scaled(board.light) }),
			svg("path", { class: "line heavy", d: scaled(board.heavy) }),
		);
		over.append(...parts.over.map((part) => this.part(part)));
		this.cells = [];
		this.keys = board.cells.map(() => "");
		/** @type {Map<number, SVGGElement>} */
		const rows = new Map();
		board.cells.forEach(([row, column], cell) => {
			if (!rows.has(row)) {
				rows.set(row, svg("g", { role: "row", "aria-rowindex": row + 1 }));
				grid.append(/** @type {Node} */ (rows.get(row)));
			}
			const group = svg("g", {
				id: `cell-${cell}`,
				role: "gridcell",
				"aria-colindex": column + 1,
				transform: `translate(${column * U} ${row * U})`,
			});
			this.cells.push(group);
			rows.get(row)?.append(group);
		});
		this.root.replaceChildren(...Object.values(this.layers));
	}

	/** Places next to the board, which a gesture can name. */
	outside() {
		const { board } = this;
		const d = [];
		for (let row = -1; row <= board.rows; row += 1) {
			for (let column = -1; column <= board.columns; column += 1) {
				const isOut = row < 0 || column < 0 || row === board.rows || column === board.columns;
				if (isOut) d.push(`M${column * U + 14} ${row * U + 14}h72v72h-72z`);
			}
		}
		return svg("path", { class: "outside", d: d.join("") });
	}

	/** @param {Part} part */
	part(part) {
		const at = this.isDark ? 1 : 0;
		const fill = part.fill ? part.fill[at] : "none";
		const stroke = part.stroke ? part.stroke[at] : null;
		const width = part.width ? part.width * U : 0;
		if (part.part === "path") {
			return svg("path", {
				d: scaled(part.path ?? ""),
				fill,
				stroke,
				"stroke-width": stroke ? width : null,
				"stroke-dasharray": part.dashed ? "9 6" : null,
				"stroke-linecap": part.dashed || part.closed ? null : "round",
				"stroke-linejoin": part.dashed || part.closed ? null : "round",
			});
		}
		if (part.part === "box") {
			return svg("rect", {
				x: (part.x ?? 0) * U,
				y: (part.y ?? 0) * U,
				width: (part.w ?? 0) * U,
				height: (part.h ?? 0) * U,
				rx: (part.radius ?? 0) * U || null,
				fill,
				stroke,
				"stroke-width": stroke ? width : null,
			});
		}
		return svg(
			"text",
			{
				x: (part.x ?? 0) * U,
				y: (part.y ?? 0) * U,
				"font-size": (part.size ?? 0) * U,
				fill,
				class: part.centred ? "sign" : "sign start",
			},
			part.text ?? "",
		);
	}

	/**
	 * Where a pointer is: the cell, the row and column (also outside), and the point in cells.
	 * @param {{ clientX: number, clientY: number }} event
	 */
	at(event) {
		const matrix = this.root.getScreenCTM();
		if (!matrix) return null;
		const point = new DOMPoint(event.clientX, event.clientY).matrixTransform(matrix.inverse());
		const [x, y] = [point.x / U, point.y / U];
		const [row, column] = [Math.floor(y), Math.floor(x)];
		return { x, y, row, column, cell: this.places.get(`${row},${column}`) ?? null };
	}

	/**
	 * Draw the game: only cells that changed are made anew.
	 * @param {Doc} doc @param {Set<number>} selection @param {number} cursor @param {Overlay} overlay
	 * @param {{ candidates: boolean, conflicts: boolean }} settings
	 */
	draw(doc, selection, cursor, overlay, settings) {
		const look = this.look;
		if (!look) return;
		const { board } = look;
		const values = overlay.values ?? valuesOf(doc);
		const wrong = settings.conflicts ? clashes(values, board.groups) : new Set();
		for (const cell of overlay.clash ?? []) wrong.add(cell);
		for (const cell of overlay.wrong ?? []) wrong.add(cell);
		const candidates =
			overlay.candidates ??
			(settings.candidates ? plainCandidates(values, board, doc.cleared) : null);
		const inks = stepInks(overlay.step ?? null, board.names);
		const redundant = new Set(overlay.redundant ?? []);
		const step = new Map((overlay.step?.placements ?? []).map((mark) => [mark.cell, mark.value]));
		for (let cell = 0; cell < values.length; cell += 1) {
			const value = values[cell];
			const isClue = doc.puzzle.values[cell] > 0;
			const key = JSON.stringify([
				value, isClue, wrong.has(cell), redundant.has(cell), doc.colours[cell], !!overlay.values,
				value ? 0 : candidates ? candidates[cell] : [doc.corner[cell], doc.centre[cell]],
				!!candidates, overlay.settling?.[cell], inks.get(cell), step.get(board.names[cell]),
				!!overlay.ghosts,
			]);
			if (key === this.keys[cell]) continue;
			this.keys[cell] = key;
			const group = this.cells[cell];
			const left = candidates?.[cell];
			const ghost = overlay.ghosts && left?.length === 1 ? left[0] : 0;
			group.replaceChildren(
				...(value
					? [this.value(value, isClue, wrong.has(cell), redundant.has(cell), !!overlay.values)]
					: ghost
						? [this.value(ghost, false, false, false, false, "ghost")]
					: candidates
						? this.candidates(
								cell,
								candidates[cell] ?? [],
								overlay.settling?.[cell] ?? [],
								inks.get(cell) ?? {},
								step.get(board.names[cell]),
							)
						: this.marks(cell, doc.corner[cell], doc.centre[cell])),
			);
			group.setAttribute(
				"aria-label",
				this.spoken(cell, value, isClue, wrong.has(cell), doc, candidates?.[cell] ?? null),
			);
		}
		this.drawTints(doc, selection, overlay, wrong);
		this.drawLinks(overlay.step ?? null);
		this.drawMarks(selection, cursor, overlay);
		this.root.setAttribute("aria-activedescendant", `cell-${cursor}`);
		for (const [cell, group] of this.cells.entries()) {
			if (selection.has(cell)) group.setAttribute("aria-selected", "true");
			else group.removeAttribute("aria-selected");
		}
	}

	/** What a screen reader says of a cell. */
	/**
	 * @param {number} cell @param {number} value @param {boolean} isClue @param {boolean} isWrong
	 * @param {Doc} doc @param {number[] | null} candidates
	 */
	spoken(cell, value, isClue, isWrong, doc, candidates) {
		const { board } = this;
		const symbol = (one) => board.symbols[one - 1];
		const said = [board.names[cell]];
		if (value) said.push(`${isClue ? "clue " : ""}${symbol(value)}`);
		else if (candidates) said.push(`candidates ${candidates.map(symbol).join(" ") || "none"}`);
		else {
			said.push("open");
			if (doc.centre[cell].length) said.push(`centre ${doc.centre[cell].map(symbol).join(" ")}`);
			if (doc.corner[cell].length) said.push(`corner ${doc.corner[cell].map(symbol).join(" ")}`);
		}
		if (doc.colours[cell].length) said.push(`colour ${doc.colours[cell].join(" ")}`);
		if (isWrong) said.push("clashes");
		return said.join(", ");
	}

	/** @param {number} value @param {boolean} isClue @param {boolean} isWrong @param {boolean} isSpare @param {boolean} isFound @param {string} [as] */
	value(value, isClue, isWrong, isSpare, isFound, as = "") {
		const { board } = this;
		const symbol = board.symbols[value - 1];
		const kind = as || (isClue ? "clue" : isFound ? "found" : "entry");
		const size = symbol.length > 1 ? 48 : 62;
		const classes = `value ${kind}${isWrong ? " wrong" : ""}${isSpare ? " spare" : ""}`;
		return svg("text", { x: 50, y: 53, "font-size": size, class: classes }, symbol);
	}

	/** @param {number} cell @param {number[]} corner @param {number[]} centre */
	marks(cell, corner, centre) {
		const { board } = this;
		const found = corner.map((value, index) => {
			const [x, y] = !index && this.labelled.has(cell) ? BELOW : (CORNERS[index] ?? [50, 50]);
			const attributes = { x, y, "font-size": 24, class: "mark" };
			return index < CORNERS.length ? svg("text", attributes, board.symbols[value - 1]) : null;
		});
		if (centre.length) {
			const text = centre.map((value) => board.symbols[value - 1]).join("");
			const size = Math.min(27, 150 / text.length);
			found.push(svg("text", { x: 50, y: 52, "font-size": size, class: "mark" }, text));
		}
		return /** @type {Node[]} */ (found.filter(Boolean));
	}

	/** The middle of a candidate within its cell, and its scale. @param {number} cell @param {number} value */
	spot(cell, value) {
		const [rows, columns] = this.board.marks;
		const [row, column] = [Math.floor((value - 1) / columns), (value - 1) % columns];
		const [x, y] = [(80 * (column + 0.5)) / columns, (80 * (row + 0.5)) / rows];
		return this.labelled.has(cell) ? [16 + 0.85 * x, 27 + 0.82 * y, 0.82] : [10 + x, 11 + y, 1];
	}

	/**
	 * @param {number} cell @param {number[]} values @param {number[]} settling @param {Record<number, string>} inks
	 * @param {number | undefined} placed
	 */
	candidates(cell, values, settling, inks, placed) {
		const { board } = this;
		const widest = Math.max(...board.symbols.map((symbol) => symbol.length));
		const pitch = (80 * this.spot(cell, 1)[2]) / Math.max(...board.marks);
		const size = Math.min(24, (widest > 1 ? 0.72 : 0.95) * pitch);
		const isAlone = settling.length > 0;
		return values.flatMap((value) => {
			const [x, y] = this.spot(cell, value);
			const ink = placed === value ? "placed" : (inks[value] ?? "");
			const isGreen = settling.includes(value);
			const found = [];
			if (ink) {
				const radius = pitch * 0.52;
				found.push(
					ink === "fin"
						? svg("rect", {
								x: x - radius, y: y - radius, width: 2 * radius, height: 2 * radius,
								rx: 3, class: "disc fin",
							})
						: svg("circle", { cx: x, cy: y, r: radius, class: `disc ${ink}` }),
				);
			} else if (isGreen) {
				found.push(svg("circle", { cx: x, cy: y, r: pitch * 0.5, class: "disc settling" }));
			}
			const classes = `mark candidate ${ink} ${isGreen ? "settling" : isAlone ? "other" : ""}`;
			found.push(svg("text", { x, y: y + 1, "font-size": size, class: classes }, board.symbols[value - 1]));
			if (ink === "cleared") {
				const reach = pitch * 0.42;
				const d = `M${x - reach} ${y + reach}L${x + reach} ${y - reach}`;
				found.push(svg("path", { class: "strike", d }));
			}
			return found;
		});
	}

	/** The colours of a cell, side by side. @param {number[]} colours @param {[number, number]} place */
	colours(colours, [row, column]) {
		const width = U / colours.length;
		return colours.map((colour, index) =>
			svg("rect", {
				x: column * U + index * width, y: row * U, width, height: U,
				class: `colour hue-${colour}`,
			}),
		);
	}

	/** @param {Doc} doc @param {Set<number>} selection @param {Overlay} overlay @param {Set<number>} wrong */
	drawTints(doc, selection, overlay, wrong) {
		const { board } = this;
		const cells = (/** @type {Iterable<number>} */ list) =>
			[...list].map((cell) => square(board.cells[cell])).join("");
		const named = (/** @type {string[] | undefined} */ names) =>
			(names ?? []).map((name) => board.names.indexOf(name)).filter((cell) => cell >= 0);
		const found = doc.colours.flatMap((colours, cell) =>
			colours.length ? /** @type {SVGElement[]} */ (this.colours(colours, board.cells[cell])) : [],
		);
		if (overlay.heat) {
			const most = Math.max(1, ...overlay.heat);
			overlay.heat.forEach((count, cell) => {
				if (!count) return;
				const strength = 0.06 + 0.4 * (Math.log1p(count) / Math.log1p(most));
				const attributes = { class: "heat", d: square(board.cells[cell]) };
				found.push(svg("path", { ...attributes, "fill-opacity": strength.toFixed(3) }));
			});
		}
		const step = overlay.step;
		if (step) {
			const groups = board.groups.filter((group) => step.groups.includes(group.name));
			const few = groups.length <= 3 ? groups.flatMap((group) => group.cells) : [];
			found.push(svg("path", { class: "tint area", d: cells(new Set(few)) }));
			found.push(svg("path", { class: "tint support", d: cells(named(step.support)) }));
			const placed = named(step.placements.map((mark) => mark.cell));
			found.push(svg("path", { class: "tint placed", d: cells(placed) }));
		}
		if (overlay.area?.length) {
			found.push(svg("path", { class: "tint area", d: cells(overlay.area) }));
		}
		if (overlay.focus?.length) {
			found.push(svg("path", { class: "tint focus", d: cells(overlay.focus) }));
		}
		if (wrong.size) found.push(svg("path", { class: "tint wrong", d: cells(wrong) }));
		if (selection.size) found.push(svg("path", { class: "tint selected", d: cells(selection) }));
		this.layers.tints.replaceChildren(...found);
	}

	/** @param {import("../types").Step | null} step */
	drawLinks(step) {
		const { board } = this;
		const end = (/** @type {import("../types").Mark} */ mark) => {
			const cell = board.names.indexOf(mark.cell);
			const [row, column] = board.cells[cell];
			const [x, y] = this.spot(cell, mark.value);
			return [column * U + x, row * U + y];
		};
		this.layers.links.replaceChildren(
			...(step?.links ?? []).map(({ start, end: stop, strong }) => {
				const [x1, y1] = end(start);
				const [x2, y2] = end(stop);
				const length = Math.hypot(x2 - x1, y2 - y1) || 1;
				const bend = Math.min(60, Math.max(16, 0.16 * length));
				const [mx, my] = [
					(x1 + x2) / 2 - ((y2 - y1) / length) * bend,
					(y1 + y2) / 2 + ((x2 - x1) / length) * bend,
				];
				return svg("path", {
					class: `link ${strong ? "strong" : "weak"}`,
					d: `M${x1} ${y1}Q${mx} ${my} ${x2} ${y2}`,
				});
			}),
		);
	}

	/** The outline of the selection, the cursor, and a gesture under way. */
	/** @param {Set<number>} selection @param {number} cursor @param {Overlay} overlay */
	drawMarks(selection, cursor, overlay) {
		const { board } = this;
		const found = [];
		const outline = [];
		const isIn = (row, column) =>
			selection.has(this.places.get(`${row},${column}`) ?? -1);
		for (const cell of selection) {
			const [row, column] = board.cells[cell];
			const [x, y, i] = [column * U, row * U, 3];
			const [up, down, left, right] = [
				isIn(row - 1, column), isIn(row + 1, column), isIn(row, column - 1), isIn(row, column + 1),
			];
			const [x1, x2] = [left ? x : x + i, right ? x + U : x + U - i];
			const [y1, y2] = [up ? y : y + i, down ? y + U : y + U - i];
			if (!up) outline.push(`M${x1} ${y + i}H${x2}`);
			if (!down) outline.push(`M${x1} ${y + U - i}H${x2}`);
			if (!left) outline.push(`M${x + i} ${y1}V${y2}`);
			if (!right) outline.push(`M${x + U - i} ${y1}V${y2}`);
		}
		if (outline.length) found.push(svg("path", { class: "outline", d: outline.join("") }));
		if (selection.size !== 1 && board.cells[cursor]) {
			const [row, column] = board.cells[cursor];
			const attributes = { x: column * U + 9, y: row * U + 9, width: U - 18, height: U - 18 };
			found.push(svg("rect", { ...attributes, class: "cursor" }));
		}
		const draft = overlay.draft;
		if (draft) {
			const middles = draft.cells.map((cell) => {
				const [row, column] = board.cells[cell];
				return `${(column + 0.5) * U} ${(row + 0.5) * U}`;
			});
			if (draft.line) {
				const d = middles.length > 1 ? `M${middles.join("L")}` : "";
				found.push(svg("path", { class: "draft-line", d }));
				if (middles.length) {
					const [cx, cy] = middles[0].split(" ");
					found.push(svg("circle", { class: "draft-start", cx, cy, r: 22 }));
				}
			} else {
				const d = draft.cells.map((cell) => square(board.cells[cell])).join("");
				found.push(svg("path", { class: "draft-cells", d }));
			}
			for (const [row, column] of draft.places) {
				const attributes = { x: column * U + 8, y: row * U + 8, width: 84, height: 84, rx: 10 };
				found.push(svg("rect", { ...attributes, class: "draft-place" }));
			}
		}
		this.layers.marks.replaceChildren(...found);
	}
}

/** @param {[number, number]} place */
function square([row, column]) {
	return `M${column * U} ${row * U}h${U}v${U}h-${U}z`;
}

/** A path whose unit is one cell. @param {string} path */
function scaled(path) {
	return path.replace(/-?\d*\.?\d+(e-?\d+)?/g, (number) =>
		String(Math.round(Number(number) * U * 100) / 100),
	);
}

/**
 * How a step marks candidates: by cell, and then by value.
 * @param {import("../types").Step | null} step @param {string[]} names
 * @returns {Map<number, Record<number, string>>}
 */
function stepInks(step, names) {
	const found = new Map();
	if (!step) return found;
	const put = (/** @type {import("../types").Mark[]} */ marks, ink) => {
		for (const mark of marks) {
			const cell = names.indexOf(mark.cell);
			found.set(cell, { ...found.get(cell), [mark.value]: ink });
		}
	};
	put(step.pattern, "pattern");
	put(step.fins, "fin");
	put(step.eliminations, "cleared");
	put(step.placements, "placed");
	return found;
}
