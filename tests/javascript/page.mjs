// A substitute for the parts of a browser that the web app's modules use and Node lacks: the language of the page and
// the local storage.

const kept = new Map();

globalThis.document ??= { documentElement: { lang: "en" } };
globalThis.localStorage = {
  getItem: (name) => kept.get(name) ?? null,
  setItem: (name, value) => void kept.set(name, String(value)),
  removeItem: (name) => void kept.delete(name),
};

/** Reset to a browser without stored data. */
export function forgetAll() {
  kept.clear();
  document.documentElement.lang = "en";
}

const SOURCE = new URL("../../src/langkah/", import.meta.url);

/** Import a module of the web app. */
export const load = (name) => import(new URL(`apps/web/static/${name}`, SOURCE).href);

/** Import a module of the panes that show a recorded search. */
export const loadPane = (name) => import(new URL(`views/replay/${name}`, SOURCE).href);
