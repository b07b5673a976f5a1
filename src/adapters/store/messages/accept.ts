/**
 * Accepts messages: many per commit, each with its first event, digest, response, links and blobs.
 */
import type { NewMessage } from "../../../core/message/message.ts";
import { contentCharacters, ownBlobs } from "../../../core/composition/content.ts";
import type { NewEvent } from "../../../core/message/event.ts";
import {
  type AcceptExtras,
  ClaimLost,
  type Lease,
  type MessageStore,
  type MessageTransition,
} from "../../../ports/mod.ts";
import { insertUses, useRows } from "../files/blob_uses.ts";
import { asJson, type Statement } from "../engine/database.ts";
import { responseRow, storeResponses } from "../requests/idempotency.ts";
import type { BatcherOptions } from "../engine/batcher.ts";
import type { HotCommits } from "../engine/hot_commits.ts";
import { LEASED_EVENT_COLUMNS } from "../postbacks/events.ts";
import {
  type LeasedEvents,
  leaseEvents,
  type PostbackOutlets,
} from "../postbacks/leased_postbacks.ts";
import { insertLinks, linkRow } from "./links.ts";
import { type Parts, statementForms } from "../engine/statement_forms.ts";
import { epoch, instant } from "../engine/time.ts";

/** Types of `acceptRow`'s fields in a record set. */
const COLUMNS = `tracking_id text, account text, kind text, sender text, recipient text,
  operator_id text, mms_id text, client_reference text, campaign_ref text, content json,
  delivery_report boolean, accepted_at timestamptz, expires_at timestamptz, due_at timestamptz,
  owner text, details text, trace text`;

/** Types of `beginRow`'s fields in a record set. */
const BEGIN_COLUMNS = `state text, updated_at timestamptz, sent_as text, connector text,
  unconfirmed boolean`;

/** @param begins Whether deliveries of some begin with their acceptance. */
const insertMessages = (batch: string, begins: boolean) => `
    insert into message (tracking_id, account, kind, state, sender, recipient, operator_id, mms_id,
      client_reference, campaign_ref, content, delivery_report, accepted_at, updated_at, expires_at,
      due_at, owner, trace${begins ? ", sent_as, connector, unconfirmed" : ""})
    select tracking_id, account, kind, ${begins ? "coalesce(state, 'accepted')" : "'accepted'"},
      sender, recipient, operator_id, mms_id, client_reference, campaign_ref, content,
      delivery_report, accepted_at, ${begins ? "coalesce(updated_at, accepted_at)" : "accepted_at"},
      expires_at, due_at, owner, trace${
  begins ? ", sent_as, connector, coalesce(unconfirmed, false)" : ""
}
    from ${batch}`;

/**
 * Inserts the events of acceptance, and behind them those of the deliveries that begin with it. The
 * postbacks of these are the first of their messages.
 */
const insertAllEvents = (batch: string, rows: string, ids?: string) => `
  insert into event (id, account, tracking_id, at, name, state, details, code, channel, body,
    operator_id, trace, postback, due_at, owner, lease_until)
  select id, account, tracking_id, at, name, state, details, code, channel, body, operator_id,
    trace, postback, due_at, owner, lease_until
  from (
    select null as id, account, tracking_id, accepted_at as at, 'accepted' as name,
      'accepted' as state, details, null as code, 'json' as channel, null as body, operator_id,
      null as trace, null as postback, null::timestamptz as due_at, null as owner,
      null::timestamptz as lease_until, -1 as position
    from ${batch}
    union all
    select event_id, account, tracking_id, at, name, event_state, details, code,
      coalesce(channel, 'json'), body, operator_id, trace,
      case when code is not null then 'pending' end, case when code is not null then at end,
      owner, lease_until, position
    from json_to_recordset(${rows}::text::json) as x(${LEASED_EVENT_COLUMNS})
    ${ids === undefined ? "" : `where tracking_id in (select ${ids})`}) e
  order by position`;

/** Inserts the event of acceptance, which needs no id because it causes no postback. */
const insertFirstEvents = (batch: string) => `
  insert into event (account, tracking_id, at, name, state, details, operator_id)
  select account, tracking_id, accepted_at, 'accepted', 'accepted', details, operator_id
  from ${batch}`;

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

const acceptForm = statementForms<"begins" | "dedup" | "responses" | "links" | "uses">(
  (has, next) => {
    const columns = [
      COLUMNS,
      ...has.begins ? [BEGIN_COLUMNS] : [],
      ...has.dedup ? ["digest text, since timestamptz"] : [],
      ...has.responses ? ["claim text"] : [],
    ];
    const isFiltered = has.dedup || has.responses;
    const fresh = isFiltered ? "fresh" : "batch";
    const freshIds = isFiltered ? "tracking_id from fresh" : undefined;
    const parts = [
      `batch as (select * from json_to_recordset($1::text::json) as x(${columns.join(", ")}))`,
      ...has.dedup ? [DIGESTS] : [],
      ...has.responses ? [`responses as (${storeResponses(next())})`] : [],
      ...isFiltered ? [freshOf(has)] : [],
      `new_messages as (${insertMessages(fresh, has.begins)})`,
      ...has.links ? [`new_links as (${insertLinks(next(), freshIds)})`] : [],
      ...has.uses ? [`new_uses as (${insertUses("message", next(), freshIds)})`] : [],
    ];
    const newEvents = has.begins
      ? insertAllEvents(fresh, next(), freshIds)
      : insertFirstEvents(fresh);
    if (isFiltered) parts.push(`new_events as (${newEvents})`);
    const results = [
      ...has.dedup
        ? [`select digest, tracking_id, ${epoch("at")} as at, null as claim from digests
    where tracking_id not in (select tracking_id from batch)`]
        : [],
      ...has.responses
        ? ["select null as digest, null as tracking_id, null as at, claim from responses"]
        : [],
    ];
    return `with ${parts.join(",\n  ")}
  ${isFiltered ? results.join(" union all ") : newEvents}`;
  },
);

interface Accept extends AcceptExtras {
  message: NewMessage;
  lease: Lease | null;
}

/** Message that a digest belongs to. */
interface DigestOwner {
  digest: string;
  tracking_id: string;
  at: number;
}

/** Row of a commit's result: a digest of another message, or the claim of a stored response. */
type ResultRow = DigestOwner | { digest: null; claim: string };

/** Shared empty values, since most messages have no extras. */
const NONE: never[] = [];
const NO_EXTRAS: AcceptExtras = {};

export function createAccept(
  commits: HotCommits,
  options: BatcherOptions,
  { onPostbacks, handover }: PostbackOutlets,
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
      const begun = unique.flatMap(({ begin }) => begin?.events ?? NONE);
      const events = leaseEvents(begun, outlets);
      return {
        work: {
          kind: "accept",
          items: batch.length,
          statements: [statementOf(unique, hasDigests, events.rows)],
        },
        results([rows]) {
          const results = resultsOf(batch, unique, hasDigests, rows as ResultRow[]);
          if (begun.length > 0) handOver(begun, events, new Set(results));
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

/** Hands over the postbacks of deliveries that began with their acceptance. */
function handOver(
  begun: readonly NewEvent[],
  events: LeasedEvents,
  accepted: ReadonlySet<unknown>,
): void {
  const isWritten = ({ trackingId }: NewEvent) => accepted.has(trackingId);
  events.written(isWritten, begun.filter(isWritten).map(({ id }) => ({ id, behind: null })));
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
    if (row.digest === null) claims.add(row.claim);
    else owners.set(row.digest, row);
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
  events: readonly object[],
): Statement {
  const responses = batch.flatMap(({ idempotentResponse: response }) =>
    response === undefined ? NONE : [responseRow(response)]
  );
  const links = batch.flatMap(({ links }) => links?.map(linkRow) ?? NONE);
  const uses = batch.flatMap(({ message: { trackingId, content } }) =>
    content.kind === "SMS" ? NONE : useRows(trackingId, ownBlobs(content))
  );
  const has = {
    begins: events.length > 0,
    dedup: hasDigests,
    responses: responses.length > 0,
    links: links.length > 0,
    uses: uses.length > 0,
  };
  return {
    sql: acceptForm(has),
    parameters: [
      asJson(batch.map(hasDigests ? dedupRow : acceptRow)),
      ...has.responses ? [asJson(responses)] : [],
      ...has.links ? [asJson(links)] : [],
      ...has.uses ? [asJson(uses)] : [],
      ...has.begins ? [asJson(events)] : [],
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

function dedupRow(item: Accept) {
  const { dedup } = item;
  return {
    ...acceptRow(item),
    digest: dedup?.digest,
    since: dedup === undefined ? undefined : instant(dedup.since),
  };
}

/** Returns the columns of the transition by which a delivery begins. */
function beginRow({ at, change, next, to }: MessageTransition) {
  const lease = next !== null && "lease" in next ? next.lease : null;
  return {
    state: to,
    updated_at: instant(at),
    sent_as: change.sentAs ?? undefined,
    ...change.operatorId == null ? undefined : { operator_id: change.operatorId },
    connector: change.connector ?? undefined,
    unconfirmed: change.unconfirmed,
    due_at: lease === null ? undefined : instant(lease.until),
    owner: lease?.owner,
  };
}

/** Leaves nulls out: a missing field of a record set is null, and costs nothing to parse. */
function acceptRow(
  { message, lease, idempotentResponse: response, warnings = NONE, begin }: Accept,
) {
  const acceptedAt = instant(message.acceptedAt);
  return {
    tracking_id: message.trackingId,
    account: message.account,
    kind: message.kind,
    sender: message.from,
    recipient: message.to,
    operator_id: message.operatorId ?? undefined,
    mms_id: message.mmsId ?? undefined,
    client_reference: message.clientReference ?? undefined,
    campaign_ref: message.campaignRef ?? undefined,
    content: message.content,
    delivery_report: message.deliveryReport,
    accepted_at: acceptedAt,
    expires_at: instant(message.expiresAt),
    due_at: lease === null ? acceptedAt : instant(lease.until),
    owner: lease?.owner,
    trace: message.trace,
    claim: response?.claim.id,
    details: warnings.length === 0 ? undefined : warnings.join("; "),
    ...begin === undefined ? undefined : beginRow(begin),
  };
}
