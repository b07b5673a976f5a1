/** Headers of requests, with placeholders in their values. */
import { readBasic } from "../../core/account/basic_credentials.ts";
import { placeholderOf, type TemplateSecrets } from "./placeholders.ts";
import { entriesOf, settingFault } from "./setting.ts";
import {
  fill,
  type Filling,
  NO_MESSAGE,
  type Placeholder,
  placeholdersIn,
  readTemplate,
  type Template,
  type TemplateLocation,
} from "./template.ts";

export interface HeaderTemplates {
  readonly placeholders: readonly Placeholder[];
  /** Names in lower case. */
  readonly names: readonly string[];
  /** Values that are masked in logs. */
  readonly secrets: readonly string[];
  /** Returns the headers that are the same for all messages. */
  fixed(secrets: TemplateSecrets): Record<string, string>;
  /** Returns the headers that depend on the message. */
  varying(filling: Filling): Record<string, string>;
}

/** Headers that the connection sets. */
const OURS: ReadonlySet<string> = new Set([
  "connection",
  "content-length",
  "expect",
  "host",
  "keep-alive",
  "proxy-connection",
  "te",
  "trailer",
  "transfer-encoding",
  "upgrade",
  "traceparent",
  "tracestate",
]);

/** Names of fields (RFC 9110 section 5.1). */
const NAME = /^[!#$%&'*+.^_`|~\w-]+$/;

/** Values of fields, limited to ASCII (RFC 9110 section 5.5). */
const VALUE = /^[\t -~]*$/;

/** Minimum length of a word of a header that is masked in logs; shorter ones occur everywhere. */
export const SECRET_MIN_LENGTH = 6;

/** @throws {Refusal} E100 */
export function readHeaders(text: string | null): HeaderTemplates {
  const headers = new Map<string, Template>();
  for (const { line, name, value } of entriesOf("headers", text ?? "", ":")) {
    const location = { setting: "headers", line, isMms: false };
    const key = name.toLowerCase();
    if (!NAME.test(name)) throw settingFault("headers", `"${name}" is no name of a header`, line);
    if (OURS.has(key)) throw settingFault("headers", `${name} is set by slidepost`, line);
    if (headers.has(key)) throw settingFault("headers", `${name} is there twice`, line);
    if (!VALUE.test(value)) {
      throw settingFault("headers", `${name} has characters that are no printable ASCII`, line);
    }
    headers.set(key, readValue(value, location));
  }
  const isFixed = (template: Template) =>
    placeholdersIn(template).every(({ name }) => name === "secret");
  const fixed = [...headers].filter(([, template]) => isFixed(template));
  const varying = [...headers].filter(([, template]) => !isFixed(template));
  return {
    placeholders: [...headers.values()].flatMap(placeholdersIn),
    names: [...headers.keys()],
    secrets: [...headers.values()].flatMap(secretsIn),
    fixed: (secrets) => render(fixed, { message: NO_MESSAGE, secrets }),
    varying: (filling) => render(varying, filling),
  };
}

function render(
  headers: readonly (readonly [name: string, template: Template])[],
  filling: Filling,
): Record<string, string> {
  return Object.fromEntries(headers.map(([name, template]) => [name, fill(template, filling)]));
}

function readValue(value: string, location: TemplateLocation): Template {
  const template = readTemplate(value, location);
  for (const { name, modifier } of placeholdersIn(template)) {
    if (placeholderOf(name)!.form !== "free" || modifier === "url") continue;
    const fault = `{${name}} may have characters that no header has: write {${name}:url}`;
    throw settingFault(location.setting, fault, location.line);
  }
  return template;
}

/** Lists the words of a value that may be credentials, and the password of Basic credentials. */
function secretsIn(template: Template): string[] {
  const words = template.flatMap((segment) =>
    typeof segment === "string" ? segment.split(/[\s,;]+/) : []
  );
  const [first = ""] = template;
  const basic = typeof first === "string" ? readBasic(first) : null;
  return [...words, ...basic === null ? [] : [basic.password]]
    .filter(({ length }) => length >= SECRET_MIN_LENGTH);
}
