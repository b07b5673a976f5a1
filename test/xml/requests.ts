/** Bodies of actions as the XML form has them. */
import { ACTION_REQUESTS } from "../../src/contract/action.ts";
import { readXml, readXmlText, type XmlElement } from "../../src/lib/xml/reader.ts";
import { readRequest, type XmlRequest } from "../../src/xml/request.ts";
import { writeXml, type XmlStyle } from "../../src/xml/writer.ts";

// deno-lint-ignore no-explicit-any -- bodies of any kind
type Json = any;

/** Fields of an action by the contract. */
export const fieldsOf = (action: string) =>
  ACTION_REQUESTS.find((each) => each.action === action.toLowerCase())?.body.fields ?? [];

/** Reads a request as the door does. */
export const read = (document: string): XmlRequest => readRequest(readXmlText(document), fieldsOf);

/** Writes a body as a request. */
export const requestXml = (body: object, style?: XmlStyle): string =>
  writeXml("request", body, style);

/** Returns a body with each value as text, and without what is null: all that XML can say. */
export function textual(value: Json): Json {
  if (Array.isArray(value)) return value.map(textual);
  if (typeof value !== "object" || value === null) return String(value);
  return Object.fromEntries(
    Object.entries(value).filter(([, each]) => each !== null && each !== undefined)
      .map(([name, each]) => [name, textual(each)]),
  );
}

/** Reads the response of the XML form: its root's name, and its fields in their order. */
export function responseOf(document: Uint8Array): { root: string; fields: Record<string, Json> } {
  const root = readXml(document);
  return { root: root.name, fields: objectOf(root) };
}

function objectOf({ children }: XmlElement): Record<string, Json> {
  const fields: Record<string, Json> = {};
  for (const child of children) {
    const value = child.children.length > 0 ? objectOf(child) : child.text;
    const { name } = child;
    fields[name] = name in fields ? [fields[name], value].flat() : value;
  }
  return fields;
}
