/** A sender of an account. */
import type { Sender } from "../../../generated/admin.ts";
import { ApiRefusal } from "../../model/admin_api.ts";
import { Confirm } from "../../components/confirm.tsx";
import { Button, Form } from "../../components/form.tsx";
import { OperationFacts, OperationFields } from "../../components/operation_fields.tsx";
import { Section } from "../../components/section.tsx";
import { Value } from "../../components/text.tsx";
import { bodyFieldsOf, bodyOf } from "../../model/operation_body.ts";
import type { Page, Visit } from "../../model/page.ts";
import { refusalOfForm } from "../../model/refused_form.ts";
import { accountPath, accountTab, readAccount } from "./frame.tsx";

const FIELDS = bodyFieldsOf("changeSender");

export const senderPage: Page = {
  path: "/accounts/:id/senders/:address",

  async open(visit) {
    const account = await readAccount(visit);
    const sender = await readSender(visit);
    const mayChange = visit.may("changeSender");
    return accountTab(
      account,
      "/senders",
      <>
        <section class="card">
          <h2>
            Sender <Value text={sender.address} />
          </h2>
          {sender.warnings.map((warning) => <p class="fault">{warning}</p>)}
          {mayChange
            ? (
              <Form>
                <OperationFields
                  of={FIELDS}
                  values={{ ...sender }}
                  refused={refusalOfForm(visit, "save")}
                  suggestions={await connectorSuggestions(visit)}
                />
                <p class="submit">
                  <Button do="save" look="primary">Save the sender</Button>
                </p>
              </Form>
            )
            : <OperationFacts of={FIELDS} values={{ ...sender }} />}
        </section>
        {mayChange && (
          <Section title="Remove the sender">
            <Confirm title="Remove" thing={sender.address} do="remove" button="Remove">
              Messages from this sender are refused at once. Those that are accepted already are
              still sent, but not by the sender's own connectors.
            </Confirm>
          </Section>
        )}
      </>,
    );
  },

  actions: {
    async save(form, { api, params }) {
      const path = senderPath(params.id!, params.address!);
      const body = bodyOf(FIELDS, form);
      if (Object.keys(body).length === 0) return { path, notice: "Nothing has changed." };
      await api.call("changeSender", { params: senderParams(params), body });
      return { path, notice: "The sender is saved." };
    },

    async remove(_, { api, params }) {
      await api.call("removeSender", { params: senderParams(params) });
      const notice = `${params.address} is removed.`;
      return { path: accountPath(params.id!, "/senders"), notice };
    },
  },
};

/** Returns the path of a sender's page. */
export function senderPath(account: string, address: string): string {
  return `${accountPath(account, "/senders")}/${encodeURIComponent(address)}`;
}

/** Suggests the names of connectors, by field. */
export async function connectorSuggestions({ api }: Visit): Promise<Record<string, string[]>> {
  const { items } = await api.call("listConnectors");
  const names = items.map(({ name }) => name);
  return { "mms-connector": names, "sms-connector": names };
}

function senderParams({ id, address }: Visit["params"]) {
  return { account: id!, address: address! };
}

/** @throws {ApiRefusal} */
async function readSender({ api, params }: Visit): Promise<Sender> {
  const { items } = await api.call("listSenders", { params: { account: params.id! } });
  const sender = items.find(({ address }) => address === params.address);
  if (sender === undefined) throw new ApiRefusal("sender does not exist", 404, "E100");
  return sender;
}
