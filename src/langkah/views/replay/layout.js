// The layout of a growing tree: the same tidy layout as in langkah/views/tree_layout.py. It takes time linear in the
// visible nodes and allocates nothing: children have larger numbers than their parents, so plain loops over typed
// arrays go up and down the tree, and the contours of subtrees are threads from node to node (Reingold and Tilford).

const NOBODY = -1;

export class TreeLayout {
  /** @param {ArrayLike<number>} parents for each node a smaller number, or -1 */
  constructor(parents) {
    const all = parents.length;
    this.parents = parents;
    this.x = new Float64Array(all + 1); // places, in steps of one neighbour; the first root is at 0
    this.depth = new Int32Array(all + 1);
    this.first = new Int32Array(all + 1); // the first child; those of the roots' common parent come last
    this.next = new Int32Array(all + 1); // the next sibling
    this.offset = new Float64Array(all + 1); // the horizontal distance from the parent
    this.edges = { left: makeEdge(all + 1), right: makeEdge(all + 1) };
    this.left = this.right = 0; // the extent of the tree
    this.levels = 0; // number of generations
  }

  /**
   * Lay out the visible nodes; the parent of a visible node must be visible.
   * @param {Uint8Array} shown
   */
  arrange(shown) {
    const { parents, first, next, x, depth, offset } = this;
    const top = parents.length;
    first.fill(NOBODY);
    for (let node = top - 1; node >= 0; node -= 1) {
      if (!shown[node]) continue;
      const parent = parents[node] < 0 ? top : parents[node];
      next[node] = first[parent];
      first[parent] = node;
      this.placeChildren(node);
    }
    this.placeChildren(top);
    x[top] = first[top] < 0 ? 0 : -offset[first[top]];
    depth[top] = -1;
    this.left = this.right = this.levels = 0;
    for (let node = 0; node < top; node += 1) {
      if (!shown[node]) continue;
      const parent = parents[node] < 0 ? top : parents[node];
      x[node] = x[parent] + offset[node];
      depth[node] = depth[parent] + 1;
      if (x[node] < this.left) this.left = x[node];
      if (x[node] > this.right) this.right = x[node];
      if (depth[node] >= this.levels) this.levels = depth[node] + 1;
    }
  }

  /**
   * Push the subtrees below a node together from left to right, and centre the node above them.
   * @param {number} node
   */
  placeChildren(node) {
    const { first, next, offset } = this;
    const { left, right } = this.edges;
    const begin = first[node];
    setEnd(left, node, node, 0);
    setEnd(right, node, node, 0);
    left.next[node] = right.next[node] = NOBODY;
    if (begin < 0) return;
    offset[begin] = 0;
    let lowLeft = left.end[begin]; // the deepest nodes on both contours so far
    let lowLeftX = left.endX[begin];
    let lowRight = right.end[begin];
    let lowRightX = right.endX[begin];
    let last = begin;
    for (let child = next[begin]; child >= 0; child = next[child]) {
      let a = last; // down the right contour of the placed subtrees, and the left contour of the next one
      let aX = offset[last];
      let b = child;
      let bX = 0;
      let apart = aX + 1;
      while (right.next[a] >= 0 && left.next[b] >= 0) {
        aX += right.step[a];
        a = right.next[a];
        bX += left.step[b];
        b = left.next[b];
        if (aX - bX + 1 > apart) apart = aX - bX + 1;
      }
      offset[child] = apart;
      const end = right.end[child];
      const endX = apart + right.endX[child];
      if (right.next[a] >= 0) {
        // The left part is deeper: the right contour continues there
        right.step[end] = aX + right.step[a] - endX;
        right.next[end] = right.next[a];
      } else {
        if (left.next[b] >= 0) {
          left.step[lowLeft] = apart + bX + left.step[b] - lowLeftX;
          left.next[lowLeft] = left.next[b];
          lowLeft = left.end[child];
          lowLeftX = apart + left.endX[child];
        }
        lowRight = end;
        lowRightX = endX;
      }
      last = child;
    }
    const middle = offset[last] / 2;
    for (let child = begin; child >= 0; child = next[child]) offset[child] -= middle;
    left.next[node] = begin;
    left.step[node] = offset[begin];
    right.next[node] = last;
    right.step[node] = offset[last];
    setEnd(left, node, lowLeft, lowLeftX - middle);
    setEnd(right, node, lowRight, lowRightX - middle);
  }
}

/**
 * One contour of all subtrees: for each node the next one down, and its offset; and the end of the contour.
 * @typedef {{ next: Int32Array, step: Float64Array, end: Int32Array, endX: Float64Array }} Edge
 */

/**
 * @param {number} size
 * @returns {Edge}
 */
const makeEdge = (size) => ({
  next: new Int32Array(size),
  step: new Float64Array(size),
  end: new Int32Array(size),
  endX: new Float64Array(size),
});

/**
 * @param {Edge} edge
 * @param {number} node
 * @param {number} end
 * @param {number} x
 */
function setEnd(edge, node, end, x) {
  edge.end[node] = end;
  edge.endX[node] = x;
}
