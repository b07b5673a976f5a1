/** Keyword replies: messages accepted in the same commit as the keyword's message. */
import type { KeywordReply } from "../../../ports/mod.ts";
import { asJson, type Query } from "../engine/database.ts";
import { eventRow, insertNotes } from "../postbacks/event_rows.ts";
import { instant } from "../engine/time.ts";
import { acceptText } from "../subscriptions/accepted_text.ts";

/** Records a reply; returns no row where the handset had one of this kind and sender since $6. */
const RECORD = `
  insert into keyword_reply as r (account, originator, number, kind, at)
  values ($1, $2, $3, $4, $5)
  on conflict (account, number, originator, kind) do update set at = excluded.at where r.at <= $6
  returning 1`;

const ADD_EVENTS = insertNotes("$1");

/** Accepts a keyword reply; false: the handset had one of its kind since `since`. */
export async function acceptReply(
  query: Query,
  { message, kind, since, events }: KeywordReply,
): Promise<boolean> {
  const { account, from, to, acceptedAt } = message;
  const at = instant(acceptedAt);
  const recorded = await query(RECORD, [account, from, to, kind, at, instant(since)]);
  if (recorded.length === 0) return false;
  await acceptText(query, message);
  await query(ADD_EVENTS, [asJson(events.map(eventRow))]);
  return true;
}
