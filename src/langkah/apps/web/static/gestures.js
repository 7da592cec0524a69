// A move is the sequence of handles that performs it. From the choices of a position, these functions determine what a
// click can mean, for every game alike; the backend makes the final decision.

/** @typedef {{ handle: string, box: Box }} Spot A target of the focus. */
/** @typedef {{ choice: number, travel: Record<string, Point>, main: Point }} Rail A path for dragging. */

/** @type {(gesture: string[], selected: string[]) => boolean} */
const isPrefix = (gesture, selected) => selected.every((handle, index) => gesture[index] === handle);

/**
 * What can be clicked next after these handles: for each handle the indices of the choices it leads to.
 * @param {Api.Choice[]} choices
 * @param {string[]} selected
 */
export function findNextHandles(choices, selected) {
  /** @type {Map<string, Set<number>>} */
  const found = new Map();
  choices.forEach(({ gestures }, number) => {
    for (const gesture of gestures) {
      if (gesture.length <= selected.length || !isPrefix(gesture, selected)) continue;
      const handle = gesture[selected.length];
      found.set(handle, (found.get(handle) ?? new Set()).add(number));
    }
  });
  return found;
}

/**
 * Whether these handles perform a move.
 * @param {Api.Choice[]} choices
 * @param {string[]} handles
 */
export function isComplete(choices, handles) {
  return choices.some(({ gestures }) =>
    gestures.some((each) => each.length === handles.length && isPrefix(each, handles)),
  );
}

/**
 * Whether all shapes of a choice move in the same way.
 * @param {Record<string, Point>} travel
 */
const isOneWay = (travel) => {
  const [first, ...others] = Object.values(travel);
  return others.every(([x, y]) => Math.hypot(x - first[0], y - first[1]) < 1e-6);
};

/**
 * The rails of a handle: the index of the choice, and the displacement of its shapes. The dragged piece follows the
 * pointer; if it stays in place while others move in different ways, there is nothing to drag.
 * @param {Api.Position} position
 * @param {string} handle
 * @returns {Rail[]}
 */
export function findRails(position, handle) {
  const own = position.scene.shapes.filter((shape) => shape.handle === handle && shape.id).map(({ id = "" }) => id);
  return position.travels
    .map((travel, choice) => {
      const id = own.find((each) => each in travel);
      return { choice, travel, main: id ? travel[id] : isOneWay(travel) ? Object.values(travel)[0] : undefined };
    })
    .filter(({ choice }) => position.choices[choice].gestures.some((each) => each[0] === handle))
    .flatMap(({ choice, travel, main }) => (main ? [{ choice, travel, main }] : []));
}

/** @typedef {readonly [dx: number, dy: number, ...unknown[]]} Direction */

/**
 * Whether an arrow determines a move: every move is made by one click and slides a piece, some moves all pieces alike.
 * @param {Api.Position} position
 */
export const canSlide = ({ choices, travels }) =>
  choices.length > 0 &&
  travels.some((travel) => Object.keys(travel).length && isOneWay(travel)) &&
  choices.every(
    ({ gestures }, number) =>
      gestures.some((each) => each.length === 1) && Object.keys(travels[number] ?? {}).length > 0,
  );

/**
 * The choice that slides a piece in a direction; of several, the one that moves the least.
 * @param {Api.Position} position
 * @param {Direction} direction
 */
export function findSlide({ choices, travels }, [dx, dy]) {
  const heads = (/** @type {Point} */ [x, y]) => x * dx + y * dy > Math.abs(x * dy) + Math.abs(y * dx);
  const fitting = choices.map((_choice, number) => number).filter((number) => Object.values(travels[number]).every(heads));
  const count = (/** @type {number} */ number) => Object.keys(travels[number]).length;
  return choices[fitting.sort((a, b) => count(a) - count(b))[0]];
}

/**
 * Every handle that can be dragged.
 * @param {Api.Position} position
 */
export function findDraggable(position) {
  const moving = position.choices.filter((_choice, number) => Object.keys(position.travels[number] ?? {}).length);
  const handles = new Set(moving.flatMap(({ gestures }) => gestures.map((each) => each[0])));
  return new Set([...handles].filter((handle) => findRails(position, handle).length));
}

/**
 * The distance along each rail for a drag by this vector, nearest rail first.
 * @param {Rail[]} rails
 * @param {Point} vector
 */
export function rankRails(rails, [x, y]) {
  return rails
    .map((rail) => {
      const [dx, dy] = rail.main;
      const share = Math.max(0, Math.min(1, (x * dx + y * dy) / (dx * dx + dy * dy)));
      const aside = /** @type {Point} */ ([x - share * dx, y - share * dy]);
      return { ...rail, share, aside, far: Math.hypot(...aside) };
    })
    .sort((a, b) => a.far - b.far || b.share - a.share);
}

/**
 * The rail that a drag by this vector selects: its end is near the end of the drag, or was passed.
 * @param {Rail[]} rails
 * @param {Point} vector
 * @returns {Rail | undefined}
 */
export function findDropRail(rails, vector) {
  const near = rankRails(rails, vector).filter((rail) => {
    const isNear = rail.share > 0.6 && rail.far < Math.max(0.8, Math.hypot(...rail.main) * 0.5);
    return isNear || (rail.share === 1 && measureAside(rail, vector) < 0.5);
  });
  return near.sort((a, b) => measureGap(a, vector) - measureGap(b, vector))[0];
}

/**
 * The rail on which the same shape continues its direction, if the rest of the drag reaches far enough.
 * @param {Rail[]} rails
 * @param {Rail} before
 * @param {Point} left
 */
export function findNextRail(rails, before, left) {
  const [shape] = Object.keys(before.travel);
  const same = rails.filter(({ main, travel }) => shape in travel && measureGap({ main }, before.main) < 1e-6);
  return rankRails(same, left).find((rail) => rail.share > 0.6 && measureAside(rail, left) < 0.5);
}

/** @type {(rail: { main: Point }, vector: Point) => number} */
const measureAside = ({ main: [dx, dy] }, [x, y]) => Math.abs(x * dy - y * dx) / Math.hypot(dx, dy);

/** @type {(rail: { main: Point }, vector: Point) => number} */
const measureGap = ({ main: [dx, dy] }, [x, y]) => Math.hypot(x - dx, y - dy);

/**
 * The next spot from one spot in a direction: near, and not too far aside.
 * @template {{ box: Box }} S
 * @param {S[]} spots
 * @param {S} from
 * @param {Direction} direction
 */
export function findNeighbour(spots, from, [dx, dy]) {
  /** @type {{ spot: S, far: number } | null} */
  let best = null;
  for (const spot of spots) {
    if (spot === from) continue;
    const [x, y] = [findMiddle(spot)[0] - findMiddle(from)[0], findMiddle(spot)[1] - findMiddle(from)[1]];
    const ahead = x * dx + y * dy;
    const aside = Math.abs(x * dy) + Math.abs(y * dx);
    if (ahead < 0.2 || aside > ahead * 2.5) continue;
    const far = ahead + 2 * aside;
    if (!best || far < best.far) best = { spot, far };
  }
  return best?.spot ?? from;
}

/**
 * The spot nearest to another one's place.
 * @template {{ box: Box }} S
 * @param {S[]} spots
 * @param {{ box: Box }} other
 */
export function findNearest(spots, { box }) {
  const [x, y] = findMiddle({ box });
  /** @param {{ box: Box }} spot */
  const far = ({ box: [left, top, width, height] }) =>
    Math.hypot(Math.max(left - x, 0, x - left - width), Math.max(top - y, 0, y - top - height));
  return spots.reduce((best, spot) => (far(spot) < far(best) ? spot : best));
}

/** @param {{ box: Box }} spot */
const findMiddle = ({ box: [x, y, width, height] }) => [x + width / 2, y + height / 2];
