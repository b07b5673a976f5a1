/** Blocked numbers (opt-outs): the rows of `block`. */
import type { Block, BlockMaker } from "../../core/account/block.ts";
import type { InboundRecord } from "../../core/message/inbound.ts";
import type { Keyword } from "../../core/message/keyword.ts";
import type { BlockFilter, BlockStore } from "../../ports/mod.ts";
import { asJson, type Database, type Parameter, type Query, type Row } from "./database.ts";
import { type BatcherOptions, createBatcher } from "./batcher.ts";
import { invalidCursor, pageOf } from "./page.ts";
import { epoch, instant } from "./time.ts";

/** Originator of a row that blocks every originator of the account; it sorts before all others. */
const EVERY = "";

const BLOCK = `originator, number, made_by, ${epoch("since")} as since`;

/** Checks each pair with one index lookup, however many rows Postgres estimates. */
const BLOCKED = `
  select place from json_to_recordset($1::text::json) as x(place int, account text,
    originator text, number text)
  cross join lateral (
    select from block b where b.account = x.account and b.number = x.number
      and b.originator in (x.originator, '${EVERY}') limit 1) found`;

const STOP = `
  insert into block (account, number, originator, made_by, since)
  values ($1, $2, $3, 'keyword', $4) on conflict do nothing returning 1`;

const BLOCKED_BY = `
  select from block where account = $1 and number = $2 and originator in ($3, '${EVERY}')
    and made_by in (select json_array_elements_text($4::text::json)) limit 1`;

const ADD = `
  insert into block (account, number, originator, made_by, since)
  values ($1, $2, $3, 'operator', $4)
  on conflict (account, number, originator) do update set made_by = 'operator'
  returning ${BLOCK}`;

/**
 * Lifts blocks. $3: an originator, or EVERY; $4: makers whose blocks may be lifted. Lifting a block
 * of every originator for a single one ($3) leaves a block for each of the others.
 */
const LIFT = `
  with lifted as (
    delete from block where account = $1 and number = $2
      and ($3 = '${EVERY}' or originator in ($3, '${EVERY}'))
      and made_by in (select json_array_elements_text($4::text::json))
    returning originator, made_by, since),
  others as (
    insert into block (account, number, originator, made_by, since)
    select $1, $2, o.address, made_by, since
    from lifted join originator o on o.account = $1 and o.address <> $3
    where lifted.originator = '${EVERY}' and $3 <> '${EVERY}'
    on conflict do nothing)
  select from lifted`;

const ANY_MAKER: BlockMaker[] = ["keyword", "operator"];

/** Serialises changes to the blocks of an account ($1) and number ($2). */
const LOCK = "select pg_advisory_xact_lock(hashtextextended($1 || ' ' || $2, 0))";

interface Pair {
  account: string;
  originator: string;
  number: string;
}

export function createBlockStore(database: Database, options: BatcherOptions): BlockStore {
  const isBlocked = createBatcher<Pair, boolean>(async (batch) => {
    const rows = await database.query<{ place: number }>(BLOCKED, [
      asJson(batch.map((pair, place) => ({ place, ...pair }))),
    ]);
    const blocked = new Set(rows.map(({ place }) => place));
    return batch.map((_, place) => blocked.has(place));
  }, options);

  return {
    isBlocked: (account, pair) => isBlocked({ account, ...pair }),

    add: (account, { originator, number, since }) =>
      database.transaction(async (query) => {
        await query(LOCK, [account, number]);
        const [row] = await query(ADD, [account, number, originator ?? EVERY, instant(since)]);
        return blockOf(row!);
      }),

    lift: (account, { originator, number }) =>
      database.transaction(async (query) => {
        await query(LOCK, [account, number]);
        return await lift(query, [account, number, originator ?? EVERY], ANY_MAKER);
      }),

    async list(account, filter, { cursor, limit }) {
      const parameters: Parameter[] = [account];
      const conditions = ["account = $1"];
      for (const field of ["originator", "number"] as const satisfies (keyof BlockFilter)[]) {
        const value = filter[field];
        if (value !== undefined) conditions.push(`${field} = $${parameters.push(value)}`);
      }
      if (cursor !== null) {
        const [number, originator] = readCursor(cursor);
        conditions.push(
          `(number, originator) > ($${parameters.push(number)}, $${parameters.push(originator)})`,
        );
      }
      const rows = await database.query(
        `select ${BLOCK} from block where ${conditions.join(" and ")}
         order by number, originator limit $${parameters.push(limit + 1)}`,
        parameters,
      );
      return pageOf(
        rows.map(blockOf),
        limit,
        ({ number, originator }) => JSON.stringify([number, originator ?? EVERY]),
      );
    },
  };
}

/**
 * Applies a message's keyword, in the transaction that stores the message. Returns whether to send
 * a keyword reply: a STOP that changes nothing is not confirmed again, and a number that an
 * administrator has blocked gets no reply.
 */
export async function applyKeyword(
  query: Query,
  { account, from, to, receivedAt }: InboundRecord,
  keyword: Keyword,
): Promise<boolean> {
  await query(LOCK, [account, from]);
  const isBlocked = async (by: BlockMaker[]) =>
    (await query(BLOCKED_BY, [account, from, to, asJson(by)])).length > 0;
  switch (keyword) {
    case "stop": {
      const wasBlocked = await isBlocked(ANY_MAKER);
      await query(STOP, [account, from, to, instant(receivedAt)]);
      return !wasBlocked;
    }
    case "stop all": {
      const wasBlocked = await isBlocked(["operator"]);
      const added = await query(STOP, [account, from, EVERY, instant(receivedAt)]);
      return added.length > 0 && !wasBlocked;
    }
    case "start":
      return await lift(query, [account, from, to], ["keyword"]) && !await isBlocked(ANY_MAKER);
    case "help":
      return !await isBlocked(["operator"]);
  }
}

async function lift(
  query: Query,
  key: [account: string, number: string, originator: string],
  makers: BlockMaker[],
): Promise<boolean> {
  return (await query(LIFT, [...key, asJson(makers)])).length > 0;
}

/**
 * Reads the number and originator of a page's last row.
 * @throws {Refusal} for a cursor that the listing never issued.
 */
function readCursor(cursor: string): [number: string, originator: string] {
  try {
    const [number, originator] = JSON.parse(cursor);
    if (typeof number === "string" && typeof originator === "string") return [number, originator];
  } catch {
    // Neither JSON nor a list.
  }
  throw invalidCursor();
}

function blockOf(row: Row): Block {
  return {
    originator: row.originator === EVERY ? null : row.originator,
    number: row.number,
    madeBy: row.made_by,
    since: row.since,
  };
}
