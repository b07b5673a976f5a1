/** Idempotency-Keys: claimed by one request, stored with its response, and finally expired. */
import assert from "node:assert/strict";
import {
  ClaimLost,
  type KeyClaim,
  type ResponseBudget,
  type ResponseRecord,
  type StoredResponse,
} from "../../../src/ports/mod.ts";
import {
  accepted,
  newEvent,
  newLink,
  newMessage,
  newTemplate,
  nextId,
  NOON,
  type OpenStore,
} from "../../support/store.ts";
import { type Case, LEASE, THEIRS } from "./bench.ts";

const MINUTE = 60_000;
const DAY = 86_400_000;

const ANSWER: StoredResponse = {
  type: "application/json",
  disposition: null,
  bytes: new TextEncoder().encode('{"status":"success"}'),
};

/** Maximum number of connections of a store of the suite. */
const CONNECTIONS = 4;

const ROOMY: ResponseBudget = { bytes: 1e9, at: NOON };

function newClaim(fields: Partial<KeyClaim> = {}): KeyClaim {
  return { account: "acme", key: "order-1", id: nextId("claim"), ...fields };
}

function keptOf(
  claim: KeyClaim,
  response: Partial<StoredResponse> = {},
  until = NOON + DAY,
): ResponseRecord {
  return { claim, response: { ...ANSWER, ...response }, until };
}

/** Claims a key for a minute, and returns the result. */
async function claimed(
  { store }: OpenStore,
  claim = newClaim(),
  { at = NOON, owner = "me", body = "body" } = {},
) {
  const lease = { owner, until: at + MINUTE };
  return await store.idempotency.claim(claim, { body, lease, at });
}

async function stateOf(...parameters: Parameters<typeof claimed>): Promise<string> {
  return (await claimed(...parameters)).state;
}

/** Claims a key, and asserts that it is ours. */
async function held(bench: OpenStore, fields: Partial<KeyClaim> = {}): Promise<KeyClaim> {
  const claim = newClaim(fields);
  assert.equal(await stateOf(bench, claim), "claimed");
  return claim;
}

const bytesOf = (length: number) =>
  Uint8Array.from({ length }, (_, place) => (place * 7 + (place >> 8)) % 256);

async function keys({ database }: OpenStore): Promise<string[]> {
  const rows = await database.query(
    `select account || ' ' || key as name from idempotency_key
     order by account, key`,
  );
  return rows.map(({ name }) => name);
}

export const idempotency: Record<string, Case> = {
  async "a key belongs to one request until its response is stored, and then to that response"(
    bench,
  ) {
    const { store, other } = bench;
    const claim = await held(bench);
    for (const open of [bench, other]) {
      assert.equal(await stateOf(open), "in progress");
      assert.equal(await stateOf(open, newClaim(), { body: "another" }), "used");
    }
    const file = { type: "image/jpeg", disposition: "inline", bytes: bytesOf(300_000) };
    await store.idempotency.keep(keptOf(claim, file), ROOMY);
    for (const open of [bench, other]) {
      assert.deepEqual(await claimed(open), { state: "completed", response: file });
      assert.equal(await stateOf(open, newClaim(), { body: "another" }), "used");
    }
  },

  async "keys of two accounts are distinct, also if account and key join to the same text"(bench) {
    await held(bench, { account: "a", key: "b.c" });
    await held(bench, { account: "a", key: "B.c" });
    await held(bench, { account: "A", key: "b.c" });
    await held(bench, { account: "a.b", key: "c" });
    assert.equal((await keys(bench)).length, 4);
  },

  async "an account's created files are stored within its budget"(bench) {
    const { keep } = bench.store.idempotency;
    const budget = { bytes: 20_000, at: NOON };
    const createKey = async (bytes: number, fields: Partial<KeyClaim> = {}) => {
      const claim = await held(bench, { key: nextId("key"), ...fields });
      return await keep(keptOf(claim, { bytes: bytesOf(bytes) }), budget);
    };
    assert.equal(await createKey(12_000), true);
    assert.equal(await createKey(8001, { key: "too large" }), false);
    assert.equal(await stateOf(bench, newClaim({ key: "too large" })), "claimed");
    assert.equal(await createKey(20_000, { account: "another" }), true);
    assert.equal(await createKey(8000), true);
    assert.equal(await createKey(0), false);
    const messages = keptOf(await held(bench, { key: "a message" }));
    await bench.store.messages.accept(newMessage(), LEASE, { idempotentResponse: messages });
    assert.equal(await stateOf(bench, newClaim({ key: "a message" })), "completed");
    budget.at = NOON + DAY;
    assert.equal(await createKey(19_000), true, "what is over takes up nothing");
  },

  async "a created file counts as 4 KiB at least, which bounds an account's keys"(
    bench,
  ) {
    const budget = { bytes: 3 * 4096, at: NOON };
    const claims = [];
    for (let place = 0; place < 4; place++) {
      const claim = await held(bench, { key: `key-${place}` });
      claims.push(await bench.store.idempotency.keep(keptOf(claim, { bytes: bytesOf(1) }), budget));
    }
    assert.deepEqual(claims, [true, true, true, false]);
  },

  async "a key that was taken over counts with its new response"(bench) {
    const budget = { bytes: 5000, at: NOON };
    const { keep } = bench.store.idempotency;
    assert.ok(await keep(keptOf(await held(bench), { bytes: bytesOf(4000) }, NOON + 1), budget));
    const again = newClaim();
    assert.equal(await stateOf(bench, again, { at: NOON + 1 }), "claimed");
    await bench.store.messages.accept(newMessage(), LEASE, { idempotentResponse: keptOf(again) });
    const other = await held(bench, { key: "other" });
    assert.equal(await keep(keptOf(other, { bytes: bytesOf(5000) }), budget), true);
  },

  async "64 64 created files at once exceed the budget by a few at most"(bench) {
    const claims = [];
    for (let place = 0; place < 64; place++) {
      claims.push(await held(bench, { key: `key-${place}` }));
    }
    const budget = { bytes: 50_000, at: NOON };
    const results = await Promise.all(
      claims.map((claim, place) =>
        (place % 2 ? bench : bench.other).store.idempotency
          .keep(keptOf(claim, { bytes: bytesOf(5000) }), budget)
      ),
    );
    const count = results.filter(Boolean).length;
    assert.ok(count >= 10 && count <= 10 + 2 * CONNECTIONS, `${count} kept`);
    assert.equal((await keys(bench)).length, count);
  },

  async "an empty response is stored, too"(bench) {
    const response = { type: "text/plain", disposition: null, bytes: new Uint8Array() };
    await bench.store.idempotency.keep(keptOf(await held(bench), response), ROOMY);
    assert.deepEqual(await claimed(bench), { state: "completed", response });
  },

  async "a message and its response are one commit, with the message's other rows"(bench) {
    const claim = await held(bench);
    const message = newMessage();
    const links = [newLink({ trackingId: message.trackingId })];
    bench.statements.length = 0;
    assert.equal(
      await bench.store.messages.accept(message, LEASE, {
        links,
        idempotentResponse: keptOf(claim),
      }),
      message.trackingId,
    );
    assert.equal(bench.statements.length, 1);
    assert.deepEqual(await claimed(bench), { state: "completed", response: ANSWER });
    assert.ok(await bench.store.messages.byTrackingId(message.trackingId));
    assert.equal((await bench.store.events.of(message.trackingId)).history.length, 1);
    assert.ok(await bench.store.links.byCode(links[0]!.code));
  },

  async "a template and its response are one commit"(bench) {
    const claim = await held(bench);
    const template = newTemplate();
    const event = newEvent(template);
    bench.statements.length = 0;
    await bench.store.templates.create(template, event, LEASE, keptOf(claim));
    assert.equal(bench.statements.length, 1);
    assert.deepEqual(await claimed(bench), { state: "completed", response: ANSWER });
    assert.equal((await bench.store.templates.find(template.mmsId))!.state, "locked");
    assert.equal((await bench.store.events.of(template.trackingId)).history.length, 1);
  },

  async "a failed accept stores no response"(bench) {
    const { trackingId } = await accepted(bench);
    const claim = await held(bench);
    const again = newMessage({ trackingId });
    await assert.rejects(
      bench.store.messages.accept(again, null, { idempotentResponse: keptOf(claim) }),
    );
    assert.equal(await stateOf(bench), "in progress");
    const template = newTemplate();
    const event = newEvent(template);
    await bench.store.templates.create(template, event, LEASE);
    await assert.rejects(
      bench.store.templates.create(template, event, LEASE, keptOf(claim)),
      (error) => !(error instanceof ClaimLost),
    );
    assert.equal(await stateOf(bench), "in progress");
  },

  async "a lost claim accepts nothing"(bench) {
    const { store } = bench;
    const lost = await held(bench);
    const late = { at: NOON + MINUTE, owner: "them" };
    const next = newClaim();
    assert.equal(await stateOf(bench.other, next, late), "claimed");

    const message = newMessage();
    const links = [newLink({ trackingId: message.trackingId })];
    const template = newTemplate();
    const event = newEvent(template);
    await assert.rejects(
      store.messages.accept(message, LEASE, { links, idempotentResponse: keptOf(lost) }),
      ClaimLost,
    );
    await assert.rejects(
      store.templates.create(template, event, LEASE, keptOf(lost)),
      ClaimLost,
    );
    await assert.rejects(store.idempotency.keep(keptOf(lost), ROOMY), ClaimLost);
    await store.idempotency.free(lost);
    assert.equal(await store.messages.byTrackingId(message.trackingId), null);
    assert.deepEqual((await store.events.of(message.trackingId)).history, []);
    assert.equal(await store.links.byCode(links[0]!.code), null);
    assert.equal(await store.templates.find(template.mmsId), null);
    assert.deepEqual((await store.events.of(template.trackingId)).history, []);

    assert.equal(await stateOf(bench, newClaim(), late), "in progress");
    await store.idempotency.keep(keptOf(next), ROOMY);
    await assert.rejects(store.idempotency.keep(keptOf(next), ROOMY), ClaimLost);
  },

  async "of one batch requests that hold their keys are accepted, and those without a key"(bench) {
    const claims = [];
    for (const key of ["b", "a", "d", "c"]) claims.push(await held(bench, { key }));
    await bench.store.idempotency.free(claims[1]!);
    bench.statements.length = 0;
    const plain = newMessage();
    const once = { digest: "d", since: NOON };
    const [first, again] = [newMessage(), newMessage()];
    const results = await Promise.allSettled([
      ...claims.map((claim) =>
        bench.store.messages.accept(newMessage(), null, { idempotentResponse: keptOf(claim) })
      ),
      bench.store.messages.accept(plain, null),
      bench.store.messages.accept(first, null, { dedup: once }),
      bench.store.messages.accept(again, null, { dedup: once }),
    ]);
    assert.equal(bench.statements.length, 1);
    assert.deepEqual(results.map(({ status }) => status === "fulfilled"), [
      ...[true, false, true, true],
      ...[true, true, true],
    ]);
    const { items } = await bench.store.messages.list({}, { cursor: null, limit: 100 });
    assert.equal(items.length, 5);
    assert.equal(await bench.store.messages.byTrackingId(again.trackingId), null);
    assert.deepEqual(await keys(bench), ["acme b", "acme c", "acme d"]);
  },

  async "a batch without a key has no further cost"(bench) {
    await Promise.all([accepted(bench), accepted(bench)]);
    assert.doesNotMatch(bench.statements.join("\n"), /idempotency_key|union/);
  },

  async "64 at once, on two machines, are one request, and share their statements"(bench) {
    const claims = Array.from({ length: 64 }, () => newClaim());
    const states = await Promise.all(
      claims.map((claim, place) => stateOf(place % 2 ? bench : bench.other, claim)),
    );
    assert.deepEqual(states.filter((state) => state === "claimed").length, 1);
    assert.deepEqual(states.filter((state) => state === "in progress").length, 63);
    const claiming = [...bench.statements, ...bench.other.statements]
      .filter((sql) => /insert into idempotency_key/.test(sql));
    assert.ok(claiming.length <= 4, `${claiming.length} statements`);
  },

  async "many keys at once, stored and claimed in any order, do not deadlock"(
    bench,
  ) {
    const batched = bench.openWith({ batchMax: 5, concurrency: 2 });
    const names = Array.from({ length: 20 }, (_, place) => `key-${place}`);
    for (let round = 0; round < 5; round++) {
      const claims = [];
      for (const key of names) claims.push(await held(bench, { account: `${round}`, key }));
      const claimIn = (open: OpenStore) => ({ account, key }: KeyClaim) =>
        claimed(open, newClaim({ account, key }));
      const [results, ...states] = await Promise.all([
        Promise.all(
          claims.map((claim) =>
            batched.store.messages.accept(newMessage(), null, { idempotentResponse: keptOf(claim) })
          ),
        ),
        ...claims.toReversed().map(claimIn(batched)),
        ...claims.toReversed().map(claimIn(bench.other)),
        ...claims.map(claimIn(bench.other)),
      ]);
      assert.equal(new Set(results).size, 20);
      assert.ok(states.every(({ state }) => state === "in progress" || state === "completed"));
    }
  },

  async "a freed key may be claimed again, with any body"(bench) {
    await bench.store.idempotency.free(await held(bench));
    assert.equal(await stateOf(bench, newClaim(), { body: "another" }), "claimed");
  },

  async "keys are freed in batches, those that are still held"(bench) {
    const claims = [];
    for (const key of ["b", "a", "c"]) claims.push(await held(bench, { key }));
    await bench.store.idempotency.keep(keptOf(claims[0]!), ROOMY);
    bench.statements.length = 0;
    await Promise.all(claims.map((claim) => bench.store.idempotency.free(claim)));
    assert.equal(bench.statements.length, 1);
    assert.deepEqual(await keys(bench), ["acme b"]);
  },

  async "a key with a response cannot be freed"(bench) {
    const claim = await held(bench);
    await bench.store.idempotency.keep(keptOf(claim), ROOMY);
    await bench.store.idempotency.free(claim);
    assert.equal(await stateOf(bench), "completed");
  },

  async "a key is unused after its lease, or after its response's retention"(bench) {
    const claim = await held(bench);
    const before = { at: NOON + MINUTE - 1 };
    const after = { at: NOON + MINUTE, body: "another" };
    assert.equal(await stateOf(bench, newClaim(), before), "in progress");
    const second = newClaim();
    assert.equal(await stateOf(bench, second, after), "claimed");
    await assert.rejects(bench.store.idempotency.keep(keptOf(claim), ROOMY), ClaimLost);
    await bench.store.idempotency.keep(keptOf(second), ROOMY);
    const late = { at: NOON + DAY - 1, body: "another" };
    assert.equal(await stateOf(bench, newClaim(), late), "completed");
    assert.equal(await stateOf(bench, newClaim(), { at: NOON + DAY }), "claimed");
    assert.equal(await stateOf(bench, newClaim(), { at: NOON + DAY }), "in progress");
  },

  async "claims of an earlier process of the same owner are released at once, and no others"(
    bench,
  ) {
    const { store } = bench;
    const claims: KeyClaim[] = [];
    for (const key of ["b", "a", "c"]) {
      claims.push(newClaim({ key }));
      await claimed(bench, claims.at(-1), { owner: "dead" });
    }
    await claimed(bench, newClaim({ key: "theirs" }), { owner: THEIRS.owner });
    await store.idempotency.keep(keptOf(claims[2]!), ROOMY);
    await store.recover("dead");
    assert.deepEqual(await keys(bench), ["acme c", "acme theirs"]);
    await assert.rejects(
      store.messages.accept(newMessage(), null, { idempotentResponse: keptOf(claims[0]!) }),
      ClaimLost,
    );
  },

  async "unused keys are removed oldest first, in batches"(bench) {
    const { deleteExpired: forget } = bench.store.idempotency;
    for (const [place, key] of ["a", "b", "c", "d"].entries()) {
      const until = NOON + DAY + place;
      await bench.store.idempotency.keep(keptOf(await held(bench, { key }), {}, until), ROOMY);
    }
    await held(bench, { key: "in progress" });
    assert.equal(await forget(NOON + MINUTE - 1, 10), 0);
    assert.equal(await forget(NOON + MINUTE, 10), 1);
    assert.equal(await forget(NOON + DAY + 2, 2), 2);
    assert.deepEqual(await keys(bench), ["acme c", "acme d"]);
    assert.equal(await forget(NOON + DAY + 2, 2), 1);
    assert.equal(await forget(NOON + DAY + 2, 2), 0);
    assert.deepEqual(await keys(bench), ["acme d"]);
  },

  async "a refused claim fails alone"(bench) {
    const results = await Promise.allSettled([
      claimed(bench, newClaim({ key: "a" })),
      claimed(bench, newClaim({ key: "b" }), { body: null as never }),
      claimed(bench, newClaim({ key: "c" })),
    ]);
    assert.deepEqual(results.map(({ status }) => status), ["fulfilled", "rejected", "fulfilled"]);
    assert.deepEqual(await keys(bench), ["acme a", "acme c"]);
  },
};
