/** Bodies of type application/json. */
import { Refusal } from "../../core/errors.ts";
import { jsonFaultAt, lineAndColumn } from "../../lib/json_fault.ts";

const JSON_TYPE = /^application\/json\s*(?:;|$)/i;
const UTF8 = /^utf-?8$/i;
const utf8 = new TextDecoder("utf-8", { fatal: true });

/**
 * Parses a body as a JSON object.
 *
 * @throws {Refusal} E108 with status 400, or 415 for another content type or charset.
 */
export function parseJsonObject(
  contentType: string | null,
  bytes: Uint8Array,
): Record<string, unknown> {
  if (contentType === null || !JSON_TYPE.test(contentType)) {
    throw new Refusal("contentTypeUnsupported");
  }
  const charset = /charset\s*=\s*"?([^\s";]+)/i.exec(contentType)?.[1] ?? "utf-8";
  if (!UTF8.test(charset)) {
    throw new Refusal("contentTypeUnsupported", "the charset of application/json must be utf-8");
  }
  const text = textOf(bytes);
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw notJson(text);
  }
  if (typeof value !== "object" || value === null || Array.isArray(value)) {
    throw new Refusal("notJson", "the body is not a JSON object");
  }
  return value as Record<string, unknown>;
}

/** @throws {Refusal} E108 */
function textOf(bytes: Uint8Array): string {
  try {
    return utf8.decode(bytes);
  } catch {
    throw new Refusal("notJson", "the body is not UTF-8");
  }
}

/** Creates the refusal of a body that is not JSON, with the place of its first fault. */
export function notJson(text: string): Refusal {
  return new Refusal("notJson", `the body is not parseable JSON: ${syntaxFault(text)}`);
}

function syntaxFault(text: string): string {
  if (text.trim() === "") return "it is empty";
  const at = jsonFaultAt(text) ?? text.length;
  const what = at === text.length ? "it ends too early" : "an unexpected character";
  return `${what}, ${lineAndColumn(text, at)}`;
}
