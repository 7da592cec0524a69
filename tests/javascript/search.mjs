// The search of the built documents without a browser: Sphinx's own scripts, as the search page loads them.

import { readFileSync } from "node:fs";
import { runInNewContext } from "node:vm";

const SCRIPTS = ["documentation_options", "doctools", "sphinx_highlight", "translations", "searchtools", "language_data"];
const ASKED = /(\b_|\bgettext|ngettext)\(\s*"((?:[^"\\]|\\.)+)"/g; // the messages of these scripts
const SEARCH = `
({
  found: queries.map((query) => Search._performSearch(...Search._parseQuery(query)).reverse()),
  messages: asked.map(([, name, text]) =>
    name === "ngettext" ? Documentation.ngettext(text, "", 3) : Documentation.gettext(text),
  ),
})`;

/**
 * The pages that the search finds, best first, for each query; and what the search page says, by Sphinx's message.
 * @param {string} folder
 * @param {string[]} queries
 * @returns {{ found: Record<string, string[]>, messages: Record<string, string> }}
 */
export function searchDocuments(folder, queries) {
  const texts = SCRIPTS.map((name) => readScript(`${folder}/_static/${name}.js`));
  const asked = texts.flatMap((text) => [...text.matchAll(ASKED)]);
  const page = { readyState: "loading", addEventListener() {}, getElementById: () => null };
  const context = { document: page, window: {}, localStorage: { setItem() {} }, queries, asked };
  context.window = context;
  const answer = runInNewContext([...texts, readScript(`${folder}/searchindex.js`), SEARCH].join(";\n"), context);
  const names = answer.found.map((/** @type {string[][]} */ rows) => [...new Set(rows.map((row) => row[0]))]);
  return { found: pair(queries, names), messages: pair(asked.map(([, , text]) => text), answer.messages) };
}

/**
 * @template T
 * @param {string[]} keys
 * @param {T[]} values
 * @returns {Record<string, T>}
 */
function pair(keys, values) {
  return Object.fromEntries(keys.map((key, index) => [key, values[index]]));
}

/** English documents have no translations. */
function readScript(/** @type {string} */ path) {
  try {
    return readFileSync(path, "utf8");
  } catch (error) {
    if (path.endsWith("translations.js")) return "";
    throw error;
  }
}
