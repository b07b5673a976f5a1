/** Segmented messages from handsets, over real SMPP. */
import assert from "node:assert/strict";
import { Buffer } from "node:buffer";
import type { CollectedMessage } from "../../src/connectors/smsc_smpp/collection.ts";
import { createReassembly } from "../../src/connectors/smsc_smpp/reassembly.ts";
import type { UserData } from "../../src/smpp/user_data.ts";
import { NO_LANGUAGES } from "../../src/core/sms/national_language.ts";
import { nextId } from "../support/store.ts";
import { newSms, startCarrier, testParts } from "./smsc_carrier.ts";

const address = {
  source_addr: "16175550101",
  source_addr_ton: 1,
  source_addr_npi: 1,
  destination_addr: "111122",
  dest_addr_ton: 3,
};
const UDHI = 0x40;
const octets = (text: string) => Buffer.from(text, "latin1");
const utf16 = (text: string) => Buffer.from(text, "utf16le").swap16();
const saying = (data_coding: number, short_message: Buffer, more = {}) => ({
  ...address,
  data_coding,
  short_message,
  ...more,
});

/** Builds a segment of a message. */
const part = (number: number, text: string, { total = 5, reference = 7 } = {}) =>
  saying(3, Buffer.concat([Buffer.of(5, 0, 3, reference, total, number), octets(text)]), {
    esm_class: UDHI,
  });

Deno.test("five parts out of order with one doubled are one message", async () => {
  await using carrier = await startCarrier();
  const { smsc, inbound } = carrier;
  const order = [4, 2, 2, 5, 1, 3];
  const statuses = await Promise.all(order.map((n) => smsc.deliver(part(n, `-${n}-`))));
  assert.deepEqual(statuses, Array(6).fill(0));
  assert.deepEqual(inbound.map(({ text }) => text), ["-1--2--3--4--5-"]);
  // What came twice is no message of its own.
  await carrier.connector.stop();
  assert.equal(inbound.length, 1);
});

/** Long texts under one reference, as the parts come, and what the handset sent. */
const REUSES: Readonly<Record<string, readonly [parts: [number, string][], texts: string[]]>> = {
  "the same text again": [
    [[1, "one "], [2, "two"], [1, "one "], [2, "two"]],
    ["one two", "one two"],
  ],
  "another text with an equal first part": [
    [[1, "Hello "], [2, "Ann"], [1, "Hello "], [2, "Bob"]],
    ["Hello Ann", "Hello Bob"],
  ],
  "another text with an equal last part": [
    [[1, "Ann "], [2, "bye"], [1, "Bob "], [2, "bye"]],
    ["Ann bye", "Bob bye"],
  ],
  "texts with an equal first part, mixed": [
    [[1, "Hello "], [1, "Hello "], [2, "Ann"], [2, "Bob"]],
    ["Hello Ann", "Hello Bob"],
  ],
  "the same text three times, the last part first": [
    [[2, "b"], [1, "a"], [2, "b"], [1, "a"], [2, "b"], [1, "a"]],
    ["ab", "ab", "ab"],
  ],
  "another text in the place of one that lacks a part": [
    [[1, "lost "], [1, "one "], [2, "two"]],
    ["lost …", "one two"],
  ],
  "a part that comes twice, and the next text": [
    [[1, "a"], [1, "a"], [2, "b"], [1, "c"], [2, "d"]],
    ["ab", "cd"],
  ],
};

Deno.test("a long text under a reference that was used before is a message of its own", async () => {
  for (const [title, [parts, texts]] of Object.entries(REUSES)) {
    await using carrier = await startCarrier();
    const { connector, smsc, inbound } = carrier;
    for (const [number, text] of parts) {
      assert.equal(await smsc.deliver(part(number, text, { total: 2 })), 0, title);
    }
    await connector.stop();
    assert.deepEqual(inbound.map(({ text }) => text), texts, title);
    assert.equal(new Set(inbound.map(({ key }) => key)).size, texts.length, title);
  }
});

Deno.test("a long text whose last response was lost is delivered once, and the next one too", async () => {
  for (const repeated of [[2], [1, 2], [2, 1]]) {
    await using carrier = await startCarrier();
    const { smsc, inbound } = carrier;
    const deliver = (number: number) => smsc.deliver(part(number, `${number}`, { total: 2 }));
    await Promise.all([deliver(1), deliver(2)]);
    smsc.sessions[0]!.destroy();
    await smsc.until(() => smsc.binds.length === 2 && smsc.sessions.length === 1);
    for (const number of repeated) assert.equal(await deliver(number), 0);
    assert.equal(inbound.length, 1, `${repeated}`);
    // Of the others the SMSC may still miss the response.
    if (repeated.length === 1) continue;
    for (const number of [1, 2]) assert.equal(await deliver(number), 0);
    assert.deepEqual(inbound.map(({ text }) => text), ["12", "12"], `${repeated}`);
  }
});

Deno.test("parts may be numbered by 16 bits or by SAR, and carry other headers", async () => {
  await using carrier = await startCarrier();
  const { smsc, inbound } = carrier;
  const wide = (number: number, text: string) =>
    saying(
      0,
      Buffer.concat([
        Buffer.of(12, 0x05, 4, 0x23, 0xf4, 0, 0, 0x08, 4, 0x12, 0x34, 2, number),
        octets(text),
      ]),
      { esm_class: UDHI },
    );
  const sar = (number: number, text: string) =>
    saying(3, octets(text), {
      sar_msg_ref_num: 0x1234,
      sar_total_segments: 2,
      sar_segment_seqnum: number,
    });
  const inPayload = (number: number, text: string) => ({
    ...part(number, "", { total: 2, reference: 9 }),
    short_message: Buffer.alloc(0),
    message_payload: Buffer.concat([Buffer.of(5, 0, 3, 9, 2, number), octets(text)]),
  });
  for (const form of [wide, sar, inPayload]) {
    await Promise.all([smsc.deliver(form(2, "two")), smsc.deliver(form(1, "one "))]);
  }
  assert.deepEqual(inbound.map(({ text }) => text), Array(3).fill("one two"));
});

Deno.test("a character that was cut in two is whole again", async () => {
  await using carrier = await startCarrier();
  const { smsc, inbound } = carrier;
  const header = (number: number, reference: number) => Buffer.of(5, 0, 3, reference, 2, number);
  const bytes = utf16("a😀b");
  const ucs2 = (number: number, piece: Buffer) =>
    saying(8, Buffer.concat([header(number, 1), piece]), { esm_class: UDHI });
  await Promise.all([
    smsc.deliver(ucs2(1, bytes.subarray(0, 4))),
    smsc.deliver(ucs2(2, bytes.subarray(4))),
  ]);
  const gsm = (number: number, piece: Buffer) =>
    saying(0, Buffer.concat([header(number, 2), piece]), { esm_class: UDHI });
  await Promise.all([
    smsc.deliver(gsm(1, Buffer.of(0x41, 0x1b))),
    smsc.deliver(gsm(2, Buffer.of(0x65))),
  ]);
  assert.deepEqual(inbound.map(({ text }) => text), ["a😀b", "A€"]);
});

Deno.test("a text with an invalid header is not lost", async () => {
  await using carrier = await startCarrier();
  const { smsc, inbound } = carrier;
  const cases: readonly [Buffer, string][] = [
    [Buffer.concat([Buffer.of(200), octets("short")]), "\u00c8short"], // longer than the message
    [Buffer.concat([Buffer.of(5, 0, 3, 1, 0, 0), octets("a")]), "a"], // no parts at all
    [Buffer.concat([Buffer.of(5, 0, 3, 1, 2, 3), octets("b")]), "b"], // the third of two
    [Buffer.concat([Buffer.of(5, 0, 3, 1, 1, 1), octets("c")]), "c"], // the only one
    [Buffer.concat([Buffer.of(3, 0, 9, 1), octets("d")]), "d"], // an element that is cut off
    [Buffer.concat([Buffer.of(0), octets("e")]), "e"],
  ];
  for (const [bytes, text] of cases) {
    assert.equal(await smsc.deliver(saying(3, bytes, { esm_class: UDHI })), 0);
    assert.equal(inbound.at(-1)!.text, text);
  }
});

Deno.test("an SMSC that sends one part at a time gets a response to each", async () => {
  await using carrier = await startCarrier();
  const { smsc, inbound } = carrier;
  for (const number of [1, 2, 3]) {
    assert.equal(await smsc.deliver(part(number, `${number}`, { total: 3 })), 0);
  }
  assert.deepEqual(inbound.map(({ text }) => text), ["123"]);
});

Deno.test("parts of a message that could not be stored are not lost", async () => {
  const test = testParts();
  test.host.inboundSms = () => Promise.reject(new Error("store is down"));
  await using carrier = await startCarrier({}, test);
  const { smsc, inbound } = carrier;
  const all = [1, 2, 3].map((n) => smsc.deliver(part(n, `${n}`, { total: 3 })));
  assert.deepEqual(await Promise.all(all), [0x64, 0x64, 0x64]);
  test.host.inboundSms = () => Promise.resolve(true);
  assert.equal(await smsc.deliver(part(2, "2", { total: 3 })), 0);
  assert.deepEqual(inbound.map(({ text }) => text), ["123", "123"]);
  assert.equal(inbound[1]!.key, inbound[0]!.key);
});

Deno.test("a connector that stops delivers incomplete messages, and leaves no response outstanding", async () => {
  await using carrier = await startCarrier();
  const { smsc, inbound, connector } = carrier;
  for (const number of [1, 2, 4]) {
    assert.equal(await smsc.deliver(part(number, `${number}`, { total: 6 })), 0);
  }
  await connector.submit(newSms());
  await connector.stop();
  assert.deepEqual(inbound.map(({ text }) => text), ["12…4…"]);
});

/** Creates a reassembler, and records the messages that it delivers. */
function gather(options: { waitMs?: number; maxParts?: number; now?: () => number } = {}) {
  const { now = Date.now, ...limits } = options;
  const delivered: string[] = [];
  const waiting = new Set<() => void>();
  const test = {
    delivered,
    fails: false,
    reassembly: createReassembly({
      clock: { now },
      retryMs: 10,
      ...limits,
      deliver(message: CollectedMessage) {
        if (test.fails) return Promise.reject(new Error("store is down"));
        delivered.push(textOf(message));
        for (const look of waiting) look();
        return Promise.resolve(true);
      },
    }),
    until(count: number): Promise<void> {
      return new Promise((resolve) => {
        const look = () => {
          if (delivered.length < count) return;
          waiting.delete(look);
          resolve();
        };
        waiting.add(look);
        look();
      });
    },
    take(message: string, number: number, total: number, text: string, key = nextId("part")) {
      const data: UserData = {
        octets: octets(text),
        coding: "latin1",
        languages: NO_LANGUAGES,
        part: { message, number, total },
      };
      return test.reassembly.add({ from: "1", to: "2" }, { ...data, part: data.part! }, key);
    },
  };
  return test;
}

const textOf = ({ parts }: CollectedMessage) =>
  parts.map((part) => part === null ? "_" : new TextDecoder().decode(part.octets)).join("");

Deno.test("a message with lost parts is delivered without them after the wait time", async () => {
  const test = gather({ waitMs: 30 });
  void test.take("a", 3, 3, "c");
  void test.take("a", 1, 3, "a");
  void test.take("b", 1, 2, "z");
  await test.until(2);
  assert.deepEqual(test.delivered, ["a_c", "z_"]);
  // A later part is a message of its own.
  void test.take("a", 2, 3, "b");
  await test.until(3);
  assert.deepEqual(test.delivered[2], "_b_");
  assert.equal(await test.reassembly.stop(), 0);
});

Deno.test("a message whose wait time is over is delivered repeatedly until stored", async () => {
  const test = gather({ waitMs: 10 });
  test.fails = true;
  await assert.rejects(test.take("a", 1, 2, "a"), /store is down/);
  test.fails = false;
  await test.until(1);
  assert.deepEqual(test.delivered, ["a_"]);
  assert.equal(await test.reassembly.stop(), 0);
});

Deno.test("messages that cannot be stored at the end are counted", async () => {
  const test = gather();
  test.fails = true;
  void test.take("a", 1, 2, "a").catch(() => {});
  void test.take("b", 1, 2, "b").catch(() => {});
  assert.equal(await test.reassembly.stop(), 2);
});

Deno.test("a reused reference begins a new message", async () => {
  const test = gather();
  void test.take("a", 1, 2, "old");
  void test.take("a", 1, 2, "new ");
  await test.take("a", 2, 2, "end");
  assert.deepEqual(test.delivered, ["old_", "new end"]);
  await test.reassembly.stop();
});

Deno.test("beyond the limit of parts the oldest message is delivered incomplete", async () => {
  const test = gather({ maxParts: 3 });
  for (const name of ["a", "b", "c", "d"]) void test.take(name, 1, 2, name);
  await test.until(1);
  assert.deepEqual(test.delivered, ["a_"]);
  await test.reassembly.stop();
  assert.deepEqual(test.delivered, ["a_", "b_", "c_", "d_"]);
});

Deno.test("while nothing can be stored the number of accepted parts is limited", async () => {
  const test = gather({ maxParts: 3 });
  test.fails = true;
  const results = Array.from({ length: 20 }, (_, at) => test.take(`m${at}`, 1, 2, "x"));
  const outcomes = await Promise.allSettled(
    results.map((result) => Promise.race([result, Promise.reject(new Error("pending"))])),
  );
  const reasons = outcomes.map((outcome) => (outcome as PromiseRejectedResult).reason.message);
  assert.ok(reasons.filter((reason) => reason === "too many incomplete messages").length >= 10);
  for (const result of results) result.catch(() => {});
  test.fails = false;
  assert.equal(await test.reassembly.stop(), 0);
  assert.ok(test.delivered.length <= 7);
});
