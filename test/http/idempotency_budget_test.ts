/** Created files that are stored under Idempotency-Keys, within the account's budget. */
import assert from "node:assert/strict";
import postgres from "postgres";
import { migratedDatabase } from "../support/migrated.ts";
import { movableClock } from "../support/movable_clock.ts";
import { createAccount } from "../../src/actions/provision.ts";
import { startService } from "../support/service.ts";
import { askKeyed, assertDone, assertReplayed, type KeyedResponse, newKey } from "./keyed.ts";

const BUDGET = 100_000;
const CONFIG = { IDEMPOTENCY_RESPONSES_MAX_BYTES: `${BUDGET}B` };
const DAY = 24 * 3_600_000;

/** Some 25 KB of JPEG in 180 bytes. */
const IMAGE = {
  action: "createimage",
  barcode: { id: "A-1", width: "1000", height: "1000" },
  "text-area": { "text-area-1": { text: "Sale", "font-size": "200", width: "900" } },
};
const CARD = { action: "createcontact", name: { "first-name": "Ada" } };
const SMS = { action: "sendsms", from: "111122", to: "16175550101", "message-text": "Hello" };

const isStored = ({ headers }: KeyedResponse) => headers.get("idempotency-stored") === null;

Deno.test("Idempotency-Key: a file beyond the budget is returned and logged, and created again when repeated", async () => {
  const clock = movableClock();
  await using test = await startService({ config: CONFIG, clock });
  const full: { key: string; response: KeyedResponse }[] = [];
  do {
    const key = newKey();
    const response = await askKeyed(test, key, IMAGE);
    assertDone(response);
    full.push({ key, response });
  } while (isStored(full.at(-1)!.response));

  const size = full[0]!.response.bytes.length;
  assert.ok(size > 10_000);
  assert.equal(full.length - 1, Math.floor(BUDGET / size));
  assertReplayed(await askKeyed(test, full[0]!.key, IMAGE), full[0]!.response);
  const { key, response } = full.at(-1)!;
  assert.equal(response.headers.get("idempotency-stored"), "no");
  const again = await askKeyed(test, key, IMAGE);
  assertDone(again);
  assert.deepEqual(again.bytes, response.bytes);

  const message = newKey();
  const sent = await askKeyed(test, message, SMS);
  assert.ok(isStored(sent));
  assertReplayed(await askKeyed(test, message, SMS), sent);

  const { apiKey } = await createAccount(test.service.provision, { id: "other", name: "Other" });
  const theirs = await askKeyed({ url: test.url, apiKey }, newKey(), IMAGE);
  assertDone(theirs);
  assert.ok(isStored(theirs), "another account has a budget of its own");

  clock.advance(DAY + 60_000);
  assert.ok(isStored(await askKeyed(test, newKey(), IMAGE)), "what is over takes up nothing");
});

Deno.test("Idempotency-Key: an account's created files stay within its budget", async () => {
  const url = await migratedDatabase();
  await using test = await startService({ config: { ...CONFIG, DATABASE_URL: url } });
  const requests = Array.from({ length: 64 }, () => askKeyed(test, newKey(), IMAGE));
  const responses = await Promise.all(requests);
  for (const response of responses) assertDone(response);
  const largest = Math.max(...responses.map(({ bytes }) => bytes.length));

  const sql = postgres(url, { max: 1 });
  try {
    const [row] = await sql`
      select count(*)::int as keys, sum(octet_length(response))::int as bytes from idempotency_key`;
    const { keys, bytes } = row!;
    assert.equal(keys, responses.filter(isStored).length);
    assert.ok(keys < 64);
    // Files stored at the same moment, by ten connections, do not count for each other.
    assert.ok(bytes <= BUDGET + 9 * largest, `${bytes} bytes`);
  } finally {
    await sql.end();
  }
});

Deno.test("Idempotency-Key: small files count as 4 KiB each, so that keys are bounded too", async () => {
  await using test = await startService({ config: { IDEMPOTENCY_RESPONSES_MAX_BYTES: "20KiB" } });
  const stored = [];
  for (let time = 0; time < 7; time++) {
    stored.push(isStored(await askKeyed(test, newKey(), CARD)));
  }
  assert.deepEqual(stored, [true, true, true, true, true, false, false]);
});
