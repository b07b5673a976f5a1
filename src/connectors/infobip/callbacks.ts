/** Callbacks of Infobip: reports and messages, several in one request. */
import { mimeOf, TEXT_TYPE } from "../../core/media/media_types.ts";
import type { CallbackRequest } from "../../ports/mod.ts";
import { isRecord, recordsAt, textAt, valueAt } from "../http_carrier/json.ts";
import { referenceOf } from "../http_carrier/outgoing.ts";
import { type CallbackEvent, CallbackFault, type InboundMedia } from "../http_carrier/protocol.ts";
import { statusName } from "./statuses.ts";

/**
 * Reads a callback. Results that cannot be read are left out, unless there are no others: they would
 * come again with the rest for ever.
 *
 * @throws {CallbackFault}
 */
export function readCallback({ body, path }: CallbackRequest): CallbackEvent[] {
  const results = resultsIn(body);
  const events = results.map((result) => eventOf(result, path));
  const read = events.filter((event) => event !== null);
  if (read.length === 0 && results.length > 0) throw new CallbackFault("no result can be read");
  return events.map((event) => event ?? { event: "ignored", name: "unreadable result" });
}

function resultsIn(body: Uint8Array): unknown[] {
  let json: unknown;
  try {
    json = JSON.parse(new TextDecoder().decode(body));
  } catch {
    throw new CallbackFault("the body is no JSON");
  }
  const results = valueAt(json, "results");
  if (!Array.isArray(results)) throw new CallbackFault("results are missing");
  return results;
}

/** Reads a report, which has a status, or a message; null: it is neither. */
function eventOf(result: unknown, path: string): CallbackEvent | null {
  const id = textAt(result, "messageId");
  if (id === null) return null;
  return isRecord(valueAt(result, "status")) ? reportOf(id, result, path) : messageOf(id, result);
}

function reportOf(carrierId: string, result: unknown, path: string): CallbackEvent | null {
  const status = statusName(valueAt(result, "status"));
  if (status === null) return null;
  const error = textAt(result, "error", "name");
  const code = error === NO_ERROR ? null : error;
  return {
    event: "report",
    carrierId,
    trackingId: referenceOf(`status/${textAt(result, "callbackData") ?? ""}`) ??
      referenceOf(path),
    status,
    code,
    text: code === null ? null : textAt(result, "error", "description"),
  };
}

const NO_ERROR = "NO_ERROR";

function messageOf(id: string, result: unknown): CallbackEvent | null {
  const [from, to] = [textAt(result, "from"), textAt(result, "to")];
  if (from === null || to === null) return null;
  const isMms = Array.isArray(valueAt(result, "message"));
  const parts = recordsAt(result, "message");
  const texts = parts.filter(isText).map(({ value }) => value);
  return {
    event: "message",
    id,
    from,
    to,
    isMms,
    text: isMms ? texts.join("\n\n") : textAt(result, "text") ?? "",
    subject: null,
    media: parts.flatMap((part) => isText(part) ? [] : mediaOf(part)),
  };
}

function isText(part: Record<string, unknown>): boolean {
  return typeof part.value === "string" && mimeOf(textAt(part, "contentType")) === TEXT_TYPE;
}

/** Reads a part that is no text: at a URL, or in the callback itself. */
function mediaOf({ contentType, url, value }: Record<string, unknown>): InboundMedia[] {
  const type = typeof contentType === "string" ? contentType : null;
  if (typeof url === "string" && url !== "") return [{ url, type, name: null }];
  if (typeof value !== "string" || type === null) return [];
  return [{ content: new TextEncoder().encode(value), type, name: null }];
}
