/** Messages from handsets, over real SMPP. */
import assert from "node:assert/strict";
import { Buffer } from "node:buffer";
import { createRedelivery } from "../../src/connectors/smsc_smpp/redelivery.ts";
import { startCarrier, testParts } from "./smsc_carrier.ts";

const address = {
  source_addr: "16175550101",
  source_addr_ton: 1,
  source_addr_npi: 1,
  destination_addr: "111122",
  dest_addr_ton: 3,
};
const octets = (text: string) => Buffer.from(text, "latin1");
const utf16 = (text: string) => Buffer.from(text, "utf16le").swap16();
const saying = (data_coding: number, short_message: Buffer, more = {}) => ({
  ...address,
  data_coding,
  short_message,
  ...more,
});

Deno.test("texts are read in the alphabet that data_coding says", async () => {
  const cases: readonly [number, Buffer, string][] = [
    [0, Buffer.of(0x00, 0x05, 0x1b, 0x65, 0x1b, 0x28, 0x5f, 0x10), "@é€{§Δ"],
    [0, Buffer.of(0x41, 0x1b, 0x41, 0x1b, 0x1b, 0x90, 0x1b), "AA \ufffd "],
    [1, octets("plain [ASCII]_"), "plain [ASCII]_"],
    [1, Buffer.of(0x48, 0x69, 0x00, 0x1b, 0x65), "Hi@€"],
    [3, Buffer.of(0xc6, 0xfe, 0xff), "Æþÿ"],
    [8, utf16("Привет 😀"), "Привет 😀"],
    [8, Buffer.of(0xd8, 0x3d), "\ufffd"],
    [8, Buffer.of(0x00, 0x41, 0x00), "A\ufffd"],
    [8, Buffer.of(0xfe, 0xff, 0x00, 0x41), "A"],
    [8, Buffer.of(0xff, 0xfe, 0x41, 0x00, 0x36, 0x04), "Aж"],
    [8, Buffer.of(0xff, 0xfe), ""],
    [8, Buffer.of(0x00, 0x41, 0x00, 0x00, 0x00, 0x42, 0x00, 0x00), "A\ufffdB"],
    [0, Buffer.of(0x41, 0x00), "A@"],
    [1, octets("STOP\0"), "STOP"],
    [3, octets("STOP\0\0"), "STOP"],
    [4, octets("\0"), ""],
    [6, Buffer.of(0xbf, 0x00, 0xe0, 0x00), "П\ufffdр"],
    [2, Buffer.from("žluťoučký"), "žluťoučký"],
    [4, Buffer.of(0xe9, 0x41), "éA"],
    [4, Buffer.of(0x41, 0x00, 0x42), "A\ufffdB"],
    [5, Buffer.of(0x82, 0xa0), "あ"],
    [6, Buffer.of(0xbf, 0xe0), "Пр"],
    [7, Buffer.of(0xe9, 0xec), "יל"],
    [10, Buffer.of(0x1b, 0x24, 0x42, 0x24, 0x22, 0x1b, 0x28, 0x42), "あ"],
    [14, Buffer.of(0xb0, 0xa1), "가"],
    // Message classes and message waiting, as GSM encodes them.
    [0x10, Buffer.of(0x00), "@"],
    [0x18, utf16("ж"), "ж"],
    [0x11, Buffer.of(0x05), "é"],
    [0xf1, Buffer.of(0x05), "é"],
    [0xf5, octets("x"), "x"],
    [0xc8, Buffer.of(0x05), "é"],
    [0xe0, utf16("ж"), "ж"],
    [15, Buffer.of(0x05), "é"],
  ];
  await using carrier = await startCarrier();
  const { smsc, inbound } = carrier;
  for (const [coding, bytes, text] of cases) {
    assert.equal(await smsc.deliver(saying(coding, bytes)), 0);
    assert.equal(inbound.at(-1)!.text, text, `data_coding ${coding}`);
  }
  const { key, at, ...message } = inbound[0]!;
  assert.deepEqual(message, {
    connector: "smsc",
    from: "16175550101",
    to: "111122",
    text: "@é€{§Δ",
    operatorId: null,
    senderType: { ton: 1, npi: 1 },
  });
  assert.ok(Math.abs(at - Date.now()) < 60_000);
  assert.equal(new Set(inbound.map(({ key }) => key)).size, cases.length);
  assert.ok(key.length <= 100);
});

/** Builds user data with a header of these information elements. */
const headed = (elements: number[], ...septets: number[]) =>
  Buffer.of(elements.length, ...elements, ...septets);
const WITH_HEADER = { esm_class: 0x40 };

Deno.test("texts are read in the language that their header names", async () => {
  const turkish = [0x24, 1, 1, 0x25, 1, 1];
  const cases: readonly [what: string, coding: number, Buffer, string][] = [
    ["none", 0, headed([0x70, 1, 0], 0x04, 0x1b, 0x73), "ès"],
    ["Turkish, single shift", 0, headed([0x24, 1, 1], 0x04, 0x1b, 0x73, 0x1b, 0x49), "èşİ"],
    ["Turkish, locking", 0, headed([0x25, 1, 1], 0x04, 0x1d, 0x40, 0x1b, 0x73), "€şİs"],
    ["Turkish, both", 0, headed(turkish, 0x07, 0x60, 0x1b, 0x67, 0x1b, 0x65), "ıçğ€"],
    ["Spanish", 0, headed([0x24, 1, 2], 0x6d, 0x1b, 0x61, 0x73), "más"],
    ["Portuguese, both", 0, headed([0x24, 1, 3, 0x25, 1, 3], 0x1b, 0x0c, 0x7b, 0x15), "ôã∞"],
    ["Spanish with Turkish", 0, headed([0x24, 1, 2, 0x25, 1, 1], 0x1b, 0x75, 0x1c), "úŞ"],
    ["by a message class", 0xf1, headed([0x25, 1, 3], 0x00, 0x0b), "@Ô"],
    [
      "a language that is not known",
      0,
      headed([0x24, 1, 14, 0x25, 1, 200], 0x04, 0x1b, 0x65),
      "\ufffd\ufffd",
    ],
    ["a single shift that is not known", 0, headed([0x24, 1, 14], 0x04, 0x1b, 0x65), "è\ufffd"],
    ["Hindi, locking", 0, headed([0x25, 1, 6], 0x2f, 0x42, 0x4c, 0x5f, 0x27, 0x59), "नमस्ते"],
    ["Hindi, both", 0, headed([0x24, 1, 6, 0x25, 1, 6], 0x20, 0x1b, 0x1d, 0x1b, 0x41), " १A"],
    ["Urdu, locking", 0, headed([0x25, 1, 13], 0x3d, 0x4d, 0x00, 0x4e), "سلام"],
    ["Spanish, which has no locking table", 0, headed([0x25, 1, 2], 0x04), "è"],
    ["one that is named twice: the last", 0, headed([0x25, 1, 1, 0x25, 1, 3], 0x04), "ê"],
    ["an element of another length", 0, headed([0x25, 2, 1, 1], 0x04), "è"],
    ["an element that breaks off", 0, headed([0x25, 1], 0x04), "è"],
    ["in UCS-2, where it says nothing", 8, headed([0x25, 1, 1], 0x00, 0x04, 0x01, 0x5f), "\u0004ş"],
    ["in Latin-1, where it says nothing", 3, headed([0x25, 1, 1], 0xe8), "è"],
  ];
  await using carrier = await startCarrier();
  const { smsc, inbound } = carrier;
  for (const [title, coding, bytes, text] of cases) {
    assert.equal(await smsc.deliver(saying(coding, bytes, WITH_HEADER)), 0, title);
    assert.equal(inbound.at(-1)!.text, text, title);
  }
});

Deno.test("each part of a message may have a byte order mark", async () => {
  await using carrier = await startCarrier();
  const { smsc, inbound } = carrier;
  const little = (text: string) =>
    Buffer.concat([Buffer.of(0xff, 0xfe), Buffer.from(text, "utf16le")]);
  const big = (text: string) => Buffer.concat([Buffer.of(0xfe, 0xff), utf16(text)]);
  for (const [reference, write] of [[8, little], [9, big]] as const) {
    for (const [number, text] of ["Здрав", "ствуй"].entries()) {
      const header = Buffer.of(5, 0, 3, reference, 2, number + 1);
      await smsc.deliver(saying(8, Buffer.concat([header, write(text)]), WITH_HEADER));
    }
    assert.equal(inbound.at(-1)!.text, "Здравствуй");
  }
});

Deno.test("each part of a message is read in the language that it names", async () => {
  await using carrier = await startCarrier();
  const { smsc, inbound } = carrier;
  const part = (number: number, elements: number[], ...septets: number[]) =>
    smsc.deliver(
      saying(0, headed([0x00, 3, 7, 4, number, ...elements], ...septets), WITH_HEADER),
    );
  // The first two parts split an escape from its code.
  const statuses = await Promise.all([
    part(2, [0x24, 1, 1], 0x73, 0x2e),
    part(1, [0x24, 1, 1], 0x48, 0x1b),
    part(4, [], 0x04),
    part(3, [0x25, 1, 3], 0x04),
  ]);
  assert.deepEqual(statuses, [0, 0, 0, 0]);
  assert.deepEqual(inbound.map(({ text }) => text), ["Hş.êè"]);
});

Deno.test("the same octets in another language are another message", async () => {
  const test = testParts();
  test.host.inboundSms = () => Promise.reject(new Error("store is down"));
  await using carrier = await startCarrier({}, test);
  for (const language of [1, 3, 1]) {
    const bytes = headed([0x25, 1, language], 0x04);
    assert.equal(await carrier.smsc.deliver(saying(0, bytes, WITH_HEADER)), 0x64);
  }
  const [turkish, portuguese, again] = carrier.inbound.map(({ key }) => key);
  assert.notEqual(portuguese, turkish);
  assert.equal(again, turkish);
});

Deno.test("an SMSC without GSM's alphabet means Latin-1 by data_coding 0", async () => {
  await using carrier = await startCarrier({ alphabets: ["latin1"] });
  await carrier.smsc.deliver(saying(0, Buffer.of(0xe9)));
  assert.equal(carrier.inbound[0]!.text, "é");
});

Deno.test("a text may come in message_payload, or be empty", async () => {
  await using carrier = await startCarrier();
  const { smsc, inbound } = carrier;
  const long = "0123456789".repeat(2000);
  await smsc.deliver(saying(3, Buffer.alloc(0), { message_payload: octets(long) }));
  await smsc.deliver(saying(0, Buffer.alloc(0)));
  assert.deepEqual(inbound.map(({ text }) => text), [long, ""]);
});

Deno.test("numbers become digits, however they are written; a message without a recipient is refused", async () => {
  await using carrier = await startCarrier();
  const { smsc, inbound } = carrier;
  const from = (source_addr: string, destination_addr = "111122") =>
    smsc.deliver(saying(3, octets("x"), { source_addr, destination_addr }));
  for (const number of ["16175550101", "+16175550101", "0016175550101"]) {
    assert.equal(await from(number, "+447700900123"), 0);
    assert.equal(inbound.at(-1)!.from, "16175550101");
    assert.equal(inbound.at(-1)!.to, "447700900123");
  }
  assert.equal(await from("ACME"), 0);
  assert.equal(inbound.at(-1)!.from, "ACME");
  assert.equal(await from(""), 0);
  assert.equal(inbound.at(-1)!.from, "");
  assert.equal(await from("16175550101", ""), 0x0b);
  assert.equal(inbound.length, 5);
});

Deno.test("a message is accepted once stored, refused without an owner, and otherwise deferred for a retry", async () => {
  const test = testParts();
  await using carrier = await startCarrier({}, test);
  const { smsc, inbound } = carrier;
  const deliver = () => smsc.deliver(saying(3, octets("x")));
  test.host.inboundSms = () => Promise.reject(new Error("store is down"));
  assert.equal(await deliver(), 0x64);
  assert.equal(await deliver(), 0x64);
  test.host.inboundSms = () => Promise.resolve(true);
  assert.equal(await deliver(), 0);
  // It is one message; the same words later are another.
  assert.equal(new Set(inbound.map(({ key }) => key)).size, 1);
  assert.equal(await deliver(), 0);
  assert.notEqual(inbound[3]!.key, inbound[2]!.key);
  test.host.inboundSms = () => Promise.resolve(false);
  assert.equal(await deliver(), 0x66);
});

Deno.test("a message that is repeated because our response was lost is the same message", async () => {
  const test = testParts();
  const { promise, resolve } = Promise.withResolvers<boolean>();
  test.host.inboundSms = () => promise;
  await using carrier = await startCarrier({}, test);
  const { smsc, inbound } = carrier;
  const [session] = smsc.sessions;
  void smsc.deliver(saying(3, octets("x")));
  await carrier.until(() => inbound.length === 1);
  session!.destroy();
  await smsc.until(() => smsc.sessions.length === 1 && smsc.sessions[0] !== session);
  resolve(true);
  assert.equal(await smsc.deliver(saying(3, octets("x"))), 0);
  assert.equal(inbound[1]!.key, inbound[0]!.key);
});

Deno.test("a response just before a session broke may be lost, one long before has arrived", () => {
  let now = 0;
  const { begin } = createRedelivery({ now: () => now });
  const open = { endedAt: null };
  const broken = { endedAt: null as number | null };
  const first = begin("hi", broken);
  first.stored();
  broken.endedAt = now + 10_000;
  now += 20_000;
  const again = begin("hi", open);
  assert.equal(again.key, first.key);
  again.stored();
  assert.notEqual(begin("hi", open).key, first.key);

  const early = begin("yo", broken);
  early.stored();
  broken.endedAt = now + 10_001;
  assert.notEqual(begin("yo", open).key, early.key);
});

Deno.test("the same words twice at once are two messages, unless the SMSC has waited for a response for long", () => {
  let now = 0;
  const { begin } = createRedelivery({ now: () => now });
  const session = { endedAt: null };
  const first = begin("ok", session);
  const second = begin("ok", session);
  assert.notEqual(second.key, first.key);
  now += 10_001;
  assert.equal(begin("ok", session).key, second.key);
  // After an hour the first one is forgotten.
  now += 3_600_001;
  assert.notEqual(begin("ok", session).key, second.key);
});
