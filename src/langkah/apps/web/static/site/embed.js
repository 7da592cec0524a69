// The page as a part of another one: `?embed=1` shows the board alone, or what is watched on it, with a way out.

import { createButton, h } from "../dom.js";
import { T } from "../texts.js";

const WIDTH = 480;
const HEIGHT = 560;

export function applyEmbed() {
  if (!new URLSearchParams(location.search).has("embed")) return;
  document.documentElement.dataset.embed = "";
  const whole = () => `${location.origin}${location.pathname}${location.hash}`;
  const link = h("a", { class: "whole", target: "_blank", rel: "noopener", href: whole() }, "langkah ↗");
  for (const name of ["pointerenter", "focus"]) link.addEventListener(name, () => (link.href = whole()));
  document.body.append(link);
}

/** What to copy into another page so that it shows this: for the tab Share, which says where this is. */
export function createEmbedding() {
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
      const source = link.replace("#", "?embed=1#");
      code.value = `<iframe src="${source}" width="${WIDTH}" height="${HEIGHT}" title="Langkah"></iframe>`;
      copied.textContent = "";
    },
  };
}
