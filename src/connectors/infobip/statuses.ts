/** Statuses of Infobip: in responses, in reports and in the log of messages. */
import { textAt } from "../http_carrier/json.ts";
import type { CodeRow, StatusRow } from "../http_carrier/provider.ts";

export type Group =
  | "PENDING"
  | "ACCEPTED"
  | "DELIVERED"
  | "UNDELIVERABLE"
  | "EXPIRED"
  | "REJECTED";

export interface InfobipStatus extends StatusRow {
  /** Null: the row is of all statuses of its group that have no other. */
  readonly id: number | null;
  readonly group: Group;
}

/** Statuses by their group. `REJECTED` is a status of its own, and the row of its group. */
const GROUPS: { readonly [G in Group]: readonly Omit<InfobipStatus, "group">[] } = {
  PENDING: [
    {
      id: 3,
      status: "PENDING_WAITING_DELIVERY",
      meaning: "noted",
      when: "the operator has it; its report is awaited",
    },
    {
      id: 7,
      status: "PENDING_ENROUTE",
      meaning: "noted",
      when: "it is on its way to the operator",
    },
    { id: 26, status: "PENDING_ACCEPTED", meaning: "noted", when: "Infobip has accepted it" },
    { id: null, status: "PENDING", meaning: "noted", when: "any other status of the group" },
  ],
  ACCEPTED: [
    { id: null, status: "ACCEPTED", meaning: "noted", when: "any status of the group" },
  ],
  DELIVERED: [
    {
      id: 2,
      status: "DELIVERED_TO_OPERATOR",
      meaning: "noted",
      when: "the operator has it; no end in spite of its group",
    },
    { id: 5, status: "DELIVERED_TO_HANDSET", meaning: "delivered", when: "the handset has it" },
    { id: null, status: "DELIVERED", meaning: "noted", when: "any other status of the group" },
  ],
  UNDELIVERABLE: [
    {
      id: 4,
      status: "UNDELIVERABLE_REJECTED_OPERATOR",
      meaning: "refused",
      when: "the operator refuses it",
    },
    {
      id: 9,
      status: "UNDELIVERABLE_NOT_DELIVERED",
      meaning: "failed",
      when: "it was not delivered",
    },
    { id: 31, status: "UNDELIVERABLE_NOT_SENT", meaning: "failed", when: "it was not sent" },
    { id: null, status: "UNDELIVERABLE", meaning: "failed", when: "any other status of the group" },
  ],
  EXPIRED: [
    {
      id: 15,
      status: "EXPIRED_EXPIRED",
      meaning: "expired",
      when: "it could not be delivered in time",
    },
    {
      id: 29,
      status: "EXPIRED_DLR_UNKNOWN",
      meaning: "noted",
      when: "it expired without a receipt; it may have arrived",
    },
    { id: null, status: "EXPIRED", meaning: "expired", when: "any other status of the group" },
  ],
  REJECTED: [
    { id: 87, status: "SIGNALS_BLOCKED", meaning: "blocked", when: "blocked against fraud" },
    {
      id: 6,
      status: "REJECTED_NETWORK",
      meaning: "unsupported",
      when: "the network is not covered, or not set up on the account",
    },
    {
      id: 8,
      status: "REJECTED_PREFIX_MISSING",
      meaning: "recipient",
      when: "the number has a wrong prefix or length",
    },
    {
      id: 10,
      status: "REJECTED_DND",
      meaning: "blocked",
      when: "the recipient has subscribed to Do Not Disturb",
    },
    {
      id: 11,
      status: "REJECTED_SOURCE",
      meaning: "sender",
      when: "the sender is not registered on the account",
    },
    {
      id: 12,
      status: "REJECTED_NOT_ENOUGH_CREDITS",
      meaning: "funds",
      when: "the account is out of credits",
    },
    {
      id: 13,
      status: "REJECTED_SENDER",
      meaning: "sender",
      when: "the sender is blocked on the account",
    },
    {
      id: 14,
      status: "REJECTED_DESTINATION_BLOCKLISTED",
      meaning: "blocked",
      when: "the recipient is blocked by operator or account",
    },
    {
      id: 17,
      status: "REJECTED_PREPAID_PACKAGE_EXPIRED",
      meaning: "funds",
      when: "the credits of the account have expired",
    },
    {
      id: 18,
      status: "REJECTED_DESTINATION_NOT_REGISTERED",
      meaning: "recipient",
      when: "a trial account sends to its own number only",
    },
    {
      id: 19,
      status: "REJECTED_ROUTE_NOT_AVAILABLE",
      meaning: "sender",
      when: "the account has no route",
    },
    {
      id: 20,
      status: "REJECTED_FLOODING_FILTER",
      meaning: "throttled",
      when: "too many messages to the recipient within an hour",
    },
    {
      id: 21,
      status: "REJECTED_SYSTEM_ERROR",
      meaning: "temporary",
      when: "an error at Infobip, to be tried again",
    },
    {
      id: 23,
      status: "REJECTED_DUPLICATE_MESSAGE_ID",
      meaning: "duplicate",
      when: "the id of the message was used before",
    },
    {
      id: 24,
      status: "REJECTED_INVALID_UDH",
      meaning: "content",
      when: "the message has a wrong format",
    },
    {
      id: 25,
      status: "REJECTED_MESSAGE_TOO_LONG",
      meaning: "size",
      when: "more than 25 segments or 4000 bytes",
    },
    { id: 51, status: "MISSING_TO", meaning: "recipient", when: "there is no recipient" },
    {
      id: 52,
      status: "REJECTED_DESTINATION",
      meaning: "recipient",
      when: "the number belongs to no operator",
    },
    {
      id: 56,
      status: "REJECTED_INVALID_NOTIFY_URL",
      meaning: "request",
      when: "MMS: the callback URL is invalid: check BASE_URL",
    },
    {
      id: 77,
      status: "REJECTED_MESSAGE_TEXT_TOO_LONG",
      meaning: "size",
      when: "MMS: the text exceeds 1600 characters",
    },
    { id: 99, status: "REJECTED", meaning: "refused", when: "refused without a closer reason" },
    {
      id: 100,
      status: "UNDELIVERABLE_REJECTED_PLATFORM",
      meaning: "failed",
      when: "it is malformed, or the service is unavailable",
    },
  ],
};

export const STATUSES: readonly InfobipStatus[] = Object.entries(GROUPS).flatMap(([group, rows]) =>
  rows.map((row) => ({ ...row, group: group as Group }))
);

/** Statuses by which a response refuses a message, as codes. */
export const REFUSALS: readonly CodeRow[] = STATUSES.flatMap(({ status, meaning, when }) =>
  meaning === "noted" || meaning === "delivered" ? [] : [{ code: status, kind: meaning, when }]
);

const BY_NAME = new Map(STATUSES.map((row) => [row.status, row]));
const BY_ID = new Map(STATUSES.map((row) => [`${row.id}`, row]));
const REFUSING = new Set(REFUSALS.map(({ code }) => code));

/**
 * Finds the row of a status by its name, its id or its group.
 *
 * @returns The name as received where there is no row; null: it has no name either.
 */
export function statusName(status: unknown): string | null {
  const name = textAt(status, "name");
  return rowOf(status)?.status ?? name;
}

/** Tells whether a response with the status refuses the message. */
export function isRefusal(status: unknown): boolean {
  return REFUSING.has(statusName(status) ?? "");
}

/** Tells whether a message of the log was refused when it was submitted. */
export function isRejected(status: unknown): boolean {
  return rowOf(status)?.group === "REJECTED";
}

function rowOf(status: unknown): InfobipStatus | undefined {
  const [name, id, group] = ["name", "id", "groupName"].map((field) => textAt(status, field) ?? "");
  return BY_NAME.get(name!) ?? BY_ID.get(id!) ?? BY_NAME.get(group!);
}
