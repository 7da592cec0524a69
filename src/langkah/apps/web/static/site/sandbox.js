// Starts Python where it can reach nothing: in a worker of a frame with an origin of its own (sandbox.html). The page
// reads the files for it, since it may ask nobody, and hears what it says through a port.

import { h } from "../dom.js";
import { fetchPart } from "./parts.js";

const HERE = new URL(".", import.meta.url);
const FOLDER = new URL("../../python/", HERE);
const FILES = ["pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm", "pyodide-lock.json", "python_stdlib.zip"];

/** How much of Python has come, for those who wait for it. */
class Loading extends EventTarget {
  constructor() {
    super();
    this.whole = Number(document.documentElement.dataset.python);
    this.bytes = 0;
  }

  /** In percent. */
  get share() {
    return Math.min(100, Math.floor((100 * this.bytes) / this.whole));
  }

  /** @param {number} bytes */
  count(bytes) {
    this.bytes += bytes;
    this.dispatchEvent(new Event("progress"));
  }
}

export const loading = new Loading();

/** @param {Response} response */
async function readWhole(response) {
  if (!response.ok) throw new Error(`${response.url}: ${response.status}`);
  return response.blob();
}

/** @type {Map<string, Promise<Blob>>} */
const parts = new Map(); // what Pythons are made of: loaded once, for all of them

/** @param {string} name */
function loadPart(name) {
  let counted = 0;
  const count = (/** @type {number} */ bytes) => (loading.count(bytes), (counted += bytes));
  const part = parts.get(name) ?? fetchPart(new URL(name, FOLDER), count).then(readWhole);
  parts.set(name, part);
  return part.catch((error) => {
    loading.count(-counted);
    parts.delete(name); // the next one tries again
    throw error;
  });
}

/**
 * @param {string} archive the modules of ours that it has: "langkah", or "checker" without any search
 * @param {(said: unknown) => void} hear what it says, which may be anything: foreign code runs there
 * @param {() => void} broken called where it cannot start
 */
export function startPython(archive, hear, broken) {
  const names = [...FILES, `${archive}.zip`];
  const { port1: port, port2: other } = new MessageChannel();
  const frame = h("iframe", { sandbox: "allow-scripts", hidden: true, title: "Python", class: "python" });
  const over = new AbortController();
  port.onmessage = ({ data }) => hear(data);
  const start = async () => {
    const own = ["sandbox.html", "python_worker.js"].map(async (name) => readWhole(await fetch(new URL(name, HERE))));
    const [page, worker, ...files] = await Promise.all(
      (await Promise.all([...own, ...names.map(loadPart)])).map((blob) => blob.arrayBuffer()),
    );
    if (over.signal.aborted) return;
    const message = { worker, files: Object.fromEntries(names.map((name, index) => [name, files[index]])) };
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
