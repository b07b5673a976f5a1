/** Writing of events: rows of `event`, with the outbox state of those that are postbacks. */
import { DEFAULT_RECEIVER, VASP_RECEIVER } from "../../../core/account/receiver.ts";
import { isVaspNotice, type NewEvent, type PostbackRef } from "../../../core/message/event.ts";
import { instant } from "../engine/time.ts";
import { type EventKey, postbackId } from "./postback_id.ts";

/** Sequence of the events' numbers. */
export const EVENT_SEQUENCE = "event_seq_seq";

/** Checks that a postback waits for an attempt, or is on its first one. */
export const unsent = (event: string) =>
  `(coalesce(${event}.postback = 'pending', ${event}.sent_at is null) and ${event}.code is not null)`;

/** Row of an event; where it may be leased, it has LEASED_EVENT_COLUMNS. */
export interface EventRow {
  /** Position among the events of the statement. */
  position: number;
  account: string;
  tracking_id: string;
  at: string;
  name?: string;
  event_state?: string;
  details?: string;
  code?: string;
  receiver?: string;
  callback?: string;
  is_unwanted?: true;
  body?: string;
  operator_id?: string;
  trace?: string;
  leased?: true;
}

/** Encodes an event as a row of JSON with EVENT_COLUMNS; default values are left out. */
export function eventRow(event: NewEvent, position: number): EventRow {
  const { receiver } = receiverOf(event);
  return {
    position,
    account: event.account,
    tracking_id: event.trackingId,
    at: instant(event.at),
    name: event.name ?? undefined,
    event_state: event.state ?? undefined,
    details: event.details ?? undefined,
    code: event.code ?? undefined,
    receiver: receiver === DEFAULT_RECEIVER ? undefined : receiver,
    callback: event.callback,
    is_unwanted: event.isUnwanted || undefined,
    body: isStored(event) ? event.body ?? undefined : undefined,
    operator_id: event.operatorId ?? undefined,
    trace: event.code === null ? undefined : event.trace,
  };
}

/**
 * Tells whether the body of an event is stored: it does not follow from the rest, or it has characters
 * that are escaped, some of which the message is stored without.
 */
function isStored({ body, isDerived }: NewEvent): boolean {
  return !isDerived || body!.includes("\\u");
}

/** Types of `eventRow`'s fields in a record set. */
const EVENT_COLUMNS = `position int, account text, tracking_id uuid, at timestamptz, name text,
  event_state text, details text, code text, receiver text, callback text,
  is_unwanted boolean, body text, operator_id text, trace text`;

/** Types of the fields of `leaseEvents`' rows in a record set. */
const LEASED_EVENT_COLUMNS = `${EVENT_COLUMNS}, leased boolean`;

/** Columns that are written of each event. */
const COLUMNS = `account, tracking_id, at, name, state, details, code, receiver, callback,
    body, operator_id, trace, postback, due_at`;
/**
 * Writes their values, of a row with EVENT_COLUMNS.
 *
 * @param isDue Condition on a postback that waits to be claimed.
 */
const valuesOf = (isDue: string) =>
  `account, tracking_id, at, name, event_state, details, code,
    coalesce(receiver, '${DEFAULT_RECEIVER}'), callback, body, operator_id, trace,
    case when is_unwanted then 'unwanted' when ${isDue} then 'pending' end,
    case when ${isDue} and is_unwanted is null then at end`;

/** Selects the rows of a parameter, those of the tracking-ids `ids` (default: all), in order. */
function rowsOf(rows: string, columns: string, ids?: string): string {
  return `select * from json_to_recordset(${rows}::text::json) as x(${columns})
      ${ids === undefined ? "" : `where tracking_id in (select ${ids})`} order by position`;
}

/** Writes a statement that inserts the events of a parameter; none of them is a postback. */
export const insertNotes = (rows: string, condition = "") => `
  insert into event (${COLUMNS})
  select ${valuesOf("code is not null")} from (${rowsOf(rows, EVENT_COLUMNS)}) x ${condition}`;

/** Events to insert. */
export interface Insertion {
  /** Column and CTE of the tracking-ids whose events are inserted. Default: all. */
  ids?: string;
  /**
   * Whether rows have leases: of new messages, or of any, whose postbacks may be behind unsent ones.
   * Default: none has.
   */
  leases?: "new" | "any";
}

/** Joins a row `x` with the unsent postback just before it. */
const UNSENT_BEFORE = `
    left join lateral (
      select f.seq, f.postback from event f
      where x.leased and f.tracking_id = x.tracking_id
        and f.receiver = coalesce(x.receiver, '${DEFAULT_RECEIVER}') and (${
  unsent("f")
} or f.postback = 'parked')
      order by f.postback is not distinct from 'parked' desc, f.seq desc limit 1) before on true`;

/**
 * Writes table expressions that insert the events of a parameter: `written`, their rows with their
 * numbers, and `new_events`. Postbacks are inserted under their leases, but for those behind a parked
 * one, whose fate they share.
 */
export function insertEvents(rows: string, { ids, leases }: Insertion): string {
  const columns = leases === undefined ? EVENT_COLUMNS : LEASED_EVENT_COLUMNS;
  const behind = leases === "any" ? "before.seq" : "null::bigint";
  const isLeased = leases === undefined
    ? "false"
    : leases === "new"
    ? "coalesce(x.leased, false)"
    : "coalesce(x.leased, false) and before.postback is distinct from 'parked'";
  return `
  written as materialized (
    select x.*, nextval('${EVENT_SEQUENCE}') as seq, ${behind} as behind, ${isLeased} as is_leased
    from (${rowsOf(rows, columns, ids)}) x ${leases === "any" ? UNSENT_BEFORE : ""}),
  new_events as (
    insert into event (seq, ${COLUMNS}) overriding system value
    select seq, ${valuesOf("code is not null and not is_leased")} from written)`;
}

/** Row of a postback that a statement has written. */
export interface WrittenRow {
  position: number;
  seq: string;
  /** Number of the unsent one just before it, of its tracking-id and receiver; null: none. */
  behind: string | null;
  /** Whether it was written under its lease. */
  is_leased: boolean;
}

/** Columns of {@link WrittenRow} in a result: of the postbacks of `written`, or of rows of another kind. */
export const WRITTEN = `position, seq::text as seq, behind::text as behind, is_leased`;
export const NONE_WRITTEN =
  `null::int as position, null as seq, null as behind, null::boolean as is_leased`;
export const FROM_WRITTEN = "from written where code is not null and is_unwanted is null";

/** Lists the postbacks among events that a statement has written. */
export function postbacksWritten(
  events: readonly NewEvent[],
  rows: readonly WrittenRow[],
): PostbackRef[] {
  return rows.map((row) => {
    const event = events[row.position]!;
    return { id: idOf(event, row), ...receiverOf(event) };
  });
}

/** Returns the id of an event that is a postback. */
export function idOf({ trackingId }: NewEvent, { seq }: Pick<EventKey, "seq">): string {
  return postbackId({ tracking_id: trackingId, seq });
}

/** Returns the receiver of an event. */
export function receiverOf({ account, code, receiver }: NewEvent): Omit<PostbackRef, "id"> {
  const isNotice = code !== null && isVaspNotice(code);
  return { account, receiver: isNotice ? VASP_RECEIVER : receiver ?? DEFAULT_RECEIVER };
}

/** Tells whether an event is a postback to send. */
export function isSent({ code, isUnwanted }: NewEvent): boolean {
  return code !== null && !isUnwanted;
}
