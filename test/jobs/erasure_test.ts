/** Erasures that fail half-way, wait, or come beside traffic. */
import assert from "node:assert/strict";
import type { Database } from "../../src/adapters/store/engine/database.ts";
import { systemClock } from "../../src/adapters/system/clock.ts";
import { createErasure, type ErasurePorts } from "../../src/jobs/erasure.ts";
import { silentLog } from "../../src/log/mod.ts";
import { type Store, StoreDown } from "../../src/ports/mod.ts";
import { openMigrated } from "../support/migrated.ts";
import {
  accepted,
  newAccount,
  newTransition,
  type OpenStore,
  watchedStore,
} from "../support/store.ts";
import { pause } from "../support/until.ts";

const PERSON = { number: "16175550101", account: null };
const CONFIG: ErasurePorts["config"] = {
  ADMIN_WAIT_MAX: 300,
  BLOB_GC_GRACE: 3_600_000,
  RENDITION_RETENTION: 86_400_000,
  RETENTION_BATCH: 10,
};

let database: Database;
let open: OpenStore;

Deno.test.beforeAll(async () => {
  database = await openMigrated();
  open = watchedStore(database);
});

Deno.test.afterAll(() => database.close());

const erasureOf = (people: Store["people"], config = CONFIG) =>
  createErasure({ store: { people }, clock: systemClock, log: silentLog(), config });

/** Accepts messages to the person, a minute ago. */
async function acceptOld(count: number): Promise<string[]> {
  const acceptedAt = Date.now() - 60_000;
  const messages = await Promise.all(
    Array.from({ length: count }, () => accepted(open, { to: PERSON.number, acceptedAt })),
  );
  return messages.map(({ trackingId }) => trackingId);
}

async function messages(): Promise<number> {
  const { counts } = await open.store.people.summary(PERSON);
  return counts.messages;
}

Deno.test("an erasure that ends half-way leaves the rest, and a repetition erases it", async () => {
  await acceptOld(35);
  await open.store.accounts.create(newAccount({ id: "owner" }));
  await open.store.blocks.add("owner", { number: PERSON.number, originator: null, since: 0 });
  let calls = 0;
  const failing: Store["people"] = {
    ...open.store.people,
    erase(...step) {
      if (++calls === 3) throw new StoreDown("gone");
      return open.store.people.erase(...step);
    },
  };
  await assert.rejects(erasureOf(failing)(PERSON), StoreDown);
  assert.equal(await messages(), 15);
  const { found, remaining } = await erasureOf(open.store.people)(PERSON);
  assert.deepEqual([found.counts.messages, remaining], [15, 0]);
  const { counts, erasedBlocks, erasures } = await open.store.people.summary(PERSON);
  assert.ok(Object.values(counts).every((count) => count === 0));
  assert.deepEqual([erasedBlocks, erasures.length], [1, 1]);
});

Deno.test("an erasure that waits in vain for a carrier says what remains", async () => {
  const [busy] = await acceptOld(3);
  const lease = { owner: "me", until: Date.now() + 3_600_000 };
  const at = Date.now() - 60_000;
  await open.store.messages.transition(
    newTransition(busy!, { to: "sent", at, next: { lease } }),
  );
  const { remaining } = await erasureOf(open.store.people)(PERSON);
  assert.deepEqual([remaining, await messages()], [1, 1]);
  // The carrier has it; the next erasure takes it.
  const handover = { from: "sent", to: "submitted", at, next: null } as const;
  assert.equal(await open.store.messages.transition(newTransition(busy!, handover)), true);
  assert.equal((await erasureOf(open.store.people)(PERSON)).remaining, 0);
  assert.equal(await messages(), 0);
});

Deno.test("messages that are accepted during an erasure are new data, and two erasures meet", async () => {
  await acceptOld(60);
  let isOver = false;
  const sent: string[] = [];
  const traffic = (async () => {
    while (!isOver) {
      const acceptedAt = Date.now() + 1;
      const { trackingId } = await accepted(open, { to: PERSON.number, acceptedAt });
      sent.push(trackingId);
      await pause(5);
    }
  })();
  const erase = erasureOf(open.store.people, { ...CONFIG, ADMIN_WAIT_MAX: 600_000 });
  const results = await Promise.all([erase(PERSON), erase(PERSON)]);
  isOver = true;
  await traffic;
  assert.ok(results.every(({ remaining }) => remaining === 0));
  const { items } = await open.store.messages.list(
    { recipient: PERSON.number },
    { cursor: null, limit: 1000 },
  );
  const left = new Set(items.map(({ trackingId }) => trackingId));
  assert.ok(sent.length > 0);
  // Those before the start of the later erasure are gone, and nothing else is.
  const first = sent.findIndex((id) => left.has(id));
  assert.deepEqual(sent.slice(first).filter((id) => !left.has(id)), []);
  assert.equal(left.size, sent.length - first);
});
