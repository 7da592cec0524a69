// Creates elements: a small helper that keeps the other files readable. Text is always text, never markup.

const SVG = "http://www.w3.org/2000/svg";

/** @typedef {Node | string | number | null | undefined | boolean} Leaf */
/** @typedef {Leaf | Children} Child Content of an element; false and null are ignored. */
/** @typedef {{ [index: number]: Child, length: number }} Children */
/** @typedef {Record<string, any>} Props */

/**
 * An HTML element. Properties that begin with "on" are listeners; false, null and undefined omit a property.
 * @template {keyof HTMLElementTagNameMap} K
 * @param {K} tag
 * @param {Props} [props]
 * @param {...Child} children
 */
export function h(tag, props = {}, ...children) {
  return applyProps(document.createElement(tag), props, children);
}

/**
 * An SVG element.
 * @template {keyof SVGElementTagNameMap} K
 * @param {K} tag
 * @param {Props} [props]
 * @param {...Child} children
 */
export function s(tag, props = {}, ...children) {
  return applyProps(document.createElementNS(SVG, tag), props, children);
}

/**
 * @template {HTMLElement | SVGElement} E
 * @param {E} element
 * @param {Props} props
 * @param {Child[]} children
 */
function applyProps(element, props, children) {
  for (const [name, value] of Object.entries(props)) {
    if (value === false || value === null || value === undefined) continue;
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else if (name === "value" || name === "checked") Object.assign(element, { [name]: value });
    else if (name === "look") Object.assign(element.style, value);
    else element.setAttribute(name, value === true ? "" : value);
  }
  element.append(...listNodes(children));
  return element;
}

/**
 * The content as nodes and texts.
 * @param {Child[]} children
 */
export function listNodes(children) {
  const leaves = /** @type {Leaf[]} */ (children.flat(Infinity));
  return /** @type {(Node | string)[]} */ (
    leaves.filter((leaf) => leaf !== null && leaf !== undefined && leaf !== false)
  );
}

/**
 * Replace the children of an element.
 * @param {Element} element
 * @param {...Child} children
 */
export function fill(element, ...children) {
  element.replaceChildren(...listNodes(children));
}

/** @typedef {keyof typeof ICONS} Icon */

// Icon paths on a 24 x 24 grid.
const ICONS = {
  first: "M5 4h2.500v16H5zM20 4v16L8.500 12z",
  previous: "M12 4v16L2 12zM22 4v16L12 12z",
  back: "M17 4v16L6 12z",
  play: "M7 3.500v17L21 12z",
  numbers: "M8 3h2.500l-2 18H6zM15.500 3H18l-2 18h-2.500zM4 8h17v2.500H4zM3 14h17v2.500H3z",
  pause: "M6 4h4.500v16H6zM13.500 4H18v16h-4.500z",
  forward: "M7 4v16l11-8z",
  next: "M12 4v16l10-8zM2 4v16l10-8z",
  last: "M16.500 4H19v16h-2.500zM4 4v16l11.500-8z",
  goal: "M5 3h2v18H5zM8 4h11l-3 4.500L19 13H8z",
  minus: "M5 10.750h14v2.500H5z",
  plus: "M5 10.750h5.750V5h2.500v5.750H19v2.500h-5.750V19h-2.500v-5.750H5z",
  fit: "M3 3h7v2.500H5.500V10H3zM14 3h7v7h-2.500V5.500H14zM3 14h2.500v4.500H10V21H3zM18.500 14H21v7h-7v-2.500h4.500z",
  text: "M4 5h16v2.500H13.250V20h-2.500V7.500H4z",
  save: "M10.750 3h2.500v9l3-3 1.750 1.750L12 17l-6-6.250L7.750 9l3 3zM4 18.500h16V21H4z",
  fullscreen: "M3 5h18v12H3zM5.500 7.500v7h13v-7zM9 19h6v2H9z",
  boards: "M3 3h8v8H3zM13 3h8v8h-8zM3 13h8v8H3zM13 13h8v8h-8z",
};

/**
 * A button with an icon and a name.
 * @param {Icon} name
 * @param {string} text
 * @param {() => unknown} deed
 */
export function createButton(name, text, deed) {
  const picture = s(
    "svg",
    { viewBox: "0 0 24 24", width: 17, height: 17, "aria-hidden": "true" },
    s("path", { d: ICONS[name], fill: "currentColor" }),
  );
  return h("button", { type: "button", title: text, "aria-label": text, onclick: deed }, picture);
}

/**
 * Change the icon of a button.
 * @param {HTMLElement} element
 * @param {Icon} name
 * @param {string} text
 */
export function changeIcon(element, name, text) {
  element.querySelector("path")?.setAttribute("d", ICONS[name]);
  element.title = text;
  element.setAttribute("aria-label", text);
}
