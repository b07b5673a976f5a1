/** Test of a connector: a message that it alone takes. */
import type { FC } from "hono/jsx";
import { visible } from "../../../core/visible.ts";
import type { ConnectorTest } from "../../../generated/admin.ts";
import { Button, Form } from "../../components/form.tsx";
import { FieldControl } from "../../components/field_control.tsx";
import { Section } from "../../components/section.tsx";
import { SenderSelect } from "../../components/sender_select.tsx";
import { Value } from "../../components/text.tsx";
import { bodyFieldsOf } from "../../model/operation_body.ts";
import { consoleUrl, type Page, type Visit } from "../../model/page.ts";
import {
  chosenSender,
  type SenderChoices,
  senderChoices,
  valueOfSender,
} from "../../model/sender_choices.ts";
import { connectorPath } from "./paths.ts";

const FIELDS = bodyFieldsOf("testConnector");

/** Returns the description of a field. */
const hintOf = (name: string) => FIELDS.find((field) => field.name === name)!.description;

export const connectorTestPage: Page = {
  path: "/carriers/connectors/:connector/test",

  async open(visit) {
    const { api, may, params, url } = visit;
    const { name } = await api.call("readConnector", {
      params: { connector: params.connector! },
    });
    const choices = await senderChoices(api, url.searchParams.get("account"));
    return {
      title: `Test of connector ${visible(name)}`,
      main: (
        <>
          <div class="head">
            <h1>
              Send a test by <Value text={name} />
            </h1>
            <a href={consoleUrl(connectorPath(name))}>Back to the connector</a>
          </div>
          <Section title="The message">
            <p class="hint process">
              It is delivered for real, by this connector alone, whatever the routes say. The rules
              of the account apply; its history says that it is a test.
            </p>
            {may("testConnector")
              ? <TestForm connector={name} choices={choices} refused={visit.refused} />
              : <p class="empty">Your token may not send.</p>}
          </Section>
          {choices.hasMore && <OtherAccount visit={visit} />}
        </>
      ),
    };
  },

  actions: {
    async test(form, { api, params }) {
      const connector = params.connector!;
      const message = await api.call("testConnector", {
        params: { connector },
        body: testOf(form),
      });
      return {
        path: `/messages/${message["tracking-id"]}`,
        notice: `The test goes by ${visible(connector)}.`,
      };
    },
  },
};

const TestForm: FC<{
  connector: string;
  choices: SenderChoices;
  refused: Visit["refused"];
}> = ({ connector, choices, refused }) => {
  const sent = (field: string) => String(refused?.form.get(field) ?? "");
  const fault = (field: string) =>
    refused?.refusal.message.startsWith(field) ? refused.refusal.message : null;
  return (
    <Form class="send">
      <div class="fields">
        <div class="field">
          <label for="test-sender">Sender</label>
          <SenderSelect
            id="test-sender"
            choices={choices}
            value={sent("sender") || soleSender(choices) || ""}
          />
          {fault("from") !== null && <p class="fault">{fault("from")}</p>}
          <p class="hint">An account, and the sender that the recipient sees.</p>
        </div>
        <FieldControl
          id="test-to"
          name="to"
          label="Number"
          value={sent("to")}
          fault={fault("to")}
          hint={hintOf("to")}
          attributes={{ required: true, maxlength: 64 }}
          input={{ autocomplete: "off", inputmode: "tel" }}
        />
        <FieldControl
          id="test-kind"
          name="kind"
          label="Form"
          value={sent("kind")}
          fault={fault("kind")}
          hint={hintOf("kind")}
          options={[
            { value: "", name: "as the connector takes it" },
            { value: "sms", name: "Text" },
            { value: "mms", name: "MMS" },
          ]}
        />
        <FieldControl
          id="test-text"
          name="text"
          label="Text"
          value={sent("text")}
          fault={fault("text")}
          hint={hintOf("text")}
          attributes={{ maxlength: 1600 }}
          input={{ autocomplete: "off", placeholder: `Test of connector ${connector}` }}
        />
      </div>
      <p class="submit">
        <Button do="test" look="primary">Send the test</Button>
      </p>
    </Form>
  );
};

function testOf(form: FormData): ConnectorTest {
  const { account = "", sender = null } = chosenSender(String(form.get("sender") ?? "")) ?? {};
  const optional = ["kind", "text"].flatMap((name): [string, string][] => {
    const value = String(form.get(name) ?? "");
    return value === "" ? [] : [[name, value]];
  });
  return {
    account,
    from: sender ?? "",
    to: String(form.get("to") ?? "").trim(),
    ...Object.fromEntries(optional),
  };
}

/** Returns the value of the only sender; null: there are none or several. */
function soleSender({ accounts }: SenderChoices): string | null {
  const [only, ...others] = accounts.flatMap(({ account, senders }) =>
    senders.map((sender) => valueOfSender({ account, sender }))
  );
  return only !== undefined && others.length === 0 ? only : null;
}

/** Form that lists the senders of an account beyond the first. */
export function OtherAccount({ visit: { url } }: { visit: Visit }) {
  return (
    <form method="get" class="row">
      <label for="other-account">Account that is not in the list</label>
      <input
        id="other-account"
        name="account"
        class="grow"
        value={url.searchParams.get("account") ?? ""}
        maxlength={64}
        autocomplete="off"
      />
      <Button>List its senders</Button>
    </form>
  );
}
