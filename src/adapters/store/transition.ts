/** Messages that move: many to a commit, each with its events and what goes with them. */
import { type PostbackRef, postbacksOf } from "../../core/message/event.ts";
import { ownBlobs } from "../../core/message/message.ts";
import type { MessageTransition } from "../../ports/mod.ts";
import { insertUses, useRows } from "./blob_uses.ts";
import { asJson, type Database } from "./database.ts";
import { EVENT_COLUMNS, eventRow, INSERT_EVENTS } from "./events.ts";
import { REMEMBER_HANDSETS } from "./handsets.ts";
import { type Batch, type BatcherOptions, createBatcher } from "./batcher.ts";
import { insertLinks, linkRow } from "./links.ts";
import { DUE_AT } from "./message_rows.ts";
import { insertSegments, segmentRows } from "./segments.ts";
import { statementForms } from "./statement_forms.ts";
import { instant } from "./time.ts";

/**
 * A null in `batch` leaves a value as it is, but for the work that is next and the details: those of
 * an end are gone once a report overturns it.
 */
const MOVED = `
    update message m set
      state = b.to_state,
      updated_at = b.at,
      sent_as = coalesce(b.sent_as, m.sent_as),
      operator_id = coalesce(b.operator_id, m.operator_id),
      connector = coalesce(b.connector, m.connector),
      carrier_id = coalesce(b.carrier_id, m.carrier_id),
      handset = coalesce(b.handset, m.handset),
      status_details = b.status_details,
      status_reason = b.status_reason,
      attempts = coalesce(b.attempts, m.attempts),
      content = coalesce(b.content, m.content),
      segments = coalesce(b.segments, m.segments),
      unconfirmed = coalesce(b.unconfirmed, m.unconfirmed),
      presumed = coalesce(b.presumed, m.presumed),
      due_at = b.due_at,
      prepare_at = b.prepare_at,
      owner = b.owner
    from batch b where m.tracking_id = b.tracking_id and m.state = b.from_state
      and (b.from_presumed is null or m.presumed)
      and (b.holder is null or m.owner = b.holder)
    returning m.tracking_id`;

const moveForm = statementForms<"links" | "uses" | "handsets" | "segments">((has, next) => {
  const moved = "tracking_id from moved";
  const parts = [
    `batch as (
    select * from json_to_recordset($1::text::json) as x(tracking_id text, from_state text,
      to_state text, holder text, at timestamptz, sent_as text, operator_id text, connector text,
      carrier_id text, handset text, status_details text, status_reason text, attempts int, content json,
      segments int, unconfirmed boolean, presumed boolean, from_presumed boolean,
      due_at timestamptz, prepare_at timestamptz, owner text))`,
    `moved as (${MOVED}${has.handsets ? ", m.recipient, b.handset, b.at" : ""})`,
    `told as (
    ${INSERT_EVENTS}
    from json_to_recordset(${next()}::text::json) as x(${EVENT_COLUMNS}, place int)
    where tracking_id in (select ${moved})
    order by place)`,
    ...has.links ? [`given as (${insertLinks(next(), moved)} on conflict do nothing)`] : [],
    ...has.uses ? [`used as (${insertUses("message", next(), moved)})`] : [],
    ...has.segments ? [`taken as (${insertSegments(next(), moved)})`] : [],
    ...has.handsets ? [`seen as (${REMEMBER_HANDSETS})`] : [],
  ];
  return `with ${parts.join(",\n  ")}
  select tracking_id from moved`;
});

/** @param onPostbacks Told of the postbacks of each commit, once it is durable. */
export function createMove(
  database: Database,
  options: BatcherOptions,
  onPostbacks: (postbacks: PostbackRef[]) => void,
): Batch<MessageTransition, boolean> {
  async function moveOnce(batch: MessageTransition[]): Promise<[MessageTransition, boolean][]> {
    const events = batch.flatMap(({ events }) => events);
    const moved = new Set(await write(batch, events));
    const postbacks = postbacksOf(events.filter(({ trackingId }) => moved.has(trackingId)));
    if (postbacks.length > 0) onPostbacks(postbacks);
    return batch.map((one) => [one, moved.has(one.trackingId)]);
  }

  /** Answers the tracking-ids of those that moved. */
  async function write(
    batch: readonly MessageTransition[],
    events: readonly MessageTransition["events"][number][],
  ): Promise<string[]> {
    const links = batch.flatMap(({ links = [] }) => links.map(linkRow));
    const uses = batch.flatMap(({ trackingId, change: { content } }) =>
      content === undefined ? [] : useRows(trackingId, ownBlobs(content))
    );
    const segments = batch.flatMap(segmentRows);
    const handsets = batch.some(({ change: { handset } }) => typeof handset === "string");
    const has = {
      links: links.length > 0,
      uses: uses.length > 0,
      segments: segments.length > 0,
      handsets,
    };
    const rows = await database.query<{ tracking_id: string }>(moveForm(has), [
      asJson(batch.map(moveRow)),
      asJson(events.map((event, place) => ({ ...eventRow(event), place }))),
      ...has.links ? [asJson(links)] : [],
      ...has.uses ? [asJson(uses)] : [],
      ...has.segments ? [asJson(segments)] : [],
    ]);
    return rows.map(({ tracking_id }) => tracking_id);
  }

  return createBatcher(async (batch) => {
    const results = new Map<MessageTransition, boolean>();
    // A message moves one step a statement: a second move of it takes the next.
    for (let rest = batch; rest.length > 0;) {
      const [first, again] = firstOfEach(rest);
      for (const [one, moved] of await moveOnce(first)) results.set(one, moved);
      rest = again;
    }
    return batch.map((one) => results.get(one)!);
  }, { ...options, concurrency: 1 });
}

/** The first move of each message, and the others. */
function firstOfEach(moves: MessageTransition[]): [MessageTransition[], MessageTransition[]] {
  const seen = new Set<string>();
  const again: MessageTransition[] = [];
  const first = moves.filter((move) => {
    if (seen.has(move.trackingId)) {
      again.push(move);
      return false;
    }
    seen.add(move.trackingId);
    return true;
  });
  return [first, again];
}

function moveRow(
  { trackingId, from, fromPresumed, to, leaseOwner: holder, at, change, next }: MessageTransition,
) {
  const lease = next !== null && "lease" in next ? next.lease : null;
  const dueAt = next === null ? null : "lease" in next ? next.lease.until : next.dueAt;
  const dueFor = to === "preparing" ? "preparation" : "delivery";
  return {
    tracking_id: trackingId,
    from_state: from,
    to_state: to,
    holder,
    at: instant(at),
    sent_as: change.sentAs,
    operator_id: change.operatorId,
    connector: change.connector,
    carrier_id: change.carrierId,
    handset: change.handset,
    status_details: change.statusDetails,
    status_reason: change.statusReason,
    attempts: change.attempts,
    content: change.content,
    segments: change.segments,
    unconfirmed: change.unconfirmed,
    presumed: change.presumed,
    from_presumed: fromPresumed ? true : undefined,
    [DUE_AT[dueFor]]: dueAt === null ? null : instant(dueAt),
    owner: lease?.owner ?? null,
  };
}
