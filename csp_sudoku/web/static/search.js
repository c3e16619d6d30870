// The tab Search: a fair race of backends, and searches to look into.

import { catalogue, Refusal, Slot } from "./api.js";
import { bars, cactus } from "./chart.js";
import { busy, byId, counted, duration, el } from "./dom.js";
import { TreePanel } from "./trees.js";

export class SearchTab {
	/** @param {import("./game.js").Game} game */
	constructor(game) {
		this.game = game;
		this.slot = new Slot();
		/** @type {object[] | null} */
		this.collection = null;
		this.hasMore = false;
		/** @type {Map<string, [number, number]>} */
		this.inks = new Map();
		this.backends = el("div", { class: "choices", role: "group", "aria-label": "Backends" });
		this.chart = el("div");
		this.table = el("div");
		this.said = el("p", { class: "note", role: "status" });
		this.what = el("p", { class: "note" });
		this.startButton = el("button", { class: "main", onclick: () => this.start() }, "Race");
		this.stopButton = el("button", { onclick: () => this.cancel() }, "Stop");
		this.oneButton = el("button", { onclick: () => this.setCollection(null) }, "Only this puzzle");
		this.trees = new TreePanel(game);
		byId("search").append(
			this.trees.element,
			el("section", { class: "card", "aria-label": "Race" },
				el("h2", {}, "Race"),
				this.what,
				this.backends,
				el("div", { class: "buttons" }, this.startButton, this.stopButton, this.oneButton),
				this.said,
				this.chart,
				this.table,
			),
		);
		this.stopButton.hidden = true;
		this.showWhat();
		game.addEventListener("puzzle", () => {
			this.slot.cancel();
			this.chart.replaceChildren();
			this.table.replaceChildren();
			this.said.textContent = "";
		});
	}

	async enter() {
		this.trees.enter();
		if (this.backends.childElementCount) return;
		const found = await catalogue().catch(() => null);
		this.backends.replaceChildren(...(found?.backends ?? []).map(
			(backend) => {
				this.inks.set(backend.name, backend.ink);
				const box = el("input", { type: "checkbox", value: backend.name, disabled: backend.missing !== null });
				box.checked = backend.usual;
				return el("label", { class: "check", title: backend.missing ?? backend.summary }, box, backend.name);
			}));
	}

	leave() {
		if (this.slot.isBusy) this.cancel();
		this.trees.leave();
	}

	/** @param {KeyboardEvent} event */
	key(event) {
		return this.trees.key(event);
	}

	/** @param {string[] | null} texts @param {boolean} [hasMore] whether the file had more of them */
	setCollection(texts, hasMore = false) {
		this.collection = texts && texts.map((text) => JSON.parse(text));
		this.hasMore = hasMore;
		this.showWhat();
		this.chart.replaceChildren();
		this.table.replaceChildren();
	}

	showWhat() {
		this.oneButton.hidden = !this.collection;
		this.what.textContent = this.collection
			? `All backends solve the ${this.hasMore ? "first " : ""}${counted(this.collection.length, "puzzle")} of the collection, in turns, after a warm-up; every answer is checked.`
			: "All backends solve this puzzle and equivalents of it, in turns, after a warm-up; every answer is checked. Drop a file with many puzzles to race on all of them.";
	}

	cancel() {
		if (!this.slot.isBusy) return this.trees.cancel();
		this.slot.cancel();
		this.stopButton.hidden = true;
		this.startButton.disabled = false;
		this.said.textContent = "Stopped.";
		return true;
	}

	async start() {
		const boxes = /** @type {NodeListOf<HTMLInputElement>} */ (this.backends.querySelectorAll("input:checked"));
		const backends = [...boxes].map((box) => box.value);
		const puzzles = this.collection ?? [this.game.doc.puzzle];
		const repeat = this.collection ? 1 : 5;
		if (!backends.length) {
			this.said.textContent = "Choose at least one backend.";
			return;
		}
		/** @type {Map<string, any[]>} */
		const trials = new Map(backends.map((name) => [name, []]));
		const total = backends.length * puzzles.length * repeat;
		let done = 0;
		this.startButton.disabled = true;
		this.stopButton.hidden = false;
		this.table.replaceChildren();
		this.said.replaceChildren("warming up ", busy());
		try {
			const answer = await this.slot.ask("race", { puzzles, backends, repeat, timeout: 5 }, ({ trial }) => {
				done += 1;
				if (!trials.has(trial.backend)) trials.set(trial.backend, []);
				trials.get(trial.backend)?.push(trial);
				this.said.textContent = `trial ${done} of ${total}`;
				this.showTrials(trials);
			});
			if (answer) this.show(answer);
		} catch (error) {
			if (error instanceof Refusal) this.said.textContent = error.words;
		} finally {
			if (!this.slot.isBusy) {
				this.startButton.disabled = false;
				this.stopButton.hidden = true;
			}
		}
	}

	/** @param {Map<string, any[]>} trials */
	showTrials(trials) {
		const rows = [...trials].filter(([, list]) => list.length).map(([name, list]) => {
			const seconds = median(list.map((trial) => trial.seconds));
			return { name, seconds, words: `${duration(seconds)} · ${counted(list.length, "trial")}` };
		});
		this.chart.replaceChildren(bars(rows));
	}

	/** @param {any} answer */
	show({ compare, cactus: curves }) {
		const { backends, disagreements } = compare;
		const rows = backends.filter((row) => row.backend !== "virtual best");
		this.said.textContent = disagreements.length
			? `Backends disagree on ${counted(disagreements.length, "puzzle")}!`
			: `All agree; ${compare.timed} to know whether there is a second solution.`;
		this.chart.replaceChildren(
			this.collection
				? cactus(curves, this.inks)
				: bars(rows.map((row) => ({ name: row.backend, seconds: row.median, words: duration(row.median) }))),
		);
		this.table.replaceChildren(
			el("table", { class: "race" },
				el("thead", {}, el("tr", {}, ...["backend", "solved", "median", "mean", "search", "fastest"].map((words, index) =>
					el("th", { class: index ? "number" : "", scope: "col" }, words)))),
				el("tbody", {}, ...backends.map((row) =>
					el("tr", {},
						el("td", {}, row.backend),
						el("td", { class: "number" }, String(row.solved)),
						el("td", { class: "number" }, duration(row.median)),
						el("td", { class: "number" }, duration(row.mean)),
						el("td", { class: "number" }, row.search ? counted(Math.round(row.search.amount), row.search.unit.replace(/s$/, "")) : ""),
						el("td", { class: "number" }, row.fastest === null ? "" : String(row.fastest)),
					))),
			),
		);
	}
}

/** @param {number[]} numbers */
function median(numbers) {
	const sorted = numbers.slice().sort((a, b) => a - b);
	const half = sorted.length >> 1;
	return sorted.length % 2 ? sorted[half] : (sorted[half - 1] + sorted[half]) / 2;
}
