/**
 * Subscriptions of recipients to campaigns: the rows of `subscription`. One holds for all forms of its
 * number (`equalForms`). A change, its postback and the text that it causes are one commit.
 */
import { equalForms } from "../../../core/account/equal_numbers.ts";
import type { PostbackRef } from "../../../core/message/event.ts";
import type { NewMessage } from "../../../core/message/message.ts";
import type { Subscription } from "../../../core/subscription/subscription.ts";
import { countAccepted } from "../../../core/traffic/traffic_count.ts";
import type {
  ChangeFacts,
  SubscribeRequest,
  SubscribeResult,
  SubscriptionKey,
  SubscriptionStore,
} from "../../../ports/mod.ts";
import { EVERY, isBlockedBy, lockNumber, storedForms } from "../accounts/blocks.ts";
import { asJson, type Database, type Query, type Row } from "../engine/database.ts";
import { invalidCursor, pageOf } from "../engine/page.ts";
import { epoch, instant } from "../engine/time.ts";
import type { NumberDigest } from "../secrets/number_digest.ts";
import type { TrafficTally } from "../traffic/tally.ts";
import { acceptText } from "./accepted_text.ts";
import { lockCampaign, MAKE } from "./campaigns.ts";
import { recordChanges } from "./changes.ts";

/** Condition of the subscription to a campaign ($2) under any form of a number ($3). */
const OF_RECIPIENT = `account = $1 and campaign_ref = $2
  and recipient = any(array(select json_array_elements_text($3::text::json)))`;

/** Columns that `subscriptionOf` reads. */
export const SUBSCRIPTION = `campaign_ref, recipient, ${epoch("since")} as since, ${
  epoch("expires_at")
} as expires_at, consent`;

/** Selects the subscription of a recipient; one that is confirmed comes before others. */
const FIND = `
  select ${SUBSCRIPTION} from subscription where ${OF_RECIPIENT}
  order by expires_at desc nulls first limit 1`;

/** Writes a subscription, over one that waits for its confirmation. */
const PUT = `
  insert into subscription as s (account, campaign_ref, recipient, since, expires_at, notify, consent)
  values ($1, $2, $3, $4::text::timestamptz, $5::text::timestamptz, $6, $7::text::json)
  on conflict (account, campaign_ref, recipient) do update set since = excluded.since,
    expires_at = excluded.expires_at, notify = excluded.notify,
    consent = coalesce(excluded.consent, s.consent)
  returning consent`;

/** Records that a recipient is asked; returns no row where that was so after $5. */
const ASK = `
  insert into subscription_question as q (account, number, campaign_ref, at)
  values ($1, $2, $3, $4::text::timestamptz)
  on conflict (account, number, campaign_ref) do update set at = excluded.at
    where q.at <= $5::text::timestamptz
  returning 1`;

/** A change, for once it is durable. */
interface Changed<T> {
  result: T;
  postbacks?: PostbackRef[];
  /** Text that it causes. Default: none. */
  text?: NewMessage;
}

/** @param onPostbacks Receives the postbacks of each commit, once it is durable. */
export function createSubscriptionStore(
  { query, transaction }: Database,
  digestOf: NumberDigest,
  onPostbacks: (postbacks: PostbackRef[]) => void,
  tally: TrafficTally,
): SubscriptionStore {
  /** Commits a change, then counts its text and notifies of its postbacks. */
  async function committed<T>(work: (query: Query) => Promise<Changed<T>>): Promise<T> {
    const { result, postbacks = [], text } = await transaction(work);
    if (text !== undefined) tally.add(countAccepted(text));
    if (postbacks.length > 0) onPostbacks(postbacks);
    return result;
  }

  return {
    isSubscribed: async (account, { campaignRef, recipient }) =>
      (await query(
        `select from subscription where ${OF_RECIPIENT} and expires_at is null limit 1`,
        [account, campaignRef, asJson(equalForms(recipient))],
      )).length > 0,

    async find(account, { campaignRef, recipient }) {
      const [row] = await query(FIND, [account, campaignRef, asJson(equalForms(recipient))]);
      return row === undefined ? null : subscriptionOf(row);
    },

    async list(account, { cursor, limit }) {
      const [campaignRef, recipient] = cursor === null ? ["", ""] : readCursor(cursor);
      const rows = await query(
        `select ${SUBSCRIPTION} from subscription
         where account = $1 and (campaign_ref, recipient) > ($2, $3)
         order by campaign_ref, recipient limit $4`,
        [account, campaignRef, recipient, limit + 1],
      );
      return pageOf(
        rows.map(subscriptionOf),
        limit,
        (item) => JSON.stringify([item.campaignRef, item.recipient]),
      );
    },

    async subscribe(account, request) {
      const forms = await storedForms(request.recipient, digestOf);
      return await committed((query) => subscribe(query, account, request, forms));
    },

    unsubscribe: (account, key, facts) =>
      committed((query) => unsubscribe(query, account, key, facts)),
  };
}

/** @param forms What may stand for the number in a block. */
async function subscribe(
  query: Query,
  account: string,
  request: SubscribeRequest,
  forms: readonly string[],
): Promise<Changed<SubscribeResult>> {
  const { at, campaignRef, question, receivers, recipient, source, text, trackingId } = request;
  await lockNumber(query, account, recipient);
  if (request.makesCampaign) await query(MAKE, [account, campaignRef, instant(at)]);
  const campaign = await lockCampaign(query, account, campaignRef);
  if (campaign === null) return { result: "campaign unknown" };
  const [current] = await query(FIND, [account, campaignRef, asJson(equalForms(recipient))]);
  if (current !== undefined && current.expires_at === null) return { result: "unchanged" };
  if (request.heedsOptOut) {
    const pair = { account, originator: campaign.sender ?? EVERY, forms };
    if (await isBlockedBy(query, pair, ["keyword"])) return { result: "opted out" };
  }
  const isAsked = question !== undefined && await wasAsked(query, account, request, question);
  if (isAsked && current !== undefined && current.expires_at > at) return { result: "unchanged" };
  const stored = await put(query, account, {
    ...request,
    recipient: current?.recipient ?? recipient,
  });
  if (isAsked) return { result: "unchanged" };
  if (text !== undefined) await acceptText(query, text);
  if (question !== undefined) return { result: "asked", text };
  const change = { trackingId, account, code: "N301", campaign, source, at, ...stored } as const;
  return { result: "subscribed", postbacks: await recordChanges(query, [change], receivers), text };
}

/** Tells whether the recipient has been asked since; from now on that is so. */
async function wasAsked(
  query: Query,
  account: string,
  { at, campaignRef, recipient }: SubscribeRequest,
  { askedSince }: NonNullable<SubscribeRequest["question"]>,
): Promise<boolean> {
  const number = equalForms(recipient)[0]!;
  const rows = await query(ASK, [account, number, campaignRef, instant(at), instant(askedSince)]);
  return rows.length === 0;
}

async function put(
  query: Query,
  account: string,
  { at, campaignRef, consent, question, recipient }: SubscribeRequest,
): Promise<Pick<Subscription, "recipient" | "consent">> {
  const [row] = await query(PUT, [
    account,
    campaignRef,
    recipient,
    instant(at),
    question === undefined ? null : instant(question.expiresAt),
    question?.notify ?? false,
    consent === undefined ? null : asJson(consent),
  ]);
  return { recipient, consent: row!.consent };
}

async function unsubscribe(
  query: Query,
  account: string,
  { campaignRef, recipient }: SubscriptionKey,
  { at, receivers, source, text, trackingId }: ChangeFacts,
): Promise<Changed<boolean>> {
  await lockNumber(query, account, recipient);
  const campaign = await lockCampaign(query, account, campaignRef);
  if (campaign === null) return { result: false };
  const rows = await query(
    `delete from subscription where ${OF_RECIPIENT} returning ${SUBSCRIPTION}`,
    [account, campaignRef, asJson(equalForms(recipient))],
  );
  const ended = rows.find((row) => row.expires_at === null);
  if (ended === undefined) return { result: rows.length > 0 };
  if (text !== undefined) await acceptText(query, text);
  const change = {
    trackingId,
    account,
    code: "N302",
    campaign,
    recipient: ended.recipient,
    source,
    at,
    consent: ended.consent,
  } as const;
  const postbacks = await recordChanges(query, [change], receivers);
  return { result: true, postbacks, text };
}

/**
 * Reads the campaign and recipient of a page's last row.
 * @throws {Refusal} for a cursor that the listing never issued.
 */
function readCursor(cursor: string): [campaignRef: string, recipient: string] {
  try {
    const [campaignRef, recipient] = JSON.parse(cursor);
    if (typeof campaignRef === "string" && typeof recipient === "string") {
      return [campaignRef, recipient];
    }
  } catch {
    // Neither JSON nor a list.
  }
  throw invalidCursor();
}

export function subscriptionOf(row: Row): Subscription {
  return {
    campaignRef: row.campaign_ref,
    recipient: row.recipient,
    since: row.since,
    expiresAt: row.expires_at,
    consent: row.consent,
  };
}
