/** Connectors that an operator sets up. */
import assert from "node:assert/strict";
import type { Originator } from "../../../src/core/account/account.ts";
import type { ConnectorSettings, SmscSmppSettings } from "../../../src/core/routing/connector.ts";
import { AlreadyExists } from "../../../src/ports/mod.ts";
import { newConnector, newOriginator, NOON } from "../../support/store.ts";
import { addAccount, type Case } from "./fixture.ts";

export const connectors: Record<string, Case> = {
  async "are created once, read, changed and removed"({ store: { connectors }, other }) {
    const connector = newConnector();
    const { name, settings } = connector;
    await connectors.add(connector);
    await assert.rejects(connectors.add(newConnector({ name })), AlreadyExists);
    assert.deepEqual(await connectors.byName(name), connector);
    assert.deepEqual(await other.store.connectors.byName(name), connector);
    assert.equal(await connectors.byName("unknown"), null);

    const changed = {
      name,
      settings: { ...settings, url: "https://mmsc.example/ü", password: `"\\'`, rate: 12.5 },
      changedAt: NOON + 5,
    };
    const expected = { ...changed, createdAt: connector.createdAt };
    assert.equal(await connectors.change(changed, settings), true);
    assert.deepEqual(await connectors.byName(name), expected);
    assert.equal(await connectors.change({ ...changed, name: "unknown" }, settings), false);

    assert.equal(await connectors.remove(name, "smsc_smpp"), false);
    assert.equal(await connectors.remove(name, "mmsc_mm7"), true);
    assert.equal(await connectors.remove(name, "mmsc_mm7"), false);
    assert.equal(await connectors.byName(name), null);
    await connectors.add(connector);
  },

  async "are named by senders and routes"({ store }) {
    const { name } = newConnector();
    const accountWith = async (sender: Partial<Originator>) => {
      const { id } = await addAccount(store);
      await store.accounts.addOriginator(id, newOriginator(sender));
      return id;
    };
    const accounts = [
      await accountWith({ mmsConnector: name }),
      await accountWith({ smsConnector: name }),
    ];
    await accountWith({ mmsConnector: "another" });
    const scope = { account: accounts[0]!, sender: null, operator: null };
    const { id } = await store.routes.add(
      { ...scope, kind: "mms", connectors: ["another", name] },
      NOON,
    );
    await store.routes.add({ ...scope, kind: "sms", connectors: [`${name}-2`] }, NOON);
    const { senders, routes } = await store.connectors.users(name);
    assert.deepEqual(senders, accounts.map((account) => ({ account, address: "111122" })));
    assert.deepEqual(routes, [id]);
    assert.deepEqual(await store.connectors.users("nobody"), { senders: [], routes: [] });
  },

  async "are changed only if they are as they were read"({ store: { connectors }, other }) {
    const connector = newConnector();
    const { name, settings } = connector;
    await connectors.add(connector);
    const changeTo = (url: string, previous: ConnectorSettings) => ({
      connector: { name, settings: { ...settings, url }, changedAt: NOON },
      former: previous,
    });
    const both = [
      changeTo("https://one.example/", settings),
      changeTo("https://b.example/", settings),
    ];
    const done = await Promise.all(
      both.map((change, index) =>
        (index === 0 ? connectors : other.store.connectors).change(change.connector, change.former)
      ),
    );
    assert.deepEqual(done.toSorted(), [false, true]);
    const stored = both[done.indexOf(true)]!.connector.settings;
    assert.deepEqual((await connectors.byName(name))!.settings, stored);

    // The order of the fields has no meaning.
    const reversed = Object.fromEntries(Object.entries(stored).reverse());
    const third = changeTo("https://third.example/", reversed as unknown as ConnectorSettings);
    assert.equal(await connectors.change(third.connector, third.former), true);
  },

  async "of another kind under the same name are left alone"({ store: { connectors } }) {
    const mmsc = newConnector();
    const { name, settings } = mmsc;
    const smsc = { ...mmsc, settings: { kind: "smsc_smpp" } as SmscSmppSettings };
    await connectors.add(smsc);
    const change = { name, settings: { ...settings, rate: 5 }, changedAt: NOON };
    assert.equal(await connectors.change(change, settings), false);
    assert.equal(await connectors.remove(name, "mmsc_mm7"), false);
    assert.deepEqual(await connectors.byName(name), smsc);
  },

  async "are listed in alphabetical order"({ store: { connectors } }) {
    assert.deepEqual(await connectors.list(), []);
    const all = ["mmsc-b", "a", "mmsc-a"].map((name) => newConnector({ name }));
    for (const connector of all) await connectors.add(connector);
    assert.deepEqual(await connectors.list(), [all[1], all[2], all[0]]);
  },
};
