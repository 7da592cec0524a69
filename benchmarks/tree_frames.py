"""How long the frames of a search tree of 5,000 nodes take while it grows, pans, zooms and folds, in a file that
replays a search: `python -m benchmarks.tree_frames`. The browser and this program share one core. Ends with code 1 when
the promise is not kept."""

import os
import sys
import tempfile
from pathlib import Path
from statistics import median, quantiles
from typing import Any

from playwright.sync_api import sync_playwright

from langkah import Limit, Trace, load, solve
from langkah.views.replay import make_replay_page

NODES = 5_000
PROMISE = 16.0  # milliseconds of the median frame
CHROMIUM = os.environ.get("CHROMIUM", "/usr/bin/chromium")

MEASURE = """
async () => {
  const { tree } = player.panes;
  const frame = () => new Promise((done) => requestAnimationFrame(done));
  const measure = async (count, deed) => {
    const times = [];
    for (let step = 0; step < count; step += 1) {
      const began = performance.now();
      deed(step);
      tree.paint();
      tree.canvas.getContext("2d").getImageData(0, 0, 1, 1); // waits until all is drawn
      times.push(performance.now() - began);
      await frame();
    }
    return times;
  };
  const found = {};
  player.go(player.length - 240);
  found["grows, an event each frame, every pane"] = await measure(120, () => player.go(player.at + 1));
  player.speed = 7;
  found["grows and glides"] = await measure(120, () => player.go(player.at + 1));
  tree.follow(false);
  tree.fit();
  await new Promise((done) => setTimeout(done, 500));
  found["pans, the whole tree"] = await measure(120, (step) => tree.pan(step % 40 < 20 ? 6 : -6, 1));
  found["zooms"] = await measure(60, (step) => tree.zoom(step < 30 ? 1.15 : 1 / 1.15));
  tree.follow(true);
  await new Promise((done) => setTimeout(done, 500));
  found["pans, near"] = await measure(120, (step) => tree.pan(step % 40 < 20 ? 6 : -6, 1));
  found["folds"] = await measure(20, (step) => tree.fold([1, 2, 3][step % 3]));
  return found;
}
"""


def measure_frames() -> dict[str, list[float]]:
    """The milliseconds of all frames, by what is done."""
    problem, trace = load("hanoi", discs=8), Trace()
    result = solve(problem, "breadth-first", observe=trace, limit=Limit(nodes=NODES * 36 // 100))
    short = trace.first(next(at for at in range(len(trace)) if trace.counters(at).generated >= NODES))
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        path = Path(folder) / "replay.html"
        path.write_text(make_replay_page(problem, short, result, verdict=""), encoding="utf-8")
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        page = browser.new_page(viewport={"width": 1440, "height": 900})
        page.goto(path.as_uri())
        page.wait_for_timeout(1500)
        found: dict[str, Any] = page.evaluate(MEASURE)
        browser.close()
    return found


def main() -> int:
    """Measure and report."""
    if hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})
    found = measure_frames()
    everything = [each for times in found.values() for each in times]
    for name, times in {**found, "all": everything}.items():
        worst = quantiles(times, n=20)[-1]
        print(f"{name:42} median {median(times):6.1f} ms, 95% under {worst:6.1f} ms, {len(times)} frames")
    return int(any(median(times) >= PROMISE for times in found.values()))


if __name__ == "__main__":
    sys.exit(main())
