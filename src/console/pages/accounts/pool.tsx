/** A pool of an account's senders. */
import { visible } from "../../../core/visible.ts";
import type { Pool } from "../../../generated/admin.ts";
import { Confirm } from "../../components/confirm.tsx";
import { Button, Form } from "../../components/form.tsx";
import { OperationFacts, OperationFields } from "../../components/operation_fields.tsx";
import { Section } from "../../components/section.tsx";
import { Value } from "../../components/text.tsx";
import { ApiRefusal } from "../../model/admin_api.ts";
import { bodyFieldsOf, bodyOf } from "../../model/operation_body.ts";
import type { Page, Visit } from "../../model/page.ts";
import { refusalOfForm } from "../../model/refused_form.ts";
import { accountPath, accountTab, readAccount } from "./frame.tsx";

const FIELDS = bodyFieldsOf("changePool");

export const poolPage: Page = {
  path: "/accounts/:id/pools/:pool",

  async open(visit) {
    const account = await readAccount(visit);
    const pool = await readPool(visit);
    const mayChange = visit.may("changePool");
    return accountTab(
      account,
      "/pools",
      <>
        <section class="card">
          <h2>
            Pool <Value text={pool.pool} />
          </h2>
          <p>
            Messages whose <code>from</code> is <code>pool:{pool.pool}</code>{" "}
            take one of its senders.
          </p>
          {mayChange
            ? (
              <Form>
                <OperationFields
                  of={FIELDS}
                  values={{ ...pool }}
                  refused={refusalOfForm(visit, "save")}
                />
                <p class="submit">
                  <Button do="save" look="primary">Save the pool</Button>
                </p>
              </Form>
            )
            : <OperationFacts of={FIELDS} values={{ ...pool }} />}
        </section>
        {visit.may("removePool") && (
          <Section title="Remove the pool">
            <Confirm title="Remove" thing={pool.pool} do="remove" button="Remove">
              Requests from the pool are then refused with E2201. Its senders stay.
            </Confirm>
          </Section>
        )}
      </>,
    );
  },

  actions: {
    async save(form, { api, params }) {
      const path = poolPath(params.id!, params.pool!);
      const body = bodyOf(FIELDS, form);
      if (Object.keys(body).length === 0) return { path, notice: "Nothing has changed." };
      await api.call("changePool", { params: poolParams(params), body });
      return { path, notice: "The pool is saved." };
    },

    async remove(_, { api, params }) {
      await api.call("removePool", { params: poolParams(params) });
      const notice = `Pool ${visible(params.pool!)} is removed.`;
      return { path: accountPath(params.id!, "/pools"), notice };
    },
  },
};

/** Returns the path of a pool's page. */
export function poolPath(account: string, pool: string): string {
  return `${accountPath(account, "/pools")}/${encodeURIComponent(pool)}`;
}

/** Reads the pools of the account of a visit. @throws {ApiRefusal} */
export async function listPools({ api, params }: Visit): Promise<Pool[]> {
  return (await api.call("listPools", { params: { account: params.id! } })).items;
}

/** @throws {ApiRefusal} */
async function readPool(visit: Visit): Promise<Pool> {
  const pool = (await listPools(visit)).find(({ pool }) => pool === visit.params.pool);
  if (pool === undefined) throw new ApiRefusal("pool does not exist", 404, "E100");
  return pool;
}

function poolParams({ id, pool }: Visit["params"]) {
  return { account: id!, pool: pool! };
}
