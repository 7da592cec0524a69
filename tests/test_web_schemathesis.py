"""schemathesis attacks the API as it describes itself: no request, however odd, is a server error. Loading it takes
seconds, so that only proofs collect this file (see conftest.py)."""

from collections.abc import Iterator
from typing import Any

import pytest
import schemathesis
from hypothesis import HealthCheck, settings
from schemathesis.checks import negative_data_rejection, positive_data_acceptance

from langkah.apps.web import pool as places
from langkah.apps.web.openapi import describe_api
from langkah.apps.web.server import make_app
from langkah.tasks.table import TASKS
from tests.webserver import running

schema = schemathesis.openapi.from_dict(describe_api())


@pytest.fixture(scope="module")
def address() -> Iterator[str]:
    """The API, served; work is ended almost at once, since how it ends is looked at elsewhere."""
    with pytest.MonkeyPatch.context() as patch, running(make_app()) as client:
        patch.setattr(places, "TASKS", {name: task._replace(seconds=0.2) for name, task in TASKS.items()})
        patch.setattr(places, "KILL_AFTER_SECONDS", 0.1)
        yield str(client.base_url)


@pytest.mark.slow
@schema.parametrize()
@settings(max_examples=6, suppress_health_check=list(HealthCheck))
def test_no_request_is_a_server_error(case: Any, address: str) -> None:
    """Every endpoint, with requests that fit its description and requests that do not. What fits the description may
    still be refused: which problems, settings and moves there are is the games' affair. What is too large is refused
    as too large before anybody looks at its form."""
    answer = case.call(base_url=address, timeout=60)
    excused = [positive_data_acceptance, *([negative_data_rejection] if answer.status_code == 413 else [])]
    case.validate_response(answer, excluded_checks=excused)
