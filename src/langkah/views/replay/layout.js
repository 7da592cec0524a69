// Where the nodes of a tree stand: the same tidy layout that draws pictures (langkah/views/layout.py), for trees that are
// folded and unfolded on the page. Outlines are lists, deepest level first, each with a shift that holds for all of it.

/**
 * The outline of a tree: how far it reaches on each level.
 * @typedef {{ left: number[], right: number[], leftShift: number, rightShift: number }} Outline
 */

/**
 * How far one outline must stand to the right of another.
 * @param {Outline} a
 * @param {Outline} b
 */
function measureOverlap(a, b) {
  let most = -Infinity;
  const common = Math.min(a.right.length, b.left.length);
  for (let level = 1; level <= common; level += 1) {
    most = Math.max(most, a.right[a.right.length - level] - b.left[b.left.length - level]);
  }
  return most + a.rightShift - b.leftShift + 1;
}

/**
 * @param {Outline} a
 * @param {Outline} b
 * @param {number} by
 */
function joinOutlines(a, b, by) {
  b.leftShift += by;
  b.rightShift += by;
  if (a.right.length >= b.right.length) {
    for (let level = 1; level <= b.right.length; level += 1) {
      a.right[a.right.length - level] = b.right[b.right.length - level] + b.rightShift - a.rightShift;
    }
    return a;
  }
  for (let level = 1; level <= a.left.length; level += 1) {
    b.left[b.left.length - level] = a.left[a.left.length - level] + a.leftShift - b.leftShift;
  }
  return b;
}

/**
 * @param {number[]} nodes
 * @param {Map<number, Outline>} outlines
 * @param {Map<number, number>} offsets
 */
function placeSideBySide(nodes, outlines, offsets) {
  /** @type {Outline | null} */
  let whole = null;
  for (const node of nodes) {
    const outline = /** @type {Outline} */ (outlines.get(node));
    /** @type {number} */
    const by = whole ? measureOverlap(whole, outline) : 0;
    offsets.set(node, by);
    whole = whole ? joinOutlines(whole, outline, by) : outline;
  }
  return whole ?? { left: [], right: [], leftShift: 0, rightShift: 0 };
}

/**
 * The place [x, depth] of every node below the roots, in steps of one neighbour and one generation.
 * @param {number[]} roots
 * @param {(node: number) => number[]} children
 */
export function layOutTree(roots, children) {
  /** @type {number[]} */
  const order = [];
  const stack = [...roots].reverse();
  for (let node = stack.pop(); node !== undefined; node = stack.pop()) {
    order.push(node);
    const below = children(node);
    for (let index = below.length - 1; index >= 0; index -= 1) stack.push(below[index]);
  }
  /** @type {Map<number, number>} */
  const offsets = new Map();
  const offset = (/** @type {number} */ node) => offsets.get(node) ?? 0;
  /** @type {Map<number, Outline>} */
  const outlines = new Map();
  for (let index = order.length - 1; index >= 0; index -= 1) {
    const below = children(order[index]);
    const outline = placeSideBySide(below, outlines, offsets);
    if (below.length) {
      const middle = offset(below[below.length - 1]) / 2;
      outline.leftShift -= middle;
      outline.rightShift -= middle;
      for (const child of below) offsets.set(child, offset(child) - middle);
    }
    outline.left.push(-outline.leftShift);
    outline.right.push(-outline.rightShift);
    outlines.set(order[index], outline);
  }
  const whole = placeSideBySide(roots, outlines, offsets);
  const least = whole.left.reduce((low, edge) => Math.min(low, edge + whole.leftShift), 0);
  /** @type {Map<number, Point>} */
  const places = new Map(roots.map((root) => [root, [offset(root) - least, 0]]));
  for (const node of order) {
    const [x, depth] = places.get(node) ?? [0, 0];
    for (const child of children(node)) places.set(child, [x + offset(child), depth + 1]);
  }
  return places;
}
