// A worker with Python in it: answers one question after the other, each a text of JSON, in words and texts of JSON.

const WORN = 700 * 2 ** 20; // bytes
const FOLDER = new URL("../../python/", import.meta.url).href;

async function start() {
  const archive = fetch(`${FOLDER}langkah.zip`).then((response) => response.arrayBuffer());
  const { loadPyodide } = await import(`${FOLDER}pyodide.mjs`);
  const python = await loadPyodide({ indexURL: FOLDER, stdout: () => {}, stderr: () => {} });
  python.unpackArchive(await archive, "zip");
  return { python, browser: python.pyimport("langkah.apps.site.browser") };
}

const ready = start();
ready.then(
  () => postMessage({ word: "ready", text: "" }),
  (error) => postMessage({ word: "failed", text: String(error) }),
);

onmessage = async ({ data }) => {
  const { python, browser } = await ready;
  try {
    browser.answer(data, (/** @type {string} */ word, /** @type {string} */ text) => postMessage({ word, text }));
    // Memory that Python has had once is never given back to the browser but by ending the worker.
    if (python._module.HEAP8.length > WORN) postMessage({ word: "worn", text: "" });
  } catch (error) {
    postMessage({ word: "failed", text: String(error) });
  }
};
