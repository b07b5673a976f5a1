/** Tracking-ids as UUIDs: bounds, neighbours and texts that are none. */

/** Below and above every id. */
export const FIRST_UUID = "00000000-0000-0000-0000-000000000000";
export const LAST_UUID = "ffffffff-ffff-ffff-ffff-ffffffffffff";

const UUID = /^[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}$/;

/** Checks for a UUID as this service writes it: in small letters, with hyphens. */
export function isUuid(text: string): boolean {
  return UUID.test(text);
}

/** Returns a text if it is a UUID, else one that no row has: Postgres refuses to compare with it. */
export function uuidOrNone(text: string): string {
  return isUuid(text) ? text : LAST_UUID;
}

/** Returns the next UUID; behind the last one, the last. */
export function uuidAfter(uuid: string): string {
  return uuid === LAST_UUID ? uuid : format(valueOf(uuid) + 1n);
}

/** Returns the previous UUID; before the first one, the first. */
export function uuidBefore(uuid: string): string {
  return uuid === FIRST_UUID ? uuid : format(valueOf(uuid) - 1n);
}

/** Returns the first and the last UUID that begin with a text; null: none can. */
export function uuidsFrom(start: string): { first: string; last: string } | null {
  const first = start + FIRST_UUID.slice(start.length);
  return isUuid(first) ? { first, last: start + LAST_UUID.slice(start.length) } : null;
}

/**
 * Computes a lower bound of the UUIDs version 7 (RFC 9562) made from a time on, to compare
 * tracking-ids with.
 */
export function earliestId(ms: number): string {
  const hex = Math.max(0, Math.floor(ms)).toString(16).padStart(12, "0");
  return `${hex.slice(0, 8)}-${hex.slice(8)}${FIRST_UUID.slice(13)}`;
}

/**
 * Maximum age of a tracking-id at its message's acceptance, in milliseconds: far longer than it
 * takes to read a request and fetch its content.
 */
export const ID_AGE_MAX_MS = 3_600_000;

function valueOf(uuid: string): bigint {
  return BigInt(`0x${uuid.replaceAll("-", "")}`);
}

function format(value: bigint): string {
  const hex = value.toString(16).padStart(32, "0");
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})/, "$1-$2-$3-$4-");
}
