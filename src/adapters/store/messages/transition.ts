/**
 * State transitions of messages: many per commit, each with its events, links, blobs and segments.
 */
import { ownBlobs } from "../../../core/composition/content.ts";
import type { Lease, MessageTransition } from "../../../ports/mod.ts";
import { insertUses, useRows } from "../files/blob_uses.ts";
import { asJson, type Statement } from "../engine/database.ts";
import {
  FROM_WRITTEN,
  insertEvents,
  NONE_WRITTEN,
  WRITTEN,
  type WrittenRow,
} from "../postbacks/event_rows.ts";
import {
  type LeasedEvents,
  leaseEvents,
  type PostbackOutlets,
} from "../postbacks/leased_postbacks.ts";
import { UPSERT_HANDSETS } from "../routing/handsets.ts";
import type { Batcher, BatcherOptions } from "../engine/batcher.ts";
import type { HotCommits } from "../engine/hot_commits.ts";
import { insertLinks, linkRow } from "./links.ts";
import { insertLease, leaseParameters } from "../due/leases.ts";
import { type LeasedItem, type LeaseLedger, noteLease } from "../due/lease_ledger.ts";
import { dueColumn } from "./message_rows.ts";
import { mergedByMessage, type MergedTransitions } from "./merged_transitions.ts";
import { insertSegments, segmentRows } from "./segments.ts";
import { statementForms } from "../engine/statement_forms.ts";
import type { TrafficTally } from "../traffic/tally.ts";
import { instant } from "../engine/time.ts";

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
      submitted_at = coalesce(b.submitted_at, m.submitted_at),
      attempts = coalesce(b.attempts, m.attempts),
      content = coalesce(b.content, m.content),
      segments = coalesce(b.segments, m.segments),
      unconfirmed = coalesce(b.unconfirmed, m.unconfirmed),
      presumed = coalesce(b.presumed, m.presumed),
      waits_for_rate = coalesce(b.waits_for_rate, m.waits_for_rate),
      due_at = b.due_at,
      prepare_at = b.prepare_at,
      owner = b.owner,
      lease_until = b.lease_until
    from batch b where m.tracking_id = b.tracking_id and m.state = b.from_state
      and (b.from_presumed is null or m.presumed)
      and (b.from_carrier_id is null or m.carrier_id = b.from_carrier_id)
      and (b.lease_owner is null or m.owner = b.lease_owner)
      and (b.from_unsubmitted is null or not m.unconfirmed and m.segments is null)
    returning m.tracking_id, m.owner, m.lease_until`;

/** Inserts the ids that carriers gave to messages which made their transition. */
const INSERT_REFERENCES = `new_references as (
    insert into carrier_reference (carrier_id, tracking_id)
    select carrier_id, tracking_id from batch
    where carrier_id is not null and tracking_id in (select tracking_id from moved)
    on conflict do nothing)`;

const transitionForm = statementForms<
  | "leases"
  | "leasedEvents"
  | "links"
  | "uses"
  | "handsets"
  | "segments"
  | "references"
>(
  (has, next) => {
    const movedIds = "tracking_id from moved";
    const parts = [
      `batch as (
    select * from json_to_recordset($1::text::json) as x(tracking_id uuid, from_state text,
      to_state text, lease_owner text, at timestamptz, sent_as text, operator_id text,
      connector text, carrier_id text, handset text, status_details text, status_reason text,
      submitted_at timestamptz, attempts int, content json, segments int, unconfirmed boolean, presumed boolean,
      waits_for_rate boolean, from_presumed boolean, from_carrier_id text,
      from_unsubmitted boolean, due_at timestamptz,
      prepare_at timestamptz, owner text, lease_until timestamptz))`,
      `moved as (${APPLY}${has.handsets ? ", m.recipient, b.handset, b.at" : ""})`,
      insertEvents(next(), { ids: movedIds, leases: has.leasedEvents ? "any" : undefined }),
      ...has.links
        ? [`new_links as (${insertLinks(next(), movedIds)} on conflict do nothing)`]
        : [],
      ...has.uses ? [`new_uses as (${insertUses("message", next(), movedIds)})`] : [],
      ...has.segments ? [`new_segments as (${insertSegments(next(), movedIds)})`] : [],
      ...has.references ? [INSERT_REFERENCES] : [],
      ...has.leases ? [insertLease([next(), next()], "moved", has.leasedEvents)] : [],
      ...has.handsets ? [`new_handsets as (${UPSERT_HANDSETS})`] : [],
    ];
    return `with ${parts.join(",\n  ")}
  select tracking_id, ${NONE_WRITTEN}, null as lease from moved
  union all select tracking_id, ${WRITTEN}, null ${FROM_WRITTEN}${
      has.leases ? `\n  union all select null, ${NONE_WRITTEN}, id::text from new_lease` : ""
    }`;
  },
);

/** Row of a statement's result: a message whose transition applied, a postback, or the lease. */
type ResultRow =
  & { tracking_id: string | null; lease: string | null }
  & (WrittenRow | { position: null });

export function createTransition(
  commits: HotCommits,
  options: BatcherOptions,
  outlets: PostbackOutlets,
  ledger: LeaseLedger,
  tally: TrafficTally,
): Batcher<MessageTransition, boolean> {
  return commits.add((transitions) => {
    const rounds = roundsOf(transitions);
    const events = rounds.map(({ first }) =>
      leaseEvents(first.flatMap(({ events }) => events), outlets)
    );
    return {
      work: {
        kind: "transition",
        items: transitions.length,
        statements: rounds.map(({ first }, i) => statementOf(first, events[i]!)),
      },
      results(output) {
        const results = new Map<MessageTransition, boolean>();
        for (const [i, { first, parts }] of rounds.entries()) {
          const rows = output[i] as ResultRow[];
          const { moved, postbacks } = readRows(rows);
          const leased = first.filter(({ trackingId }) => moved.has(trackingId))
            .flatMap(leasedItem);
          for (const trackingId of moved) ledger.done(trackingId);
          noteLease(ledger, rows, [...leased, ...events[i]!.written(postbacks)]);
          for (const transition of first) {
            const isMoved = moved.has(transition.trackingId);
            for (const part of parts.get(transition) ?? [transition]) {
              results.set(part, isMoved);
              if (isMoved && part.count !== undefined) tally.add(part.count);
            }
          }
        }
        return transitions.map((transition) => results.get(transition)!);
      },
      failed: () => events.forEach((each) => each.failed()),
    };
  }, { ...options, concurrency: 1 });
}

/** Returns the lease that a message has after its transition, or null. */
function leaseOf({ next }: Pick<MessageTransition, "next">): Lease | null {
  return next !== null && "lease" in next ? next.lease : null;
}

function leasedItem(transition: MessageTransition): LeasedItem[] {
  const lease = leaseOf(transition);
  return lease === null ? [] : [{ id: transition.trackingId, until: lease.until }];
}

/** Splits transitions into statements: each updates a message once. */
function roundsOf(transitions: readonly MessageTransition[]): MergedTransitions[] {
  const rounds: MergedTransitions[] = [];
  for (let rest = transitions; rest.length > 0; rest = rounds.at(-1)!.later) {
    rounds.push(mergedByMessage(rest));
  }
  return rounds;
}

/** Writes the statement of a batch. */
function statementOf(batch: readonly MessageTransition[], events: LeasedEvents): Statement {
  const links = batch.flatMap(({ links = [] }) => links.map(linkRow));
  const uses = batch.flatMap(({ trackingId, change: { content } }) =>
    content === undefined ? [] : useRows(trackingId, ownBlobs(content))
  );
  const segments = batch.flatMap(segmentRows);
  const leases = [...batch.flatMap((transition) => leaseOf(transition) ?? []), ...events.leases];
  const has = {
    leases: leases.length > 0,
    leasedEvents: events.leases.length > 0,
    references: batch.some(({ change: { carrierId } }) => typeof carrierId === "string"),
    links: links.length > 0,
    uses: uses.length > 0,
    segments: segments.length > 0,
    handsets: batch.some(({ change: { handset } }) => typeof handset === "string"),
  };
  return {
    sql: transitionForm(has),
    parameters: [
      asJson(batch.map(transitionRow)),
      asJson(events.rows),
      ...has.links ? [asJson(links)] : [],
      ...has.uses ? [asJson(uses)] : [],
      ...has.segments ? [asJson(segments)] : [],
      ...has.leases ? leaseParameters(leases) : [],
    ],
  };
}

function readRows(rows: readonly ResultRow[]): { moved: Set<string>; postbacks: WrittenRow[] } {
  const moved = new Set<string>();
  const postbacks: WrittenRow[] = [];
  for (const row of rows) {
    if (row.position !== null) postbacks.push(row);
    else if (row.tracking_id !== null) moved.add(row.tracking_id);
  }
  return { moved, postbacks };
}

function transitionRow(
  {
    trackingId,
    from,
    fromCarrierId,
    fromPresumed,
    fromUnsubmitted,
    to,
    leaseOwner,
    at,
    change,
    next,
  }: MessageTransition,
) {
  const lease = leaseOf({ next });
  const dueAt = next !== null && "dueAt" in next ? next.dueAt : null;
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
    submitted_at: change.submittedAt == null ? undefined : instant(change.submittedAt),
    attempts: change.attempts,
    content: change.content,
    segments: change.segments,
    unconfirmed: change.unconfirmed,
    presumed: change.presumed,
    waits_for_rate: change.waitsForRate,
    from_presumed: fromPresumed ? true : undefined,
    from_carrier_id: fromCarrierId,
    from_unsubmitted: fromUnsubmitted ? true : undefined,
    [dueColumn(to)]: dueAt === null ? null : instant(dueAt),
    owner: lease?.owner ?? null,
    lease_until: lease === null ? null : instant(lease.until),
  };
}
