// A recorded search that can be stepped through in both directions: the panes of the replay page in the room of this
// one.

/** @import { Player } from "../replay/player.js" */
/** @import { Host } from "./dialog.js" */

import { createButton, fill, h } from "../dom.js";
import { LessonBar } from "../replay/lesson.js";
import { mount } from "../replay/panes.js";
import { createProjector, createStage } from "../replay/stage.js";
import { T, fillBlanks } from "../texts.js";
import { formatWatched } from "./address.js";
import { WatchDialog } from "./dialog.js";
import { offerGuide } from "./guide.js";
import { saveReplay } from "./save.js";

/**
 * Show a recording, or give the lesson about it; `event` and `node` set the moment, `onward` is the link after its end.
 * The room can `replace` its recording by a longer one of the same search, keeping the moment.
 * @param {Host} view
 * @param {Api.Trace} data
 * @param {Api.Search | null} search null: not part of the address, as in a lesson
 * @param {{ event?: number, node?: number, onward?: HTMLElement | null }} [where]
 */
export function showReplay(view, data, search, { event, node = -1, onward = null } = {}) {
  const title = data.lesson ? data.lesson.title : formatHeadline(data);
  const dialog = new WatchDialog(view, { title, words: data.lesson ? "" : data.verdict, note: data.left });
  let player = mountStage(dialog, data);
  const projector = createProjector(dialog.room, data.texts);
  const save = () => {
    const { data: shown } = player.recording;
    saveReplay(/** @type {Api.Trace} */ (shown), formatHeadline(data), player.at).catch((error) => view.session.fail(error));
  };
  projector.className = "button bare round";
  const small = { kind: "bare round", quiet: true, "data-do": "save-replay" };
  dialog.tools.prepend(projector, createButton("save", data.texts.save, save, small));
  dialog.followColours((theme) => player.recolour(theme));
  const lesson = data.lesson ? new LessonBar(player, data.lesson, data.texts, onward) : null;
  if (lesson) dialog.tools.after(lesson.root);
  dialog.bindKeys((pressed) => lesson?.key(pressed) || pressKey(player, pressed));
  dialog.over.signal.addEventListener("abort", () => player.end());
  const words = () =>
    search ? formatWatched(search, { event: player.at, node: player.selected }) : `event=${player.at}`;
  const followAddress = () => player.addEventListener("change", () => player.playing || dialog.setAddress(words));
  followAddress();
  if (Number.isInteger(node) && node < player.recording.count) player.selected = node;
  if (!lesson || event !== undefined) player.go(Number.isFinite(event) ? Number(event) : 0);
  if (!lesson) offerGuide(dialog.root, player, dialog.over.signal);
  const replace = (/** @type {Api.Trace} */ whole) => {
    const { at, selected, speed, playing, panes } = player;
    player.end();
    player = mountStage(dialog, whole);
    dialog.wear((theme) => player.recolour(theme));
    Object.assign(player, { selected, speed });
    player.panes.tree?.number(panes.tree?.painter.numbers ?? false);
    followAddress();
    player.go(at);
    if (playing) player.play();
    dialog.tell(whole.verdict, whole.left);
  };
  return Object.assign(dialog, { replace });
}

/**
 * Fill the room with the panes of a recording, and its foot with the controls.
 * @param {WatchDialog} dialog
 * @param {Api.Trace} data
 */
function mountStage(dialog, data) {
  const { root, panes } = createStage(data, data.texts);
  dialog.body.classList.add("watching");
  fill(dialog.body, root);
  panes.transport = h("nav", { class: "pane transport", "aria-label": T.watch });
  const player = mount(data, panes);
  fill(dialog.foot, panes.transport);
  panes.transport.append(createJumpField(player));
  Object.assign(dialog.root, { player });
  return player;
}

/**
 * The headline: an algorithm, its estimate, and the problem.
 * @param {Api.Trace} data
 */
const formatHeadline = ({ search, title }) => fillBlanks(T.searchOn, { search, title });

/**
 * @param {Player} player
 * @param {KeyboardEvent} event
 */
function pressKey(player, event) {
  if (event.key === "Escape" && player.selected < 0) return false;
  return player.panes.quiz?.key(event) || player.key(event);
}

/**
 * A field that jumps to an event by its number.
 * @param {Player} player
 */
function createJumpField(player) {
  const names = { class: "jump", title: T.jump, "aria-label": T.jump, "data-pick": "event" };
  const field = h("input", { type: "number", min: 0, max: player.length, ...names });
  field.addEventListener("change", () => {
    player.pause();
    player.go(Number(field.value));
  });
  player.addEventListener("change", () => {
    if (document.activeElement !== field) field.value = String(player.at);
  });
  return field;
}
