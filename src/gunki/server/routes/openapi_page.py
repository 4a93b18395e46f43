"""The API's description as a plain HTML page, without scripts and without content of other servers."""

from __future__ import annotations

from html import escape
from typing import Any


def html(document: dict[str, Any]) -> str:
    """Return the page: every route with its parameters, body and answers, then every schema."""
    parts = [
        "<!doctype html><html lang='en'><meta charset='utf-8'><meta name='viewport' content='width=device-width'>",
        f"<title>{escape(document['info']['title'])}: API</title>",
        f"<h1>{escape(document['info']['title'])} {escape(document['info']['version'])}: API</h1>",
        "<p>Send a seat's token as <code>Authorization: Bearer TOKEN</code>. Errors are problem documents. ",
        "For programs: <a href='/api/openapi.json'>/api/openapi.json</a> (OpenAPI).</p>",
    ]
    for path, methods in document["paths"].items():
        for method, operation in methods.items():
            parts.append(f"<h2><code>{method.upper()} {escape(path)}</code></h2>")
            parts.append(f"<p>{escape(operation.get('description', ''))}</p><ul>")
            for parameter in operation.get("parameters", ()):
                needed = "" if parameter.get("required") else ", optional"
                parts.append(f"<li><code>{escape(parameter['name'])}</code> ({parameter['in']}{needed})</li>")
            for kind, content in operation.get("requestBody", {}).get("content", {}).items():
                parts.append(f"<li>body, {escape(kind)}: {_schema(content.get('schema', {}))}</li>")
            for status, answer in operation["responses"].items():
                contents = ", ".join(
                    f"{escape(kind)} {_schema(content.get('schema', {}))}"
                    for kind, content in answer.get("content", {}).items()
                )
                parts.append(f"<li>{escape(str(status))}: {contents}</li>")
            parts.append("</ul>")
    parts.append("<h1>Schemas</h1>")
    for name, schema in sorted(document["components"]["schemas"].items()):
        parts.append(f"<h2 id='{escape(name)}'>{escape(name)}</h2><ul>")
        required = schema.get("required", ())
        for field, field_schema in schema.get("properties", {}).items():
            optional = "" if field in required else ", optional"
            parts.append(f"<li><code>{escape(field)}</code>: {_schema(field_schema)}{optional}</li>")
        parts.append("</ul>")
    return "".join(parts) + "</html>"


def _schema(schema: dict[str, Any]) -> str:
    if "$ref" in schema:
        name = escape(schema["$ref"].rpartition("/")[2])
        return f"<a href='#{name}'>{name}</a>"
    for key in ("anyOf", "oneOf", "allOf"):
        if key in schema:
            return " or ".join(_schema(part) for part in schema[key])
    if schema.get("type") == "array":
        return f"list of {_schema(schema.get('items', {}))}"
    if "enum" in schema:
        return " | ".join(f"<code>{escape(str(value))}</code>" for value in schema["enum"])
    if "const" in schema:
        return f"<code>{escape(str(schema['const']))}</code>"
    return escape(str(schema.get("type", "anything")))
