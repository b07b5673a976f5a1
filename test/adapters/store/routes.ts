/** The routing table. */
import assert from "node:assert/strict";
import type { NewRoute } from "../../../src/core/routing/routing.ts";
import { AlreadyExists } from "../../../src/ports/mod.ts";
import { NOON } from "../../support/store.ts";
import { addAccount, type Case } from "./fixture.ts";

function newRoute(fields: Partial<NewRoute> = {}): NewRoute {
  return { account: null, sender: null, operator: null, kind: "mms", connectors: ["a"], ...fields };
}

export const routes: Record<string, Case> = {
  async "are added, changed and removed"({ store, other }) {
    const { id: account } = await addAccount(store);
    const added = newRoute({ account, sender: "111122", operator: "0001470", connectors: [] });
    const { id, ...route } = await store.routes.add(added, NOON);
    assert.deepEqual(route, { ...added, createdAt: NOON, changedAt: NOON });
    assert.deepEqual(await other.store.routes.list(), [{ id, ...route }]);

    const connectors = ["b-2", "a_1"];
    const changed = { id, ...route, connectors, changedAt: NOON + 5 };
    assert.deepEqual(await store.routes.change(id, connectors, NOON + 5), changed);
    assert.deepEqual(await store.routes.list(), [changed]);
    assert.equal(await store.routes.change(id + 1, connectors, NOON), null);
    assert.equal(await store.routes.remove(id + 1), false);
    assert.equal(await store.routes.remove(id), true);
    assert.deepEqual(await store.routes.list(), []);
  },

  async "are unique by scope, in which `any` equals `any`"({ store }) {
    const { id: account } = await addAccount(store);
    const scopes = [
      {},
      { kind: "sms" as const },
      { operator: "0001470" },
      { account },
      { account, operator: "0001470" },
      { account, sender: "111122" },
      { account, sender: "111122", operator: "0001470" },
    ].map(newRoute);
    for (const scope of scopes) await store.routes.add(scope, NOON);
    for (const scope of scopes) {
      await assert.rejects(store.routes.add({ ...scope, connectors: ["b"] }, NOON), AlreadyExists);
    }
    const stored = (await store.routes.list()).map((
      { id: _, createdAt: __, changedAt: ___, ...scope },
    ) => scope);
    assert.deepEqual(stored, scopes);
  },

  async "of a sender need its account, and an account must be there"({ store: { routes } }) {
    await assert.rejects(routes.add(newRoute({ sender: "111122" }), NOON), /check constraint/);
    await assert.rejects(routes.add(newRoute({ account: "nobody" }), NOON), /foreign key/);
  },
};
