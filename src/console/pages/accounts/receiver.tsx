/** A receiver of an account's postbacks. */
import { DEFAULT_RECEIVER } from "../../../core/account/receiver.ts";
import { visible } from "../../../core/visible.ts";
import type { PingResult, Receiver } from "../../../generated/admin.ts";
import { Confirm } from "../../components/confirm.tsx";
import { Button, Form } from "../../components/form.tsx";
import { OperationFacts, OperationFields } from "../../components/operation_fields.tsx";
import { Section } from "../../components/section.tsx";
import { Value } from "../../components/text.tsx";
import { ApiRefusal } from "../../model/admin_api.ts";
import { bodyFieldsOf, bodyOf } from "../../model/operation_body.ts";
import { consoleUrl, type OpenedPage, type Page, type Visit } from "../../model/page.ts";
import { refusalOfForm } from "../../model/refused_form.ts";
import { accountPath, accountTab, readAccount } from "./frame.tsx";
import { postSample, Sample } from "./sample.tsx";
import { RotatedSecret, rotateSecret, WebhookSecret } from "./webhook_secret.tsx";

const FIELDS = bodyFieldsOf("changeReceiver");

export const receiverPage: Page = {
  path: "/accounts/:id/receivers/:receiver",

  open: (visit) => openWith(visit, null),

  actions: {
    async save(form, { api, params }) {
      const path = receiverPath(params.id!, params.receiver!);
      const body = bodyOf(FIELDS, form);
      if (Object.keys(body).length === 0) return { path, notice: "Nothing has changed." };
      await api.call("changeReceiver", { params: receiverParams(params), body });
      return { path, notice: "The receiver is saved." };
    },

    async ping(_, visit) {
      return await openWith(visit, await postSample(visit, visit.params.receiver!));
    },

    async rotate(form, visit) {
      const account = await readAccount(visit);
      const receiver = await readReceiver(visit);
      const rotated = await rotateSecret(form, visit, receiver);
      const path = receiverPath(account.account, receiver.receiver);
      const back = { path, name: "receiver" };
      return accountTab(account, "/postbacks", <RotatedSecret of={rotated} back={back} />);
    },

    async remove(_, { api, params }) {
      await api.call("removeReceiver", { params: receiverParams(params) });
      const notice = `Receiver ${visible(params.receiver!)} is removed.`;
      return { path: accountPath(params.id!, "/postbacks"), notice };
    },
  },
};

async function openWith(visit: Visit, pinged: PingResult | null): Promise<OpenedPage> {
  const account = await readAccount(visit);
  const receiver = await readReceiver(visit);
  const { receiver: name } = receiver;
  const { may } = visit;
  return accountTab(
    account,
    "/postbacks",
    <>
      <section class="card">
        <h2>
          Receiver <Value text={name} />
        </h2>
        {may("changeReceiver")
          ? (
            <Form>
              <OperationFields
                of={FIELDS}
                values={{ ...receiver }}
                refused={refusalOfForm(visit, "save")}
              />
              <p class="submit">
                <Button do="save" look="primary">Save the receiver</Button>
              </p>
            </Form>
          )
          : <OperationFacts of={FIELDS} values={{ ...receiver }} />}
      </section>
      <Section title="Its postbacks">
        <p>
          <a href={consoleUrl("/receivers", { account: account.account, receiver: name })}>
            What did not arrive
          </a>
        </p>
        <Sample to={receiver} pinged={pinged} visit={visit} />
      </Section>
      <Section title="Webhook secret">
        <WebhookSecret of={receiver} visit={visit} />
      </Section>
      {may("removeReceiver") && name !== DEFAULT_RECEIVER && (
        <Section title="Remove the receiver">
          <Confirm title="Remove" thing={name} do="remove" button="Remove">
            It gets no more postbacks, not even those that wait for it. Its secret is lost.
          </Confirm>
        </Section>
      )}
    </>,
  );
}

/** Returns the path of a receiver's page. */
export function receiverPath(account: string, receiver: string): string {
  return `${accountPath(account)}/receivers/${encodeURIComponent(receiver)}`;
}

/** Reads the receivers of the account of a visit, `default` first. @throws {ApiRefusal} */
export async function listReceivers({ api, params }: Visit): Promise<Receiver[]> {
  return (await api.call("listReceivers", { params: { account: params.id! } })).items;
}

/** @throws {ApiRefusal} */
async function readReceiver(visit: Visit): Promise<Receiver> {
  const receivers = await listReceivers(visit);
  const receiver = receivers.find(({ receiver: name }) => name === visit.params.receiver);
  if (receiver === undefined) throw new ApiRefusal("receiver does not exist", 404, "E100");
  return receiver;
}

function receiverParams({ id, receiver }: Visit["params"]) {
  return { account: id!, receiver: receiver! };
}
