// Numbers in the language of the page; this is the only file that formats them. All of them come from the backend, and
// are only rounded here.

/** @param {number} value */
const formatNumber = (value, digits = 0) =>
  value.toLocaleString(document.documentElement.lang, {
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  });

/** @typedef {number | null | undefined} Maybe A number that may be unknown. */

/**
 * A number of turns.
 * @param {Maybe} value
 */
export function formatTurns(value, digits = 3) {
  if (value === null || value === undefined) return "–";
  return formatNumber(value, Number.isInteger(value) ? 0 : Math.abs(value) >= 1000 ? 1 : digits);
}

/**
 * A whole number with thousands separators.
 * @param {Maybe} value
 */
export const formatWhole = (value) => (value === null || value === undefined ? "–" : formatNumber(value));

/**
 * A probability with as many digits as are useful, also for tiny values.
 * @param {number} chance
 */
export function formatPercent(chance) {
  const share = 100 * chance;
  if (share === 0) return "0\u00a0%";
  if (share < 0.0001) return `${share.toExponential(0)}\u00a0%`;
  if (share > 99.995 && share < 100) return `> ${formatNumber(99.99, 2)}\u00a0%`;
  return `${formatNumber(share, share < 0.1 ? 1 - Math.floor(Math.log10(share)) : 2)}\u00a0%`;
}

/**
 * A rounded probability on the axis of a chart.
 * @param {number} share
 */
export function formatTick(share) {
  return `${(100 * share).toLocaleString(document.documentElement.lang, { maximumSignificantDigits: 3 })} %`;
}

/**
 * A number with its sign.
 * @param {number} value
 */
export const formatSigned = (value, digits = 2) => `${value < 0 ? "−" : "+"}${formatNumber(Math.abs(value), digits)}`;

/**
 * A duration.
 * @param {number} time in seconds
 */
export function formatSeconds(time) {
  if (time >= 1) return `${formatNumber(time, 2)} s`;
  return time >= 0.001 ? `${formatNumber(time * 1e3, 1)} ms` : `${formatNumber(time * 1e6)} µs`;
}

/**
 * An amount of memory; a lower bound if not all of it was counted.
 * @param {number | null} amount in bytes
 */
export function formatBytes(amount, all = true) {
  if (amount === null) return "–";
  const [size, unit] = amount >= 1e6 ? [amount / 1e6, "MB"] : [amount / 1e3, "KB"];
  return `${all ? "" : "≥ "}${formatNumber(size, size >= 100 ? 0 : 1)} ${unit}`;
}

/**
 * A date and time.
 * @param {number} at milliseconds, as `Date.now` counts
 */
export const formatMoment = (at) => new Date(at).toLocaleString(document.documentElement.lang);
