/** Webhook secret of a receiver of an account. */
import type { FC } from "hono/jsx";
import type { Receiver, SecretRotated } from "../../../generated/admin.ts";
import { Button, Form } from "../../components/form.tsx";
import { Facts } from "../../components/facts.tsx";
import { OperationFields } from "../../components/operation_fields.tsx";
import { Section } from "../../components/section.tsx";
import { ShownOnce } from "../../components/shown_once.tsx";
import { Code, Time } from "../../components/text.tsx";
import { ApiRefusal } from "../../model/admin_api.ts";
import { bodyFieldsOf, bodyOf } from "../../model/operation_body.ts";
import { consoleUrl, type Visit } from "../../model/page.ts";
import { refusalOfForm } from "../../model/refused_form.ts";

const FIELDS = bodyFieldsOf("rotateWebhookSecret");

/**
 * Replaces the secret of a receiver by a form that shows its hint.
 *
 * @throws {ApiRefusal} also where another secret took its place meanwhile
 */
export async function rotateSecret(
  form: FormData,
  { api, params }: Visit,
  { receiver, "webhook-secret-hint": hint }: Receiver,
): Promise<SecretRotated> {
  // A page that is loaded again sends its form again, which would end the older secret.
  if (hint !== form.get("hint")) {
    throw new ApiRefusal("the secret was replaced since this page was opened", 409, "E100");
  }
  const body = bodyOf(FIELDS, form);
  return await api.call("rotateWebhookSecret", {
    params: { account: params.id! },
    query: { receiver },
    body,
  });
}

/** Hint of the secret, and the form that replaces it. */
export const WebhookSecret: FC<{ of: Receiver; visit: Visit }> = ({ of, visit }) => {
  const until = of["former-secret-until"];
  const isOverlapping = until !== null && visit.now < Date.parse(until);
  return (
    <>
      <Facts
        of={{
          "Secret": <Code text={`…${of["webhook-secret-hint"]}`} />,
          "Signed with": isOverlapping ? "this secret and the previous one" : "this secret",
          "Previous one until": isOverlapping && until !== null ? <Time at={until} /> : null,
        }}
      />
      {visit.may("rotateWebhookSecret") && (
        <RotateForm of={of} refused={refusalOfForm(visit, "rotate")} />
      )}
    </>
  );
};

const RotateForm: FC<{ of: Receiver; refused: Visit["refused"] }> = ({ of, refused }) => (
  <details class="confirm" open={refused !== null}>
    <summary>Replace the secret</summary>
    <Form>
      <p>
        Postbacks carry two signatures for a while, so that whoever takes them may verify with
        either secret: give out the new one in this time. At most two secrets sign; replacing again
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

/** Secret that took the place of another. */
export const RotatedSecret: FC<{ of: SecretRotated; back: { path: string; name: string } }> = (
  { of: { "former-until": until, "webhook-secret": secret }, back },
) => (
  <Section title="New webhook secret">
    <p>
      Copy it now: it is not shown again.{" "}
      {until === null ? "Postbacks are signed with it alone from now on." : (
        <>
          Until <Time at={until} />, postbacks are signed with the previous secret as well.
        </>
      )}
    </p>
    <ShownOnce name="Webhook secret" value={secret} />
    <p class="row">
      <a class="button" href={consoleUrl(back.path)}>
        Back to the {back.name}
      </a>
    </p>
  </Section>
);
