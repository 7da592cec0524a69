// The settings of the problem, each with its limits. A change starts a new game; a refusal shows the reason.

/** @import { SessionView } from "../view.js" */

import { fill, h } from "../dom.js";
import { explainError } from "../errors.js";
import { T } from "../texts.js";

/** @typedef {(value: Json) => unknown} Change */

/**
 * @param {Element} root
 * @param {SessionView} view
 */
export function mount(root, view) {
  const { session } = view;
  const show = () => {
    if (!session.sheet) return;
    const { settings } = session.sheet;
    const simple = settings.filter(({ kind }) => kind !== "form");
    const other = settings.filter(({ kind }) => kind === "form");
    const errors = h("p", { class: "refusal", role: "alert" });
    /** @type {(name: string, value: Json) => Promise<void>} */
    const change = async (name, value) => {
      errors.textContent = "";
      try {
        await session.begin({ settings: { ...session.saved.settings, [name]: value } });
      } catch (error) {
        errors.textContent = explainError(error);
      }
    };
    fill(
      root,
      errors,
      h(
        "div",
        { class: "form" },
        simple.map((each) => createField(each, change)),
      ),
      other.length > 0 &&
        h(
          "details",
          {},
          h("summary", {}, T.more),
          h(
            "div",
            { class: "form" },
            other.map((each) => createField(each, change)),
          ),
        ),
    );
  };
  view.on("sheet", show);
  show();
}

/**
 * @param {Api.Setting} setting
 * @param {(name: string, value: Json) => unknown} change
 */
function createField(setting, change) {
  const { name, label: words, about, kind, legal } = setting;
  const hints = [about.toLowerCase() === words.toLowerCase() ? "" : about, kind === "number" || kind === "form" ? legal : ""];
  const several = kind === "choice"; // a label would belong only to the first of its buttons
  return h(
    several ? "div" : "label",
    { class: `field as-${kind}`, ...(several ? { role: "group", "aria-label": words } : { title: legal }) },
    h("span", { class: "name" }, words),
    createControl(setting, (value) => change(name, value)),
    h("span", { class: "legal" }, hints.filter(Boolean).join("; ")),
  );
}

/**
 * @param {Api.Setting} setting
 * @param {Change} change
 */
function createControl({ kind, name, value, low, high, choices, meanings }, change) {
  const common = { name, "data-setting": name };
  if (kind === "switch") {
    const onchange = () => change(box.checked);
    const box = h("input", { ...common, type: "checkbox", class: "switch", checked: value, onchange });
    return box;
  }
  if (kind === "number") return createStepper({ ...common, value, low, high }, change);
  if (kind === "choice") {
    const told = choices.some((each) => meanings[each]);
    const press = (/** @type {string} */ each) => ({
      value: each,
      "aria-pressed": String(each === value),
      onclick: () => change(each),
    });
    return h(
      "span",
      { class: told ? "choice told" : "choice" },
      choices.map((each) =>
        h("button", { type: "button", ...common, ...press(each) }, describeChoice(each, meanings[each])),
      ),
    );
  }
  const text = kind === "form" ? JSON.stringify(value) : value;
  const onchange = () => change(kind === "form" ? parseValue(field.value) : field.value);
  const field = h("input", { ...common, type: "text", value: text ?? "", onchange });
  return field;
}

/**
 * A choice: its meaning, and beside it the word used elsewhere.
 * @param {string} word
 * @param {string | undefined} meaning
 */
const describeChoice = (word, meaning) => (meaning ? [h("span", {}, meaning), " ", h("code", {}, word)] : word);

/**
 * @param {{ value: number, low: number | null, high: number | null, [name: string]: unknown }} setting
 * @param {Change} change
 */
function createStepper({ value, low, high, ...common }, change) {
  const input = h("input", {
    ...common,
    type: "number",
    inputmode: "numeric",
    min: low,
    max: high,
    value,
    onchange: () => input.value !== "" && change(Number(input.value)),
  });
  const by = (/** @type {number} */ amount) =>
    h(
      "button",
      {
        type: "button",
        tabindex: "-1",
        "aria-hidden": "true",
        disabled: amount < 0 ? value <= (low ?? -Infinity) : value >= (high ?? Infinity),
        onclick: () => change(Math.max(low ?? -Infinity, Math.min(high ?? Infinity, value + amount))),
      },
      amount < 0 ? "−" : "+",
    );
  return h("span", { class: "stepper" }, by(-1), input, by(1));
}

/** @param {string} text */
function parseValue(text) {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
