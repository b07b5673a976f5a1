/** URLs with placeholders in path and query. */
import { MASK } from "../../core/exchange/mask.ts";
import { parseOutboundUrl } from "../../core/network.ts";
import { placeholderOf } from "./placeholders.ts";
import { settingFault } from "./setting.ts";
import {
  fieldValues,
  fill,
  type Filling,
  onlyPlaceholder,
  type Placeholder,
  placeholdersIn,
  readTemplate,
  requireNoList,
  type Template,
  type TemplateLocation,
} from "./template.ts";

export interface UrlTemplate {
  /** Scheme, host and port. */
  readonly origin: string;
  readonly placeholders: readonly Placeholder[];
  /** Returns path and query. */
  render(filling: Filling): string;
}

/** Parameter of a query; its name is as in the setting, encoded. */
interface Parameter {
  readonly name: string;
  /** Null: the parameter has no equals sign. */
  readonly value: Template | null;
}

/** @throws {Refusal} E100 */
export function readUrl(text: string, location: TemplateLocation): UrlTemplate {
  const fault = (reason: string) => settingFault(location.setting, reason);
  if (text.includes(MASK)) throw fault(`has a credential masked as ${MASK}: give it in full`);
  if (text.includes("#")) throw fault("has a fragment");
  const [, base = "", rest = ""] = /^(https?:\/\/[^/?\\]*)(.*)$/i.exec(text) ?? [];
  if (/[{}]/.test(base)) throw fault("has a placeholder in its host");
  const verdict = parseOutboundUrl(base);
  if (!verdict.ok) throw fault(verdict.reason);
  if (rest.startsWith("\\")) throw fault("the URL is malformed");
  const [path = "", ...queries] = rest.split("?");
  const pathTemplate = readPath(path === "" ? "/" : path, location);
  const query = queries.length === 0 ? null : readQuery(queries.join("?"), location);
  const parts = [
    pathTemplate,
    ...(query ?? []).flatMap(({ value }) => value === null ? [] : [value]),
  ];
  return {
    origin: verdict.url.origin,
    placeholders: parts.flatMap(placeholdersIn),
    render(filling) {
      const path = fill(pathTemplate, filling, encodeURIComponent);
      if (query === null) return path;
      return `${path}?${query.flatMap((each) => renderParameter(each, filling)).join("&")}`;
    },
  };
}

function readPath(path: string, location: TemplateLocation): Template {
  const template = readTemplate(path, location);
  for (const { name } of placeholdersIn(template)) {
    // A text of dots would be another path, and no encoding changes that.
    if (placeholderOf(name)!.form === "plain") continue;
    throw settingFault(location.setting, `{${name}} cannot be in the path: use query or body`);
  }
  return template;
}

function readQuery(query: string, location: TemplateLocation): Parameter[] {
  return query.split("&").filter((part) => part !== "").map((part) => {
    const at = part.indexOf("=");
    const name = at < 0 ? part : part.slice(0, at);
    if (placeholdersIn(readTemplate(name, location)).length > 0) {
      throw settingFault(location.setting, `the parameter ${name} has a placeholder in its name`);
    }
    if (at < 0) return { name, value: null };
    const value = readTemplate(part.slice(at + 1), location);
    if (onlyPlaceholder(value) === null) requireNoList(value, location);
    return { name, value };
  });
}

function renderParameter({ name, value }: Parameter, filling: Filling): string[] {
  if (value === null) return [name];
  if (onlyPlaceholder(value) === null) {
    return [`${name}=${fill(value, filling, encodeURIComponent)}`];
  }
  return fieldValues(value, filling).map((each) => `${name}=${encodeURIComponent(each)}`);
}
