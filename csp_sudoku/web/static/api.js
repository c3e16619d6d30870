// Questions to the server: one fetch each; aborting it ends the work behind it.

/** An error in the library's own words, with the way out. */
export class Refusal extends Error {
	/** @param {string} problem @param {string | null} [fix] */
	constructor(problem, fix) {
		super(problem);
		this.fix = fix ?? null;
	}

	/** The problem and the way out, in one line. */
	get words() {
		return this.fix ? `${this.message}; ${this.fix}` : this.message;
	}
}

/** The server cannot be reached, or does not know this page; the banner says what to do. */
export class Gone extends Refusal {}

/** @type {(isGone: string | null) => void} */
let notify = () => {};

/** @param {(words: string | null) => void} listener */
export function onConnection(listener) {
	notify = listener;
}

/**
 * Ask a question; `tell` gets what is known on the way.
 * @param {string} name @param {object} [fields]
 * @param {{ signal?: AbortSignal, tell?: (progress: any) => void }} [options]
 * @returns {Promise<any>}
 */
export async function ask(name, fields = {}, { signal, tell } = {}) {
	let response;
	try {
		response = await fetch(`ask/${name}`, {
			method: "POST",
			headers: { "content-type": "application/json" },
			body: JSON.stringify(fields),
			signal,
		});
	} catch (error) {
		if (signal?.aborted) throw error;
		notify("The server does not answer. Your game is kept here; start csp-sudoku serve again.");
		throw new Gone("the server does not answer");
	}
	if (response.status === 403 || response.status === 421) {
		notify("The server was started again: open the address that it printed. Your game is kept.");
		throw new Gone("the server does not know this page any more");
	}
	notify(null);
	if (response.status === 413) {
		throw new Refusal("this is too long for the page", "use the command line");
	}
	if (!response.ok && response.status !== 400 && response.status !== 429) {
		throw new Refusal(`the server answered ${response.status}`, "try again");
	}
	/** @type {any} */
	let last = null;
	for await (const line of lines(response)) {
		const said = JSON.parse(line);
		if ("progress" in said) tell?.(said.progress);
		else last = said;
	}
	if (last && "answer" in last) return last.answer;
	if (last) throw new Refusal(last.error, last.fix);
	throw new Refusal("the answer was cut off", "try again");
}

/** @type {Promise<import("../types").Catalogue> | null} */
let known = null;

/** All that can be chosen from; it is asked for once. */
export function catalogue() {
	known ??= ask("catalogue").catch((error) => {
		known = null;
		throw error;
	});
	return /** @type {Promise<import("../types").Catalogue>} */ (known);
}

/** @param {Response} response */
async function* lines(response) {
	if (!response.body) return;
	const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
	let rest = "";
	for (;;) {
		const { done, value } = await reader.read();
		if (done) break;
		const parts = (rest + value).split("\n");
		rest = parts.pop() ?? "";
		for (const part of parts) if (part) yield part;
	}
	if (rest.trim()) yield rest;
}

/** A place for one question at a time: a new one ends the one before. */
export class Slot {
	constructor() {
		/** @type {AbortController | null} */
		this.running = null;
	}

	get isBusy() {
		return this.running !== null;
	}

	cancel() {
		this.running?.abort();
		this.running = null;
	}

	/**
	 * The answer, or null if the question was replaced or cancelled.
	 * @param {string} name @param {object} fields @param {(progress: any) => void} [tell]
	 */
	async ask(name, fields, tell) {
		this.cancel();
		const running = (this.running = new AbortController());
		try {
			return await ask(name, fields, {
				signal: running.signal,
				tell: (said) => this.running === running && tell?.(said),
			}).then((answer) => (this.running === running ? answer : null));
		} catch (error) {
			if (running.signal.aborted) return null;
			throw error;
		} finally {
			if (this.running === running) this.running = null;
		}
	}
}
