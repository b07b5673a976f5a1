/** Campaign subscriptions of an account. */
import type { FC } from "hono/jsx";
import { visible } from "../../../core/visible.ts";
import type { Consent, Subscription } from "../../../generated/admin.ts";
import { Button, Form } from "../../components/form.tsx";
import { NextPage } from "../../components/next_page.tsx";
import { OperationFields } from "../../components/operation_fields.tsx";
import { Section } from "../../components/section.tsx";
import { Time, Value } from "../../components/text.tsx";
import { bodyFieldsOf, bodyOf } from "../../model/operation_body.ts";
import type { Page } from "../../model/page.ts";
import { refusalOfForm } from "../../model/refused_form.ts";
import { accountPath, accountTab, readAccount } from "./frame.tsx";

const FIELDS = bodyFieldsOf("addSubscription");

export const subscriptionsPage: Page = {
  path: "/accounts/:id/subscriptions",

  async open(visit) {
    const account = await readAccount(visit);
    const { api, may, url } = visit;
    const mayChange = may("addSubscription");
    const page = await api.call("listSubscriptions", {
      params: { account: account.account },
      query: { cursor: url.searchParams.get("cursor") ?? undefined },
    });
    return accountTab(
      account,
      "/subscriptions",
      <>
        <p class="hint">
          {account["enforce-campaign-check"]
            ? "Each message must name a campaign that its recipient is subscribed to. MM7 cannot name one."
            : "The campaign check is off: messages reach everybody, subscribed or not."}
        </p>
        {page.items.length === 0
          ? (
            <p class="empty">
              Nobody is subscribed to a campaign.{mayChange && " Subscribe somebody below."}
            </p>
          )
          : <SubscriptionTable of={page.items} mayChange={mayChange} />}
        <NextPage url={url} cursor={page["next-cursor"]} />
        {mayChange && (
          <Section title="Subscribe a recipient">
            <Form>
              <OperationFields of={FIELDS} refused={refusalOfForm(visit, "add")} />
              <p class="submit">
                <Button do="add" look="primary">Subscribe</Button>
              </p>
            </Form>
          </Section>
        )}
      </>,
    );
  },

  actions: {
    async add(form, { api, params }) {
      const body = bodyOf(FIELDS, form);
      await api.call("addSubscription", { params: { account: params.id! }, body });
      return {
        path: accountPath(params.id!, "/subscriptions"),
        notice: "The recipient is subscribed.",
      };
    },

    async remove(form, { api, params }) {
      await api.call("removeSubscription", {
        params: {
          "account": params.id!,
          "campaign-ref": String(form.get("campaign-ref")),
          "recipient": String(form.get("recipient")),
        },
      });
      const notice = "The recipient is not subscribed any more.";
      return { path: accountPath(params.id!, "/subscriptions"), notice };
    },
  },
};

const SubscriptionTable: FC<{ of: readonly Subscription[]; mayChange: boolean }> = (
  { of, mayChange },
) => (
  <div class="card table">
    <table class="cards">
      <thead>
        <tr>
          <th>Campaign</th>
          <th>Recipient</th>
          <th>State</th>
          <th>Since</th>
          <th>Consent</th>
          {mayChange && <th>Change</th>}
        </tr>
      </thead>
      <tbody>
        {of.map((subscription) => (
          <tr>
            <td class="wide" data-name="Campaign">
              <Value text={subscription["campaign-ref"]} />
            </td>
            <td data-name="Recipient">
              <Value text={subscription.recipient} />
            </td>
            <td data-name="State">{subscription.state}</td>
            <td data-name="Since">
              <Time at={subscription.since} />
            </td>
            <td class="wide" data-name="Consent">
              <Evidence of={subscription.consent} />
            </td>
            {mayChange && (
              <td>
                <RemoveForm of={subscription} />
              </td>
            )}
          </tr>
        ))}
      </tbody>
    </table>
  </div>
);

/** Evidence of consent, a line for each part of it. */
const Evidence: FC<{ of: Consent }> = ({ of: { "collected-at": collectedAt, data, ...texts } }) => {
  const parts = [
    ...Object.entries(texts),
    ...Object.entries(data ?? {}),
  ];
  if (collectedAt === undefined && parts.length === 0) return <Value text={null} />;
  return (
    <>
      {collectedAt !== undefined && (
        <p>
          collected <Time at={collectedAt} />
        </p>
      )}
      {parts.map(([name, text]) => (
        <p>
          <Value text={name} />: <Value text={text} />
        </p>
      ))}
    </>
  );
};

const RemoveForm: FC<{ of: Subscription }> = (
  { of: { "campaign-ref": campaign, recipient } },
) => (
  <Form>
    <input type="hidden" name="campaign-ref" value={campaign} />
    <input type="hidden" name="recipient" value={recipient} />
    <Button do="remove" look="quiet" label={`Remove ${recipient} from ${visible(campaign)}`}>
      Remove
    </Button>
  </Form>
);
