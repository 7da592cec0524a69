// The embedded page: `?embed=1` shows only the board, or a watched search, with a link to the whole page.

import { createButton, h } from "../dom.js";
import { T } from "../texts.js";

const WIDTH = 480;
const HEIGHT = 560;

export function applyEmbed() {
  if (!isEmbedded()) return;
  document.documentElement.dataset.embed = "";
  document.body.prepend(/** @type {Element} */ (createWayOut()));
}

const isEmbedded = () => new URLSearchParams(location.search).has("embed");

/** The link to the whole page at the same place, in a new tab; none on the whole page itself. */
export function createWayOut() {
  if (!isEmbedded()) return null;
  const whole = () => `${location.origin}${location.pathname}${location.hash}`;
  const link = h("a", { class: "whole", target: "_blank", rel: "noopener", href: whole() }, "langkah ↗");
  for (const name of ["pointerenter", "pointerdown", "focus", "click"]) link.addEventListener(name, () => (link.href = whole()));
  return link;
}

/** The code to copy into another page to embed this one, for a given place. None inside an embedded page. */
export function createEmbedding() {
  if (isEmbedded()) return null;
  const code = h("textarea", { readonly: true, rows: "4", "aria-label": T.embedThis, onfocus: () => code.select() });
  const copied = h("span", { class: "quiet", role: "status" });
  const copy = async () => {
    code.select();
    await navigator.clipboard.writeText(code.value).catch(() => document.execCommand("copy"));
    copied.textContent = T.copiedFraction;
  };
  const button = createButton("copy", T.copy, copy, { "data-do": "copy-embed" });
  return {
    root: h(
      "div",
      { class: "embedding" },
      h("p", { class: "quiet" }, T.embedThis),
      h("div", { class: "row" }, code, button),
      copied,
    ),
    show: (/** @type {string} */ link) => {
      const source = link.replace("#", "?embed=1#").replaceAll("&", "&amp;");
      code.value = `<iframe src="${source}" width="${WIDTH}" height="${HEIGHT}" style="border: 0" title="Langkah"></iframe>`;
      copied.textContent = "";
    },
  };
}
