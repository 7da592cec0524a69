// The drawer below: tabs, each a module that is fetched when it is first opened. A tab's module exports
// `mount(root, view)`, which fills the root and listens to the view as long as the view is seen.

import { fill, h, createIcon } from "../dom.js";
import { T } from "../texts.js";

const TABS = {
  moves: { icon: "moves", words: () => T.movesList, load: () => import("../tabs/moves.js") },
  levels: { icon: "levels", words: () => T.levels, load: () => import("../tabs/levels.js") },
  settings: { icon: "settings", words: () => T.settings, load: () => import("../tabs/settings.js") },
  edit: { icon: "edit", words: () => T.edit, load: () => import("../tabs/edit.js") },
  watch: { icon: "watch", words: () => T.watch, load: () => import("../tabs/watch.js") },
  odds: { icon: "odds", words: () => T.odds, load: () => import("../tabs/odds.js") },
  share: { icon: "share", words: () => T.link, load: () => import("../tabs/share.js") },
};

const PEEK = 40; // pixels of a neighbour that stay in sight

export function createTabs(view) {
  const names = Object.keys(TABS);
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
        onkeydown: (event) => walk(event, name),
      }),
    ]),
  );
  list.append(...heads.values());
  list.addEventListener("scroll", fade, { passive: true });
  new ResizeObserver(fade).observe(list);

  async function open(name) {
    for (const [each, head] of heads) {
      head.setAttribute("aria-selected", String(each === name));
      head.tabIndex = each === name ? 0 : -1;
    }
    for (const [each, panel] of panels) panel.hidden = each !== name;
    opened = name;
    reveal(heads.get(name));
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

  /** Where not all heads fit, let this one be seen, and that there are more. */
  function reveal(head) {
    const left = head.offsetLeft - list.offsetLeft;
    const right = left + head.offsetWidth + PEEK - list.clientWidth;
    list.scrollLeft = Math.min(left - PEEK, Math.max(list.scrollLeft, right));
  }

  function fade() {
    list.classList.toggle("more", list.scrollLeft + list.clientWidth < list.scrollWidth - 4);
  }

  function walk(event, name) {
    const by = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (!by) return;
    const seen = names.filter((each) => !heads.get(each).hidden);
    const next = seen[(seen.indexOf(name) + by + seen.length) % seen.length];
    open(next);
    heads.get(next).focus();
    event.preventDefault();
  }

  const label = () => {
    const { sheet } = view.session;
    for (const [name, head] of heads) fill(head, createIcon(TABS[name].icon), h("span", {}, TABS[name].words()));
    heads.get("edit").hidden = !sheet?.editor;
    heads.get("levels").hidden = !sheet?.levels;
    heads.get("odds").hidden = !sheet?.odds;
    fade();
    if (sheet && (!opened || heads.get(opened).hidden)) open(first(sheet));
  };
  const first = (sheet) => wished(view.wish) || (sheet.levels ? "levels" : "settings");
  const wished = (wish) => {
    if (!wish?.startsWith("odds")) return wish ? "watch" : "";
    return view.session.sheet?.odds ? "odds" : "";
  };
  label();
  view.on("sheet", label);
  view.on("wish", ({ wish }) => {
    view.wish = wish;
    if (wished(wish)) open(wished(wish));
  });
  return [list, body];
}
