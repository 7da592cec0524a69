"""schemathesis tests the API against its own OpenAPI description: no request causes a server error. Loading
schemathesis takes seconds, so this file is collected only if the slow tests are selected (see conftest.py).
"""

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
    """The address of the served API. Work is stopped almost at once, because other tests cover the end of work."""
    with pytest.MonkeyPatch.context() as patch, running(make_app()) as client:
        patch.setattr(places, "TASKS", {name: task._replace(seconds=0.2) for name, task in TASKS.items()})
        patch.setattr(places, "KILL_AFTER_SECONDS", 0.1)
        yield str(client.base_url)


@pytest.mark.slow
@schema.parametrize()
@settings(max_examples=6, suppress_health_check=list(HealthCheck))
def test_no_request_is_a_server_error(case: Any, address: str) -> None:
    """Every endpoint answers requests that fit its description and requests that do not, without a server error. A
    request that fits may still be refused, because only the games know which problems, settings and moves exist. A
    request that is too large is refused for its size before its form is checked.
    """
    answer = case.call(base_url=address, timeout=60)
    excused = [positive_data_acceptance, *([negative_data_rejection] if answer.status_code == 413 else [])]
    case.validate_response(answer, excluded_checks=excused)
