/** Receivers of an account's postbacks; those of `default` can be tested here. */
import type { FC } from "hono/jsx";
import { DEFAULT_CODES, DEFAULT_RECEIVER } from "../../../core/account/receiver.ts";
import type { Account, PingResult, Receiver, ReceiverCreated } from "../../../generated/admin.ts";
import { POSTBACK_CODES } from "../../../generated/postback.ts";
import { Button, Form } from "../../components/form.tsx";
import { CodedText } from "../../components/code_explanation.tsx";
import { NamedCell } from "../../components/named_cell.tsx";
import { OperationFields } from "../../components/operation_fields.tsx";
import { Section } from "../../components/section.tsx";
import { ShownOnce } from "../../components/shown_once.tsx";
import { State } from "../../components/state.tsx";
import { Value } from "../../components/text.tsx";
import { bodyFieldsOf, bodyOf } from "../../model/operation_body.ts";
import { consoleUrl, type OpenedPage, type Page, type Visit } from "../../model/page.ts";
import { refusalOfForm } from "../../model/refused_form.ts";
import { accountPath, accountTab, readAccount } from "./frame.tsx";
import { listReceivers, receiverPath } from "./receiver.tsx";
import { postSample, Sample } from "./sample.tsx";
import { RotatedSecret, rotateSecret, WebhookSecret } from "./webhook_secret.tsx";

const FIELDS = bodyFieldsOf("createReceiver");

/** Codes that receivers get only by name. */
const FURTHER_CODES = POSTBACK_CODES.filter((code) => !DEFAULT_CODES.has(code));

export const postbacksPage: Page = {
  path: "/accounts/:id/postbacks",

  open: (visit) => openWith(visit, null),

  actions: {
    async ping(_, visit) {
      return await openWith(visit, await postSample(visit, DEFAULT_RECEIVER));
    },

    async rotate(form, visit) {
      const account = await readAccount(visit);
      const rotated = await rotateSecret(form, visit, defaultOf(await listReceivers(visit)));
      const back = { path: accountPath(account.account, "/postbacks"), name: "postbacks" };
      return accountTab(account, "/postbacks", <RotatedSecret of={rotated} back={back} />);
    },

    async create(form, visit) {
      const account = await readAccount(visit);
      const body = bodyOf(FIELDS, form);
      const params = { account: account.account };
      return createdPage(account, await visit.api.call("createReceiver", { params, body }));
    },
  },
};

async function openWith(visit: Visit, pinged: PingResult | null): Promise<OpenedPage> {
  const account = await readAccount(visit);
  const receivers = await listReceivers(visit);
  const { may } = visit;
  const receiver = defaultOf(receivers);
  return accountTab(
    account,
    "/postbacks",
    <>
      <ReceiverTable of={receivers} account={account.account} hasManual={visit.hasManual} />
      <Section title="Receiver default">
        <p>
          <Value text={receiver.url} />
        </p>
        <Sample to={receiver} pinged={pinged} visit={visit} />
      </Section>
      <Section title="Webhook secret of default">
        <WebhookSecret of={receiver} visit={visit} />
      </Section>
      {may("createReceiver") && <CreateForm refused={refusalOfForm(visit, "create")} />}
    </>,
  );
}

/** Returns the receiver that every account has. */
function defaultOf(receivers: readonly Receiver[]): Receiver {
  return receivers.find(({ receiver }) => receiver === DEFAULT_RECEIVER)!;
}

const ReceiverTable: FC<{ of: readonly Receiver[]; account: string; hasManual: boolean }> = (
  { of, account, hasManual },
) => (
  <div class="card table">
    <table class="cards">
      <thead>
        <tr>
          <th>Receiver</th>
          <th>URL</th>
          <th>Format</th>
          <th>Codes</th>
          <th>Senders</th>
          <th>Campaigns</th>
        </tr>
      </thead>
      <tbody>
        {of.map((receiver) => (
          <tr data-row="">
            <td>
              <a href={consoleUrl(receiverPath(account, receiver.receiver))}>
                <Value text={receiver.receiver} />
              </a>{" "}
              {receiver.disabled && <State of="disabled" />}
            </td>
            <NamedCell name="URL" text={receiver.url} />
            <NamedCell name="Format" text={receiver.format} />
            <td class="wide" data-name="Codes">
              <CodedText
                text={receiver.codes ?? `all but ${FURTHER_CODES.join(", ")}`}
                hasManual={hasManual}
              />
            </td>
            <NamedCell name="Senders" text={receiver.senders ?? "all"} />
            <NamedCell name="Campaigns" text={receiver["campaign-refs"] ?? "all"} />
          </tr>
        ))}
      </tbody>
    </table>
  </div>
);

const CreateForm: FC<{ refused: Visit["refused"] }> = ({ refused }) => (
  <details class="card" open={refused !== null}>
    <summary>Create another receiver</summary>
    <Form>
      <p class="hint">
        It gets the postbacks that it asks for beside the others, in their own order and with its
        own secret.
      </p>
      <OperationFields of={FIELDS} refused={refused} />
      <p class="submit">
        <Button do="create" look="primary">Create the receiver</Button>
      </p>
    </Form>
  </details>
);

function createdPage(
  account: Account,
  { receiver, "webhook-secret": secret }: ReceiverCreated,
): OpenedPage {
  return accountTab(
    account,
    "/postbacks",
    <Section title="New receiver">
      <p>
        The receiver <Value text={receiver} />{" "}
        is there. Copy its secret now: it is not shown again. Postbacks to it are signed with this
        secret.
      </p>
      <ShownOnce name="Webhook secret" value={secret} />
      <p class="row">
        <a class="button" href={consoleUrl(receiverPath(account.account, receiver))}>
          See the receiver
        </a>
        <a class="button" href={consoleUrl(accountPath(account.account, "/postbacks"))}>
          Back to the postbacks
        </a>
      </p>
    </Section>,
  );
}
