// The address behind the #: a place, and behind an & what is wished there. A place is what people type, as in
// #GAME:LEVEL or #GAME?SETTING=5&moves=1-2,1-3, or the exact position as the backend packs it. Wishes: watch, race,
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
 * Whether an address leads into the room in which searches are watched.
 * @param {string} hash
 */
export const isForWatching = (hash) => /^#lesson\/|&(watch|race|compare|be)\b/.test(hash);

/**
 * The place that a position stands for: short where it can be typed, else exact.
 * @param {{ address?: string, token: string }} position
 */
export const getPlace = ({ address, token }) => address || token;
