/** Writes the Go client: structs, whose tags name their fields in JSON. Its output is gofmt's. */
import {
  type ClientModel,
  describedField,
  type EnumType,
  type Field,
  type ObjectType,
  type Type,
  wordsOf,
  wrap,
} from "./model.ts";

const WIDTH = 90;
const INITIALISMS = new Set(["id", "mms", "pdf", "sms", "url"]);

/** Writes `generated.go`. */
export function writeGo(model: ClientModel): string {
  const { actions, postbacks, objects, enums } = model;
  const methods = actions.map(({ name, description, request, response }) => {
    const method = exported(name);
    const about = `${method} ${description[0]!.toLowerCase()}${description.slice(1)}`;
    const type = response ?? "FileResponse";
    const post = response === null
      ? `return c.postForFile(ctx, "${name}", body, options)`
      : `response := new(${response})
	if err := c.postForObject(ctx, body, options, response); err != nil {
		return nil, err
	}
	return response, nil`;
    return `${comment(about)}
func (c *Client) ${method}(ctx context.Context, request ${request}, options ...CallOption) (*${type}, error) {
	body := struct {
		${request}
		Action string \`json:"action"\`
	}{request, "${name}"}
	${post}
}`;
  });
  const cases = postbacks.map(({ code, name }) => `	case "${code}":\n		return new(${name})`);
  const codes = postbacks.map(({ code, name }) =>
    `// PostbackCode returns ${code}.\nfunc (*${name}) PostbackCode() string { return "${code}" }`
  );
  return `package slidepost

import "context"

${enums.map(writeEnum).join("\n\n")}

${objects.map((object) => writeStruct(object, model)).join("\n\n")}

${methods.join("\n\n")}

${codes.join("\n\n")}

// newPostback returns an empty postback with a code; nil where this version does not know it.
func newPostback(code string) Postback {
	switch code {
${cases.join("\n")}
	}
	return nil
}
`;
}

function writeEnum({ name, description, values }: EnumType): string {
  const names = values.map((value) => `${name}${exported(value)}`);
  const width = Math.max(...names.map((each) => each.length));
  const lines = values.map((value, at) =>
    `	${names[at]!.padEnd(width)} ${name} = ${JSON.stringify(value)}`
  );
  return `${comment(named(name, description))}
type ${name} string

// Values of ${name}.
const (
${lines.join("\n")}
)`;
}

function writeStruct(object: ObjectType, { actions, postbacks }: ClientModel): string {
  const { name, description, fields, isOutput } = object;
  const action = actions.find(({ request, response }) => [request, response].includes(name));
  const postback = postbacks.find((each) => each.name === name);
  const about = action !== undefined
    ? `${name} is the ${isOutput ? "response" : "request"} of ${exported(action.name)}.`
    : postback !== undefined
    ? `${name} is the postback ${postback.code}: ${description}`
    : named(name, description);
  const lines = fields.map((field) => writeField(field, isOutput));
  return `${comment(about)}\ntype ${name} struct {\n${lines.join("\n\n")}\n}`;
}

function writeField(field: Field, isOutput: boolean): string {
  const { wire, type, required } = field;
  const described = describedField(field);
  const about = described === undefined ? "" : `${comment(described, "	")}\n`;
  // A pointer tells an absent value from a blank one or false.
  const pointer = !required && !isOutput && type.kind !== "list" && type.kind !== "map" ? "*" : "";
  const omit = required ? "" : ",omitempty";
  return `${about}	${exported(wire)} ${pointer}${write(type)} \`json:"${wire}${omit}"\``;
}

function write(type: Type): string {
  switch (type.kind) {
    case "text":
      return "string";
    case "flag":
      return "bool";
    case "integer":
      return "int";
    case "enum":
    case "object":
      return type.name;
    case "list":
      return `[]${write(type.item)}`;
    case "map":
      return `map[string]${write(type.value)}`;
    case "any":
      return "interface{}";
  }
}

/** Converts a wire name, or the text of a value, to an exported name. */
function exported(text: string): string {
  return wordsOf(text).map((word) =>
    INITIALISMS.has(word) ? word.toUpperCase() : word[0]!.toUpperCase() + word.slice(1)
  ).join("");
}

/** Returns a description that begins with the name that it is about. */
function named(name: string, description: string): string {
  const article = /^(A|An|The) /.exec(description);
  if (article !== null) {
    return `${name} is ${article[1]!.toLowerCase()}${description.slice(article[1]!.length)}`;
  }
  return description.startsWith(`${name} `) ? description : `${name}: ${description}`;
}

function comment(text: string, indent = ""): string {
  return wrap(text, WIDTH - indent.length).map((line) => `${indent}// ${line}`.trimEnd())
    .join("\n");
}
