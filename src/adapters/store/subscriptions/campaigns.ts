/** Campaigns of accounts: the rows of `campaign`. */
import type { Campaign } from "../../../core/subscription/campaign.ts";
import { AlreadyExists, type CampaignStore } from "../../../ports/mod.ts";
import { type Database, isDuplicate, type Query, type Row } from "../engine/database.ts";
import { invalidCursor, pageOf } from "../engine/page.ts";
import { epoch, instant } from "../engine/time.ts";

/** Columns of the fields that can be changed. */
const COLUMNS = {
  title: "title",
  brandName: "brand_name",
  sender: "sender",
  ctaText: "cta_text",
  welcomeText: "welcome_text",
  goodbyeText: "goodbye_text",
} as const;
const FIELDS = Object.keys(COLUMNS) as (keyof typeof COLUMNS)[];

/** Columns that `campaignOf` reads, of the table or its alias. */
export const campaignColumns = (table: string) =>
  `${table}.campaign_ref, ${FIELDS.map((field) => `${table}.${COLUMNS[field]}`).join(", ")}, ${
    epoch(`${table}.created_at`)
  } as created_at`;

const CAMPAIGN = campaignColumns("campaign");

const INSERT = `
  insert into campaign (account, campaign_ref, created_at, ${Object.values(COLUMNS).join(", ")})
  values ($1, $2, $3::text::timestamptz, ${FIELDS.map((_, at) => `$${at + 4}`).join(", ")})`;

const OF_REF = "account = $1 and campaign_ref = $2";

/** Makes a campaign without settings, unless the account has it. */
export const MAKE = `
  insert into campaign (account, campaign_ref, created_at) values ($1, $2, $3::text::timestamptz)
  on conflict do nothing`;

/** Reads a campaign that may not be removed before the transaction ends. */
export async function lockCampaign(
  query: Query,
  account: string,
  ref: string,
): Promise<Campaign | null> {
  const [row] = await query(
    `select ${CAMPAIGN} from campaign where ${OF_REF} for key share`,
    [account, ref],
  );
  return row === undefined ? null : campaignOf(row);
}

export function createCampaignStore({ query, transaction }: Database): CampaignStore {
  return {
    async byRef(account, ref) {
      const [row] = await query(`select ${CAMPAIGN} from campaign where ${OF_REF}`, [account, ref]);
      return row === undefined ? null : campaignOf(row);
    },

    async list(account, { cursor, limit }) {
      const rows = await query(
        `select ${CAMPAIGN} from campaign where account = $1 and campaign_ref > $2
         order by campaign_ref limit $3`,
        [account, cursor === null ? "" : readCursor(cursor), limit + 1],
      );
      return pageOf(rows.map(campaignOf), limit, ({ ref }) => JSON.stringify([ref]));
    },

    async create(account, campaign) {
      const values = FIELDS.map((field) => campaign[field]);
      try {
        await query(INSERT, [account, campaign.ref, instant(campaign.createdAt), ...values]);
      } catch (error) {
        if (isDuplicate(error)) {
          throw new AlreadyExists(`campaign ${campaign.ref} is there already`);
        }
        throw error;
      }
    },

    async change(account, ref, change) {
      const fields = FIELDS.filter((field) => field in change);
      const sets = fields.map((field, at) => `, ${COLUMNS[field]} = $${at + 3}`);
      const [row] = await query(
        `update campaign set created_at = created_at${sets.join("")}
         where ${OF_REF} returning ${CAMPAIGN}`,
        [account, ref, ...fields.map((field) => change[field] ?? null)],
      );
      return row === undefined ? null : campaignOf(row);
    },

    remove: (account, ref) =>
      transaction(async (query) => {
        const key = [account, ref];
        // Waits for subscriptions under way, which the next statement then sees.
        const rows = await query(`select from campaign where ${OF_REF} for update`, key);
        if (rows.length === 0) return "missing";
        const used = await query(`select from subscription where ${OF_REF} limit 1`, key);
        if (used.length > 0) return "has subscriptions";
        await query(`delete from campaign where ${OF_REF}`, key);
        return "removed";
      }),
  };
}

/**
 * Reads the reference of a page's last row.
 * @throws {Refusal} for a cursor that the listing never issued.
 */
function readCursor(cursor: string): string {
  try {
    const [ref, ...others] = JSON.parse(cursor);
    if (typeof ref === "string" && others.length === 0) return ref;
  } catch {
    // Neither JSON nor a list.
  }
  throw invalidCursor();
}

export function campaignOf(row: Row): Campaign {
  return {
    ref: row.campaign_ref,
    title: row.title,
    brandName: row.brand_name,
    sender: row.sender,
    ctaText: row.cta_text,
    welcomeText: row.welcome_text,
    goodbyeText: row.goodbye_text,
    createdAt: row.created_at,
  };
}
