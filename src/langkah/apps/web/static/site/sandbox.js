// Starts Python where it can reach nothing: in a worker of a frame with an origin of its own (sandbox.html). The page
// reads the files for it, since it may ask nobody, and hears what it says through a port.

import { h } from "../dom.js";

const HERE = new URL(".", import.meta.url);
const FOLDER = new URL("../../python/", HERE);
const FILES = ["pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm", "pyodide-lock.json", "python_stdlib.zip", "langkah.zip"];

/** @param {string | URL} address */
async function read(address) {
  const response = await fetch(address);
  if (!response.ok) throw new Error(`${address}: ${response.status}`);
  return response.arrayBuffer();
}

/**
 * @param {(said: unknown) => void} hear what it says, which may be anything: foreign code runs there
 * @param {() => void} broken called where it cannot start
 */
export function startPython(hear, broken) {
  const { port1: port, port2: other } = new MessageChannel();
  const frame = h("iframe", { sandbox: "allow-scripts", hidden: true, title: "Python", class: "python" });
  const over = new AbortController();
  port.onmessage = ({ data }) => hear(data);
  const start = async () => {
    const own = ["sandbox.html", "python_worker.js"].map((name) => read(new URL(name, HERE)));
    const [page, worker] = await Promise.all(own);
    const files = await Promise.all(FILES.map((name) => read(new URL(name, FOLDER))));
    if (over.signal.aborted) return;
    const message = { worker, files: Object.fromEntries(FILES.map((name, index) => [name, files[index]])) };
    frame.srcdoc = new TextDecoder().decode(page);
    frame.onload = () => frame.contentWindow?.postMessage(message, "*", [other, worker, ...files]);
    const listen = (/** @type {MessageEvent} */ { source }) => source === frame.contentWindow && broken();
    addEventListener("message", listen, { signal: over.signal });
    document.body.append(frame);
  };
  start().catch(() => over.signal.aborted || broken());
  return {
    /** @param {string} text */
    tell: (text) => port.postMessage(text),
    end: () => {
      over.abort();
      port.close();
      frame.remove();
    },
  };
}
