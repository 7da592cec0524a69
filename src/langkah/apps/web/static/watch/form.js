// The form of one search: an algorithm that fits, and only those options that it heeds.

import { fill, h } from "../dom.js";
import { T, toSentence } from "../texts.js";

/** A search as usual, by the menu. */
export function usual(menu, name = menu.usual.algorithm) {
  return { algorithm: name };
}

export class SearchForm {
  /** `changed` is called with the search whenever something else is chosen. */
  constructor(menu, search, changed = () => {}) {
    Object.assign(this, { menu, search, changed });
    this.root = h("div", { class: "search" });
    this.show();
  }

  get row() {
    return this.menu.algorithms.find(({ name }) => name === this.search.algorithm) ?? this.menu.algorithms[0];
  }

  change(changes) {
    this.search = { ...this.search, ...changes };
    for (const [name, value] of Object.entries(this.search)) if (value === undefined) delete this.search[name];
    this.changed(this.search);
    this.show();
  }

  show() {
    const { row, menu, search } = this;
    const has = (name) => row.options.includes(name);
    const promise = `${T.promises}: ${row.promises}.`;
    const open = this.root.querySelector("details")?.open ?? false;
    fill(
      this.root,
      this.picker(),
      has("estimate") && menu.estimates.length > 0 && this.estimate(),
      h("p", { class: "about" }, `${toSentence(row.about)} `, h("span", { class: "quiet" }, promise)),
      h(
        "details",
        { class: "more", open },
        h("summary", {}, T.moreOptions, this.badge()),
        h(
          "div",
          { class: "form" },
          has("ties") && this.ties(),
          has("duplicates") && this.toggle("duplicates", T.duplicates, true),
          has("find_all") && this.toggle("find_all", T.findAll, false),
          has("weight") && this.number("weight", T.weight, { min: 1, step: 0.5, placeholder: 2 }),
          has("width") && this.number("width", T.width, { min: 1, step: 1, placeholder: 100 }),
          this.number("depth", T.limitDepth, { min: 0, step: 1, placeholder: T.none }),
          this.number("nodes", T.limitNodes, { min: 1, step: 1, placeholder: T.none }),
        ),
      ),
    );
    if (search.algorithm !== row.name) this.search = { algorithm: row.name };
  }

  picker() {
    const algorithms = this.menu.algorithms.map(({ name, about }) => option(name, name, about));
    return chooser("algorithm", this.row.name, (name) => this.pick(name), algorithms);
  }

  /** Another algorithm; limits stay, options of another one go. */
  pick(algorithm) {
    const { depth, nodes } = this.search;
    this.search = {};
    this.change({ algorithm, depth, nodes });
    this.root.querySelector("select").focus();
  }

  badge() {
    const { algorithm, estimate, ...rest } = this.search;
    const count = Object.keys(rest).length;
    return count > 0 && h("span", { class: "badge" }, count);
  }

  estimate() {
    const { estimates, usual: first } = this.menu;
    const words = ({ name, admissible }) => `${name} · ${admissible ? T.admissible : T.notAdmissible}`;
    const pick = (name) => this.change({ estimate: name === first.estimate ? undefined : name });
    const options = estimates.map((each) => option(each.name, words(each), each.about));
    const picker = chooser("estimate", this.search.estimate ?? first.estimate, pick, options, T.estimate);
    return h("label", { class: "line" }, h("span", {}, T.estimate), picker);
  }

  ties() {
    const chosen = this.search.ties ?? this.row.ties;
    const options = () => [option("", T.none), ...this.menu.ties.map(({ name, about }) => option(name, about))];
    const pick = (place) =>
      chooser(`tie-${place}`, chosen[place] ?? "", (name) => this.tie(place, name), options(), T.ties);
    const pair = h("span", { class: "pair" }, pick(0), pick(1));
    return h("div", { class: "field as-text" }, h("span", { class: "name" }, T.ties), pair);
  }

  tie(place, name) {
    const chosen = [...(this.search.ties ?? this.row.ties)];
    chosen[place] = name;
    this.change({ ties: chosen.filter(Boolean) });
  }

  toggle(name, words, initial) {
    const checked = this.search[name] ?? initial;
    const field = h("input", { type: "checkbox", class: "switch", "data-pick": name, checked });
    const value = () => (field.checked === initial ? undefined : field.checked);
    field.addEventListener("change", () => this.change({ [name]: value() }));
    return h("label", { class: "field" }, h("span", { class: "name" }, words), field);
  }

  number(name, words, limits) {
    const common = { type: "number", inputmode: "numeric", "data-pick": name, value: this.search[name] ?? "" };
    const field = h("input", { ...common, ...limits });
    const value = () => (field.value === "" || !field.validity.valid ? undefined : Number(field.value));
    field.addEventListener("change", () => this.change({ [name]: value() }));
    return h("label", { class: "field" }, h("span", { class: "name" }, words), field);
  }
}

function chooser(name, value, pick, options, label = T.algorithm) {
  const onchange = ({ target }) => pick(target.value);
  const found = h("select", { "data-pick": name, "aria-label": label, onchange }, options);
  found.value = value;
  return found;
}

function option(value, words, title = null) {
  return h("option", { value, title }, words);
}
