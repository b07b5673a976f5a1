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
import { type Case, LEASE, THEIRS } from "./fixture.ts";

const MINUTE = 60_000;
const DAY = 86_400_000;

const RESPONSE: StoredResponse = {
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

function recordOf(
  claim: KeyClaim,
  response: Partial<StoredResponse> = {},
  until = NOON + DAY,
): ResponseRecord {
  return { claim, response: { ...RESPONSE, ...response }, until };
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
async function held(fixture: OpenStore, fields: Partial<KeyClaim> = {}): Promise<KeyClaim> {
  const claim = newClaim(fields);
  assert.equal(await stateOf(fixture, claim), "claimed");
  return claim;
}

const bytesOf = (length: number) =>
  Uint8Array.from({ length }, (_, position) => (position * 7 + (position >> 8)) % 256);

async function keys({ database }: OpenStore): Promise<string[]> {
  const rows = await database.query(
    `select account || ' ' || key as name from idempotency_key
     order by account, key`,
  );
  return rows.map(({ name }) => name);
}

export const idempotency: Record<string, Case> = {
  async "a key belongs to one request until its response is stored, and then to that response"(
    fixture,
  ) {
    const { store, other } = fixture;
    const claim = await held(fixture);
    for (const open of [fixture, other]) {
      assert.equal(await stateOf(open), "in progress");
      assert.equal(await stateOf(open, newClaim(), { body: "another" }), "used");
    }
    const file = { type: "image/jpeg", disposition: "inline", bytes: bytesOf(300_000) };
    await store.idempotency.save(recordOf(claim, file), ROOMY);
    for (const open of [fixture, other]) {
      assert.deepEqual(await claimed(open), { state: "completed", response: file });
      assert.equal(await stateOf(open, newClaim(), { body: "another" }), "used");
    }
  },

  async "keys of two accounts are distinct, also if account and key join to the same text"(
    fixture,
  ) {
    await held(fixture, { account: "a", key: "b.c" });
    await held(fixture, { account: "a", key: "B.c" });
    await held(fixture, { account: "A", key: "b.c" });
    await held(fixture, { account: "a.b", key: "c" });
    assert.equal((await keys(fixture)).length, 4);
  },

  async "an account's created files are stored within its budget"(fixture) {
    const { save } = fixture.store.idempotency;
    const budget = { bytes: 20_000, at: NOON };
    const createKey = async (bytes: number, fields: Partial<KeyClaim> = {}) => {
      const claim = await held(fixture, { key: nextId("key"), ...fields });
      return await save(recordOf(claim, { bytes: bytesOf(bytes) }), budget);
    };
    assert.equal(await createKey(12_000), true);
    assert.equal(await createKey(8001, { key: "too large" }), false);
    assert.equal(await stateOf(fixture, newClaim({ key: "too large" })), "claimed");
    assert.equal(await createKey(20_000, { account: "another" }), true);
    assert.equal(await createKey(8000), true);
    assert.equal(await createKey(0), false);
    const messages = recordOf(await held(fixture, { key: "a message" }));
    await fixture.store.messages.accept(newMessage(), LEASE, { idempotentResponse: messages });
    assert.equal(await stateOf(fixture, newClaim({ key: "a message" })), "completed");
    budget.at = NOON + DAY;
    assert.equal(await createKey(19_000), true, "what is over takes up nothing");
  },

  async "a created file counts as 4 KiB at least, which bounds an account's keys"(
    fixture,
  ) {
    const budget = { bytes: 3 * 4096, at: NOON };
    const claims = [];
    for (let position = 0; position < 4; position++) {
      const claim = await held(fixture, { key: `key-${position}` });
      claims.push(
        await fixture.store.idempotency.save(recordOf(claim, { bytes: bytesOf(1) }), budget),
      );
    }
    assert.deepEqual(claims, [true, true, true, false]);
  },

  async "a key that was taken over counts with its new response"(fixture) {
    const budget = { bytes: 5000, at: NOON };
    const { save } = fixture.store.idempotency;
    assert.ok(
      await save(recordOf(await held(fixture), { bytes: bytesOf(4000) }, NOON + 1), budget),
    );
    const again = newClaim();
    assert.equal(await stateOf(fixture, again, { at: NOON + 1 }), "claimed");
    await fixture.store.messages.accept(newMessage(), LEASE, {
      idempotentResponse: recordOf(again),
    });
    const other = await held(fixture, { key: "other" });
    assert.equal(await save(recordOf(other, { bytes: bytesOf(5000) }), budget), true);
  },

  async "64 64 created files at once exceed the budget by a few at most"(fixture) {
    const claims = [];
    for (let position = 0; position < 64; position++) {
      claims.push(await held(fixture, { key: `key-${position}` }));
    }
    const budget = { bytes: 50_000, at: NOON };
    const results = await Promise.all(
      claims.map((claim, position) =>
        (position % 2 ? fixture : fixture.other).store.idempotency
          .save(recordOf(claim, { bytes: bytesOf(5000) }), budget)
      ),
    );
    const count = results.filter(Boolean).length;
    assert.ok(count >= 10 && count <= 10 + 2 * CONNECTIONS, `${count} stored`);
    assert.equal((await keys(fixture)).length, count);
  },

  async "an empty response is stored, too"(fixture) {
    const response = { type: "text/plain", disposition: null, bytes: new Uint8Array() };
    await fixture.store.idempotency.save(recordOf(await held(fixture), response), ROOMY);
    assert.deepEqual(await claimed(fixture), { state: "completed", response });
  },

  async "a message and its response are one commit, with the message's other rows"(fixture) {
    const claim = await held(fixture);
    const message = newMessage();
    const links = [newLink({ trackingId: message.trackingId })];
    fixture.statements.length = 0;
    assert.equal(
      await fixture.store.messages.accept(message, LEASE, {
        links,
        idempotentResponse: recordOf(claim),
      }),
      message.trackingId,
    );
    assert.equal(fixture.statements.length, 1);
    assert.deepEqual(await claimed(fixture), { state: "completed", response: RESPONSE });
    assert.ok(await fixture.store.messages.byTrackingId(message.trackingId));
    assert.equal((await fixture.store.events.of(message.trackingId)).history.length, 1);
    assert.ok(await fixture.store.links.byCode(links[0]!.code));
  },

  async "a template and its response are one commit"(fixture) {
    const claim = await held(fixture);
    const template = newTemplate();
    const event = newEvent(template);
    fixture.statements.length = 0;
    await fixture.store.templates.create(template, event, LEASE, recordOf(claim));
    assert.equal(fixture.statements.length, 1);
    assert.deepEqual(await claimed(fixture), { state: "completed", response: RESPONSE });
    assert.equal((await fixture.store.templates.find(template.mmsId))!.state, "locked");
    assert.equal((await fixture.store.events.of(template.trackingId)).history.length, 1);
  },

  async "a failed accept stores no response"(fixture) {
    const { trackingId } = await accepted(fixture);
    const claim = await held(fixture);
    const again = newMessage({ trackingId });
    await assert.rejects(
      fixture.store.messages.accept(again, null, { idempotentResponse: recordOf(claim) }),
    );
    assert.equal(await stateOf(fixture), "in progress");
    const template = newTemplate();
    const event = newEvent(template);
    await fixture.store.templates.create(template, event, LEASE);
    await assert.rejects(
      fixture.store.templates.create(template, event, LEASE, recordOf(claim)),
      (error) => !(error instanceof ClaimLost),
    );
    assert.equal(await stateOf(fixture), "in progress");
  },

  async "a lost claim accepts nothing"(fixture) {
    const { store } = fixture;
    const lost = await held(fixture);
    const late = { at: NOON + MINUTE, owner: "them" };
    const next = newClaim();
    assert.equal(await stateOf(fixture.other, next, late), "claimed");

    const message = newMessage();
    const links = [newLink({ trackingId: message.trackingId })];
    const template = newTemplate();
    const event = newEvent(template);
    await assert.rejects(
      store.messages.accept(message, LEASE, { links, idempotentResponse: recordOf(lost) }),
      ClaimLost,
    );
    await assert.rejects(
      store.templates.create(template, event, LEASE, recordOf(lost)),
      ClaimLost,
    );
    await assert.rejects(store.idempotency.save(recordOf(lost), ROOMY), ClaimLost);
    await store.idempotency.free(lost);
    assert.equal(await store.messages.byTrackingId(message.trackingId), null);
    assert.deepEqual((await store.events.of(message.trackingId)).history, []);
    assert.equal(await store.links.byCode(links[0]!.code), null);
    assert.equal(await store.templates.find(template.mmsId), null);
    assert.deepEqual((await store.events.of(template.trackingId)).history, []);

    assert.equal(await stateOf(fixture, newClaim(), late), "in progress");
    await store.idempotency.save(recordOf(next), ROOMY);
    await assert.rejects(store.idempotency.save(recordOf(next), ROOMY), ClaimLost);
  },

  async "of one batch requests that hold their keys are accepted, and those without a key"(
    fixture,
  ) {
    const claims = [];
    for (const key of ["b", "a", "d", "c"]) claims.push(await held(fixture, { key }));
    await fixture.store.idempotency.free(claims[1]!);
    fixture.statements.length = 0;
    const plain = newMessage();
    const once = { digest: "d", since: NOON };
    const [first, again] = [newMessage(), newMessage()];
    const results = await Promise.allSettled([
      ...claims.map((claim) =>
        fixture.store.messages.accept(newMessage(), null, { idempotentResponse: recordOf(claim) })
      ),
      fixture.store.messages.accept(plain, null),
      fixture.store.messages.accept(first, null, { dedup: once }),
      fixture.store.messages.accept(again, null, { dedup: once }),
    ]);
    assert.equal(fixture.statements.length, 1);
    assert.deepEqual(results.map(({ status }) => status === "fulfilled"), [
      true,
      false,
      true,
      true,
      true,
      true,
      true,
    ]);
    const { items } = await fixture.store.messages.list({}, { cursor: null, limit: 100 });
    assert.equal(items.length, 5);
    assert.equal(await fixture.store.messages.byTrackingId(again.trackingId), null);
    assert.deepEqual(await keys(fixture), ["acme b", "acme c", "acme d"]);
  },

  async "a batch without a key has no further cost"(fixture) {
    await Promise.all([accepted(fixture), accepted(fixture)]);
    assert.doesNotMatch(fixture.statements.join("\n"), /idempotency_key|union/);
  },

  async "64 at once, on two machines, are one request, and share their statements"(fixture) {
    const claims = Array.from({ length: 64 }, () => newClaim());
    const states = await Promise.all(
      claims.map((claim, position) => stateOf(position % 2 ? fixture : fixture.other, claim)),
    );
    assert.deepEqual(states.filter((state) => state === "claimed").length, 1);
    assert.deepEqual(states.filter((state) => state === "in progress").length, 63);
    const claiming = [...fixture.statements, ...fixture.other.statements]
      .filter((sql) => /insert into idempotency_key/.test(sql));
    assert.ok(claiming.length <= 4, `${claiming.length} statements`);
  },

  async "many keys at once, stored and claimed in any order, do not deadlock"(
    fixture,
  ) {
    const batched = fixture.openWith({ batchMax: 5, concurrency: 2 });
    const names = Array.from({ length: 20 }, (_, position) => `key-${position}`);
    for (let round = 0; round < 5; round++) {
      const claims = [];
      for (const key of names) claims.push(await held(fixture, { account: `${round}`, key }));
      const claimIn = (open: OpenStore) => ({ account, key }: KeyClaim) =>
        claimed(open, newClaim({ account, key }));
      const [results, ...states] = await Promise.all([
        Promise.all(
          claims.map((claim) =>
            batched.store.messages.accept(newMessage(), null, {
              idempotentResponse: recordOf(claim),
            })
          ),
        ),
        ...claims.toReversed().map(claimIn(batched)),
        ...claims.toReversed().map(claimIn(fixture.other)),
        ...claims.map(claimIn(fixture.other)),
      ]);
      assert.equal(new Set(results).size, 20);
      assert.ok(states.every(({ state }) => state === "in progress" || state === "completed"));
    }
  },

  async "a freed key may be claimed again, with any body"(fixture) {
    await fixture.store.idempotency.free(await held(fixture));
    assert.equal(await stateOf(fixture, newClaim(), { body: "another" }), "claimed");
  },

  async "keys are freed in batches, those that are still held"(fixture) {
    const claims = [];
    for (const key of ["b", "a", "c"]) claims.push(await held(fixture, { key }));
    await fixture.store.idempotency.save(recordOf(claims[0]!), ROOMY);
    fixture.statements.length = 0;
    await Promise.all(claims.map((claim) => fixture.store.idempotency.free(claim)));
    assert.equal(fixture.statements.length, 1);
    assert.deepEqual(await keys(fixture), ["acme b"]);
  },

  async "a key with a response cannot be freed"(fixture) {
    const claim = await held(fixture);
    await fixture.store.idempotency.save(recordOf(claim), ROOMY);
    await fixture.store.idempotency.free(claim);
    assert.equal(await stateOf(fixture), "completed");
  },

  async "a key is unused after its lease, or after its response's retention"(fixture) {
    const claim = await held(fixture);
    const before = { at: NOON + MINUTE - 1 };
    const after = { at: NOON + MINUTE, body: "another" };
    assert.equal(await stateOf(fixture, newClaim(), before), "in progress");
    const second = newClaim();
    assert.equal(await stateOf(fixture, second, after), "claimed");
    await assert.rejects(fixture.store.idempotency.save(recordOf(claim), ROOMY), ClaimLost);
    await fixture.store.idempotency.save(recordOf(second), ROOMY);
    const late = { at: NOON + DAY - 1, body: "another" };
    assert.equal(await stateOf(fixture, newClaim(), late), "completed");
    assert.equal(await stateOf(fixture, newClaim(), { at: NOON + DAY }), "claimed");
    assert.equal(await stateOf(fixture, newClaim(), { at: NOON + DAY }), "in progress");
  },

  async "claims of an earlier process of the same owner are released at once, and no others"(
    fixture,
  ) {
    const { store } = fixture;
    const claims: KeyClaim[] = [];
    for (const key of ["b", "a", "c"]) {
      claims.push(newClaim({ key }));
      await claimed(fixture, claims.at(-1), { owner: "dead" });
    }
    await claimed(fixture, newClaim({ key: "theirs" }), { owner: THEIRS.owner });
    await store.idempotency.save(recordOf(claims[2]!), ROOMY);
    await store.recover("dead");
    assert.deepEqual(await keys(fixture), ["acme c", "acme theirs"]);
    await assert.rejects(
      store.messages.accept(newMessage(), null, { idempotentResponse: recordOf(claims[0]!) }),
      ClaimLost,
    );
  },

  async "unused keys are removed oldest first, in batches"(fixture) {
    const { deleteExpired: forget } = fixture.store.idempotency;
    for (const [position, key] of ["a", "b", "c", "d"].entries()) {
      const until = NOON + DAY + position;
      await fixture.store.idempotency.save(
        recordOf(await held(fixture, { key }), {}, until),
        ROOMY,
      );
    }
    await held(fixture, { key: "in progress" });
    assert.equal(await forget(NOON + MINUTE - 1, 10), 0);
    assert.equal(await forget(NOON + MINUTE, 10), 1);
    assert.equal(await forget(NOON + DAY + 2, 2), 2);
    assert.deepEqual(await keys(fixture), ["acme c", "acme d"]);
    assert.equal(await forget(NOON + DAY + 2, 2), 1);
    assert.equal(await forget(NOON + DAY + 2, 2), 0);
    assert.deepEqual(await keys(fixture), ["acme d"]);
  },

  async "a refused claim fails alone"(fixture) {
    const results = await Promise.allSettled([
      claimed(fixture, newClaim({ key: "a" })),
      claimed(fixture, newClaim({ key: "b" }), { body: null as never }),
      claimed(fixture, newClaim({ key: "c" })),
    ]);
    assert.deepEqual(results.map(({ status }) => status), ["fulfilled", "rejected", "fulfilled"]);
    assert.deepEqual(await keys(fixture), ["acme a", "acme c"]);
  },
};
