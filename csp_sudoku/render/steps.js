// Draws the picture of a step when it is opened. The page has the sentences; the data of each
// explanation has what its pictures show: see steps_page.py.
"use strict";
const SVG = "http://www.w3.org/2000/svg";
const data = JSON.parse(document.getElementById("steps").textContent);

function element(name, attributes, text) {
  const made = document.createElementNS(SVG, name);
  for (const key in attributes) made.setAttribute(key, attributes[key]);
  if (text !== undefined) made.textContent = text;
  return made;
}

function first(explained) {
  return { values: explained.values.slice(), marks: explained.marks.slice() };
}

// What stands in the cells before a step: values, and candidates as bits.
function before(explained, number) {
  const step = explained.steps[number];
  const kept = explained.kept || (explained.kept = new Map());
  if (kept.has(number)) return kept.get(number);
  let state;
  if (step.v === undefined) state = first(explained);
  else state = after(explained, step.v);
  for (const code of step.g || []) put(explained, state, code);
  lose(explained, state, step.h || []);
  kept.set(number, state);
  return state;
}

function after(explained, number) {
  const start = number < 0 ? before(explained, -1 - number) : before(explained, number);
  const state = { values: start.values.slice(), marks: start.marks.slice() };
  if (number >= 0) {
    const step = explained.steps[number];
    for (const code of step.p || []) put(explained, state, code);
    lose(explained, state, step.d || []);
  }
  return state;
}

function put(explained, state, code) {
  const size = explained.size + 1, cell = Math.floor(code / size);
  state.values[cell] = code % size;
  state.marks[cell] = 0;
}

function lose(explained, state, codes) {
  const size = explained.size + 1;
  for (const code of codes) state.marks[Math.floor(code / size)] &= ~(1 << (code % size - 1));
}

// A picture of a position, with what a step says about it.
function drawn(explained, state, step) {
  const stage = data.stages[explained.stage], size = explained.size + 1;
  const picture = document.getElementById("stage" + explained.stage).content.firstElementChild.cloneNode(true);
  const corner = (cell) => [stage.left + stage.cell * stage.cells[cell][1], stage.top + stage.cell * stage.cells[cell][0]];
  const place = (code) => {
    const [x, y] = corner(Math.floor(code / size)), mark = stage.marks[code % size - 1];
    return [x + mark[0], y + mark[1]];
  };
  const tint = (cell, colour) => {
    const [x, y] = corner(cell);
    picture.append(element("rect", { x, y, width: stage.cell, height: stage.cell, fill: colour, style: "mix-blend-mode:multiply" }));
  };
  const cells = (codes) => new Set((codes || []).map((code) => Math.floor(code / size)));
  const placed = new Set(step.p || []), gone = new Set(step.e || []), fins = new Set(step.f || []);
  const colours = new Map();
  for (const group of step.r || []) for (const cell of stage.groups[group] || []) colours.set(cell, "#fdf8e1");
  for (const cell of step.u || []) colours.set(cell, "#e6e6e6");
  for (const cell of cells([...(step.a || []), ...fins])) colours.set(cell, "#e4f1fa");
  for (const cell of cells(step.p)) colours.set(cell, "#d3efe5");
  colours.forEach((colour, cell) => tint(cell, colour));
  const disc = (code, fill) => {
    const [x, y] = place(code);
    picture.append(element("circle", { cx: x, cy: y, r: 7.2, fill }));
  };
  for (const code of step.a || []) if (!placed.has(code) && !gone.has(code) && !fins.has(code)) disc(code, "#9dd1f0");
  for (const code of fins) if (!placed.has(code) && !gone.has(code)) {
    const [x, y] = place(code);
    picture.append(element("rect", { x: x - 6.8, y: y - 6.8, width: 13.6, height: 13.6, rx: 2, fill: "#f0b93a" }));
  }
  for (const code of gone) disc(code, "#f9c3a2");
  for (const code of placed) disc(code, "#009e73");
  const links = step.l || [];
  for (let at = 0; at < links.length; at += 3) {
    const [x1, y1] = place(links[at]), [x2, y2] = place(links[at + 1]);
    const length = Math.hypot(x2 - x1, y2 - y1) || 1;
    const bend = Math.min(Math.max(0.16 * length, 9), 26) / length;
    const x = (x1 + x2) / 2 + (y1 - y2) * bend, y = (y1 + y2) / 2 + (x2 - x1) * bend;
    const line = element("path", { d: `M${x1} ${y1}Q${x} ${y} ${x2} ${y2}`, fill: "none", stroke: "#882255", "stroke-width": 2 });
    if (!links[at + 2]) line.setAttribute("stroke-dasharray", "5 3");
    picture.append(line);
  }
  state.values.forEach((value, cell) => {
    const [x, y] = corner(cell);
    if (value) {
      const isClue = explained.values[cell] === value;
      picture.append(element("text", {
        x: x + stage.cell / 2, y: y + stage.cell / 2 + 0.35 * stage.font, "font-size": stage.font,
        "font-weight": isClue ? "bold" : "normal", fill: isClue ? "#222" : "#0072b2",
      }, stage.symbols[value]));
      return;
    }
    for (let v = 1; v <= explained.size; v++) {
      if (!(state.marks[cell] >> (v - 1) & 1)) continue;
      const code = cell * size + v, [mx, my] = place(code);
      const isTold = placed.has(code) || gone.has(code) || fins.has(code) || (step.a || []).includes(code);
      picture.append(element("text", {
        x: mx, y: my + 0.35 * stage.small, "font-size": stage.small,
        fill: placed.has(code) ? "#fff" : isTold ? "#000" : "#666", "font-weight": placed.has(code) ? "bold" : "normal",
      }, stage.symbols[v]));
      if (gone.has(code)) picture.append(element("path", { d: `M${mx - 6} ${my + 6}L${mx + 6} ${my - 6}`, stroke: "#d55e00", "stroke-width": 1.5 }));
    }
  });
  return picture;
}

function draw(details) {
  if (details.dataset.drawn) return;
  details.dataset.drawn = "yes";
  const explained = data.explained[details.closest("[data-explained]").dataset.explained];
  const number = +details.dataset.step;
  const isEnd = number === explained.steps.length;
  const state = !isEnd ? before(explained, number) : explained.last === null ? first(explained) : after(explained, explained.last);
  details.querySelector("summary").after(drawn(explained, state, isEnd ? {} : explained.steps[number]));
}

const all = [...document.querySelectorAll("details[data-step]")];
for (const details of all) details.addEventListener("toggle", () => { if (details.open) draw(details); });
document.getElementById("open").addEventListener("click", () => all.forEach((details) => { details.open = true; }));
document.getElementById("close").addEventListener("click", () => all.forEach((details) => { details.open = false; }));

// The keys n and p, or the arrows, go to the next and the previous step, and open it.
let current = -1;
function go(by) {
  const steps = all.filter((details) => !details.parentElement.closest("details"));
  if (!steps.length) return;
  if (steps[current]) steps[current].open = false;
  current = Math.min(Math.max(current + by, 0), steps.length - 1);
  steps[current].open = true;
  draw(steps[current]); // now, so that its picture comes into view as well
  steps[current].querySelector("summary").focus({ preventScroll: true });
  steps[current].scrollIntoView({ block: "nearest" });
}
document.addEventListener("keydown", (event) => {
  if (event.altKey || event.ctrlKey || event.metaKey) return;
  const by = { n: 1, p: -1, ArrowRight: 1, ArrowLeft: -1 }[event.key];
  if (by) { event.preventDefault(); go(by); }
});
