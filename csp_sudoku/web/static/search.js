export class SearchTab {
  /** @param {import("./game.js").Game} game */
  constructor(game) { this.game = game; /** @type {any} */ this.gesture = null; }
  /** @param {string[]} _ */
  setCollection(_) {}
}
