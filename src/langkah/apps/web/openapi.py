"""The OpenAPI description of the API, generated from the table of endpoints and the annotations of the tasks behind
them.
"""

from types import NoneType, UnionType
from typing import Annotated, Any, Literal, TypedDict, Union, get_args, get_origin

from langkah import __version__
from langkah.apps.web.endpoints import ENDPOINTS, Endpoint, SolveWorkJson, WorkJson, WorkName, get_form
from langkah.apps.web.page_texts import TextsJson
from langkah.games import GAMES
from langkah.tasks.table import TASKS
from langkah.typed_json import Range, Table, is_table, read_table, resolve

Schema = dict[str, Any]
ABOUT = """The API behind the page of Langkah. It keeps no state: a position travels with each request, as the name of a
problem, its settings and the moves made, and is checked by making every move again. Nothing is ever evaluated."""
EVENTS = "Events: any number of `progress`, then one `result` or one `error`; the data of each is a JSON object."
ERRORS = {
    400: "The request cannot be used: each sentence says what is wrong",
    408: "The request came too slowly",
    413: "The request is too large",
    422: "The request has not the form that is described here",
    429: "Too many requests",
    503: "Too many people at once",
}
EXAMPLES = {"problem": list(GAMES), "algorithm": ["breadth-first"], "settings": [{"discs": 4}], "moves": [[]]}


class WrongJson(TypedDict):
    """The reasons why a request was refused: one sentence for each mistake."""

    error: list[str]


def describe_api() -> Schema:
    """The whole OpenAPI description."""
    writer = _Writer()
    paths: dict[str, Schema] = {}
    for endpoint in ENDPOINTS:
        method = "post" if endpoint.query is None else "get"
        paths[f"/api/{endpoint.path}"] = {method: _describe_endpoint(endpoint, writer)}
    work = {"summary": "A question that may take time; it ends when the caller goes away", "tags": ["solving"]}
    answers = [TASKS[name].answer for name in get_args(WorkName)]
    paths["/api/work"] = {
        "post": {
            **work,
            "requestBody": _make_body(writer.describe(WorkJson | SolveWorkJson)),
            "responses": _describe_stream({"anyOf": list(map(writer.describe, answers))}, writer),
        }
    }
    texts = {"summary": "The page's own texts in the language of the request", "tags": ["choosing"]}
    paths["/api/texts"] = {"get": {**texts, "responses": _describe_answers(writer.describe(TextsJson), writer)}}
    info = {"title": "Langkah", "version": __version__, "description": ABOUT}
    return {"openapi": "3.1.0", "info": info, "paths": paths, "components": {"schemas": writer.tables}}


def _describe_endpoint(endpoint: Endpoint, writer: "_Writer") -> Schema:
    found: Schema = {"summary": endpoint.about, "tags": [endpoint.tag]}
    form, answer = get_form(endpoint), writer.describe(TASKS[endpoint.task].answer)
    if endpoint.query is None:
        found["requestBody"] = _make_body(writer.describe_table(form))
    elif endpoint.query:
        found["parameters"] = [
            {"name": name, "in": "query", "required": True, "schema": writer.describe(form.fields[name])}
            for name in endpoint.query
        ]
    found["responses"] = (_describe_stream if endpoint.stream else _describe_answers)(answer, writer)
    return found


def _make_body(schema: Schema) -> Schema:
    return {"required": True, "content": {"application/json": {"schema": schema}}}


def _describe_answers(answer: Schema, writer: "_Writer") -> Schema:
    wrong = {"application/json": {"schema": writer.describe(WrongJson)}}
    errors = {str(code): {"description": text, "content": wrong} for code, text in ERRORS.items()}
    return {"200": {"description": "The answer", "content": {"application/json": {"schema": answer}}}, **errors}


def _describe_stream(answer: Schema, writer: "_Writer") -> Schema:
    event = {"enum": ["progress", "result", "error"]}
    schema = {"type": "object", "properties": {"event": event, "data": {"type": "string"}}}
    schema |= {"required": ["event", "data"]}
    stream = {"description": EVENTS, "content": {"text/event-stream": {"schema": schema}}, "x-result": answer}
    return {**_describe_answers(answer, writer), "200": stream}


class _Writer:
    """Converts annotations to JSON Schema, and collects the schemas of typed dictionaries by name."""

    def __init__(self) -> None:
        self.tables: dict[str, Schema] = {}

    def describe(self, hint: Any) -> Schema:
        """The JSON Schema of a type annotation."""
        hint = resolve(hint)
        origin, parts = get_origin(hint), get_args(hint)
        if is_table(hint):
            name = get_json_name(hint)
            if name not in self.tables:
                self.tables[name] = {}
                self.tables[name] = {"description": hint.__doc__, **self.describe_table(read_table(hint))}
            return {"$ref": f"#/components/schemas/{name}"}
        if origin in (Union, UnionType):
            return {"anyOf": [self.describe(part) for part in parts]}
        if origin is Literal:
            return {"enum": list(parts)}
        if origin is Annotated:
            return {**self.describe(parts[0]), **_describe_range(parts[0], parts[1])}
        if origin is tuple:
            items = list(map(self.describe, parts))
            return {"type": "array", "prefixItems": items, "minItems": len(items), "maxItems": len(items)}
        if origin is list:
            return {"type": "array", "items": self.describe(parts[0])}
        if origin is dict:
            return {"type": "object", "additionalProperties": self.describe(parts[1])}
        names = {bool: "boolean", int: "integer", float: "number", str: "string", NoneType: "null", None: "null"}
        return {"type": names[hint]} if hint in names else {}

    def describe_table(self, table: Table) -> Schema:
        """The JSON Schema of an object that has exactly the fields of `table`."""
        fields = {name: self.describe(hint) for name, hint in table.fields.items()}
        for name in fields.keys() & EXAMPLES.keys():
            fields[name] = {**fields[name], "examples": EXAMPLES[name]}
        required = [name for name in fields if name in table.required]
        return {"type": "object", "properties": fields, "required": required, "additionalProperties": False}


def get_json_name(table: Any) -> str:
    """The name of a typed dictionary in the description: its class name without the ending `Json`."""
    return str(table.__name__).removesuffix("Json")


def _describe_range(hint: Any, limits: Range) -> Schema:
    if hint in (int, float):
        low = "exclusiveMinimum" if limits.above else "minimum"
        return {low: limits.low, "maximum": limits.high}
    kind = "Length" if hint is str else "Items"
    return {f"min{kind}": int(limits.low), f"max{kind}": int(limits.high)}
