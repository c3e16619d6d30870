// Searches to look into: the same puzzle at each level of propagation, as icicles on one scale;
// one of them played on the board, with a slider; and where all of them went.

import { Refusal, Slot } from "./api.js";
import { busy, counted, el, svg } from "./dom.js";

const WIDTH = 380;
const HEIGHT = 46;
const KINDS = 4;
const VALUES = 65;
const WORDS = /** @type {Record<string, string>} */ ({
	none: "no propagation",
	naked: "naked singles",
	singles: "and hidden singles",
	locked: "and locked candidates",
	alldifferent: "all-different",
	"exact cover": "exact cover (DLX)",
});

/** A search tree: its nodes in the order in which they were tried. */
class Tree {
	/** @param {{ name: string, depths: number[], codes: number[], cut: boolean, solved: boolean }} data */
	constructor(data) {
		this.name = data.name;
		this.cut = data.cut;
		this.solved = data.solved;
		/** @type {{ cell: number, value: number, depth: number, isDead: boolean, parent: number, end: number }[]} */
		this.nodes = [];
		this.solutionAt = -1;
		/** @type {number[]} */
		const path = [];
		data.codes.forEach((code, index) => {
			const kind = ((code % KINDS) + KINDS) % KINDS; // codes of what is not about a cell are negative
			const what = Math.floor(code / KINDS);
			const depth = data.depths[index];
			if (kind === 2) {
				this.solutionAt = this.nodes.length - 1;
				return;
			}
			if (kind === 3) return;
			path.length = depth - 1;
			const cell = Math.floor(what / VALUES);
			const value = ((what % VALUES) + VALUES) % VALUES;
			this.nodes.push({ cell, value, depth, isDead: kind === 1, parent: path[depth - 2] ?? -1, end: 0 });
			path[depth - 1] = this.nodes.length - 1;
		});
		for (let index = this.nodes.length - 1; index >= 0; index -= 1) {
			const node = this.nodes[index];
			node.end = Math.max(node.end, index + 1);
			const isLast = index === this.nodes.length - 1;
			if (node.end === index + 1 && index !== this.solutionAt && !(this.cut && isLast)) node.isDead = true;
			const parent = this.nodes[node.parent];
			if (parent) parent.end = Math.max(parent.end, node.end);
		}
	}

	get count() {
		return this.nodes.length;
	}

	/** The nodes from the root to one. @param {number} index */
	path(index) {
		const found = [];
		for (let at = index; at >= 0; at = this.nodes[at].parent) found.unshift(at);
		return found;
	}

	/** How often each cell was branched on. @param {number} cells */
	heat(cells) {
		const counts = new Array(cells).fill(0);
		for (const node of this.nodes) if (node.cell >= 0) counts[node.cell] += 1;
		return counts;
	}

	/** The icicle as two paths: each node as wide as all below it, with this scale. */
	/** @param {number} scale */
	paths(scale) {
		const deepest = Math.max(1, ...this.nodes.map((node) => node.depth));
		const step = HEIGHT / deepest;
		/** @type {string[]} */
		const alive = [];
		/** @type {string[]} */
		const dead = [];
		const least = 0.35;
		this.nodes.forEach((node, index) => {
			const width = (node.end - index) * scale;
			if (width < least && index % Math.ceil(least / scale)) return;
			const shape = `M${(index * scale).toFixed(2)} ${((node.depth - 1) * step).toFixed(2)}h${Math.max(width, 0.3).toFixed(2)}v${Math.max(step - (step > 3 ? 0.6 : 0), 0.4).toFixed(2)}h-${Math.max(width, 0.3).toFixed(2)}z`;
			(node.isDead ? dead : alive).push(shape);
		});
		return { alive: alive.join(""), dead: dead.join(""), step };
	}
}

export class TreePanel {
	/** @param {import("./game.js").Game} game */
	constructor(game) {
		this.game = game;
		this.slot = new Slot();
		this.states = new Slot();
		/** @type {Map<string, Tree>} */
		this.trees = new Map();
		/** @type {Tree | null} */
		this.tree = null;
		this.at = 0;
		this.isHeat = false;
		this.playing = 0;
		this.said = el("p", { class: "note", role: "status" });
		this.list = el("div", { class: "formats" });
		this.startButton = el("button", { class: "main", onclick: () => this.start() }, "Search");
		this.slider = el("input", { type: "range", min: "0", max: "0", value: "0", "aria-label": "Place in the search" });
		this.slider.addEventListener("input", () => this.go(Number(this.slider.value)));
		this.where = el("p", { class: "note", role: "status" });
		this.playButton = el("button", { onclick: () => this.play() }, "Play");
		const heat = el("input", { type: "checkbox" });
		heat.addEventListener("change", () => {
			this.isHeat = heat.checked;
			this.go(this.at);
		});
		const tool = (words, label, /** @type {() => void} */ action) =>
			el("button", { class: "icon", "aria-label": label, title: label, onclick: action }, words);
		this.replay = el("div", { class: "card", hidden: true },
			this.slider,
			this.where,
			el("div", { class: "buttons" },
				tool("⇤", "First node", () => this.go(0)),
				tool("←", "Previous node", () => this.go(this.at - 1)),
				this.playButton,
				tool("→", "Next node", () => this.go(this.at + 1)),
				tool("⇥", "Last node", () => this.go(Infinity)),
			),
			el("label", { class: "check" }, heat, "Heat: where the search went"),
		);
		this.element = el("section", { class: "card", "aria-label": "Search trees" },
			el("h2", {}, "What propagation is worth"),
			el("p", { class: "note" }, "The native search itself, branch by branch, up to the first solution: the same order, more and more inference. Each node is as wide as what it took; orange ones were refuted at once."),
			el("div", { class: "buttons" }, this.startButton),
			this.said,
			this.list,
			this.replay,
		);
		game.addEventListener("puzzle", () => this.clear());
	}

	enter() {
		if (this.tree) this.go(this.at);
	}

	leave() {
		this.stop();
		if (this.slot.isBusy) this.cancel();
		this.states.cancel();
	}

	clear() {
		this.stop();
		this.slot.cancel();
		this.trees.clear();
		this.tree = null;
		this.list.replaceChildren();
		this.replay.hidden = true;
		this.said.textContent = "";
	}

	cancel() {
		if (this.playing) {
			this.stop();
			return true;
		}
		if (this.slot.isBusy) {
			this.slot.cancel();
			this.said.textContent = "Stopped.";
			return true;
		}
		if (!this.tree) return false;
		this.tree = null;
		this.replay.hidden = true;
		this.game.showOver({});
		this.show();
		return true;
	}

	async start() {
		this.clear();
		this.said.replaceChildren("searching ", busy());
		try {
			const answer = await this.slot.ask("trees", { puzzle: this.game.doc.puzzle, seconds: 30 }, ({ tree }) => {
				this.trees.set(tree.name, new Tree(tree));
				this.show();
			});
			if (!answer) return;
			this.said.textContent = "Choose one to replay it on the board.";
		} catch (error) {
			if (error instanceof Refusal) this.said.textContent = error.words;
		}
	}

	/** All icicles on one scale, the widest as wide as the panel; and each alone if it is chosen. */
	show() {
		const most = Math.max(1, ...[...this.trees.values()].map((tree) => tree.count));
		this.list.replaceChildren(...[...this.trees.values()].map((tree) => {
			const isChosen = tree === this.tree;
			const scale = WIDTH / (isChosen ? Math.max(1, tree.count) : most);
			const { alive, dead, step } = tree.paths(scale);
			const chart = svg("svg", { class: "chart click", viewBox: `0 0 ${WIDTH} ${HEIGHT}`, preserveAspectRatio: "none", "aria-hidden": "true" },
				svg("path", { class: "alive", d: alive }),
				svg("path", { class: "dead", d: dead }),
			);
			if (tree.solutionAt >= 0) {
				const x = (tree.solutionAt + 1) * scale;
				chart.append(svg("path", { class: "solution", d: `M${Math.min(x, WIDTH - 2)} 0h2v${HEIGHT}h-2z` }));
			}
			if (isChosen && tree.count) {
				const node = tree.nodes[this.at];
				chart.append(svg("rect", { class: "here", x: this.at * scale, y: (node.depth - 1) * step, width: Math.max(1.5, (node.end - this.at) * scale), height: step }));
			}
			chart.addEventListener("click", (event) => {
				const box = chart.getBoundingClientRect();
				const share = (event.clientX - box.left) / box.width;
				if (isChosen) this.go(Math.floor(share * tree.count));
				else this.choose(tree);
			});
			const words = tree.count
				? `${tree.cut ? "more than " : ""}${counted(tree.count, "node")}`
				: tree.cut ? "not possible" : "no search needed";
			return el("div", { class: "icicle" },
				el("div", { class: "spread" },
					el("button", { class: "link", "aria-pressed": String(isChosen), disabled: !tree.count, onclick: () => this.choose(tree) }, WORDS[tree.name] ?? tree.name),
					el("span", { class: "note" }, words)),
				tree.count ? chart : "",
			);
		}));
	}

	/** @param {Tree} tree */
	choose(tree) {
		if (!tree.count) return;
		this.stop();
		this.tree = tree;
		this.replay.hidden = false;
		this.slider.max = String(tree.count - 1);
		this.go(0);
	}

	/** Show the board at a node. @param {number} index */
	async go(index) {
		const { tree, game } = this;
		if (!tree) return;
		this.at = Math.max(0, Math.min(tree.count - 1, index));
		this.slider.value = String(this.at);
		const node = tree.nodes[this.at];
		const path = tree.path(this.at);
		const symbol = (value) => game.board.symbols[value - 1];
		const what = node.cell >= 0 ? `${game.board.names[node.cell]} = ${symbol(node.value)}` : "another variable";
		const outcome = this.at === tree.solutionAt ? ": the solution" : node.isDead ? ": refuted at once" : "";
		this.where.textContent = `node ${(this.at + 1).toLocaleString("en")} of ${tree.count.toLocaleString("en")}, depth ${node.depth}: ${what}${outcome}`;
		this.show();
		const pairs = (list) =>
			list.map((one) => tree.nodes[one]).filter(({ cell }) => cell >= 0).map(({ cell, value }) => [cell, value]);
		const answer = await this.states.ask("state", {
			puzzle: game.doc.puzzle,
			name: tree.name,
			decisions: pairs(path),
			refuted: pairs(this.siblings(path)),
		}).catch(() => null);
		if (!answer || game.tab !== "search" || this.tree !== tree) return;
		game.showOver({
			values: answer.values,
			candidates: answer.dead || tree.name === "none" ? game.doc.puzzle.values.map(() => []) : answer.candidates.map((list) => (list.length > 1 ? list : null)),
			focus: this.isHeat ? [] : pairs(path).map(([cell]) => cell),
			wrong: node.isDead && node.cell >= 0 ? [node.cell] : [],
			heat: this.isHeat ? tree.heat(answer.values.length) : null,
		});
	}

	/** What was tried before, beside each node of a path. @param {number[]} path */
	siblings(path) {
		const { tree } = this;
		if (!tree || !this.game.doc.puzzle.rules?.length) return [];
		const parents = new Set(path.map((one) => tree.nodes[one].parent));
		const found = [];
		const own = new Set(path);
		for (let one = 0; one < this.at; one += 1) {
			const node = tree.nodes[one];
			if (!own.has(one) && parents.has(node.parent) && node.end <= this.at) found.push(one);
		}
		return found;
	}

	play() {
		if (this.playing) {
			this.stop();
			return;
		}
		if (!this.tree) return;
		if (this.at >= this.tree.count - 1) this.go(0);
		this.playButton.textContent = "Pause";
		const step = Math.max(1, Math.round(this.tree.count / 400));
		this.playing = window.setInterval(() => {
			if (!this.tree || this.at >= this.tree.count - 1) this.stop();
			else if (!this.states.isBusy) this.go(this.at + step);
		}, 120);
	}

	stop() {
		clearInterval(this.playing);
		this.playing = 0;
		this.playButton.textContent = "Play";
	}

	/** Home, End, PageUp and PageDown walk through the nodes. @param {KeyboardEvent} event */
	key(event) {
		if (!this.tree) return false;
		const page = Math.max(1, Math.round(this.tree.count / 20));
		const to = { Home: 0, End: Infinity, PageUp: this.at - page, PageDown: this.at + page }[event.key];
		if (to === undefined) return false;
		this.go(to);
		return true;
	}
}
