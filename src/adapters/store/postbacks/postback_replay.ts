/** Replay of postbacks: they are new again, one by one or all that a filter selects. */
import type { PostbackRef } from "../../../core/message/event.ts";
import type {
  PostbackFilter,
  PostbackStore,
  Receiver,
  ReplayableState,
} from "../../../ports/mod.ts";
import type { Database, Parameter, Row } from "../engine/database.ts";
import { conditionsOf, inStates } from "./postback_filter.ts";
import { instant } from "../engine/time.ts";

/** Resets a postback to new at $1. A state other than pending has no attempt in progress. */
const RESET = `postback = 'pending', attempts = 0, due_at = $1, replayed_at = $1,
    sent_at = null, owner = null, lease_until = null`;

const REPLAY = `
  update event set ${RESET}
  where id = $2 and postback is not null and postback in ('sent', 'dead', 'parked')
  returning id, account, channel`;

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

  async function replayChunk(
    { indexed, rest }: Selection,
    { at, after, end }: { at: number; after: string; end: string | null },
  ): Promise<number> {
    const parameters: Parameter[] = [instant(at), after];
    const conditions = ["tracking_id > $2"];
    if (end !== null) conditions.push(`tracking_id <= $${parameters.push(end)}`);
    conditions.push(...indexed(parameters), ...rest(parameters));
    const replayed = await query<PostbackRef & Row>(
      `with replayed as (
         update event set ${RESET} where ${conditions.join(" and ")}
         returning id, account, channel, tracking_id, seq)
       select id, account, channel from replayed order by tracking_id, seq`,
      parameters,
    );
    if (replayed.length > 0) onPostbacks(replayed);
    return replayed.length;
  }

  async function replayChunks(
    selection: Selection,
    at: number,
    signal?: AbortSignal,
  ): Promise<number> {
    let replayed = 0;
    for (let after: string | null = ""; after !== null && !signal?.aborted;) {
      const end: string | null = await endOfChunk(selection, after);
      replayed += await replayChunk(selection, { at, after, end });
      after = end;
    }
    return replayed;
  }

  return {
    async replay(id, at) {
      const replayed = await query<PostbackRef & Row>(REPLAY, [instant(at), id]);
      if (replayed.length > 0) onPostbacks(replayed);
      return replayed.length > 0;
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

function parkedOf({ account, channel }: Receiver): Selection {
  return {
    indexed: (parameters) => [
      inStates(["parked"]),
      `account = $${parameters.push(account)}`,
      `channel = $${parameters.push(channel)}`,
    ],
    rest: () => [],
  };
}
