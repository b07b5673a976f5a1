/** Failed attempts at a postback, as they are stored beside it: few, and little of each. */
import { visible } from "../visible.ts";

/** Attempt that was made, and that the receiver did not take. */
export interface FailedAttempt {
  /** Time of its start, in milliseconds since the epoch. */
  readonly at: number;
  /** Time until it failed, in milliseconds. */
  readonly durationMs: number;
  /** HTTP status; null: no response came. */
  readonly status: number | null;
  /** Reason why it counts as failed. */
  readonly error: string;
  /** Beginning of the response's body, made safe; null: none came. */
  readonly response: string | null;
}

/** Maximum failed attempts of a postback that are stored, the last ones: as many as are scheduled. */
export const FAILED_ATTEMPTS_MAX = 10;
/** Maximum size of the beginning of a response, in bytes: an error's page has its title in it. */
export const RESPONSE_START_BYTES = 400;

/**
 * Reads the beginning of a response's body as one line without control characters; null: there is
 * none. What is no UTF-8 becomes U+FFFD.
 */
export function responseStart(body: Uint8Array): string | null {
  // White space and byte sequences that are shortened leave room for more.
  const text = decoder.decode(body.subarray(0, 4 * RESPONSE_START_BYTES));
  const line = visible(text.replaceAll(/\s+/g, " ").trim());
  const bytes = new TextEncoder().encode(line);
  if (bytes.length <= RESPONSE_START_BYTES) return line || null;
  // A character that does not fit as a whole is left out.
  const { read } = new TextEncoder().encodeInto(line, new Uint8Array(RESPONSE_START_BYTES - 3));
  return `${line.slice(0, read)}…`;
}

const decoder = new TextDecoder();
