/** Short links in texts, with their click counts: the rows of `link`. */
import type { PostbackRef } from "../../../core/message/event.ts";
import { isReported } from "../../../core/postback/clicks.ts";
import type { LinkRecord, NewLink, Opener } from "../../../core/sms/link.ts";
import type { LinkStore } from "../../../ports/mod.ts";
import { asJson, type Database, type Parameter, type Query, type Row } from "../engine/database.ts";
import { type BatcherOptions, createBatcher } from "../engine/batcher.ts";
import { pageOf, readSequenceCursor } from "../engine/page.ts";
import { epoch, instant } from "../engine/time.ts";
import { uuidOrNone } from "../engine/uuids.ts";
import {
  eventRow,
  FROM_WRITTEN,
  insertEvents,
  postbacksWritten,
  WRITTEN,
  type WrittenRow,
} from "../postbacks/event_rows.ts";
import { MESSAGE, messageOf } from "./message_rows.ts";

/** Columns that `linkOf` reads. */
export const LINK = `code, kind, account, tracking_id, target, ${epoch("created_at")} as created_at,
  ${epoch("expires_at")} as expires_at, clicks::float8 as clicks,
  previews::float8 as previews, ${epoch("first_click_at")} as first_click_at, ${
  epoch("last_click_at")
} as last_click_at, ${epoch("reported_at")} as reported_at`;

/** Encodes a link as a row of JSON, for {@link insertLinks}. */
export function linkRow(link: NewLink) {
  return {
    code: link.code,
    kind: link.kind,
    account: link.account,
    tracking_id: link.trackingId,
    target: link.target,
    created_at: instant(link.createdAt),
    expires_at: instant(link.expiresAt),
  };
}

/**
 * Writes SQL that inserts the links of a parameter.
 *
 * @param placeholder Placeholder of the rows.
 * @param messages Column and CTE of the messages whose links are inserted. Default: all.
 */
export function insertLinks(placeholder: string, messages?: string): string {
  return `insert into link (code, kind, account, tracking_id, target, created_at, expires_at)
    select code, kind, account, tracking_id, target, created_at, expires_at
    from json_to_recordset(${placeholder}::text::json) as x(code text, kind text, account text,
      tracking_id uuid, target text, created_at timestamptz, expires_at timestamptz)
    ${messages === undefined ? "" : `where tracking_id in (select ${messages})`}`;
}

/**
 * Counts clicks and previews. Rows are locked one by one and in order, so that two batches never
 * deadlock.
 */
const OPEN = `
  with batch as (
    select * from json_to_recordset($1::text::json) as x(code text, at timestamptz, is_click boolean)),
  found as (
    select locked.* from (select distinct code collate "C" as code from batch order by 1) b
    cross join lateral (select * from link where code = b.code for no key update) locked),
  opened as (
    select code, count(*) as times, count(*) filter (where is_click) as clicks,
      min(at) filter (where is_click) as first, max(at) filter (where is_click) as last
    from batch join found using (code) where at < expires_at group by code),
  counted as (
    update link l set
      clicks = l.clicks + o.clicks,
      previews = l.previews + o.times - o.clicks,
      first_click_at = least(l.first_click_at, o.first),
      last_click_at = greatest(l.last_click_at, o.last)
    from opened o where l.code = o.code
    returning l.*)
  select ${LINK} from counted
  union all
  select ${LINK} from found where code not in (select code from opened)`;

const MESSAGES = `select ${MESSAGE} from message
  where tracking_id = any(array(select json_array_elements_text($1::text::json)::uuid))`;

/** Writes the events ($1) of reports, and their times on the links ($2), which the count has locked. */
const REPORT = `
  with reported as (
    update link l set reported_at = r.at
    from json_to_recordset($2::text::json) as r(code text, at timestamptz) where l.code = r.code),
  ${insertEvents("$1", {})}
  select ${WRITTEN} ${FROM_WRITTEN}`;

interface Opening {
  code: string;
  at: number;
  by: Opener;
  report: Parameters<LinkStore["open"]>[3];
}

/** @param onPostbacks Receives the postbacks of each commit, once it is durable. */
export function createLinkStore(
  database: Database,
  options: BatcherOptions,
  onPostbacks: (postbacks: PostbackRef[]) => void,
): LinkStore {
  const open = createBatcher<Opening, LinkRecord | null>(async (batch) => {
    const links = batch.every(({ report }) => report === undefined)
      ? await count(database.query, batch)
      : await countAndReport(batch);
    return batch.map(({ code }) => links.get(code) ?? null);
  }, options);

  async function countAndReport(batch: readonly Opening[]): Promise<Map<string, LinkRecord>> {
    const { links, postbacks } = await database.transaction(async (query) => {
      const links = await count(query, batch);
      return { links, postbacks: await report(query, batch, links) };
    });
    if (postbacks.length > 0) onPostbacks(postbacks);
    return links;
  }

  return {
    open: (code, at, by, report) => open({ code, at, by, report }),

    async byCode(code) {
      const rows = await database.query(`select ${LINK} from link where code = $1`, [code]);
      return rows.length === 0 ? null : linkOf(rows[0]!);
    },

    async list({ account, trackingId }, { cursor, limit }) {
      const parameters: Parameter[] = [];
      const conditions = ["true"];
      if (account !== undefined) conditions.push(`account = $${parameters.push(account)}`);
      if (trackingId !== undefined) {
        conditions.push(`tracking_id = $${parameters.push(uuidOrNone(trackingId))}`);
      }
      if (cursor !== null) conditions.push(`seq < $${parameters.push(readSequenceCursor(cursor))}`);
      const rows = await database.query(
        `select seq::text as position, ${LINK} from link where ${conditions.join(" and ")}
         order by seq desc limit $${parameters.push(limit + 1)}`,
        parameters,
      );
      const { items, nextCursor } = pageOf(rows, limit, ({ position }) => position);
      return { items: items.map(linkOf), nextCursor };
    },
  };
}

/** Counts openings; returns their links, by code. */
async function count(query: Query, batch: readonly Opening[]): Promise<Map<string, LinkRecord>> {
  const rows = await query(OPEN, [
    asJson(batch.map(({ code, at, by }) => ({ code, at: instant(at), is_click: by === "person" }))),
  ]);
  return new Map(rows.map((row) => [row.code, linkOf(row)]));
}

/** Reports the clicks that are due for it, one of each link; returns the postbacks. */
async function report(
  query: Query,
  batch: readonly Opening[],
  links: Map<string, LinkRecord>,
): Promise<PostbackRef[]> {
  const reports = batch.flatMap(({ at, code, report }) => {
    const link = links.get(code);
    if (report === undefined || link === undefined || !isReported(link, at)) return [];
    links.set(code, { ...link, reportedAt: at });
    return { at, link, report };
  });
  if (reports.length === 0) return [];
  // A statement behind the locks: an erasure that the count waited for has removed its messages.
  const rows = await query(MESSAGES, [asJson(reports.map(({ link }) => link.trackingId))]);
  const messages = new Map(rows.map((row) => [row.tracking_id, messageOf(row)]));
  const events = reports.flatMap(({ link, report }) => {
    const message = messages.get(link.trackingId);
    return message === undefined ? [] : report(link, message);
  });
  const written = await query<WrittenRow & Row>(REPORT, [
    asJson(events.map(eventRow)),
    asJson(reports.map(({ at, link }) => ({ code: link.code, at: instant(at) }))),
  ]);
  return postbacksWritten(events, written);
}

export function linkOf(row: Row): LinkRecord {
  return {
    code: row.code,
    kind: row.kind,
    account: row.account,
    trackingId: row.tracking_id,
    target: row.target,
    createdAt: row.created_at,
    expiresAt: row.expires_at,
    clicks: row.clicks,
    previews: row.previews,
    firstClickAt: row.first_click_at,
    lastClickAt: row.last_click_at,
    reportedAt: row.reported_at,
  };
}
