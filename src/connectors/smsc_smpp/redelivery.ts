/**
 * Detects deliveries that an SMSC repeats. SMPP gives inbound messages no id; but an SMSC that has
 * received our response does not repeat the delivery, so the same content after that is a new
 * message.
 */
import { createHash } from "node:crypto";
import type { Clock } from "../../ports/mod.ts";
import { alphabetKey, type UserData } from "../../smpp/user_data.ts";
import type { Addresses } from "./collection.ts";

/** An attempt of an SMSC to deliver a message. */
export interface Delivery {
  /** Deduplication key, the same for repeated deliveries of a message. */
  readonly key: string;
  /** Records that the message is stored, and the SMSC gets a success. */
  stored(): void;
  /** Records that the SMSC is asked to retry. */
  failed(): void;
}

export interface Redelivery {
  /** Records a delivery. `fingerprint` identifies the addresses and the content. */
  begin(fingerprint: string, session: { readonly endedAt: number | null }): Delivery;
}

/** Returns a fingerprint of a message, or of a part of one. */
export function fingerprintOf({ from, to }: Addresses, data: UserData): string {
  const { part } = data;
  const position = part === null ? "" : `${part.message} ${part.number}/${part.total} `;
  return createHash("sha256").update(`${from} ${to} ${position}${alphabetKey(data)} `)
    .update(data.octets).digest("base64");
}

/** Retention of deliveries: an SMSC that got no response has retried by then. */
const RETENTION_MS = 60 * 60_000;
const MAX_DELIVERIES = 10_000;
/**
 * Time within which a response arrives while its session lasts, in milliseconds; also the minimum
 * time after which an SMSC without a response retries in an open session.
 */
const RESPONSE_MS = 10_000;

interface PreviousDelivery {
  key: string;
  at: number;
  session: { readonly endedAt: number | null };
  storedAt: number | null;
  hasFailed: boolean;
}

export function createRedelivery(clock: Clock): Redelivery {
  /** Last delivery by fingerprint, oldest first. */
  const deliveries = new Map<string, PreviousDelivery>();

  function evict(): void {
    const since = clock.now() - RETENTION_MS;
    for (const [fingerprint, { at }] of deliveries) {
      if (at > since && deliveries.size < MAX_DELIVERIES) break;
      deliveries.delete(fingerprint);
    }
  }

  return {
    begin(fingerprint, session) {
      evict();
      const at = clock.now();
      const previous = deliveries.get(fingerprint);
      const key = previous !== undefined && isRepeated(previous, at)
        ? previous.key
        : crypto.randomUUID();
      const delivery: PreviousDelivery = { key, at, session, storedAt: null, hasFailed: false };
      deliveries.delete(fingerprint);
      deliveries.set(fingerprint, delivery);
      return {
        key,
        stored() {
          delivery.storedAt = clock.now();
        },
        failed() {
          delivery.hasFailed = true;
        },
      };
    },
  };
}

/** Tells whether the SMSC may have missed our success response, and so repeats the delivery. */
function isRepeated(
  { at, session: { endedAt }, storedAt, hasFailed }: PreviousDelivery,
  now: number,
): boolean {
  if (hasFailed) return true;
  if (storedAt !== null) return endedAt !== null && endedAt - storedAt <= RESPONSE_MS;
  // The previous delivery is in progress: two that arrive together are two messages.
  return endedAt !== null || now - at > RESPONSE_MS;
}
