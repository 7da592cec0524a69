"""The static site in figures: `make site`, then `python -m benchmarks.static_site`, writes the tables of docs/site.md.

Sizes are those of the files in dist/site, each compressed separately, as by a web server. Times are those of the
system's Chromium, headless, with a fresh profile and a plain file server on this machine: from the start of a
navigation to the frame that shows the element, the best of several runs. Kernels do the same work twice, with the same
Python code: natively on one thread, and in a worker of the browser. Exits with code 1 if a target is missed.
"""

import gzip
import json
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

from playwright.sync_api import Browser, sync_playwright
from tests.browser import browsing
from tests.static_site import HANOI, SiteVisit, serving_files

from langkah.apps.site.build import MARK

ROOT = Path(__file__).parent.parent
SITE, DOCUMENT = ROOT / "dist" / "site", ROOT / "docs" / "site.md"
RUNS, LONGEST = 3, 60_000  # milliseconds within which something must be visible
PAINTED = """
(selector) => new Promise((done) => {
  const look = () =>
    document.querySelector(selector) ? requestAnimationFrame(() => done(performance.now())) : setTimeout(look, 5);
  look();
})
"""
CARD, BOARD = ".card .scene .shape", ".board .shape"
MADE = "() => document.querySelector('[data-figure=\"made\"] dd')?.textContent === '1'"

# The work of both, each value in milliseconds, the best of several runs, and a number that must be the same.
WORK = """
import json, time
from langkah import Limit, load
from langkah.engine import explore as exploring, tile_search
from langkah.engine.kernels import table_control as at
from langkah.engine.spaces.state_table import StateTable
from langkah.run import Run

exploring.PATIENCE_STATES = exploring.LITTLE_PATIENCE = 0  # compiled code from the first state on
tile_search.read_cached = lambda name: None  # tables are made, not read
tile_search.write_cached = lambda *given, **more: None

def measure(work, runs):
    least = float("inf")
    for _run in range(runs):
        began = time.perf_counter()
        number = work()
        least = min(least, time.perf_counter() - began)
    return [1000 * least, number]

klotski = load("klotski:classic").packed()

def fill_space():
    space = StateTable(klotski, threads=1)
    while space.advance(1 << 22) != at.DONE:
        pass
    states = space.now[at.TAIL]
    space.close()
    return states

def explore(name, **settings):
    found = exploring.explore(load(name, settings), hardest=False, threads=1)
    assert found.complete and found.engine.startswith("compiled"), (found.engine, found.limit, found.note)
    return found.states

def solve_by_patterns():
    tile_search._load_pattern_tables.cache_clear()
    search = tile_search.TileSearch(load("tiles:korf-001").packed().structure)
    return len(search.rounds(Run(Limit()), tile_search.PatternEstimate(search), None)) - 1

json.dumps({
    "klotski": measure(fill_space, 200),
    "towers": measure(lambda: explore("hanoi", discs=14, pegs=4), 3),
    "marks": measure(lambda: explore("mnk", size=4), 3),
    "patterns": measure(solve_by_patterns, 1),
})
"""
WORKER = """
async ([folder, work]) => {
  const text = `
    const ask = self.fetch;
    const types = { wasm: "application/wasm", mjs: "text/javascript" };
    self.fetch = async (address) => {
      const type = types[String(address).split(".").at(-1)] ?? "";
      const packed = await ask(address + ".part");
      const body = await new Response(packed.body.pipeThrough(new DecompressionStream("gzip"))).arrayBuffer();
      return new Response(body, { headers: { "Content-Type": type } });
    };
    const load = async (name) => import(URL.createObjectURL(await (await fetch("${folder}" + name)).blob()));
    onmessage = async ({ data }) => {
      const { loadPyodide } = await load("pyodide.mjs");
      const { default: createPyodideModule } = await load("pyodide.asm.mjs");
      const python = await loadPyodide({ indexURL: "${folder}", createPyodideModule });
      python.unpackArchive(await (await fetch("${folder}langkah.zip")).arrayBuffer(), "zip");
      try { postMessage({ answer: python.runPython(data), memory: python._module.HEAP8.length }) }
      catch (error) { postMessage({ error: String(error) }) }
    };`;
  const worker = new Worker(URL.createObjectURL(new Blob([text], { type: "text/javascript" })), { type: "module" });
  const told = await new Promise((done) => {
    worker.onmessage = ({ data }) => done(data);
    worker.onerror = (error) => done({ error: error.message });
    worker.postMessage(work);
  });
  worker.terminate();
  return told;
}
"""


class Figure(NamedTuple):
    """A measurement: what was measured, its value and unit, and the target if there is one."""

    about: str
    value: float
    unit: str
    promise: float | None = None

    def write(self) -> str:
        """The measurement as a row of a table in Markdown."""
        promise = "" if self.promise is None else f"< {self.promise:g} {self.unit}"
        return f"| {self.about} | {self.value:.{1 if self.unit == 'MB' else 2}f} {self.unit} | {promise} |"


def measure_sizes() -> Iterator[Figure]:
    """Yield the size of all files of the site, and the compressed size of the files that the first visit loads."""
    names = [*json.loads((SITE / MARK).read_text(encoding="utf-8"))["files"][1:], MARK, "service_worker.js"]
    files = {name: (SITE / name).read_bytes() for name in names}
    later = ("static/editor/", "data/", "python/checker")  # boards, editor and checker are loaded on demand
    first = [content for name, content in files.items() if not name.startswith(later)]
    yield Figure("all files", sum(map(len, files.values())) / 1e6, "MB", 20)
    yield Figure("page and Python, compressed", sum(len(gzip.compress(each)) for each in first) / 1e6, "MB", 9)


def visit(browser: Browser, address: str) -> dict[str, float]:
    """The seconds until the first picture and until the first move, by the kind of visit: a first visit (a separate one
    for the move), a second one, and one without a network.
    """
    stranger, seen = SiteVisit(browser, address), SiteVisit(browser, address)
    moved = make_move(stranger)
    stranger.context.close()
    found = {"first picture, first visit": see(seen, ""), "first move, first visit": moved}
    seen.page.wait_for_function("async () => Boolean(await navigator.serviceWorker.ready)", timeout=LONGEST)
    for name in ("second visit", "without a network"):
        seen.context.set_offline(name == "without a network")
        found |= {f"first picture, {name}": see(seen, ""), f"first move, {name}": make_move(seen)}
    seen.context.close()
    print({name: round(took, 2) for name, took in found.items()}, flush=True)
    return found


def see(seen: SiteVisit, link: str, selector: str = CARD) -> float:
    """Open a page of the site, and return the seconds from the start of the navigation until an element is painted."""
    seen.page.goto("about:blank")
    seen.page.goto(f"{seen.address}{link}")
    return float(seen.page.evaluate(PAINTED, selector)) / 1000


def make_move(seen: SiteVisit) -> float:
    """Open a board and move a disc; returns the seconds from the start of the navigation until the move is counted."""
    see(seen, "#hanoi:two-discs", BOARD)  # the level that its card opens
    for handle in ("peg 0", "peg 1"):
        seen.mouse(handle)
    seen.page.wait_for_function(MADE, timeout=LONGEST)
    return float(seen.page.evaluate("() => performance.now()")) / 1000


def measure_visits(browser: Browser, address: str) -> Iterator[Figure]:
    """Yield the times until the first picture and until the first move, for each kind of visit; the best of several
    runs.
    """
    runs = [visit(browser, address) for _run in range(RUNS)]
    for name in runs[0]:
        promise = None if "first visit" in name else 1.0 if "picture" in name else 3.0
        yield Figure(name, min(run[name] for run in runs), "s", promise)


def measure_slow_visits(browser: Browser, address: str) -> Iterator[Figure]:
    """Yield, for first visits on two slow lines, the times until the first move and until Python's first answer."""
    for rate, promise in ((5.0, 8.0), (1.6, None)):
        seen = SiteVisit(browser, address)
        line = {"offline": False, "latency": 40, "downloadThroughput": rate * 125_000, "uploadThroughput": 125_000}
        seen.context.new_cdp_session(seen.page).send("Network.emulateNetworkConditions", line)
        seen.page.goto("about:blank")
        seen.context.set_default_timeout(4 * LONGEST)
        moved = make_move(seen)
        seen.ask("searches", HANOI)
        there = float(seen.page.evaluate("() => performance.now()")) / 1000
        seen.context.close()
        yield Figure(f"first move, first visit at {rate:g} Mbit/s", moved, "s", promise)
        yield Figure(f"first answer of Python, first visit at {rate:g} Mbit/s", there, "s")


def measure_kernels(browser: Browser, address: str) -> tuple[dict[str, Any], dict[str, Any], int]:
    """Run the code `WORK` natively and in the browser. Returns both results, and the final memory in bytes of the
    browser's Python.
    """
    words = [sys.executable, "-c", WORK.replace("\njson.dumps(", "\nprint(json.dumps(").rstrip() + ")"]
    native = subprocess.run(words, capture_output=True, text=True, check=True, cwd=ROOT).stdout
    page = browser.new_page()
    page.goto(address)
    told = page.evaluate(WORKER, [f"{address}python/", WORK])
    page.close()
    if "error" in told:
        raise SystemExit(told["error"])
    return json.loads(native), json.loads(told["answer"]), told["memory"]


KERNELS = {
    "klotski": "classic Klotski, the whole space of 25,955 states",
    "towers": "Hanoi with 14 discs on 4 pegs, all 268,435,456 positions",
    "marks": "tic-tac-toe on 4 x 4, four in a line: the values of all 9,722,011 positions",
    "patterns": "a 15-puzzle of 57 moves, with the time to make its pattern databases",
}


def write_document(figures: list[Figure], kernels: list[str]) -> None:
    """Replace the two tables in the document: the measurements, and the work of the kernels."""
    tables = [
        "\n".join(["| figure | measured | limit |", "|---|---|---|", *(each.write() for each in figures)]),
        "\n".join(["| work | native code | in the browser | ratio |", "|---|---|---|---|", *kernels]),
    ]
    text = DOCUMENT.read_text(encoding="utf-8")
    head = text.index("| figure | measured |")
    text = text[:head] + re.sub(r"\A(\|.*\n)+\n(\|.*\n)+", lambda _old: "\n\n".join(tables) + "\n", text[head:])
    DOCUMENT.write_text(text, encoding="utf-8")


def main() -> int:
    """Measure, write, and report missed targets."""
    if not (SITE / MARK).exists():
        raise SystemExit("there is no site in dist/site: make site")
    with sync_playwright() as playwright, browsing(playwright) as browser, serving_files(SITE) as address:
        native, there, memory = measure_kernels(browser, address)
        print(native, there, f"with {memory >> 20} MiB in the browser", sep="\n", flush=True)
        figures = [*measure_sizes(), *measure_visits(browser, address), *measure_slow_visits(browser, address)]
    rows, wrong = [], [each.about for each in figures if each.promise is not None and each.value >= each.promise]
    for name, about in KERNELS.items():
        (here, number), (slow, same) = native[name], there[name]
        times = [f"{took:.1f} ms" if took < 100 else f"{took / 1000:.2f} s" for took in (here, slow)]
        rows.append(f"| {about} | {times[0]} | {times[1]} | {slow / here:.1f} x |")
        wrong += [f"{about}: {number} and {same}"] if number != same else []
    wrong += [KERNELS["klotski"]] if there["klotski"][0] > 2 * native["klotski"][0] else []
    write_document(figures, rows)
    print(*(each.write() for each in figures), *rows, *(f"not kept: {each}" for each in wrong), sep="\n")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
