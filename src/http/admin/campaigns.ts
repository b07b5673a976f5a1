/** Admin operations on the campaigns of accounts. */
import { findOriginator } from "../../core/account/address.ts";
import { isBlank } from "../../core/characters.ts";
import { Refusal } from "../../core/errors.ts";
import { type Campaign, CAMPAIGN_DEFAULTS } from "../../core/subscription/campaign.ts";
import type { AdminHandlers, CampaignChange } from "../../generated/admin.ts";
import type * as ports from "../../ports/mod.ts";
import { missing, requireAccount } from "./refusals.ts";
import { campaignView } from "./views.ts";

export interface CampaignPorts {
  clock: ports.Clock;
  store: Pick<ports.Store, "accounts" | "campaigns">;
}

/** Fields of the campaign by those of requests, but for the sender. */
const FIELDS = {
  "title": "title",
  "brand-name": "brandName",
  "cta-text": "ctaText",
  "welcome-text": "welcomeText",
  "goodbye-text": "goodbyeText",
} as const satisfies Partial<Record<keyof CampaignChange, keyof Campaign>>;

export function campaignHandlers({ clock, store }: CampaignPorts) {
  return {
    async createCampaign({ params: { account }, body }) {
      await requireAccount(store, account);
      const ref = body["campaign-ref"];
      if (isBlank(ref)) throw blank("campaign-ref");
      const campaign: Campaign = {
        ref,
        ...CAMPAIGN_DEFAULTS,
        ...await changeOf(account, body),
        createdAt: clock.now(),
      };
      await store.campaigns.create(account, campaign);
      return campaignView(campaign);
    },

    async listCampaigns({ params: { account }, query: { cursor, limit } }) {
      await requireAccount(store, account);
      const page = await store.campaigns.list(account, { cursor: cursor ?? null, limit });
      return { items: page.items.map(campaignView), "next-cursor": page.nextCursor };
    },

    async readCampaign({ params: { account, "campaign-ref": ref } }) {
      const campaign = await store.campaigns.byRef(account, ref);
      if (campaign === null) throw missing("campaign");
      return campaignView(campaign);
    },

    async changeCampaign({ params: { account, "campaign-ref": ref }, body }) {
      await requireAccount(store, account);
      const change = await changeOf(account, body);
      const campaign = await store.campaigns.change(account, ref, change);
      if (campaign === null) throw missing("campaign");
      return campaignView(campaign);
    },

    async removeCampaign({ params: { account, "campaign-ref": ref } }) {
      switch (await store.campaigns.remove(account, ref)) {
        case "missing":
          throw missing("campaign");
        case "has subscriptions":
          throw new Refusal(
            "conflict",
            "campaign has recipients who are subscribed or asked to confirm; remove these " +
              "subscriptions first",
          );
      }
    },
  } satisfies Partial<AdminHandlers>;

  /** @throws {Refusal} E100 */
  async function changeOf(account: string, body: CampaignChange): Promise<ports.CampaignChange> {
    const change: ports.CampaignChange = {};
    for (const [name, field] of Object.entries(FIELDS)) {
      const text = body[name as keyof typeof FIELDS];
      if (text === undefined) continue;
      if (text !== null && isBlank(text)) throw blank(name);
      change[field] = text;
    }
    if (body.from !== undefined) change.sender = await senderOf(account, body.from);
    return change;
  }

  async function senderOf(account: string, from: string | null): Promise<string | null> {
    if (from === null) return null;
    const originator = findOriginator(await store.accounts.originators(account), from);
    if (originator !== undefined) return originator.address;
    throw new Refusal("invalidRequest", "from is not a sender of the account");
  }
}

function blank(field: string): Refusal {
  return new Refusal("invalidRequest", `${field} must not be blank`);
}
