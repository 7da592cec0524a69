// A form of questions with several right answers, checked once.

/**
 * A question: either choices, of which all right ones must be chosen; or a number, entered as text.
 * @typedef {{ text: string, choices?: string[], right?: number[], answer?: string | number }} AskedQuestion
 * @typedef {number[] | string} QuizAnswer
 */

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
 * Parse a number in a usual notation: 2.5, 2,5 or 5/2.
 * @param {string | number} text
 */
function readNumber(text) {
  const [over, under = "1"] = String(text).trim().replace(",", ".").split("/");
  return over.trim() ? Number(over) / Number(under) : NaN;
}

/**
 * @param {AskedQuestion} question
 * @param {QuizAnswer} given
 */
function isRight({ right = [], answer }, given) {
  if (typeof given === "string") return readNumber(given) === readNumber(answer ?? "");
  return given.join() === [...right].sort((a, b) => a - b).join();
}

/**
 * The form; `then` receives the number of right answers and the choices. `chosen` are the saved choices.
 * @param {AskedQuestion[]} questions
 * @param {Record<string, string>} texts
 * @param {(right: number, chosen: QuizAnswer[]) => void} then
 * @param {QuizAnswer[]} [chosen]
 */
export function createQuiz(questions, texts, then, chosen) {
  const fields = questions.map(({ answer }, question) => {
    if (answer === undefined) return null;
    const field = /** @type {HTMLInputElement} */ (make("input", { type: "text", inputmode: "decimal", size: "8" }));
    field.value = String(chosen?.[question] ?? "");
    return field;
  });
  const boxes = questions.map(({ choices = [] }, question) =>
    choices.map((_text, choice) => {
      const box = /** @type {HTMLInputElement} */ (make("input", { type: "checkbox", name: `${question}`, value: `${choice + 1}` }));
      box.checked = Boolean(chosen?.[question]?.includes(/** @type {never} */ (choice + 1)));
      return box;
    }),
  );
  const verdicts = questions.map(() => make("p", { class: "verdict" }));
  const button = /** @type {HTMLButtonElement} */ (make("button", { type: "submit", class: "main" }, texts.check));
  const parts = questions.map(({ text, choices = [] }, question) =>
    make(
      "fieldset",
      {},
      make("legend", {}, `${question + 1}. ${text}`),
      ...[fields[question]].flatMap((field) => (field ? [make("label", {}, texts.number, " ", field)] : [])),
      ...choices.map((words, choice) => make("label", {}, boxes[question][choice], words)),
      verdicts[question],
    ),
  );
  /** @type {() => QuizAnswer[]} */
  const read = () =>
    boxes.map((row, question) => fields[question]?.value ?? row.flatMap((box, place) => (box.checked ? [place + 1] : [])));
  const close = () => {
    const good = read().map((row, question) => isRight(questions[question], row));
    good.forEach((each, question) => {
      verdicts[question].className = `verdict ${each ? "right" : "wrong"}`;
      verdicts[question].textContent = each ? texts.right : texts.wrong;
    });
    for (const box of [...boxes.flat(), ...fields]) if (box) box.disabled = true;
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
