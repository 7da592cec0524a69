/** The progress of a search, in words. */

import { describeSpeed } from "./connection.js";
import { formatWhole } from "./numbers.js";
import { T, fillBlanks } from "./texts.js";

/**
 * The number of positions, or the current preparation: compiling, building a pattern database, or making a map.
 * @param {Api.Progress} said
 */
export function describeProgress({ expanded, engine }) {
  if (engine === "compiling") return T.compiling;
  const [kind, number = "", count = ""] = (engine ?? "").split(" ");
  if (kind === "patterns") return fillBlanks(T.buildingPatterns, { number, count, n: formatWhole(expanded) });
  if (kind === "layout") return fillBlanks(T.mapLayingOut, { n: formatWhole(expanded) });
  return `${fillBlanks(kind === "exploring" ? T.mapExploring : T.solving, { n: formatWhole(expanded) })} ${describeSpeed()}`;
}
