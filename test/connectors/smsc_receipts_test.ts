/** Delivery receipts of an SMSC, over real SMPP. */
import assert from "node:assert/strict";
import { Buffer } from "node:buffer";
import type { SmscSmppSettings } from "../../src/core/routing/connector.ts";
import type { CarrierReport } from "../../src/ports/mod.ts";
import type { Outcome } from "../../src/core/message/message.ts";
import { DATA_SM, dataSm, DELIVER_SM, deliverSm, exchange, tlv } from "../support/raw_pdus.ts";
import { newSms, startCarrier, testParts } from "./smsc_carrier.ts";

const RECEIPT = 0x04;
const address = { source_addr: "16175550101", destination_addr: "111122" };
/** Builds a deliver_sm with a receipt in text form. */
const saying = (text: string, more: Record<string, unknown> = {}) => ({
  ...address,
  esm_class: RECEIPT,
  short_message: Buffer.from(text, "latin1"),
  ...more,
});

const delivered: Outcome = { outcome: "delivered" };
const expired = (reason: string): Outcome => ({ outcome: "expired", reason });
const failed = (reason: string): Outcome => ({
  outcome: "failed",
  details: "No way to send MMS or SMS",
  reason,
});
const rejected = (reason: string): Outcome => ({
  outcome: "rejected",
  details: "Message Rejected",
  reason,
});
const noted = (details: string): Outcome => ({ outcome: "noted", details });

/** Receipts as various SMSCs write them. */
const SPELLINGS: readonly [string, string, Outcome][] = [
  [
    "id:0123456789 sub:001 dlvrd:001 submit date:2611201200 done date:2611201201 stat:DELIVRD err:000 text:Hello",
    "0123456789",
    delivered,
  ],
  [
    "id:7220bb6b-d1a2 sub:001 dlvrd:000 stat:UNDELIV err:027",
    "7220bb6b-d1a2",
    failed("UNDELIV (error 027)"),
  ],
  [
    "id:1526758174 submit date:1701240904 done date:1701240904 stat:DELIVRD err:000 text:stat:UNDELIV",
    "1526758174",
    delivered,
  ],
  ["ID: 42 SUB: 001 DLVRD: 000 STAT: EXPIRED ERR: 0 TEXT: ", "42", expired("EXPIRED")],
  [
    "id:rdwjwxns18 sub:000 dlvrd:000 submit date:180711070003912+ done date:180711070000012+ stat:REJECTD err:00b",
    "rdwjwxns18",
    rejected("REJECTD (error 00b)"),
  ],
  [
    "id:5 stat:DELETED submit_date:20261120120000 done_date:20261120120100 err:",
    "5",
    failed("DELETED"),
  ],
  ["id:6 sub:1 dlvrd:1 submit date:261120120000 done date:261120120100 stat:Delivered err:0", "6", {
    outcome: "delivered",
  }],
  ["stat:UNDELIVERABLE,id:7,err:21", "7", failed("UNDELIV (error 21)")],
  ["id:8\nsub:001\ndlvrd:001\nstat:DELIVERED\nerr:000\nText:x", "8", delivered],
  ["id:9 stat:FAILED err: text:hi", "9", failed("UNDELIV")],
  ["id:10 stat:ENROUTE err:000", "10", noted("ENROUTE")],
  ["id:11 stat:ACCEPTD err:000", "11", noted("ACCEPTD")],
  ["id:12 stat:UNKNOWN err:005", "12", noted("UNKNOWN (error 005)")],
  ["id:13 stat:BUFFRED", "13", noted("BUFFRED")],
  ["id:14 sub:001", "14", noted("UNKNOWN")],
  ["id=15;stat=EXPIRD", "15", expired("EXPIRED")],
  ["id:16 sub:001 text: stat:DELIVRD err:001", "16", noted("UNKNOWN")],
  ['id:"17-a" sub:"001" stat:"DELIVRD" err:"000" text:"id:1"', "17-a", delivered],
  ["id:'18' stat:'UNDELIV' err:'7'", "18", failed("UNDELIV (error 7)")],
  ["id:1a9fstat:UNDELIVerr:021text:stat:DELIVRD", "1a9f", failed("UNDELIV (error 021)")],
  ["id:20sub:001dlvrd:001submit date:2611201200done date:2611201201stat:DELIVRDerr:000", "20", {
    outcome: "delivered",
  }],
  ["msgid:21 stat:EXPIRED", "21", expired("EXPIRED")],
  ["Message-ID: 22; Stat: REJECTD", "22", rejected("REJECTD")],
  ["message id:23 stat:DELIVRD", "23", delivered],
  ["id:urn:24 sub:001 stat:DELIVRD", "urn:24", delivered],
  ["context:1 id:25 stat:DELIVRD", "25", delivered],
  ["id:26 stat:ACCEPTED err:000", "26", noted("ACCEPTD")],
  ["id:27 stat:SCHEDULED err:000", "27", noted("SCHEDULED")],
];

Deno.test("a receipt in text form is read in the spellings of many SMSCs", async () => {
  await using carrier = await startCarrier();
  const { smsc, reports } = carrier;
  for (const [text, carrierId, outcome] of SPELLINGS) {
    reports.length = 0;
    assert.equal(await smsc.deliver(saying(text)), 0, text);
    assert.equal(reports.length, 1, text);
    const { at, onMatch: _, describe: __, ...report } = reports[0]!;
    assert.deepEqual(report, { connector: "smsc", carrierId, otherIds: [], outcome }, text);
    assert.ok(Math.abs(at - Date.now()) < 60_000);
  }
});

Deno.test("states by number, and contract section 6, win over the text", async () => {
  await using carrier = await startCarrier();
  const { smsc, reports } = carrier;
  const states: readonly Outcome[] = [
    noted("SCHEDULED (error 17)"),
    noted("ENROUTE (error 17)"),
    delivered,
    expired("EXPIRED (error 17)"),
    failed("DELETED (error 17)"),
    failed("UNDELIV (error 17)"),
    noted("ACCEPTD (error 17)"),
    noted("UNKNOWN (error 17)"),
    rejected("REJECTD (error 17)"),
    failed("SKIPPED (error 17)"),
  ];
  for (const [message_state, outcome] of states.entries()) {
    reports.length = 0;
    const parameters = {
      receipted_message_id: "abc",
      message_state,
      network_error_code: Buffer.of(3, 0, 17),
    };
    const text = "id:zzz stat:BUFFRED err:099";
    assert.equal(await smsc.deliver(saying(text, parameters)), 0);
    // Without text and esm_class it is recognised by its parameters.
    const bare = { ...address, ...parameters, short_message: Buffer.alloc(0) };
    assert.equal(await smsc.deliver(bare), 0);
    const both = reports.map(({ carrierId, outcome }) => ({ carrierId, outcome }));
    assert.deepEqual(both, [{ carrierId: "abc", outcome }, { carrierId: "abc", outcome }]);
  }
});

Deno.test("receipts come in UCS-2, in message_payload and as data_sm too", async () => {
  await using carrier = await startCarrier();
  const { smsc, reports } = carrier;
  const text = "id:77 stat:DELIVRD err:000";
  const utf16 = Buffer.from(text, "utf16le").swap16();
  assert.equal(await smsc.deliver(saying("", { short_message: utf16, data_coding: 8 })), 0);
  const payload = { message_payload: Buffer.from(text), short_message: Buffer.alloc(0) };
  assert.equal(await smsc.deliver(saying("", payload)), 0);
  const status = await new Promise((resolve) =>
    smsc.sessions[0]!.data_sm(
      { ...address, esm_class: RECEIPT, message_payload: Buffer.from(text) },
      ({ command, command_status }) => resolve([command, command_status]),
    )
  );
  assert.deepEqual(status, ["data_sm_resp", 0]);
  assert.deepEqual(reports.map(({ carrierId }) => carrierId), ["77", "77", "77"]);
});

Deno.test("the octets of a receipt say whether it is ASCII or UCS-2, not its data_coding", async () => {
  await using carrier = await startCarrier();
  const { smsc, reports } = carrier;
  const text = "id:77 sub:001 stat:UNDELIV err:021 text:";
  const little = Buffer.from(text, "utf16le");
  const big = Buffer.from(little).swap16();
  const forms = {
    "ASCII": Buffer.from(text),
    "ASCII that quotes UCS-2": Buffer.concat([Buffer.from(text), Buffer.of(0x04, 0x1f, 0, 0x20)]),
    "UCS-2": big,
    "UCS-2 with a mark": Buffer.concat([Buffer.of(0xfe, 0xff), big]),
    "UCS-2 in little-endian order": little,
    "UCS-2 after Cyrillic": Buffer.concat([Buffer.of(0x04, 0x14, 0x00, 0x20), big]),
  };
  for (const [form, short_message] of Object.entries(forms)) {
    for (const data_coding of [0, 1, 3, 4, 8]) {
      reports.length = 0;
      assert.equal(await smsc.deliver(saying("", { short_message, data_coding })), 0);
      const read = reports.map(({ carrierId, outcome }) => [carrierId, outcome]);
      assert.deepEqual(read, [["77", failed("UNDELIV (error 021)")]], `${form} as ${data_coding}`);
    }
  }
});

Deno.test("a receipt is told by a bit of esm_class, whatever bits are beside it", async () => {
  await using carrier = await startCarrier();
  const { smsc, reports, inbound } = carrier;
  const types = [0x04, 0x0c, 0x14, 0x1c, 0x20, 0x24, 0x2c, 0x3c];
  for (const esm_class of [...types, ...types.map((type) => 0x80 | type)]) {
    reports.length = 0;
    const name = `0x${esm_class.toString(16)}`;
    assert.equal(await smsc.deliver(saying("id:5 stat:DELIVRD", { esm_class })), 0, name);
    assert.deepEqual(reports.map(({ outcome }) => outcome), [delivered], name);
  }
  // Acknowledgements of handsets are messages (SMPP 3.4, 5.2.12).
  for (const esm_class of [0x08, 0x10, 0x18]) {
    assert.equal(await smsc.deliver(saying("id:5 stat:DELIVRD", { esm_class })), 0);
  }
  assert.equal(inbound.length, 3);
});

/** Receipts in parts: the texts of the parts in their order of arrival, and the receipts in them. */
const PARTED: Readonly<
  Record<string, readonly [parts: [number, string][], reports: [string, Outcome][]]>
> = {
  "cut before the state": [
    [[1, "id:31 sub:001 dlvrd:001 "], [2, "stat:UNDELIV err:021 text:"]],
    [["31", failed("UNDELIV (error 021)")]],
  ],
  "the last part first": [[[2, "LIVRD err:000"], [1, "id:32 stat:DE"]], [["32", delivered]]],
  "cut within the id": [[[1, "id:3"], [2, "3 stat:DELIVRD"]], [["33", delivered]]],
  "cut within the quoted text": [
    [[1, "id:34 stat:DELIVRD err:000 text:id:9 "], [2, "stat:UNDELIV"]],
    [["34", delivered]],
  ],
  "under a reference that is used again": [
    [[1, "id:35 "], [2, "stat:DELIVRD"], [1, "id:36 "], [2, "stat:DELIVRD"]],
    [["35", delivered], ["36", delivered]],
  ],
};

Deno.test("a receipt in parts is one receipt", async () => {
  for (const [title, [parts, expected]] of Object.entries(PARTED)) {
    await using carrier = await startCarrier();
    const { connector, smsc, reports, inbound, unmatched } = carrier;
    for (const [number, text] of parts) {
      const short_message = Buffer.concat([
        Buffer.of(5, 0, 3, 9, 2, number),
        Buffer.from(text, "latin1"),
      ]);
      const part = saying("", { esm_class: 0x44, short_message });
      assert.equal(await smsc.deliver(part), 0, title);
    }
    await connector.stop();
    const read = reports.map(({ carrierId, outcome }) => [carrierId, outcome]);
    assert.deepEqual(read, expected, title);
    assert.deepEqual([inbound.length, unmatched.length], [0, 0], title);
  }
});

Deno.test("a part of a receipt that stays alone is told to operators", async () => {
  await using carrier = await startCarrier();
  const { connector, smsc, unmatched } = carrier;
  const short_message = Buffer.concat([Buffer.of(5, 0, 3, 9, 2, 2), Buffer.from("stat:DELIVRD")]);
  assert.equal(await smsc.deliver(saying("", { esm_class: 0x44, short_message })), 0);
  assert.equal(unmatched.length, 0);
  await connector.stop();
  assert.deepEqual(unmatched.map(({ text }) => text), ["stat:DELIVRD"]);
});

Deno.test("a handset's text in the form of a receipt is a message, not a report", async () => {
  await using carrier = await startCarrier();
  const { smsc, reports, inbound } = carrier;
  const text = "id:1 sub:001 dlvrd:001 stat:DELIVRD err:000";
  assert.equal(await smsc.deliver(saying(text, { esm_class: 0, data_coding: 3 })), 0);
  assert.deepEqual([reports.length, inbound.map(({ text }) => text)], [0, [text]]);
});

Deno.test("a receipt that names no message is accepted, and listed without the message's text", async () => {
  await using carrier = await startCarrier();
  const { smsc, reports, unmatched } = carrier;
  const texts = {
    "stat:DELIVRD err:000 text:Your code is 1234": "stat:DELIVRD err:000 text:",
    "stat:DELIVRD\r\nTEXT = secret": "stat:DELIVRD TEXT =",
    "Your message was delivered": "Your message was delivered",
    [`id:${"9".repeat(600)} stat:DELIVRD`]: `id:${"9".repeat(252)}`,
  };
  for (const [text, words] of Object.entries(texts)) {
    assert.equal(await smsc.deliver(saying("", { message_payload: Buffer.from(text) })), 0);
    const { at, advice, ...report } = unmatched.at(-1)!;
    assert.deepEqual(report, { connector: "smsc", carrierId: null, text: words });
    assert.match(advice!, /ask the SMSC/);
    assert.ok(Math.abs(at - Date.now()) < 60_000);
  }
  assert.deepEqual([reports.length, unmatched.length], [0, 4]);
});

type Ids = SmscSmppSettings["receiptIds"];

const idsOf = ({ carrierId, otherIds = [] }: CarrierReport) => [carrierId, ...otherIds];

/** Message ids in submit_sm_resp and in the receipt of the same message. */
const IDS: readonly [Ids, string, string][] = [
  ["same", "00aBc", "00aBc"],
  ["hex-to-decimal", "0000FF", "255"],
  ["hex-to-decimal", "ff", "0000000255"],
  ["hex-to-decimal", "FFFFFFFFFFFFFFFFFF", "4722366482869645213695"],
  ["decimal-to-hex", "0000000255", "FF"],
  ["decimal-to-hex", "255", "00ff"],
  ["any", "ABCDEF01", "abcdef01"],
  ["any", "12", "0000000012"],
  ["any", "FF", "255"],
  ["any", "255", "0xff".slice(2)],
  ["any", "7220bb6b-d1a2", "7220bb6b-d1a2"],
  ["any", "7220BB6B-D1A2", "7220bb6b-d1a2"],
  ["any", "7220bb6b-d1a2", "7220BB6B-D1A2"],
  ["any", "Msg-00aB", "mSG-00Ab"],
  ["any", "0x00FF", "ff"],
  ["hex-to-decimal", "0x00Ff", "255"],
  ["hex-to-decimal", "0000FF", "00ff"],
  ["hex-to-decimal", "0000FF", "0xFF"],
  ["decimal-to-hex", "255", "0x00fF"],
  ["decimal-to-hex", "00AB", "ab"],
];

Deno.test("ids of receipts are matched in the form that the connector is set to", async () => {
  for (const [receiptIds, submitted, reported] of IDS) {
    const test = testParts();
    await using carrier = await startCarrier({ receiptIds }, test);
    const { connector, smsc, reports } = carrier;
    smsc.respond = () => ({ messageId: submitted });
    const result = await connector.submit(newSms());
    assert.equal(result.status, "accepted");
    const { carrierId } = result as { carrierId: string };
    assert.equal(await smsc.deliver(saying(`id:${reported} stat:DELIVRD`)), 0);
    assert.equal(reports.length, 1);
    assert.ok(idsOf(reports[0]!).includes(carrierId), `${receiptIds} ${submitted} ${reported}`);
  }
});

Deno.test("with any form of ids, the last matching form is tried first", async () => {
  const test = testParts();
  const stored = new Set(["10", "ff"]);
  test.host.report = (report) => {
    const match = idsOf(report).find((id) => stored.has(id))!;
    report.onMatch!("a message", match);
    return Promise.resolve(true);
  };
  await using carrier = await startCarrier({ receiptIds: "any" }, test);
  const { smsc, reports } = carrier;
  await smsc.deliver(saying("id:255 stat:DELIVRD"));
  await smsc.deliver(saying("id:16 stat:DELIVRD"));
  assert.deepEqual(reports.map(idsOf), [["255", "ff", "597"], ["10", "16", "22"]]);
});

Deno.test("each segment's receipt is reported by its own id", async () => {
  await using carrier = await startCarrier();
  const { connector, smsc, reports } = carrier;
  const result = await connector.submit(newSms({ text: "x".repeat(400) }));
  const { segmentIds } = result as { segmentIds: string[] };
  assert.equal(segmentIds.length, 3);
  await Promise.all(segmentIds.map((id) => smsc.deliver(saying(`id:${id} stat:DELIVRD`))));
  assert.deepEqual(reports.map(({ carrierId }) => carrierId).sort(), [...segmentIds].sort());
});

Deno.test("receipts are on all of a text where the connector is set so", async () => {
  for (const [receipts, isForWhole] of [["each", undefined], ["any", true]] as const) {
    await using carrier = await startCarrier({ receipts });
    const { smsc, reports } = carrier;
    assert.equal(await smsc.deliver(saying("id:1 stat:DELIVRD")), 0);
    assert.equal(reports[0]!.isForWhole, isForWhole);
  }
});

Deno.test("a receipt of an unknown message is described for operators, and accepted", async () => {
  const test = testParts();
  test.host.report = () => Promise.resolve(false);
  await using carrier = await startCarrier({}, test);
  const { smsc, reports } = carrier;
  assert.equal(await smsc.deliver(saying("id:nobody stat:DELIVRD text:secret")), 0);
  assert.equal(reports.length, 1);
  const { text, advice } = reports[0]!.describe!();
  assert.equal(text, "id:nobody stat:DELIVRD text:");
  assert.match(advice!, /--receipt-ids/);
});

Deno.test("receipts come in octets that no library writes", async () => {
  await using carrier = await startCarrier();
  const { smsc, reports } = carrier;
  const RECEIPTED_MESSAGE_ID = 0x001e;
  const MESSAGE_STATE = 0x0427;
  const from = { ton: 1, npi: 1, address: "16175550101" };
  const to = { ton: 3, address: "111122" };
  const cases: readonly [title: string, number, Buffer[], string, Outcome][] = [
    ["an id without its NUL", 4, [tlv(RECEIPTED_MESSAGE_ID, "abc")], "abc", noted("UNKNOWN")],
    [
      "a state of two octets",
      4,
      [tlv(RECEIPTED_MESSAGE_ID, "abc\0"), tlv(MESSAGE_STATE, Buffer.of(0, 2))],
      "abc",
      delivered,
    ],
    [
      "a state of four octets, and no esm_class",
      0,
      [tlv(MESSAGE_STATE, Buffer.of(0, 0, 0, 8)), tlv(RECEIPTED_MESSAGE_ID, "d")],
      "d",
      rejected("REJECTD"),
    ],
    [
      "a state that is cut off",
      4,
      [tlv(RECEIPTED_MESSAGE_ID, "f"), tlv(MESSAGE_STATE, Buffer.of(2)).subarray(0, 4)],
      "f",
      noted("UNKNOWN"),
    ],
    [
      "a state without octets",
      4,
      [tlv(MESSAGE_STATE, ""), tlv(RECEIPTED_MESSAGE_ID, "e")],
      "e",
      noted("UNKNOWN"),
    ],
  ];
  for (const [title, esmClass, tlvs, id, outcome] of cases) {
    for (const [command, body] of [[DELIVER_SM, deliverSm], [DATA_SM, dataSm]] as const) {
      reports.length = 0;
      const [, status] = await exchange(smsc, command, body({ from, to, esmClass, tlvs }));
      assert.equal(status, 0, title);
      assert.deepEqual([reports[0]!.carrierId, reports[0]!.outcome], [id, outcome], title);
    }
  }
  // A state in the text, where the parameter is zero, and no id but that of the text.
  const body = deliverSm({
    from,
    to,
    message: "id:9 stat:DELIVRD",
    tlvs: [tlv(MESSAGE_STATE, "\0")],
  });
  assert.deepEqual(await exchange(smsc, DELIVER_SM, body), ["deliver_sm_resp", 0]);
  assert.deepEqual([reports.at(-1)!.carrierId, reports.at(-1)!.outcome], ["9", delivered]);
});

Deno.test("a receipt gets its response once stored; otherwise the SMSC has to retry", async () => {
  const test = testParts();
  const { promise, resolve } = Promise.withResolvers<boolean>();
  test.host.report = () => promise;
  await using carrier = await startCarrier({}, test);
  const { smsc } = carrier;
  let status: number | null = null;
  const response = smsc.deliver(saying("id:1 stat:DELIVRD")).then((result) => status = result);
  await carrier.until(() => carrier.reports.length === 1);
  // Other requests get responses.
  await new Promise((resolve) => smsc.sessions[0]!.enquire_link(resolve));
  assert.equal(status, null);
  resolve(true);
  assert.equal(await response, 0);
  test.host.report = () => Promise.reject(new Error("store is down"));
  assert.equal(await smsc.deliver(saying("id:1 stat:DELIVRD")), 0x64);
  test.host.report = () => Promise.resolve(true);
  assert.equal(await smsc.deliver(saying("id:1 stat:DELIVRD")), 0);
});

Deno.test("receipts of one message are reported in order; others do not wait for them", async () => {
  const test = testParts();
  const { promise, resolve } = Promise.withResolvers<boolean>();
  test.host.report = ({ outcome }) => outcome.outcome === "noted" ? promise : Promise.resolve(true);
  await using carrier = await startCarrier({}, test);
  const { smsc, reports } = carrier;
  const first = smsc.deliver(saying("id:1 stat:ENROUTE"));
  const second = smsc.deliver(saying("id:1 stat:DELIVRD"));
  assert.equal(await smsc.deliver(saying("id:2 stat:DELIVRD")), 0);
  assert.deepEqual(reports.map(({ carrierId }) => carrierId), ["1", "2"]);
  resolve(true);
  assert.deepEqual(await Promise.all([first, second]), [0, 0]);
  assert.deepEqual(
    reports.map(({ carrierId, outcome }) => [carrierId, outcome.outcome]),
    [["1", "noted"], ["2", "delivered"], ["1", "delivered"]],
  );
});

Deno.test("deliveries beyond the limit are refused for now", async () => {
  const test = testParts();
  const { promise, resolve } = Promise.withResolvers<boolean>();
  test.host.report = () => promise;
  await using carrier = await startCarrier({}, test);
  const { smsc } = carrier;
  const held = Array.from(
    { length: 2000 },
    (_, id) => smsc.deliver(saying(`id:${id} stat:DELIVRD`)),
  );
  assert.equal(await smsc.deliver(saying("id:x stat:DELIVRD")), 0x64);
  resolve(true);
  assert.deepEqual([...new Set(await Promise.all(held))], [0]);
  assert.equal(await smsc.deliver(saying("id:x stat:DELIVRD")), 0);
});
