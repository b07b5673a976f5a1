/** Postbacks for operators: found among the rows of `event`, and made to go out again. */
import type { PostbackRef } from "../../core/message/event.ts";
import type {
  PostbackFilter,
  PostbackRecord,
  PostbackStore,
  Receiver,
  ReplayableState,
} from "../../ports/mod.ts";
import type { Database, Parameter, Row } from "./database.ts";
import { pageOf, strangeCursor } from "./page.ts";
import { epoch, instant } from "./time.ts";

const POSTBACK = `id, account, tracking_id, code, postback, attempts, ${epoch("at")} as at,
  ${epoch("sent_at")} as sent_at, ${epoch("due_at")} as due_at,
  ${epoch("replayed_at")} as replayed_at, last_error, body`;

/** As if it were new, at $1. Of what is not pending no try is in hand. */
const GOES_OUT_AGAIN = `postback = 'pending', attempts = 0, due_at = $1, replayed_at = $1,
    sent_at = null, owner = null, held_until = null`;

const REPLAY = `
  update event set ${GOES_OUT_AGAIN}
  where id = $2 and postback is not null and postback in ('sent', 'dead', 'held')
  returning id, account, channel`;

/** Each account and channel is found by a step through the index, however many it holds. */
const HELD_LINES = `
  with recursive line as (
    (select account, channel from event where postback = 'held' order by account, channel limit 1)
    union all
    select next.account, next.channel from line cross join lateral (
      select account, channel from event
      where postback = 'held' and (account, channel) > (line.account, line.channel)
      order by account, channel limit 1) next)
  select line.account, line.channel from line
  join account a on a.id = line.account collate "default"
  where case line.channel
    when 'mm7' then a.mm7_url is not null
    else a.postback_url is not null or $1::boolean end`;

/** Rows looked at for one commit; their messages are replayed in it, each of them whole. */
const STRETCH = 1000;

/** @param onPostbacks Told of those of each commit, once it is durable. */
export function createPostbackStore(
  { query }: Database,
  onPostbacks: (postbacks: PostbackRef[]) => void,
): PostbackStore {
  /** The last message of the stretch behind `after`; null: nothing is behind that stretch. */
  async function endOfStretch({ indexed }: Choice, after: string): Promise<string | null> {
    const parameters: Parameter[] = [after];
    const conditions = ["tracking_id > $1", ...indexed(parameters)];
    const [row] = await query<{ tracking_id: string }>(
      `select tracking_id from event where ${conditions.join(" and ")}
       order by tracking_id offset ${STRETCH - 1} limit 1`,
      parameters,
    );
    return row?.tracking_id ?? null;
  }

  async function replayStretch(
    { indexed, rest }: Choice,
    { at, after, end }: { at: number; after: string; end: string | null },
  ): Promise<number> {
    const parameters: Parameter[] = [instant(at), after];
    const conditions = ["tracking_id > $2"];
    if (end !== null) conditions.push(`tracking_id <= $${parameters.push(end)}`);
    conditions.push(...indexed(parameters), ...rest(parameters));
    const replayed = await query<PostbackRef & Row>(
      `with replayed as (
         update event set ${GOES_OUT_AGAIN} where ${conditions.join(" and ")}
         returning id, account, channel, tracking_id, seq)
       select id, account, channel from replayed order by tracking_id, seq`,
      parameters,
    );
    if (replayed.length > 0) onPostbacks(replayed);
    return replayed.length;
  }

  async function replayEach(choice: Choice, at: number, signal?: AbortSignal): Promise<number> {
    let replayed = 0;
    for (let after: string | null = ""; after !== null && !signal?.aborted;) {
      const end: string | null = await endOfStretch(choice, after);
      replayed += await replayStretch(choice, { at, after, end });
      after = end;
    }
    return replayed;
  }

  return {
    async byId(id) {
      const [row] = await query(
        `select ${POSTBACK} from event where id = $1 and postback is not null`,
        [id],
      );
      return row === undefined ? null : postbackOf(row);
    },

    async list({ state, ...filter }, { cursor, limit }) {
      const parameters: Parameter[] = [];
      const conditions = [state === undefined ? "postback is not null" : inStates([state])];
      conditions.push(...conditionsOf(filter, parameters));
      if (cursor !== null) {
        const [trackingId, seq] = readCursor(cursor);
        conditions.push(
          `(tracking_id, seq) < ($${parameters.push(trackingId)}, $${parameters.push(seq)})`,
        );
      }
      const rows = await query(
        `select seq::text as place, ${POSTBACK} from event where ${conditions.join(" and ")}
         order by tracking_id desc, seq desc limit $${parameters.push(limit + 1)}`,
        parameters,
      );
      const { items, nextCursor } = pageOf(rows, limit, (row) => `${row.tracking_id} ${row.place}`);
      return { items: items.map(postbackOf), nextCursor };
    },

    async replay(id, at) {
      const replayed = await query<PostbackRef & Row>(REPLAY, [instant(at), id]);
      if (replayed.length > 0) onPostbacks(replayed);
      return replayed.length > 0;
    },

    replayAll: (filter, at, signal) => replayEach(choiceOf(filter), at, signal),
    replayParked: (receiver, at, signal) => replayEach(heldOf(receiver), at, signal),
    parkedReceivers: (hasDefault) => query<Receiver & Row>(HELD_LINES, [hasDefault]),
  };
}

/** Conditions with their values put behind those that are there. */
type Where = (parameters: Parameter[]) => string[];

/** What is to be replayed. */
interface Choice {
  /** Where stretches are measured: by an index, in its order. */
  indexed: Where;
  /** What else must be so of a row. */
  rest: Where;
}

function choiceOf(
  { states, trackingId, ...filter }: PostbackFilter & { states: readonly ReplayableState[] },
): Choice {
  return {
    indexed: (parameters) => [inStates(states), ...conditionsOf({ trackingId }, parameters)],
    rest: (parameters) => conditionsOf(filter, parameters),
  };
}

function heldOf({ account, channel }: Receiver): Choice {
  return {
    indexed: (parameters) => [
      inStates(["held"]),
      `account = $${parameters.push(account)}`,
      `channel = $${parameters.push(channel)}`,
    ],
    rest: () => [],
  };
}

/** States stand in a statement as they are, for the indexes that are of some states alone. */
function inStates(states: readonly PostbackRecord["state"][]): string {
  return `postback in (${states.map((state) => `'${state}'`).join(", ")})`;
}

function conditionsOf(filter: PostbackFilter, parameters: Parameter[]): string[] {
  const { account, trackingId, code, since, until } = filter;
  const terms: [term: string, value: Parameter | undefined][] = [
    ["account =", account],
    ["tracking_id =", trackingId],
    ["code =", code],
    ["at >=", since === undefined ? undefined : instant(since)],
    ["at <", until === undefined ? undefined : instant(until)],
  ];
  return terms.flatMap(([term, value]) =>
    value === undefined ? [] : [`${term} $${parameters.push(value)}`]
  );
}

/** Where a page ended. Throws Refusal for what no page answered. */
function readCursor(cursor: string): [trackingId: string, seq: string] {
  const [, trackingId, seq] = /^(.+) (\d{1,18})$/s.exec(cursor) ?? [];
  if (trackingId === undefined || seq === undefined) throw strangeCursor();
  return [trackingId, seq];
}

function postbackOf(row: Row): PostbackRecord {
  return {
    id: row.id,
    account: row.account,
    trackingId: row.tracking_id,
    code: row.code,
    state: row.postback,
    attempts: row.attempts,
    createdAt: row.at,
    sentAt: row.sent_at,
    nextAttemptAt: row.due_at,
    replayedAt: row.replayed_at,
    lastError: row.last_error,
    body: JSON.parse(row.body),
  };
}
