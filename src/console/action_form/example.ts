/** Examples of the API's document, changed so that they can be sent here and now. */
import type { AdminApi } from "../model/admin_api.ts";

/** A body of a request, or a value within it. */
type Json = string | number | boolean | null | readonly Json[] | { readonly [name: string]: Json };

/** Circumstances of the visitor that an example is changed for. */
export interface ExampleSetting {
  /** Time of the visit, in milliseconds since the epoch. */
  now: number;
  /** Base URL of the files of the sandbox; null: the service has none. */
  filesUrl: string | null;
  /** Number of a simulated phone, to send to; null: messages are delivered for real. */
  phone: string | null;
  /** Tracking-id to ask about; null: the account has no message. */
  trackingId: string | null;
}

/** Time at which the examples of the document are set, in milliseconds since the epoch. */
const WRITTEN_AT = Date.UTC(2026, 6, 1, 10);
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/** Address of the files of the examples; the sandbox has each of them. */
const FILES_URL = "https://media.example.com/";

const DAY = /^\d{4}-\d\d-\d\d(?=T|$)/;
const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/;

/** Changes an example: dates are relative to now, and files, numbers and ids are those of here. */
export function exampleFor(
  body: Readonly<Record<string, unknown>>,
  setting: ExampleSetting,
): Record<string, unknown> {
  const { phone, trackingId } = setting;
  const { to, "tracking-id": id, ...others } = body;
  return {
    ...changed(others as Json, setting) as Record<string, unknown>,
    ...to === undefined ? {} : { to: phone ?? to },
    ...id === undefined ? {} : { "tracking-id": trackingId },
  };
}

function changed(value: Json, setting: ExampleSetting): Json {
  if (typeof value === "string") return changedText(value, setting);
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) return value.map((each) => changed(each, setting));
  return Object.fromEntries(
    Object.entries(value).map(([name, each]) => [name, changed(each, setting)]),
  );
}

function changedText(text: string, { filesUrl, now }: ExampleSetting): string {
  if (filesUrl !== null && text.startsWith(FILES_URL)) {
    return `${filesUrl}/${text.slice(FILES_URL.length)}`;
  }
  if (INSTANT.test(text)) {
    const hours = Math.floor((now - WRITTEN_AT) / HOUR_MS);
    return `${new Date(Date.parse(text) + hours * HOUR_MS).toISOString().slice(0, 19)}Z`;
  }
  // A day, or a time of some zone: the hour stays.
  return text.replace(DAY, (day) => {
    const days = Math.floor(now / DAY_MS) - Math.floor(WRITTEN_AT / DAY_MS);
    return new Date(Date.parse(day) + days * DAY_MS).toISOString().slice(0, 10);
  });
}

/** Finds the newest message of an account that an example can ask about; null: there is none. */
export async function messageFor(
  api: AdminApi,
  account: string,
  { action, "client-reference": reference }: Readonly<Record<string, unknown>>,
): Promise<string | null> {
  const query = {
    account,
    direction: "out",
    limit: 1,
    ...action === "cancelmessage" && { state: "scheduled" as const },
    ...typeof reference === "string" && { "client-reference": reference },
  } as const;
  const { items: [newest] } = await api.call("searchMessages", { query });
  return newest?.["tracking-id"] ?? null;
}
