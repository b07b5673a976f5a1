/**
 * Idempotency-Key at the JSON door (contract section 1): a repeated request gets the stored
 * response. The key is claimed first; the accepted message and its response are committed together.
 * A generated file is stored within a budget per account; without its stored response it is
 * generated again.
 */
import { createHash } from "node:crypto";
import type { ActionContext, ActionPorts } from "../../actions/ports.ts";
import { canonicalJson } from "../../lib/canonical_json.ts";
import { Refusal } from "../../core/errors.ts";
import { ClaimLost, type KeyClaim, type ResponseRecord } from "../../ports/mod.ts";
import type { Log } from "../../log/mod.ts";
import { levelOf } from "../../log/level.ts";
import { responseOf, type Result, storedResponseOf } from "./response.ts";

const KEY = /^[A-Za-z0-9._-]{1,255}$/;
/** Retry-After while the first request is in progress. */
const RETRY_SECONDS = 1;

/**
 * Validates the key of a request; null: it has none.
 *
 * @throws {Refusal} E100 for a malformed key.
 */
export function readIdempotencyKey(key: string | null): string | null {
  if (key === null || KEY.test(key)) return key;
  throw new Refusal(
    "invalidRequest",
    "Idempotency-Key must be 1 to 255 letters, digits, periods, underscores or hyphens",
  );
}

export interface IdempotentRequest {
  account: string;
  key: string;
  /** Request body, with its action in lower case. */
  body: Record<string, unknown>;
}

/**
 * Performs a request, or replays the stored response.
 *
 * @param act Performs the action. It passes its response to `recordOf` when it commits.
 * @throws {Refusal} E121 while the first request is in progress, or for a key of another body.
 */
export type Idempotency = (
  request: IdempotentRequest,
  act: (recordOf: NonNullable<ActionContext["recordOf"]>) => Promise<Result>,
) => Promise<Response>;

export function createIdempotency(
  { clock, config, ids, owner, store }: Pick<
    ActionPorts,
    "clock" | "config" | "ids" | "owner" | "store"
  >,
  log: Log,
): Idempotency {
  /** Frees the key when the work fails; the store ignores that if the response was committed. */
  async function freeOnFailure<T>(claim: KeyClaim, work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } catch (error) {
      await store.idempotency.free(claim).catch((error) =>
        log[levelOf(error)](
          { err: String(error) },
          "Idempotency-Key not released; it stays in progress until its lease expires",
        )
      );
      throw error;
    }
  }

  function recordOf(claim: KeyClaim, result: Result): ResponseRecord {
    const until = clock.now() + config.IDEMPOTENCY_TTL;
    return { claim, response: storedResponseOf(result), until };
  }

  async function perform(claim: KeyClaim, act: Parameters<Idempotency>[1]): Promise<Response> {
    let isCommitted = false;
    const result = await act((response) => {
      isCommitted = true;
      return recordOf(claim, response);
    });
    const record = recordOf(claim, result);
    if (isCommitted) return responseOf(record.response);
    const budget = { bytes: config.IDEMPOTENCY_RESPONSES_MAX_BYTES, at: clock.now() };
    const isStored = await store.idempotency.save(record, budget);
    return responseOf(record.response, isStored ? {} : { "idempotency-stored": "no" });
  }

  return async ({ account, key, body }, act) => {
    const at = clock.now();
    const lease = { owner, until: at + config.IDEMPOTENCY_LEASE };
    const claim = { account, key, id: ids.tracking() };
    const request = { body: digestOf(body), lease, at };
    const keyState = await freeOnFailure(claim, () => store.idempotency.claim(claim, request));
    switch (keyState.state) {
      case "claimed":
        try {
          return await freeOnFailure(claim, () => perform(claim, act));
        } catch (error) {
          throw error instanceof ClaimLost ? inProgress() : error;
        }
      case "completed":
        return responseOf(keyState.response, { "idempotent-replayed": "true" });
      case "in progress":
        throw inProgress();
      case "used":
        throw new Refusal("keyUsed");
    }
  };
}

function inProgress(): Refusal {
  return new Refusal("keyInProgress", undefined, RETRY_SECONDS);
}

/** Hashes a body; equal JSON values have equal digests. */
function digestOf(body: Record<string, unknown>): string {
  return createHash("sha256").update(canonicalJson(body)).digest("base64url");
}
