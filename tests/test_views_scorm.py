"""SCORM packages: their manifest, and the results that reach a course system while a student works."""

import json
import re
import zipfile
from functools import cache
from pathlib import Path
from typing import Any
from urllib.parse import unquote_plus
from xml.etree import ElementTree

import pytest
from playwright.sync_api import Browser, FrameLocator, Page, Route, expect
from xmlschema import XMLSchema

from langkah.apps.cli.main import main
from langkah.course.assignment_file import read_assignment
from langkah.course.instances import draw_instance
from langkah.course.links import make_link
from langkah.course.marking import Marker
from langkah.course.result_code import PageResult, write_code
from langkah.legal_runs import begin_run
from langkah.search.options import SearchRequest
from langkah.views.scorm import write_manifest
from tests.browser import wait_until
from tests.course_class import ASSIGNMENT, write_class

BE = """
[[tasks]]
name = "By hand"
kind = "be"
problem = "hanoi"
settings = { discs = 2 }
algorithm = "a-star"
points = 2
"""
IMS, ADL = "{http://www.imsproject.org/xsd/imscp_rootv1p1p2}", "{http://www.adlnet.org/xsd/adlcp_rootv1p2}"
DATA = Path(__file__).parent / "data" / "scorm"


@cache
def read_schema() -> XMLSchema:
    """The requirements of content packaging 1.1.2 and SCORM 1.2 for a manifest. The official files may not be shipped
    with this project; these schemas require the same of a package without submanifests, and also that an item refers to
    a resource.
    """
    return XMLSchema([str(DATA / name) for name in ("packaging.xsd", "scorm.xsd")])


def read_manifest(tmp_path: Path) -> tuple[str, str]:
    """The manifest and the page of a lesson's package, which the command line writes."""
    target = tmp_path / "lesson.zip"
    assert main(["lesson", "breadth-first", "--scorm", str(target)]) == 0
    with zipfile.ZipFile(target) as packed:
        assert packed.namelist() == ["imsmanifest.xml", "index.html"]
        return packed.read("imsmanifest.xml").decode(), packed.read("index.html").decode()


def test_the_manifest_fits_the_schemas(tmp_path: Path) -> None:
    """The manifest of a lesson fits the schemas, with any title. It also has what SCORM requires beyond the schemas:
    one item, one SCO, and its page.
    """
    text, page = read_manifest(tmp_path)
    read_schema().validate(text)
    read_schema().validate(write_manifest("a b/&<\"'", "<Título> & 'more' 木" * 3))
    manifest = ElementTree.fromstring(text)
    resource, item = next(manifest.iter(f"{IMS}resource")), next(manifest.iter(f"{IMS}item"))
    assert item.attrib["identifierref"] == resource.attrib["identifier"]
    assert (resource.attrib[f"{ADL}scormtype"], resource.attrib["href"]) == ("sco", "index.html")
    assert [manifest.findtext(f".//{IMS}{name}") for name in ("schema", "schemaversion")] == ["ADL SCORM", "1.2"]
    assert not re.search(r'(?:src|href)="(?!data:)', page.split("</style>")[0])


WRONG = [
    ('version="1.0">', f'version="{"1" * 21}">'),
    ('version="1.0">', 'colour="red">'),
    ('identifier="langkah-breadth-first-item"', 'identifier="langkah-breadth-first"'),
    ('identifier="langkah-breadth-first-item"', 'identifier="1 2"'),
    ('identifier="langkah-breadth-first-item"', ""),
    ('identifierref="langkah-breadth-first-page"', 'identifierref="elsewhere"'),
    ('default="langkah-breadth-first-course"', 'default="elsewhere"'),
    ('isvisible="true"', 'isvisible="yes"'),
    ('scormtype="sco"', 'scormtype="SCO"'),
    ('type="webcontent"', ""),
    ('<file href="index.html" />', "<file />"),
    ("<organizations", "<!-- <organizations"),
    ("<schemaversion>1.2</schemaversion>", "<schemaversion>1.2</schemaversion><schema>ADL SCORM</schema>"),
    ("imscp_rootv1p1p2", "imscp_rootv1p2"),
]


@pytest.mark.parametrize(("good", "bad"), WRONG)
def test_the_schemas_refuse_what_is_wrong(good: str, bad: str, tmp_path: Path) -> None:
    """The schemas reject wrong manifests, so that a valid manifest means something."""
    text = read_manifest(tmp_path)[0]
    assert good in text
    if bad.startswith("<!--"):
        text = text.replace("</organizations>", "</organizations> -->")
    assert not read_schema().is_valid(text.replace(good, bad))


def open_page(browser: Browser, files: dict[str, str], address: str) -> Page:
    """A browser page that can load these files and nothing else."""
    page = browser.new_page(viewport={"width": 1366, "height": 800})

    def serve(route: Route) -> None:
        name = route.request.url.split("#")[0].rpartition("/")[2]
        found = name in files
        route.fulfill(body=files[name] if found else "", content_type="text/html", status=200 if found else 404)

    page.route("**/*", serve)
    page.set_default_timeout(60_000)
    page.goto(address)
    return page


def read_kept(page: Page) -> dict[str, str]:
    """The values that the course system stores."""
    found: dict[str, str] = page.evaluate("window.kept")
    return found


def test_results_reach_the_course_system(browser: Browser, tmp_path: Path) -> None:
    """A student answers a quiz with a mistake, a lesson with a wrong answer first, and a search by hand. The score, the
    completion and the time reach the course system, even from a frame in a frame, and the result is shown again after a
    reload.
    """
    write_class(tmp_path, ["right"])
    (tmp_path / "hw.toml").write_text(ASSIGNMENT + BE, encoding="utf-8")
    assert main(["handout", str(tmp_path / "hw.toml"), "--scorm", str(tmp_path / "hw.zip")]) == 0
    with zipfile.ZipFile(tmp_path / "hw.zip") as packed:
        index = packed.read("index.html").decode()
    lms = (Path(__file__).parent / "course_lms.html").read_text(encoding="utf-8")
    frame = '<iframe src="index.html" style="position: fixed; inset: 0; width: 100%; height: 100%"></iframe>'
    page = open_page(browser, {"lms.html": lms, "frame.html": frame, "index.html": index}, "https://lms.test/lms.html")
    sco = page.frame_locator("#frame").frame_locator("iframe")
    expect(sco.get_by_role("tab")).to_have_text(["Quiz", "On the page", "By hand"])
    assert read_kept(page)["cmi.core.lesson_status"] == "incomplete"
    # The quiz: the second answer is wrong
    for choice in ("breadth-first", "iterative deepening", "uniform cost"):
        sco.get_by_label(choice).check()
    sco.get_by_role("button", name="Check my answers").click()
    wait_until(page, "() => window.kept['cmi.core.score.raw'] === '20'")
    # The lesson: a wrong answer, then the right one
    sco.get_by_role("tab", name="On the page").click()
    lesson = sco.frame_locator("section:not([hidden]) iframe")
    right = open_last_question(lesson, index)
    for number in ((right + 1) % 2, right):
        lesson.locator(f'[data-choice="{number}"]').click()
    wait_until(page, "() => window.kept['cmi.suspend_data'].includes('on-the-page')")
    assert read_kept(page)["cmi.core.lesson_status"] == "incomplete"
    # By hand: every step right
    sco.get_by_role("tab", name="By hand").click()
    hand = sco.frame_locator("section:not([hidden]) iframe")
    questions = read_questions(index)
    for number, asked in enumerate(questions):
        hand.locator(f'.chip[data-choice="{asked["right"][-1]}"]').click()
        if number + 1 < len(questions):
            hand.locator(".pane button.action:visible").click()
    wait_until(page, "() => window.kept['cmi.core.lesson_status'] === 'completed'")
    assert read_kept(page)["cmi.core.score.raw"] == "60"  # of 2 + 1 + 2 points: 1 + 0 + 2
    assert all(
        call[2] != "" or call[1] == "cmi.core.exit" for call in page.evaluate("calls") if call[0] == "LMSSetValue"
    )
    page.evaluate("document.querySelector('#frame').src = 'about:blank'")
    wait_until(page, "() => sessionStorage.getItem('finished') === 'yes'")
    assert re.fullmatch(r"0000:\d\d:\d\d", read_kept(page)["cmi.core.session_time"])
    page.reload()
    expect(page.frame_locator("#frame").frame_locator("iframe").locator("#result")).to_contain_text(
        "60 % of all points"
    )
    assert read_kept(page)["cmi.core.lesson_status"] == "completed"
    page.close()


@pytest.mark.slow
def test_results_of_a_lesson_are_signed_for_its_student(browser: Browser, tmp_path: Path) -> None:
    """Without a course system, the page shows a result code, which `grade` accepts only from this student."""
    write_class(tmp_path, ["right", "early"])
    assert main(["handout", str(tmp_path / "hw.toml"), "-o", str(tmp_path / "out")]) == 0
    text = (tmp_path / "out" / "right" / "lessons.html").read_text(encoding="utf-8")
    page = open_page(browser, {"lessons.html": text}, "https://lms.test/lessons.html#on-the-page")
    lesson = page.frame_locator("iframe")
    lesson.locator(f'[data-choice="{open_last_question(lesson, text)}"]').click()
    code = page.locator("#result code").inner_text()
    page.close()
    assignment = read_assignment(tmp_path / "hw.toml")
    task, marker = assignment.tasks[-1], Marker(assignment)
    for student in ("right", "early"):
        folder = tmp_path / "submissions" / student
        (folder / "codes.txt").write_text(code, encoding="utf-8")
        assert (marker.mark(task, student, folder).points > 0) is (student == "right")


def read_data(page: str) -> Any:
    """The tasks in a page."""
    return json.loads(page.split('id="data">')[1].split("</script>")[0])["tasks"]


def read_recording(task: Any) -> Any:
    """The recording on the page of a task."""
    return json.loads(task["page"].split('id="recording">')[1].split("</script>")[0])


def open_last_question(lesson: FrameLocator, page: str) -> int:
    """Go to the last page of the first lesson, a multiple-choice question, and return the index of the right choice."""
    told = next(read_recording(task)["lesson"] for task in read_data(page) if '"stops"' in task["page"])
    onward = lesson.locator('[data-do="lesson-next"]')
    for _page in range(len(told["stops"]) + len(told.get("questions", [1])) - 1):
        onward.click()
    expect(onward).to_be_disabled()
    return int(told["questions"][-1]["right"][0] if "questions" in told else told["question"]["answer"])


def read_questions(page: str) -> Any:
    """The questions of the search by hand."""
    return read_recording(read_data(page)[-1])["quiz"]


def test_steps_of_a_search_by_hand_are_followed_again(tmp_path: Path) -> None:
    """A result code gives points only if its steps are a legal run to the end, and if the task and the student are
    right, although it is signed with a valid key.
    """
    write_class(tmp_path, ["right"])
    (tmp_path / "hw.toml").write_text(ASSIGNMENT + BE.replace("discs = 2 }", 'discs = 3 }\nleast = "3..6"'), "utf-8")
    assignment = read_assignment(tmp_path / "hw.toml")
    task, folder = assignment.tasks[-1], tmp_path / "submissions" / "right"
    link = make_link(assignment, task, "right")
    assert assignment.key not in unquote_plus(link)
    key = re.findall(r"key=([\w-]+)", link)[0]
    run = begin_run(draw_instance(assignment, task, "right"), "a-star", SearchRequest())
    while legal := run.list_legal():
        run.take(legal[0].number)
    taken = tuple(run.taken)
    n = len(taken)
    cases = {
        (n, taken, "by-hand", "right"): 2,
        (n - 1, taken, "by-hand", "right"): round(2 * (n - 1) / n, 2),
        (n, (), "by-hand", "right"): 0,
        (n - 1, taken[:-1], "by-hand", "right"): 0,
        (n, tuple(reversed(taken)), "by-hand", "right"): 0,
        (n, taken, "on-the-page", "right"): 0,
        (n, taken, "by-hand", "early"): 0,
    }
    for (right, steps, name, student), points in cases.items():
        code = write_code(PageResult(name, student, "", right, max(right, len(steps)), taken=steps), key)
        (folder / "codes.txt").write_text(code, encoding="utf-8")
        mark = Marker(assignment).mark(task, "right", folder)
        assert mark.points == points, (right, steps, name, student, mark)
