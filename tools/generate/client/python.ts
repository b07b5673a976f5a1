/** Writes the Python client: dataclasses, whose fields name themselves in JSON. */
import {
  type ClientModel,
  contentOf,
  describedField,
  type Field,
  type ObjectType,
  requiredFirst,
  type Type,
  wordsOf,
  wrap,
} from "./model.ts";

const WIDTH = 88;
const KEYWORDS = new Set(
  ("False None True and as assert async await break class continue def del elif else except " +
    "finally for from global if import in is lambda nonlocal not or pass raise return try while " +
    "with yield").split(" "),
);

/** Writes `slidepost/_generated.py`. */
export function writePython({ actions, postbacks, objects, enums }: ClientModel): string {
  const methods = actions.map(({ name, description, request, response }) => {
    const result = response ?? "FileResponse";
    const call = response === null
      ? `self._post_for_file("${name}", request, idempotency_key, operator_id)`
      : `self._post_for_object(
            "${name}", request, ${response}, idempotency_key, operator_id
        )`;
    return `    def ${name}(
        self,
        request: ${request},
        *,
        idempotency_key: Optional[str] = None,
        operator_id: Optional[str] = None,
    ) -> ${result}:
${docstring(description, "        ")}
        return ${call}`;
  });
  const literals = enums.map(({ name, values }) => {
    const lines = values.map((value) => `    ${JSON.stringify(value)},\n`).join("");
    return `${name} = Literal[\n${lines}]`;
  });
  const names = [
    "Client",
    "KnownPostback",
    ...enums.map(({ name }) => name),
    ...objects.map(({ name }) => name),
  ].sort();
  return `"""Types of the JSON API, and its actions as methods."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Dict, List, Literal, Mapping, Optional, Sequence, Union

from ._fields import wire
from ._transport import FileResponse, Transport

__all__ = [
${names.map((name) => `    "${name}",`).join("\n")}
]

${literals.join("\n")}


${objects.map(writeClass).join("\n\n\n")}


KnownPostback = Union[
${postbacks.map(({ name }) => `    ${name},`).join("\n")}
]
"""Postback with a code that this version knows."""

POSTBACKS: Dict[str, type] = {
${postbacks.map(({ code, name }) => `    "${code}": ${name},`).join("\n")}
}


class Client(Transport):
    """Client of a slidepost service, with the API key of one account."""

${methods.join("\n\n")}
`;
}

function writeClass({ name, description, fields, isOutput }: ObjectType): string {
  const lines = requiredFirst(fields).map((each) => writeField(each, isOutput));
  return `@dataclass\nclass ${name}:\n${docstring(description, "    ")}\n\n${lines.join("\n\n")}`;
}

function writeField(field: Field, isOutput: boolean): string {
  const { wire, type, required } = field;
  const of = contentOf(type);
  const args = [
    JSON.stringify(wire),
    ...of.kind === "object" ? [of.name] : [],
    ...of.kind === "object" && type.kind === "map" ? ["is_map=True"] : [],
  ];
  const plain = write(type, isOutput);
  const annotation = required ? plain : `Optional[${plain}]`;
  const preset = required ? "" : "default=None, ";
  const declaration = `    ${snake(wire)}: ${annotation} = field(`;
  const options = `${preset}metadata=wire(${args.join(", ")})`;
  const line = `${declaration}${options})`;
  const described = describedField(field);
  return (line.length <= WIDTH ? line : `${declaration}\n        ${options}\n    )`) +
    (described === undefined ? "" : `\n${docstring(described, "    ")}`);
}

function write(type: Type, isOutput: boolean): string {
  switch (type.kind) {
    case "text":
      return type.isNumberToo ? "Union[str, int]" : "str";
    case "flag":
      return "bool";
    case "integer":
      return "int";
    case "enum":
    case "object":
      return type.name;
    case "list":
      return `${isOutput ? "List" : "Sequence"}[${write(type.item, isOutput)}]`;
    case "map":
      return `${isOutput ? "Dict" : "Mapping"}[str, ${write(type.value, isOutput)}]`;
    case "any":
      return "Any";
  }
}

function snake(wire: string): string {
  const name = wordsOf(wire).join("_");
  return KEYWORDS.has(name) ? `${name}_` : name;
}

function docstring(text: string, indent: string): string {
  const safe = text.replaceAll("\\", "\\\\").replaceAll('"""', '\\"\\"\\"');
  const lines = wrap(safe, WIDTH - indent.length - 3);
  if (lines.length === 1 && lines[0]!.length + indent.length + 6 <= WIDTH) {
    return `${indent}"""${lines[0]}"""`;
  }
  const [first, ...rest] = lines;
  return [`${indent}"""${first}`, ...rest.map((line) => `${indent}${line}`), `${indent}"""`]
    .map((line) => line.trimEnd()).join("\n");
}
