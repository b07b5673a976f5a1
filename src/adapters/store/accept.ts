/** Messages that become ours: written many to a commit, with what goes with them. */
import type { NewLink } from "../../core/link.ts";
import { type NewMessage, ownBlobs } from "../../core/message.ts";
import type { Lease, MessageStore, Once } from "../../env.ts";
import { insertUses, useRows } from "./blob_uses.ts";
import { asJson, type Database } from "./database.ts";
import { createLane, type LaneOptions } from "./lane.ts";
import { insertLinks, linkRow } from "./links.ts";
import { statementForms } from "./statement_forms.ts";
import { epoch, instant } from "./time.ts";

/** Types of `acceptRow`'s fields in a record set. */
const COLUMNS = `tracking_id text, account text, kind text, sender text, recipient text,
  operator_id text, mms_id text, client_reference text, campaign_ref text, content json,
  delivery_report boolean, accepted_at timestamptz, expires_at timestamptz, due_at timestamptz,
  owner text`;

const insertMessages = (batch: string) => `
    insert into message (tracking_id, account, kind, state, sender, recipient, operator_id, mms_id,
      client_reference, campaign_ref, content, delivery_report, accepted_at, updated_at, expires_at,
      due_at, owner)
    select tracking_id, account, kind, 'accepted', sender, recipient, operator_id, mms_id,
      client_reference, campaign_ref, content, delivery_report, accepted_at, accepted_at,
      expires_at, due_at, owner
    from ${batch}`;

/** The first event, of being accepted, tells nothing that the message does not: it needs no id. */
const insertFirstEvents = (batch: string) => `
  insert into event (account, tracking_id, at, name, state, operator_id)
  select account, tracking_id, accepted_at, 'accepted', 'accepted', operator_id from ${batch}`;

/**
 * A digest that is there is locked and read as it is now, whatever another commit has just made of
 * it: what comes back is the truth. In order, so that two batches never wait for each other.
 */
const KNOWN = `known as (
    insert into accepted_digest as d (digest, tracking_id, at)
    select digest, tracking_id, accepted_at from batch where digest is not null
    order by digest collate "C"
    on conflict (digest) do update set (tracking_id, at) = (
      select case when d.at < b.since then b.tracking_id else d.tracking_id end,
        case when d.at < b.since then b.accepted_at else d.at end
      from batch b where b.digest = d.digest)
    returning d.digest, d.tracking_id, d.at)`;

const FRESH = `fresh as (
    select b.* from batch b left join known k on k.digest = b.digest
    where k.digest is null or k.tracking_id = b.tracking_id)`;

const acceptForm = statementForms<"once" | "links" | "uses">((has, next) => {
  const columns = has.once ? `${COLUMNS}, digest text, since timestamptz` : COLUMNS;
  const fresh = has.once ? "fresh" : "batch";
  const others = has.once ? "tracking_id from fresh" : undefined;
  const parts = [
    `batch as (select * from json_to_recordset($1::text::json) as x(${columns}))`,
    ...has.once ? [KNOWN, FRESH] : [],
    `written as (${insertMessages(fresh)})`,
    ...has.links ? [`given as (${insertLinks(next(), others)})`] : [],
    ...has.uses ? [`used as (${insertUses("message", next(), others)})`] : [],
    ...has.once ? [`told as (${insertFirstEvents(fresh)})`] : [],
  ];
  return `with ${parts.join(",\n  ")}
  ${
    has.once
      ? `select digest, tracking_id, ${epoch("at")} as at from known`
      : insertFirstEvents(fresh)
  }`;
});

interface Accept {
  message: NewMessage;
  lease: Lease | null;
  once: Once | undefined;
  links: readonly NewLink[] | undefined;
}

interface Known {
  digest: string;
  tracking_id: string;
  at: number;
}

/** Most messages bring nothing: nothing is made for that. */
const NONE: never[] = [];

export function createAccept(database: Database, options: LaneOptions): MessageStore["accept"] {
  /** Null: another of its digest went first, and is too old for it: to be tried again. */
  const accept = createLane<Accept, string | null>(async (batch) => {
    if (batch.every(({ once }) => once === undefined)) {
      await write(batch, false);
      return batch.map(({ message }) => message.trackingId);
    }
    const first = firstOfEachDigest(batch);
    const known = await write(first, true);
    const byDigest = new Map(known.map((row) => [row.digest, row]));
    const asked = new Set(first);
    return batch.map((item) => {
      if (item.once === undefined) return item.message.trackingId;
      const { tracking_id, at } = byDigest.get(item.once.digest)!;
      return asked.has(item) || at >= item.once.since ? tracking_id : null;
    });
  }, options);

  /** Answers the digests that the batch has, as they are known then. */
  async function write(batch: readonly Accept[], once: boolean): Promise<Known[]> {
    const links = batch.flatMap(({ links }) => links?.map(linkRow) ?? NONE);
    const uses = batch.flatMap(({ message: { trackingId, content } }) =>
      content.kind === "SMS" ? NONE : useRows(trackingId, ownBlobs(content))
    );
    const has = { once, links: links.length > 0, uses: uses.length > 0 };
    return await database.query<Known>(acceptForm(has), [
      asJson(batch.map(once ? acceptOnceRow : acceptRow)),
      ...has.links ? [asJson(links)] : [],
      ...has.uses ? [asJson(uses)] : [],
    ]);
  }

  return async (message, lease, beside) => {
    const item: Accept = { message, lease, once: beside?.once, links: beside?.links };
    for (;;) {
      const trackingId = await accept(item);
      if (trackingId !== null) return trackingId;
    }
  };
}

/** Without those whose digest another of the batch has. */
function firstOfEachDigest(batch: Accept[]): Accept[] {
  const seen = new Set<string>();
  return batch.filter(({ once }) => {
    if (once === undefined) return true;
    if (seen.has(once.digest)) return false;
    seen.add(once.digest);
    return true;
  });
}

function acceptOnceRow(item: Accept) {
  const { once } = item;
  return {
    ...acceptRow(item),
    digest: once?.digest,
    since: once === undefined ? undefined : instant(once.since),
  };
}

/** What is null is left out: a missing field of a record set is null, and costs nothing to parse. */
function acceptRow({ message, lease }: Accept) {
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
  };
}
