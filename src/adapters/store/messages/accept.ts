/**
 * Accepts messages: many per commit, each with its first event, digest, response, links and blobs.
 */
import { contentCharacters, ownBlobs } from "../../../core/composition/content.ts";
import type { NewEvent } from "../../../core/message/event.ts";
import { countAccepted } from "../../../core/traffic/traffic_count.ts";
import { type AcceptExtras, ClaimLost, type Lease, type MessageStore } from "../../../ports/mod.ts";
import { insertUses, useRows } from "../files/blob_uses.ts";
import { asJson, type Statement } from "../engine/database.ts";
import { responseRow, storeResponses } from "../requests/idempotency.ts";
import type { BatcherOptions } from "../engine/batcher.ts";
import type { HotCommits } from "../engine/hot_commits.ts";
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
import { insertLease, leaseParameters } from "../due/leases.ts";
import { type LeasedItem, type LeaseLedger, noteLease } from "../due/lease_ledger.ts";
import { insertLinks, linkRow } from "./links.ts";
import type { TrafficTally } from "../traffic/tally.ts";
import { type Parts, statementForms } from "../engine/statement_forms.ts";
import {
  type Accept,
  acceptRow,
  BEGIN_COLUMNS,
  COLUMNS,
  dedupRow,
  insertMessages,
  isRare,
  RARE_COLUMNS,
} from "./accept_rows.ts";
import { epoch } from "../engine/time.ts";

/**
 * Upserts digests and returns their current owners. The upsert locks an existing digest and reads
 * its latest committed row, so that a concurrent acceptance is seen. In order of the key, so that
 * two batches never deadlock.
 */
const DIGESTS = `digests as (
    insert into accepted_digest as d (digest, tracking_id, at)
    select digest, tracking_id, accepted_at from batch where digest is not null
    order by digest collate "C"
    on conflict (digest) do update set (tracking_id, at) = (
      select case when d.at < b.since then b.tracking_id else d.tracking_id end,
        case when d.at < b.since then b.accepted_at else d.at end
      from batch b where b.digest = d.digest)
    returning d.digest, d.tracking_id, d.at)`;

/**
 * Selects the messages that are no duplicates and whose request still has its idempotency key. By
 * IN, because hash joins are disabled.
 */
const freshOf = (has: Parts<"dedup" | "responses">) => {
  const conditions = [
    ...has.dedup
      ? ["(b.digest is null or b.tracking_id in (select tracking_id from digests))"]
      : [],
    ...has.responses ? ["(b.claim is null or b.claim in (select claim from responses))"] : [],
  ];
  return `fresh as (
    select b.* from batch b where ${conditions.join(" and ")})`;
};

const acceptForm = statementForms<
  "begins" | "rare" | "dedup" | "responses" | "links" | "uses" | "events" | "leases"
>(
  (has, next) => {
    const columns = [
      COLUMNS,
      ...has.begins ? [BEGIN_COLUMNS] : [],
      ...has.rare ? [RARE_COLUMNS] : [],
      ...has.dedup ? ["digest text, since timestamptz"] : [],
      ...has.responses ? ["claim text"] : [],
    ];
    const isFiltered = has.dedup || has.responses;
    const fresh = isFiltered ? "fresh" : "batch";
    const freshIds = isFiltered ? "tracking_id from fresh" : undefined;
    const results = [
      ...has.dedup
        ? [`select digest, tracking_id, ${epoch("at")} as at, null as claim, ${NONE_WRITTEN},
      null as lease from digests where tracking_id not in (select tracking_id from batch)`]
        : [],
      ...has.responses
        ? [`select ${NO_DIGEST}, claim, ${NONE_WRITTEN}, null as lease from responses`]
        : [],
      ...has.events
        ? [`select ${NO_DIGEST}, null as claim, ${WRITTEN}, null as lease ${FROM_WRITTEN}`]
        : [],
      ...has.leases
        ? [`select ${NO_DIGEST}, null as claim, ${NONE_WRITTEN}, id::text as lease from new_lease`]
        : [],
    ];
    const parts = [
      `batch as (select * from json_to_recordset($1::text::json) as x(${columns.join(", ")}))`,
      ...has.dedup ? [DIGESTS] : [],
      ...has.responses ? [`responses as (${storeResponses(next())})`] : [],
      ...isFiltered ? [freshOf(has)] : [],
      ...has.links ? [`new_links as (${insertLinks(next(), freshIds)})`] : [],
      ...has.uses ? [`new_uses as (${insertUses("message", next(), freshIds)})`] : [],
      ...has.events ? [insertEvents(next(), { ids: freshIds, leases: "new" })] : [],
      ...has.leases ? [insertLease([next(), next()], fresh, has.events)] : [],
      `new_messages as (${insertMessages(fresh, has)})`,
    ];
    return `with ${parts.join(",\n  ")}
  ${results.length > 0 ? results.join(" union all ") : "select where false"}`;
  },
);

/** Columns of a result that is no digest. */
const NO_DIGEST = "null as digest, null::uuid as tracking_id, null::float8 as at";

/** Message that a digest belongs to. */
interface DigestOwner {
  digest: string;
  tracking_id: string;
  at: number;
}

/**
 * Row of a commit's result: a digest of another message, the claim of a stored response, a postback,
 * or the lease of what this process has to do.
 */
type ResultRow =
  | DigestOwner & { claim: null; position: null; lease: null }
  | { digest: null; claim: string; position: null; lease: null }
  | { digest: null; claim: null; lease: null } & WrittenRow
  | { digest: null; claim: null; position: null; lease: string };

/** Shared empty values, since most messages have no extras. */
const NONE: never[] = [];
const NO_EXTRAS: AcceptExtras = {};

export function createAccept(
  commits: HotCommits,
  options: BatcherOptions,
  { onPostbacks, handover }: PostbackOutlets,
  ledger: LeaseLedger,
  tally: TrafficTally,
): MessageStore["accept"] {
  // In a later turn: the response to the request goes out before the first postback.
  const outlets: PostbackOutlets = {
    onPostbacks,
    ...handover && {
      handover: {
        ...handover,
        offer: (postbacks) => void setTimeout(handover.offer, 0, postbacks),
      },
    },
  };

  /**
   * Resolves with null where the digest went to an earlier message that is too old: to be retried.
   */
  const accept = commits.add<Accept, string | ClaimLost | null>(
    (batch) => {
      const hasDigests = batch.some(({ dedup }) => dedup !== undefined);
      const unique = hasDigests ? firstOfEachDigest(batch) : batch;
      const events = leaseEvents(unique.flatMap(eventsOf), outlets);
      return {
        work: {
          kind: "accept",
          items: batch.length,
          statements: [statementOf(unique, hasDigests, events)],
        },
        results([output]) {
          const rows = output as ResultRow[];
          const results = resultsOf(batch, unique, hasDigests, rows);
          const ids = new Set<unknown>(results);
          const accepted = unique.filter(({ message }) => ids.has(message.trackingId));
          for (const { message } of accepted) tally.add(countAccepted(message));
          noteLease(ledger, rows, [
            ...accepted.flatMap(leasedItem),
            ...events.written(rows.filter((row) => row.position !== null)),
          ]);
          return results;
        },
        failed: events.failed,
      };
    },
    options,
    {
      ownerOf: ({ message: { account } }) => account,
      weightOf: ({ message: { content } }) => contentCharacters(content),
    },
  );

  return async (message, lease, extras) => {
    const { dedup, idempotentResponse: response, warnings, begin } = extras ?? NO_EXTRAS;
    const links = begin?.links?.length ? [...extras?.links ?? NONE, ...begin.links] : extras?.links;
    const item: Accept = { message, lease, dedup, idempotentResponse: response, links, warnings };
    if (begin !== undefined) item.begin = begin;
    for (;;) {
      const result = await accept(item);
      if (result instanceof ClaimLost) throw result;
      if (result !== null) return result;
    }
  };
}

/** Lists the events of an acceptance: what was left out of it, and those of a delivery that begins. */
function eventsOf({ message, warnings, begin }: Accept): readonly NewEvent[] {
  if (warnings === undefined || warnings.length === 0) return begin?.events ?? NONE;
  const { account, acceptedAt, operatorId, trackingId } = message;
  const accepted: NewEvent = {
    account,
    trackingId,
    at: acceptedAt,
    name: "accepted",
    state: "accepted",
    details: warnings.join("; "),
    code: null,
    body: null,
    operatorId,
  };
  return [accepted, ...begin?.events ?? NONE];
}

/** Reads the result of each message of a batch, of which those in `unique` were written. */
function resultsOf(
  batch: readonly Accept[],
  unique: readonly Accept[],
  hasDigests: boolean,
  rows: readonly ResultRow[],
): (string | ClaimLost | null)[] {
  const owners = new Map(hasDigests ? unique.flatMap(ownDigest) : NONE);
  const claims = new Set<string>();
  for (const row of rows) {
    if (row.digest !== null) owners.set(row.digest, row);
    else if (row.claim !== null) claims.add(row.claim);
  }
  const written = new Set(hasDigests ? unique : NONE);
  return batch.map((item) => {
    const { message, idempotentResponse: response, dedup } = item;
    if (response !== undefined && !claims.has(response.claim.id)) return new ClaimLost();
    if (dedup === undefined) return message.trackingId;
    const { tracking_id, at } = owners.get(dedup.digest)!;
    return written.has(item) || at >= dedup.since ? tracking_id : null;
  });
}

/** Writes the statement of a batch. */
function statementOf(
  batch: readonly Accept[],
  hasDigests: boolean,
  events: LeasedEvents,
): Statement {
  const leases = [...batch.flatMap((item) => leaseOf(item) ?? NONE), ...events.leases];
  const responses = batch.flatMap(({ idempotentResponse: response }) =>
    response === undefined ? NONE : [responseRow(response)]
  );
  const links = batch.flatMap(({ links }) => links?.map(linkRow) ?? NONE);
  const uses = batch.flatMap(({ message: { trackingId, content } }) =>
    content.kind === "SMS" ? NONE : useRows(trackingId, ownBlobs(content))
  );
  const has = {
    begins: batch.some(({ begin, message }) =>
      begin !== undefined || message.startAt !== undefined
    ),
    rare: batch.some(({ message }) => isRare(message)),
    dedup: hasDigests,
    responses: responses.length > 0,
    links: links.length > 0,
    uses: uses.length > 0,
    events: events.rows.length > 0,
    leases: leases.length > 0,
  };
  return {
    sql: acceptForm(has),
    parameters: [
      asJson(batch.map(hasDigests ? dedupRow : acceptRow)),
      ...has.responses ? [asJson(responses)] : [],
      ...has.links ? [asJson(links)] : [],
      ...has.uses ? [asJson(uses)] : [],
      ...has.events ? [asJson(events.rows)] : [],
      ...has.leases ? leaseParameters(leases) : [],
    ],
  };
}

/** Returns the entry of a digest that belongs to the message itself. */
function ownDigest({ dedup, message }: Accept): [string, DigestOwner][] {
  if (dedup === undefined) return NONE;
  const { digest } = dedup;
  return [[digest, { digest, tracking_id: message.trackingId, at: message.acceptedAt }]];
}

/** Drops messages whose digest an earlier one of the batch has. */
function firstOfEachDigest(batch: Accept[]): Accept[] {
  const seen = new Set<string>();
  return batch.filter(({ dedup }) => {
    if (dedup === undefined) return true;
    if (seen.has(dedup.digest)) return false;
    seen.add(dedup.digest);
    return true;
  });
}

/** Returns the lease that a message has after its acceptance, or null. */
function leaseOf({ lease, begin }: Accept): Lease | null {
  const next = begin?.next ?? null;
  return next === null ? lease : "lease" in next ? next.lease : null;
}

function leasedItem(item: Accept): LeasedItem[] {
  const lease = leaseOf(item);
  return lease === null ? NONE : [{ id: item.message.trackingId, until: lease.until }];
}
