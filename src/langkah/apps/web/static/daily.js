// The puzzle of the day on the first page: determined by the date, so it is the same for all players.

import { countStreak } from "./days.js";
import { createIcon, h } from "./dom.js";
import { findToday } from "./new_puzzle.js";
import { readProgress } from "./progress.js";
import { T, fillBlanks } from "./texts.js";

/**
 * The card of the puzzle of the day on the first page.
 * @param {(address: string) => void} open
 */
export function createDaily(open) {
  const { days } = readProgress();
  const today = findToday();
  const streak = countStreak(days);
  const done = days[today];
  const words = [
    done ? fillBlanks(T.dayDone, { made: done.made, least: done.least }) : T.dayHelp,
    streak > 1 ? fillBlanks(T.dayStreak, { n: streak }) : "",
  ];
  return h(
    "button",
    { type: "button", class: "daily", "data-day": today, onclick: () => open(`day/${today}`) },
    h("span", { class: "sign" }, createIcon(done ? "check" : "day")),
    h("span", { class: "words" }, h("strong", {}, T.dayTitle), h("span", {}, words.filter(Boolean).join(" · "))),
  );
}
