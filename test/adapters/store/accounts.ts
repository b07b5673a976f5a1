/** Cases of accounts: keys, originators and subscriptions. */
import assert from "node:assert/strict";
import { type KeyLimits, NO_LIMITS } from "../../../src/core/account/key_limits.ts";
import { AlreadyExists } from "../../../src/ports/mod.ts";
import type { PostbackReceiver } from "../../../src/core/account/receiver.ts";
import type { Originator } from "../../../src/core/account/account.ts";
import {
  newAccount,
  newChange,
  newOriginator,
  newReceiver,
  NOON,
  subscribed,
} from "../../support/store.ts";
import { addAccount, allPages, type Case } from "./fixture.ts";

export const accounts: Record<string, Case> = {
  async "are created once, read and changed field by field"({ store }) {
    const account = newAccount({
      rate: 10,
      receivers: [
        newReceiver({
          webhookSecrets: [
            { secret: "whsec_a", until: null },
            { secret: "whsec_b", until: NOON + 1 },
          ],
        }),
        newReceiver({ name: "crm", codes: ["N202"], senders: ["111122"], format: "xml" }),
      ],
    });
    const { id } = account;
    await store.accounts.create(account);
    await assert.rejects(store.accounts.create(account), AlreadyExists);
    assert.deepEqual(await store.accounts.byId(id), account);
    assert.equal(await store.accounts.byId("unknown"), null);
    const [receiver, crm] = account.receivers as [PostbackReceiver, PostbackReceiver];
    const at = (url: string | null) => [{ ...receiver, url }, crm];
    const changes: Parameters<typeof store.accounts.change>[1][] = [
      { name: `O'Neill "& Söhne"` },
      { displayName: "Tulip & Söhne", accentColour: "#c2185b" },
      { displayName: null },
      { postbackUrl: "https://example.com/p", mm7Url: "https://example.com/m" },
      { postbackUrl: null },
      { mm7: false, mm7Username: "vasp", mm7Password: "s3cret", mm7TextXml: true },
      { mm7TextXml: false, mm7Dialect: "lenient" },
      { mm7TextXml: null, mm7Dialect: null },
      { mm7AllowAdaptations: "true", mm7TransferEncoding: "base64" },
      { mm7Version: "5.3.0", mm7Namespace: "urn:set" },
      { mm7LastVersion: "5.6.0", mm7LastNamespace: "urn:last", mm7Version: null },
      { mm7Username: null, mm7Password: null, mmsMoPostbacks: false },
      { smsMoPostbacks: false, optOut: false },
      { smartEncoding: true },
      { smartEncoding: false },
      { smartEncoding: null },
      { allowFallbackSms: false, enforceCampaignCheck: true, deliveryReports: false },
      { rate: null },
      { rate: 5 },
      { extendedPostbacks: true },
      { errorHelp: true },
      { disabled: true },
      {},
    ];
    let expected = account;
    for (const change of changes) {
      const { postbackUrl, ...fields } = change;
      expected = { ...expected, ...fields };
      if (postbackUrl !== undefined) expected = { ...expected, receivers: at(postbackUrl) };
      assert.deepEqual(await store.accounts.change(id, change), expected);
      assert.deepEqual(await store.accounts.byId(id), expected);
    }
    assert.equal(await store.accounts.change("unknown", { name: "x" }), null);
  },

  async "have one logo, whose blob alone is in use"({ store, database }) {
    const { id } = await addAccount(store);
    const other = await addAccount(store);
    const logo = { blob: "a".repeat(64), bytes: 3, width: 1, height: 2 };
    assert.deepEqual((await store.accounts.setLogo(other.id, logo))!.logo, logo);
    for (const next of [logo, { ...logo, blob: "b".repeat(64) }, null]) {
      assert.deepEqual((await store.accounts.setLogo(id, next))!.logo, next);
      assert.deepEqual((await store.accounts.byId(id))!.logo, next);
      const rows = await database.query("select blob from blob_use where used_by = $1", [
        `account:${id}`,
      ]);
      assert.deepEqual(rows.map(({ blob }) => blob), next === null ? [] : [next.blob]);
    }
    assert.deepEqual(await store.unusedBlobs([logo.blob, "b".repeat(64)]), ["b".repeat(64)]);
    assert.equal(await store.accounts.setLogo("unknown", logo), null);
    assert.deepEqual(await store.unusedBlobs(["c".repeat(64)]), ["c".repeat(64)]);
  },

  async "are listed by id, page by page"({ store }) {
    const all = Array.from({ length: 5 }, () => newAccount());
    for (const account of all.toReversed()) await store.accounts.create(account);
    assert.deepEqual(await allPages((page) => store.accounts.list(page), 2), all);
  },

  async "are found by their keys until those are revoked"({ store }) {
    const { id } = await addAccount(store);
    await store.accounts.addKey(id, { id: "k1", hash: "h1", hint: "aaaa", at: NOON });
    await store.accounts.addKey(id, { id: "k2", hash: "h2", hint: "bbbb", at: NOON + 1 });
    const limits = NO_LIMITS;
    assert.deepEqual(await store.accounts.byKeyHash("h1"), { account: id, limits });
    assert.equal(await store.accounts.byKeyHash("unknown"), null);
    assert.equal(await store.accounts.revokeKey("another", "k1", NOON + 2), false);
    assert.equal(await store.accounts.revokeKey(id, "k1", NOON + 2), true);
    assert.equal(await store.accounts.revokeKey(id, "k1", NOON + 3), false);
    assert.equal(await store.accounts.byKeyHash("h1"), null);
    assert.deepEqual(await store.accounts.byKeyHash("h2"), { account: id, limits });
    assert.deepEqual(await store.accounts.keys(id), [
      { id: "k1", hint: "aaaa", limits, createdAt: NOON, revokedAt: NOON + 2 },
      { id: "k2", hint: "bbbb", limits, createdAt: NOON + 1, revokedAt: null },
    ]);
  },

  async "have keys with limits"({ store }) {
    const { id } = await addAccount(store);
    const limits: KeyLimits = { actions: ["sendsms"], senders: null, networks: ["10.0.0.0/8"] };
    await store.accounts.addKey(id, { id: "k1", hash: "h1", hint: "aaaa", limits, at: NOON });
    assert.deepEqual(await store.accounts.byKeyHash("h1"), { account: id, limits });
    const changed = { ...limits, senders: ["111122"] };
    assert.deepEqual((await store.accounts.limitKey(id, "k1", changed))!.limits, changed);
    assert.deepEqual((await store.accounts.limitKey(id, "k1", NO_LIMITS))!.limits, NO_LIMITS);
    assert.equal(await store.accounts.limitKey("another", "k1", limits), null);
    await store.accounts.revokeKey(id, "k1", NOON);
    assert.equal(await store.accounts.limitKey(id, "k1", limits), null);
  },

  async "have originators"({ store }) {
    const account = await addAccount(store);
    const { id } = account;
    const plain = newOriginator();
    const full = newOriginator({
      address: "ACME",
      kind: "alphanumeric",
      country: "DE",
      countries: ["DE", "AT"],
      vasid: "v",
      shared: true,
      mmsConnector: "mmsc",
      smsConnector: "smsc",
    });
    await store.accounts.addOriginator(id, full);
    await store.accounts.addOriginator(id, plain);
    await assert.rejects(store.accounts.addOriginator(id, plain), AlreadyExists);
    assert.deepEqual(await store.accounts.originators(id), [plain, full]);
    assert.deepEqual(await store.accounts.access(id), {
      account,
      originators: [plain, full],
      pools: [],
      hasBlocks: false,
    });
    assert.equal(await store.accounts.access("unknown"), null);
    const change = {
      vasid: null,
      smsConnector: "smsc-2",
      countries: ["NL", "BE"],
    };
    const changed = { ...full, ...change };
    assert.deepEqual(await store.accounts.changeOriginator(id, "ACME", change), changed);
    assert.deepEqual(await store.accounts.changeOriginator(id, "ACME", {}), changed);
    assert.equal(await store.accounts.changeOriginator(id, "NONE", change), null);
    assert.deepEqual(await store.accounts.changeOriginator(id, "ACME", full), full);
    assert.deepEqual(await store.accounts.originators(id), [plain, full]);
    assert.equal(await store.accounts.removeOriginator(id, plain.address), true);
    assert.equal(await store.accounts.removeOriginator(id, plain.address), false);
    assert.deepEqual(await store.accounts.originators(id), [full]);
  },

  async "have an address alone, unless all of them share it"({ store, other }) {
    const [first, second] = [await addAccount(store), await addAccount(store)];
    const sender = (shared: boolean) => newOriginator({ address: "33734", shared });
    const refused = (attempt: Promise<unknown>, info: RegExp) =>
      assert.rejects(
        attempt,
        (error) => error instanceof AlreadyExists && info.test(error.message),
      );
    await store.accounts.addOriginator(first.id, sender(false));
    const named = new RegExp(`^address: account ${first.id} has sender 33734`);
    for (const shared of [false, true]) {
      await refused(other.store.accounts.addOriginator(second.id, sender(shared)), named);
    }
    await store.accounts.changeOriginator(first.id, "33734", { shared: true });
    await refused(other.store.accounts.addOriginator(second.id, sender(false)), named);
    await store.accounts.addOriginator(second.id, sender(true));
    await refused(
      store.accounts.changeOriginator(first.id, "33734", { shared: false, vasid: "v" }),
      new RegExp(`^shared: account ${second.id} has sender 33734`),
    );
    assert.deepEqual(await store.accounts.originators(first.id), [sender(true)]);
    await store.accounts.removeOriginator(second.id, "33734");
    await store.accounts.changeOriginator(first.id, "33734", { shared: false });
    assert.deepEqual(await store.accounts.contested(10), []);
  },

  async "get an address alone that two machines assign at once"({ store, other }) {
    const accounts = [await addAccount(store), await addAccount(store)];
    for (let number = 0; number < 10; number++) {
      const sender = newOriginator({ address: `${50_000 + number}`, shared: false });
      const results = await Promise.allSettled(
        [store, other.store].map((machine, i) =>
          machine.accounts.addOriginator(accounts[i]!.id, sender)
        ),
      );
      assert.deepEqual(results.map(({ status }) => status).sort(), ["fulfilled", "rejected"]);
    }
    assert.deepEqual(await store.accounts.contested(10), []);
  },

  async "that have an address without sharing it are listed, and may go on"({ store, database }) {
    const [late, early] = [newAccount({ createdAt: NOON + 2 }), newAccount({ createdAt: NOON })];
    for (const account of [late, early]) {
      await store.accounts.create(account);
      await store.accounts.addOriginator(account.id, newOriginator({ address: "33735" }));
    }
    await database.query("update originator set shared = false where address = $1", ["33735"]);
    const contested = [{ address: "33735", accounts: [early.id, late.id] }];
    assert.deepEqual(await store.accounts.contested(10), contested);
    assert.deepEqual(await store.accounts.contested(0), []);
    const unchanged = { shared: false, vasid: "v" };
    assert.ok(await store.accounts.changeOriginator(late.id, "33735", unchanged));
    await store.accounts.changeOriginator(late.id, "33735", { shared: true });
    assert.deepEqual(await store.accounts.contested(10), contested);
    await store.accounts.changeOriginator(early.id, "33735", { shared: true });
    assert.deepEqual(await store.accounts.contested(10), []);
  },

  async "own an address, oldest first, unless they are disabled"({ store }) {
    const [late, early, disabled, another] = [
      newAccount({ createdAt: NOON + 2 }),
      newAccount({ createdAt: NOON + 1 }),
      newAccount({ createdAt: NOON, disabled: true }),
      newAccount({ createdAt: NOON }),
    ];
    for (const account of [late, early, disabled, another]) await store.accounts.create(account);
    const shared = (vasid: string | null) => newOriginator({ address: "33733", vasid });
    await store.accounts.addOriginator(late.id, shared("v1"));
    await store.accounts.addOriginator(early.id, shared(null));
    await store.accounts.addOriginator(disabled.id, shared("v2"));
    await store.accounts.addOriginator(another.id, newOriginator());
    assert.deepEqual(await store.accounts.owners("33733"), [
      { account: early.id, vasid: null, address: "33733" },
      { account: late.id, vasid: "v1", address: "33733" },
    ]);
    assert.deepEqual(await store.accounts.owners("99999"), []);
  },

  async "own some of several addresses, those of a connector first"({ store }) {
    const [account, disabled] = [newAccount(), newAccount({ disabled: true })];
    for (const each of [account, disabled]) await store.accounts.create(each);
    const add = (address: string, fields: Partial<Originator>, { id } = account) =>
      store.accounts.addOriginator(id, newOriginator({ address, ...fields }));
    await add("44801", { mmsConnector: "one", smsConnector: "two" });
    await add("44802", { mmsConnector: null, smsConnector: "two" });
    await add("44803", { mmsConnector: "three", smsConnector: "three" });
    await add("44804", { mmsConnector: null }, disabled);
    const all = ["44804", "44803", "44802", "44801", "16175550101"];
    const among = (connector: string, addresses = all) =>
      store.accounts.sendersAmong(addresses, connector);
    assert.deepEqual(await among("one"), ["44801", "44802"]);
    assert.deepEqual(await among("two"), ["44801", "44802"]);
    assert.deepEqual(await among("three"), ["44802", "44803"]);
    assert.deepEqual(await among("four"), ["44802"]);
    assert.deepEqual(await among("four", ["44801", "44803", "44804"]), ["44801", "44803"]);
    assert.deepEqual(await among("one", ["44804", "99999"]), []);
    assert.deepEqual(await among("one", []), []);
  },

  async "have subscriptions"({ store }) {
    const { id } = await addAccount(store);
    const all = ["a", "b"].flatMap((campaignRef) =>
      ["16175550100", "16175550101"].map((recipient) => ({ campaignRef, recipient }))
    );
    for (const subscription of [...all, all[0]!]) await subscribed(store, id, subscription);
    const listed = await allPages((page) => store.subscriptions.list(id, page), 3);
    assert.deepEqual(listed.map(({ campaignRef, recipient }) => ({ campaignRef, recipient })), all);
    assert.equal(await store.subscriptions.isSubscribed(id, all[0]!), true);
    assert.equal(await store.subscriptions.isSubscribed("another", all[0]!), false);
    assert.equal(await store.subscriptions.unsubscribe(id, all[0]!, newChange()), true);
    assert.equal(await store.subscriptions.unsubscribe(id, all[0]!, newChange()), false);
    assert.equal(await store.subscriptions.isSubscribed(id, all[0]!), false);
  },
};
