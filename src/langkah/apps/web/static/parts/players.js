// The players: humans and opponents from the table of players, or one to four humans with dice.

/** @import { Session } from "../session.js" */
/** @import { SessionView } from "../view.js" */

import { fill, getField, h } from "../dom.js";
import { T } from "../texts.js";

/** @param {SessionView} view */
export function createPlayers(view) {
  const { session } = view;
  const root = h("div", { class: "people" });
  const show = () => {
    const { sheet, position } = session;
    root.hidden = !sheet || sheet.kind === "puzzle";
    if (!sheet || root.hidden) return;
    fill(root, sheet.kind === "game" ? createSeats(session, sheet, position) : createDiceChoice(session, position));
  };
  view.on("sheet", show);
  view.on("position", show);
  return root;
}

// Two players

/**
 * @param {Session} session
 * @param {Api.Sheet} sheet
 * @param {Api.Position} position
 */
function createSeats(session, sheet, position) {
  return position.players.map((name, index) => {
    const [who, strength] = position.seats[index].split(":");
    const sit = (/** @type {string} */ seat) =>
      session.begin({ seats: position.seats.map((old, number) => (number === index ? seat : old)) });
    const create = (/** @type {Api.Player} */ each) =>
      h("option", { value: each.name, title: each.about }, session.nameSeat(each.name));
    const chosen = sheet.players.find((each) => each.name === who);
    const exact = sheet.players.filter((each) => !each.title && each.name !== "human");
    const options = [
      sheet.players.filter((each) => each.name === "human").map(create),
      sheet.players.filter((each) => each.title).map(create),
      h("optgroup", { label: T.moreOpponents }, exact.map(create)),
      !chosen && h("option", { value: who }, who), // a link can name a player that is not offered here
    ];
    const picker = h(
      "select",
      { onchange: (/** @type {Event} */ event) => sit(getField(event).value), "data-seat": index },
      options,
    );
    picker.value = who;
    return h(
      "div",
      { class: "seat" },
      h("label", {}, h("span", { class: `dot mark-${index}` }), h("span", {}, name), picker),
      chosen?.high ? createSlider(chosen, strength, sit) : null,
      chosen && who !== "human" ? h("p", { class: "quiet" }, chosen.about) : null,
    );
  });
}

/**
 * @param {Api.Player} player
 * @param {string | undefined} strength
 * @param {(seat: string) => void} sit
 */
function createSlider({ name, low, high, usual }, strength, sit) {
  const value = strength ?? usual;
  const told = h("output", {}, value);
  const input = h("input", {
    type: "range",
    min: low,
    max: high,
    value,
    oninput: () => (told.textContent = input.value),
    onchange: () => sit(`${name}:${input.value}`),
  });
  return h("label", { class: "strength" }, h("span", {}, T.strength), input, told);
}

// Dice

/**
 * @param {Session} session
 * @param {Api.Position} position
 */
function createDiceChoice(session, position) {
  const dice = position.kind === "dice";
  const count = position.seats.length;
  /** @type {(on: boolean, words: string) => Element} */
  const way = (on, words) =>
    h(
      "button",
      {
        type: "button",
        "aria-pressed": String(dice === on),
        onclick: () => session.begin({ dice: on, seats: on ? ["human"] : [] }),
      },
      words,
    );
  const number = (/** @type {number} */ n) =>
    h(
      "button",
      {
        type: "button",
        "aria-pressed": String(n === count),
        "data-players": n,
        onclick: () => session.begin({ dice: true, seats: Array(n).fill("human") }),
      },
      n,
    );
  return [
    h(
      "div",
      { class: "choice", role: "group", "aria-label": T.diceOrChoice },
      way(true, T.diceDecide),
      way(false, T.chooseRolls),
    ),
    dice &&
      h(
        "div",
        { class: "line" },
        h("span", {}, T.players),
        h("div", { class: "choice", role: "group", "aria-label": T.players }, [1, 2, 3, 4].map(number)),
      ),
  ];
}
