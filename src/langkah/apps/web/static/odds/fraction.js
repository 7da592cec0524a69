// An exact fraction. A short one stands there; of a long one the beginning is seen, and the rest when asked for.

import { createButton, h } from "../dom.js";
import { T, fillBlanks } from "../texts.js";

const SHORT = 14; // letters that fit a line of a phone
const SEEN = 5; // digits of each part of a long one

/** What is known of a fraction: {text, digits}; null where there is none. */
export function createFraction(told) {
  if (!told) return null;
  if (!told.text) return h("span", { class: "fraction quiet" }, fillBlanks(T.tooLong, { n: told.digits }));
  const [above, below] = told.text.split("/");
  if (below === "1") return h("span", { class: "fraction" }, `= ${above}`);
  if (told.text.length <= SHORT) return h("span", { class: "fraction" }, `= ${told.text}`);
  const copied = h("span", { class: "quiet", role: "status" });
  const copy = async () => {
    await navigator.clipboard.writeText(told.text).catch(() => {});
    copied.textContent = T.copiedFraction;
  };
  return h(
    "details",
    { class: "fraction" },
    h(
      "summary",
      { "aria-label": fillBlanks(T.exactly, { n: told.digits }) },
      `= ${shortenDigits(above)}/${shortenDigits(below)}`,
    ),
    h("code", { tabindex: "0" }, told.text),
    h(
      "span",
      { class: "row" },
      createButton("copy", T.copy, copy, { kind: "slim", "data-do": "copy-fraction" }),
      copied,
    ),
  );
}

const shortenDigits = (digits) => (digits.length > SEEN + 2 ? `${digits.slice(0, SEEN)}…` : digits);
