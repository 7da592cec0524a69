// How to start your own puzzle when the program serves the page: in a file, which is played from the command line.

import { fill, h } from "./dom.js";
import { T } from "./texts.js";

const COMMANDS = ["langkah example template > mine.py", "langkah play mine.py:Template", "langkah doctor mine.py:Template"];

/** @param {Element} main */
export function showOwnFile(main) {
  document.title = `${T.write} · Langkah`;
  fill(
    main,
    h(
      "div",
      { class: "own-file" },
      h("h1", {}, T.write),
      h("p", {}, T.ownFileHelp),
      h("pre", { tabindex: "0", "aria-label": T.ownFileCommands }, COMMANDS.join("\n")),
    ),
  );
}
