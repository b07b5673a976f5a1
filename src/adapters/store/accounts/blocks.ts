/**
 * Blocked numbers (opt-outs): the rows of `block`. Those of erased numbers have a digest in place of
 * the number, and hold like the others. A block holds for all forms of its number (`equalForms`).
 */
import type { Block, BlockMaker } from "../../../core/account/block.ts";
import { equalForms } from "../../../core/account/equal_numbers.ts";
import type { InboundRecord } from "../../../core/message/inbound.ts";
import type { Keyword } from "../../../core/keyword/keyword.ts";
import type { BlockStore } from "../../../ports/mod.ts";
import { asJson, type Database, type Parameter, type Query, type Row } from "../engine/database.ts";
import { type BatcherOptions, createBatcher } from "../engine/batcher.ts";
import type { NumberDigest } from "../secrets/number_digest.ts";
import { invalidCursor, pageOf } from "../engine/page.ts";
import { epoch, instant } from "../engine/time.ts";

/** Originator of a row that blocks every originator of the account; it sorts before all others. */
export const EVERY = "";

/** Columns that `blockOf` reads. */
export const BLOCK = `originator, number, made_by, ${epoch("since")} as since`;

/** Checks each pair with index lookups, however many rows Postgres estimates. */
const BLOCKED = `
  select position from json_to_recordset($1::text::json) as x(position int, account text,
    originator text, number text, erased text)
  cross join lateral (
    select from block b where b.account = x.account and b.number in (x.number, x.erased)
      and b.originator in (x.originator, '${EVERY}') limit 1) found`;

/** Writes the condition of blocks whose number is among those of a JSON array. */
const ofForms = (forms: string) =>
  `number = any(array(select json_array_elements_text(${forms}::text::json)))`;

/**
 * Adds a keyword's block, unless a stored form of the number ($5) has one of this originator. One that
 * the account made becomes the keyword's, so that the account cannot lift it.
 */
const STOP = `
  insert into block as b (account, number, originator, made_by, since)
  select $1, $2, $3, 'keyword', $4::timestamptz
  where (select true from block where account = $1 and ${
  ofForms("$5")
} and originator = $3 and made_by <> 'api' limit 1) is null
  on conflict (account, number, originator) do update set made_by = 'keyword'
  where b.made_by = 'api' returning 1`;

const BLOCKED_BY = `
  select from block where account = $1 and ${ofForms("$4")} and originator in ($2, '${EVERY}')
    and made_by in (select json_array_elements_text($3::text::json)) limit 1`;

const ADD = `
  insert into block (account, number, originator, made_by, since)
  values ($1, $2, $3, 'operator', $4)
  on conflict (account, number, originator) do update set made_by = 'operator'
  returning ${BLOCK}`;

const ADD_OWN = `
  insert into block (account, number, originator, made_by, since) values ($1, $2, $3, 'api', $4)
  on conflict do nothing`;

/** Finds the blocks of a number's stored forms ($3) that hold for an originator ($2), or any. */
const HOLDING = `
  select ${BLOCK} from block where account = $1 and ${ofForms("$3")}
    and ($2 = '${EVERY}' or originator in ($2, '${EVERY}'))
  order by made_by <> 'keyword'`;

/**
 * Lifts blocks. $2: an originator, or EVERY; $3: makers whose blocks may be lifted; $4: stored forms
 * of the number. Lifting a block of every originator for a single one ($2) leaves a block for each of
 * the others.
 */
const LIFT = `
  with lifted as (
    delete from block where account = $1 and ${ofForms("$4")}
      and ($2 = '${EVERY}' or originator in ($2, '${EVERY}'))
      and made_by in (select json_array_elements_text($3::text::json))
    returning number, originator, made_by, since),
  others as (
    insert into block (account, number, originator, made_by, since)
    select $1, lifted.number, o.address, made_by, since
    from lifted join originator o on o.account = $1 and o.address <> $2
    where lifted.originator = '${EVERY}' and $2 <> '${EVERY}'
    on conflict do nothing)
  select from lifted`;

export const ANY_MAKER: BlockMaker[] = ["keyword", "operator", "api"];
/** Makers whose blocks a handset's keyword does not lift. */
const OTHER_MAKERS: BlockMaker[] = ["operator", "api"];

const LOCK = "select pg_advisory_xact_lock(hashtextextended($1 || ' ' || $2, 0))";

/** Serialises changes to the blocks and subscriptions of an account and number, whatever its form. */
export async function lockNumber(query: Query, account: string, number: string): Promise<void> {
  await query(LOCK, [account, equalForms(number)[0]!]);
}

/** Lists what may stand for a number in a block: its forms, and their digests. */
export async function storedForms(number: string, digestOf: NumberDigest): Promise<string[]> {
  const forms = equalForms(number);
  return [...forms, ...await Promise.all(forms.map(digestOf))];
}

/** Tells whether one of the makers has blocked a number, by its stored forms, for an originator. */
export async function isBlockedBy(
  query: Query,
  { account, originator, forms }: {
    account: string;
    originator: string;
    forms: readonly string[];
  },
  makers: BlockMaker[],
): Promise<boolean> {
  const rows = await query(BLOCKED_BY, [account, originator, asJson(makers), asJson(forms)]);
  return rows.length > 0;
}

interface Pair {
  account: string;
  originator: string;
  number: string;
}

/**
 * Writes SQL that gives the blocks of a number ($1) its digest ($2). Of two blocks that become one,
 * an administrator's prevails, then a keyword's, and the earlier time.
 */
const ERASE = `
  with plain as (
    delete from block where account = $3 and number = $1 returning account, originator, made_by, since)
  insert into block as b (account, number, originator, made_by, since)
  select account, $2, originator, made_by, since from plain
  on conflict (account, number, originator) do update set
    made_by = case when 'operator' in (b.made_by, excluded.made_by) then 'operator'
      when 'keyword' in (b.made_by, excluded.made_by) then 'keyword' else b.made_by end,
    since = least(b.since, excluded.since)
  returning 1`;

/** Stores the blocks of a number by its digest alone. Returns their number. */
export async function eraseBlocks(
  { transaction }: Pick<Database, "transaction">,
  account: string,
  number: string,
  digest: string,
): Promise<number> {
  return await transaction(async (query) => {
    await lockNumber(query, account, number);
    return (await query(ERASE, [number, digest, account])).length;
  });
}

export function createBlockStore(
  database: Database,
  options: BatcherOptions,
  digestOf: NumberDigest,
): BlockStore {
  const isBlocked = createBatcher<Pair, boolean>(async (batch) => {
    const pairs = batch.flatMap((pair, position) =>
      equalForms(pair.number).map(async (number) => (
        { position, ...pair, number, erased: await digestOf(number) }
      ))
    );
    const rows = await database.query<{ position: number }>(BLOCKED, [
      asJson(await Promise.all(pairs)),
    ]);
    const blocked = new Set(rows.map(({ position }) => position));
    return batch.map((_, position) => blocked.has(position));
  }, options);

  return {
    isBlocked: (account, pair) => isBlocked({ account, ...pair }),

    add: (account, { originator, number, since }) =>
      database.transaction(async (query) => {
        await lockNumber(query, account, number);
        const [row] = await query(ADD, [account, number, originator ?? EVERY, instant(since)]);
        return blockOf(row!);
      }),

    async lift(account, { originator, number }) {
      const forms = await storedForms(number, digestOf);
      return await database.transaction(async (query) => {
        await lockNumber(query, account, number);
        return await lift(query, [account, originator ?? EVERY], ANY_MAKER, forms);
      });
    },

    addOwn: (account, { originator, number, since }) =>
      database.transaction(async (query) => {
        await lockNumber(query, account, number);
        await query(ADD_OWN, [account, number, originator ?? EVERY, instant(since)]);
      }),

    async liftOwn(account, { originator, number }, isForOne) {
      const forms = await storedForms(number, digestOf);
      return await database.transaction(async (query) => {
        await lockNumber(query, account, number);
        const key = [account, originator ?? EVERY] as const;
        const blocks = (await query(HOLDING, [...key, asJson(forms)])).map(blockOf);
        const isOwn = (block: Block) =>
          block.madeBy === "api" && !(isForOne && block.originator === null);
        const other = blocks.find((block) => !isOwn(block));
        if (other !== undefined) return other;
        await lift(query, [...key], ["api"], forms);
        return null;
      });
    },

    async list(account, filter, { cursor, limit }) {
      const parameters: Parameter[] = [account];
      const conditions = ["account = $1"];
      const { isKnown = false, originator, originators, number } = filter;
      if (originator !== undefined) conditions.push(`originator = $${parameters.push(originator)}`);
      if (originators !== undefined) {
        const among = asJson(originators.map((each) => each ?? EVERY));
        conditions.push(`originator in (
          select json_array_elements_text($${parameters.push(among)}::text::json))`);
      }
      // Digits are before it, and what stands for erased numbers behind.
      if (isKnown) conditions.push("number < ':'");
      if (number !== undefined) {
        const forms = asJson(await storedForms(number, digestOf));
        conditions.push(ofForms(`$${parameters.push(forms)}`));
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
 * administrator or the account has blocked gets no reply.
 *
 * @param forms What may stand for the sender's number in a block (`storedForms`).
 */
export async function applyKeyword(
  query: Query,
  { account, from, to, receivedAt }: InboundRecord,
  keyword: Keyword,
  forms: readonly string[],
): Promise<boolean> {
  await lockNumber(query, account, from);
  const isBlocked = (by: BlockMaker[]) =>
    isBlockedBy(query, { account, originator: to, forms }, by);
  switch (keyword) {
    case "stop": {
      const wasBlocked = await isBlocked(ANY_MAKER);
      await query(STOP, [account, from, to, instant(receivedAt), asJson(forms)]);
      return !wasBlocked;
    }
    case "stop all": {
      const wasBlocked = await isBlocked(OTHER_MAKERS);
      const added = await query(STOP, [account, from, EVERY, instant(receivedAt), asJson(forms)]);
      return added.length > 0 && !wasBlocked;
    }
    case "start":
      return await lift(query, [account, to], ["keyword"], forms) &&
        !await isBlocked(ANY_MAKER);
    case "help":
      return !await isBlocked(OTHER_MAKERS);
  }
}

async function lift(
  query: Query,
  key: [account: string, originator: string],
  makers: BlockMaker[],
  forms: readonly string[],
): Promise<boolean> {
  return (await query(LIFT, [...key, asJson(makers), asJson(forms)])).length > 0;
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

export function blockOf(row: Row): Block {
  return {
    originator: row.originator === EVERY ? null : row.originator,
    number: row.number,
    madeBy: row.made_by,
    since: row.since,
  };
}
