// The settings of the problem, each with its limits. A change begins anew; what is refused says why.

import { fill, h } from "../dom.js";
import { T } from "../texts.js";

export function mount(root, view) {
  const { session } = view;
  const show = () => {
    if (!session.sheet) return;
    const { settings } = session.sheet;
    const simple = settings.filter(({ kind }) => kind !== "form");
    const other = settings.filter(({ kind }) => kind === "form");
    const errors = h("p", { class: "refusal", role: "alert" });
    const change = async (name, value) => {
      errors.textContent = "";
      try {
        await session.begin({ settings: { ...session.saved.settings, [name]: value } });
      } catch (error) {
        errors.textContent = error.message;
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

function createField(setting, change) {
  const { name, about, kind, legal } = setting;
  const words = about || name;
  const several = kind === "choice"; // a label would belong to the first of its buttons alone
  return h(
    several ? "div" : "label",
    { class: `field as-${kind}`, ...(several ? { role: "group", "aria-label": words } : { title: legal }) },
    h("span", { class: "name" }, words),
    createControl(setting, (value) => change(name, value)),
    h("span", { class: "legal" }, kind === "number" || kind === "form" ? legal : ""),
  );
}

function createControl({ kind, name, value, low, high, choices, meanings }, change) {
  const common = { name, "data-setting": name };
  if (kind === "switch")
    return h("input", {
      ...common,
      type: "checkbox",
      class: "switch",
      checked: value,
      onchange: ({ target }) => change(target.checked),
    });
  if (kind === "number") return createStepper({ ...common, value, low, high }, change);
  if (kind === "choice") {
    const told = choices.some((each) => meanings[each]);
    const press = (each) => ({ value: each, "aria-pressed": String(each === value), onclick: () => change(each) });
    return h(
      "span",
      { class: told ? "choice told" : "choice" },
      choices.map((each) =>
        h("button", { type: "button", ...common, ...press(each) }, describeChoice(each, meanings[each])),
      ),
    );
  }
  const text = kind === "form" ? JSON.stringify(value) : value;
  return h("input", {
    ...common,
    type: "text",
    value: text ?? "",
    onchange: ({ target }) => change(kind === "form" ? parseValue(target.value) : target.value),
  });
}

/** A word to choose: what it means, and beside that how it is written elsewhere. */
const describeChoice = (word, meaning) => (meaning ? [h("span", {}, meaning), " ", h("code", {}, word)] : word);

function createStepper({ value, low, high, ...common }, change) {
  const input = h("input", {
    ...common,
    type: "number",
    inputmode: "numeric",
    min: low,
    max: high,
    value,
    onchange: ({ target }) => target.value !== "" && change(Number(target.value)),
  });
  const by = (amount) =>
    h(
      "button",
      {
        type: "button",
        tabindex: "-1",
        "aria-hidden": "true",
        disabled: amount < 0 ? value <= low : value >= high,
        onclick: () => change(Math.max(low ?? -Infinity, Math.min(high ?? Infinity, value + amount))),
      },
      amount < 0 ? "−" : "+",
    );
  return h("span", { class: "stepper" }, by(-1), input, by(1));
}

function parseValue(text) {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
