// A form of questions with several right answers, checked once.

/** @typedef {{ text: string, choices: string[], right: number[] }} AskedQuestion */

/**
 * @param {string} name
 * @param {Record<string, string>} names
 * @param {...(Node | string)} inside
 */
export function make(name, names = {}, ...inside) {
  const element = document.createElement(name);
  for (const [each, value] of Object.entries(names)) element.setAttribute(each, value);
  element.append(...inside);
  return element;
}

/**
 * The form; `then` receives the number of right answers and the choices. `chosen` are the saved choices.
 * @param {AskedQuestion[]} questions
 * @param {Record<string, string>} texts
 * @param {(right: number, chosen: number[][]) => void} then
 * @param {number[][]} [chosen]
 */
export function createQuiz(questions, texts, then, chosen) {
  const boxes = questions.map(({ choices }, question) =>
    choices.map((_text, choice) => {
      const box = /** @type {HTMLInputElement} */ (make("input", { type: "checkbox", name: `${question}`, value: `${choice + 1}` }));
      box.checked = Boolean(chosen?.[question]?.includes(choice + 1));
      return box;
    }),
  );
  const verdicts = questions.map(() => make("p", { class: "verdict" }));
  const button = /** @type {HTMLButtonElement} */ (make("button", { type: "submit", class: "main" }, texts.check));
  const parts = questions.map(({ text, choices }, question) =>
    make(
      "fieldset",
      {},
      make("legend", {}, `${question + 1}. ${text}`),
      ...choices.map((words, choice) => make("label", {}, boxes[question][choice], words)),
      verdicts[question],
    ),
  );
  const read = () => boxes.map((row) => row.flatMap((box, place) => (box.checked ? [place + 1] : [])));
  const close = () => {
    const good = read().map((row, question) => row.join() === [...questions[question].right].sort((a, b) => a - b).join());
    good.forEach((each, question) => {
      verdicts[question].className = `verdict ${each ? "right" : "wrong"}`;
      verdicts[question].textContent = each ? texts.right : texts.wrong;
    });
    for (const box of boxes.flat()) box.disabled = true;
    button.disabled = true;
    return good.filter(Boolean).length;
  };
  const form = make("form", {}, make("p", { class: "quiet" }, texts.choose), ...parts, button);
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    then(close(), read());
  });
  if (chosen) close();
  return form;
}
