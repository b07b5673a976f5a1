/**
 * Look-up of the sender that an account last used for a recipient. The messages are its memory: an
 * acceptance writes nothing for it, and it goes with them, by retention or an erasure.
 */
import { equalForms } from "../../../core/account/equal_numbers.ts";
import type { MessageStore } from "../../../ports/mod.ts";
import { type BatcherOptions, createBatcher } from "../engine/batcher.ts";
import { asJson, type Database } from "../engine/database.ts";
import { instant } from "../engine/time.ts";
import { earliestId, ID_AGE_MAX_MS } from "../engine/uuids.ts";

/** Messages to a recipient among which the last one of an account is looked for. */
const LATEST_MAX = 1000;

/** Looks each up by the recipient's index, from its newest message on. */
const LAST_USED = `
  select position, found.sender from json_to_recordset($1::text::json) as x(position int,
    account text, recipient text, senders text[], low uuid, since timestamptz)
  cross join lateral (
    select sender, tracking_id from (
      select account, sender, accepted_at, tracking_id from message
      where recipient = x.recipient and tracking_id >= x.low
      order by tracking_id desc limit ${LATEST_MAX}) latest
    where account = x.account and accepted_at >= x.since
      and sender = any(x.senders)
    order by tracking_id desc limit 1) found
  order by found.tracking_id`;

interface Lookup {
  account: string;
  from: readonly string[];
  to: string;
  since: number;
}

export function createLastUsed(
  database: Database,
  options: BatcherOptions,
): MessageStore["lastUsed"] {
  const lastUsed = createBatcher<Lookup, string | null>(async (batch) => {
    const lookups = batch.flatMap(({ account, from, to, since }, position) =>
      equalForms(to).map((recipient) => ({
        position,
        account,
        recipient,
        senders: from,
        low: earliestId(since - ID_AGE_MAX_MS),
        since: instant(since),
      }))
    );
    const rows = await database.query<{ position: number; sender: string }>(LAST_USED, [
      asJson(lookups),
    ]);
    // Of several forms of a number, the one with the newest message comes last.
    const senders = new Map(rows.map(({ position, sender }) => [position, sender]));
    return batch.map((_, position) => senders.get(position) ?? null);
  }, options);

  return (account, pair, since) => lastUsed({ account, ...pair, since });
}
