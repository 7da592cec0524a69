// The form of one search: an algorithm that fits, and only those options that it heeds.

import { fill, h } from "../dom.js";
import { T, sentence } from "../texts.js";

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
    const open = this.root.querySelector("details")?.open ?? false;
    const algorithms = menu.algorithms.map(({ name, about }) => option(name, name, about));
    const picker = h("select", { "data-pick": "algorithm", "aria-label": T.algorithm, onchange: ({ target }) => this.pick(target.value) }, algorithms);
    picker.value = row.name;
    fill(
      this.root,
      picker,
      has("estimate") && menu.estimates.length > 0 && this.estimate(),
      h("p", { class: "about" }, sentence(row.about), " ", h("span", { class: "quiet" }, `${T.promises}: ${row.promises}.`)),
      h("details", { class: "more", open }, h("summary", {}, T.moreOptions, this.badge()),
        h("div", { class: "form" },
          has("ties") && this.ties(),
          has("duplicates") && this.toggle("duplicates", T.duplicates, true),
          has("find_all") && this.toggle("find_all", T.findAll, false),
          has("weight") && this.number("weight", T.weight, { min: 1, step: 0.5, placeholder: 2 }),
          has("width") && this.number("width", T.width, { min: 1, step: 1, placeholder: 100 }),
          this.number("depth", T.limitDepth, { min: 0, step: 1, placeholder: T.none }),
          this.number("nodes", T.limitNodes, { min: 1, step: 1, placeholder: T.none }))),
    );
    if (search.algorithm !== row.name) this.search = { algorithm: row.name };
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
    const picker = h("select", { "data-pick": "estimate", onchange: ({ target }) => this.change({ estimate: target.value === first.estimate ? undefined : target.value }) },
      estimates.map((each) => option(each.name, words(each), each.about)));
    picker.value = this.search.estimate ?? first.estimate;
    return h("label", { class: "line" }, h("span", {}, T.estimate), picker);
  }

  ties() {
    const chosen = this.search.ties ?? this.row.ties;
    const pick = (place) => {
      const picker = h("select", { "data-pick": `tie-${place}`, "aria-label": T.ties, onchange: ({ target }) => this.tie(place, target.value) },
        option("", T.none), this.menu.ties.map(({ name, about }) => option(name, about)));
      picker.value = chosen[place] ?? "";
      return picker;
    };
    return h("div", { class: "field as-text" }, h("span", { class: "name" }, T.ties), h("span", { class: "pair" }, pick(0), pick(1)));
  }

  tie(place, name) {
    const chosen = [...(this.search.ties ?? this.row.ties)];
    chosen[place] = name;
    this.change({ ties: chosen.filter(Boolean) });
  }

  toggle(name, words, initial) {
    return h("label", { class: "field" }, h("span", { class: "name" }, words),
      h("input", { type: "checkbox", class: "switch", "data-pick": name, checked: this.search[name] ?? initial, onchange: ({ target }) => this.change({ [name]: target.checked === initial ? undefined : target.checked }) }));
  }

  number(name, words, limits) {
    return h("label", { class: "field" }, h("span", { class: "name" }, words),
      h("input", { type: "number", inputmode: "numeric", "data-pick": name, ...limits, value: this.search[name] ?? "", onchange: ({ target }) => this.change({ [name]: target.value === "" || !target.validity.valid ? undefined : Number(target.value) }) }));
  }
}

function option(value, words, title = null) {
  return h("option", { value, title }, words);
}
