/** Originators of accounts: an address has one account, or all that have it share it. */
import type { Originator } from "../../../core/account/account.ts";
import { equalForms } from "../../../core/account/equal_numbers.ts";
import { type AccountStore, AlreadyExists } from "../../../ports/mod.ts";
import { ADVISORY_LOCKS } from "../engine/advisory_locks.ts";
import { asJson, type Database, type Query, type Row } from "../engine/database.ts";

/** Columns of an originator's fields that can be changed. */
const ORIGINATOR_COLUMNS = {
  kind: "kind",
  country: "country",
  countries: "countries",
  vasid: "vasid",
  shared: "shared",
  mmsConnector: "mms_connector",
  smsConnector: "sms_connector",
} as const;

/** Condition of originators whose address is among those of a JSON array ($1). */
const OF_ADDRESS = "o.address = any(array(select json_array_elements_text($1::text::json)))";

type OriginatorStore = Pick<
  AccountStore,
  | "addOriginator"
  | "changeOriginator"
  | "contested"
  | "originators"
  | "owners"
  | "removeOriginator"
  | "sendersAmong"
>;

export function createOriginatorStore({ query, transaction }: Database): OriginatorStore {
  return {
    async originators(account) {
      const rows = await query("select * from originator where account = $1 order by address", [
        account,
      ]);
      return rows.map(originatorOf);
    },

    async addOriginator(account, originator) {
      const { address } = originator;
      await transaction(async (query) => {
        const holders = await holdersOf(query, address);
        const own = holders.find((holder) => holder.account === account);
        if (own !== undefined) throw new AlreadyExists(`sender ${own.address} is there already`);
        const holder = holders.find(({ shared }) => !(originator.shared && shared));
        if (holder !== undefined) {
          throw new AlreadyExists(
            `address: account ${holder.account} has sender ${holder.address}, ` +
              "which must be shared in every account that uses it",
          );
        }
        await query(
          `insert into originator (account, address, kind, country, vasid, shared, mms_connector,
             sms_connector, countries)
           values ($1, $2, $3, $4, $5, $6, $7, $8, $9::text::json)`,
          [
            account,
            address,
            originator.kind,
            originator.country,
            originator.vasid,
            originator.shared,
            originator.mmsConnector,
            originator.smsConnector,
            asJson(originator.countries),
          ],
        );
      });
    },

    async changeOriginator(account, address, change) {
      const fields = (Object.keys(ORIGINATOR_COLUMNS) as (keyof typeof ORIGINATOR_COLUMNS)[])
        .filter((field) => field in change);
      const sets = fields.map((field, i) =>
        `, ${ORIGINATOR_COLUMNS[field]} = $${i + 3}${field === "countries" ? "::text::json" : ""}`
      );
      const values = fields.map((field) =>
        field === "countries" ? asJson(change.countries!) : change[field] ?? null
      );
      return await transaction(async (query) => {
        if (change.shared === false) await checkUnshared(query, account, address);
        const rows = await query(
          `update originator set address = address${sets.join("")}
           where account = $1 and address = $2 returning *`,
          [account, address, ...values],
        );
        return rows.length === 0 ? null : originatorOf(rows[0]!);
      });
    },

    async removeOriginator(account, address) {
      const rows = await query(
        "delete from originator where account = $1 and address = $2 returning 1",
        [account, address],
      );
      return rows.length > 0;
    },

    async owners(address) {
      const rows = await query(
        `select o.account, o.vasid, o.address from originator o join account a on a.id = o.account
         where ${OF_ADDRESS} and not a.disabled order by a.created_at, a.id, o.address <> $2`,
        [asJson(equalForms(address)), address],
      );
      return rows.map(({ account, vasid, address }) => ({ account, vasid, address }));
    },

    async sendersAmong(addresses, connector) {
      const rows = await query(
        `select o.address, bool_or($2 in (o.mms_connector, o.sms_connector)
           or o.mms_connector is null or o.sms_connector is null) as is_carried
         from originator o join account a on a.id = o.account
         where o.address in (select json_array_elements_text($1::text::json)) and not a.disabled
         group by o.address order by o.address`,
        [asJson(addresses.flatMap(equalForms)), connector],
      );
      const carried = rows.filter(({ is_carried }) => is_carried);
      return (carried.length > 0 ? carried : rows).map(({ address }) => address);
    },

    async contested(limit) {
      const rows = await query(
        `select o.address, json_agg(o.account order by a.created_at, a.id) as accounts
         from originator o join account a on a.id = o.account
         group by o.address having count(*) > 1 and not bool_and(o.shared)
         order by o.address limit $1`,
        [limit],
      );
      return rows.map(({ address, accounts }) => ({ address, accounts }));
    },
  };
}

type Holder = Pick<Originator, "address" | "shared"> & { account: string };

/**
 * Lists the accounts that have a sender in any of its forms, the oldest first, and keeps others from
 * taking it until the transaction ends.
 */
async function holdersOf(query: Query, address: string): Promise<Holder[]> {
  const forms = equalForms(address);
  await query(
    `select pg_advisory_xact_lock(hashtextextended($1, ${ADVISORY_LOCKS.sender}))`,
    [forms[0]!],
  );
  // A statement of its own: its snapshot has what the lock waited for.
  const rows = await query(
    `select o.account, o.address, o.shared from originator o join account a on a.id = o.account
     where ${OF_ADDRESS} order by a.created_at, a.id`,
    [asJson(forms)],
  );
  return rows.map(({ account, address, shared }) => ({ account, address, shared }));
}

/** Checks that a shared sender may become exclusive. One that is exclusive already may stay so. */
async function checkUnshared(query: Query, account: string, address: string): Promise<void> {
  const holders = await holdersOf(query, address);
  const holder = holders.find((each) => each.account !== account);
  if (holder === undefined) return;
  const [current] = await query(
    "select shared from originator where account = $1 and address = $2",
    [account, address],
  );
  if (!current?.shared) return;
  throw new AlreadyExists(`shared: account ${holder.account} has sender ${address}, too`);
}

function originatorOf(row: Row): Originator {
  return {
    address: row.address,
    kind: row.kind,
    country: row.country,
    countries: row.countries ?? [row.country],
    vasid: row.vasid,
    shared: row.shared,
    mmsConnector: row.mms_connector,
    smsConnector: row.sms_connector,
  };
}
