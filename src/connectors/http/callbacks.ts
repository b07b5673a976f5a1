/** Callbacks of the provider, in JSON, a form or the query, by the paths of the settings. */
import { randomUUID } from "node:crypto";
import type { SettingsOf } from "../../core/routing/connector.ts";
import type { CallbackRequest } from "../../ports/mod.ts";
import { FIELDS_MAX, readForm, valuesByName } from "../http_carrier/form.ts";
import { isRecord } from "../http_carrier/json.ts";
import { referenceOf } from "../http_carrier/outgoing.ts";
import { type CallbackEvent, CallbackFault } from "../http_carrier/protocol.ts";
import { parseExactly } from "./exact_json.ts";
import { type FieldPath, readPath } from "./selector.ts";
import { settingFault } from "./setting.ts";

export type CallbackSettings = Pick<
  SettingsOf<"http">,
  | "callbackToken"
  | "eventsPath"
  | "idPath"
  | "inboundFromPath"
  | "inboundIdPath"
  | "inboundMediaPath"
  | "inboundTextPath"
  | "inboundToPath"
  | "statusErrorPath"
  | "statusIdPath"
  | "statusPath"
  | "statuses"
>;

export type CallbackReader = (request: CallbackRequest) => CallbackEvent[];

/** Maximum number of events of a callback. */
const EVENTS_MAX = 1000;
/** Maximum number of files of a message. */
const MEDIA_MAX = 20;

/** Reads a field by its path; null: the callback has none. */
type Field = (item: unknown, query: unknown) => string | null;

/** Whether some requests, or all, have the address for their reports. */
export interface StatusUrls {
  readonly some: boolean;
  readonly every: boolean;
}

/** @throws {Refusal} E100 for paths that do not go together. */
export function readCallbacks(settings: CallbackSettings, statusUrls: StatusUrls): CallbackReader {
  requireTogether(settings, statusUrls);
  const { eventsPath, inboundMediaPath, idPath, statusIdPath, statusPath } = settings;
  const report = {
    status: fieldOf("status-path", statusPath),
    id: fieldOf("status-id-path", statusIdPath),
    code: fieldOf("status-error-path", settings.statusErrorPath),
  };
  const message = {
    from: fieldOf("inbound-from-path", settings.inboundFromPath),
    to: pathOf("inbound-to-path", settings.inboundToPath),
    text: fieldOf("inbound-text-path", settings.inboundTextPath),
    id: fieldOf("inbound-id-path", settings.inboundIdPath),
    media: pathOf("inbound-media-path", inboundMediaPath),
  };
  const events = eventsPath === null ? null : readListPath(eventsPath);

  function reportOf(item: unknown, query: unknown, reference: string | null): CallbackEvent {
    const status = required(report.status(item, query), "status-path");
    const id = report.id(item, query);
    if (statusIdPath !== null && id === null && reference === null) {
      throw new CallbackFault("there is no value at status-id-path");
    }
    const carrierId = id ?? required(reference, "{status-url}");
    return {
      event: "report",
      carrierId,
      // Without an id of its own, the provider returns ours.
      trackingId: reference ?? (idPath === null ? carrierId : null),
      status,
      code: report.code(item, query),
    };
  }

  function messageOf(item: unknown, query: unknown): CallbackEvent {
    const urls = allOf(message.media, item, query);
    const [to = null, ...alsoTo] = allOf(message.to, item, query);
    return {
      event: "message",
      id: message.id(item, query) ?? randomUUID(),
      from: required(message.from(item, query), "inbound-from-path"),
      to: required(to, "inbound-to-path"),
      ...alsoTo.length === 0 ? {} : { alsoTo },
      text: message.text(item, query) ?? "",
      subject: null,
      media: urls.slice(0, MEDIA_MAX).map((url) => ({ url, type: null, name: null })),
    };
  }

  return (request) => {
    const query = fieldsOf(request.url.searchParams);
    const items = itemsOf(bodyOf(request), events);
    if (/^status(?:\/|$)/.test(request.path) && statusPath !== null) {
      const reference = referenceOf(request.path);
      return items.map((item) => reportOf(item, query, reference));
    }
    if (request.path === "inbound" && settings.inboundFromPath !== null) {
      return items.map((item) => messageOf(item, query));
    }
    throw new CallbackFault(`no path is set for callbacks at ${request.path.split("/", 1)[0]}`);
  };
}

/** @throws {Refusal} E100 */
function requireTogether(settings: CallbackSettings, statusUrls: StatusUrls): void {
  const { callbackToken, inboundFromPath, inboundMediaPath, inboundTextPath } = settings;
  const { inboundToPath, statuses, statusIdPath, statusPath } = settings;
  if (statusPath === null && statusUrls.some) {
    throw settingFault("status-path", "is required where a request has {status-url}");
  }
  if (statusPath !== null) {
    if (statuses === null) throw settingFault("statuses", "is required with status-path");
    if (statusIdPath === null && !statusUrls.every) {
      const fault = "is required with status-path, unless every request has {status-url}";
      throw settingFault("status-id-path", fault);
    }
  }
  if (inboundFromPath !== null) {
    if (inboundToPath === null) {
      throw settingFault("inbound-to-path", "is required with inbound-from-path");
    }
    if (inboundTextPath === null && inboundMediaPath === null) {
      throw settingFault("inbound-text-path", "is required with inbound-from-path");
    }
  } else if ((inboundToPath ?? inboundTextPath ?? inboundMediaPath) !== null) {
    throw settingFault("inbound-from-path", "is required for messages of handsets");
  }
  if (callbackToken === null && (statusPath ?? inboundFromPath) !== null) {
    throw settingFault("callback-token", "is required for callbacks, which it protects");
  }
}

function fieldOf(setting: string, text: string | null): Field {
  if (text === null) return () => null;
  const path = readPath(setting, text);
  return (item, query) => path.first(item) ?? path.first(query);
}

function pathOf(setting: string, text: string | null): FieldPath | null {
  return text === null ? null : readPath(setting, text);
}

function allOf(path: FieldPath | null, item: unknown, query: unknown): string[] {
  const values = path?.all(item) ?? [];
  return values.length > 0 ? values : path?.all(query) ?? [];
}

/** @throws {CallbackFault} */
function required(value: string | null, path: string): string {
  if (value === null) throw new CallbackFault(`there is no value at ${path}`);
  return value;
}

/** Reads the body: JSON where it is, else a form; null: there is none. */
function bodyOf({ body, headers }: CallbackRequest): unknown {
  const text = new TextDecoder().decode(body);
  if (text.trim() === "") return null;
  const isJson = /\bjson\b/i.test(headers.get("content-type") ?? "") || /^\s*[{[]/.test(text);
  if (!isJson) {
    const form = readForm(text);
    if (form === null) throw new CallbackFault(`the form has more than ${FIELDS_MAX} fields`);
    return fieldsOf(form);
  }
  try {
    return parseExactly(text);
  } catch {
    throw new CallbackFault("the body is no JSON");
  }
}

/** Returns the fields of a form or query; repeated ones as lists. */
function fieldsOf(form: URLSearchParams): Record<string, unknown> {
  return Object.fromEntries(
    [...valuesByName(form)].map((
      [name, values],
    ) => [name, values.length === 1 ? values[0] : values]),
  );
}

type ListPath = readonly string[];

function readListPath(text: string): ListPath {
  readPath("events-path", text);
  return text.split(".");
}

/** @throws {CallbackFault} */
function itemsOf(body: unknown, path: ListPath | null): unknown[] {
  let list = body;
  for (const step of path ?? []) {
    list = isRecord(list) && Object.hasOwn(list, step) ? list[step] : undefined;
  }
  if (!Array.isArray(list)) {
    if (path === null) return [list];
    throw new CallbackFault("there is no list at events-path");
  }
  if (list.length > EVENTS_MAX) throw new CallbackFault(`there are more than ${EVENTS_MAX} events`);
  return list;
}
