/** API keys of an account. */
import type { FC } from "hono/jsx";
import type { Account, Key, KeyIssued } from "../../../generated/admin.ts";
import { ApiRefusal } from "../../model/admin_api.ts";
import { Confirm } from "../../components/confirm.tsx";
import { Id } from "../../components/copyable.tsx";
import { Button, Form } from "../../components/form.tsx";
import { OperationFields } from "../../components/operation_fields.tsx";
import { Section } from "../../components/section.tsx";
import { ShownOnce } from "../../components/shown_once.tsx";
import { State } from "../../components/state.tsx";
import { Code, Time } from "../../components/text.tsx";
import { bodyFieldsOf, bodyOf } from "../../model/operation_body.ts";
import { consoleUrl, type OpenedPage, type Page, type Visit } from "../../model/page.ts";
import { refusalOfForm } from "../../model/refused_form.ts";
import { accountPath, accountTab, readAccount } from "./frame.tsx";

const FIELDS = bodyFieldsOf("issueKey");

export const keysPage: Page = {
  path: "/accounts/:id/keys",

  async open(visit) {
    const account = await readAccount(visit);
    const keys = await listKeys(visit);
    const mayChange = visit.may("issueKey");
    return accountTab(
      account,
      "/keys",
      <>
        <KeyTable of={keys} mayChange={mayChange} />
        {mayChange && <IssueForm keys={keys.length} refused={refusalOfForm(visit, "issue")} />}
      </>,
    );
  },

  actions: {
    async issue(form, visit) {
      const { api, params } = visit;
      const account = await readAccount(visit);
      // A page that is loaded again sends its form again. Keys are never removed from the list.
      if (String((await listKeys(visit)).length) !== form.get("keys")) {
        throw new ApiRefusal(
          "another key was issued since this page was opened; if you have not seen it, revoke it",
          409,
          "E100",
        );
      }
      const body = bodyOf(FIELDS, form);
      const issued = await api.call("issueKey", { params: { account: params.id! }, body });
      return issuedPage(account, issued);
    },

    async revoke(form, { api, params }) {
      const id = String(form.get("key-id"));
      await api.call("revokeKey", { params: { "account": params.id!, "key-id": id } });
      return { path: accountPath(params.id!, "/keys"), notice: "The key is revoked." };
    },
  },
};

async function listKeys({ api, params }: Visit): Promise<Key[]> {
  return (await api.call("listKeys", { params: { account: params.id! } })).items;
}

const KeyTable: FC<{ of: readonly Key[]; mayChange: boolean }> = ({ of, mayChange }) => (
  <div class="card table">
    <table class="cards">
      <thead>
        <tr>
          <th>Key</th>
          <th>State</th>
          <th>Id</th>
          <th>Created</th>
          <th>Revoked</th>
          {mayChange && <th>Change</th>}
        </tr>
      </thead>
      <tbody>
        {of.map((key) => (
          <tr>
            <td data-name="Key">
              <Code text={`…${key.hint}`} />
            </td>
            <td>
              <State of={key["revoked-at"] === null ? "active" : "revoked"} />
            </td>
            <td class="wide" data-name="Id">
              <Id text={key["key-id"]} name="the key-id" />
            </td>
            <td data-name="Created">
              <Time at={key["created-at"]} />
            </td>
            <td class={key["revoked-at"] === null ? "optional" : "wide"} data-name="Revoked">
              <Time at={key["revoked-at"]} />
            </td>
            {mayChange && (
              <td class="wide">{key["revoked-at"] === null && <RevokeForm of={key} />}</td>
            )}
          </tr>
        ))}
      </tbody>
    </table>
  </div>
);

const RevokeForm: FC<{ of: Key }> = ({ of: { "key-id": id, hint } }) => (
  <Confirm
    title="Revoke"
    thing={`the key …${hint}`}
    do="revoke"
    button="Revoke"
    fields={{ "key-id": id }}
  >
    Requests with this key are refused at once. This cannot be undone.
  </Confirm>
);

const IssueForm: FC<{ keys: number; refused: Visit["refused"] }> = ({ keys, refused }) => (
  <Section title="Issue another key">
    <p class="hint">Other keys stay valid until they are revoked.</p>
    <Form>
      <input type="hidden" name="keys" value={String(keys)} />
      <details open={refused !== null}>
        <summary>Take over a key that the customer has</summary>
        <OperationFields of={FIELDS} refused={refused} />
      </details>
      <p class="submit">
        <Button do="issue" look="primary">Issue a key</Button>
      </p>
    </Form>
  </Section>
);

function issuedPage(account: Account, issued: KeyIssued): OpenedPage {
  return accountTab(
    account,
    "/keys",
    <Section title="New API key">
      <p>Copy it now: it is not shown again, since only its hash is stored.</p>
      <ShownOnce name="API key" value={issued["api-key"]} />
      <p class="row">
        <a class="button" href={consoleUrl(accountPath(account.account, "/keys"))}>
          Back to the keys
        </a>
      </p>
    </Section>,
  );
}
