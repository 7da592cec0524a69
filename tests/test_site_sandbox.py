"""Untrusted code on the static site: a puzzle from a link cannot send requests, store data beyond its page, or answer
for another game.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, expect

from tests.static_site import ANSWERED, STARTING, SiteVisit, serving_files
from tests.test_site_page import wait

DOORS = """
import asyncio, json, js, pyodide_js
import pyodide.http
from pyodide.code import run_js
from pyodide.ffi import create_proxy, to_js
from langkah import Puzzle, Step

SITE = {site!r}
NESTED = '''
const say = (name) => (found) => postMessage(name + " " + found);
const ask = (name, deed) => new Promise((done) => done(deed())).then(say("OPEN " + name), say("shut " + name));
ask("nested fetch", () => fetch("SITE/door-nested-fetch", {{ mode: "no-cors" }}));
ask("nested caches", () => caches.keys());
ask("nested import", () => import("SITE/static/numbers.js?door"));
ask("nested scripts", () => importScripts("SITE/static/numbers.js?door"));
'''.replace("SITE/", SITE)

def options(**given):
    return to_js(given, dict_converter=js.Object.fromEntries)

def nest():
    blob = js.Blob.new([NESTED], options(type="text/javascript"))
    worker = js.Worker.new(js.URL.createObjectURL(blob))
    worker.onmessage = create_proxy(lambda event: js.self.doors.push(event.data))

def request(method):
    asked = js.XMLHttpRequest.new()
    asked.open("GET", SITE + "door-xhr", method)
    asked.send()
    return asked.status

def listen(made):
    made.onopen = create_proxy(lambda _event: js.self.doors.push("OPEN connection"))

DOORS = {{
    "caches": lambda: js.caches.keys(),
    "caches by prototype": lambda: js.Object.getPrototypeOf(js.Object.getPrototypeOf(js.self)).caches,
    "indexedDB": lambda: js.indexedDB.open("door"),
    "indexedDB by globalThis": lambda: js.globalThis.indexedDB.open("door"),
    "fetch": lambda: js.fetch(SITE + "door-fetch", options(mode="no-cors")),
    "pyfetch": lambda: asyncio.ensure_future(pyodide.http.pyfetch(SITE + "door-pyfetch")),
    "open_url": lambda: pyodide.http.open_url(SITE + "door-open-url").read(),
    "XMLHttpRequest": lambda: request(False),
    "package": lambda: pyodide_js.loadPackage(SITE + "door.whl").then(create_proxy(lambda got: got.length or 1 / 0)),
    "importScripts": lambda: js.WorkerGlobalScope.prototype.importScripts.call(js.self, SITE + "door.js"),
    "worker": lambda: js.Worker.new(SITE + "static/site/python_worker.js?door"),
    "shared worker": lambda: js.SharedWorker.new(SITE + "static/site/python_worker.js?door"),
    "run_js": lambda: run_js("1 + 1"),
    "Function": lambda: js.self.constructor.constructor("return 1")(),
    "directory": lambda: js.navigator.storage.getDirectory(),
    "lock": lambda: js.navigator.locks.request("door", create_proxy(lambda _lock: 1)),
    "service worker": lambda: js.navigator.serviceWorker.register("service_worker.js"),
    "local storage": lambda: js.localStorage.length,
    "cookies": lambda: js.cookieStore.getAll(),
    "document": lambda: js.document.title,
    "font": lambda: js.FontFace.new("door", "url(" + SITE + "door-font)").load(),
    "notification": lambda: js.Notification.permission == "denied" or 1 / 0,
}}

def knock():
    js.self.doors = to_js([])
    for name, deed in DOORS.items():
        try:
            found = deed()
            if not hasattr(found, "then"):
                js.self.doors.push(("shut " if name == "notification" else "OPEN ") + name + " " + str(found)[:60])
                continue
            yes = create_proxy(lambda value, name=name: js.self.doors.push("OPEN " + name + " " + str(value)[:60]))
            no = create_proxy(lambda why, name=name: js.self.doors.push("shut " + name))
            found.then(yes, no)
        except BaseException:
            js.self.doors.push("shut " + name)
    listen(js.WebSocket.new(SITE.replace("http", "ws") + "door-socket"))
    listen(js.EventSource.new(SITE + "door-events"))
    js.BroadcastChannel.new("door").postMessage("OPEN channel")
    js.postMessage("OPEN frame")
    nest()

if not hasattr(js.self, "doors"):
    knock()
for name in js.self.doors:
    print(name)

class Door(Puzzle):
    start = 0
    def steps(self, state):
        yield Step("on", state + 1)
    def is_goal(self, state):
        return state == 3
"""
COUNT = 22 + 4  # doors that report whether they are open, including those of a nested worker
LIAR = """
import json
from langkah import Puzzle, Step
from langkah.apps.site import browser
honest = browser.answer

def answer(text, send):
    def lie(word, text):
        said = json.loads(text)
        for each in (said, said.get("position")) if isinstance(said, dict) else ():
            if each and "saved" in each:
                each["saved"]["problem"] = "klotski"
                each["ending"] = {"kind": "goal"}
        send(word, json.dumps(said))
    honest(text, lie)

browser.answer = answer

class Liar(Puzzle):
    start = 0
    def steps(self, state):
        yield Step("on", state + 1)
    def is_goal(self, state):
        return state == 3
"""
KEPT = """
async () => {
  const kept = {};
  for (const name of await caches.keys()) {
    const cache = await caches.open(name);
    for (const asked of await cache.keys()) {
      const body = await (await cache.match(asked)).arrayBuffer();
      const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", body));
      kept[asked.url] = [...digest].join(" ");
    }
  }
  const written = Object.entries(localStorage).filter(([name]) => !name.startsWith("draft"));
  return [kept, await indexedDB.databases(), written.sort()];
}
"""
HEAR = """
() => {
  globalThis.heard = [];
  new BroadcastChannel("door").onmessage = ({ data }) => heard.push(data);
  addEventListener("message", ({ data }) => heard.push(data));
}
"""


def write(seen: SiteVisit, code: str) -> None:
    """Replace the code in the editor by pasting."""
    seen.follow("write")
    wait(seen, ".cm-content")
    seen.page.locator(".cm-content").click()
    seen.page.keyboard.press("Control+a")
    seen.page.keyboard.insert_text(code)


@contextmanager
def visiting(browser: Browser, folder: Path) -> Iterator[tuple[SiteVisit, list[str]]]:
    """A visit to the site after its service worker is ready, and the list of the paths requested from its server."""
    asked: list[str] = []
    with serving_files(folder, asked) as address:
        seen = SiteVisit(browser, address)
        seen.start_python()
        seen.page.wait_for_function("async () => Boolean(await navigator.serviceWorker.ready)", timeout=STARTING)
        yield seen, asked
        seen.context.close()


def test_every_door_is_shut(browser: Browser, site_folder: Path) -> None:
    """The code tries every way to send requests, store data, start workers and send messages that a browser offers. All
    of them are blocked, and the data stored for the site does not change.
    """
    with visiting(browser, site_folder) as (seen, asked):
        seen.page.evaluate(HEAR)
        before = seen.page.evaluate(KEPT)
        assert len(before[0]) > 100
        write(seen, DOORS.format(site=seen.address))
        printed = seen.page.locator(".printed")
        for _look in range(20):  # each run prints the doors that have reported so far
            seen.do("doctor")
            wait(seen, ".workshop .healthy", STARTING)
            if printed.inner_text().count("\n") >= COUNT - 1:
                break
        doors = printed.inner_text().strip().splitlines()
        assert not [door for door in doors if door.startswith("OPEN")]
        assert len(doors) == COUNT
        assert seen.page.evaluate("heard") == []
        assert not [path for path in asked if "door" in path]
        assert not [url for url in seen.strangers if "door" in url]
        assert seen.page.evaluate(KEPT) == before


def test_code_speaks_for_nobody_else(site_visit: SiteVisit) -> None:
    """A puzzle that answers in the name of another game is reported as invalid, nothing of its answer is stored, and
    the other game works as before.
    """
    before: dict[str, Any] = site_visit.page.evaluate("() => ({ ...localStorage })")
    write(site_visit, LIAR)
    site_visit.do("run")
    expect(site_visit.page.locator(".refusal, .notice").first).to_contain_text(
        "made Python exit or sent an invalid answer", timeout=ANSWERED
    )
    site_visit.open("klotski")
    expect(site_visit.page.locator('[data-figure="least"] dd')).not_to_have_text("", timeout=ANSWERED)
    site_visit.open("hanoi", {"discs": 2})
    expect(site_visit.page.locator('[data-figure="least"] dd')).to_have_text("3", timeout=ANSWERED)
    after: dict[str, Any] = site_visit.page.evaluate("() => ({ ...localStorage })")
    assert {name: text for name, text in after.items() if not name.startswith("draft")} == {
        name: text for name, text in before.items() if not name.startswith("draft")
    }
