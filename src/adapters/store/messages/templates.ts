/** MMS templates: the rows of `template`. */
import type { Rendition } from "../../../core/media/media_file.ts";
import type { TemplateRecord } from "../../../core/template/template.ts";
import { ClaimLost, type TemplateStore } from "../../../ports/mod.ts";
import { insertUses, useRows } from "../files/blob_uses.ts";
import type { Claims, ClaimTable } from "../due/claim.ts";
import type { PostbackRef } from "../../../core/message/event.ts";
import { asJson, type Database, type Parameter, type Row } from "../engine/database.ts";
import {
  eventRow,
  FROM_WRITTEN,
  insertEvents,
  insertNotes,
  NONE_WRITTEN,
  postbacksWritten,
  WRITTEN,
  type WrittenRow,
} from "../postbacks/event_rows.ts";
import { createDrafts } from "./drafts.ts";
import { createRemovedTemplates } from "./removed_templates.ts";
import { responseRow, storeResponses } from "../requests/idempotency.ts";
import { idCursor, listByIds, pageOf, readIdCursor } from "../engine/page.ts";
import { epoch, instant } from "../engine/time.ts";
import { uuidOrNone } from "../engine/uuids.ts";

const TEMPLATE = `mms_id, account, tracking_id, name, subject, fallback_text, disable_fallback_sms,
  disable_fallback_sms_link, client_reference, slides, state, media, trace,
  ${epoch("created_at")} as created_at`;

/** Columns of templates and drafts. */
const EVERY_TEMPLATE = `${TEMPLATE}, ${epoch("draft_until")} as draft_until`;

/** Templates, without drafts. */
const SAVED = "(select * from template where draft_until is null) template";

const LISTING = {
  listing: "template",
  table: SAVED,
  columns: TEMPLATE,
  id: "mms_id",
  itemOf: templateOf,
  idOf: ({ mmsId }: { mmsId: string }) => mmsId,
} as const;

/** @param condition `where` clause; where it is false, nothing is written. */
const create = (condition = "") => `
  new_template as (
    insert into template (mms_id, account, tracking_id, name, subject, fallback_text,
      disable_fallback_sms, disable_fallback_sms_link, client_reference, slides, state, media,
      created_at, due_at, owner, trace, draft_until)
    select $1, $2, $3, $4, $5, $6, $7, $8, $9, $10::text::json, 'locked', '[]', $11, $12, $13, $14,
      $16
    ${condition})
  ${insertNotes("$15", condition)}`;

const CREATE = `with ${create()}`;
const CREATE_WITH_RESPONSE = `
  with responses as (${storeResponses("$17")}),
  ${create("where exists (select from responses)")} returning 1`;

const SETTLE = `
  with settled as (
    update template set state = $2, media = $3::text::json, due_at = null, owner = null
    where mms_id = $1 and state = 'locked' and (draft_until is not null) = $6
    returning mms_id, tracking_id),
  ${insertEvents("$4", { ids: "tracking_id from settled" })},
  new_uses as (${insertUses("template", "$5", "mms_id from settled")})
  select ${NONE_WRITTEN} from settled union all select ${WRITTEN} ${FROM_WRITTEN}`;

/**
 * Locks a failed template again. The files that its last attempt made are no longer its own: those
 * that are still remembered are not made again.
 */
const RETRY = `
  with retried as (
    update template set state = 'locked', media = '[]', retried_at = $2, due_at = $3, owner = $4
    where mms_id = $1 and state = 'failed' returning *),
  released as (
    delete from blob_use where used_by = any(array(select 'template:' || mms_id from retried))),
  noted as (${insertNotes("$5", "where exists (select from retried)")})
  select ${TEMPLATE} from retried`;

/** Table for `createClaims`. */
export const TEMPLATE_CLAIMS: ClaimTable = {
  table: "template",
  key: "mms_id",
  columns: EVERY_TEMPLATE,
  dueAt: "due_at",
  collation: "default",
  by: ["account"],
};

/** Counts locked templates by `due_at`, which no others have. */
const LOCKED = `
  select count(*)::int as locked from (
    select from template where account = $1 and due_at is not null limit $2) counted`;

/** Selects a page; removed templates have their position for a while (`removed_templates.ts`). */
const PAGE = `
  with position as (
    select mms_id from (
      select mms_id, created_at from ${SAVED} where account = $1
      union all select mms_id, created_at from removed_template where account = $1) every
    where created_at > $2::text::timestamptz
    order by mms_id desc limit $3 offset $4)
  select ${TEMPLATE} from template where mms_id = any(array(select mms_id from position))
  order by mms_id desc`;

/** Selects a page of those with a text; the inner query reads an index alone. */
const SEARCH = `
  select ${TEMPLATE} from template where mms_id = any(array(
    select mms_id from template
    where draft_until is null and (strpos(lower(name), lower($1)) > 0
        or starts_with(mms_id::text, lower($1)))
      and ($2::text is null or account = $2) and ($3::text is null or state = $3)
      and ($4::uuid is null or mms_id < $4)
    order by mms_id desc limit $5))
  order by mms_id desc`;

const TOTAL = `
  select count(*)::int as total from ${SAVED}
  where account = $1 and created_at > $2::text::timestamptz`;

const BY_ID = `select ${TEMPLATE} from ${SAVED} where mms_id = $1 and account = $2`;
const FIND = `
  select ${EVERY_TEMPLATE} from template
  where mms_id = $1 and draft_until is distinct from '-infinity'`;

const RENAME = `
  update template set name = $2 where mms_id = $1 and draft_until is null returning ${TEMPLATE}`;

/** @param onPostbacks Receives the postbacks of each commit, once it is durable. */
export function createTemplateStore(
  { query }: Database,
  onPostbacks: (postbacks: PostbackRef[]) => void,
  claims: Claims,
): TemplateStore {
  async function findOne(sql: string, parameters: Parameter[]): Promise<TemplateRecord | null> {
    const rows = await query(sql, parameters);
    return rows.length === 0 ? null : templateOf(rows[0]!);
  }

  return {
    async create(template, event, lease, response) {
      const rows = await query(response === undefined ? CREATE : CREATE_WITH_RESPONSE, [
        template.mmsId,
        template.account,
        template.trackingId,
        template.name,
        template.subject,
        template.fallbackText,
        template.disableFallbackSms,
        template.disableFallbackSmsLink,
        template.clientReference,
        asJson(template.slides),
        instant(template.createdAt),
        instant(lease.until),
        lease.owner,
        template.trace ?? null,
        asJson(event === null ? [] : [eventRow(event, 0)]),
        template.draftUntil === undefined ? null : instant(template.draftUntil),
        ...response === undefined ? [] : [asJson([responseRow(response)])],
      ]);
      if (response !== undefined && rows.length === 0) throw new ClaimLost();
    },

    byId: (account, mmsId) => findOne(BY_ID, [uuidOrNone(mmsId), account]),
    find: (mmsId) => findOne(FIND, [uuidOrNone(mmsId)]),

    ...createRemovedTemplates(query),
    ...createDrafts(query, onPostbacks),

    async page(account, { createdAfter, number, size }) {
      const after = createdAfter === null ? "-infinity" : instant(createdAfter);
      const [rows, [counted]] = await Promise.all([
        query(PAGE, [account, after, size, (number - 1) * size]),
        query<{ total: number }>(TOTAL, [account, after]),
      ]);
      return { items: rows.map(templateOf), total: counted!.total };
    },

    rename: (mmsId, name) => findOne(RENAME, [uuidOrNone(mmsId), name]),

    async list({ account, state, text }, page) {
      if (text === undefined) return await listByIds(query, LISTING, { account, state }, page);
      const { cursor, limit } = page;
      const rows = await query(SEARCH, [
        text,
        account ?? null,
        state ?? null,
        cursor === null ? null : readIdCursor("template", cursor),
        limit + 1,
      ]);
      return pageOf(rows.map(templateOf), limit, ({ mmsId }) => idCursor("template", mmsId));
    },

    async claimDue(lease, now, capacity) {
      return (await claims.claim(lease, now, capacity)).map(templateOf);
    },

    async locked(account, atMost) {
      const [row] = await query<{ locked: number }>(LOCKED, [account, atMost]);
      return row!.locked;
    },

    async retry(mmsId, event, lease) {
      const rows = await query(RETRY, [
        mmsId,
        instant(event.at),
        instant(lease.until),
        lease.owner,
        asJson([eventRow(event, 0)]),
      ]);
      return rows.length === 0 ? null : templateOf(rows[0]!);
    },

    extend: async (mmsId, { owner, until }) =>
      (await query(
        `update template set due_at = $3
         where mms_id = $1 and owner = $2 and state = 'locked' returning 1`,
        [mmsId, owner, instant(until)],
      )).length > 0,

    async progress(mmsId, owner, media) {
      await query(
        "update template set media = $3::text::json where mms_id = $1 and owner = $2",
        [mmsId, owner, asJson(media)],
      );
    },

    async settle(mmsId, to, media, events, isDraft = false) {
      const rows = await query<WrittenRow & Row>(SETTLE, [
        mmsId,
        to,
        asJson(media),
        asJson(events.map(eventRow)),
        asJson(useRows(mmsId, media.flatMap(({ renditions }) => renditions.map(blobOf)))),
        isDraft,
      ]);
      if (rows.length === 0) return false;
      const postbacks = postbacksWritten(events, rows.slice(1));
      if (postbacks.length > 0) onPostbacks(postbacks);
      return true;
    },
  };
}

const blobOf = ({ blob }: Rendition): string => blob;

function templateOf(row: Row): TemplateRecord {
  return {
    mmsId: row.mms_id,
    account: row.account,
    trackingId: row.tracking_id,
    name: row.name,
    subject: row.subject,
    fallbackText: row.fallback_text,
    disableFallbackSms: row.disable_fallback_sms,
    disableFallbackSmsLink: row.disable_fallback_sms_link,
    clientReference: row.client_reference,
    slides: row.slides,
    state: row.state,
    media: row.media,
    createdAt: row.created_at,
    ...typeof row.draft_until === "number" ? { draftUntil: row.draft_until } : {},
    ...row.trace === null ? {} : { trace: row.trace },
  };
}
