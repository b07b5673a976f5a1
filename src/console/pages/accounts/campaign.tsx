/** A campaign of an account. */
import { Confirm } from "../../components/confirm.tsx";
import { Button, Form } from "../../components/form.tsx";
import { OperationFacts, OperationFields } from "../../components/operation_fields.tsx";
import { Section } from "../../components/section.tsx";
import { Value } from "../../components/text.tsx";
import { bodyFieldsOf, bodyOf } from "../../model/operation_body.ts";
import { visible } from "../../../core/visible.ts";
import type { Page, Visit } from "../../model/page.ts";
import { refusalOfForm } from "../../model/refused_form.ts";
import { accountPath, accountTab, readAccount } from "./frame.tsx";

const FIELDS = bodyFieldsOf("changeCampaign");

export const campaignPage: Page = {
  path: "/accounts/:id/campaigns/:ref",

  async open(visit) {
    const account = await readAccount(visit);
    const { api, may, params } = visit;
    const campaign = await api.call("readCampaign", { params: campaignParams(params) });
    const mayChange = may("changeCampaign");
    return accountTab(
      account,
      "/campaigns",
      <>
        <section class="card">
          <h2>
            Campaign <Value text={campaign["campaign-ref"]} />
          </h2>
          {mayChange
            ? (
              <Form>
                <OperationFields
                  of={FIELDS}
                  values={{ ...campaign }}
                  refused={refusalOfForm(visit, "save")}
                  suggestions={await senderSuggestions(visit)}
                />
                <p class="submit">
                  <Button do="save" look="primary">Save the campaign</Button>
                </p>
              </Form>
            )
            : <OperationFacts of={FIELDS} values={{ ...campaign }} />}
        </section>
        {mayChange && (
          <Section title="Remove the campaign">
            <Confirm
              title="Remove"
              thing={campaign["campaign-ref"]}
              do="remove"
              button="Remove"
            >
              Only a campaign without subscriptions can be removed.
            </Confirm>
          </Section>
        )}
      </>,
    );
  },

  actions: {
    async save(form, { api, params }) {
      const path = campaignPath(params.id!, params.ref!);
      const body = bodyOf(FIELDS, form);
      if (Object.keys(body).length === 0) return { path, notice: "Nothing has changed." };
      await api.call("changeCampaign", { params: campaignParams(params), body });
      return { path, notice: "The campaign is saved." };
    },

    async remove(_, { api, params }) {
      await api.call("removeCampaign", { params: campaignParams(params) });
      const notice = `Campaign ${visible(params.ref!)} is removed.`;
      return { path: accountPath(params.id!, "/campaigns"), notice };
    },
  },
};

/** Returns the path of a campaign's page. */
export function campaignPath(account: string, ref: string): string {
  return `${accountPath(account, "/campaigns")}/${encodeURIComponent(ref)}`;
}

/** Suggests the senders of the account, by field. */
export async function senderSuggestions(
  { api, params }: Visit,
): Promise<Record<string, string[]>> {
  const { items } = await api.call("listSenders", { params: { account: params.id! } });
  return { from: items.map(({ address }) => address) };
}

function campaignParams({ id, ref }: Visit["params"]) {
  return { "account": id!, "campaign-ref": ref! };
}
