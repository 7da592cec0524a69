// The address behind the #: a place and, after an &, what to open there. A place is a readable text such as #GAME:LEVEL
// or #GAME?SETTING=5&moves=1-2,1-3, or the exact position as encoded by the backend. What to open: watch, race,
// compare, be (the algorithm), odds, map, review.

const WISH = /&(?=(?:watch|race|compare|be|odds|map|review)\b)/;

/**
 * @param {string} hash
 * @returns {{ place: string, wish: string }}
 */
export function splitAddress(hash) {
  const [place, ...rest] = hash.replace(/^#/, "").split(WISH);
  return { place, wish: rest.join("&") };
}

/**
 * Whether an address opens the room in which searches are watched.
 * @param {string} hash
 */
export const isForWatching = (hash) => /^#lesson\/|&(watch|race|compare|be)\b/.test(hash);

/**
 * The place of a position: readable if possible, else exact.
 * @param {{ address?: string, token: string }} position
 */
export const getPlace = ({ address, token }) => address || token;
