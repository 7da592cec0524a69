// The scale of bars in comparisons: linear from 0 if the ratio of longest to shortest is moderate, else logarithmic.

const MOST_TIMES = 20; // the largest ratio of bars at which both are visible
const MOST_TICKS = 4;
const RAISED = "⁰¹²³⁴⁵⁶⁷⁸⁹";

/**
 * @typedef {object} Scale
 * @property {boolean} logarithmic
 * @property {number} end the value of a bar of full length
 * @property {number} decades the number of powers of ten of a logarithmic one
 * @property {(count: number) => number} find the relative length of a bar
 * @property {{ share: number, label: string }[]} ticks
 */

/**
 * The scale for some counts.
 * @param {number[]} counts
 * @returns {Scale}
 */
export function chooseScale(counts) {
  const most = Math.max(1, ...counts);
  const least = Math.min(most, ...counts.filter((count) => count > 0));
  if (most <= MOST_TIMES * least) {
    const find = (/** @type {number} */ count) => count / most;
    return { logarithmic: false, end: most, decades: 1, find, ticks: [] };
  }
  const decades = Math.ceil(Math.log10(most));
  const step = Math.ceil((decades + 1) / MOST_TICKS);
  const powers = Array.from({ length: decades + 1 }, (_each, power) => power).filter((power) => power % step === 0);
  return {
    logarithmic: true,
    end: 10 ** decades,
    decades,
    find: (count) => (count > 1 ? Math.log10(count) / decades : 0),
    ticks: powers.map((power) => ({ share: power / decades, label: formatPower(power) })),
  };
}

/**
 * A power of ten in few characters: 1, 10, 10².
 * @param {number} power
 */
const formatPower = (power) => (power < 2 ? String(10 ** power) : `10${[...String(power)].map((each) => RAISED[Number(each)]).join("")}`);
