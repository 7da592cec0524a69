// A move is the sequence of handles that performs it. From the choices of a position these functions tell what a click
// can mean, for every game alike; the backend has the last word.

const isPrefix = (gesture, selected) => selected.every((handle, index) => gesture[index] === handle);

/** What can be clicked next after these handles: for each handle the numbers of the choices it leads to. */
export function findNextHandles(choices, selected) {
  const found = new Map();
  choices.forEach(({ gestures }, number) => {
    for (const gesture of gestures) {
      if (gesture.length <= selected.length || !isPrefix(gesture, selected)) continue;
      const handle = gesture[selected.length];
      if (!found.has(handle)) found.set(handle, new Set());
      found.get(handle).add(number);
    }
  });
  return found;
}

/** Whether these handles perform a move. */
export function isComplete(choices, handles) {
  return choices.some(({ gestures }) =>
    gestures.some((each) => each.length === handles.length && isPrefix(each, handles)),
  );
}

/** Along which ways a handle can be dragged: the number of the choice, and how far it takes which shapes. */
export function findRails(position, handle) {
  return position.travels
    .map((travel, choice) => ({ choice, travel, main: Object.values(travel)[0] }))
    .filter(({ choice, main }) => main && position.choices[choice].gestures.some((each) => each[0] === handle));
}

/** Every handle that can be dragged. */
export function findDraggable(position) {
  const moving = position.choices.filter((_choice, number) => Object.keys(position.travels[number] ?? {}).length);
  return new Set(moving.flatMap(({ gestures }) => gestures.map((each) => each[0])));
}

/** How far along each rail a drag by this vector goes, the nearest rail first. */
export function rankRails(ways, [x, y]) {
  return ways
    .map((rail) => {
      const [dx, dy] = rail.main;
      const share = Math.max(0, Math.min(1, (x * dx + y * dy) / (dx * dx + dy * dy)));
      const aside = [x - share * dx, y - share * dy];
      return { ...rail, share, aside, far: Math.hypot(...aside) };
    })
    .sort((a, b) => a.far - b.far || b.share - a.share);
}

/** The choice that a drag by this vector means: the end of a rail that it has come near to. */
export function findDropChoice(ways, vector) {
  const near = rankRails(ways, vector).filter(
    ({ share, far, main }) => share > 0.6 && far < Math.max(0.8, Math.hypot(...main) * 0.5),
  );
  near.sort((a, b) => measureGap(a, vector) - measureGap(b, vector));
  return near[0]?.choice;
}

const measureGap = ({ main: [dx, dy] }, [x, y]) => Math.hypot(x - dx, y - dy);

/** The spot to go to from one spot in a direction: near, and not too far aside. */
export function findNeighbour(spots, from, [dx, dy]) {
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

/** The spot that is nearest to where another one was. */
export function findNearest(spots, { box }) {
  const [x, y] = findMiddle({ box });
  const far = ({ box: [left, top, width, height] }) =>
    Math.hypot(Math.max(left - x, 0, x - left - width), Math.max(top - y, 0, y - top - height));
  return spots.reduce((best, spot) => (far(spot) < far(best) ? spot : best));
}

const findMiddle = ({ box: [x, y, width, height] }) => [x + width / 2, y + height / 2];
