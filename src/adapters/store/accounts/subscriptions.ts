/**
 * Subscriptions of recipients to campaigns: the rows of `subscription`. One holds for all forms of its
 * number (`equalForms`).
 */
import { equalForms } from "../../../core/account/equal_numbers.ts";
import type { AccountStore } from "../../../ports/mod.ts";
import { asJson, type Database } from "../engine/database.ts";
import { invalidCursor, pageOf } from "../engine/page.ts";

/** Condition of the subscription to a campaign ($2) under any form of a number ($3). */
const OF_RECIPIENT = `account = $1 and campaign_ref = $2
  and recipient = any(array(select json_array_elements_text($3::text::json)))`;

export type SubscriptionStore = Pick<
  AccountStore,
  "isSubscribed" | "subscriptions" | "subscribe" | "unsubscribe"
>;

export function createSubscriptionStore({ query }: Pick<Database, "query">): SubscriptionStore {
  return {
    isSubscribed: async (account, { campaignRef, recipient }) =>
      (await query(
        `select from subscription where ${OF_RECIPIENT} limit 1`,
        [account, campaignRef, asJson(equalForms(recipient))],
      )).length > 0,

    async subscriptions(account, { cursor, limit }) {
      const [campaignRef, recipient] = cursor === null ? ["", ""] : readCursor(cursor);
      const rows = await query(
        `select campaign_ref, recipient from subscription
         where account = $1 and (campaign_ref, recipient) > ($2, $3)
         order by campaign_ref, recipient limit $4`,
        [account, campaignRef, recipient, limit + 1],
      );
      return pageOf(
        rows.map((row) => ({ campaignRef: row.campaign_ref, recipient: row.recipient })),
        limit,
        (item) => JSON.stringify([item.campaignRef, item.recipient]),
      );
    },

    async subscribe(account, { campaignRef, recipient }) {
      await query(
        "insert into subscription values ($1, $2, $3) on conflict do nothing",
        [account, campaignRef, recipient],
      );
    },

    unsubscribe: async (account, { campaignRef, recipient }) =>
      (await query(
        `delete from subscription where ${OF_RECIPIENT} returning 1`,
        [account, campaignRef, asJson(equalForms(recipient))],
      )).length > 0,
  };
}

/**
 * Reads the campaign and recipient of a page's last row.
 * @throws {Refusal} for a cursor that the listing never issued.
 */
function readCursor(cursor: string): [campaignRef: string, recipient: string] {
  try {
    const [campaignRef, recipient] = JSON.parse(cursor);
    if (typeof campaignRef === "string" && typeof recipient === "string") {
      return [campaignRef, recipient];
    }
  } catch {
    // Neither JSON nor a list.
  }
  throw invalidCursor();
}
