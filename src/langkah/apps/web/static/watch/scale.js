// The scale of bars that compare counts: from 0 where the longest is not too long beside the shortest, else logarithmic.

const MOST_TIMES = 20; // the longest bar beside the shortest, up to which both can be seen
const MOST_TICKS = 4;
const RAISED = "⁰¹²³⁴⁵⁶⁷⁸⁹";

/**
 * @typedef {object} Scale
 * @property {boolean} logarithmic
 * @property {number} end what a bar of the whole length stands for
 * @property {number} decades how many powers of ten a logarithmic one has
 * @property {(count: number) => number} find the share of the length that a bar has
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
 * A power of ten in few letters: 1, 10, 10².
 * @param {number} power
 */
const formatPower = (power) => (power < 2 ? String(10 ** power) : `10${[...String(power)].map((each) => RAISED[Number(each)]).join("")}`);
