/** Connectors that an operator sets up. */
import assert from "node:assert/strict";
import { AlreadyThere } from "../../../src/env.ts";
import { newConnector, NOON } from "../../support/store.ts";
import type { Case } from "./bench.ts";

export const connectors: Record<string, Case> = {
  async "are made once, read, changed and removed"({ store: { connectors }, other }) {
    const connector = newConnector();
    const { name, settings } = connector;
    await connectors.add(connector);
    await assert.rejects(connectors.add(newConnector({ name })), AlreadyThere);
    assert.deepEqual(await connectors.byName(name), connector);
    assert.deepEqual(await other.store.connectors.byName(name), connector);
    assert.equal(await connectors.byName("unknown"), null);

    const changed = {
      name,
      settings: { ...settings, url: "https://mmsc.example/ü", password: `"\\'`, rate: 12.5 },
      changedAt: NOON + 5,
    };
    const expected = { ...changed, createdAt: connector.createdAt };
    assert.deepEqual(await connectors.change(changed), expected);
    assert.deepEqual(await connectors.byName(name), expected);
    assert.equal(await connectors.change({ ...changed, name: "unknown" }), null);

    assert.equal(await connectors.remove(name), true);
    assert.equal(await connectors.remove(name), false);
    assert.equal(await connectors.byName(name), null);
    await connectors.add(connector);
  },

  async "are listed in alphabetical order"({ store: { connectors } }) {
    assert.deepEqual(await connectors.list(), []);
    const all = ["mmsc-b", "a", "mmsc-a"].map((name) => newConnector({ name }));
    for (const one of all) await connectors.add(one);
    assert.deepEqual(await connectors.list(), [all[1], all[2], all[0]]);
  },
};
