/**
 * Contract section 8, numbers: one number in any spelling at every door, and opt-outs, export and
 * erasure that hold for all its forms.
 */
import assert from "node:assert/strict";
import postgres from "postgres";
import { ask, faultOf } from "../http/door.ts";
import { migratedDatabase } from "../support/migrated.ts";
import { recordedLog } from "../support/log_lines.ts";
import { adminBody, startService, type TestService } from "../support/service.ts";
import { createVasp } from "../support/vasp.ts";
import { FROM } from "./traffic.ts";

const PERSON = "491701234567";
/** Spellings of the number: with its trunk zero, with characters without a glyph, in other digits. */
const SPELLINGS = [
  PERSON,
  "+49 (0)170 1234567",
  "0049 (0) 170/123-45-67",
  "4901701234567",
  "\u202a+49 170 1234567\u202c",
  "49\u200b170\u00ad1234567\ufeff",
  "+49\u2011170\u20131234567",
  "＋４９（０）１７０１２３４５６７",
  "٤٩١٧٠١٢٣٤٥٦٧",
];
/** Sender of the account, and a spelling with characters without a glyph. */
const LONG_CODE = "16175550100";
const WRITTEN_LONG_CODE = "\u202a+1 (617) 555\u20110100\u202c";

const sms = (fields: object) => ({
  action: "sendsms",
  from: FROM,
  "message-text": "Hi",
  ...fields,
});

const start = (config: Record<string, string> = {}) =>
  startService({
    config,
    senders: [
      { address: FROM, kind: "short-code", country: "US", countries: "DE,MX,BR,AR" },
      { address: WRITTEN_LONG_CODE, kind: "10dlc", country: "US" },
    ],
  });

const say = (test: TestService, from: string, text: string) =>
  adminBody(test, 201, "POST", "/loopback/sms", { from, to: FROM, text });

const recipients = (inner: string) => ({
  fields: { Recipients: `<Recipients>${inner}</Recipients>` },
});

Deno.test("one number is sent to in each spelling, at both doors", async () => {
  await using test = await start();
  const vasp = createVasp(test);
  for (const to of SPELLINGS) {
    const response = await ask(test, sms({ to }));
    assert.deepEqual([response.status, response.body.to], [200, PERSON], to);
    const submitted = await vasp.submit(recipients(`<To><Number>${to}</Number></To>`));
    const message = await adminBody(test, 200, "GET", `/messages/${submitted}`);
    assert.equal(message.to, PERSON, to);
  }
  const shown = SPELLINGS.map((number) => `<Cc><Number displayOnly="true">${number}</Number></Cc>`)
    .join("");
  await vasp.submit(recipients(`<To><Number>${PERSON}</Number></To>${shown}`));
  for (const to of ["+49 (0)0170 00 1234567890", "+49 00170 1234567", "+34 0612 345 678"]) {
    assert.equal(faultOf(await ask(test, sms({ to }))), "E110 400", to);
    const { code } = await vasp.post(recipients(`<To><Number>${to}</Number></To>`));
    assert.equal(code, 2002, to);
  }
});

Deno.test("a sender is named in each spelling, by senders, keys, blocks and routes", async () => {
  await using test = await start();
  const to = "16175550101";
  const spellings = [LONG_CODE, WRITTEN_LONG_CODE, "١٦١٧٥٥٥٠١٠٠", "1 617\u200b555 0100"];
  for (const from of spellings) {
    const { status, body } = await ask(test, sms({ from, to }));
    assert.deepEqual([status, body.from], [200, LONG_CODE], from);
    const issued = await adminBody(test, 201, "POST", "/accounts/acme/keys", { senders: from });
    const limited = await ask(test, sms({ from, to }), { key: issued["api-key"] });
    assert.equal(limited.status, 200, from);
    const block = { number: "16175550102", originator: from };
    const { originator } = await adminBody(test, 201, "POST", "/accounts/acme/blocks", block);
    assert.equal(originator, LONG_CODE);
    const list = `/accounts/acme/blocks?originator=${encodeURIComponent(from)}`;
    assert.equal((await adminBody(test, 200, "GET", list)).items.length, 1);
    const path = `/accounts/acme/senders/${encodeURIComponent(from)}`;
    const changed = await adminBody(test, 200, "PATCH", path, { vasid: "v1" });
    assert.equal(changed.address, LONG_CODE);
    const again = { address: from, kind: "10dlc", country: "US" };
    assert.equal((await test.admin("POST", "/accounts/acme/senders", again)).status, 409);
  }
});

Deno.test("a block, an opt-out and a subscription hold for each spelling", async () => {
  await using test = await start();
  for (const number of SPELLINGS) {
    const path = `/accounts/acme/blocks/${encodeURIComponent(number)}`;
    const block = await adminBody(test, 201, "POST", "/accounts/acme/blocks", { number });
    assert.equal(block.number, PERSON);
    for (const to of SPELLINGS) assert.equal(faultOf(await ask(test, sms({ to }))), "E114 403", to);
    const list = `/accounts/acme/blocks?number=${encodeURIComponent(number)}`;
    assert.equal((await adminBody(test, 200, "GET", list)).items.length, 1);
    assert.equal((await test.admin("DELETE", path)).status, 204);
    await say(test, number, "STOP");
    assert.equal(faultOf(await ask(test, sms({ to: PERSON }))), "E114 403", number);
    await say(test, PERSON, "START");
    const subscription = { "campaign-ref": "spring", recipient: number };
    const added = await adminBody(
      test,
      201,
      "POST",
      "/accounts/acme/subscriptions",
      subscription,
    );
    assert.equal(added.recipient, PERSON);
    const ended = await test.admin(
      "DELETE",
      `/accounts/acme/subscriptions/spring/${encodeURIComponent(number)}`,
    );
    assert.equal(ended.status, 204, number);
  }
});

const PAIRS: [why: string, from: string, read: string, to: string][] = [
  ["Mexico's former 1", "5215512345678", "525512345678", "+52 55 1234 5678"],
  ["Brazil's eight digits", "551187654321", "551187654321", "+55 (11) 98765-4321"],
  ["Brazil's nine digits", "5511987654322", "5511987654322", "+55 11 8765-4322"],
  ["Argentina without its 9", "541123456789", "541123456789", "+54 9 11 2345-6789"],
  ["Argentina's 9", "5491123456780", "5491123456780", "+54 11 2345-6780"],
];

Deno.test("a handset that writes from one form of its number gets a reply, and opts out of all", async () => {
  await using test = await start();
  for (const [why, from, read, to] of PAIRS) {
    const { "tracking-id": id } = await say(test, from, "Hello");
    const isOf = ({ body }: { body: Record<string, unknown> }) => body["tracking-id"] === id;
    await test.receiver.until((received) => received.some(isOf));
    const { body } = test.receiver.received.find(isOf)!;
    assert.deepEqual([body.code, body.from], ["N211", read], why);
    assert.equal((await ask(test, sms({ to: body.from }))).status, 200, why);
    assert.equal((await ask(test, sms({ to }))).status, 200, why);
    await say(test, from, "STOP");
    assert.equal(faultOf(await ask(test, sms({ to }))), "E114 403", why);
    assert.equal(faultOf(await ask(test, sms({ to: from }))), "E114 403", why);
    await say(test, from, "START");
    assert.equal((await ask(test, sms({ to }))).status, 200, why);
  }
});

Deno.test("what was stored under a number with its trunk zero goes on working", async () => {
  const url = await migratedDatabase();
  const sql = postgres(url, { max: 1 });
  try {
    await using test = await start({ DATABASE_URL: url });
    const old = "4901701234567";
    const sender = { address: "491700000000", kind: "10dlc", country: "DE" };
    await adminBody(test, 201, "POST", "/accounts/acme/senders", sender);
    await sql`update originator set address = '4901700000000' where address = ${sender.address}`;
    await sql`insert into campaign (account, campaign_ref, created_at) values ('acme', 'spring', now())`;
    await sql`insert into subscription (account, campaign_ref, recipient, since)
      values ('acme', 'spring', ${old}, now())`;
    await adminBody(test, 200, "PATCH", "/accounts/acme", { "enforce-campaign-check": true });
    const subscribed = sms({ to: PERSON, "campaign-ref": "spring" });
    for (const from of ["+49 (0)170 0000000", "491700000000", "4901700000000"]) {
      const { status, body } = await ask(test, { ...subscribed, from });
      assert.deepEqual([status, body.from], [200, "4901700000000"], from);
    }
    await sql`insert into block values ('acme', ${old}, '', 'operator', now())`;
    await adminBody(test, 200, "PATCH", "/accounts/acme", { name: "Acme" });
    assert.equal(faultOf(await ask(test, subscribed)), "E114 403");
    const path = `/accounts/acme/blocks/${PERSON}`;
    assert.equal((await test.admin("DELETE", path)).status, 204);
    // A reply of a handset reaches the sender as it is stored, and its STOP blocks that one.
    const stop = { from: PERSON, to: "+49 170 0000000", text: "STOP" };
    await adminBody(test, 201, "POST", "/loopback/sms", stop);
    const list = "/accounts/acme/blocks?originator=491700000000";
    const { items } = await adminBody(test, 200, "GET", list);
    assert.deepEqual(
      items.map(({ number, originator }: Record<string, string>) => [number, originator]),
      [[PERSON, "4901700000000"]],
    );
    assert.equal(faultOf(await ask(test, { ...subscribed, from: sender.address })), "E114 403");
  } finally {
    await sql.end();
  }
});

Deno.test("an export and an erasure in each spelling have what is stored in all", async () => {
  const { log, lines } = recordedLog();
  await using test = await startService({ log });
  // An erasure waits until a message has settled.
  for (const number of ["+49 (0)170 1234567", "٤٩١٧٠١٢٣٤٥٦٧"]) {
    await test.post(sms({ to: PERSON }));
    const person = await adminBody(test, 200, "POST", "/people/export", { number });
    assert.equal(person.messages.length, 1, number);
    const erase = { number, confirm: true };
    const erased = await adminBody(test, 200, "POST", "/people/erase", erase);
    assert.deepEqual(
      [erased.number, erased.erased, erased["nothing-found"], erased.found.messages],
      [PERSON, true, false, 1],
      number,
    );
    lines.length = 0;
    for (const confirm of [false, true]) {
      const again = await adminBody(test, 200, "POST", "/people/erase", { number, confirm });
      assert.deepEqual([again.erased, again["nothing-found"]], [false, true], number);
    }
    assert.ok(lines.some(({ message }) => message === "no personal data to erase"));
    assert.ok(!JSON.stringify(lines.map(({ facts }) => facts)).includes("1234567"), number);
  }
});
