/** Writes the bodies of JSON as XML (contract section 9): an element for each field, in its order. */
import { escapeText } from "../lib/xml/text.ts";
import { elementName, upperName } from "./names.ts";

export interface XmlStyle {
  /** Whether names are in upper case and run together. Default: as in JSON. */
  readonly isUpperCase?: boolean;
  /** Whether each element has a line of its own. Default: false. */
  readonly isIndented?: boolean;
}

const DECLARATION = '<?xml version="1.0" encoding="UTF-8"?>';

/** Writes a document. Lists are repeated elements, null is absence; forbidden characters go. */
export function writeXml(root: string, body: object, style: XmlStyle = {}): string {
  const document = element(root, body, style, "\n");
  return style.isIndented ? `${DECLARATION}${document}` : `${DECLARATION}\n${document}`;
}

/**
 * Writes a postback (spec 6): the files of N401 are in one element.
 *
 * @param body The body in JSON.
 */
export function postbackXml(body: object): string {
  const { content } = body as { content?: readonly { file: string }[] };
  if (content === undefined) return writeXml("postback", body);
  return writeXml("postback", { ...body, content: { file: content.map(({ file }) => file) } });
}

/** @param line Line end and indentation of the element. */
function element(name: string, value: unknown, style: XmlStyle, line: string): string {
  if (value === null || value === undefined) return "";
  if (Array.isArray(value)) return value.map((each) => element(name, each, style, line)).join("");
  const tag = style.isUpperCase ? elementName(upperName(name)) : elementName(name);
  const start = style.isIndented ? `${line}<${tag}>` : `<${tag}>`;
  if (typeof value !== "object") return `${start}${escapeText(String(value))}</${tag}>`;
  const inner = Object.entries(value)
    .map(([key, each]) => element(key, each, style, `${line}  `)).join("");
  return `${start}${inner}${style.isIndented && inner !== "" ? line : ""}</${tag}>`;
}
