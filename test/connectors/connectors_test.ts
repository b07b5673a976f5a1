/** Running connectors: changes by the operator take effect while the service runs. */
import assert from "node:assert/strict";
import { carriers, createConnectors } from "../../src/connectors/mod.ts";
import type { ConnectorRecord, MmscMm7Settings } from "../../src/core/routing/connector.ts";
import { WINDOW_MS } from "../../src/lib/rate_limiter.ts";
import { type Connectors, type Store, StoreDown } from "../../src/ports/mod.ts";
import { accepted, type Mmsc, type MmscResponse, startMmsc } from "../support/mmsc.ts";
import { openMigrated } from "../support/migrated.ts";
import { sharing } from "../support/sharing.ts";
import { newConnector, NOON, watchedStore } from "../support/store.ts";
import { basic } from "../support/vasp.ts";
import { createVirtualTime, type VirtualTime } from "../support/virtual_time.ts";
import { pause } from "../support/until.ts";
import { newSubmission, startParts, type TestParts } from "./carrier.ts";

type MmscRecord = ConnectorRecord<MmscMm7Settings>;

interface Test extends TestParts {
  connectors: Connectors;
  mmsc: Mmsc;
  store: Pick<Store, "connectors" | "loopback">;
  /** Time of the limits of rates. */
  time: VirtualTime;
  /** Calls of `list` so far, and their maximum concurrency. */
  lists: { count: number; most: number };
  /** Adds a connector to the store. */
  add(name: string, changes?: Partial<MmscMm7Settings>): Promise<MmscRecord>;
  change(record: MmscRecord, changes: Partial<MmscMm7Settings>): Promise<void>;
}

type Case = (test: Test) => Promise<void>;

/** Opens a store for all cases. */
async function openStore() {
  const database = await openMigrated();
  const { store } = watchedStore(database);
  return { store, [Symbol.asyncDispose]: () => database.close() };
}

const test = sharing(openStore);

/** Runs a case on connectors of its own, and removes them from the store. */
async function runOn(store: Store, run: Case): Promise<void> {
  {
    await using test = await start(store);
    await run(test);
  }
  for (const { name, settings } of await store.connectors.list()) {
    await store.connectors.remove(name, settings.kind);
  }
}

async function start(real: Store): Promise<Test> {
  const parts = await startParts();
  const time = createVirtualTime();
  const mmsc = await startMmsc();
  const lists = { count: 0, most: 0 };
  let open = 0;
  const store = {
    loopback: real.loopback,
    connectors: {
      ...real.connectors,
      async list() {
        lists.count++;
        lists.most = Math.max(lists.most, ++open);
        try {
          return await real.connectors.list();
        } finally {
          open--;
        }
      },
    },
  };
  const connectors = createConnectors({
    ...parts.parts,
    time,
    store,
    newCarrierId: () => crypto.randomUUID(),
  });
  return {
    ...parts,
    connectors,
    mmsc,
    store,
    time,
    lists,
    async add(name, changes = {}) {
      const { settings } = newConnector();
      const record = newConnector({ name, settings: { ...settings, url: mmsc.url, ...changes } });
      await store.connectors.add(record);
      return record;
    },
    async change({ name }, changes) {
      const previous = await store.connectors.byName(name) as MmscRecord;
      const changed = {
        ...previous,
        settings: { ...previous.settings, ...changes },
        changedAt: NOON + 1,
      };
      assert.equal(await store.connectors.change(changed, previous.settings), true);
    },
    async [Symbol.asyncDispose]() {
      await connectors.stop();
      await mmsc[Symbol.asyncDispose]();
      await parts[Symbol.asyncDispose]();
    },
  };
}

/** Withholds the MMSC's responses until `release`. */
function hold(mmsc: Mmsc): { release(): void } {
  const { respond } = mmsc;
  let release = () => {};
  const released = new Promise<void>((resolve) => release = resolve);
  mmsc.respond = async (submitted): Promise<MmscResponse> => {
    await released;
    return accepted(submitted, `held-${submitted.transactionId}`);
  };
  return {
    release() {
      mmsc.respond = respond;
      release();
    },
  };
}

const UNKNOWN = { kind: "pigeon" } as unknown as Partial<MmscMm7Settings>;

const CASES: Record<string, Case> = {
  "only the built-in one is there before the first reload": async ({ connectors, add }) => {
    await add("mmsc");
    assert.deepEqual(connectors.names(), ["loopback"]);
    assert.equal(connectors.get("mmsc"), undefined);
    await connectors.reload();
    assert.deepEqual(connectors.names(), ["loopback", "mmsc"]);
    assert.equal(connectors.get("mmsc")!.name, "mmsc");
    assert.equal(connectors.get("loopback")!.receive, undefined);
    assert.equal(connectors.get("constructor"), undefined);
  },

  "names are in alphabetical order": async ({ connectors, add }) => {
    for (const name of ["zulu", "alpha", "mike"]) await add(name);
    await connectors.reload();
    assert.deepEqual(connectors.names(), ["alpha", "loopback", "mike", "zulu"]);
  },

  "a new one submits": async ({ connectors, add, mmsc }) => {
    await connectors.reload();
    await add("mmsc", { vaspid: "us" });
    await connectors.reload();
    const { status: result } = await connectors.get("mmsc")!.submit(newSubmission());
    assert.equal(result, "accepted");
    assert.equal(mmsc.received[0]!.request.SenderIdentification.VASPID, "us");
  },

  "one that is changed goes on with the rate of its predecessor": async (test) => {
    const { add, change, connectors, mmsc, time } = test;
    const record = await add("mmsc", { rate: 5, burst: 5 });
    await connectors.reload();
    const submit = () => connectors.get("mmsc")!.submit(newSubmission());
    await Promise.all([submit(), submit(), submit()]);
    await change(record, { rate: 4 });
    await connectors.reload();
    const [fourth, fifth] = [submit(), submit()];
    assert.equal((await fourth).status, "accepted");
    assert.equal(connectors.get("mmsc")!.state().waiting, 1);
    time.moveTo(1000);
    assert.equal(mmsc.received.length, 4);
    time.moveTo(WINDOW_MS);
    assert.equal((await fifth).status, "accepted");
  },

  "one that has not changed goes on undisturbed": async ({ connectors, add, change, store }) => {
    const record = await add("mmsc");
    await connectors.reload();
    const before = connectors.get("mmsc");
    await connectors.reload();
    assert.equal(connectors.get("mmsc"), before);
    await change(record, {});
    await connectors.reload();
    assert.equal(connectors.get("mmsc"), before, "only when it was changed has changed");
    const reversed = Object.fromEntries(Object.entries(record.settings).reverse());
    const other = { ...record, settings: reversed as unknown as MmscMm7Settings };
    assert.equal(await store.connectors.change(other, record.settings), true);
    await connectors.reload();
    assert.equal(connectors.get("mmsc"), before, "only the order of its settings has changed");
  },

  "a changed one is replaced, and finishes what it has begun": async (test) => {
    const { connectors, add, change, mmsc } = test;
    const record = await add("mmsc", { vaspid: "before", relayUsername: "a", relayPassword: "b" });
    await connectors.reload();
    const before = connectors.get("mmsc")!;
    const held = hold(mmsc);
    const submitting = before.submit(newSubmission());
    await mmsc.until(1);
    await change(record, { vaspid: "after", relayPassword: "c" });
    await connectors.reload();
    const after = connectors.get("mmsc")!;
    assert.notEqual(after, before);
    held.release();
    assert.equal((await submitting).status, "accepted");
    assert.equal((await after.submit(newSubmission())).status, "accepted");
    assert.deepEqual(
      mmsc.received.map(({ request }) => request.SenderIdentification.VASPID),
      ["before", "after"],
    );
    // A caller that still has the old connector is told to retry.
    assert.equal((await before.submit(newSubmission())).status, "temporary");
    const statusWith = async (password: string) => {
      const headers = new Headers({ authorization: basic("a", password) });
      return (await after.receive!({ headers, body: new Uint8Array() })).status;
    };
    assert.deepEqual([await statusWith("b"), await statusWith("c")], [401, 200]);
  },

  "a removed one is gone, and finishes what it has begun": async (test) => {
    const { connectors, add, store, mmsc } = test;
    await add("mmsc");
    await connectors.reload();
    const held = hold(mmsc);
    const submitting = connectors.get("mmsc")!.submit(newSubmission());
    await mmsc.until(1);
    await store.connectors.remove("mmsc", "mmsc_mm7");
    await connectors.reload();
    assert.equal(connectors.get("mmsc"), undefined);
    assert.deepEqual(connectors.names(), ["loopback"]);
    held.release();
    assert.equal((await submitting).status, "accepted");
  },

  "reloads do not interleave, and those that wait share one": async (test) => {
    const { connectors, add, lists } = test;
    const first = connectors.reload();
    const [second] = await Promise.all([connectors.reload(), first, connectors.reload()]);
    assert.equal(second, undefined);
    assert.ok(lists.count <= 2, `${lists.count}`);
    const before = lists.count;
    // A change before the call is seen, whatever is in progress.
    const running = connectors.reload();
    await Promise.resolve();
    await add("mmsc");
    await connectors.reload();
    assert.notEqual(connectors.get("mmsc"), undefined);
    await running;
    assert.ok(lists.count - before <= 2);
    assert.equal(lists.most, 1);
  },

  "one that cannot be begun is logged once and does not stop the others": async (test) => {
    const { connectors, add, change, lines } = test;
    const broken = await add("broken", UNKNOWN);
    await add("mmsc");
    await connectors.reload();
    await connectors.reload();
    const errors = () => lines.filter(({ level }) => level === "error");
    assert.deepEqual(errors().map(({ facts }) => [facts.connector, facts.err]), [
      ["broken", "Error: unknown kind pigeon"],
    ]);
    assert.equal((await connectors.get("mmsc")!.submit(newSubmission())).status, "accepted");
    // Its messages wait, and its MMSC finds no address.
    assert.equal((await connectors.get("broken")!.submit(newSubmission())).status, "temporary");
    assert.equal(connectors.get("broken")!.receive, undefined);

    await change(broken, { kind: "mmsc_mm7" });
    await connectors.reload();
    assert.equal((await connectors.get("broken")!.submit(newSubmission())).status, "accepted");
    assert.equal(errors().length, 1);
  },

  "one whose new settings cannot be begun goes on as it was": async (test) => {
    const { connectors, add, change, lines } = test;
    const record = await add("mmsc");
    await connectors.reload();
    const before = connectors.get("mmsc");
    for (const kind of ["pigeon", "mmsc_mm7", "pigeon", "mmsc_mm7"]) {
      await change(record, { kind } as Partial<MmscMm7Settings>);
      await connectors.reload();
      assert.equal(connectors.get("mmsc"), before);
    }
    // Once for each time that it became invalid.
    assert.equal(lines.filter(({ level }) => level === "error").length, 2);
  },

  "a record under the name of the built-in one is passed over": async ({ connectors, add }) => {
    await add("loopback");
    await connectors.reload();
    assert.deepEqual(connectors.names(), ["loopback"]);
    assert.equal(connectors.get("loopback")!.receive, undefined);
  },

  "a store that is down leaves all as it was": async ({ connectors, add, store }) => {
    await add("mmsc");
    await connectors.reload();
    const before = connectors.get("mmsc");
    const { list } = store.connectors;
    store.connectors.list = () => Promise.reject(new StoreDown("gone"));
    await assert.rejects(connectors.reload(), StoreDown);
    assert.equal(connectors.get("mmsc"), before);
    store.connectors.list = list;
    await add("other");
    await connectors.reload();
    assert.deepEqual(connectors.names(), ["loopback", "mmsc", "other"]);
  },

  "stop waits for what has begun, replaced ones included": async (test) => {
    const { connectors, add, change, mmsc } = test;
    const record = await add("mmsc");
    await connectors.reload();
    const held = hold(mmsc);
    const ofTheOld = connectors.get("mmsc")!.submit(newSubmission());
    await mmsc.until(1);
    await change(record, { vaspid: "after" });
    await connectors.reload();
    const ofTheNew = connectors.get("mmsc")!.submit(newSubmission());
    await mmsc.until(2);
    let isStopped = false;
    const stopped = connectors.stop().then(() => isStopped = true);
    await pause(0);
    assert.equal(isStopped, false);
    held.release();
    await stopped;
    const results = await Promise.all([ofTheOld, ofTheNew]);
    assert.deepEqual(results.map(({ status: result }) => result), ["accepted", "accepted"]);

    // A late caller is told to retry, not that there is no connector.
    assert.equal((await connectors.get("mmsc")!.submit(newSubmission())).status, "temporary");
    await add("late");
    await connectors.reload();
    assert.equal(connectors.get("late"), undefined);
    await connectors.stop();
  },

  "stop before the first reload": async ({ connectors, lists }) => {
    await connectors.stop();
    await connectors.reload();
    assert.equal(lists.count, 0);
  },
};

for (const [name, run] of Object.entries(CASES)) {
  test(`connectors in the store: ${name}`, ({ store }) => runOn(store, run));
}

Deno.test("a kind of carrier is loaded when there is a connector of it", async () => {
  const { stdout } = await new Deno.Command(Deno.execPath(), {
    args: ["info", "--json", new URL("../../src/connectors/mod.ts", import.meta.url).href],
    stderr: "inherit",
  }).output();
  const { roots, modules } = JSON.parse(new TextDecoder().decode(stdout)) as {
    roots: string[];
    modules: { specifier: string; dependencies?: Dependency[] }[];
  };
  const byName = new Map(modules.map((module) => [module.specifier, module]));
  const loaded = new Set<string>();
  const load = (specifier: string) => {
    if (loaded.has(specifier)) return;
    loaded.add(specifier);
    for (const { code, isDynamic } of byName.get(specifier)?.dependencies ?? []) {
      if (code?.specifier !== undefined && !isDynamic) load(code.specifier);
    }
  };
  roots.forEach(load);
  const names = [...loaded].map((specifier) => specifier.replace(/^.*\/src\//, ""));
  assert.ok(names.includes("connectors/loopback/mod.ts"), names.join());
  const descriptors = Object.keys(carriers).map((kind) => `connectors/${kind}/mod.ts`);
  const shared = ["connectors/http_carrier/carrier.ts", "connectors/http/url_secrets.ts"];
  const ofCarriers = names.filter((name) =>
    /^mm7|^mime|^smpp|^connectors\/(?!loopback)\w+\//.test(name)
  );
  assert.deepEqual(ofCarriers.sort(), [...descriptors, ...shared].sort());
  assert.ok([...byName.keys()].some((name) => name.endsWith("/mmsc_mm7/connector.ts")));
});

interface Dependency {
  code?: { specifier?: string };
  isDynamic?: boolean;
}
