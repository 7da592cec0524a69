// Saves the watched recording as one self-contained page, as `langkah trace --html` writes, assembled here from the
// same parts (langkah/views/replay).

const IMPORT = /^import [^;]*?from "\.\/(\w+)\.js";\n/gm;
const EXPORT = /^export (?=class|function|const)/gm;
const PARTS = new URL("../replay/", import.meta.url);

/** @param {string | URL} address */
async function fetchText(address) {
  const response = await fetch(address);
  if (!response.ok) throw new Error(`${address}: ${response.status}`);
  return response.text();
}

/**
 * A module and all its imports as one script, in order of dependency.
 * @param {string} name
 * @returns {Promise<string>}
 */
async function joinModules(name, known = new Set()) {
  if (known.has(name)) return "";
  known.add(name);
  const source = await fetchText(new URL(`${name}.js`, PARTS));
  let script = "";
  for (const [, needed] of source.matchAll(IMPORT)) script += await joinModules(needed, known);
  return `${script}${source.replace(IMPORT, "").replace(EXPORT, "")}\n`;
}

/** @param {string} text */
const escapeText = (text) =>
  text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;");

/**
 * The page; `at` is the moment at which it opens.
 * @param {Api.Trace} data
 * @param {string} heading
 * @param {number} at
 */
async function makePage(data, heading, at) {
  const { texts, left } = data;
  const sheets = [new URL("theme.css", document.baseURI), new URL("panes.css", PARTS), new URL("page.css", PARTS)];
  const [template, script, ...style] = await Promise.all([
    fetchText(new URL("page.html", PARTS)),
    joinModules("page"),
    ...sheets.map(fetchText),
  ]);
  const title = escapeText(heading);
  const { colours, keys, transport } = texts;
  /** @type {Record<string, string>} */
  const values = {
    ...{ language: document.documentElement.lang, title, heading: title, verdict: escapeText(data.verdict) },
    ...{ left_out: left ? `<p class="left-out">${escapeText(left)}</p>` : "" },
    ...{ colours: escapeText(colours), keys: escapeText(keys), transport: escapeText(transport) },
    style: style.join("\n"),
    recording: JSON.stringify({ ...data, at }).replaceAll("</", "<\\/").replaceAll("<!--", "<\\u0021--"),
    script,
  };
  return template.replace(/\$(\w+)/g, (place, name) => values[name] ?? place);
}

/**
 * Let the browser save the watched recording.
 * @param {Api.Trace} data
 * @param {string} heading
 * @param {number} at
 */
export async function saveReplay(data, heading, at) {
  savePage(await makePage(data, heading, at), heading);
}

/**
 * Let the browser save a page under the name of its heading.
 * @param {string} text
 * @param {string} heading
 */
export function savePage(text, heading) {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([text], { type: "text/html" }));
  link.download = `${heading.replace(/[^\p{L}\p{N}]+/gu, "-").replace(/^-|-$/g, "")}.html`;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}
