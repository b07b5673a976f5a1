/**
 * State transitions of messages: many per commit, each with its events, links, blobs and segments.
 */
import { type PostbackRef, postbacksOf } from "../../core/message/event.ts";
import { ownBlobs } from "../../core/message/message.ts";
import type { MessageTransition } from "../../ports/mod.ts";
import { insertUses, useRows } from "./blob_uses.ts";
import { asJson, type Database } from "./database.ts";
import { EVENT_COLUMNS, eventRow, INSERT_EVENTS } from "./events.ts";
import { UPSERT_HANDSETS } from "./handsets.ts";
import { type Batcher, type BatcherOptions, createBatcher } from "./batcher.ts";
import { insertLinks, linkRow } from "./links.ts";
import { DUE_AT } from "./message_rows.ts";
import { insertSegments, segmentRows } from "./segments.ts";
import { statementForms } from "./statement_forms.ts";
import { instant } from "./time.ts";

/**
 * Applies transitions. A null in `batch` leaves a column unchanged, except for the columns of the
 * next work and the status details: a report that overturns an end clears its details.
 */
const APPLY = `
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
      and (b.lease_owner is null or m.owner = b.lease_owner)
    returning m.tracking_id`;

const transitionForm = statementForms<"links" | "uses" | "handsets" | "segments">((has, next) => {
  const movedIds = "tracking_id from moved";
  const parts = [
    `batch as (
    select * from json_to_recordset($1::text::json) as x(tracking_id text, from_state text,
      to_state text, lease_owner text, at timestamptz, sent_as text, operator_id text,
      connector text, carrier_id text, handset text, status_details text, status_reason text,
      attempts int, content json, segments int, unconfirmed boolean, presumed boolean,
      from_presumed boolean, due_at timestamptz, prepare_at timestamptz, owner text))`,
    `moved as (${APPLY}${has.handsets ? ", m.recipient, b.handset, b.at" : ""})`,
    `new_events as (
    ${INSERT_EVENTS}
    from json_to_recordset(${next()}::text::json) as x(${EVENT_COLUMNS}, place int)
    where tracking_id in (select ${movedIds})
    order by place)`,
    ...has.links ? [`new_links as (${insertLinks(next(), movedIds)} on conflict do nothing)`] : [],
    ...has.uses ? [`new_uses as (${insertUses("message", next(), movedIds)})`] : [],
    ...has.segments ? [`new_segments as (${insertSegments(next(), movedIds)})`] : [],
    ...has.handsets ? [`new_handsets as (${UPSERT_HANDSETS})`] : [],
  ];
  return `with ${parts.join(",\n  ")}
  select tracking_id from moved`;
});

/** @param onPostbacks Receives the postbacks of each commit, once it is durable. */
export function createTransition(
  database: Database,
  options: BatcherOptions,
  onPostbacks: (postbacks: PostbackRef[]) => void,
): Batcher<MessageTransition, boolean> {
  async function apply(batch: MessageTransition[]): Promise<[MessageTransition, boolean][]> {
    const events = batch.flatMap(({ events }) => events);
    const moved = new Set(await write(batch, events));
    const postbacks = postbacksOf(events.filter(({ trackingId }) => moved.has(trackingId)));
    if (postbacks.length > 0) onPostbacks(postbacks);
    return batch.map((transition) => [transition, moved.has(transition.trackingId)]);
  }

  /** Writes one statement; returns the tracking-ids of the messages whose transition applied. */
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
    const rows = await database.query<{ tracking_id: string }>(transitionForm(has), [
      asJson(batch.map(transitionRow)),
      asJson(events.map((event, place) => ({ ...eventRow(event), place }))),
      ...has.links ? [asJson(links)] : [],
      ...has.uses ? [asJson(uses)] : [],
      ...has.segments ? [asJson(segments)] : [],
    ]);
    return rows.map(({ tracking_id }) => tracking_id);
  }

  return createBatcher(async (batch) => {
    const results = new Map<MessageTransition, boolean>();
    // A statement updates a message once, so its second transition goes into the next statement.
    for (let rest = batch; rest.length > 0;) {
      const [first, later] = firstOfEach(rest);
      for (const [transition, moved] of await apply(first)) results.set(transition, moved);
      rest = later;
    }
    return batch.map((transition) => results.get(transition)!);
  }, { ...options, concurrency: 1 });
}

/** Splits off the first transition of each message from the later ones. */
function firstOfEach(transitions: MessageTransition[]): [MessageTransition[], MessageTransition[]] {
  const seen = new Set<string>();
  const later: MessageTransition[] = [];
  const first = transitions.filter((transition) => {
    if (seen.has(transition.trackingId)) {
      later.push(transition);
      return false;
    }
    seen.add(transition.trackingId);
    return true;
  });
  return [first, later];
}

function transitionRow(
  { trackingId, from, fromPresumed, to, leaseOwner, at, change, next }: MessageTransition,
) {
  const lease = next !== null && "lease" in next ? next.lease : null;
  const dueAt = next === null ? null : "lease" in next ? next.lease.until : next.dueAt;
  const dueFor = to === "preparing" ? "preparation" : "delivery";
  return {
    tracking_id: trackingId,
    from_state: from,
    to_state: to,
    lease_owner: leaseOwner,
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
