/** Requests that are done once, however often they come: what is kept under an Idempotency-Key. */
import type { Lease } from "./store.ts";

/** What was answered with HTTP status 200. */
export interface StoredResponse {
  /** Value of `content-type`. */
  type: string;
  /** Value of `content-disposition`; null: there was none. */
  disposition: string | null;
  bytes: Uint8Array<ArrayBuffer>;
}

/** One request's hold on a key of its account. */
export interface KeyClaim {
  account: string;
  key: string;
  /** No other request has it. */
  id: string;
}

/** An answer, to be kept while its request still has the key. */
export interface KeptResponse {
  claim: KeyClaim;
  answer: StoredResponse;
  /** From then on the key counts as unused. */
  until: number;
}

/** Budget of an account's made files among the answers that are kept. */
export interface ResponseBudget {
  bytes: number;
  /** Answers whose time is over by now count no more. */
  at: number;
}

export interface KeyedRequest {
  /** What tells its body from others. */
  body: string;
  /** For as long as it may take; after that another request may have the key. */
  lease: Lease;
  at: number;
}

/**
 * What a request finds: the key is `claimed` for it; another with the same body has it, or was
 * `answered`; or the key is another body's (`used`).
 */
export type KeyState =
  | { state: "claimed" | "in progress" | "used" }
  | { state: "answered"; answer: StoredResponse };

export interface IdempotencyStore {
  /** Claims a key that nobody has, in one commit shared with others, or says what became of it. */
  claim(claim: KeyClaim, request: KeyedRequest): Promise<KeyState>;
  /**
   * Keeps an answer that goes with nothing accepted, where the account's budget has room for it;
   * else frees the key. Answers whether it is kept. Those that are kept at the same moment do not
   * count for each other: the budget can be exceeded by as many answers as a machine has
   * connections to the database.
   *
   * @throws {ClaimLost}
   */
  keep(kept: KeptResponse, budget: ResponseBudget): Promise<boolean>;
  /** Gives a key back: nothing was accepted. Nothing happens where its answer is kept after all. */
  free(claim: KeyClaim): Promise<void>;
  /** Forgets keys that count as unused by now, the oldest first. Answers how many. */
  forget(now: number, limit: number): Promise<number>;
}

/** A request took longer than its lease, and its key is another's: nothing was written. */
export class ClaimLost extends Error {
  override readonly name = "ClaimLost";
}
