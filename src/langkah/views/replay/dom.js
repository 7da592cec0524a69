// Making elements. Text is always text, never markup.

const SVG = "http://www.w3.org/2000/svg";
const kept = (children) => children.flat(Infinity).filter((each) => each !== null && each !== undefined && each !== false);

/** An HTML element: properties that begin with "on" are listeners; false, null and undefined leave one out. */
export function h(tag, props = {}, ...children) {
  return dressed(document.createElement(tag), props, children);
}

/** An SVG element. */
export function s(tag, props = {}, ...children) {
  return dressed(document.createElementNS(SVG, tag), props, children);
}

function dressed(element, props, children) {
  for (const [name, value] of Object.entries(props)) {
    if (value === false || value === null || value === undefined) continue;
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else if (name === "look") Object.assign(element.style, value);
    else element.setAttribute(name, value === true ? "" : value);
  }
  element.append(...kept(children));
  return element;
}

/** Put these children in place of what was there. */
export function fill(element, ...children) {
  element.replaceChildren(...kept(children));
}

// Shapes on a 24 x 24 grid.
const ICONS = {
  first: "M5 4h2.500v16H5zM20 4v16L8.500 12z",
  previous: "M12 4v16L2 12zM22 4v16L12 12z",
  back: "M17 4v16L6 12z",
  play: "M7 3.500v17L21 12z",
  pause: "M6 4h4.500v16H6zM13.500 4H18v16h-4.500z",
  forward: "M7 4v16l11-8z",
  next: "M12 4v16l10-8zM2 4v16l10-8z",
  last: "M16.500 4H19v16h-2.500zM4 4v16l11.500-8z",
  goal: "M5 3h2v18H5zM8 4h11l-3 4.500L19 13H8z",
  minus: "M5 10.750h14v2.500H5z",
  plus: "M5 10.750h5.750V5h2.500v5.750H19v2.500h-5.750V19h-2.500v-5.750H5z",
  fit: "M3 3h7v2.500H5.500V10H3zM14 3h7v7h-2.500V5.500H14zM3 14h2.500v4.500H10V21H3zM18.500 14H21v7h-7v-2.500h4.500z",
  boards: "M3 3h8v8H3zM13 3h8v8h-8zM3 13h8v8H3zM13 13h8v8h-8z",
};

/** A button with a picture and a name. */
export function button(name, text, deed) {
  const picture = s("svg", { viewBox: "0 0 24 24", width: 17, height: 17, "aria-hidden": "true" }, s("path", { d: ICONS[name], fill: "currentColor" }));
  return h("button", { type: "button", title: text, "aria-label": text, onclick: deed }, picture);
}

/** Another picture on a button. */
export function restyle(element, name, text) {
  element.querySelector("path").setAttribute("d", ICONS[name]);
  element.title = text;
  element.setAttribute("aria-label", text);
}
