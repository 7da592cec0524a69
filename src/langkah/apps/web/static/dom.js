// Creates elements, with icons on buttons and a stable focus. The functions that create elements are those of the
// panes.

/** @import { Child, Props } from "./replay/dom.js" */

import { h, listNodes, s } from "./replay/dom.js";

export { h, s };

/**
 * Replace the children of an element; the focus stays on the corresponding control.
 * @template {Element} E
 * @param {E} element
 * @param {...Child} children
 */
export function fill(element, ...children) {
  const focused = element.contains(document.activeElement) ? document.activeElement : null;
  const index = findControls(element).findIndex((control) => control === focused);
  element.replaceChildren(...listNodes(children));
  if (focused instanceof HTMLElement && index >= 0) {
    const name = focused.dataset.do;
    const same = name && /** @type {HTMLElement | null} */ (element.querySelector(`[data-do="${name}"]`));
    (same || findControls(element)[index])?.focus({ preventScroll: true });
  }
  return element;
}

/**
 * @param {Element} element
 * @returns {HTMLElement[]}
 */
const findControls = (element) => [...element.querySelectorAll(/** @type {"button"} */ ("button, input, select, a"))];

/**
 * An element that is always on the page.
 * @param {string} id
 */
export const findElement = (id) => /** @type {HTMLElement} */ (document.getElementById(id));

/**
 * Mark a horizontally scrollable row while it has hidden content on the right.
 * @param {HTMLElement} row
 * @returns {() => void} to be called when its content has changed
 */
export function watchOverflow(row) {
  const mark = () => void row.classList.toggle("more", row.scrollLeft + row.clientWidth < row.scrollWidth - 4);
  row.addEventListener("scroll", mark, { passive: true });
  new ResizeObserver(mark).observe(row);
  return mark;
}

/**
 * Let the browser save a text or bytes as a file.
 * @param {string} name
 * @param {BlobPart} text
 */
export function offerFile(name, text, type = "text/plain") {
  const address = URL.createObjectURL(new Blob([text], { type }));
  h("a", { href: address, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}

/** Whether reduced motion is preferred. */
export const prefersStillness = () => matchMedia("(prefers-reduced-motion: reduce)").matches;

/**
 * The target of an event: the element with the listener, or one inside it.
 * @param {Event} event
 */
export const getTarget = (event) => /** @type {Element} */ (event.target);

/**
 * The field that changed.
 * @param {Event} event
 */
export const getField = (event) => /** @type {HTMLInputElement} */ (event.target);

/** @typedef {keyof typeof ICONS} Icon */

// Icon paths on a 24 x 24 grid.
const ICONS = {
  undo: "M9 14 4 9l5-5M4 9h10a6 6 0 0 1 0 12h-3",
  redo: "m15 14 5-5-5-5M20 9H10a6 6 0 0 0 0 12h3",
  restart: "M4 4v5h5M4.6 9A8 8 0 1 1 4 13",
  hint: "M9 18h6M10 21h4M8.5 14.5A6 6 0 1 1 15.5 14.5c-.8.7-1 1.4-1 2.5h-5c0-1.1-.2-1.8-1-2.5Z",
  marks: "M12 3 8 9h8ZM12 21l4-6H8Z",
  solve:
    "m5 4 1.5 3L10 8.500 6.500 10 5 13l-1.500-3L0 8.500 3.500 7ZM14 6l2.400 5.600L22 14l-5.600 2.400L14 22l-2.400-5.600L6 14l5.600-2.400Z",
  play: "M7 4.500v15l12-7.500Z",
  pause: "M8 5v14M16 5v14",
  back: "M18 5v14L8 12ZM6 5v14",
  forward: "M6 5v14l10-7ZM18 5v14",
  share:
    "M10 14a4 4 0 0 0 6 .4l3-3a4 4 0 0 0-5.700-5.700l-1.700 1.700M14 10a4 4 0 0 0-6-.4l-3 3a4 4 0 0 0 5.700 5.700l1.700-1.700",
  edit: "M4 20h4L19 9a2.800 2.800 0 0 0-4-4L4 16ZM13.500 6.500l4 4",
  sun: "M12 8a4 4 0 1 0 0 8 4 4 0 0 0 0-8ZM12 2v2M12 20v2M2 12h2M20 12h2M5 5l1.400 1.400M17.600 17.600 19 19M19 5l-1.400 1.400M6.400 17.600 5 19",
  moon: "M20 14.500A8.500 8.500 0 0 1 9.500 4 8.500 8.500 0 1 0 20 14.500Z",
  levels: "M4 4h7v7H4ZM13 4h7v7h-7ZM4 13h7v7H4ZM13 13h7v7h-7Z",
  settings: "M4 7h9M17 7h3M15 5v4M4 17h3M11 17h9M9 15v4",
  watch: "M2 12s3.600-7 10-7 10 7 10 7-3.600 7-10 7S2 12 2 12ZM12 9a3 3 0 1 0 0 6 3 3 0 0 0 0-6Z",
  map: "M9 4 3 6.500v13.500l6-2.500 6 2.500 6-2.500V4l-6 2.500L9 4ZM9 4v13.500M15 6.500V20",
  moves: "M8 6h12M8 12h12M8 18h12M4 6h.01M4 12h.01M4 18h.01",
  close: "M6 6l12 12M18 6 6 18",
  check: "m5 12.500 4.500 4.500L19 7.500",
  save: "M12 4v11M7.500 11l4.500 4.500 4.500-4.500M5 20h14",
  load: "M12 16V5M7.500 9.500 12 5l4.500 4.500M5 20h14",
  left: "m14 6-6 6 6 6",
  teach: "M12 4 2 9l10 5 10-5-10-5ZM6 11.500V16c2 2 4 3 6 3s4-1 6-3v-4.500M22 9v6",
  learn: "M4 5.500c3-1.500 5.500-1.500 8 .5 2.500-2 5-2 8-.5V19c-3-1.500-5.500-1.500-8 .5-2.500-2-5-2-8-.5ZM12 6v13.500",
  flag: "M6 21V4M6 4h11l-2 4 2 4H6",
  keys: "M3 7h18v10H3ZM7 11h.01M11 11h.01M15 11h.01M8 14h8",
  odds: "M5 4h14a1 1 0 0 1 1 1v14a1 1 0 0 1-1 1H5a1 1 0 0 1-1-1V5a1 1 0 0 1 1-1ZM8.500 8.500h.01M15.500 8.500h.01M12 12h.01M8.500 15.500h.01M15.500 15.500h.01",
  copy: "M9 9h11v11H9ZM5 15H4V4h11v1",
  embed: "m8 7-5 5 5 5M16 7l5 5-5 5M13.500 5l-3 14",
  new: "M12 3v4M12 17v4M3 12h4M17 12h4M6 6l2.500 2.500M15.500 15.500 18 18M18 6l-2.500 2.500M8.500 15.500 6 18",
  day: "M5 6h14v14H5ZM5 10h14M9 3v4M15 3v4M12 13v4M10 15h4",
  plus: "M12 5v14M5 12h14",
  minus: "M5 12h14",
};

/**
 * An icon for a button.
 * @param {Icon} name
 */
export function createIcon(name) {
  return s("svg", { class: "icon", viewBox: "0 0 24 24", "aria-hidden": "true" }, s("path", { d: ICONS[name] }));
}

/**
 * A button with an icon and a label; `quiet` shows the label to screen readers only.
 * @param {Icon} name
 * @param {string} words
 * @param {(event: MouseEvent) => unknown} onclick
 * @param {Props & { kind?: string, quiet?: boolean }} [options]
 */
export function createButton(name, words, onclick, { kind = "", quiet = false, ...more } = {}) {
  const label = h("span", { class: quiet ? "unseen" : "words" }, words);
  return h(
    "button",
    { type: "button", class: `button ${kind}`, title: quiet ? words : null, onclick, ...more },
    createIcon(name),
    label,
  );
}
