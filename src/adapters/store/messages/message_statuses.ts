/**
 * Messages of an account, as its customers ask for them. Lists go by the index of the account, of
 * the recipient, or of the reference; those by anything else go through the search index
 * (`search.ts`).
 */
import { equalForms } from "../../../core/account/equal_numbers.ts";
import type { MessageStatus } from "../../../core/postback/message_status.ts";
import type { SearchCriteria } from "../../../core/search/search.ts";
import type { MessageStatusStore, Page, PageRequest, StatusFilter } from "../../../ports/mod.ts";
import { asJson, type Database, type Parameter, type Query, type Row } from "../engine/database.ts";
import { idCursor, pageOf, readIdCursor } from "../engine/page.ts";
import { epoch } from "../engine/time.ts";
import { uuidBefore, uuidOrNone } from "../engine/uuids.ts";
import { BODY, BODY_SUBJECT } from "../postbacks/bodies.ts";
import { statusEventsOf } from "../postbacks/event_log.ts";
import { findNewest, idRangeOf } from "../search/search.ts";
import { conditionsOf, type FoundRows } from "../search/search_rows.ts";

/** Columns that `statusOf` reads. */
const STATUS = `tracking_id, kind, state, sender, recipient, operator_id, mms_id, client_reference,
  campaign_ref, sent_as, connector, status_details, status_reason, segments, presumed,
  delivery_window,
  case kind when 'SMS_MT' then content ->> 'text' end as text, ${
  epoch("accepted_at")
} as accepted_at, ${epoch("submitted_at")} as submitted_at, ${epoch("updated_at")} as updated_at, ${
  epoch("expires_at")
} as expires_at, ${epoch("coalesce(due_at, prepare_at)")} as due_at`;

function statusOf(row: Row): MessageStatus {
  return {
    trackingId: row.tracking_id,
    kind: row.kind,
    state: row.state,
    from: row.sender,
    to: row.recipient,
    operatorId: row.operator_id,
    mmsId: row.mms_id,
    clientReference: row.client_reference,
    campaignRef: row.campaign_ref,
    sentAs: row.sent_as,
    connector: row.connector,
    statusDetails: row.status_details,
    statusReason: row.status_reason,
    segments: row.segments,
    presumed: row.presumed,
    text: row.text,
    acceptedAt: row.accepted_at,
    submittedAt: row.submitted_at,
    updatedAt: row.updated_at,
    expiresAt: row.expires_at,
    dueAt: row.due_at,
    ...row.delivery_window === null ? {} : { window: row.delivery_window },
  };
}

/** Search that finds messages to handsets only. */
const FOUND: FoundRows<MessageStatus> = { columns: { message: STATUS }, itemOf: statusOf };

const BY_ID = `select ${STATUS} from message where tracking_id = $1 and account = $2`;

const EVENTS = `
  select ${BODY}, e.name from event e ${BODY_SUBJECT} where e.tracking_id = $1 order by e.seq`;

/** Messages with a key, or of each form of a number, that one page looks at, at most. */
const LOOKED_AT_MAX = 5000;

/**
 * Writes the condition of the messages whose columns have these values, between two ids ($1, $2). As
 * a comparison of rows it leads to the index of the columns and the ids, however many of all messages
 * Postgres expects to have the values: in the index of ids, other values might come seldom.
 */
const between = (columns: string, values: string) =>
  `(${columns}, tracking_id) > (${values}, $1) and (${columns}, tracking_id) < (${values}, $2)`;

/** Messages that a list goes through, between two ids ($1, $2). */
interface Source {
  /** Selects the messages. OFFSET 0 keeps other conditions out. */
  messages: string;
  /** Order from the newest to the oldest. */
  order: string;
  /** Finds the last message that a page looks at, if there are so many. */
  lastLookedAt: string;
}

const LAST = `offset ${LOOKED_AT_MAX - 1} limit 1`;

/** Goes through the messages whose columns have the values of the parameters from $3 on. */
function sourceOf(columns: readonly string[], condition = "true"): Source {
  const values = columns.map((_, index) => `$${index + 3}`);
  const order = [...columns, "tracking_id"].map((column) => `${column} desc`).join(", ");
  const found = `from message where ${between(columns.join(", "), values.join(", "))}
    and ${condition} order by ${order}`;
  return {
    messages: `(select * ${found} offset 0)`,
    order,
    lastLookedAt: `select tracking_id as id ${found} ${LAST}`,
  };
}

const SOURCES = {
  account: sourceOf(["account"]),
  reference: sourceOf(["account", "client_reference"], "client_reference is not null"),
  /** Goes through the messages to any form of a number ($3). */
  recipient: {
    messages: `(select found.* from json_array_elements_text($3::text::json) as x(form)
      cross join lateral (
        select * from message where ${between("recipient", "form")} offset 0) found)`,
    order: "tracking_id desc",
    lastLookedAt: `select id from json_array_elements_text($3::text::json) as x(form)
      cross join lateral (
        select tracking_id as id from message where ${between("recipient", "form")}
        order by recipient desc, tracking_id desc ${LAST}) nth
      order by id desc limit 1`,
  },
} satisfies Record<string, Source>;

export function createMessageStatusStore({ query }: Pick<Database, "query">): MessageStatusStore {
  return {
    async byTrackingId(account, trackingId) {
      const [row] = await query(BY_ID, [uuidOrNone(trackingId), account]);
      return row === undefined ? null : statusOf(row);
    },

    async eventsOf(message) {
      return statusEventsOf(await query(EVENTS, [message.trackingId]), message);
    },

    async list(filter, page) {
      if (filter.senders?.length === 0) return { items: [], nextCursor: null };
      const { clientReference, recipient, senders, state } = filter;
      const isScanned = recipient !== undefined || clientReference !== undefined ||
        senders === undefined && state === undefined;
      return isScanned ? await scan(query, filter, page) : await search(query, filter, page);
    },
  };
}

function criteriaOf(
  { account, from, senders, state, to }: StatusFilter,
): SearchCriteria {
  return {
    account,
    direction: "out",
    ...from === undefined ? {} : { from },
    ...senders === undefined ? {} : { senders },
    ...state === undefined ? {} : { states: [state] },
    ...to === undefined ? {} : { to },
  };
}

const positionOf = (cursor: string | null) =>
  cursor === null ? null : readIdCursor("message", cursor);

const cursorOf = ({ trackingId }: MessageStatus) => idCursor("message", trackingId);

/** Lists messages by the search index. */
async function search(
  query: Query,
  filter: StatusFilter,
  { cursor, limit }: PageRequest,
): Promise<Page<MessageStatus>> {
  const range = { end: positionOf(cursor), limit };
  const { items, next } = await findNewest(query, criteriaOf(filter), range, FOUND);
  return { items, nextCursor: next === null ? null : idCursor("message", next) };
}

/** Lists the messages of an account, a recipient or a reference, of which most are expected to match. */
async function scan(
  query: Query,
  filter: StatusFilter,
  { cursor, limit }: PageRequest,
): Promise<Page<MessageStatus>> {
  const { clientReference, from, recipient } = filter;
  const criteria = criteriaOf(filter);
  const { low, high } = idRangeOf(criteria, positionOf(cursor));
  const { keys, source } = sourceFor(filter);
  // All messages of an account match, unless they are to be of a time.
  const isSparse = source !== SOURCES.account || from !== undefined;
  const [last] = isSparse
    ? await query<{ id: string }>(source.lastLookedAt, [low, high, ...keys])
    : [];
  const parameters: Parameter[] = [last === undefined ? low : uuidBefore(last.id), high, ...keys];
  const conditions = conditionsOf(criteria, parameters).message!;
  if (recipient !== undefined && clientReference !== undefined) {
    const forms = equalForms(recipient).map((form) => `$${parameters.push(form)}`);
    conditions.push(`recipient in (${forms.join(", ")})`);
  }
  const rows = await query(
    `select ${STATUS} from ${source.messages} m where ${conditions.join(" and ")}
     order by ${source.order} limit $${parameters.push(limit + 1)}`,
    parameters,
  );
  const page = pageOf(rows.map(statusOf), limit, cursorOf);
  if (page.nextCursor !== null || last === undefined) return page;
  return { items: page.items, nextCursor: idCursor("message", last.id) };
}

/** Returns the source with the fewest messages, and its parameters from $3 on. */
function sourceFor(
  { account, clientReference, recipient }: StatusFilter,
): { keys: Parameter[]; source: Source } {
  if (clientReference !== undefined) {
    return { keys: [account, clientReference], source: SOURCES.reference };
  }
  return recipient === undefined
    ? { keys: [account], source: SOURCES.account }
    : { keys: [asJson(equalForms(recipient))], source: SOURCES.recipient };
}
