/** Drafts: the rows of `template` with an end, until they are saved or removed. */
import type { PostbackRef } from "../../../core/message/event.ts";
import { ClaimLost, type TemplateStore } from "../../../ports/mod.ts";
import { asJson, type Query, type Row } from "../engine/database.ts";
import { instant } from "../engine/time.ts";
import { uuidOrNone } from "../engine/uuids.ts";
import {
  eventRow,
  FROM_WRITTEN,
  insertEvents,
  NONE_WRITTEN,
  postbacksWritten,
  WRITTEN,
  type WrittenRow,
} from "../postbacks/event_rows.ts";
import { responseRow, storeResponses } from "../requests/idempotency.ts";

/**
 * Returns a row for the draft, one for the template that it has become, and those of the postbacks.
 *
 * @param responses Table expression `responses`, which the draft has to be there for.
 * @param condition Condition on it.
 */
const save = (responses = "", condition = "") => `
  with draft as materialized (
    select mms_id from template where mms_id = $1 and draft_until > $9 and state = $2
    for update),
  ${responses}
  saved as (
    update template set name = $3, subject = $4, fallback_text = $5, disable_fallback_sms = $6,
      disable_fallback_sms_link = $7, client_reference = $8, created_at = $9, draft_until = null
    where mms_id = (select mms_id from draft) ${condition} returning tracking_id),
  ${insertEvents("$10", { ids: "tracking_id from saved" })}
  select ${NONE_WRITTEN} from draft union all select ${NONE_WRITTEN} from saved
  union all select ${WRITTEN} ${FROM_WRITTEN}`;

const SAVE = save();
const SAVE_WITH_RESPONSE = save(
  `responses as (${
    storeResponses("$11", { set: "", from: "", where: " and exists (select from draft)" })
  }),`,
  "and exists (select from responses)",
);

/**
 * Ends drafts. Those that are being transcoded fail, so that no commit refers to further files once
 * they are removed.
 */
const end = (condition: string) => `
  update template set draft_until = '-infinity', due_at = null, owner = null,
    state = case state when 'locked' then 'failed' else state end
  where ${condition} returning 1`;

const END = end("mms_id = $1 and draft_until > '-infinity'");
const END_LATE = end("draft_until <= $1 and state = 'locked'");

/** Removes drafts that have ended; other templates that use their files do so by themselves. */
const REMOVE = `
  with draft as materialized (
    select mms_id from template where draft_until <= $1 and state <> 'locked'
    order by draft_until limit $2 for update skip locked),
  uses as (
    delete from blob_use where used_by = any(array(select 'template:' || mms_id from draft)))
  delete from template where mms_id = any(array(select mms_id from draft)) returning 1`;

/** @param onPostbacks Receives the postbacks of each commit, once it is durable. */
export function createDrafts(
  query: Query,
  onPostbacks: (postbacks: PostbackRef[]) => void,
): Pick<TemplateStore, "endDraft" | "removeEndedDrafts" | "saveDraft"> {
  return {
    async saveDraft(template, events, response) {
      const rows = await query<WrittenRow & Row>(
        response === undefined ? SAVE : SAVE_WITH_RESPONSE,
        [
          uuidOrNone(template.mmsId),
          template.state,
          template.name,
          template.subject,
          template.fallbackText,
          template.disableFallbackSms,
          template.disableFallbackSmsLink,
          template.clientReference,
          instant(template.createdAt),
          asJson(events.map(eventRow)),
          ...response === undefined ? [] : [asJson([responseRow(response)])],
        ],
      );
      if (rows.length === 0) return false;
      if (rows.length === 1) throw new ClaimLost();
      const postbacks = postbacksWritten(events, rows.slice(2));
      if (postbacks.length > 0) onPostbacks(postbacks);
      return true;
    },

    endDraft: async (mmsId) => (await query(END, [uuidOrNone(mmsId)])).length > 0,

    async removeEndedDrafts(now, limit) {
      await query(END_LATE, [instant(now)]);
      return (await query(REMOVE, [instant(now), limit])).length;
    },
  };
}
