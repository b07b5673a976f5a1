/** Writes messages as XML in schema order, by the generated table. */
import { type MessageName, MESSAGES, type Messages } from "../generated/mm7.ts";
import type { AttributeRule, ElementRule, FieldsRule } from "../schema/mm7_rules.ts";
import { escapeAttribute, escapeText } from "../lib/xml/text.ts";

type Fields = Readonly<Record<string, unknown>>;

/** Writes a message as an element in `namespace`, without prefixes. */
export function writeMessage<N extends MessageName>(
  name: N,
  message: Messages[N],
  namespace: string,
): string {
  const xmlns = ` xmlns="${escapeAttribute(namespace)}"`;
  return writeFields(name, message as unknown as Fields, MESSAGES[name], xmlns);
}

function writeFields(
  name: string,
  fields: Fields,
  { attributes, elements }: FieldsRule,
  xmlns = "",
): string {
  const start = `<${name}${xmlns}${writeAttributes(fields, attributes)}`;
  let content = "";
  for (const element of elements) content += writeElement(fields[element.name], element);
  return content === "" ? `${start}/>` : `${start}>${content}</${name}>`;
}

/** Writes an element; nothing for undefined or an empty list. */
function writeElement(value: unknown, { name, content, many }: ElementRule): string {
  if (value === undefined) return "";
  if (typeof content === "object" && "kind" in content) {
    if (content.kind === "fields") return writeFields(name, value as Fields, content);
    const addresses = [value].flat() as Fields[];
    if (addresses.length === 0) return "";
    const inner = addresses.map((address) =>
      writeText(
        String(address.kind),
        address.value,
        writeAttributes(address, content.attributes),
      )
    );
    return `<${name}>${inner.join("")}</${name}>`;
  }
  const values = many ? value as readonly unknown[] : [value];
  return values.map((each) => writeText(name, each)).join("");
}

function writeText(name: string, value: unknown, attributes = ""): string {
  return `<${name}${attributes}>${escapeText(String(value))}</${name}>`;
}

function writeAttributes(fields: Fields, rules: readonly AttributeRule[]): string {
  let written = "";
  for (const { name } of rules) {
    const value = fields[name];
    if (value !== undefined) written += ` ${name}="${escapeAttribute(String(value))}"`;
  }
  return written;
}
