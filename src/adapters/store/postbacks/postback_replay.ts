/** Replay of postbacks: they are new again, one by one or all that a filter selects. */
import type { PostbackRef } from "../../../core/message/event.ts";
import type {
  PostbackFilter,
  PostbackStore,
  Receiver,
  ReplayableState,
} from "../../../ports/mod.ts";
import { asJson, type Database, type Parameter, type Row } from "../engine/database.ts";
import { BODY, BODY_SUBJECT, bodyOf } from "./bodies.ts";
import { conditionsOf, inStates, IS_POSTBACK } from "./postback_filter.ts";
import { unsent } from "./event_rows.ts";
import { eventKeyOf, refOf } from "./postback_id.ts";
import { instant } from "../engine/time.ts";
import { FIRST_UUID } from "../engine/uuids.ts";

/**
 * Resets postbacks ($2) to new at $1, unless they are pending by now; one in any other state has no
 * attempt in progress. Their bodies are stored from now on: a message may go before its postback.
 */
const RESET = `
  with reset as (
    update event e set postback = 'pending', attempts = 0, due_at = $1, replayed_at = $1,
      sent_at = null, owner = null, lease_until = null, body = x.body
    from json_to_recordset($2::text::json) as x(tracking_id uuid, seq bigint, body text)
    where e.tracking_id = x.tracking_id and e.seq = x.seq
      and not ${unsent("e")}
    returning e.tracking_id, e.seq, e.account, e.receiver)
  select tracking_id, seq::text as seq, account, receiver from reset order by tracking_id, reset.seq`;

/** Columns of an event `e` that a replay reads. */
const REPLAYED = `e.seq::text as seq, ${BODY}`;

const ONE = `select ${REPLAYED} from event e ${BODY_SUBJECT}
  where e.tracking_id = $1 and e.seq = $2 and ${IS_POSTBACK} and not ${unsent("e")}`;

/** Rows that a chunk spans. A chunk is one commit, and never splits a message's postbacks. */
const CHUNK_ROWS = 1000;

/** @param onPostbacks Receives the postbacks of each commit, once it is durable. */
export function createPostbackReplay(
  { query }: Pick<Database, "query">,
  onPostbacks: (postbacks: PostbackRef[]) => void,
): Pick<PostbackStore, "replay" | "replayAll" | "replayParked"> {
  /** Finds the last message of the chunk after `after`; null where it is the last chunk. */
  async function endOfChunk({ indexed }: Selection, after: string): Promise<string | null> {
    const parameters: Parameter[] = [after];
    const conditions = ["tracking_id > $1", ...indexed(parameters)];
    const [row] = await query<{ tracking_id: string }>(
      `select tracking_id from event where ${conditions.join(" and ")}
       order by tracking_id offset ${CHUNK_ROWS - 1} limit 1`,
      parameters,
    );
    return row?.tracking_id ?? null;
  }

  /** Replays postbacks as they were read; returns their number. */
  async function reset(found: readonly Row[], at: number): Promise<number> {
    if (found.length === 0) return 0;
    const rows = found.map((row) => (
      { tracking_id: row.tracking_id, seq: row.seq, body: bodyOf(row) }
    ));
    const replayed = (await query(RESET, [instant(at), asJson(rows)])).map(refOf);
    if (replayed.length > 0) onPostbacks(replayed);
    return replayed.length;
  }

  async function replayChunk(
    { indexed, rest }: Selection,
    { at, after, end }: { at: number; after: string; end: string | null },
  ): Promise<number> {
    const parameters: Parameter[] = [after];
    const conditions = ["tracking_id > $1"];
    if (end !== null) conditions.push(`tracking_id <= $${parameters.push(end)}`);
    conditions.push(...indexed(parameters), ...rest(parameters));
    return await reset(
      await query(
        `select ${REPLAYED} from (select * from event where ${conditions.join(" and ")}) e
         ${BODY_SUBJECT}`,
        parameters,
      ),
      at,
    );
  }

  async function replayChunks(
    selection: Selection,
    at: number,
    signal?: AbortSignal,
  ): Promise<number> {
    let replayed = 0;
    for (let after: string | null = FIRST_UUID; after !== null && !signal?.aborted;) {
      const end: string | null = await endOfChunk(selection, after);
      replayed += await replayChunk(selection, { at, after, end });
      after = end;
    }
    return replayed;
  }

  return {
    async replay(id, at) {
      const key = eventKeyOf(id);
      if (key === null) return false;
      return await reset(await query(ONE, [key.tracking_id, key.seq]), at) > 0;
    },

    replayAll: (filter, at, signal) => replayChunks(selectionOf(filter), at, signal),
    replayParked: (receiver, at, signal) => replayChunks(parkedOf(receiver), at, signal),
  };
}

/** Writes SQL conditions, and appends their values to the parameters. */
type Where = (parameters: Parameter[]) => string[];

/** Conditions of the postbacks to replay. */
interface Selection {
  /** Conditions that an index covers; chunks are measured by these alone, in its order. */
  indexed: Where;
  /** Further conditions on a row. */
  rest: Where;
}

function selectionOf(
  { states, trackingId, ...filter }: PostbackFilter & { states: readonly ReplayableState[] },
): Selection {
  return {
    indexed: (parameters) => [inStates(states), ...conditionsOf({ trackingId }, parameters)],
    rest: (parameters) => conditionsOf(filter, parameters),
  };
}

function parkedOf({ account, receiver }: Receiver): Selection {
  return {
    indexed: (parameters) => [
      inStates(["parked"]),
      `account = $${parameters.push(account)}`,
      `receiver = $${parameters.push(receiver)}`,
    ],
    rest: () => [],
  };
}
