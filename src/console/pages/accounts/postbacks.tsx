/** Where an account's postbacks go, how they are signed, and a test of both. */
import type { FC } from "hono/jsx";
import type { Account, PingResult, SecretRotated } from "../../../generated/admin.ts";
import { ApiRefusal } from "../../model/admin_api.ts";
import { Facts } from "../../components/facts.tsx";
import { Button, Form } from "../../components/form.tsx";
import { OperationFields } from "../../components/operation_fields.tsx";
import { Section } from "../../components/section.tsx";
import { ShownOnce } from "../../components/shown_once.tsx";
import { Code, grouped, Time, Value } from "../../components/text.tsx";
import { bodyFieldsOf, bodyOf } from "../../model/operation_body.ts";
import { consoleUrl, type OpenedPage, type Page, type Visit } from "../../model/page.ts";
import { refusalOfForm } from "../../model/refused_form.ts";
import { accountPath, accountTab, readAccount } from "./frame.tsx";

const FIELDS = bodyFieldsOf("rotateWebhookSecret");

export const postbacksPage: Page = {
  path: "/accounts/:id/postbacks",

  open: (visit) => openWith(visit, null),

  actions: {
    async ping(_, visit) {
      const params = { account: visit.params.id! };
      return await openWith(visit, await visit.api.call("pingAccount", { params }));
    },

    async rotate(form, visit) {
      const account = await readAccount(visit);
      // A page that is loaded again sends its form again, which would end the older secret.
      if (account["webhook-secret-hint"] !== form.get("hint")) {
        throw new ApiRefusal("the secret was replaced since this page was opened", 409, "E100");
      }
      const body = bodyOf(FIELDS, form);
      const params = { account: account.account };
      return rotatedPage(account, await visit.api.call("rotateWebhookSecret", { params, body }));
    },
  },
};

async function openWith(visit: Visit, pinged: PingResult | null): Promise<OpenedPage> {
  const account = await readAccount(visit);
  return accountTab(
    account,
    "/postbacks",
    <>
      <Section title="Postback URL">
        <p>
          <Value text={account["postback-url"]} />
        </p>
        {account["postback-url"] === null && (
          <p class="hint">Postbacks are parked until the settings have a URL.</p>
        )}
        {pinged !== null && <Pinged of={pinged} />}
        {visit.may("pingAccount") && account["postback-url"] !== null && <PingForm />}
      </Section>
      <Section title="Webhook secret">
        <Secret of={account} now={visit.now} />
        {visit.may("rotateWebhookSecret") && (
          <RotateForm of={account} refused={refusalOfForm(visit, "rotate")} />
        )}
      </Section>
    </>,
  );
}

const PingForm: FC = () => (
  <Form>
    <p class="hint">
      A signed sample with the code <code>PING</code> is posted once, at once. It is not stored.
    </p>
    <p class="submit">
      <Button do="ping">Send a sample</Button>
    </p>
  </Form>
);

const Pinged: FC<{ of: PingResult }> = ({ of: pinged }) => (
  <div class={pinged.taken ? "notice" : "problem"} role="status">
    <p>
      {pinged.taken ? "The receiver took the sample." : "The receiver did not take the sample."}
    </p>
    <Facts
      of={{
        "HTTP status": pinged["http-status"],
        "Error": pinged.error && <Value text={pinged.error} />,
        "Time": `${grouped(Math.round(pinged.milliseconds))} ms`,
        "Posted to": <Value text={pinged.url} />,
        "webhook-id": <Code text={pinged["webhook-id"]} />,
      }}
    />
  </div>
);

const Secret: FC<{ of: Account; now: number }> = ({ of: account, now }) => {
  const until = account["former-secret-until"];
  const isOverlapping = until !== null && now < Date.parse(until);
  return (
    <Facts
      of={{
        "Secret": <Code text={`…${account["webhook-secret-hint"]}`} />,
        "Signed with": isOverlapping ? "this secret and the previous one" : "this secret",
        "Previous one until": isOverlapping && until !== null ? <Time at={until} /> : null,
      }}
    />
  );
};

const RotateForm: FC<{ of: Account; refused: Visit["refused"] }> = ({ of, refused }) => (
  <details class="confirm" open={refused !== null}>
    <summary>Replace the secret</summary>
    <Form>
      <p>
        Postbacks carry two signatures for a while, so that receivers may verify with either secret:
        give the new one to each of them in this time. At most two secrets sign; replacing again
        ends the older one at once.
      </p>
      <input type="hidden" name="hint" value={of["webhook-secret-hint"]} />
      <OperationFields of={FIELDS} refused={refused} />
      <p class="submit">
        <Button do="rotate" look="danger">Replace the secret</Button>
      </p>
    </Form>
  </details>
);

function rotatedPage(account: Account, rotated: SecretRotated): OpenedPage {
  const until = rotated["former-until"];
  return accountTab(
    account,
    "/postbacks",
    <Section title="New webhook secret">
      <p>
        Copy it now: it is not shown again.{" "}
        {until === null ? "Postbacks are signed with it alone from now on." : (
          <>
            Until <Time at={until} />, postbacks are signed with the previous secret as well.
          </>
        )}
      </p>
      <ShownOnce name="Webhook secret" value={rotated["webhook-secret"]} />
      <p class="row">
        <a class="button" href={consoleUrl(accountPath(account.account, "/postbacks"))}>
          Back to the postbacks
        </a>
      </p>
    </Section>,
  );
}
