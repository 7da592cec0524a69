"""Reads the students of a class: a CSV file with a column `id` and, optionally, columns such as `name`."""

import csv
import re
from collections.abc import Mapping
from pathlib import Path

from langkah.errors import BadInput
from langkah.games.files import read_text
from langkah.language import _
from langkah.settings import quote_value

ID = re.compile(r"[A-Za-z0-9][A-Za-z0-9._@-]{0,63}")


def read_roster(path: Path) -> tuple[Mapping[str, str], ...]:
    """Read the rows, each with an `id`; one error reports all mistakes."""
    try:
        rows = list(csv.DictReader(read_text(path).splitlines()))
    except csv.Error as error:
        raise BadInput(_("{path} cannot be read: {why}").format(path=path.name, why=error)) from None
    if not rows or "id" not in rows[0]:
        raise BadInput(_("{file} needs a column `id`").format(file=path.name))
    ids = [str(row.get("id") or "").strip() for row in rows]
    wrong = []
    for line, each in enumerate(ids, 2):
        if not ID.fullmatch(each):
            text = _("{file}, line {line}: id {id}: an id may contain only letters, digits, '.', '_', '-' and '@'")
            wrong.append(text.format(file=path.name, line=line, id=quote_value(each)))
        elif ids.count(each) > 1:
            text = _("{file}, line {line}: id {id} occurs more than once")
            wrong.append(text.format(file=path.name, line=line, id=quote_value(each)))
    if wrong:
        raise BadInput(*wrong)
    return tuple({**row, "id": each} for row, each in zip(rows, ids, strict=True))
