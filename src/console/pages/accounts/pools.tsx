/** Pools of an account's senders. */
import type { FC } from "hono/jsx";
import { visible } from "../../../core/visible.ts";
import type { Pool } from "../../../generated/admin.ts";
import { Button, Form } from "../../components/form.tsx";
import { NamedCell } from "../../components/named_cell.tsx";
import { OperationFields } from "../../components/operation_fields.tsx";
import { Section } from "../../components/section.tsx";
import { Value } from "../../components/text.tsx";
import { bodyFieldsOf, bodyOf } from "../../model/operation_body.ts";
import { consoleUrl, type Page } from "../../model/page.ts";
import { refusalOfForm } from "../../model/refused_form.ts";
import { accountPath, accountTab, readAccount } from "./frame.tsx";
import { listPools, poolPath } from "./pool.tsx";

const FIELDS = bodyFieldsOf("createPool");

export const poolsPage: Page = {
  path: "/accounts/:id/pools",

  async open(visit) {
    const account = await readAccount(visit);
    const { may } = visit;
    const pools = await listPools(visit);
    return accountTab(
      account,
      "/pools",
      <>
        {pools.length === 0
          ? (
            <p class="empty">
              The account has no pool yet.{may("createPool") && " Create one below."}
            </p>
          )
          : <PoolTable of={pools} account={account.account} />}
        {may("createPool") && (
          <Section title="Create a pool">
            <Form>
              <OperationFields of={FIELDS} refused={refusalOfForm(visit, "create")} />
              <p class="submit">
                <Button do="create" look="primary">Create the pool</Button>
              </p>
            </Form>
          </Section>
        )}
      </>,
    );
  },

  actions: {
    async create(form, { api, params }) {
      const body = bodyOf(FIELDS, form);
      const { pool } = await api.call("createPool", { params: { account: params.id! }, body });
      return {
        path: accountPath(params.id!, "/pools"),
        notice: `Pool ${visible(pool)} is created. Send with from pool:${visible(pool)}.`,
      };
    },
  },
};

const PoolTable: FC<{ of: readonly Pool[]; account: string }> = ({ of, account }) => (
  <div class="card table">
    <table class="cards">
      <thead>
        <tr>
          <th>Pool</th>
          <th>Sticky days</th>
          <th>Senders</th>
        </tr>
      </thead>
      <tbody>
        {of.map(({ pool, senders, "sticky-days": stickyDays }) => (
          <tr data-row="">
            <td>
              <a href={consoleUrl(poolPath(account, pool))}>
                <Value text={pool} />
              </a>
            </td>
            <NamedCell name="Sticky days" text={String(stickyDays)} />
            <NamedCell name="Senders" text={summaryOf(senders)} />
          </tr>
        ))}
      </tbody>
    </table>
  </div>
);

/** Maximum senders that a row names. */
const NAMED_MAX = 5;

/** Shortens a list of senders to the first ones and the number of the others. */
function summaryOf(senders: string): string {
  const all = senders.split(", ");
  if (all.length <= NAMED_MAX) return senders;
  return `${all.slice(0, NAMED_MAX).join(", ")} and ${all.length - NAMED_MAX} more`;
}
