/** Accounts: the rows of `account`. */
import type { Account } from "../../../core/account/account.ts";
import { DEFAULT_RECEIVER } from "../../../core/account/receiver.ts";
import { type AccountStore, AlreadyExists } from "../../../ports/mod.ts";
import {
  asJson,
  type Database,
  isDuplicate,
  type Parameter,
  type Row,
} from "../engine/database.ts";
import { createApiKeyStore } from "./api_keys.ts";
import { createOriginatorStore } from "./originators.ts";
import { createPoolStore, poolOf, POOLS } from "./pools.ts";
import {
  changeReceiver,
  createReceiverStore,
  insertReceiver,
  receiverOf,
  RECEIVERS,
} from "./receivers.ts";
import { idCursor, pageOf, readIdCursor } from "../engine/page.ts";
import { epoch, instant } from "../engine/time.ts";
import { insertUses, useRows } from "../files/blob_uses.ts";

/** Columns of an account's fields that can be changed. */
const COLUMNS = {
  name: "name",
  displayName: "display_name",
  accentColour: "accent_colour",
  mm7: "mm7",
  mm7Url: "mm7_url",
  mm7Username: "mm7_username",
  mm7Password: "mm7_password",
  mm7Dialect: "mm7_dialect",
  mm7TextXml: "mm7_text_xml",
  mm7AllowAdaptations: "mm7_allow_adaptations",
  mm7Version: "mm7_version",
  mm7Namespace: "mm7_namespace",
  mm7LastVersion: "mm7_last_version",
  mm7LastNamespace: "mm7_last_namespace",
  mm7TransferEncoding: "mm7_transfer_encoding",
  mm7Priority: "mm7_priority",
  mmsMoPostbacks: "mms_mo_postbacks",
  smsMoPostbacks: "sms_mo_postbacks",
  extendedPostbacks: "extended_postbacks",
  deliveryWindow: "delivery_window",
  timeZone: "time_zone",
  errorHelp: "error_help",
  optOut: "opt_out",
  keywordReplies: "keyword_replies",
  smartEncoding: "smart_encoding",
  allowFallbackSms: "allow_fallback_sms",
  enforceCampaignCheck: "enforce_campaign_check",
  deliveryReports: "delivery_reports",
  operatorLookup: "operator_lookup",
  rate: "rate",
  disabled: "disabled",
} as const;

const ACCOUNT = `id, ${Object.values(COLUMNS).join(", ")}, replies, logo,
  ${epoch("created_at")} as created_at, ${RECEIVERS}`;

/**
 * Selects the pools of an account ($1), and whether it has blocks: ordered, so that Postgres uses the
 * index; for an account without blocks it would scan.
 */
const ACCESS = `select ${POOLS},
  exists (select from block where account = $1 order by number limit 1) as has_blocks`;

export function createAccountStore(database: Database): AccountStore {
  const { query, transaction } = database;
  const originators = createOriginatorStore(database);

  async function byId(id: string): Promise<Account | null> {
    const rows = await query(`select ${ACCOUNT} from account where id = $1`, [id]);
    return rows.length === 0 ? null : accountOf(rows[0]!);
  }

  return {
    ...createApiKeyStore(database),
    ...createReceiverStore(database),
    ...originators,
    ...createPoolStore(database),
    byId,

    async access(id) {
      const [account, from, [more]] = await Promise.all([
        byId(id),
        originators.originators(id),
        query(ACCESS, [id]),
      ]);
      if (account === null) return null;
      const pools = (more!.pools ?? []).map(poolOf);
      return { account, originators: from, pools, hasBlocks: more!.has_blocks };
    },

    async list({ cursor, limit }) {
      const rows = await query(
        `select ${ACCOUNT} from account where id > $1 order by id limit $2`,
        [cursor === null ? "" : readIdCursor("account", cursor), limit + 1],
      );
      return pageOf(rows.map(accountOf), limit, ({ id }) => idCursor("account", id));
    },

    async create(account) {
      const fields = Object.keys(COLUMNS);
      try {
        await transaction(async (query) => {
          await query(
            `insert into account (id, created_at, ${Object.values(COLUMNS).join(", ")})
             values ($1, $2, ${fields.map((_, i) => `$${i + 3}`).join(", ")})`,
            [account.id, instant(account.createdAt), ...fields.map(valueOf(account))],
          );
          for (const receiver of account.receivers) {
            await insertReceiver(query, account.id, receiver);
          }
        });
      } catch (error) {
        if (!isDuplicate(error)) throw error;
        throw new AlreadyExists(`account ${account.id} is there already`);
      }
    },

    change: (id, { postbackUrl, ...change }) =>
      transaction(async (query) => {
        if (postbackUrl !== undefined) {
          await changeReceiver(query, id, DEFAULT_RECEIVER, { url: postbackUrl });
        }
        const fields = Object.keys(COLUMNS).filter((field) => field in change);
        const sets = fields.map((field, i) =>
          `${COLUMNS[field as keyof typeof COLUMNS]} = $${i + 2}`
        );
        const [row] = await query(
          sets.length === 0
            ? `select ${ACCOUNT} from account where id = $1`
            : `update account set ${sets.join(", ")} where id = $1 returning ${ACCOUNT}`,
          [id, ...fields.map(valueOf(change))],
        );
        return row === undefined ? null : accountOf(row);
      }),

    setLogo: (id, logo) =>
      transaction(async (query) => {
        const [row] = await query(
          `update account set logo = $2::text::json where id = $1 returning ${ACCOUNT}`,
          [id, logo && asJson(logo)],
        );
        if (row === undefined) return null;
        await query("delete from blob_use where used_by = 'account:' || $1", [id]);
        if (logo !== null) {
          const rows = useRows(id, [logo.blob]);
          await query(insertUses("account", "$1"), [asJson(rows)]);
        }
        return accountOf(row);
      }),

    async setReplies(id, language, replies, previous) {
      const rows = await query(
        `update account
         set replies = (replies::jsonb || jsonb_build_object($2::text, $3::text::jsonb))::json
         where id = $1 and (replies::jsonb -> $2::text) is not distinct from $4::text::jsonb
         returning 1`,
        [id, language, asJson(replies), previous === undefined ? null : asJson(previous)],
      );
      return rows.length > 0;
    },
  };
}

/** Encodes a field's value as a parameter. */
function valueOf(account: Partial<Account>): (field: string) => Parameter {
  return (field) => account[field as keyof typeof COLUMNS] ?? null;
}

function accountOf(row: Row): Account {
  return {
    id: row.id,
    name: row.name,
    displayName: row.display_name,
    accentColour: row.accent_colour,
    logo: row.logo,
    receivers: row.receivers.map(receiverOf),
    mm7: row.mm7,
    mm7Url: row.mm7_url,
    mm7Username: row.mm7_username,
    mm7Password: row.mm7_password,
    mm7Dialect: row.mm7_dialect,
    mm7TextXml: row.mm7_text_xml,
    mm7AllowAdaptations: row.mm7_allow_adaptations,
    mm7Version: row.mm7_version,
    mm7Namespace: row.mm7_namespace,
    mm7LastVersion: row.mm7_last_version,
    mm7LastNamespace: row.mm7_last_namespace,
    mm7TransferEncoding: row.mm7_transfer_encoding,
    mm7Priority: row.mm7_priority,
    mmsMoPostbacks: row.mms_mo_postbacks,
    smsMoPostbacks: row.sms_mo_postbacks,
    extendedPostbacks: row.extended_postbacks,
    deliveryWindow: row.delivery_window,
    timeZone: row.time_zone,
    errorHelp: row.error_help,
    optOut: row.opt_out,
    keywordReplies: row.keyword_replies,
    replies: row.replies,
    smartEncoding: row.smart_encoding,
    allowFallbackSms: row.allow_fallback_sms,
    enforceCampaignCheck: row.enforce_campaign_check,
    deliveryReports: row.delivery_reports,
    operatorLookup: row.operator_lookup,
    rate: row.rate,
    disabled: row.disabled,
    createdAt: row.created_at,
  };
}
