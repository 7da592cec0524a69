// What a backend refused: a class that both its carriers and whoever shows errors know.

/** What the backend refused, in sentences that can be shown. */
export class Refusal extends Error {
  /**
   * @param {string[]} lines
   * @param {number} status
   */
  constructor(lines, status) {
    super(lines.join("\n"));
    this.lines = lines;
    this.status = status;
  }
}
