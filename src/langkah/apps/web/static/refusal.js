// The backend's refusals: a class shared by both connections and the error messages.

/** A refusal of the backend, in sentences that can be shown. */
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
