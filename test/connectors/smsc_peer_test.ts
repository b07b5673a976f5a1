/** Tests with a third-party SMSC, with every byte dissected by tshark. */
import assert from "node:assert/strict";
import { Buffer } from "node:buffer";
import { captureOf, dissect } from "../support/capture.ts";
import { rawPdu } from "../support/smsc.ts";
import { hasPeer, type HeardPdu, type SmscPeer, startSmscPeer } from "../support/smsc_peer.ts";
import { findProgram } from "../../tools/setup/probe.ts";
import { newSms, startConnector, type TestCarrier, testParts } from "./smsc_carrier.ts";

const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString("hex");
const address = { source_addr: "16175550101", destination_addr: "111122" };

const submissions = ({ heard }: SmscPeer) => heard.filter(({ heard }) => heard === "submit_sm");

/** Joins the texts of messages whose segments arrived in order. */
function joined(segments: readonly HeardPdu[]): string {
  return segments.map(({ text }) => text).join("");
}

async function begun(
  changes: Parameters<typeof startConnector>[0],
): Promise<{ peer: SmscPeer; carrier: TestCarrier } & AsyncDisposable> {
  const peer = await startSmscPeer();
  const carrier = await startConnector({ port: peer.port, ...changes }, testParts());
  await carrier.until(() => carrier.lines.some(({ message }) => message === "bound to the SMSC"));
  return {
    peer,
    carrier,
    async [Symbol.asyncDispose]() {
      await carrier[Symbol.asyncDispose]();
      await peer[Symbol.asyncDispose]();
      const before = 1 + Math.max(-1, ...all.map(({ connection }) => connection));
      all.push(
        ...peer.passed.map((chunk) => ({ ...chunk, connection: before + chunk.connection })),
      );
    },
  };
}

/** Bytes of all tests, read at once, since starting tshark takes longest. */
const all: SmscPeer["passed"] = [];

Deno.test.afterAll(() => readByTshark(all));

/** Asserts that tshark can read everything, without an error. */
async function readByTshark(passed: SmscPeer["passed"]): Promise<void> {
  if (findProgram("tshark") === undefined) {
    return console.warn("tshark is not installed: what passed was not dissected");
  }
  const capture = captureOf(passed);
  const wrong = "_ws.malformed || _ws.expert.severity == error || (tcp && !smpp)";
  assert.deepEqual(await dissect(capture, wrong, ["frame.number", "_ws.expert.message"]), []);
  const rows = await dissect(capture, "smpp", ["smpp.command_id", "smpp.sequence_number"]);
  const dissected = rows.flatMap(([ids]) => ids!.split(","));
  assert.equal(dissected.length, countOf(passed));
}

/** Counts the PDUs by their lengths. */
function countOf(passed: SmscPeer["passed"]): number {
  const streams = new Map<string, Uint8Array[]>();
  for (const { connection, from, bytes } of passed) {
    const name = `${connection} ${from}`;
    streams.set(name, [...streams.get(name) ?? [], bytes]);
  }
  let count = 0;
  for (const chunks of streams.values()) {
    const stream = Buffer.concat(chunks);
    for (let at = 0; at < stream.length; at += stream.readUInt32BE(at)) count++;
  }
  return count;
}

const LONG = {
  gsm: "€[]{}|^~\\".repeat(90).slice(0, 755) + "Ñandu",
  ucs2: "ж" + "😀".repeat(325),
  latin1: "Ærlig çava ÿ þ ½ ".repeat(100).slice(0, 1330),
};
const CONCATENATIONS = ["udh8", "udh16", "sar", "payload"] as const;

const test = (name: string, fn: () => Promise<void>) =>
  Deno.test({ name: `Net::SMPP: ${name}`, ignore: !hasPeer, fn });

for (const concatenation of CONCATENATIONS) {
  test(`binds, and reads short and long texts of all alphabets by ${concatenation}`, async () => {
    await using both = await begun({ concatenation, alphabets: ["gsm", "latin1"], window: 4 });
    const { peer, carrier: { connector } } = both;
    const [bind] = peer.heard;
    assert.equal(bind!.heard, "bind_transceiver");
    assert.deepEqual(
      [bind!.mandatory.system_id, bind!.mandatory.password, bind!.mandatory.interface_version],
      ["slidepost", "secret", 0x34],
    );
    const short = { gsm: "@£ Ωé {€}", latin1: "çÿ", ucs2: "Привет 😀" };
    for (const text of [...Object.values(short), ...Object.values(LONG)]) {
      const from = submissions(peer).length;
      const result = await connector.submit(newSms({ text }));
      const segments = submissions(peer).slice(from);
      assert.equal(joined(segments), text);
      const isLong = text.length > 100;
      assert.equal(segments.length, isLong && concatenation !== "payload" ? 10 : 1);
      assert.deepEqual(
        result,
        segments.length === 1 ? { status: "accepted", carrierId: idAt(from) } : {
          status: "accepted",
          carrierId: idAt(from),
          segmentIds: segments.map((_, at) => idAt(from + at)),
        },
      );
      for (const [at, segment] of segments.entries()) {
        assert.deepEqual(positionOf(segment), segments.length === 1 ? null : [10, at + 1]);
      }
    }
  });
}

/** Returns an id as the peer assigns it. */
function idAt(index: number): string {
  return (255 + index).toString(16).toUpperCase().padStart(8, "0");
}

/** Reads reference, total and number of a segment; null for a message in one segment. */
function positionOf({ header, optional }: HeardPdu): number[] | null {
  const [total, number] = [0x020e, 0x020f].map((tag) => optional[tag]);
  if (total !== undefined) return [parseInt(total, 16), parseInt(number!, 16)];
  return header === "" ? null : [...Buffer.from(header, "hex").subarray(-2)];
}

test("a truncated PDU does not pass tshark", async () => {
  await using both = await begun({});
  const cut = {
    connection: 9,
    from: "us" as const,
    bytes: rawPdu({ id: 4, body: new Uint8Array(3) }),
  };
  const passed = [...both.peer.passed, cut];
  if (findProgram("tshark") !== undefined) await assert.rejects(readByTshark(passed), /Malformed/);
});

test("receipts, messages from handsets and enquire_link get responses", async () => {
  await using both = await begun({ receiptIds: "hex-to-decimal" });
  const { peer, carrier: { connector, reports, inbound } } = both;
  const result = await connector.submit(newSms());
  const { carrierId } = result as { carrierId: string };
  await peer.order({
    deliver: {
      ...address,
      esm_class: 4,
      short_message: hex(Buffer.from(
        "id:0000000255 sub:001 dlvrd:001 submit date:2611201200 done date:2611201201 " +
          "stat:DELIVRD err:000 text:Hello",
      )),
    },
  });
  await peer.order({
    deliver: { ...address, esm_class: 4, receipted_message_id: "255\0", message_state: "05" },
  });
  await peer.order({
    deliver: {
      ...address,
      data_coding: 8,
      short_message: hex(Buffer.from("Привет", "utf16le").swap16()),
    },
  });
  for (const [number, text] of [[2, " and drops"], [1, "in parts"]] as const) {
    const short_message = `050003070${2}0${number}${hex(Buffer.from(text))}`;
    await peer.order({ deliver: { ...address, esm_class: 0x40, short_message } });
  }
  await peer.order({ ask: "enquire_link" });
  const responses = (heard: readonly HeardPdu[]) =>
    heard.filter((pdu) => /^(deliver_sm|enquire_link)_resp$/.test(pdu.heard));
  await peer.until((heard) => responses(heard).length === 6);
  assert.ok(responses(peer.heard).every(({ status }) => status === 0));
  assert.deepEqual(
    reports.map(({ carrierId, outcome }) => [carrierId, outcome]),
    [[carrierId, { outcome: "delivered" }], [carrierId, {
      outcome: "failed",
      details: "No way to send MMS or SMS",
      reason: "UNDELIV",
    }]],
  );
  assert.deepEqual(inbound.map(({ text }) => text).sort(), ["in parts and drops", "Привет"].sort());
});

test("refusals, throttling, and a host that throws", async () => {
  await using both = await begun({});
  const { peer, carrier } = both;
  const { connector, host } = carrier;
  await peer.order({ responses: { submit: 0x0b } });
  const refused = await connector.submit(newSms());
  assert.deepEqual(refused, {
    status: "permanent",
    outcome: {
      outcome: "rejected",
      details: "Message Rejected",
      reason: "SMPP RINVDSTADR: invalid recipient",
    },
  });
  await peer.order({ responses: { submit: 0x58 } });
  const throttled = await connector.submit(newSms());
  assert.deepEqual(throttled, {
    status: "throttled",
    reason: "SMPP RTHROTTLED: rate limit exceeded",
  });
  await peer.order({ responses: {} });
  assert.equal((await connector.submit(newSms())).status, "accepted");
  host.inboundSms = () => Promise.reject(new Error("store is down"));
  await peer.order({ deliver: { ...address, short_message: "41" } });
  await peer.until((heard) => heard.some(({ status }) => status === 0x64));
});

test("a disconnect within a window loses none, and doubles only the unanswered, marked", async () => {
  await using both = await begun({ window: 8 });
  const { peer, carrier: { connector, lines, until } } = both;
  await peer.order({ responses: { silent: true } });
  const texts = Array.from({ length: 16 }, (_, at) => `message ${at}`);
  const messages = texts.map((text) => newSms({ text }));
  const all = messages.map((message) => connector.submit(message));
  await peer.until(() => submissions(peer).length === 8);
  await peer.order({ responses: {}, hangUp: true });
  const results = await Promise.all(all);
  const marked = messages.filter((_, at) => results[at]!.status === "unconfirmed");
  assert.equal(marked.length, 8);
  assert.equal(results.filter(({ status: result }) => result === "accepted").length, 8);
  const arrived = () => submissions(peer).map(({ text }) => text);
  assert.deepEqual(arrived().sort(), [...texts].sort());

  // To the SMSC, repeated submissions are the same messages.
  const again = marked.map((message) => ({ ...message, attempt: 2, resubmitted: true }));
  await Promise.all(again.map((message) => connector.submit(message)));
  const twice = marked.map(({ text }) =>
    submissions(peer).filter((submission) => submission.text === text)
  );
  for (const pair of twice) {
    assert.equal(pair.length, 2);
    assert.equal(pair[0]!.optional[0x0204], pair[1]!.optional[0x0204]);
  }
  const isMarked = ({ message }: { message: string }) => message.startsWith("resubmitting");
  await until(() => lines.filter(isMarked).length === 8);
});

test("unbinds, and accepts an unbind", async () => {
  await using both = await begun({});
  const { peer, carrier } = both;
  await peer.order({ ask: "unbind" });
  await peer.until((heard) => heard.some(({ heard }) => heard === "unbind_resp"));
  const binds = (heard: readonly HeardPdu[]) =>
    heard.filter(({ heard }) => heard.startsWith("bind"));
  await peer.until((heard) => binds(heard).length === 2);
  assert.equal((await carrier.connector.submit(newSms())).status, "accepted");
  await carrier.connector.stop();
  await peer.until((heard) => heard.some(({ heard }) => heard === "unbind"));
});
