// A worker that runs Python: it answers one request after the other, each JSON text, by keywords with JSON text. It has
// no origin and no network (sandbox.html): its files arrive with the first message, together with a port for all
// others.

const WORN = 700 * 2 ** 20; // bytes
const HOME = "https://python.invalid/"; // the location of the files as Python sees it
const LAST = ["result", "lasting", "error", "refused"]; // the keywords that end an answer

self.onmessage = ({ data, ports: [port] }) => {
  self.onmessage = null;
  answerAll(port, start(data));
};

/** @param {BlobPart} text */
const importText = (text) => import(URL.createObjectURL(new Blob([text], { type: "text/javascript" })));

/** @param {Record<string, ArrayBuffer>} files */
async function start(files) {
  const { fetch } = self;
  self.fetch = async (address) => {
    const name = String(address).replace(HOME, "");
    const type = name.endsWith(".wasm") ? "application/wasm" : "";
    return new Response(files[name], { status: files[name] ? 200 : 404, headers: { "Content-Type": type } });
  };
  Object.assign(self, { importScripts: undefined }); // Pyodide wants a module worker, which a frame without origin cannot make
  const { loadPyodide } = await importText(files["pyodide.mjs"]);
  const { default: createPyodideModule } = await importText(files["pyodide.asm.mjs"]);
  const python = await loadPyodide({ indexURL: HOME, createPyodideModule, stdout: () => {}, stderr: () => {} });
  self.fetch = fetch;
  const alone = "checker.zip" in files; // only the checker and the rules
  python.unpackArchive(files[alone ? "checker.zip" : "langkah.zip"], "zip");
  return { python, browser: python.pyimport(alone ? "langkah.apps.check_worker" : "langkah.apps.site.browser") };
}

/**
 * @param {MessagePort} port
 * @param {ReturnType<typeof start>} starting
 */
async function answerAll(port, starting) {
  try {
    const { python, browser } = await starting;
    // The browser gets memory back only when the worker ends.
    const isWorn = () => python._module.HEAP8.length > WORN;
    const send = (/** @type {string} */ word, /** @type {string} */ text) =>
      port.postMessage({ word, text, worn: LAST.includes(word) && isWorn() });
    port.onmessage = ({ data }) => {
      try {
        browser.answer(data, send);
      } catch (error) {
        port.postMessage({ word: "ended", text: String(error) });
      }
    };
    port.postMessage({ word: "ready", text: "" });
  } catch (error) {
    port.postMessage({ word: "failed", text: String(error) });
  }
}
