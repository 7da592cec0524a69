// The drawer below the board: tabs, each a module that is loaded when it is first opened. A tab's module exports
// `mount(root, view)`, which fills the root and listens to the view as long as the view is shown.

/** @import { SessionView } from "../view.js" */

import { createIcon, fill, h, watchOverflow } from "../dom.js";
import { T } from "../texts.js";

/**
 * @typedef {object} Tab
 * @property {Parameters<typeof createIcon>[0]} icon
 * @property {() => string} words
 * @property {() => Promise<{ mount: (root: HTMLElement, view: SessionView) => void }>} load
 */

/** @type {Record<string, Tab>} */
const TABS = {
  moves: { icon: "moves", words: () => T.movesList, load: () => import("../tabs/moves.js") },
  levels: { icon: "levels", words: () => T.levels, load: () => import("../tabs/levels.js") },
  new: { icon: "new", words: () => T.newTab, load: () => import("../tabs/new.js") },
  settings: { icon: "settings", words: () => T.settings, load: () => import("../tabs/settings.js") },
  edit: { icon: "edit", words: () => T.edit, load: () => import("../tabs/edit.js") },
  watch: { icon: "watch", words: () => T.watch, load: () => import("../tabs/watch.js") },
  map: { icon: "map", words: () => T.map, load: () => import("../tabs/map.js") },
  odds: { icon: "odds", words: () => T.odds, load: () => import("../tabs/odds.js") },
  share: { icon: "share", words: () => T.link, load: () => import("../tabs/share.js") },
};

const PEEK = 40; // visible pixels of a neighbour

/** @param {SessionView} view */
export function createTabs(view) {
  // The elements: a button for each tab, and room for the panels
  const names = Object.keys(TABS);
  /** @type {Map<string, HTMLElement>} */
  const panels = new Map();
  let opened = "";
  const list = h("div", { class: "tablist", role: "tablist" });
  const body = h("div", { class: "panels" });
  const heads = new Map(
    names.map((name) => [
      name,
      h("button", {
        type: "button",
        role: "tab",
        id: `tab-${name}`,
        "aria-controls": `panel-${name}`,
        onclick: () => open(name),
        onkeydown: (/** @type {KeyboardEvent} */ event) => walk(event, name),
      }),
    ]),
  );
  /** @param {string} name */
  const findHead = (name) => /** @type {HTMLElement} */ (heads.get(name));
  list.append(...heads.values());
  const fade = watchOverflow(list);

  // Opening a tab

  /** @param {string} name */
  async function open(name) {
    for (const [each, head] of heads) {
      head.setAttribute("aria-selected", String(each === name));
      head.tabIndex = each === name ? 0 : -1;
    }
    for (const [each, panel] of panels) panel.hidden = each !== name;
    opened = name;
    reveal(findHead(name));
    view.session.tell("tab", { name });
    if (panels.has(name)) return;
    const panel = h("div", { class: "panel", role: "tabpanel", id: `panel-${name}`, "aria-labelledby": `tab-${name}` });
    panels.set(name, panel);
    body.append(panel);
    const { mount } = await TABS[name].load();
    if (!view.session.position)
      await new Promise((first) => view.session.addEventListener("position", first, { once: true }));
    if (!view.gone) mount(panel, view);
  }

  /**
   * If not all tab buttons fit, scroll to this one, showing that there are more.
   * @param {HTMLElement} head
   */
  function reveal(head) {
    const left = head.offsetLeft - list.offsetLeft;
    const right = left + head.offsetWidth + PEEK - list.clientWidth;
    list.scrollLeft = Math.min(left - PEEK, Math.max(list.scrollLeft, right));
  }

  // Arrow keys

  /**
   * @param {KeyboardEvent} event
   * @param {string} name
   */
  function walk(event, name) {
    const by = event.key === "ArrowLeft" ? -1 : event.key === "ArrowRight" ? 1 : 0;
    if (!by) return;
    const seen = names.filter((each) => !findHead(each).hidden);
    const next = seen[(seen.indexOf(name) + by + seen.length) % seen.length];
    open(next);
    findHead(next).focus();
    event.preventDefault();
  }

  // The tabs that the problem has, and the one to open first
  const label = () => {
    const { sheet } = view.session;
    for (const [name, head] of heads) fill(head, createIcon(TABS[name].icon), h("span", {}, TABS[name].words()));
    findHead("edit").hidden = !sheet?.editor;
    findHead("levels").hidden = !sheet?.levels;
    findHead("new").hidden = sheet?.kind !== "puzzle" || !sheet.renewable;
    findHead("odds").hidden = !sheet?.odds;
    findHead("map").hidden = view.session.position?.kind !== "puzzle";
    fade();
    if (sheet && (!opened || findHead(opened).hidden)) open(pickFirst(sheet));
  };
  /** @param {Api.Sheet} sheet */
  const pickFirst = (sheet) => findWished(view.wish) || (sheet.levels ? "levels" : "settings");
  /** @param {string} wish */
  const findWished = (wish) => {
    if (wish === "review") return "moves";
    if (wish === "map") return findHead("map").hidden ? "" : "map";
    if (!wish?.startsWith("odds")) return wish ? "watch" : "";
    return view.session.sheet?.odds ? "odds" : "";
  };
  // Start, and follow the view
  label();
  view.on("sheet", label);
  view.on("wish", ({ wish }) => {
    view.wish = wish;
    if (findWished(wish)) open(findWished(wish));
  });
  return [list, body];
}
