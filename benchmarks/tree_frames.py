"""The frame times of a search tree with 5,000 nodes while it grows, pans, zooms and folds, in a replay file: `python -m
benchmarks.tree_frames`. The time of a frame is the work of the page until all is drawn. Then the search is played, and
the time from frame to frame is measured, which includes the browser's own work (about 16.7 ms if none is late). The
browser and this program share one core. Exits with code 1 if a target is missed.
"""

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
PROMISE = 16.0  # milliseconds: target for the median frame
PLAYED = "played, from frame to frame"
CHROMIUM = os.environ.get("CHROMIUM", "/usr/bin/chromium")

MEASURE = """
async (PLAYED) => {
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
  player.go(player.length - 240);
  player.speed = 5; // 60 events a second
  player.play();
  const times = [];
  for (let last = await frame(); player.playing && times.length < 180; ) {
    const now = await frame();
    times.push(now - last);
    last = now;
  }
  player.pause();
  found[PLAYED] = times;
  tree.follow(false);
  tree.fit();
  await new Promise((done) => setTimeout(done, 500));
  found["pans, the whole tree"] = await measure(120, (step) => tree.pan(step % 40 < 20 ? 6 : -6, 1));
  found["zooms"] = await measure(60, (step) => tree.zoom(step < 30 ? 1.15 : 1 / 1.15));
  for (const [level, name] of [["number", "pans, numbers"], ["whole", "pans, boards"]]) {
    while (tree.painter.level !== level) {
      tree.zoom(1.2, tree.spot(player.recording.current));
      tree.paint();
    }
    await new Promise((done) => setTimeout(done, 500));
    found[name] = await measure(120, (step) => tree.pan(step % 40 < 20 ? 6 : -6, 1));
  }
  tree.follow(true);
  await new Promise((done) => setTimeout(done, 500));
  found["folds"] = await measure(20, (step) => tree.fold([1, 2, 3][step % 3]));
  return found;
}
"""


def measure_frames() -> dict[str, list[float]]:
    """The milliseconds of all frames of a search tree, grouped by the user's action."""
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
        found: dict[str, Any] = page.evaluate(MEASURE, PLAYED)
        browser.close()
    return found


def main() -> int:
    """Measure and print the frame times. Returns 1 if a target is missed, otherwise 0."""
    if hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})
    found = measure_frames()
    for name, times in found.items():
        worst = quantiles(times, n=20)[-1]
        print(f"{name:42} median {median(times):6.1f} ms, 95% under {worst:6.1f} ms, {len(times)} frames")
    return int(any(median(times) >= PROMISE for name, times in found.items() if name != PLAYED))


if __name__ == "__main__":
    sys.exit(main())
