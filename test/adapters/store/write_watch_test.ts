/** The watch of writes: what it takes for an outage of writes, and what for none. */
import assert from "node:assert/strict";
import { createWriteWatch } from "../../../src/adapters/store/engine/write_watch.ts";
import { StoreDown } from "../../../src/ports/mod.ts";
import { pause } from "../../support/until.ts";
import { createVirtualTime } from "../../support/virtual_time.ts";

const FULL = Object.assign(new Error("no space left"), { code: "53100" });
const DOWN = new StoreDown("no space left", { cause: FULL });

const ACCEPTANCE = ["with batch as (select 1) insert into message (tracking_id) select 'a'"];
const UPDATE = ["update message set owner = 'a'"];
const LOOK = ["select updated_at from message"];

function fixture() {
  const time = createVirtualTime();
  /** Results of probes and reads: an error, or null for success. */
  const state = { write: null as Error | null, reads: true };
  const reported: string[] = [];
  let probes = 0;
  const watch = createWriteWatch({
    async probe() {
      probes++;
      await Promise.resolve();
      if (state.write !== null) throw state.write;
    },
    canRead: () => Promise.resolve(state.reads),
    onFault: ({ reason, ms }) => reported.push(`${reason}, ${ms / 1000} s`),
    onRecovery: () => reported.push("recovered"),
    time,
  });
  return {
    state,
    reported,
    watch,
    probes: () => probes,
    /** Lets time pass in steps in which calls settle. */
    async pass(seconds: number, step: () => void = () => {}): Promise<void> {
      for (let n = 0; n < seconds; n++) {
        time.moveTo(time.now() + 1000);
        step();
        await pause(0);
      }
    },
  };
}

Deno.test("writes that fail for ten seconds are a fault until a probe succeeds", async () => {
  const { pass, state, reported, watch } = fixture();
  state.write = FULL;
  watch.started(UPDATE)(DOWN);
  await pass(9);
  assert.deepEqual([reported, watch.fault()], [[], null]);
  await pass(2);
  assert.equal(reported[0], "its disk is full (no space left), 10 s");
  assert.equal(watch.fault(), "its disk is full (no space left)");
  await pass(30);
  state.write = null;
  await pass(2);
  assert.equal(reported.at(-1), "recovered");
  assert.equal(reported.filter((line) => line === "recovered").length, 1);
  assert.equal(watch.fault(), null);
  watch.close();
});

Deno.test("a write that hangs is a fault although no call has failed", async () => {
  const { pass, state, reported, watch } = fixture();
  state.write = Object.assign(new Error("canceling statement"), { code: "55P03" });
  watch.started(UPDATE);
  await pass(9);
  assert.deepEqual(reported, []);
  await pass(3);
  assert.match(
    reported[0]!,
    /^another session has locked a table \(canceling statement\), 1[0-2] s$/,
  );
  watch.close();
});

Deno.test("a write that takes long while others succeed costs one probe", async () => {
  const { pass, probes, reported, watch } = fixture();
  const end = watch.started(null);
  await pass(60);
  end(null);
  assert.deepEqual([reported, probes()], [[], 1]);
  watch.close();
});

Deno.test("reads that hang or fail raise no suspicion against writes", async () => {
  const { pass, probes, watch } = fixture();
  watch.started(LOOK);
  watch.started(LOOK)(DOWN);
  await pass(30);
  assert.equal(probes(), 0);
  watch.close();
});

Deno.test("a database that does not read either is down, and its writes are no fault of their own", async () => {
  const { pass, state, reported, watch } = fixture();
  state.write = FULL;
  state.reads = false;
  watch.started(UPDATE)(DOWN);
  await pass(60);
  assert.deepEqual(reported, []);
  state.reads = true;
  await pass(5);
  state.write = null;
  await pass(60);
  assert.deepEqual([reported, watch.fault()], [[], null]);
  watch.close();
});

Deno.test("acceptances that succeed between probes that fail keep writes from being a fault", async () => {
  const { pass, state, reported, watch } = fixture();
  state.write = FULL;
  watch.started(UPDATE)(DOWN);
  await pass(60, () => watch.started(ACCEPTANCE)(null));
  assert.deepEqual(reported, []);
  // Updates find room where a new row finds none.
  await pass(12, () => watch.started(UPDATE)(null));
  assert.equal(reported.length > 0, true);
  watch.close();
});

Deno.test("a watch that is closed probes no more", async () => {
  const { pass, probes, state, watch } = fixture();
  state.write = FULL;
  watch.started(UPDATE)(DOWN);
  await pass(3);
  watch.close();
  const before = probes();
  watch.started(UPDATE);
  watch.started(UPDATE)(DOWN);
  await pass(20);
  assert.equal(probes(), before);
});
