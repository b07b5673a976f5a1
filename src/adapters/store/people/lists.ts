/** Rows about a number: the statements that find them, each by an index or in bounded steps. */
import type { ErasedList, Person } from "../../../ports/mod.ts";
import type { Parameter } from "../engine/database.ts";
import { FIRST_UUID } from "../engine/uuids.ts";

/** Makes the parameters of `candidates` for a person, `$1` to `$4`; null: from the first row on. */
export function candidateParameters(
  { number, account }: Person,
  after: string | null,
  limit: number,
): Parameter[] {
  return [number, after ?? FIRST_UUID, account, limit];
}

/** Table with an id, a number and an account. */
interface NumberedTable {
  name: string;
  id: string;
  number: string;
  /** Expression of the account. */
  account: string;
}

/** Tables whose rows are found by the number. */
export const NUMBERED = {
  messages: { name: "message", id: "tracking_id", number: "recipient", account: "account" },
  inbound: { name: "inbound", id: "tracking_id", number: "sender", account: "account" },
  loopback: {
    name: "loopback_message",
    id: "carrier_id",
    number: "recipient",
    account: "submission ->> 'account'",
  },
} as const satisfies Partial<Record<ErasedList, NumberedTable>>;

/**
 * Writes SQL that selects a person's next rows, the oldest first. $1: number; $2: last id;
 * $3: account, or null; $4: limit.
 */
export function candidates(
  { name, id, number, account }: NumberedTable,
  columns: string,
): string {
  return `select ${columns} from ${name}
    where ${number} = $1 and ${id} > $2 and ($3::text is null or ${account} = $3)
    order by ${id} limit $4`;
}

/** Condition of the index `message_shown`. */
export const SHOWS = "kind = 'MMS_MT' and content #>> '{displayOnly,0}' is not null";

/**
 * Selects the next messages that show further recipients, and whether the number ($1) is among
 * them. $2: last id; $3: account, or null; $4: limit.
 */
export const SHOWING = `
  select tracking_id as id, (content -> 'displayOnly')::jsonb ? $1 as shows from message
  where ${SHOWS} and tracking_id > $2 and ($3::text is null or account = $3)
  order by tracking_id limit $4`;

/** Media types of stored responses that are text. */
const TEXT = "^(text/|application/json)";

/**
 * Selects the next stored responses, and whether the number ($1) is in the key (`named`) or in the
 * text of the response (`shows`). Files that are no text are not read. $2, $5: account and key of
 * the last; $3: account, or null; $4: limit.
 */
export const RESPONSES = `
  select account, key, strpos(key, $1) > 0 as named,
    case when owner is null and type ~ '${TEXT}'
      then position(convert_to($1, 'UTF8') in response) > 0 else false end as shows
  from idempotency_key
  where (account, key) > ($2, $5) and ($3::text is null or account = $3)
  order by account, key limit $4`;

/** Writes the cursor of a stored response. */
export const responseCursor = (account: string, key: string) => JSON.stringify([account, key]);

/** Reads the cursor of a stored response; the start without one. */
export function readResponseCursor(cursor: string | null): [account: string, key: string] {
  return cursor === null ? ["", ""] : JSON.parse(cursor);
}

/** Writes SQL that looks a number ($1) up in a table keyed by account and number. */
export function ofAccounts(table: string, columns: string, number = "number = $1"): string {
  return `select ${columns} from account a cross join lateral (
      select * from ${table} where account = a.id collate "C" and ${number} offset 0) found
    where $2::text is null or a.id = $2`;
}

/** Condition of the subscriptions of a number ($1), of an account ($2) or of all, or their changes. */
export const OF_RECIPIENT = "recipient = $1 and ($2::text is null or account = $2)";
