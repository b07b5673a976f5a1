/** Removed templates: the rows of `removed_template`, and the files that messages still need. */
import type { TemplateStore } from "../../../ports/mod.ts";
import type { Query } from "../engine/database.ts";
import { epoch, instant } from "../engine/time.ts";
import { uuidOrNone } from "../engine/uuids.ts";

/**
 * Time until a removed template is looked at first, in milliseconds. A send that has read it may not
 * be committed yet, and pages that a customer is reading do not move.
 */
const REMOVAL_GRACE_MS = 3_600_000;
/** Time until a message that is being delivered is looked at again, in milliseconds. */
const DELIVERY_CHECK_MS = 60_000;
/** Messages that one statement reads. */
const MESSAGES_A_STEP = 1000;
/** Steps for a template at a time. */
const STEPS = 10;

const REMOVE = `
  with removed as (
    delete from template
    where mms_id = $1 and ($2::text is null or account = $2) and draft_until is null
    returning mms_id, account, created_at)
  insert into removed_template (mms_id, account, created_at, check_at)
  select mms_id, account, created_at, $3::text::timestamptz from removed returning 1`;

const CLAIM = `
  update removed_template set check_at = $2::text::timestamptz where mms_id in (
    select mms_id from removed_template where check_at <= $1::text::timestamptz
    order by check_at limit $3 for update skip locked)
  returning mms_id, check_from`;

/**
 * Reads messages of a template in order, and finds the first that needs its files: one that is being
 * delivered, or that has a hosted page. OFFSET 0 keeps Postgres from scanning all pages.
 */
const STEP = `
  with batch as materialized (
    select tracking_id, state from message where mms_id = $1 and tracking_id >= $2
    order by tracking_id limit $3)
  select (select count(*)::int from batch) as read,
    (select tracking_id from batch order by tracking_id desc limit 1) as last,
    needed.tracking_id as needed_by, needed.is_open, ${epoch("needed.page_until")} as page_until
  from (select) one left join lateral (
    select b.tracking_id, b.is_open, page.page_until
    from (
      select tracking_id, state in ('accepted', 'preparing', 'sent', 'submitted') as is_open
      from batch) b
    cross join lateral (
      select max(expires_at) filter (where kind = 'page') as page_until
      from (select kind, expires_at from link where tracking_id = b.tracking_id offset 0) own) page
    where b.is_open or page.page_until > $4::text::timestamptz
    order by b.tracking_id limit 1) needed on true`;

const WAIT = `
  update removed_template set check_from = $2, check_at = $3::text::timestamptz where mms_id = $1`;

/** Removes the renditions that are remembered, too: others that use their blobs do so by themselves. */
const RELEASE = `
  with released as (delete from removed_template where mms_id = $1 returning mms_id),
  uses as (
    delete from blob_use where used_by = any(array(select 'template:' || mms_id from released))
    returning blob)
  delete from made_rendition where blob = any(array(select blob from uses))`;

interface StepRow {
  read: number;
  last: string | null;
  needed_by: string | null;
  is_open: boolean | null;
  page_until: number | null;
}

export function createRemovedTemplates(
  query: Query,
): Pick<TemplateStore, "remove" | "releaseRemoved"> {
  /** Looks for messages that need the files of a template; releases them if there is none. */
  async function check(mmsId: string, from: string, now: number): Promise<void> {
    const wait = (tracking: string, until: number) =>
      query(WAIT, [mmsId, tracking, instant(until)]);
    let first = from;
    for (let step = 0; step < STEPS; step++) {
      const [row] = await query<StepRow>(STEP, [mmsId, first, MESSAGES_A_STEP, instant(now)]);
      const { read, last, needed_by: neededBy, is_open: isOpen, page_until: pageUntil } = row!;
      if (neededBy !== null) {
        await wait(neededBy, isOpen ? now + DELIVERY_CHECK_MS : pageUntil!);
        return;
      }
      if (read < MESSAGES_A_STEP) return void await query(RELEASE, [mmsId]);
      first = last!;
    }
    await wait(first, now);
  }

  return {
    remove: async (mmsId, account, now) =>
      (await query(REMOVE, [uuidOrNone(mmsId), account, instant(now + REMOVAL_GRACE_MS)])).length >
        0,

    async releaseRemoved(now, limit) {
      const claimed = await query<{ mms_id: string; check_from: string }>(CLAIM, [
        instant(now),
        instant(now + DELIVERY_CHECK_MS),
        limit,
      ]);
      for (const { mms_id, check_from } of claimed) await check(mms_id, check_from, now);
      return claimed.length;
    },
  };
}
