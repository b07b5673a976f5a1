/** Rows of messages of both directions, as searches read them. */
import {
  excerptOf,
  FAILED_STATES,
  type FoundMessage,
  type FoundState,
  isOnTexts,
  meetsText,
  reasonsOf,
  type SearchCriteria,
  textsOf,
} from "../../../core/search/search.ts";
import { firstImage, firstPicture } from "../../../core/composition/first_picture.ts";
import type { Parameter, Row } from "../engine/database.ts";
import { searchPattern } from "./search_pattern.ts";
import { epoch, instant } from "../engine/time.ts";
import { uuidOrNone } from "../engine/uuids.ts";

/** Columns of either direction under the same names, by table. */
export const FOUND_COLUMNS = {
  message: `tracking_id, 'out' as direction, kind, state, presumed, account, sender, recipient,
    connector, sent_as, operator_id, status_details, status_reason, mms_id, client_reference,
    campaign_ref, content, reply_to, null as subject, null as text,
    null::json as files, ${epoch("accepted_at")} as at, ${epoch("updated_at")} as updated_at`,
  inbound: `tracking_id, 'in' as direction, kind, 'received' as state, false as presumed, account,
    sender, recipient, connector, null as sent_as, null as operator_id, null as status_details,
    null as status_reason, null::uuid as mms_id, null as client_reference, null as campaign_ref,
    null::json as content, null::uuid as reply_to, subject, text,
    files, ${epoch("received_at")} as at, ${epoch("received_at")} as updated_at`,
} as const;

type SearchedTable = keyof typeof FOUND_COLUMNS;

/** Rows that a search reads, and its items from them. */
export interface FoundRows<T> {
  /** Columns by table; of a table without any, the criteria must admit no row. */
  readonly columns: Readonly<Partial<Record<SearchedTable, string>>>;
  itemOf(row: Row): T;
}

const TABLES = Object.keys(FOUND_COLUMNS) as SearchedTable[];

/** Conditions on the rows of a table; null: no row of it can meet the criteria. */
export type Conditions = Record<SearchedTable, string[] | null>;

/**
 * Writes the criteria as conditions, except those on tracking-ids and carrier-ids. Those on texts
 * let more rows through than meet them: `isFound` compares the rest.
 */
export function conditionsOf(criteria: SearchCriteria, parameters: Parameter[]): Conditions {
  const { direction, states } = criteria;
  const { clientReference, operator, reason, mmsId, campaignRef } = criteria;
  const isOut = direction !== "in" && states?.every((state) => state === "received") !== true;
  const isIn = direction !== "out" && states?.includes("received") !== false &&
    criteria.except?.states?.includes("received") !== true &&
    [clientReference, operator, reason, mmsId, campaignRef].every((value) => value === undefined);
  // A query must use each of its parameters: those of a table that is left out are not there.
  const bind: Bind = (value) => `$${parameters.push(value)}`;
  const both = isOut || isIn ? bothConditions(criteria, bind) : [];
  return {
    message: isOut ? [...both, ...messageConditions(criteria, bind)] : null,
    inbound: isIn ? [...both, ...inboundConditions(criteria, bind)] : null,
  };
}

/** Adds a parameter; returns its placeholder. */
type Bind = (value: Parameter) => string;

function bothConditions(criteria: SearchCriteria, bind: Bind) {
  const { account, connector, number, code, except } = criteria;
  const conditions: string[] = [];
  if (account !== undefined) conditions.push(`account = ${bind(account)}`);
  if (connector !== undefined) conditions.push(`connector = ${bind(connector)}`);
  if (number !== undefined) conditions.push(hasNumber(bind(`%${number}%`)));
  if (code !== undefined) conditions.push(hasCode(bind(code)));
  if (except?.number !== undefined) conditions.push(`not ${hasNumber(bind(`%${except.number}%`))}`);
  if (except?.code !== undefined) conditions.push(`${hasCode(bind(except.code))} is null`);
  return conditions;
}

const hasNumber = (pattern: string) => `(sender like ${pattern} or recipient like ${pattern})`;

const hasCode = (code: string) =>
  `(select true from event e where e.tracking_id = m.tracking_id and e.code = ${code} limit 1)`;

function messageConditions(criteria: SearchCriteria, bind: Bind): string[] {
  const { kind, states, clientReference, mmsId, campaignRef, operator, senders } = criteria;
  const { except, reason, text, textOrReference } = criteria;
  const conditions = timeConditions("accepted_at", criteria, bind);
  if (kind !== undefined) conditions.push(`kind = ${bind(`${kind}_MT`)}`);
  const inStates = (states: readonly FoundState[]) =>
    `state in (${states.map((state) => bind(state)).join(", ")})`;
  if (states !== undefined) conditions.push(inStates(states));
  if (except?.states !== undefined) conditions.push(`not ${inStates(except.states)}`);
  if (clientReference !== undefined) {
    conditions.push(`starts_with(client_reference, ${bind(clientReference)})`);
  }
  if (senders !== undefined) {
    conditions.push(`sender in (${senders.map((sender) => bind(sender)).join(", ")})`);
  }
  if (mmsId !== undefined) conditions.push(`mms_id = ${bind(uuidOrNone(mmsId))}`);
  if (campaignRef !== undefined) conditions.push(`campaign_ref = ${bind(campaignRef)}`);
  if (operator !== undefined) conditions.push(`operator_id = ${bind(operator)}`);
  // Ordinary reasons are not stored: the rest is compared with the row.
  if (reason !== undefined) conditions.push(inStates(FAILED_STATES));
  if (text !== undefined) conditions.push(`content::text ilike ${bind(searchPattern(text))}`);
  if (textOrReference !== undefined) {
    conditions.push(`(content::text ilike ${bind(searchPattern(textOrReference))}
      or starts_with(client_reference, ${bind(textOrReference)}))`);
  }
  return conditions;
}

function inboundConditions(criteria: SearchCriteria, bind: Bind): string[] {
  const { kind, senders, text, textOrReference } = criteria;
  const conditions = timeConditions("received_at", criteria, bind);
  if (senders !== undefined) {
    conditions.push(`recipient in (${senders.map((sender) => bind(sender)).join(", ")})`);
  }
  if (kind !== undefined) conditions.push(`kind = ${bind(`${kind}_MO`)}`);
  for (const part of [text, textOrReference]) {
    if (part === undefined) continue;
    conditions.push(`concat(subject, ' ', text) ilike ${bind(searchPattern(part))}`);
  }
  return conditions;
}

function timeConditions(column: string, { from, to }: SearchCriteria, bind: Bind): string[] {
  return [
    ...from === undefined ? [] : [`${column} >= ${bind(instant(from))}`],
    ...to === undefined ? [] : [`${column} < ${bind(instant(to))}`],
  ];
}

/** Writes a query of both tables, or of the one that can have rows, the newest first. */
export function newestOf(
  columns: FoundRows<unknown>["columns"],
  conditions: Conditions,
  range: string,
  limit: string,
): string {
  const parts = TABLES.flatMap((table) => {
    const own = conditions[table];
    return own === null ? [] : [
      `(select ${columns[table]!} from ${table} m
      where ${[range, ...own].join(" and ")} order by tracking_id desc limit ${limit})`,
    ];
  });
  return parts.length === 1
    ? parts[0]!
    : `${parts.join(" union all ")} order by tracking_id desc limit ${limit}`;
}

/** Lists the texts of a row. */
export function textsOfRow({ content, subject, text }: Row): string[] {
  if (content !== null) return textsOf(content);
  return [subject, text].filter((each) => each !== null);
}

/** Checks the criteria that the conditions leave open. */
export function isFound(criteria: SearchCriteria, row: Row): boolean {
  if (!isOnTexts(criteria)) return true;
  return meetsText(criteria, {
    texts: textsOfRow(row),
    clientReference: row.client_reference,
    reasons: reasonsOf(failingOf(row)),
  });
}

/** Returns what the reasons of a row's failure follow from. */
export const failingOf = ({ state, status_details, status_reason }: Row) => ({
  state,
  statusDetails: status_details,
  statusReason: status_reason,
});

export const kindOf = ({ kind }: Row) => kind.startsWith("MMS") ? "MMS" : "SMS";

/** Returns the door that a message came through; null: it came from a handset, or replies to one. */
function doorOf({ content, reply_to: replyTo }: Row): FoundMessage["door"] {
  if (content === null || replyTo !== null) return null;
  return content.vasp === undefined ? "JSON" : "MM7";
}

export function foundOf(row: Row): FoundMessage {
  return {
    trackingId: row.tracking_id,
    direction: row.direction,
    kind: kindOf(row),
    door: doorOf(row),
    state: row.state,
    account: row.account,
    from: row.sender,
    to: row.recipient,
    connector: row.connector,
    sentAs: row.sent_as,
    excerpt: excerptOf(textsOfRow(row)),
    picture: row.content === null ? firstImage(row.files) : firstPicture(row.content),
    statusDetails: row.status_details,
    at: row.at,
    updatedAt: row.updated_at,
  };
}
