/** Campaigns of an account. */
import type { FC } from "hono/jsx";
import { visible } from "../../../core/visible.ts";
import type { Campaign } from "../../../generated/admin.ts";
import { Button, Form } from "../../components/form.tsx";
import { NamedCell } from "../../components/named_cell.tsx";
import { NextPage } from "../../components/next_page.tsx";
import { OperationFields } from "../../components/operation_fields.tsx";
import { Section } from "../../components/section.tsx";
import { Value } from "../../components/text.tsx";
import { bodyFieldsOf, bodyOf } from "../../model/operation_body.ts";
import { consoleUrl, type Page } from "../../model/page.ts";
import { refusalOfForm } from "../../model/refused_form.ts";
import { campaignPath, senderSuggestions } from "./campaign.tsx";
import { accountPath, accountTab, readAccount } from "./frame.tsx";

const FIELDS = bodyFieldsOf("createCampaign");

export const campaignsPage: Page = {
  path: "/accounts/:id/campaigns",

  async open(visit) {
    const account = await readAccount(visit);
    const { api, may, url } = visit;
    const page = await api.call("listCampaigns", {
      params: { account: account.account },
      query: { cursor: url.searchParams.get("cursor") ?? undefined },
    });
    return accountTab(
      account,
      "/campaigns",
      <>
        {page.items.length === 0
          ? (
            <p class="empty">
              The account has no campaign yet.{may("createCampaign") && " Create one below."}
            </p>
          )
          : <CampaignTable of={page.items} account={account.account} />}
        <NextPage url={url} cursor={page["next-cursor"]} />
        {may("createCampaign") && (
          <Section title="Create a campaign">
            <Form>
              <OperationFields
                of={FIELDS}
                refused={refusalOfForm(visit, "create")}
                suggestions={await senderSuggestions(visit)}
              />
              <p class="submit">
                <Button do="create" look="primary">Create the campaign</Button>
              </p>
            </Form>
          </Section>
        )}
      </>,
    );
  },

  actions: {
    async create(form, { api, params }) {
      const body = bodyOf(FIELDS, form);
      const { "campaign-ref": ref } = await api.call("createCampaign", {
        params: { account: params.id! },
        body,
      });
      const notice = `Campaign ${visible(ref)} is created.`;
      return { path: accountPath(params.id!, "/campaigns"), notice };
    },
  },
};

const CampaignTable: FC<{ of: readonly Campaign[]; account: string }> = ({ of, account }) => (
  <div class="card table">
    <table class="cards">
      <thead>
        <tr>
          <th>Campaign</th>
          <th>Title</th>
          <th>Brand</th>
          <th>Sender</th>
        </tr>
      </thead>
      <tbody>
        {of.map((campaign) => (
          <tr data-row="">
            <td class="wide">
              <a href={consoleUrl(campaignPath(account, campaign["campaign-ref"]))}>
                <Value text={campaign["campaign-ref"]} />
              </a>
            </td>
            <NamedCell name="Title" text={campaign.title} />
            <NamedCell name="Brand" text={campaign["brand-name"]} />
            <NamedCell name="Sender" text={campaign.from} />
          </tr>
        ))}
      </tbody>
    </table>
  </div>
);
