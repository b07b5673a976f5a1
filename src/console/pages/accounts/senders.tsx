/** Senders of an account. */
import type { FC } from "hono/jsx";
import type { Sender } from "../../../generated/admin.ts";
import { Button, Form } from "../../components/form.tsx";
import { NamedCell } from "../../components/named_cell.tsx";
import { OperationFields } from "../../components/operation_fields.tsx";
import { Section } from "../../components/section.tsx";
import { Value } from "../../components/text.tsx";
import { bodyFieldsOf, bodyOf } from "../../model/operation_body.ts";
import { consoleUrl, type Page, type Visit } from "../../model/page.ts";
import { refusalOfForm } from "../../model/refused_form.ts";
import { connectorSuggestions, senderPath } from "./sender.tsx";
import { accountPath, accountTab, readAccount } from "./frame.tsx";

const FIELDS = bodyFieldsOf("addSender");

export const sendersPage: Page = {
  path: "/accounts/:id/senders",

  async open(visit) {
    const account = await readAccount(visit);
    const { api, may } = visit;
    const { items } = await api.call("listSenders", { params: { account: account.account } });
    return accountTab(
      account,
      "/senders",
      <>
        {items.length === 0
          ? (
            <p class="empty">
              The account has no sender yet, so it cannot send.{may("addSender") &&
                " Add one below."}
            </p>
          )
          : <SenderTable of={items} account={account.account} />}
        {may("addSender") && (
          <AddForm
            refused={refusalOfForm(visit, "add")}
            suggestions={await connectorSuggestions(visit)}
          />
        )}
      </>,
    );
  },

  actions: {
    async add(form, { api, params }) {
      const body = bodyOf(FIELDS, form);
      const { address } = await api.call("addSender", { params: { account: params.id! }, body });
      return { path: accountPath(params.id!, "/senders"), notice: `${address} is added.` };
    },
  },
};

const SenderTable: FC<{ of: readonly Sender[]; account: string }> = ({ of, account }) => (
  <div class="card table">
    <table class="cards">
      <thead>
        <tr>
          <th>Address</th>
          <th>Kind</th>
          <th>Countries</th>
          <th>VASID</th>
          <th>MMS connector</th>
          <th>SMS connector</th>
        </tr>
      </thead>
      <tbody>
        {of.map((sender) => (
          <tr data-row="">
            <td>
              <a href={consoleUrl(senderPath(account, sender.address))}>
                <Value text={sender.address} />
              </a>
              {sender.warnings.map((warning) => <p class="fault">{warning}</p>)}
            </td>
            <td data-name="Kind">{sender.kind}</td>
            <td class="wide" data-name="Countries">
              <Value text={sender.countries.replaceAll(",", ", ")} />
            </td>
            <NamedCell name="VASID" text={sender.vasid} />
            <NamedCell name="MMS connector" text={sender["mms-connector"]} />
            <NamedCell name="SMS connector" text={sender["sms-connector"]} />
          </tr>
        ))}
      </tbody>
    </table>
  </div>
);

const AddForm: FC<{
  refused: Visit["refused"];
  suggestions: Readonly<Record<string, readonly string[]>>;
}> = ({ refused, suggestions }) => (
  <Section title="Add a sender">
    <Form>
      <OperationFields of={FIELDS} refused={refused} suggestions={suggestions} />
      <p class="submit">
        <Button do="add" look="primary">Add the sender</Button>
      </p>
    </Form>
  </Section>
);
