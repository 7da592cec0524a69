// Learning: the lessons as a course on the first page, with progress, durations and the next lesson; and links to
// documents, source and help.

import { h } from "./dom.js";
import { explainError } from "./errors.js";
import { T, fillBlanks } from "./texts.js";
import { formatAddress, listCourse } from "./watch/lesson.js";

// These addresses are placeholders, so the page does not link to them until `python -m tools.release --move` has
// replaced them and set PUBLISHED. A static site may contain its own documents (`langkah site --documents`).
const PUBLISHED = false;
const LINKS = {
  documents: "https://langkah.github.io/langkah/docs/",
  source: "https://github.com/langkah/langkah",
  help: "https://github.com/langkah/langkah/issues",
};

/** The course, loaded when it scrolls into view. */
export function createLearning() {
  const told = h("p", { class: "quiet" }, T.lessonsHelp);
  const onward = h("p", { class: "course-next" });
  const room = h("div", { class: "course" });
  const root = h(
    "section",
    { class: "learning", id: "learn", tabindex: "-1", "aria-labelledby": "learn-title", "data-idea": "lessons" },
    h("h2", { id: "learn-title" }, T.doorLearn),
    told,
    onward,
    room,
  );
  const show = async () => {
    try {
      const { list, done, all, next } = await listCourse();
      room.replaceChildren(list);
      const tally = h("strong", {}, fillBlanks(T.lessonsDone, { n: done, all }));
      const words = next && fillBlanks(done ? T.lessonGoOn : T.lessonBegin, { title: next.title });
      onward.replaceChildren(tally, next ? h("a", { class: "button main", href: formatAddress(next) }, words ?? "") : "");
    } catch (error) {
      room.replaceChildren(h("p", { class: "notice", role: "alert" }, explainError(error)));
    }
  };
  const watch = new IntersectionObserver(
    (seen) => {
      if (!seen.some(({ isIntersecting }) => isIntersecting)) return;
      watch.disconnect();
      show();
    },
    { rootMargin: "800px" },
  );
  watch.observe(root);
  return root;
}

/** The links at the foot of the first page, as far as their addresses exist; without any, it is empty. */
export function createMore() {
  const { lang, dataset } = document.documentElement;
  const documents = dataset.documents ?? (PUBLISHED ? LINKS.documents : "");
  const folder = lang === "id" ? `${documents}id/` : documents;
  const link = (/** @type {string} */ href, /** @type {string} */ words) => h("a", { href, rel: "noopener" }, words);
  return h(
    "footer",
    { class: "more-links" },
    documents && link(`${folder}index.html`, T.documents),
    documents && link(`${folder}tutorials/teachers.html`, T.forTeachers),
    PUBLISHED && link(LINKS.source, T.source),
    PUBLISHED && link(LINKS.help, T.getHelp),
  );
}
