/** Encryption at rest: secrets under the operator's keys, and rotation of keys. */
import assert from "node:assert/strict";
import type { Database } from "../../../src/adapters/store/engine/database.ts";
import { migrate } from "../../../src/adapters/store/schema/migrate.ts";
import { createStore } from "../../../src/adapters/store/mod.ts";
import { openPostgres } from "../../../src/adapters/store/engine/postgres.ts";
import { rotateEncryption } from "../../../src/adapters/store/secrets/rotate_encryption.ts";
import { createCipher } from "../../../src/adapters/store/secrets/cipher.ts";
import { secretSettings } from "../../../src/connectors/mod.ts";
import { createDatabase, sharedPostgres, targetOf } from "../../support/postgres.ts";
import {
  BATCHER,
  newAccount,
  newConnector,
  newReceiver,
  nextId,
  NOON,
} from "../../support/store.ts";

type Keys = (Uint8Array | null)[];

const OLD = new Uint8Array(32).fill(1);
const NEW = new Uint8Array(32).fill(2);
const WORDS = ["vasp's word: ü", "carrier's word", "mmsc's word", "whsec_first", "whsec_next"];

let database: Database;

Deno.test.beforeAll(async () => {
  const url = await createDatabase((await sharedPostgres()).url);
  database = openPostgres({ target: targetOf(url), connections: 2, statementTimeoutMs: 15_000 });
  await migrate(database);
});

Deno.test.afterAll(() => database.close());

/** Opens a store as the service does at a start with these keys. */
async function started(keys: Keys) {
  const encryption = { cipher: createCipher(keys), secretSettings };
  await rotateEncryption(database, encryption);
  return createStore(database, { batcher: BATCHER, onPostbacks: () => {}, encryption });
}

/** Reads all stored values of accounts and connectors. */
async function storedText(): Promise<string> {
  const rows = await database.query(
    `select row_to_json(account)::text as row from account
     union all select row_to_json(receiver)::text from receiver
     union all select row_to_json(connector)::text from connector`,
  );
  return rows.map(({ row }) => row).join("\n");
}

/** Fills every column that holds a secret. */
async function filled(store: Awaited<ReturnType<typeof started>>) {
  const account = newAccount({
    id: nextId("account"),
    mm7Username: "us",
    mm7Password: WORDS[0]!,
    receivers: [newReceiver({ webhookSecrets: [{ secret: WORDS[3]!, until: null }] })],
  });
  await store.accounts.create(account);
  const plain = newConnector({ name: nextId("mmsc") });
  const connector = {
    ...plain,
    settings: { ...plain.settings, password: WORDS[1]!, relayPassword: WORDS[2]! },
  };
  await store.connectors.add(connector);
  const times = { now: NOON, overlapUntil: NOON + 1000 };
  const rotated = (await store.accounts.rotateSecret(account.id, "default", WORDS[4]!, times))!;
  assert.deepEqual(rotated.webhookSecrets.map(({ secret }) => secret), [WORDS[4], WORDS[3]]);
  return { account: { ...account, receivers: [rotated] }, connector };
}

async function assertOpen(keys: Keys, { account, connector }: Awaited<ReturnType<typeof filled>>) {
  const { accounts, connectors } = await started(keys);
  assert.deepEqual(await accounts.byId(account.id), account);
  assert.deepEqual((await accounts.access(account.id))?.account, account);
  const { items } = await accounts.list({ cursor: null, limit: 1000 });
  assert.deepEqual(items.find(({ id }) => id === account.id), account);
  assert.deepEqual(await connectors.byName(connector.name), connector);
  assert.deepEqual(
    (await connectors.list()).find(({ name }) => name === connector.name),
    connector,
  );
}

Deno.test("secrets are encrypted in the store, and readable with the key", async () => {
  const filledIds = await filled(await started([NEW]));
  const rows = await storedText();
  for (const word of WORDS) assert.ok(!rows.includes(word), word);
  await assertOpen([NEW], filledIds);
});

Deno.test("existing rows are encrypted at the start, re-encrypted under another key, and decrypted again", async () => {
  await database.script("delete from receiver; delete from account; delete from connector");
  const filledIds = await filled(await started([null]));
  const rows = await storedText();
  for (const word of WORDS) assert.ok(rows.includes(word), word);
  for (const keys of [[OLD], [NEW, OLD], [NEW]]) {
    await assertOpen(keys, filledIds);
    const encrypted = await storedText();
    for (const word of WORDS) assert.ok(!encrypted.includes(word), word);
    await started(keys);
    assert.equal(await storedText(), encrypted, "what is sealed so stays as it is");
  }
  await assertOpen([null, NEW], filledIds);
  assert.equal(await storedText(), rows);
  await assertOpen([null], filledIds);
});

Deno.test("a start without the key is refused, with other keys or none", async () => {
  await database.script("delete from receiver; delete from account; delete from connector");
  const filledIds = await filled(await started([OLD]));
  for (const keys of [[null], [NEW], [null, NEW]]) {
    await assert.rejects(started(keys), /key [\da-f]{8}, which is missing from SECRETS_KEY/);
  }
  await assertOpen([OLD], filledIds);
});

Deno.test("more accounts than fit one batch are all encrypted", async () => {
  await database.script("delete from receiver; delete from account; delete from connector");
  const { accounts } = await started([null]);
  for (let i = 0; i < 501; i++) {
    const receiver = newReceiver({ webhookSecrets: [{ secret: "whsec_many", until: null }] });
    await accounts.create(newAccount({ id: nextId("account"), receivers: [receiver] }));
  }
  await started([NEW]);
  assert.ok(!(await storedText()).includes("whsec_many"));
});

Deno.test("a connector is changed only if it is as it was read, encrypted or not", async () => {
  const { connectors } = await started([NEW]);
  const { name, settings, ...rest } = newConnector({ name: nextId("mmsc") });
  const first = { ...settings, password: "first" };
  const second = { ...settings, password: "second" };
  await connectors.add({ ...rest, name, settings: first });
  assert.equal(await connectors.change({ name, settings: second, changedAt: NOON }, second), false);
  assert.equal(await connectors.change({ name, settings: second, changedAt: NOON }, first), true);
  assert.equal(await connectors.change({ name, settings: first, changedAt: NOON }, first), false);
  assert.deepEqual((await connectors.byName(name))?.settings, second);
  const none = { name: "none", settings: first, changedAt: NOON };
  assert.equal(await connectors.change(none, first), false);
});

Deno.test("a change of other fields leaves the secrets as they are, and a change of a secret encrypts it", async () => {
  const { accounts } = await started([NEW]);
  const account = newAccount({ id: nextId("account"), mm7Username: "us", mm7Password: "before" });
  await accounts.create(account);
  assert.equal((await accounts.change(account.id, { name: "Other" }))?.mm7Password, "before");
  assert.equal(
    (await accounts.change(account.id, { mm7Password: "after!" }))?.mm7Password,
    "after!",
  );
  assert.ok(!(await storedText()).includes("after!"));
  assert.equal((await accounts.change(account.id, { mm7Password: null }))?.mm7Password, null);
});

Deno.test("an encrypted secret is decrypted in its column, with its key and as a whole only", () => {
  const cipher = createCipher([NEW]);
  for (const secret of ["", "a", "ż🎉".repeat(1000)]) {
    const encrypted = cipher.encrypt(secret, "here");
    assert.notEqual(encrypted, cipher.encrypt(secret, "here"));
    assert.equal(cipher.decrypt(encrypted, "here"), secret);
    assert.throws(
      () => cipher.decrypt(encrypted, "there"),
      /encrypted for another place, or is damaged/,
    );
    assert.throws(
      () => createCipher([OLD]).decrypt(encrypted, "here"),
      /missing from SECRETS_KEY/,
    );
    const at = encrypted.length - 20;
    const damaged = encrypted.slice(0, at) + (encrypted[at] === "A" ? "B" : "A") +
      encrypted.slice(at + 1);
    assert.throws(() => cipher.decrypt(damaged, "here"), /is damaged/);
  }
  assert.equal(cipher.decrypt("plain", "here"), "plain");
});

Deno.test("the key of erased numbers is encrypted and rotated, and their blocks hold", async () => {
  const person = { number: "16175550101", account: null };
  const pair = { originator: "111122", number: person.number };
  await database.script("delete from receiver; delete from account; delete from connector");
  await database.query("update installation set number_key = null");
  const first = await started([null]);
  const { id } = await filled(first).then(({ account }) => account);
  await first.blocks.add(id, { number: person.number, originator: null, since: NOON });
  await first.people.eraseFacts(person, NOON);
  const storedKey = async (): Promise<string> =>
    (await database.query("select number_key from installation"))[0]!.number_key;
  const plain = await storedKey();
  assert.equal(Uint8Array.fromBase64(plain).length, 32);
  for (const keys of [[OLD], [NEW, OLD], [NEW]]) {
    const { blocks } = await started(keys);
    assert.match(await storedKey(), /^sealed:v1:/);
    assert.equal(await blocks.isBlocked(id, pair), true);
  }
  await assert.rejects(started([OLD]), /missing from SECRETS_KEY/);
  await started([null, NEW]);
  assert.equal(await storedKey(), plain);
  await database.script("delete from block");
});
