/** `send-at`, `valid-until`, `delivery-window` and `priority` of a send (contract section 9). */
import type { Account } from "../core/account/account.ts";
import { type FaultName, Refusal } from "../core/errors.ts";
import type { NewMessage } from "../core/message/message.ts";
import {
  checkWindow,
  type DeliveryWindow,
  openHours,
  opensAt,
  parseWindow,
  RECIPIENT_ZONE,
  WEEKDAYS,
} from "../core/schedule/delivery_window.ts";
import { parseIso } from "../core/timestamp.ts";
import type * as wire from "../generated/json.ts";
import type { ActionContext } from "./ports.ts";

/** Fields of a request. */
interface ScheduleRequest {
  "send-at"?: string | undefined;
  "delivery-window"?: wire.DeliveryWindow | undefined;
  priority?: wire.Priority | undefined;
}

/** When a message may go out. */
export interface Schedule {
  /** Fields of the message. */
  fields: Pick<NewMessage, "priority" | "startAt" | "window">;
  /** Field of the response. */
  state: { state?: "scheduled" };
  /** First time at which it may go out, in milliseconds since the epoch. */
  start: number;
}

/** Age of a `send-at` that is now, in milliseconds: clocks differ, and requests take their time. */
const PAST_MAX_MS = 60_000;

/**
 * Reads when a message may go out.
 *
 * @param recipient International number in digits.
 * @throws {Refusal} E1901 or E1903
 */
export function readSchedule(
  request: ScheduleRequest,
  recipient: string,
  { access: { account }, ports: { clock, config }, testConnector }: ActionContext,
): Schedule {
  const now = clock.now();
  const sendAt = request["send-at"] === undefined
    ? now
    : readSendAt(request["send-at"], now, config.SCHEDULE_MAX);
  const { "delivery-window": own, priority = "normal" } = request;
  // A code is wanted now, and so is a test of a connector.
  const isUrgent = priority === "high" || testConnector !== undefined;
  const window = own === undefined && isUrgent ? null : windowOf(own, account);
  const hours = window && openHours(window, recipient, account.timeZone, sendAt);
  const start = hours === null ? sendAt : opensAt(hours, sendAt);
  return {
    fields: {
      ...priority !== "normal" && { priority },
      ...start > now && { startAt: start },
      ...hours !== null && { window: hours },
    },
    state: start > now ? { state: "scheduled" } : {},
    start,
  };
}

function readSendAt(text: string, now: number, maxMs: number): number {
  const at = parseIso(text);
  if (at === null) throw new Refusal("sendAtInvalid", "send-at is not an ISO 8601 timestamp");
  if (at < now - PAST_MAX_MS) throw new Refusal("sendAtInvalid", "send-at is past");
  if (at > now + maxMs) {
    const days = Math.floor(maxMs / 86_400_000);
    throw new Refusal("sendAtInvalid", `send-at is more than ${days} days ahead`);
  }
  return Math.max(at, now);
}

/** Returns the window of a request, else of its account; null: there is none. */
function windowOf(
  own: wire.DeliveryWindow | undefined,
  { deliveryWindow }: Account,
): DeliveryWindow | null {
  if (own === undefined) return deliveryWindow === null ? null : parseWindow(deliveryWindow);
  return own === null ? null : readWindow(own);
}

function readWindow(
  { days = [...WEEKDAYS], from, "time-zone": timeZone = RECIPIENT_ZONE, to }: NonNullable<
    wire.DeliveryWindow
  >,
): DeliveryWindow {
  const window = { days: WEEKDAYS.filter((day) => days.includes(day)), from, to, timeZone };
  const fault = checkWindow(window);
  if (fault !== null) throw new Refusal("windowInvalid", `delivery-window ${fault}`);
  return window;
}

/** Field that says when delivery attempts stop. */
interface ExpiryField {
  name: string;
  value: string | undefined;
  fault: FaultName;
}

/**
 * Reads when delivery attempts stop. Later times than the maximum are cut to it.
 *
 * @param start First time at which the message may go out.
 * @param maxMs Maximum time after `start`, in milliseconds.
 * @param defaultMs Default time after `start`, in milliseconds.
 * @throws {Refusal} The fault of the field.
 */
export function readExpiry(
  { fault, name, value }: ExpiryField,
  now: number,
  start: number,
  maxMs: number,
  defaultMs = maxMs,
): number {
  if (value === undefined) return start + defaultMs;
  const at = parseIso(value);
  if (at === null) throw new Refusal(fault, `${name} is not an ISO 8601 timestamp`);
  if (at <= now) throw new Refusal(fault, `${name} is past`);
  if (at <= start) throw new Refusal(fault, `${name} is before the message may first be sent`);
  return Math.min(at, start + maxMs);
}
