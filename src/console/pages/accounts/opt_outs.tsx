/** Recipients that an account may not message. */
import type { FC } from "hono/jsx";
import type { Block } from "../../../generated/admin.ts";
import { Button, Form } from "../../components/form.tsx";
import { LiftBlock, liftBlock } from "../../components/lift_block.tsx";
import { NextPage } from "../../components/next_page.tsx";
import { OperationFields } from "../../components/operation_fields.tsx";
import { Section } from "../../components/section.tsx";
import { Time, Value } from "../../components/text.tsx";
import { bodyFieldsOf, bodyOf } from "../../model/operation_body.ts";
import type { Page } from "../../model/page.ts";
import { refusalOfForm } from "../../model/refused_form.ts";
import { accountPath, accountTab, readAccount } from "./frame.tsx";

const FIELDS = bodyFieldsOf("addBlock");

export const optOutsPage: Page = {
  path: "/accounts/:id/opt-outs",

  async open(visit) {
    const account = await readAccount(visit);
    const { api, may, url } = visit;
    const mayChange = may("addBlock");
    const params = { account: account.account };
    const number = url.searchParams.get("number") ?? undefined;
    const cursor = url.searchParams.get("cursor") ?? undefined;
    const page = await api.call("listBlocks", { params, query: { number, cursor } });
    const senders = (await api.call("listSenders", { params })).items;
    return accountTab(
      account,
      "/opt-outs",
      <>
        <Search number={number ?? ""} />
        {page.items.length === 0
          ? (
            <p class="empty">
              {number
                ? "No block of this number."
                : "Nobody has opted out. Who texts STOP to a sender shows here."}
            </p>
          )
          : <BlockTable of={page.items} mayChange={mayChange} />}
        <NextPage url={url} cursor={page["next-cursor"]} />
        {mayChange && (
          <Section title="Block a recipient">
            <Form>
              <OperationFields
                of={FIELDS}
                refused={refusalOfForm(visit, "add")}
                suggestions={{ originator: senders.map(({ address }) => address) }}
              />
              <p class="submit">
                <Button do="add" look="primary">Block</Button>
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
      await api.call("addBlock", { params: { account: params.id! }, body });
      return { path: accountPath(params.id!, "/opt-outs"), notice: "The recipient is blocked." };
    },

    async lift(form, { api, params }) {
      await liftBlock(form, api, params.id!);
      return { path: accountPath(params.id!, "/opt-outs"), notice: "The block is lifted." };
    },
  },
};

const Search: FC<{ number: string }> = ({ number }) => (
  <form class="filter" method="get" role="search">
    <div class="search">
      <label for="search-number">Number</label>
      <input id="search-number" name="number" type="search" maxlength={64} value={number} />
    </div>
    <Button>Search</Button>
  </form>
);

const BlockTable: FC<{ of: readonly Block[]; mayChange: boolean }> = ({ of, mayChange }) => (
  <div class="card table">
    <table class="cards">
      <thead>
        <tr>
          <th>Number</th>
          <th>Blocked for</th>
          <th>Blocked</th>
          <th>Since</th>
          {mayChange && <th>Change</th>}
        </tr>
      </thead>
      <tbody>
        {of.map((block) => (
          <tr>
            <td>
              <Value text={block.number} />
            </td>
            <td data-name="Blocked for">
              {block.originator === null ? "all senders" : <Value text={block.originator} />}
            </td>
            <td data-name="Blocked">{MAKERS[block["made-by"]]}</td>
            <td data-name="Since">
              <Time at={block.since} />
            </td>
            {mayChange && (
              <td class="wide">
                <LiftBlock of={block} />
              </td>
            )}
          </tr>
        ))}
      </tbody>
    </table>
  </div>
);

const MAKERS: Readonly<Record<Block["made-by"], string>> = {
  keyword: "by the recipient",
  operator: "by an operator",
  api: "by the account",
};
