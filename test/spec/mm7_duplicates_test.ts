/**
 * Contract section 5: a submission repeated within 24 hours gets the first response again, and is
 * sent once.
 */
import assert from "node:assert/strict";
import { createAccount } from "../../src/actions/provision.ts";
import { migratedDatabase } from "../support/migrated.ts";
import { movableClock } from "../support/movable_clock.ts";
import { shareShortCode, startService, type TestService } from "../support/service.ts";
import { createVasp, type Post, TEXT, type Vasp } from "../support/vasp.ts";

const HOUR = 3_600_000;

let test: TestService;
let vasp: Vasp;
const clock = movableClock();

const spec = (title: string, run: () => Promise<void>) => Deno.test(`duplicates: ${title}`, run);

Deno.test.beforeAll(async () => {
  test = await startService({ clock });
  vasp = createVasp(test);
});

Deno.test.afterAll(() => test.stop());

const count = async (recipient: string) =>
  (await test.admin("GET", `/messages?recipient=${recipient}&limit=100`)).body.items.length;
const to = (number: string) => ({
  Recipients: `<Recipients><To><Number>${number}</Number></To></Recipients>`,
});

spec("a repetition gets the same MessageID", async () => {
  const post: Post = { transactionId: "same", fields: to("16175551001") };
  const first = await vasp.submit(post);
  assert.equal(await vasp.submit(post), first);
  assert.equal(await count("16175551001"), 1);
  await test.receiver.untilCodes(first, ["N101", "N102"]);
});

spec("with another boundary or encoding of its parts it is a repetition", async () => {
  const fields = to("16175551002");
  const first = await vasp.submit({ transactionId: "encoded", fields });
  const content = {
    headers: [...TEXT.headers, "Content-Transfer-Encoding: base64"],
    content: new TextEncoder().encode(TEXT.content as string).toBase64(),
  };
  assert.equal(await vasp.submit({ transactionId: "encoded", fields, content }), first);
});

spec("100 repetitions at once make one message", async () => {
  const post: Post = { transactionId: "at once", fields: to("16175551003") };
  const ids = await Promise.all(Array.from({ length: 100 }, () => vasp.submit(post)));
  assert.equal(new Set(ids).size, 1);
  assert.equal(await count("16175551003"), 1);
});

spec("another recipient, TransactionID, text or subject is another message", async () => {
  const fields = to("16175551004");
  const transactionId = "one of several";
  const ids = [
    await vasp.submit({ transactionId, fields }),
    await vasp.submit({ transactionId, fields: to("16175551005") }),
    await vasp.submit({ transactionId: "another", fields }),
    await vasp.submit({ transactionId, fields, content: { ...TEXT, content: "other" } }),
    await vasp.submit({ transactionId, fields: { ...fields, Subject: "<Subject>x</Subject>" } }),
  ];
  assert.equal(new Set(ids).size, ids.length);
});

spec("another account's submission is another message", async () => {
  const id = "other";
  const { apiKey } = await createAccount(test.service.provision, { id, name: id });
  await shareShortCode(test, id);
  const other = createVasp({ url: test.url, account: id, apiKey });
  const post: Post = { transactionId: "shared", fields: to("16175551006") };
  assert.notEqual(await other.submit(post), await vasp.submit(post));
});

spec("a refused submission is checked again", async () => {
  const post: Post = { transactionId: "refused", fields: to("16175551007") };
  const wrong = { ...post, headers: { "x-service-carrier-id": "7" } };
  assert.equal((await vasp.post(wrong)).code, 2566);
  await vasp.submit(post);
});

spec("after 24 hours a repetition is a new message", async () => {
  const post: Post = { transactionId: "late", fields: to("16175551008") };
  const first = await vasp.submit(post);
  clock.advance(24 * HOUR - 60_000);
  assert.equal(await vasp.submit(post), first);
  clock.advance(120_000);
  const second = await vasp.submit(post);
  assert.notEqual(second, first);
  assert.equal(await vasp.submit(post), second);
});

Deno.test("duplicates: after a restart a repeated submission still gets the first response", async () => {
  const config = { DATABASE_URL: await migratedDatabase() };
  const ids: string[] = [];
  let apiKey = "";
  for (const life of [1, 2]) {
    await using test = await startService({
      config,
      // After the restart account and sender exist already.
      ...life === 1 ? {} : { account: { id: "second" }, senders: [] },
    });
    apiKey ||= test.apiKey;
    const vasp = createVasp({ url: test.url, account: "acme", apiKey });
    ids.push(await vasp.submit({ transactionId: "restart" }));
  }
  assert.equal(ids[0], ids[1]);
});
