/** Short links in texts, with their click counts: the rows of `link`. */
import type { LinkRecord, NewLink, Opener } from "../../../core/sms/link.ts";
import type { LinkStore } from "../../../ports/mod.ts";
import { asJson, type Database, type Parameter, type Row } from "../engine/database.ts";
import { type BatcherOptions, createBatcher } from "../engine/batcher.ts";
import { pageOf, readSequenceCursor } from "../engine/page.ts";
import { epoch, instant } from "../engine/time.ts";
import { uuidOrNone } from "../engine/uuids.ts";

/** Columns that `linkOf` reads. */
export const LINK = `code, kind, account, tracking_id, target, ${epoch("created_at")} as created_at,
  ${epoch("expires_at")} as expires_at, clicks::float8 as clicks,
  previews::float8 as previews, ${epoch("first_click_at")} as first_click_at, ${
  epoch("last_click_at")
} as last_click_at`;

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

interface Opening {
  code: string;
  at: number;
  by: Opener;
}

export function createLinkStore(database: Database, options: BatcherOptions): LinkStore {
  const open = createBatcher<Opening, LinkRecord | null>(async (batch) => {
    const rows = await database.query(OPEN, [
      asJson(
        batch.map(({ code, at, by }) => ({ code, at: instant(at), is_click: by === "person" })),
      ),
    ]);
    const links = new Map(rows.map((row) => [row.code, linkOf(row)]));
    return batch.map(({ code }) => links.get(code) ?? null);
  }, options);

  return {
    open: (code, at, by) => open({ code, at, by }),

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
  };
}
