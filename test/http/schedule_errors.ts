/** Rows of the table of errors: times of a send, and cancellations (E1901 to E1904). */
import { ask } from "./door.ts";
import { type ErrorRow, keys, NOW, posted, sent, SMS, test, TEXT } from "./errors_setup.ts";

const sms = (fields: object) => posted({ ...SMS, ...fields });
const HOUR_MS = 3_600_000;
/** Time after that of the service's clock. */
const inHours = (hours: number) => new Date(NOW + hours * HOUR_MS).toISOString();
const window = (fields: object) =>
  sms({ "delivery-window": { from: "09:00", to: "20:00", ...fields } });

export const SCHEDULE_ERRORS: readonly ErrorRow[] = [
  [
    "E1901 400",
    "send-at is no timestamp",
    sms({ "send-at": "tomorrow" }),
    "send-at is not an ISO 8601 timestamp",
  ],
  ["E1901 400", "send-at is empty", sms({ "send-at": "" }), "send-at must not be empty"],
  ["E1901 400", "send-at is past", sms({ "send-at": inHours(-1) }), "send-at is past"],
  [
    "E1901 400",
    "send-at is over a month ahead",
    sms({ "send-at": inHours(36 * 24) }),
    "send-at is more than 35 days ahead",
  ],
  [
    "E1902 400",
    "valid-until is no timestamp",
    sms({ "valid-until": "2026-13-01" }),
    "valid-until is not an ISO 8601 timestamp",
  ],
  ["E1902 400", "valid-until is past", sms({ "valid-until": inHours(-1) }), "valid-until is past"],
  [
    "E1902 400",
    "valid-until is before send-at",
    sms({ "send-at": inHours(2), "valid-until": inHours(1) }),
    "valid-until is before the message may first be sent",
  ],
  [
    "E1902 400",
    "valid-until is before the window opens",
    // The clock is at six in Boston.
    sms({ "delivery-window": { from: "09:00", to: "20:00" }, "valid-until": inHours(2.9) }),
    "valid-until is before the message may first be sent",
  ],
  [
    "E1902 400",
    "valid-until is there twice",
    sent("ready", { "valid-until": inHours(2), "mms-expiry-timestamp": inHours(2) }),
    "mms-expiry-timestamp says the same as valid-until",
  ],
  [
    "E1902 400",
    "valid-until of an MMS is past",
    sent("ready", { "valid-until": inHours(0) }),
    "valid-until is past",
  ],
  [
    "E652 400",
    "mms-expiry-timestamp is before send-at",
    sent("ready", { "send-at": inHours(2), "mms-expiry-timestamp": inHours(1) }),
    "mms-expiry-timestamp is before the message may first be sent",
  ],
  [
    "E1903 400",
    "delivery-window is a text",
    sms({ "delivery-window": "09:00-20:00" }),
    "delivery-window must be an object",
  ],
  [
    "E1903 400",
    "delivery-window lacks its opening",
    sms({ "delivery-window": { to: "20:00" } }),
    "delivery-window from is required",
  ],
  [
    "E1903 400",
    "delivery-window opens at 9",
    window({ from: "9:00" }),
    "delivery-window from must be a time of day as HH:MM",
  ],
  ["E1903 400", "delivery-window has a day of another language", window({ days: ["lun"] }), /days/],
  ["E1903 400", "delivery-window has no days", window({ days: [] }), /days/],
  [
    "E1903 400",
    "delivery-window is in no zone",
    window({ "time-zone": "Mars/Base" }),
    /^delivery-window has a time-zone that is neither/,
  ],
  [
    "E1903 400",
    "delivery-window closes as it opens",
    window({ to: "09:00" }),
    "delivery-window opens and closes at the same time",
  ],
  [
    "E1905 400",
    "priority is none",
    sms({ priority: "urgent" }),
    "priority must be one of high, normal, low",
  ],
  [
    "E1905 400",
    "priority of a template's message is none",
    sent("ready", { priority: 1 }),
    "priority must be one of high, normal, low",
  ],
  [
    "E1905 400",
    "priority of an MMS in one call is none",
    posted({ ...SMS, action: "sendmms", slide: [TEXT], priority: "urgent" }),
    "priority must be one of high, normal, low",
  ],
  [
    "E1904 409",
    "a carrier has the message to cancel",
    async () => {
      const key = keys.acme!;
      const sent = await ask(test, SMS, { key });
      const request = { "action": "cancelmessage", "tracking-id": sent.body["tracking-id"] };
      for (;;) {
        const { body } = await ask(test, { ...request, action: "getmessage" }, { key });
        if (body.state === "submitted") return await ask(test, request, { key });
      }
    },
    "the message is submitted",
  ],
  [
    "E2001 404",
    "the message to cancel is unknown",
    posted({ "action": "cancelmessage", "tracking-id": "0197c1e2-a6b4-7d3f-9d21-5b0f6c1e8a47" }),
    "tracking-id does not exist",
  ],
  [
    "E100 400",
    "cancelmessage names no message",
    posted({ action: "cancelmessage" }),
    "tracking-id is required",
  ],
];
