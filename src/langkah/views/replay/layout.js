// Where the nodes of a tree stand: the same tidy layout that draws pictures (langkah/views/layout.py), for trees that are
// folded and unfolded on the page. Outlines are lists, deepest level first, each with a shift that holds for all of it.

function apart(a, b) {
  let most = -Infinity;
  const common = Math.min(a.right.length, b.left.length);
  for (let level = 1; level <= common; level += 1) {
    most = Math.max(most, a.right[a.right.length - level] - b.left[b.left.length - level]);
  }
  return most + a.rightShift - b.leftShift + 1;
}

function joined(a, b, by) {
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

function sideBySide(nodes, outlines, offsets) {
  if (!nodes.length) return { left: [], right: [], leftShift: 0, rightShift: 0 };
  let whole = outlines.get(nodes[0]);
  offsets.set(nodes[0], 0);
  for (const node of nodes.slice(1)) {
    const outline = outlines.get(node);
    const by = apart(whole, outline);
    offsets.set(node, by);
    whole = joined(whole, outline, by);
  }
  return whole;
}

/** The place [x, depth] of every node below the roots, in steps of one neighbour and one generation. */
export function tidy(roots, children) {
  const order = [];
  const stack = [...roots].reverse();
  while (stack.length) {
    const node = stack.pop();
    order.push(node);
    const below = children(node);
    for (let index = below.length - 1; index >= 0; index -= 1) stack.push(below[index]);
  }
  const offsets = new Map();
  const outlines = new Map();
  for (let index = order.length - 1; index >= 0; index -= 1) {
    const below = children(order[index]);
    const outline = sideBySide(below, outlines, offsets);
    if (below.length) {
      const middle = offsets.get(below[below.length - 1]) / 2;
      outline.leftShift -= middle;
      outline.rightShift -= middle;
      for (const child of below) offsets.set(child, offsets.get(child) - middle);
    }
    outline.left.push(-outline.leftShift);
    outline.right.push(-outline.rightShift);
    outlines.set(order[index], outline);
  }
  const whole = sideBySide(roots, outlines, offsets);
  const least = whole.left.reduce((low, edge) => Math.min(low, edge + whole.leftShift), 0);
  const places = new Map(roots.map((root) => [root, [offsets.get(root) - least, 0]]));
  for (const node of order) {
    const [x, depth] = places.get(node);
    for (const child of children(node)) places.set(child, [x + offsets.get(child), depth + 1]);
  }
  return places;
}
