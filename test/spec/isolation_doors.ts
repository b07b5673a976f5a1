/**
 * Requests built from the operations, with the slots where a name can stand; those of the JSON
 * door, and of its XML form.
 */
import assert from "node:assert/strict";
import { type Action, ACTIONS } from "../../src/generated/json.ts";
import { document } from "../contract/validate.ts";
import { requestXml } from "../xml/requests.ts";
import type { Customer, World } from "./isolation_world.ts";

/**
 * Way to send a request. A slot holds a name: a step of a path, a header, a field of a
 * body.
 */
export interface Door {
  title: string;
  slots: string[];
  /**
   * Sends the request with these values in their slots, and an honest request's values in the
   * others.
   */
  ask(values: Record<string, string>): Promise<Response>;
  /**
   * Expected response to an honest request, status first: otherwise names would never be looked up.
   */
  honest?: RegExp;
  /** Number of concurrent requests: one, if a request changes the response to the next. */
  atOnce: number;
  /** Whether the response is a drawing, in which equal values do not make equal bytes. */
  isDrawing?: boolean;
}

// deno-lint-ignore no-explicit-any -- bodies of any kind
type Json = any;

/** Returns the expected response to an honest request. */
function honestOf(action: Action, body: Json): RegExp {
  // A carrier has had the message.
  if (action === "cancelmessage") return /^409 /;
  return JSON.stringify(body).includes("none.jpg") ? /^422 / : /^200 /;
}

/** Creates honest requests; every field of the action's schema is there once. */
function bodiesOf(action: Action, { sender, resources }: Customer, base: string): Json[] {
  const from = { from: sender, to: "16175550101", "campaign-ref": "a campaign" };
  const contact = {
    name: { "first-name": "Ada", "last-name": "L", suffix: "Jr" },
    organization: "Shop",
    title: "Owner",
    note: "A note",
    phone: [{ number: "16175550101", label: "Work" }],
    email: [{ id: "ada@example.com", label: "Work" }],
    "physical-address": [{ address: "1 Street", label: "Work" }],
    website: [{ url: "https://example.com", label: "Site" }],
  };
  const photo = { "photo-url": `${base}/none.jpg` };
  const event = {
    "event-title": "Sale",
    "event-description": "Half of it",
    "event-location": "Shop",
    "event-start-datetime": "2030-01-01T10:00:00",
    "event-end-datetime": "2030-01-01T11:00:00",
    "event-timezone": "America/New_York",
    "all-day-event": "false",
  };
  const barcode = { "add-barcode": "yes", barcode: { id: "12345678" } };
  const text = { "add-text-area": "yes", "text-area": { "text-area-1": { text: "For you" } } };
  const background = { "background-image-url": `${base}/none.jpg` };
  const saved = {
    "message-subject": "A subject",
    "fallback-sms-text": "See what we have for you",
    "disable-fallback-sms": "false",
    "disable-fallback-sms-link": "false",
    "client-reference": "a reference",
  };
  const slides = [{ "message-text": "Hello" }, { contact: { url: `${base}/none.vcf` } }];
  const times = {
    // In an hour: the requests of all names may take minutes.
    "send-at": new Date(Date.now() + 3_600_000).toISOString(),
    "priority": "low",
    "delivery-window": { days: ["mon"], from: "00:00", to: "24:00", "time-zone": "UTC" },
  };
  const valid = { "valid-until": "2090-01-01T00:00:00Z" };
  const sent = {
    action,
    ...from,
    ...saved,
    "mms-id": resources.template["mms-id"],
    "to-displayonly": "16175550102",
    "force-send-as-sms": "false",
    "smart-encoding": "true",
    "operator-id": "0001470",
    "status-callback": `${base}/none`,
    ...times,
    "fallback-sms-link-expiration": "2090-01-01T00:00:00Z",
    "custom-slides": [{ "custom-message-text": "Instead", "custom-slide": "1" }],
    "merge-tag-data": { name: "Ada" },
  };
  const inOneCall = {
    action,
    ...from,
    ...saved,
    "name": "A name",
    "service-id": "spring",
    "to-displayonly": "16175550102",
    "force-send-as-sms": "false",
    "smart-encoding": "true",
    "operator-id": "0001470",
    "status-callback": `${base}/none`,
    ...times,
    "fallback-sms-link-expiration": "2090-01-01T00:00:00Z",
    "merge-tag-data": { name: "Ada" },
    slide: slides,
  };
  const bodies: Record<Action, Json[]> = {
    savemms: [{ action, name: "A name", ...saved, slide: slides }],
    sendsavedmms: [
      { ...sent, "mms-expiry-timestamp": "2090-01-01T00:00:00Z" },
      { ...sent, ...valid },
      { ...sent, "dynamic-contact": [{ ...contact, "slide-number": "1" }] },
      { ...sent, "dynamic-calendar": [{ ...event, "slide-number": "1" }] },
      { ...sent, "dynamic-image": [{ ...barcode, "slide-number": "1" }] },
    ],
    sendmms: [
      { ...inOneCall, "mms-expiry-timestamp": "2090-01-01T00:00:00Z" },
      { ...inOneCall, ...valid },
    ],
    sendsms: [{
      action,
      ...from,
      "message-text": "Hello",
      "click-tracking": "true",
      "smart-encoding": "true",
      "operator-id": "0001470",
      "status-callback": `${base}/none`,
      ...times,
      ...valid,
      "client-reference": "a reference",
    }],
    getmmstemplates: [{
      action,
      "start-date": "2001-01-01T00:00:00Z",
      "page-number": "1",
      "items-per-page": "1",
    }],
    deletemmsid: [{ action, "mms-id": "" }],
    getevents: [{ action, after: "", limit: "1", wait: "0" }],
    createimage: [{ action, ...barcode, ...text }, { action, ...background }],
    createcontact: [{ action, ...contact }, { action, name: contact.name, ...photo }],
    createcalendar: [{ action, ...event }],
    getmessage: [
      { action, "tracking-id": resources.message["tracking-id"] },
      { action, "client-reference": resources.message.reference },
    ],
    getmessages: [
      { action, to: "16175550101", from: sender, state: "delivered" },
      {
        action,
        "client-reference": resources.message.reference,
        "start-date": "2020-01-01",
        "end-date": "2090-01-01",
        cursor: "",
        limit: "10",
      },
    ],
    getblocks: [{ action, from: sender, cursor: "", limit: "10" }],
    block: [{ action, mobile: "16175550199", from: sender }],
    unblock: [{ action, mobile: "16175550199", from: sender }],
    getlinks: [{ action, "tracking-id": resources.message["tracking-id"] }],
    cancelmessage: [{ action, "tracking-id": resources.message["tracking-id"] }],
    subscribe: [{
      action,
      ...resources.subscribed,
      "subscriber-ref": "a reference",
      "data": { field: "A value" },
      "notify": "no",
      "cta": "no",
      "timezone": "America/New_York",
      "source": "a form",
      "collected-at": "2026-07-01T10:00:00Z",
      "text-shown": "Words",
    }],
    unsubscribe: [{ action, ...resources.subscribed, notify: "no" }],
  };
  return bodies[action];
}

export function jsonDoors(world: World): Door[] {
  return actionDoors(world, (body, headers) =>
    fetch(`${world.test.url}/api/v2`, {
      method: "POST",
      headers: { "content-type": "application/json", "x-api-key": world.rival.apiKey, ...headers },
      body: JSON.stringify(body),
    }));
}

/** The same requests in XML, with the key in the document. */
export function xmlDoors(world: World): Door[] {
  return actionDoors(world, (body, headers) =>
    fetch(`${world.test.url}/api/v2/xml`, {
      method: "POST",
      headers: { "content-type": "application/xml", ...headers },
      body: requestXml({ ...body, "api-key": world.rival.apiKey }),
    }));
}

function actionDoors(
  { test, rival }: World,
  post: (body: Json, headers: Record<string, string>) => Promise<Response>,
): Door[] {
  const savedText = async (): Promise<string> => {
    const slide = [{ "message-text": "To be removed" }];
    const body = { action: "savemms", name: "removed", "disable-fallback-sms": true, slide };
    const text = await (await post(body, {})).text();
    return /mms-id(?:":"|>)([^"<]+)/.exec(text)![1]!;
  };
  return ACTIONS.flatMap((action) => {
    const bodies = bodiesOf(action, rival, test.url);
    assertWhole(action, bodies);
    const seen = new Set<string>();
    return bodies.map((body, at): Door => {
      const fields = leaves(body).filter((slot) => slot !== "action" && !seen.has(slot));
      for (const field of fields) seen.add(field);
      const headers = at === 0 ? ["header idempotency-key", "header x-service-carrier-id"] : [];
      return {
        title: bodies.length === 1 ? action : `${action} (${at + 1})`,
        slots: [...fields, ...headers],
        honest: honestOf(action, body),
        atOnce: 16,
        isDrawing: action === "createimage",
        ask: async (values) => {
          // An honest request removes a template of its own.
          const own = action === "deletemmsid" ? { "mms-id": await savedText() } : {};
          return await post(filled({ ...body, ...own }, values), headersOf(values));
        },
      };
    });
  });
}

function assertWhole(action: Action, bodies: Json[]): void {
  const name = `${action[0]!.toUpperCase()}${action.slice(1)}Request`;
  const { schemas } = (document.tree as Json).components;
  const fields = new Set(bodies.flatMap((body) => Object.keys(body)));
  assert.deepEqual(Object.keys(schemas[name].properties).filter((field) => !fields.has(field)), []);
}

/** The field paths of the texts in a body: `slide.1.contact.url`. */
function leaves(value: Json, at: string[] = []): string[] {
  if (typeof value === "string") return [at.join(".")];
  return Object.entries(value).flatMap(([name, inner]) => leaves(inner, [...at, name]));
}

function filled(body: Json, values: Record<string, string>): Json {
  const copy = structuredClone(body);
  for (const [slot, value] of Object.entries(values)) {
    if (slot.startsWith("header ")) continue;
    const steps = slot.split(".");
    const last = steps.pop()!;
    steps.reduce((inner, step) => inner[step], copy)[last] = value;
  }
  return copy;
}

export function headersOf(values: Record<string, string>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(values).filter(([slot]) => slot.startsWith("header "))
      .map(([slot, value]) => [slot.slice("header ".length), value]),
  );
}
