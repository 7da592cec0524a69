// Starts Python where it can reach nothing: in a worker of a frame with an origin of its own (sandbox.html). The page
// reads the files for it, since it may ask nobody, and hears what it says through a port.

import { h } from "../dom.js";
import { fetchPart } from "./parts.js";

const HERE = new URL(".", import.meta.url);
const FOLDER = new URL("../../python/", HERE);
const FILES = ["pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm", "pyodide-lock.json", "python_stdlib.zip", "langkah.zip"];

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

/** @type {Promise<Blob[]> | null} */
let parts = null; // what every Python is made of: loaded once, for all of them

function loadParts() {
  loading.bytes = 0;
  const loaded = FILES.map(async (name) => readWhole(await fetchPart(new URL(name, FOLDER), (n) => loading.count(n))));
  return Promise.all(loaded).catch((error) => {
    parts = null; // the next one tries again
    throw error;
  });
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
    parts ??= loadParts();
    const own = ["sandbox.html", "python_worker.js"].map(async (name) => readWhole(await fetch(new URL(name, HERE))));
    const [page, worker, ...files] = await Promise.all(
      [...(await Promise.all(own)), ...(await parts)].map((blob) => blob.arrayBuffer()),
    );
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
