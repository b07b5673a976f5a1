/** Writes the Java client: a class per file, requests with setters that return themselves. */
import {
  camel,
  type ClientModel,
  describedField,
  type EnumType,
  type Field,
  type ObjectType,
  type Type,
  upper,
  wrap,
} from "./model.ts";

const WIDTH = 96;
const KEYWORDS = new Set(["case", "class", "default", "final", "new", "package", "switch"]);

/** Writes the files by their paths below `src/main/java/slidepost` of the package. */
export function writeJava(model: ClientModel): Record<string, string> {
  const { postbacks, objects, enums } = model;
  const codes = new Set(postbacks.map(({ name }) => name));
  return Object.fromEntries([
    ["Client.java", writeClient(model)],
    ...objects.map((each) => [
      `model/${each.name}.java`,
      each.isOutput ? writeOutput(each, codes.has(each.name)) : writeInput(each),
    ]),
    ...enums.map((each) => [`model/${each.name}.java`, writeEnum(each)]),
    ["model/Postback.java", writePostback(model)],
    ["model/UnknownPostback.java", UNKNOWN_POSTBACK],
  ]);
}

function writeClient({ actions }: ClientModel): string {
  const methods = actions.flatMap(({ name, description, request, response }) => {
    const result = response ?? "FileResponse";
    const throwing = "throws IOException, InterruptedException";
    const body = response === null
      ? `    return postForFile("${name}", request, options);`
      : `    return postForObject("${name}", request, options, ${response}::new);`;
    return [
      `${comment(`${description}\n\n@throws SlidepostException where the service refuses it`, "  ")}
  public ${result} ${name}(${request} request) ${throwing} {
    return ${name}(request, CallOptions.NONE);
  }`,
      `${comment(`${description}\n\n@throws SlidepostException where the service refuses it`, "  ")}
  public ${result} ${name}(${request} request, CallOptions options)
      ${throwing} {
${body}
  }`,
    ];
  });
  const names = actions.flatMap(({ request, response }) =>
    response === null ? [request] : [request, response]
  );
  return `package slidepost;

import java.io.IOException;
${names.sort().map((name) => `import slidepost.model.${name};`).join("\n")}

/** Client of a slidepost service, with the API key of one account. Threads can share one. */
public final class Client extends Transport {
  Client(Builder builder) {
    super(builder);
  }

${methods.join("\n\n")}
}
`;
}

function writeEnum({ name, description, values }: EnumType): string {
  const constants = values.map((value) => `  ${upper(value)}(${JSON.stringify(value)})`);
  return `package slidepost.model;

${comment(description)}
public enum ${name} {
${constants.join(",\n")};

  private final String value;

  ${name}(String value) {
    this.value = value;
  }

  /** Returns the value in JSON. */
  public String value() {
    return value;
  }
}
`;
}

function writeInput({ name, description, fields }: ObjectType): string {
  const setters = fields.map((field) => {
    const parameter = javaName(field.wire);
    const value = inputOf(parameter, field.type);
    return `${comment(`Sets ${JSON.stringify(field.wire)}. ${field.description ?? ""}`, "  ")}
  public ${name} ${parameter}(${write(field.type)} ${parameter}) {
    fields.put("${field.wire}", ${value});
    return this;
  }`;
  });
  return `package slidepost.model;

import java.util.Collections;
import java.util.LinkedHashMap;
${importsOf(fields)}import java.util.Map;
${fields.some(({ type }) => isEnumList(type)) ? COLLECTORS : ""}import slidepost.json.Fields;

${comment(description)}
public final class ${name} implements Fields {
  private final Map<String, Object> fields = new LinkedHashMap<>();

${setters.join("\n\n")}

  @Override
  public Map<String, Object> toMap() {
    return Collections.unmodifiableMap(fields);
  }
}
`;
}

const COLLECTORS = "import java.util.stream.Collectors;\n";

const isEnumList = (type: Type) => type.kind === "list" && type.item.kind === "enum";

/** Writes the value in JSON of a parameter. */
function inputOf(parameter: string, type: Type): string {
  if (type.kind === "enum") return `${parameter}.value()`;
  return isEnumList(type)
    ? `${parameter}.stream().map(each -> each.value()).collect(Collectors.toList())`
    : parameter;
}

function writeOutput({ name, description, fields }: ObjectType, isPostback: boolean): string {
  const properties = fields.map(({ wire, type }) =>
    `  private final ${write(type)} ${javaName(wire)};`
  );
  const reads = fields.map((field) => `    this.${javaName(field.wire)} = ${reading(field)};`);
  const getters = fields.map((field) => {
    const { wire, type, required } = field;
    const isCode = isPostback && wire === "code";
    const result = required ? write(type) : `Optional<${write(type)}>`;
    const value = required ? javaName(wire) : `Optional.ofNullable(${javaName(wire)})`;
    return `${comment(describedField(field), "  ")}
${isCode ? "  @Override\n" : ""}  public ${result} ${javaName(wire)}() {
    return ${value};
  }`;
  });
  const puts = fields.map(({ wire }) => `    Fields.put(fields, "${wire}", ${javaName(wire)});`);
  const optional = fields.some(({ required }) => !required) ? "import java.util.Optional;\n" : "";
  return `package slidepost.model;

import java.util.LinkedHashMap;
${importsOf(fields)}import java.util.Map;
${optional}import slidepost.json.Fields;

${comment(description)}
public final class ${name} implements ${isPostback ? "Postback" : "Fields"} {
${properties.join("\n")}

  /** Reads the fields; those that this version does not know are left out. */
  public ${name}(Map<String, ?> fields) {
${reads.join("\n")}
  }

${getters.join("\n\n")}

  @Override
  public Map<String, Object> toMap() {
    Map<String, Object> fields = new LinkedHashMap<>();
${puts.join("\n")}
    return fields;
  }
}
`;
}

/** Returns the expression that reads a field of a response. */
function reading({ wire, type, required }: Field): string {
  const name = JSON.stringify(wire);
  const suffix = required ? "" : "OrNull";
  if (type.kind === "map" && type.value.kind === "any") {
    return `Fields.values${suffix}(fields, ${name})`;
  }
  switch (type.kind) {
    case "text":
      return `Fields.text${suffix}(fields, ${name})`;
    case "integer":
      return `Fields.integer${suffix}(fields, ${name})`;
    case "list": {
      const item = type.item.kind === "object" ? `${type.item.name}::new` : null;
      return item === null
        ? `Fields.texts${suffix}(fields, ${name})`
        : `Fields.objects${suffix}(fields, ${name}, ${item})`;
    }
    default:
      throw new Error(`no reader in Java for the ${type.kind} ${wire} of a response`);
  }
}

function writePostback({ postbacks }: ClientModel): string {
  return `package slidepost.model;

import java.util.Map;
import slidepost.json.Fields;

/** Postback of the service. */
public interface Postback extends Fields {
  /** Code, such as N101. */
  String code();

  /** Reads a postback by its code. */
  static Postback of(Map<String, ?> fields) {
    switch (String.valueOf(fields.get("code"))) {
${
    postbacks.map(({ code, name }) => `      case "${code}":\n        return new ${name}(fields);`)
      .join("\n")
  }
      default:
        return new UnknownPostback(fields);
    }
  }
}
`;
}

const UNKNOWN_POSTBACK = `package slidepost.model;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/** Postback with a code that this version does not know, such as {@code PING}. */
public final class UnknownPostback implements Postback {
  private final Map<String, Object> fields;

  /** Takes the fields by their names in JSON. */
  public UnknownPostback(Map<String, ?> fields) {
    this.fields = Collections.unmodifiableMap(new LinkedHashMap<>(fields));
  }

  @Override
  public String code() {
    return String.valueOf(fields.get("code"));
  }

  @Override
  public Map<String, Object> toMap() {
    return fields;
  }
}
`;

function importsOf(fields: readonly Field[]): string {
  return fields.some(({ type }) => type.kind === "list") ? "import java.util.List;\n" : "";
}

function write(type: Type): string {
  switch (type.kind) {
    case "text":
      return "String";
    case "flag":
      return "Boolean";
    case "integer":
      return "Long";
    case "enum":
    case "object":
      return type.name;
    case "list":
      return `List<${write(type.item)}>`;
    case "map":
      return `Map<String, ${write(type.value)}>`;
    case "any":
      return "Object";
  }
}

function javaName(wire: string): string {
  const name = camel(wire);
  return KEYWORDS.has(name) ? `${name}_` : name;
}

function comment(text: string | undefined, indent = ""): string {
  if (text === undefined) return "";
  const [about, ...tags] = text.split(/\n(?=@)/);
  const lines = wrap(javadoc(about!), WIDTH - indent.length);
  if (lines.length === 1 && tags.length === 0) return `${indent}/** ${lines[0]} */`;
  const all = tags.length === 0 ? lines : [...lines, "", ...tags];
  return [`${indent}/**`, ...all.map((line) => `${indent} * ${line}`.trimEnd()), `${indent} */`]
    .join("\n");
}

/** Converts a description in Markdown to Javadoc. */
function javadoc(text: string): string {
  return text.split(/(`[^`]*`)/).map((part, at) => {
    if (at % 2 === 0) return escaped(part);
    const code = part.slice(1, -1);
    // {@code} has no escapes of its own.
    const isPlain = !/\\|\*\/|^[^{]*\}|\{[^}]*$/.test(code);
    return isPlain ? `{@code ${code}}` : `<code>${escaped(code)}</code>`;
  }).join("");
}

/** Escapes the characters that mean something in HTML, to Javadoc, or to the compiler in comments. */
function escaped(text: string): string {
  return text.replaceAll(/[&<>@\\]|(?<=\*)\//g, (each) => `&#${each.charCodeAt(0)};`);
}
