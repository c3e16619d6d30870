// Charts in SVG: bars on a logarithmic scale, and the cactus plot.

import { duration, el, svg } from "./dom.js";

const WIDTH = 380;
const DASHES = ["none", "7 4", "7 3 2 3", "2 3"];

/**
 * Seconds as bars on one logarithmic scale.
 * @param {{ name: string, seconds: number | null, words: string }[]} rows
 */
export function bars(rows) {
	const known = rows.flatMap((row) => (row.seconds ? [row.seconds] : []));
	const low = Math.log10(Math.min(1e-5, ...known)) - 0.15;
	const high = Math.log10(Math.max(1e-4, ...known)) + 0.05;
	const height = 30 * rows.length;
	const chart = svg("svg", {
		class: "chart", viewBox: `0 0 ${WIDTH} ${height}`, role: "img",
		"aria-label": rows.map((row) => `${row.name} ${row.words}`).join(", "),
	});
	rows.forEach((row, index) => {
		const y = 30 * index;
		const share = row.seconds ? (Math.log10(row.seconds) - low) / (high - low) : 0;
		chart.append(
			svg("text", { x: 0, y: y + 11 }, row.name),
			svg("text", { x: WIDTH, y: y + 11, "text-anchor": "end" }, row.words),
			svg("rect", { x: 0, y: y + 16, width: WIDTH, height: 6, rx: 3, class: "bar-ground" }),
			svg("rect", { x: 0, y: y + 16, width: Math.max(0, WIDTH * share), height: 6, rx: 3, class: "bar" }),
		);
	});
	return chart;
}

/**
 * How many puzzles each backend solves within a time for each of them.
 * @param {Record<string, number[]>} curves sorted seconds by name
 * @param {Map<string, [number, number]>} inks colour and style of each backend, the same in every plot
 */
export function cactus(curves, inks) {
	const all = Object.values(curves).flat().filter((seconds) => seconds > 0);
	if (!all.length) return el("p", { class: "note" }, "Nothing was solved.");
	const low = Math.floor(Math.log10(Math.min(...all)));
	const high = Math.max(low + 1, Math.ceil(Math.log10(Math.max(...all))));
	const most = Math.max(...Object.values(curves).map((seconds) => seconds.length));
	const [left, top, right, bottom] = [34, 8, WIDTH - 20, 210];
	const x = (seconds) =>
		left + ((Math.log10(seconds) - low) / (high - low)) * (right - left);
	const y = (count) => bottom - (count / most) * (bottom - top);
	const chart = svg("svg", {
		class: "chart", viewBox: `0 0 ${WIDTH} 240`, role: "img",
		"aria-label": "How many puzzles each backend settles within a time",
	});
	for (let power = low; power <= high; power += 1) {
		const at = x(10 ** power);
		chart.append(
			svg("path", { class: "grid-line", d: `M${at} ${top}V${bottom}` }),
			svg("text", { x: at, y: bottom + 16, "text-anchor": "middle" }, duration(10 ** power)),
		);
	}
	for (const count of new Set([0, Math.round(most / 2), most])) {
		chart.append(
			svg("path", { class: "grid-line", d: `M${left} ${y(count)}H${right}` }),
			svg("text", { x: left - 6, y: y(count) + 4, "text-anchor": "end" }, String(count)),
		);
	}
	chart.append(svg("path", { class: "axis", d: `M${left} ${top}V${bottom}H${right}` }));
	const key = el("div", { class: "key" });
	Object.entries(curves).forEach(([name, seconds]) => {
		const [colour, dashes] = inks.get(name) ?? [0, 0];
		const look = { class: `curve s${colour + 1}`, "stroke-dasharray": DASHES[dashes] };
		if (seconds.length) {
			const points = seconds.map((one, number) => `${x(one).toFixed(1)} ${y(number + 1).toFixed(1)}`);
			chart.append(svg("path", { ...look, d: `M${x(seconds[0]).toFixed(1)} ${y(0)}L${points.join("L")}` }));
		}
		const sample = svg("svg", { viewBox: "0 0 18 10", "aria-hidden": "true" },
			svg("path", { ...look, d: "M0 5H18", "stroke-width": 3 }));
		key.append(el("span", {}, sample, `${name}: ${seconds.length}`));
	});
	return el("div", {}, chart, key);
}
