/**
 * Idempotency-Key at the JSON door (contract section 1): a request that comes again is answered as
 * it was before. The key is claimed first; what is accepted and the answer to it are one commit. A
 * made file is kept within a budget of its account: one that is not is only made again.
 */
import { createHash } from "node:crypto";
import type { ActionContext, ActionPorts } from "../actions/ports.ts";
import { canonicalJson } from "../lib/canonical_json.ts";
import { Refusal } from "../core/errors.ts";
import { ClaimLost, type KeptResponse, type KeyClaim } from "../ports/mod.ts";
import type { Log } from "../log/mod.ts";
import { levelOf } from "../log/level.ts";
import { answerOf, responseOf, type Result } from "./json_response.ts";

const KEY = /^[A-Za-z0-9._-]{1,255}$/;
/** A request that is in progress is seldom so for longer. */
const RETRY_SECONDS = 1;

/** The key of a request; null: it has none. Throws Refusal E100. */
export function readIdempotencyKey(headers: Headers): string | null {
  const key = headers.get("idempotency-key");
  if (key === null || KEY.test(key)) return key;
  throw new Refusal(
    "invalidRequest",
    "Idempotency-Key must be 1 to 255 letters, digits, periods, underscores or hyphens",
  );
}

export interface IdempotentRequest {
  account: string;
  key: string;
  /** With its action in lower case. */
  body: Record<string, unknown>;
}

/** Does what is asked, and answers it; or answers as before. Throws Refusal E121. */
export type Idempotency = (
  request: IdempotentRequest,
  act: (keep: NonNullable<ActionContext["keep"]>) => Promise<Result>,
) => Promise<Response>;

export function createIdempotency(
  { clock, config, ids, owner, store }: Pick<
    ActionPorts,
    "clock" | "config" | "ids" | "owner" | "store"
  >,
  log: Log,
): Idempotency {
  /** Whatever fails has accepted nothing, or the store knows better: then the key stays as it is. */
  async function orFree<T>(claim: KeyClaim, work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } catch (error) {
      await store.idempotency.free(claim).catch((error) =>
        log[levelOf(error)](
          { err: String(error) },
          "an Idempotency-Key stays in progress until its lease ends",
        )
      );
      throw error;
    }
  }

  function keptOf(claim: KeyClaim, result: Result): KeptResponse {
    const until = clock.now() + config.IDEMPOTENCY_TTL;
    return { claim, answer: answerOf(result), until };
  }

  async function perform(claim: KeyClaim, act: Parameters<Idempotency>[1]): Promise<Response> {
    let isCommitted = false;
    const result = await act((answer) => {
      isCommitted = true;
      return keptOf(claim, answer);
    });
    const kept = keptOf(claim, result);
    if (isCommitted) return responseOf(kept.answer);
    const budget = { bytes: config.IDEMPOTENCY_RESPONSES_MAX_BYTES, at: clock.now() };
    const isKept = await store.idempotency.keep(kept, budget);
    return responseOf(kept.answer, isKept ? {} : { "idempotency-stored": "no" });
  }

  return async ({ account, key, body }, act) => {
    const at = clock.now();
    const lease = { owner, until: at + config.IDEMPOTENCY_LEASE };
    const claim = { account, key, id: ids.tracking() };
    const request = { body: digestOf(body), lease, at };
    const found = await orFree(claim, () => store.idempotency.claim(claim, request));
    switch (found.state) {
      case "claimed":
        try {
          return await orFree(claim, () => perform(claim, act));
        } catch (error) {
          throw error instanceof ClaimLost ? inProgress() : error;
        }
      case "answered":
        return responseOf(found.answer, { "idempotent-replayed": "true" });
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

/** The same for bodies that are the same JSON value. */
function digestOf(body: Record<string, unknown>): string {
  return createHash("sha256").update(canonicalJson(body)).digest("base64url");
}
