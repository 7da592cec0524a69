// Starts Python in a sandbox: in a worker of a frame with an origin of its own (sandbox.html). The page loads its
// files, because the worker has no network, and exchanges messages with it through a port.

import { h } from "../dom.js";
import { fetchPart } from "./parts.js";

const HERE = new URL(".", import.meta.url);
const FOLDER = new URL("../../python/", HERE);
const FILES = ["pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm", "pyodide-lock.json", "python_stdlib.zip"];

/** The progress of loading Python. */
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
const parts = new Map(); // the files of Python, loaded once for all workers

/** @param {string} name */
function loadPart(name) {
  let counted = 0;
  const count = (/** @type {number} */ bytes) => (loading.count(bytes), (counted += bytes));
  const part = parts.get(name) ?? fetchPart(new URL(name, FOLDER), count).then(readWhole);
  parts.set(name, part);
  return part.catch((error) => {
    loading.count(-counted);
    parts.delete(name); // the next attempt loads it again
    throw error;
  });
}

/**
 * @param {string} archive its archive of Langkah: "langkah", or "checker" without any search
 * @param {(said: unknown) => void} hear receives its messages, which are untrusted: foreign code runs there
 * @param {() => void} broken called if it cannot start
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
