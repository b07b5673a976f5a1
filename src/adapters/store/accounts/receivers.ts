/** Receivers of accounts' postbacks: the rows of `receiver`. */
import { DEFAULT_RECEIVER, type PostbackReceiver } from "../../../core/account/receiver.ts";
import { rotateSecrets } from "../../../core/account/webhook_secret.ts";
import { type AccountStore, AlreadyExists } from "../../../ports/mod.ts";
import {
  asJson,
  type Database,
  isDuplicate,
  type Parameter,
  type Query,
  type Row,
} from "../engine/database.ts";
import { epoch, instant } from "../engine/time.ts";

/** Columns of the fields that can be changed. */
const COLUMNS = {
  url: "url",
  format: "format",
  codes: "codes",
  senders: "senders",
  campaignRefs: "campaign_refs",
  disabled: "disabled",
  webhookSecrets: "webhook_secrets",
} as const;

const FIELDS = Object.keys(COLUMNS) as (keyof typeof COLUMNS)[];
const LISTS: ReadonlySet<string> = new Set<keyof typeof COLUMNS>([
  "codes",
  "senders",
  "campaignRefs",
  "webhookSecrets",
]);

const RECEIVER = `name, ${Object.values(COLUMNS).join(", ")}, ${epoch("created_at")} as created_at`;

/** Selects the receivers of a row `account` as JSON, the default one first. */
export const RECEIVERS = `(
  select json_agg(r order by r.name <> '${DEFAULT_RECEIVER}', r.name)
  from (select ${RECEIVER} from receiver where account = account.id) r) as receivers`;

export function createReceiverStore(
  { query, transaction }: Database,
): Pick<
  AccountStore,
  "addReceiver" | "changeReceiver" | "removeReceiver" | "rotateSecret" | "dropUrl"
> {
  return {
    async addReceiver(account, receiver, max) {
      try {
        return await transaction(async (query) => {
          await query("select from account where id = $1 for no key update", [account]);
          const all = await query("select from receiver where account = $1", [account]);
          if (all.length >= max) return false;
          await insertReceiver(query, account, receiver);
          return true;
        });
      } catch (error) {
        if (!isDuplicate(error)) throw error;
        throw new AlreadyExists(`the account has a receiver ${receiver.name}`);
      }
    },

    changeReceiver: (account, name, change) => changeReceiver(query, account, name, change),

    async removeReceiver(account, name) {
      const rows = await query(
        "delete from receiver where account = $1 and name = $2 returning 1",
        [account, name],
      );
      return rows.length > 0;
    },

    rotateSecret: (account, name, next, times) =>
      transaction(async (query) => {
        const [row] = await query(
          `select ${RECEIVER} from receiver where account = $1 and name = $2 for update`,
          [account, name],
        );
        if (row === undefined) return null;
        const webhookSecrets = rotateSecrets(row.webhook_secrets, next, times);
        return await changeReceiver(query, account, name, { webhookSecrets });
      }),

    async dropUrl(account, name, url) {
      const rows = await query(
        "update receiver set url = null where account = $1 and name = $2 and url = $3 returning 1",
        [account, name, url],
      );
      return rows.length > 0;
    },
  };
}

export async function insertReceiver(
  query: Query,
  account: string,
  receiver: PostbackReceiver,
): Promise<void> {
  await query(
    `insert into receiver (account, name, created_at, ${Object.values(COLUMNS).join(", ")})
     values ($1, $2, $3, ${FIELDS.map((field, i) => parameterOf(field, i + 4)).join(", ")})`,
    [account, receiver.name, instant(receiver.createdAt), ...FIELDS.map(valueOf(receiver))],
  );
}

/** Changes the fields that are present; null: the account has no receiver of this name. */
export async function changeReceiver(
  query: Query,
  account: string,
  name: string,
  change: Partial<PostbackReceiver>,
): Promise<PostbackReceiver | null> {
  const fields = FIELDS.filter((field) => field in change);
  const sets = fields.map((field, i) => `${COLUMNS[field]} = ${parameterOf(field, i + 3)}`);
  const [row] = await query(
    fields.length === 0
      ? `select ${RECEIVER} from receiver where account = $1 and name = $2`
      : `update receiver set ${sets.join(", ")} where account = $1 and name = $2
         returning ${RECEIVER}`,
    [account, name, ...fields.map(valueOf(change))],
  );
  return row === undefined ? null : receiverOf(row);
}

/** Writes the placeholder of a field's value. */
function parameterOf(field: string, number: number): string {
  return `$${number}${LISTS.has(field) ? "::text::json" : ""}`;
}

/** Encodes a field's value as a parameter. */
function valueOf(
  receiver: Partial<PostbackReceiver>,
): (field: keyof typeof COLUMNS) => Parameter {
  return (field) => {
    const value = receiver[field];
    return typeof value === "object" && value !== null ? asJson(value) : value ?? null;
  };
}

export function receiverOf(row: Row): PostbackReceiver {
  return {
    name: row.name,
    url: row.url,
    format: row.format,
    codes: row.codes,
    senders: row.senders,
    campaignRefs: row.campaign_refs,
    disabled: row.disabled,
    webhookSecrets: row.webhook_secrets,
    createdAt: row.created_at,
  };
}
