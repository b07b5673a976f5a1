/**
 * Idempotency keys and their stored responses: the rows of `idempotency_key`. Statements that lock
 * several rows take them in the order of account and key, so that no two deadlock.
 */
import {
  ClaimLost,
  type IdempotencyStore,
  type KeyClaim,
  type KeyedRequest,
  type KeyState,
  type ResponseRecord,
} from "../../../ports/mod.ts";
import { asJson, type Database } from "../engine/database.ts";
import { type BatcherOptions, createBatcher } from "../engine/batcher.ts";
import { instant } from "../engine/time.ts";

/** Inserts keys; locks those that exist, and takes them over where they have expired. */
const CLAIM = `
  insert into idempotency_key as k (account, key, body, claim, owner, claimed_at, free_at)
  select account, key, body, claim, owner, claimed_at, free_at
  from json_to_recordset($1::text::json) as x(account text, key text, body text, claim text,
    owner text, claimed_at timestamptz, free_at timestamptz)
  order by account collate "C", key collate "C"
  on conflict (account, key) do update set body = excluded.body, claim = excluded.claim,
    owner = excluded.owner, claimed_at = excluded.claimed_at, free_at = excluded.free_at,
    type = null, disposition = null, warnings = null, response = null, made_bytes = null
  where k.free_at <= excluded.claimed_at
  returning claim`;

/** Reads a key. A response, which may be a large file, is read only for a request of equal body. */
const FIND = `
  select body = $3 as same, owner is null as completed, type, disposition, warnings,
    case when body = $3 then response end as response
  from idempotency_key where account = $1 and key = $2`;

const FORGET = `
  delete from idempotency_key where (account, key) in (
    select account, key from idempotency_key where free_at <= $1
    order by free_at limit $2 for update skip locked)
  returning 1`;

/** Frees the keys that an owner ($1) has in progress. */
export const FREE_KEYS_OF_OWNER = `
  delete from idempotency_key k using (
    select account, key from idempotency_key where owner = $1
    order by account, key for update) locked
  where k.account = locked.account and k.key = locked.key`;

/**
 * Writes SQL that selects the claims of a parameter that are still valid, and locks their rows.
 * OFFSET 0 keeps the order: each row is looked up, locked and written in turn.
 */
const validClaims = (placeholder: string, columns = "") =>
  `(
      select x.* from (
        select * from json_to_recordset(${placeholder}::text::json)
          as x(account text, key text, claim text ${columns})
        order by account collate "C", key collate "C") x
      cross join lateral (
        select from idempotency_key h where h.account = x.account and h.key = x.key
          and h.claim = x.claim and h.owner is not null
        offset 0 for update) locked
      offset 0)`;

const FREE = `
  delete from idempotency_key k using ${validClaims("$1")} f
  where k.account = f.account and k.key = f.key
  returning 1`;

/** Optional additions to the clauses of the statement that stores responses. */
interface ExtraClauses {
  set: string;
  from: string;
  where: string;
}

const NO_CLAUSES: ExtraClauses = { set: "", from: "", where: "" };

/**
 * Writes SQL that stores the responses of a parameter (rows of {@link responseRow}) whose claims
 * are still valid, and returns those claims.
 */
export function storeResponses(placeholder: string, extra = NO_CLAUSES): string {
  const responses = validClaims(
    placeholder,
    ", free_at timestamptz, type text, disposition text, warnings json, response text",
  );
  return `update idempotency_key k set owner = null, free_at = r.free_at, type = r.type,
      disposition = r.disposition, warnings = r.warnings, response = decode(r.response, 'base64')${extra.set}
    from ${responses} r${extra.from}
    where k.account = r.account and k.key = r.key${extra.where}
    returning k.claim`;
}

/**
 * Stores the response of a request that accepted nothing, such as a generated file. $2: account;
 * $3: now; $4: cost of the response; $5: budget; both in bytes.
 */
const STORE_WITHIN_BUDGET = `
  with spent as (
    select coalesce(sum(made_bytes), 0) as bytes from idempotency_key
    where account = $2 and made_bytes is not null and free_at > $3::timestamptz)
  ${
  storeResponses("$1", {
    set: ", made_bytes = $4::int",
    from: ", spent",
    where: " and spent.bytes + $4::int <= $5::float8",
  })
}`;

/** Minimum cost of a response in bytes: it bounds the rows that an account's sum reads. */
const COST_MIN = 4096;

/** Encodes a response as a row of JSON, for {@link storeResponses}. */
export function responseRow({ claim, response, until }: ResponseRecord) {
  return {
    account: claim.account,
    key: claim.key,
    claim: claim.id,
    free_at: instant(until),
    type: response.type,
    disposition: response.disposition ?? undefined,
    warnings: response.warnings,
    response: response.bytes.toBase64(),
  };
}

interface ClaimRequest extends KeyedRequest {
  claim: KeyClaim;
}

interface KeyRow {
  same: boolean;
  completed: boolean;
  type: string;
  disposition: string | null;
  warnings: string[] | null;
  response: Uint8Array;
}

export function createIdempotencyStore(
  { query }: Database,
  options: BatcherOptions,
): IdempotencyStore {
  /** Resolves with whether the request has claimed the key. */
  const tryClaim = createBatcher<ClaimRequest, boolean>(async (batch) => {
    const rows = await query<{ claim: string }>(CLAIM, [
      asJson(firstOfEachKey(batch).map(claimRow)),
    ]);
    const claimed = new Set(rows.map(({ claim }) => claim));
    return batch.map(({ claim }) => claimed.has(claim.id));
  }, options);

  const free = createBatcher<KeyClaim, void>(async (claims) => {
    await query(FREE, [
      asJson(claims.map(({ account, key, id }) => ({ account, key, claim: id }))),
    ]);
    return claims.map(() => undefined);
  }, options);

  /** Reads the state of a key for a request's body; null where there is no such key. */
  async function stateOf({ account, key }: KeyClaim, body: string): Promise<KeyState | null> {
    const [row] = await query<KeyRow>(FIND, [account, key, body]);
    if (row === undefined) return null;
    if (!row.same) return { state: "used" };
    if (!row.completed) return { state: "in progress" };
    const { type, disposition, warnings, response } = row;
    return {
      state: "completed",
      response: {
        type,
        disposition,
        ...warnings === null ? {} : { warnings },
        bytes: new Uint8Array(response),
      },
    };
  }

  return {
    async claim(claim, request) {
      for (;;) {
        if (await tryClaim({ claim, ...request })) return { state: "claimed" };
        // The other request may have freed the key meanwhile: then claim it again.
        const state = await stateOf(claim, request.body);
        if (state !== null) return state;
      }
    },

    async save(response, { bytes: budget, at }) {
      const { account, key, id: claim } = response.claim;
      const cost = Math.max(COST_MIN, response.response.bytes.length);
      const rows = await query(STORE_WITHIN_BUDGET, [
        asJson([responseRow(response)]),
        account,
        instant(at),
        cost,
        budget,
      ]);
      if (rows.length > 0) return true;
      // The budget is exhausted, or the claim is lost.
      const freed = await query(FREE, [asJson([{ account, key, claim }])]);
      if (freed.length === 0) throw new ClaimLost();
      return false;
    },

    free,

    async deleteExpired(now, limit) {
      return (await query(FORGET, [instant(now), limit])).length;
    },
  };
}

/** Drops requests whose key an earlier one of the batch has: they find it in progress. */
function firstOfEachKey(batch: readonly ClaimRequest[]): ClaimRequest[] {
  const seen = new Set<string>();
  return batch.filter(({ claim: { account, key } }) => {
    const name = JSON.stringify([account, key]);
    if (seen.has(name)) return false;
    seen.add(name);
    return true;
  });
}

function claimRow({ claim, body, lease, at }: ClaimRequest) {
  return {
    account: claim.account,
    key: claim.key,
    body,
    claim: claim.id,
    owner: lease.owner,
    claimed_at: instant(at),
    free_at: instant(lease.until),
  };
}
