/** Spec 6.6 with senders that are no international numbers, from an SMSC to the customer. */
import assert from "node:assert/strict";
import { Buffer } from "node:buffer";
import { assertPostback } from "../contract/validate.ts";
import { ask, faultOf } from "../http/door.ts";
import { adminBody } from "../support/service.ts";
import { startFixture } from "./smsc_fixture.ts";
import { FROM } from "./traffic.ts";

const SENDERS: readonly [ton: number, address: string][] = [
  [5, "Info"],
  [5, "Pizza+Pasta 24h"],
  [3, "*100#"],
  [2, "06175550101"],
  [1, "1234567890123456"],
  [3, "12"],
];

Deno.test("spec 6.6 a sender that is no number reaches the customer as it came", async (t) => {
  await using fixture = await startFixture();
  const { test, smsc } = fixture;
  const received = () => test.receiver.received.filter(({ body }) => body.code === "N211");
  const path = "/inbound?" + new URLSearchParams({ to: FROM });

  for (const [source_addr_ton, source_addr] of SENDERS) {
    await t.step(source_addr, async () => {
      const before = received().length;
      const deliver = { source_addr_ton, source_addr, destination_addr: FROM, data_coding: 3 };
      assert.equal(await smsc.deliver({ ...deliver, short_message: "STOP" }), 0);
      await test.receiver.until(() => received().length > before);
      const { body } = received().at(-1)!;
      assertPostback("N211", body);
      assert.deepEqual([body.from, body.to, body["message-text"]], [source_addr, FROM, "STOP"]);

      const [newest] = (await adminBody(test, 200, "GET", path)).items;
      assert.deepEqual([newest.from, newest["tracking-id"]], [source_addr, body["tracking-id"]]);
      const bySender = "/inbound?" + new URLSearchParams({ from: source_addr });
      assert.equal((await adminBody(test, 200, "GET", bySender)).items.length, 1);
      const detail = await adminBody(test, 200, "GET", `/inbound/${body["tracking-id"]}`);
      assert.deepEqual(
        detail.history.map(({ event }: { event: string }) => event),
        ["received"],
      );

      // No message can go there, so there is nothing to block.
      const reply = { action: "sendsms", from: FROM, to: source_addr, "message-text": "Hello" };
      assert.equal(faultOf(await ask(test, reply)), "E110 400");
    });
  }
  assert.deepEqual((await adminBody(test, 200, "GET", "/accounts/acme/blocks")).items, []);
  const found = await adminBody(test, 200, "GET", "/search?query=06175550101");
  assert.equal(found.items.length, 1);

  await t.step("personal data of such a sender can be read and erased", async () => {
    const number = "06175550101";
    const person = await adminBody(test, 200, "POST", "/people/export", { number });
    assert.match(JSON.stringify(person), /STOP/);
    const report = await adminBody(test, 200, "POST", "/people/erase", { number, confirm: true });
    assert.equal(report.erased, true);
    const bySender = "/inbound?" + new URLSearchParams({ from: number });
    assert.deepEqual((await adminBody(test, 200, "GET", bySender)).items, []);
    await adminBody(test, 400, "POST", "/people/erase", { number, confirm: true });
  });
});

Deno.test("NUL in a text reaches the customer as U+FFFD, and STOP is STOP in quotes and padded", async () => {
  await using fixture = await startFixture();
  const { test, smsc } = fixture;
  const received = () => test.receiver.received.filter(({ body }) => body.code === "N211");
  const cases: readonly [data_coding: number, text: string, announced: string][] = [
    [3, "a\0b\0", "a\ufffdb"],
    [3, "“STOP”", "“STOP”"],
    [0, "STOP\0", "STOP@"],
    [3, '"Stop."\0\0', '"Stop."'],
  ];
  for (const [position, [data_coding, text, announced]] of cases.entries()) {
    const source_addr = `1617555020${position}`;
    const short_message = announced.includes("“")
      ? { data_coding: 8, short_message: Buffer.from(text, "utf16le").swap16() }
      : { data_coding, short_message: Buffer.from(text, "latin1") };
    const deliver = { source_addr_ton: 1, source_addr, destination_addr: FROM, ...short_message };
    assert.equal(await smsc.deliver(deliver), 0);
    await test.receiver.until(() => received().length > position);
    assert.equal(received().at(-1)!.body["message-text"], announced);
  }
  const { items } = await adminBody(test, 200, "GET", "/accounts/acme/blocks");
  assert.deepEqual(
    items.map(({ number }: { number: string }) => number),
    ["16175550201", "16175550202", "16175550203"],
  );
});
