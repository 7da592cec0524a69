// What if the player could choose? The length with dice alone, with choices, and with every roll chosen.

/** @import { OddsTab } from "../tabs/odds.js" */

import * as backend from "../backend.js";
import { createButton, fill, getField, h } from "../dom.js";
import { formatTurns } from "../numbers.js";
import { T, fillBlanks } from "../texts.js";
import { createFraction } from "./fraction.js";
import { createBar } from "./seats.js";
import { RunningTask } from "./task.js";

/** @typedef {Api.OddsMenu["settings"][number]} RuleSetting A setting whose values a player could choose between. */

export class Choices {
  /** @param {OddsTab} tab */
  constructor(tab) {
    this.tab = tab;
    this.work = new RunningTask(tab.view);
    this.form = h("div", { class: "form" });
    this.body = h("div", { class: "answer" });
    this.start = createButton("odds", T.workOut, () => this.ask(), { kind: "main", "data-do": "odds-choices" });
    this.root = h(
      "section",
      { class: "sheet", hidden: true },
      h("h2", {}, T.whatIf),
      h("p", { class: "quiet" }, T.whatIfHelp),
      this.form,
      h("div", { class: "row" }, this.start),
      this.body,
      this.work.root,
    );
    /** @type {{ decline: boolean, setting: string | null, value: Json }} */
    this.wish = { decline: true, setting: null, value: null }; // null: not chosen yet; "": deliberately none
    /** @type {Api.OddsMenu} */
    this.menu = { jumps: 0, work: 0, decline: false, settings: [] };
  }

  /**
   * Start with a new position: choices that still apply stay, results are dropped.
   * @param {Api.OddsMenu} menu
   */
  begin(menu) {
    const { decline, settings } = menu;
    this.menu = menu;
    this.root.hidden = this.tab.over || (!decline && !settings.length);
    this.work.stop();
    fill(this.body);
    const { setting, value } = this.wish;
    const chosen = settings.find(({ name }) => name === setting);
    if (setting !== "" && (!chosen || chosen.value === value)) this.pick(chosen ?? settings[0]);
    this.show();
  }

  /** @param {RuleSetting | undefined} setting */
  pick(setting) {
    Object.assign(this.wish, { setting: setting?.name ?? null, value: setting?.other ?? null });
  }

  show() {
    const { decline, settings } = this.menu;
    const chosen = settings.find(({ name }) => name === this.wish.setting);
    const change = (/** @type {Event} */ event) => (this.wish.decline = getField(event).checked);
    const names = settings.map(({ name, label }) => h("option", { value: name }, label));
    const turn = (/** @type {Event} */ event) => this.turn(getField(event).value);
    const nothing = h("option", { value: "" }, T.none);
    const rule = h("select", { "data-odds": "setting", "aria-label": T.otherRule, onchange: turn }, nothing, names);
    rule.value = this.wish.setting ?? "";
    const { decline: checked } = this.wish;
    const toggle = { type: "checkbox", class: "switch", "data-odds": "decline", checked, onchange: change };
    const named = (/** @type {string} */ words) => h("span", { class: "name" }, words);
    fill(
      this.form,
      decline && h("label", { class: "field" }, named(T.mayDecline), h("input", toggle)),
      settings.length > 0 &&
        h(
          "div",
          { class: "field as-text" },
          named(T.otherRule),
          h("div", { class: chosen?.kind === "choice" ? "rule tall" : "rule" }, rule, chosen && this.offer(chosen)),
        ),
    );
  }

  /** @param {string} name */
  turn(name) {
    if (name) this.pick(this.menu.settings.find((each) => each.name === name));
    else Object.assign(this.wish, { setting: "", value: null });
    this.show();
    this.form.querySelector("select")?.focus();
  }

  /**
   * The other values of a setting.
   * @param {RuleSetting} setting
   */
  offer({ kind, label, value, low, high, choices, meanings, legal }) {
    const common = { "data-odds": "value", "aria-label": label, title: legal };
    if (kind === "number") {
      const pick = (/** @type {Event} */ event) => (this.wish.value = Number(getField(event).value));
      return h("input", { ...common, type: "number", min: low, max: high, value: this.wish.value, onchange: pick });
    }
    if (kind === "switch") return h("output", common, value ? T.no : T.yes);
    const words = (/** @type {string} */ each) => (meanings[each] ? `${meanings[each]} (${each})` : each);
    const others = choices.filter((each) => each !== value).map((each) => h("option", { value: each }, words(each)));
    const found = h("select", { ...common, onchange: () => (this.wish.value = found.value) }, others);
    found.value = String(this.wish.value);
    return found;
  }

  ask() {
    const { decline, setting, value } = this.wish;
    const wish = { seat: this.tab.seat, decline: decline && this.menu.decline };
    if (setting) Object.assign(wish, { setting, value });
    const chosen = this.menu.settings.find(({ name }) => name === setting);
    this.work.run(
      (calls) => backend.computeOdds("choices", this.tab.saved, wish, calls),
      (told) => this.answer(told, chosen ? describeRule(chosen, value) : ""),
    );
  }

  /**
   * @param {Api.Choices} told
   * @param {string} rule
   */
  answer({ expected, least, ways, left_out: missing }, rule) {
    const named = (/** @type {Api.Way} */ { decline, rule: other }) =>
      decline && other ? T.both : decline ? T.declining : fillBlanks(T.orRule, { rule });
    const most = Math.max(expected ?? 0, ...ways.map((way) => way.expected ?? 0), 1e-9);
    /** @type {(name: string, value: number | null, kind: string) => Element} */
    const line = (name, value, kind) =>
      createBar(
        name,
        value === null ? 100 : (100 * value) / most,
        value === null ? T.neverSure : formatTurns(value),
        kind,
      );
    fill(
      this.body,
      h(
        "div",
        { class: "bars ladder" },
        line(T.diceAlone, expected, expected === null ? "endless" : ""),
        ways.map((way) => line(named(way), way.expected, way.expected === null ? "endless" : "")),
        least !== null && line(T.everyRoll, least, "least"),
      ),
      ways.filter((way) => way.expected !== null).map((way) => createAdvice(named(way), way, rule)),
      missing > 0 && h("p", { class: "refusal" }, T.noTimeLeft),
    );
  }
}

/**
 * A rule in words: the meaning of its value, or else the value itself.
 * @param {RuleSetting} setting
 * @param {Json} value
 */
function describeRule({ name, label, meanings }, value) {
  const meaning = meanings[String(value)];
  return meaning ? `“${label}: ${meaning}”` : `${name} = ${value}`;
}

/**
 * The optimal choices in words.
 * @param {string} name
 * @param {Api.Way} way
 * @param {string} rule
 */
function createAdvice(name, { taken, of, declined, exact }, rule) {
  const jumps = declined.map(([kept, end]) => h("span", { class: "tag" }, `${kept} → ${end}`));
  return h(
    "details",
    { class: "advice" },
    h("summary", {}, fillBlanks(T.howTo, { name })),
    createFraction(exact),
    taken.length > 0 && h("p", {}, fillBlanks(T.takeRule, { rule, n: taken.length, all: of })),
    taken.length > 0 &&
      h(
        "p",
        { class: "tags" },
        taken.map((place) => h("span", { class: "tag" }, place)),
      ),
    declined.length > 0 && [h("p", {}, T.declineThese), h("p", { class: "tags" }, jumps)],
    !taken.length && !declined.length && h("p", {}, T.nothingToChoose),
  );
}
