/**
 * Requests that are done once: the rows of `idempotency_key`. Statements that lock several take them
 * in the order of account and key, so that no two ever wait for each other.
 */
import {
  ClaimLost,
  type IdempotencyStore,
  type KeptResponse,
  type KeyClaim,
  type KeyedRequest,
  type KeyState,
} from "../../ports/mod.ts";
import { asJson, type Database } from "./database.ts";
import { type BatcherOptions, createBatcher } from "./batcher.ts";
import { instant } from "./time.ts";

/** Those that are there are locked, and taken over where they count as unused. */
const CLAIM = `
  insert into idempotency_key as k (account, key, body, claim, owner, claimed_at, free_at)
  select account, key, body, claim, owner, claimed_at, free_at
  from json_to_recordset($1::text::json) as x(account text, key text, body text, claim text,
    owner text, claimed_at timestamptz, free_at timestamptz)
  order by account collate "C", key collate "C"
  on conflict (account, key) do update set body = excluded.body, claim = excluded.claim,
    owner = excluded.owner, claimed_at = excluded.claimed_at, free_at = excluded.free_at,
    type = null, disposition = null, answer = null, made_bytes = null
  where k.free_at <= excluded.claimed_at
  returning claim`;

/** An answer may be a large file: it is read only for who may have it. */
const FOUND = `
  select body = $3 as same, owner is null as answered, type, disposition,
    case when body = $3 then answer end as answer
  from idempotency_key where account = $1 and key = $2`;

const FORGET = `
  delete from idempotency_key where (account, key) in (
    select account, key from idempotency_key where free_at <= $1
    order by free_at limit $2 for update skip locked)
  returning 1`;

/** Frees what an owner ($1) was working on. */
export const FREE_KEYS_OF_OWNER = `
  delete from idempotency_key k using (
    select account, key from idempotency_key where owner = $1
    order by account, key for update) held
  where k.account = held.account and k.key = held.key`;

/**
 * Of the claims at a parameter's place those that hold, locked. OFFSET 0 keeps the order: each row
 * is looked up, locked and written in its turn.
 */
const held = (place: string, columns = "") =>
  `(
      select x.* from (
        select * from json_to_recordset(${place}::text::json)
          as x(account text, key text, claim text ${columns})
        order by account collate "C", key collate "C") x
      cross join lateral (
        select from idempotency_key h where h.account = x.account and h.key = x.key
          and h.claim = x.claim and h.owner is not null
        offset 0 for update) held
      offset 0)`;

const FREE = `
  delete from idempotency_key k using ${held("$1")} f
  where k.account = f.account and k.key = f.key
  returning 1`;

/** Parts of a statement that keeps answers, beside those that all such statements have. */
interface KeepParts {
  set: string;
  from: string;
  where: string;
}

const NO_PARTS: KeepParts = { set: "", from: "", where: "" };

/**
 * Keeps the answers at a parameter's place, of {@link answerRow}, whose claims still hold; those
 * claims come back.
 */
export function keepAnswers(place: string, more = NO_PARTS): string {
  const answers = held(
    place,
    ", free_at timestamptz, type text, disposition text, answer text",
  );
  return `update idempotency_key k set owner = null, free_at = a.free_at, type = a.type,
      disposition = a.disposition, answer = decode(a.answer, 'base64')${more.set}
    from ${answers} a${more.from}
    where k.account = a.account and k.key = a.key${more.where}
    returning k.claim`;
}

/** $2: account; $3: now; $4: what the answer counts for; $5: budget. */
const KEEP_MADE = `
  with spent as (
    select coalesce(sum(made_bytes), 0) as bytes from idempotency_key
    where account = $2 and made_bytes is not null and free_at > $3::timestamptz)
  ${
  keepAnswers("$1", {
    set: ", made_bytes = $4::int",
    from: ", spent",
    where: " and spent.bytes + $4::int <= $5::float8",
  })
}`;

/** Bytes that the smallest answer counts for, so that the sum of an account is of few rows. */
const LEAST_COST = 4096;

/** An answer as a row of JSON, for {@link keepAnswers}. */
export function answerRow({ claim, answer, until }: KeptResponse) {
  return {
    account: claim.account,
    key: claim.key,
    claim: claim.id,
    free_at: instant(until),
    type: answer.type,
    disposition: answer.disposition ?? undefined,
    answer: answer.bytes.toBase64(),
  };
}

interface Asked extends KeyedRequest {
  claim: KeyClaim;
}

interface Found {
  same: boolean;
  answered: boolean;
  type: string;
  disposition: string | null;
  answer: Uint8Array;
}

export function createIdempotencyStore(
  { query }: Database,
  options: BatcherOptions,
): IdempotencyStore {
  /** Whether the key is the request's from now on. */
  const take = createBatcher<Asked, boolean>(async (batch) => {
    const rows = await query<{ claim: string }>(CLAIM, [
      asJson(firstOfEachKey(batch).map(claimRow)),
    ]);
    const taken = new Set(rows.map(({ claim }) => claim));
    return batch.map(({ claim }) => taken.has(claim.id));
  }, options);

  const free = createBatcher<KeyClaim, void>(async (claims) => {
    await query(FREE, [
      asJson(claims.map(({ account, key, id }) => ({ account, key, claim: id }))),
    ]);
    return claims.map(() => undefined);
  }, options);

  /** Null: there is no such key. */
  async function found({ account, key }: KeyClaim, body: string): Promise<KeyState | null> {
    const [row] = await query<Found>(FOUND, [account, key, body]);
    if (row === undefined) return null;
    if (!row.same) return { state: "used" };
    if (!row.answered) return { state: "in progress" };
    const { type, disposition, answer } = row;
    return { state: "answered", answer: { type, disposition, bytes: new Uint8Array(answer) } };
  }

  return {
    async claim(claim, request) {
      for (;;) {
        if (await take({ claim, ...request })) return { state: "claimed" };
        // Whoever had it may have freed it meanwhile.
        const state = await found(claim, request.body);
        if (state !== null) return state;
      }
    },

    async keep(kept, { bytes, at }) {
      const { claim: { account, key, id: claim }, answer } = kept;
      const cost = Math.max(LEAST_COST, answer.bytes.length);
      const rows = await query(KEEP_MADE, [
        asJson([answerRow(kept)]),
        account,
        instant(at),
        cost,
        bytes,
      ]);
      if (rows.length > 0) return true;
      // There is no room, or the claim holds no more.
      const freed = await query(FREE, [asJson([{ account, key, claim }])]);
      if (freed.length === 0) throw new ClaimLost();
      return false;
    },

    free,

    async forget(now, limit) {
      return (await query(FORGET, [instant(now), limit])).length;
    },
  };
}

/** Without those whose key another of the batch has: they find it in progress. */
function firstOfEachKey(batch: readonly Asked[]): Asked[] {
  const seen = new Set<string>();
  return batch.filter(({ claim: { account, key } }) => {
    const name = JSON.stringify([account, key]);
    if (seen.has(name)) return false;
    seen.add(name);
    return true;
  });
}

function claimRow({ claim, body, lease, at }: Asked) {
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
