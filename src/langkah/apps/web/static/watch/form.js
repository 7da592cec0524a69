// The form of a search: an applicable algorithm, and only the options that it uses. The options, their names, ranges
// and defaults come from the backend's table of options.

/** @import { Child } from "../replay/dom.js" */

import { fill, h } from "../dom.js";
import { T, toSentence } from "../texts.js";

/**
 * The default search of the menu.
 * @param {Api.SearchMenu} menu
 * @returns {Api.Search}
 */
export const makeUsualSearch = (menu, name = menu.usual.algorithm) => ({ algorithm: name });

export class SearchForm {
  /**
   * @param {Api.SearchMenu} menu
   * @param {Api.Search & Record<string, any>} search
   * @param {(search: Api.Search) => void} changed called on every change
   */
  constructor(menu, search, changed) {
    this.menu = menu;
    this.search = search;
    this.changed = changed;
    this.root = h("div", { class: "search" });
    this.show();
  }

  get row() {
    return this.menu.algorithms.find(({ name }) => name === this.search.algorithm) ?? this.menu.algorithms[0];
  }

  /** @param {{ [name: string]: any }} changes */
  change(changes) {
    this.search = { ...this.search, ...changes };
    for (const [name, value] of Object.entries(this.search)) if (value === undefined) delete this.search[name];
    this.changed(this.search);
    this.show();
  }

  show() {
    const { row, menu } = this;
    const heeded = menu.options.filter(({ name, is_limit: isLimit }) => isLimit || row.options.includes(name));
    const estimate = heeded.find(({ kind }) => kind === "estimate");
    const open = this.root.querySelector("details")?.open ?? false;
    fill(
      this.root,
      this.createPicker(),
      estimate && menu.estimates.length > 0 && this.createEstimate(estimate),
      h("p", { class: "about" }, `${toSentence(row.about)} `, h("span", { class: "quiet" }, this.describePromise())),
      heeded.some(({ kind }) => kind !== "estimate") &&
        h(
          "details",
          { class: "more", open },
          h("summary", {}, T.moreOptions, this.createBadge()),
          h(
            "div",
            { class: "form" },
            heeded.map((option) => this.createField(option)),
          ),
        ),
    );
    if (this.search.algorithm !== row.name) this.search = { algorithm: row.name };
  }

  describePromise() {
    return `${T.promises}: ${this.row.promises}.`;
  }

  createPicker() {
    const algorithms = this.menu.algorithms.map(({ name, title, about }) => createOption(name, title, about));
    return createChooser("algorithm", this.row.name, (name) => this.pick(name), algorithms, T.algorithm);
  }

  /**
   * Choose another algorithm; limits stay, and options that it does not use are dropped.
   * @param {string} algorithm
   */
  pick(algorithm) {
    const limits = this.menu.options.filter((option) => option.is_limit).map(({ name }) => [name, this.search[name]]);
    this.search = { algorithm };
    this.change(Object.fromEntries(limits));
    this.root.querySelector("select")?.focus();
  }

  /** The number of options that are not at their defaults. */
  createBadge() {
    const { algorithm, estimate, ...rest } = this.search;
    const count = Object.keys(rest).length;
    return count > 0 && h("span", { class: "badge" }, count);
  }

  /** @param {Api.Option} option */
  createEstimate({ title }) {
    const { estimates, usual } = this.menu;
    const options = estimates.map(({ name, title: called, about, admissible }) =>
      createOption(name, `${called} · ${admissible ? T.admissible : T.notAdmissible}`, about),
    );
    const pick = (/** @type {string} */ name) => this.change({ estimate: name === usual.estimate ? undefined : name });
    const picker = createChooser("estimate", this.search.estimate ?? usual.estimate ?? "", pick, options, title);
    return h("label", { class: "line" }, h("span", {}, title), picker);
  }

  /**
   * The field of an option; the estimate has its own place.
   * @param {Api.Option} option
   * @returns {Child}
   */
  createField(option) {
    const { kind, title, about } = option;
    if (kind === "estimate") return null;
    const name = h("span", { class: "name" }, title);
    if (kind === "ties") return h("div", { class: "field as-text", title: about }, name, this.createTies(option));
    const field = kind === "switch" ? this.createSwitch(option) : this.createNumber(option);
    return h("label", { class: "field", title: about }, name, field);
  }

  /** @param {Api.Option} option */
  createTies({ title }) {
    const chosen = this.search.ties ?? this.row.ties;
    const options = () => [
      createOption("", T.none),
      ...this.menu.ties.map(({ name, about }) => createOption(name, about)),
    ];
    const pick = (/** @type {number} */ place) =>
      createChooser(`tie-${place}`, chosen[place] ?? "", (name) => this.pickTie(place, name), options(), title);
    return h("span", { class: "pair" }, pick(0), pick(1));
  }

  /**
   * @param {number} place
   * @param {string} name
   */
  pickTie(place, name) {
    const chosen = [...(this.search.ties ?? this.row.ties)];
    chosen[place] = name;
    this.change({ ties: chosen.filter(Boolean) });
  }

  /**
   * A switch; in its middle position if it is unset, so that the algorithm decides.
   * @param {Api.Option} option
   */
  createSwitch({ name, default: usual }) {
    const checked = this.search[name] ?? usual ?? true;
    const field = h("input", { type: "checkbox", class: "switch", "data-pick": name, checked });
    field.indeterminate = this.search[name] === undefined && usual === null;
    field.addEventListener("change", () =>
      this.change({ [name]: field.checked === usual ? undefined : field.checked }),
    );
    return field;
  }

  /** @param {Api.Option} option */
  createNumber({ name, kind, default: usual, low, high }) {
    const limits = { min: low, max: high, step: kind === "whole" ? 1 : "any", placeholder: usual ?? T.none };
    const value = this.search[name] ?? "";
    const field = h("input", { type: "number", inputmode: "decimal", "data-pick": name, value, ...limits });
    const read = () => (field.value === "" || !field.validity.valid ? undefined : Number(field.value));
    field.addEventListener("change", () => this.change({ [name]: read() }));
    return field;
  }
}

/**
 * @param {string} name
 * @param {string} value
 * @param {(value: string) => void} pick
 * @param {Element[]} options
 * @param {string} label
 */
function createChooser(name, value, pick, options, label) {
  const onchange = () => pick(found.value);
  const found = h("select", { "data-pick": name, "aria-label": label, onchange }, options);
  found.value = value;
  return found;
}

/**
 * @param {string} value
 * @param {string} words
 * @param {string | null} [title]
 */
const createOption = (value, words, title = null) => h("option", { value, title }, words);
