/** Storage of idempotency keys: claims of requests and the responses stored for replay. */
import type { Lease } from "./lease.ts";

/** Body and headers of a response with HTTP status 200. */
export interface StoredResponse {
  /** Value of `content-type`. */
  type: string;
  /** Value of `content-disposition`; null if there is none. */
  disposition: string | null;
  /** Values of `slidepost-warning`; absent: none. */
  warnings?: readonly string[];
  bytes: Uint8Array<ArrayBuffer>;
}

/** Claim of one request on a key of its account. */
export interface KeyClaim {
  account: string;
  key: string;
  /** Unique id of the request. */
  id: string;
}

/** Response to store under a key, provided that the claim still holds. */
export interface ResponseRecord {
  claim: KeyClaim;
  response: StoredResponse;
  /** End of retention, milliseconds since the epoch; from then on the key counts as unused. */
  until: number;
}

/** Budget of an account for stored responses that hold generated files. */
export interface ResponseBudget {
  bytes: number;
  /** Current time, milliseconds since the epoch; responses expired by then do not count. */
  at: number;
}

export interface KeyedRequest {
  /** Digest of the request body. */
  body: string;
  /** Lease for the duration of the request; when it expires, another request may claim the key. */
  lease: Lease;
  at: number;
}

/**
 * State of a key: `claimed` for this request; `in progress` or `completed` for another request with
 * the same body; `used` with another body.
 */
export type KeyState =
  | { state: "claimed" | "in progress" | "used" }
  | { state: "completed"; response: StoredResponse };

export interface IdempotencyStore {
  /** Claims an unused key, or returns its state. Concurrent calls share one commit. */
  claim(claim: KeyClaim, request: KeyedRequest): Promise<KeyState>;
  /**
   * Stores a response that is not committed with a message or template, if the account's budget has
   * capacity for it; else frees the key. Calls in flight do not count each other's bytes: the
   * budget can be exceeded by as many responses as the process has database connections.
   * @returns Whether the response was stored.
   * @throws {ClaimLost}
   */
  save(response: ResponseRecord, budget: ResponseBudget): Promise<boolean>;
  /** Frees a claimed key whose request accepted nothing; no effect if its response is stored. */
  free(claim: KeyClaim): Promise<void>;
  /**
   * Deletes keys that count as unused, the oldest first.
   * @returns Number of deleted keys.
   */
  deleteExpired(now: number, limit: number): Promise<number>;
}

/** The request outlived its lease and another request has claimed its key; nothing was written. */
export class ClaimLost extends Error {
  override readonly name = "ClaimLost";
}
