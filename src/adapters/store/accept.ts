/** Messages that become ours: written many to a commit, with what goes with them. */
import { contentCharacters, type NewMessage, ownBlobs } from "../../core/message/message.ts";
import { type Accompaniment, ClaimLost, type Lease, type MessageStore } from "../../ports/mod.ts";
import { insertUses, useRows } from "./blob_uses.ts";
import { asJson, type Database } from "./database.ts";
import { answerRow, keepAnswers } from "./idempotency.ts";
import { type BatcherOptions, createBatcher } from "./batcher.ts";
import { insertLinks, linkRow } from "./links.ts";
import { type Parts, statementForms } from "./statement_forms.ts";
import { epoch, instant } from "./time.ts";

/** Types of `acceptRow`'s fields in a record set. */
const COLUMNS = `tracking_id text, account text, kind text, sender text, recipient text,
  operator_id text, mms_id text, client_reference text, campaign_ref text, content json,
  delivery_report boolean, accepted_at timestamptz, expires_at timestamptz, due_at timestamptz,
  owner text, details text`;

const insertMessages = (batch: string) => `
    insert into message (tracking_id, account, kind, state, sender, recipient, operator_id, mms_id,
      client_reference, campaign_ref, content, delivery_report, accepted_at, updated_at, expires_at,
      due_at, owner)
    select tracking_id, account, kind, 'accepted', sender, recipient, operator_id, mms_id,
      client_reference, campaign_ref, content, delivery_report, accepted_at, accepted_at,
      expires_at, due_at, owner
    from ${batch}`;

/** The first event, of being accepted, is no postback: it needs no id. */
const insertFirstEvents = (batch: string) => `
  insert into event (account, tracking_id, at, name, state, details, operator_id)
  select account, tracking_id, accepted_at, 'accepted', 'accepted', details, operator_id
  from ${batch}`;

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

/** Those that are neither known nor of a request that has lost its key. By IN: no join is hashed. */
const freshOf = (has: Parts<"once" | "kept">) => {
  const conditions = [
    ...has.once ? ["(b.digest is null or b.tracking_id in (select tracking_id from known))"] : [],
    ...has.kept ? ["(b.claim is null or b.claim in (select claim from kept))"] : [],
  ];
  return `fresh as (
    select b.* from batch b where ${conditions.join(" and ")})`;
};

const acceptForm = statementForms<"once" | "kept" | "links" | "uses">((has, next) => {
  const columns = [
    COLUMNS,
    ...has.once ? ["digest text, since timestamptz"] : [],
    ...has.kept ? ["claim text"] : [],
  ];
  const isSifted = has.once || has.kept;
  const fresh = isSifted ? "fresh" : "batch";
  const others = isSifted ? "tracking_id from fresh" : undefined;
  const parts = [
    `batch as (select * from json_to_recordset($1::text::json) as x(${columns.join(", ")}))`,
    ...has.once ? [KNOWN] : [],
    ...has.kept ? [`kept as (${keepAnswers(next())})`] : [],
    ...isSifted ? [freshOf(has)] : [],
    `written as (${insertMessages(fresh)})`,
    ...has.links ? [`given as (${insertLinks(next(), others)})`] : [],
    ...has.uses ? [`used as (${insertUses("message", next(), others)})`] : [],
    ...isSifted ? [`told as (${insertFirstEvents(fresh)})`] : [],
  ];
  const told = [
    ...has.once
      ? [`select digest, tracking_id, ${epoch("at")} as at, null as claim from known
    where tracking_id not in (select tracking_id from batch)`]
      : [],
    ...has.kept ? ["select null as digest, null as tracking_id, null as at, claim from kept"] : [],
  ];
  return `with ${parts.join(",\n  ")}
  ${isSifted ? told.join(" union all ") : insertFirstEvents(fresh)}`;
});

interface Accept extends Accompaniment {
  message: NewMessage;
  lease: Lease | null;
}

interface Known {
  digest: string;
  tracking_id: string;
  at: number;
}

/** What a commit tells: a digest that another message has, or the claim of an answer that it keeps. */
type Told = Known | { digest: null; claim: string };

/** Most messages bring nothing: nothing is made for that. */
const NONE: never[] = [];
const NOTHING: Accompaniment = {};

export function createAccept(database: Database, options: BatcherOptions): MessageStore["accept"] {
  /** Null: another of its digest went first, and is too old for it: to be tried again. */
  const accept = createBatcher<Accept, string | ClaimLost | null>(
    async (batch) => {
      const plain = batch.every(({ once }) => once === undefined);
      const first = plain ? batch : firstOfEachDigest(batch);
      const told = await write(first, !plain);
      const known = new Map(plain ? NONE : first.flatMap(ownDigest));
      const claims = new Set<string>();
      for (const row of told) {
        if (row.digest === null) claims.add(row.claim);
        else known.set(row.digest, row);
      }
      const asked = new Set(plain ? NONE : first);
      return batch.map((item) => {
        const { message, kept, once } = item;
        if (kept !== undefined && !claims.has(kept.claim.id)) return new ClaimLost();
        if (once === undefined) return message.trackingId;
        const { tracking_id, at } = known.get(once.digest)!;
        return asked.has(item) || at >= once.since ? tracking_id : null;
      });
    },
    options,
    {
      ownerOf: ({ message: { account } }) => account,
      weightOf: ({ message: { content } }) => contentCharacters(content),
    },
  );

  async function write(batch: readonly Accept[], once: boolean): Promise<Told[]> {
    const answers = batch.flatMap(({ kept }) => kept === undefined ? NONE : [answerRow(kept)]);
    const links = batch.flatMap(({ links }) => links?.map(linkRow) ?? NONE);
    const uses = batch.flatMap(({ message: { trackingId, content } }) =>
      content.kind === "SMS" ? NONE : useRows(trackingId, ownBlobs(content))
    );
    const has = {
      once,
      kept: answers.length > 0,
      links: links.length > 0,
      uses: uses.length > 0,
    };
    return await database.query<Told>(acceptForm(has), [
      asJson(batch.map(once ? acceptOnceRow : acceptRow)),
      ...has.kept ? [asJson(answers)] : [],
      ...has.links ? [asJson(links)] : [],
      ...has.uses ? [asJson(uses)] : [],
    ]);
  }

  return async (message, lease, beside) => {
    const { once, kept, links, warnings } = beside ?? NOTHING;
    const item: Accept = { message, lease, once, kept, links, warnings };
    for (;;) {
      const result = await accept(item);
      if (result instanceof ClaimLost) throw result;
      if (result !== null) return result;
    }
  };
}

/** A digest as it is when no other message has it. */
function ownDigest({ once, message }: Accept): [string, Known][] {
  if (once === undefined) return NONE;
  const { digest } = once;
  return [[digest, { digest, tracking_id: message.trackingId, at: message.acceptedAt }]];
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
function acceptRow({ message, lease, kept, warnings = NONE }: Accept) {
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
    claim: kept?.claim.id,
    details: warnings.length === 0 ? undefined : warnings.join("; "),
  };
}
