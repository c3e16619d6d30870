// Making elements. Text is always text: nothing here reads HTML.

/**
 * @template {keyof HTMLElementTagNameMap} K
 * @param {K} tag @param {Record<string, any>} [attributes] @param {...(Node | string | null)} children
 * @returns {HTMLElementTagNameMap[K]}
 */
export function el(tag, attributes = {}, ...children) {
	const element = document.createElement(tag);
	if (tag === "button") element.setAttribute("type", "button"); // unless it says otherwise
	set(element, attributes);
	element.append(.../** @type {(Node | string)[]} */ (children.filter((one) => one !== null)));
	return element;
}

/** What turns while something is asked. */
export const busy = () => el("i", { class: "busy" });

const SVG = "http://www.w3.org/2000/svg";

/**
 * @template {keyof SVGElementTagNameMap} K
 * @param {K} tag @param {Record<string, any>} [attributes] @param {...(Node | string)} children
 * @returns {SVGElementTagNameMap[K]}
 */
export function svg(tag, attributes = {}, ...children) {
	const element = /** @type {SVGElementTagNameMap[K]} */ (document.createElementNS(SVG, tag));
	set(element, attributes);
	element.append(...children);
	return element;
}

/** @param {Element} element @param {Record<string, any>} attributes */
function set(element, attributes) {
	for (const [name, value] of Object.entries(attributes)) {
		if (value === null || value === undefined || value === false) continue;
		if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
		else element.setAttribute(name, value === true ? "" : String(value));
	}
}

/** @param {string} id @returns {any} */
export function byId(id) {
	const found = document.getElementById(id);
	if (!found) throw new Error(`no element ${id}`);
	return found;
}

/** @param {number} count @param {string} noun @param {string} [nouns] */
export function counted(count, noun, nouns = `${noun}s`) {
	return `${count.toLocaleString("en")} ${count === 1 ? noun : nouns}`;
}

/** @param {string} words */
export function capital(words) {
	return words.charAt(0).toUpperCase() + words.slice(1);
}

/** Milliseconds, microseconds or seconds, in three digits. */
export function duration(seconds) {
	const [size, unit] =
		seconds < 1e-3 ? [seconds * 1e6, "µs"] : seconds < 1 ? [seconds * 1e3, "ms"] : [seconds, "s"];
	return `${size >= 100 ? Math.round(size) : size.toPrecision(2)} ${unit}`;
}

/** @param {string} name @param {string} type @param {string} base64 */
export function download(name, type, base64) {
	const bytes = Uint8Array.from(atob(base64), (symbol) => symbol.charCodeAt(0));
	const url = URL.createObjectURL(new Blob([bytes], { type }));
	el("a", { href: url, download: name }).click();
	setTimeout(() => URL.revokeObjectURL(url), 10_000);
}

let announcing = 0;

/** Say something to screen readers. */
export function announce(words) {
	const place = byId("announcer");
	clearTimeout(announcing);
	announcing = window.setTimeout(() => (place.textContent = words), 60);
}
