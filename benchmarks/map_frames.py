"""The frame times of a map while it is panned, zoomed and pointed at, in files with the 25,955 states of classic
Klotski, the 81,462 of the klotski paper and the 181,440 of the 8-puzzle: `python -m benchmarks.map_frames`. The time of
a frame is the work of the page until all is drawn; the time from frame to frame (about 16.7 ms if none is late)
includes the browser's own work and the slices in which the map is repainted. The browser and this program share one
core, without a graphics card. Exits with code 1 if a target is missed.
"""

import os
import sys
import tempfile
from pathlib import Path
from statistics import median, quantiles
from typing import Any

from playwright.sync_api import sync_playwright

import langkah

PROMISE = 16.0  # milliseconds: target for the median frame
BETWEEN = "from frame to frame"
CHROMIUM = os.environ.get("CHROMIUM", "/usr/bin/chromium")
SPACES: dict[str, dict[str, Any]] = {"klotski:classic": {}, "klotski:paper": {}, "tiles": {"rows": 3, "cols": 3}}

MEASURE = """
async (BETWEEN) => {
  const { painter } = view;
  const frame = () => new Promise((done) => requestAnimationFrame(done));
  const rest = async () => {
    await new Promise((done) => setTimeout(done, 200));
    while (painter.painting) await frame();
  };
  const pen = painter.canvas.getContext("2d");
  const measure = async (count, deed) => {
    const times = [];
    for (let step = 0; step < count; step += 1) {
      const began = performance.now();
      deed(step);
      painter.draw();
      pen.getImageData(0, 0, 1, 1); // waits until all is drawn
      times.push(performance.now() - began);
      await frame();
    }
    return times;
  };
  const found = {};
  const began = performance.now();
  await rest();
  found["painted as a whole, in slices (one number)"] = [performance.now() - began];
  found["pans"] = await measure(120, (step) => painter.pan(step % 40 < 20 ? 6 : -6, 1));
  await rest();
  found["zooms"] = await measure(60, (step) => painter.zoom(step < 30 ? 1.1 : 1 / 1.1));
  await rest();
  found["points at states"] = await measure(60, (step) => view.hoverSoon(200 + 5 * step, 300));
  view.follow(view.space.findWay(0, view.data.marked.hardest[0]));
  found["pans with a way drawn"] = await measure(60, (step) => painter.pan(step % 20 < 10 ? 6 : -6, 1));
  const times = [];
  for (let step = 0, last = await frame(); step < 180; step += 1) {
    painter.zoom(step % 60 < 30 ? 1.05 : 1 / 1.05);
    if (step % 60 === 59) await new Promise((done) => setTimeout(done, 120)); // it is painted anew meanwhile
    const now = await frame();
    if (step % 60 !== 59) times.push(now - last);
    last = now;
  }
  found[BETWEEN] = times;
  return found;
}
"""


def measure_frames(problem: str, settings: dict[str, Any]) -> dict[str, list[float]]:
    """The milliseconds of all frames of the map of a problem, grouped by the user's action."""
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        path = Path(folder) / "map.html"
        langkah.map(langkah.load(problem, settings), path)
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox", "--disable-gpu"])
        page = browser.new_page(viewport={"width": 1440, "height": 900})
        page.goto(path.as_uri())
        page.wait_for_function("() => window.view")
        found: dict[str, Any] = page.evaluate(MEASURE, BETWEEN)
        browser.close()
    return found


def main() -> int:
    """Measure and print the frame times of several maps. Returns 1 if a target is missed, otherwise 0."""
    if hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})
    is_late = False
    for problem, settings in SPACES.items():
        print(problem)
        for name, times in measure_frames(problem, settings).items():
            if len(times) == 1:
                print(f"  {name:42} {times[0]:6.0f} ms")
                continue
            worst = quantiles(times, n=20)[-1]
            print(f"  {name:42} median {median(times):6.1f} ms, 95% under {worst:6.1f} ms, {len(times)} frames")
            is_late = is_late or (name != BETWEEN and median(times) >= PROMISE)
    return int(is_late)


if __name__ == "__main__":
    sys.exit(main())
