// The playback controls: play, pause, step back and forward, jump, and speed.

/** @import { SessionView } from "../view.js" */

import { createButton, fill, h } from "../dom.js";
import { SPEEDS } from "../playback.js";
import { T, fillBlanks } from "../texts.js";

/** @param {SessionView} view */
export function createTransport(view) {
  // The elements
  const { session, playback } = view;
  const slider = h("input", {
    type: "range",
    min: 0,
    step: 1,
    class: "tape",
    "aria-label": T.movesList,
    oninput: () => seek(),
  });
  const speed = h("span", { class: "speed", "aria-live": "polite" });
  const keys = h("div", { class: "keys" });
  const root = h("div", { class: "transport" }, slider, keys);
  // Go to the position of the slider; during a request only the latest position is kept
  /** @type {number | null} */
  let wanted = null;
  const seek = async () => {
    const busy = wanted !== null;
    wanted = Number(slider.value);
    if (busy) return;
    if (playback.playing) await playback.pause();
    while (wanted !== null) {
      const target = /** @type {number} */ (wanted);
      await session.goto(target);
      if (wanted === target) wanted = null;
    }
  };
  // Show the current position and speed
  const show = () => {
    const { position } = session;
    const { made } = playback;
    slider.disabled = !position.turns.length;
    slider.max = String(Math.max(1, position.turns.length));
    if (wanted === null) slider.value = String(made);
    slider.style.setProperty("--done", `${(100 * made) / Math.max(1, position.turns.length)}%`);
    slider.setAttribute("aria-valuetext", fillBlanks(T.position, { made, all: position.turns.length }));
    speed.textContent = `${SPEEDS[playback.speed]}×`;
    fill(keys, [
      createButton("back", T.backward, () => playback.step(-1), {
        kind: "bare round",
        quiet: true,
        disabled: !made,
        "data-do": "back",
      }),
      createButton(playback.playing ? "pause" : "play", playback.playing ? T.pause : T.play, () => playback.toggle(), {
        kind: "round",
        quiet: true,
        "data-do": "play",
        disabled: !playback.playing && !position.undone,
      }),
      createButton("forward", T.forward, () => playback.step(1), {
        kind: "bare round",
        quiet: true,
        disabled: made >= position.turns.length,
        "data-do": "forward",
      }),
      h("span", { class: "count" }, `${made} / ${position.turns.length}`),
      createButton("minus", T.slower, () => playback.faster(-1), {
        kind: "bare round",
        quiet: true,
        disabled: playback.speed === 0,
      }),
      speed,
      createButton("plus", T.faster, () => playback.faster(1), {
        kind: "bare round",
        quiet: true,
        disabled: playback.speed === SPEEDS.length - 1,
      }),
    ]);
  };
  view.on("position", show);
  playback.addEventListener("change", show);
  return root;
}
