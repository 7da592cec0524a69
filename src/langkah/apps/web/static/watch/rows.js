// The rows of an experiment's file, reduced to the columns that plots need, so that less data is sent
// to Python.

const COLUMNS = [
  ...["run", "instance", "algorithm", "estimate", "weight", "width", "ties", "detect_duplicates", "version"],
  ...["status", "cost", "optimal", "expanded", "generated", "frontier_max", "seconds"],
];

/**
 * The same lines with fewer columns; an invalid line stays unchanged, and Python reports it.
 * @param {string} text
 */
export function slimRows(text) {
  return text
    .split("\n")
    .map((line) => slimRow(line))
    .join("\n");
}

/** @param {string} line */
function slimRow(line) {
  try {
    const row = JSON.parse(line);
    return JSON.stringify(Object.fromEntries(COLUMNS.filter((name) => name in row).map((name) => [name, row[name]])));
  } catch {
    return line;
  }
}
