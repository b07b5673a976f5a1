/** List of accounts, and the form of a new one. */
import type { FC } from "hono/jsx";
import type { Account, AccountCreated } from "../../../generated/admin.ts";
import { Id } from "../../components/copyable.tsx";
import { Button, Form } from "../../components/form.tsx";
import { NextPage } from "../../components/next_page.tsx";
import { OperationFields } from "../../components/operation_fields.tsx";
import { Section } from "../../components/section.tsx";
import { ShownOnce } from "../../components/shown_once.tsx";
import { State } from "../../components/state.tsx";
import { Code, grouped, Time, Value } from "../../components/text.tsx";
import { bodyFieldsOf, bodyOf } from "../../model/operation_body.ts";
import { consoleUrl, type OpenedPage, type Page, type Visit } from "../../model/page.ts";
import { refusalOfForm } from "../../model/refused_form.ts";
import { groupsOf } from "./field_groups.ts";
import { accountPath } from "./frame.tsx";

const FIELDS = bodyFieldsOf("createAccount");
/** Fields that most new accounts fill in. */
const FIRST = ["name", "account", "postback-url"]
  .map((name) => FIELDS.find((field) => field.name === name)!);
const MORE = FIELDS.filter((field) => !FIRST.includes(field));

export const accountsPage: Page = {
  path: "/accounts",

  async open(visit) {
    const { api, may, url } = visit;
    const cursor = url.searchParams.get("cursor") ?? undefined;
    const page = await api.call("listAccounts", { query: { cursor, limit: 50 } });
    return {
      title: "Accounts",
      main: (
        <>
          <div class="head">
            <h1>Accounts</h1>
          </div>
          {may("createAccount") && <NewAccount refused={refusalOfForm(visit, "create")} />}
          {page.items.length === 0
            ? (
              <p class="empty">
                There are no accounts yet.{may("createAccount") &&
                  " New account makes the first one."}
              </p>
            )
            : <AccountTable of={page.items} />}
          <NextPage url={url} cursor={page["next-cursor"]} />
        </>
      ),
    };
  },

  actions: {
    async create(form, { api }) {
      const proposed = String(form.get("proposed-id"));
      const body = { account: proposed, ...bodyOf(FIELDS, form) };
      return createdPage(await api.call("createAccount", { body }));
    },
  },
};

const AccountTable: FC<{ of: readonly Account[] }> = ({ of }) => (
  <div class="card table">
    <table class="cards">
      <thead>
        <tr>
          <th>Name</th>
          <th>State</th>
          <th>Id</th>
          <th>Postback URL</th>
          <th class="number">Rate</th>
          <th>Created</th>
        </tr>
      </thead>
      <tbody>
        {of.map((account) => (
          <tr data-row="">
            <td>
              <a href={consoleUrl(accountPath(account.account))}>
                <Value text={account.name} />
              </a>
            </td>
            <td>
              <State of={account.disabled ? "disabled" : "active"} />
            </td>
            <td class="wide" data-name="Id">
              <Id text={account.account} name="the id" />
            </td>
            <td class="wide" data-name="Postback URL">
              <Value text={account["postback-url"]} />
            </td>
            <td class="number" data-name="Rate">
              {account.rate === null ? <Value text={null} /> : `${grouped(account.rate)}/s`}
            </td>
            <td class="wide" data-name="Created">
              <Time at={account["created-at"]} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  </div>
);

const NewAccount: FC<{ refused: Visit["refused"] }> = ({ refused }) => (
  <details class="card" open={refused !== null}>
    <summary>New account</summary>
    <Form>
      {/* A form that is sent again proposes the same id, which is refused then. */}
      <input type="hidden" name="proposed-id" value={proposedId(refused)} />
      <OperationFields of={FIRST} refused={refused} />
      {groupsOf(MORE).map(({ title, fields }) => (
        <details open={refused !== null}>
          <summary>{title}</summary>
          <OperationFields of={fields} refused={refused} />
        </details>
      ))}
      <p class="submit">
        <Button do="create" look="primary">Create the account</Button>
      </p>
    </Form>
  </details>
);

function proposedId(refused: Visit["refused"]): string {
  const before = refused?.form.get("proposed-id");
  return typeof before === "string" ? before : crypto.randomUUID().slice(-12);
}

function createdPage(created: AccountCreated): OpenedPage {
  return {
    title: "New account",
    main: (
      <>
        <div class="head">
          <h1>
            Account <Code text={created.account} /> is there
          </h1>
        </div>
        <Section title="Its API key and webhook secret">
          <p>
            Copy both now: the key is not shown again, and the secret can only be replaced. The
            customer sends the key with each request, and checks the signatures of postbacks with
            the secret.
          </p>
          <ShownOnce name="API key" value={created["api-key"]} />
          <ShownOnce name="Webhook secret" value={created["webhook-secret"]} />
        </Section>
        <p class="row">
          <a class="button" href={consoleUrl(accountPath(created.account, "/senders"))}>
            Add a sender
          </a>
          <a class="button" href={consoleUrl(accountPath(created.account))}>See its settings</a>
        </p>
      </>
    ),
  };
}
