// What modules of the page find in a browser and node does not have: the language of the page, and what it keeps.

const kept = new Map();

globalThis.document ??= { documentElement: { lang: "en" } };
globalThis.localStorage = {
  getItem: (name) => kept.get(name) ?? null,
  setItem: (name, value) => void kept.set(name, String(value)),
  removeItem: (name) => void kept.delete(name),
};

/** Begin as in a browser that was never here. */
export function forgetAll() {
  kept.clear();
  document.documentElement.lang = "en";
}

const SOURCE = new URL("../../src/langkah/", import.meta.url);

/** A module of the page. */
export const load = (name) => import(new URL(`apps/web/static/${name}`, SOURCE).href);

/** A module of the panes that show a recorded search. */
export const loadPane = (name) => import(new URL(`views/replay/${name}`, SOURCE).href);
