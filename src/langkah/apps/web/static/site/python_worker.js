// A worker with Python in it: answers one question after the other, each a text of JSON, in words and texts of JSON.

const FOLDER = new URL("../../python/", import.meta.url).href;

async function start() {
  const archive = fetch(`${FOLDER}langkah.zip`).then((response) => response.arrayBuffer());
  const { loadPyodide } = await import(`${FOLDER}pyodide.mjs`);
  const python = await loadPyodide({ indexURL: FOLDER, stdout: () => {}, stderr: () => {} });
  python.unpackArchive(await archive, "zip");
  return python.pyimport("langkah.apps.site.browser");
}

const ready = start();
ready.then(
  () => postMessage({ word: "ready", text: "" }),
  (error) => postMessage({ word: "failed", text: String(error) }),
);

onmessage = async ({ data }) => {
  const browser = await ready;
  try {
    browser.answer(data, (/** @type {string} */ word, /** @type {string} */ text) => postMessage({ word, text }));
  } catch (error) {
    postMessage({ word: "failed", text: String(error) });
  }
};
