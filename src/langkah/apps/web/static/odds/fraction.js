// An exact fraction. A short one is shown in full; of a long one the beginning is shown, and the rest on request.

import { createButton, h } from "../dom.js";
import { T, fillBlanks } from "../texts.js";

const SHORT = 14; // characters that fit a line on a phone
const SEEN = 5; // visible digits in each part of a long one

/**
 * The known form of a fraction; null if there is none.
 * @param {Api.Fraction | null | undefined} told
 */
export function createFraction(told) {
  if (!told) return null;
  if (!told.text) return h("span", { class: "fraction quiet" }, fillBlanks(T.tooLong, { n: told.digits }));
  const { text } = told;
  const [above, below] = text.split("/");
  if (below === "1") return h("span", { class: "fraction" }, `= ${above}`);
  if (text.length <= SHORT) return h("span", { class: "fraction" }, `= ${text}`);
  const copied = h("span", { class: "quiet", role: "status" });
  const copy = async () => {
    await navigator.clipboard.writeText(text).catch(() => {});
    copied.textContent = T.copiedFraction;
  };
  return h(
    "details",
    { class: "fraction" },
    h(
      "summary",
      {},
      `= ${shortenDigits(above)}/${shortenDigits(below)}`,
      h("span", { class: "unseen" }, ` ${fillBlanks(T.exactly, { n: told.digits })}`),
    ),
    h("code", { tabindex: "0" }, text),
    h(
      "span",
      { class: "row" },
      createButton("copy", T.copy, copy, { kind: "slim", "data-do": "copy-fraction" }),
      copied,
    ),
  );
}

/** @param {string} digits */
const shortenDigits = (digits) => (digits.length > SEEN + 2 ? `${digits.slice(0, SEEN)}…` : digits);
