/** Connections to an SMSC: keep-alive, breaks, and invalid PDUs. */
import assert from "node:assert/strict";
import type { Buffer } from "node:buffer";
import { EventEmitter } from "node:events";
import type { Socket } from "node:net";
import { createLink } from "../../src/connectors/smsc_smpp/link.ts";
import { silentLog } from "../../src/log/mod.ts";
import { messagesOf, rawPdu, textOf } from "../support/smsc.ts";
import { createVirtualTime } from "../support/virtual_time.ts";
import { bounds, lost, newSms, startCarrier, startLimited } from "./smsc_carrier.ts";

const HOUR_MS = 3_600_000;

Deno.test("enquire_link gets a response", async () => {
  await using carrier = await startCarrier();
  const [session] = carrier.smsc.sessions;
  const status = await new Promise((resolve) =>
    session!.enquire_link(({ command, command_status }) => resolve([command, command_status]))
  );
  assert.deepEqual(status, ["enquire_link_resp", 0]);
});

Deno.test("a silent link that does not respond is replaced", async () => {
  await using carrier = await startCarrier({ enquireLinkSeconds: 0.05, timeoutSeconds: 0.3 });
  const { smsc } = carrier;
  smsc.isPolite = false;
  await lost(carrier, /^no response to 2 enquire_link, within 0.3 s each$/);
  smsc.isPolite = true;
  await carrier.until(() => bounds(carrier) >= 2);
});

const ENQUIRE_LINK = 0x15;
const ENQUIRE_SECONDS = 30;
const TIMEOUT_SECONDS = 5;

/** SMSC in virtual time, which moves on by seconds. */
interface Talk {
  /** Times of enquire_link so far, in seconds. */
  enquiries: number[];
  /** Whether it responds to the next enquiries. */
  isPolite: boolean;
  /** Lets seconds pass; in each the SMSC may send an alert_notification. */
  pass(seconds: number, alerts?: boolean): Promise<void>;
  /** Reason of the end of the link; null: it is open. */
  end: string | null;
}

/** Connects a link to an SMSC in virtual time. */
async function talking(run: (talk: Talk) => Promise<void>): Promise<void> {
  const time = createVirtualTime();
  const socket = Object.assign(new EventEmitter(), {
    writableLength: 0,
    setNoDelay: () => {},
    destroy: () => void socket.emit("close"),
    write(octets: Buffer) {
      if (octets.readUInt32BE(4) !== ENQUIRE_LINK) return true;
      talk.enquiries.push(time.now() / 1000);
      const sequence = octets.readUInt32BE(12);
      const response = rawPdu({ id: 0x8000_0000 + ENQUIRE_LINK, sequence });
      if (talk.isPolite) queueMicrotask(() => socket.emit("data", response));
      return true;
    },
  });
  const link = createLink(socket as unknown as Socket, {
    name: "smsc",
    enquireLinkSeconds: ENQUIRE_SECONDS,
    timeoutSeconds: TIMEOUT_SECONDS,
    time,
    log: silentLog(),
    onRequest: () => {},
  });
  const alertNotification = rawPdu({ id: 0x102, body: new Uint8Array(6) });
  const talk: Talk = {
    enquiries: [],
    isPolite: true,
    end: null,
    async pass(seconds, alerts = false) {
      for (let second = 0; second < seconds; second++) {
        if (alerts) socket.emit("data", alertNotification);
        time.moveTo(time.now() + 1000);
        // PDUs are written at the end of a turn.
        for (let turn = 0; turn < 3; turn++) await new Promise((resolve) => setImmediate(resolve));
      }
    },
  };
  void link.ended.then((reason) => talk.end = reason);
  await run(talk);
  link.end("the test is over");
}

Deno.test("a silent link is probed after each silence, not after every second one", async () => {
  await talking(async (talk) => {
    await talk.pass(125);
    assert.deepEqual([talk.enquiries, talk.end], [[30, 60, 90, 120], null]);
  });
});

Deno.test("a link to which nothing is sent is probed, too", async () => {
  await talking(async (talk) => {
    await talk.pass(95, true);
    assert.deepEqual([talk.enquiries, talk.end], [[30, 60, 90], null]);
  });
});

Deno.test("one enquire_link without a response is followed by another, and ends no session", async () => {
  await talking(async (talk) => {
    talk.isPolite = false;
    await talk.pass(32);
    talk.isPolite = true;
    await talk.pass(93);
    assert.deepEqual([talk.enquiries, talk.end], [[30, 35, 65, 95, 125], null]);
  });
});

Deno.test("two of them without a response end it", async () => {
  await talking(async (talk) => {
    talk.isPolite = false;
    await talk.pass(39);
    assert.deepEqual([talk.enquiries, talk.end], [[30, 35], null]);
    await talk.pass(1);
    assert.equal(talk.end, "no response to 2 enquire_link, within 5 s each");
  });
});

Deno.test("an SMSC that ignores enquire_link and sends other PDUs keeps its session", async () => {
  await talking(async (talk) => {
    talk.isPolite = false;
    await talk.pass(200, true);
    assert.equal(talk.end, null);
    assert.ok(talk.enquiries.length > 5);
  });
});

Deno.test("one lost response does not affect others", async () => {
  const time = createVirtualTime();
  await using carrier = await startLimited(time);
  const { connector, smsc } = carrier;
  smsc.respond = (submit) => textOf(submit) === "lost" ? "silence" : {};
  const submit = (text: string) => connector.submit(newSms({ text }));
  const [a, missing, b] = [submit("a"), submit("lost"), submit("b")];
  assert.deepEqual([(await a).status, (await b).status], ["accepted", "accepted"]);
  time.moveTo(HOUR_MS);
  assert.equal((await missing).status, "unconfirmed");
  await smsc.until(() => smsc.heard.some(({ command }) => command === "enquire_link"));
  assert.equal((await connector.submit(newSms({ text: "c" }))).status, "accepted");
  assert.equal(bounds(carrier), 1);
});

Deno.test("a disconnect within a window: none is lost, none doubled, and the unanswered are marked", async () => {
  await using carrier = await startCarrier({ window: 10 });
  const { connector, smsc } = carrier;
  const texts = Array.from({ length: 20 }, (_, index) => `message ${index}`);
  let seen = 0;
  smsc.respond = ({ session }) => {
    seen++;
    if (seen > 14) return {};
    if (seen < 14) return seen <= 4 ? {} : "silence";
    session.destroy();
    return "silence";
  };
  const results = await Promise.all(texts.map((text) => connector.submit(newSms({ text }))));
  const marked = texts.filter((_, index) => results[index]!.status === "unconfirmed");
  assert.equal(marked.length, 10);
  assert.equal(results.filter(({ status: result }) => result === "accepted").length, 10);
  const arrived = smsc.submitted.map(textOf);
  assert.deepEqual([...arrived].sort(), [...texts].sort());
  assert.equal(bounds(carrier), 2);
});

Deno.test("the rest of a long message goes through another session when the first ends", async () => {
  await using carrier = await startCarrier();
  const { connector, smsc } = carrier;
  const [first] = smsc.sessions;
  smsc.respond = ({ session, pdu }) => {
    if (session !== first) return {};
    // Its response and its unbind arrive in one packet.
    session.socket.cork();
    session.send(pdu.response({ message_id: "first" }));
    session.unbind(() => session.destroy());
    session.socket.uncork();
    return "silence";
  };
  const text = "0123456789".repeat(40);
  const result = await connector.submit(newSms({ text }));
  assert.deepEqual((result as { segmentIds?: string[] }).segmentIds, ["first", "1", "2"]);
  assert.deepEqual(smsc.submitted.map(({ session }) => session === first), [true, false, false]);
  assert.deepEqual(messagesOf(smsc.submitted), [text]);
});

Deno.test("bytes that are no SMPP end the session, and another one is bound", async () => {
  const nonsense = [
    "HTTP/1.1 400 Bad Request\r\n\r\n",
    rawPdu({ id: 0x8000_0004, length: 1 << 30 }),
    rawPdu({ id: 0x8000_0004, length: 15 }),
    rawPdu({ id: 0x8000_0004, length: 0 }),
    rawPdu({ id: 0x15, length: 0xffff_ffff }),
  ];
  await using carrier = await startCarrier();
  const { connector, smsc } = carrier;
  for (const [index, bytes] of nonsense.entries()) {
    // The SMSC may notice the end of a session after the next one is bound.
    await smsc.until(() => smsc.sessions.length === 1);
    smsc.sessions[0]!.socket.write(bytes);
    await carrier.until(() => bounds(carrier) === index + 2);
    const ended = carrier.lines.findLast(({ message }) => message === "no session with the SMSC");
    assert.match(String(ended!.facts.err), /does not speak SMPP: a PDU cannot have/);
    assert.equal((await connector.submit(newSms())).status, "accepted");
  }
});

Deno.test("responses before invalid bytes count", async () => {
  await using carrier = await startCarrier();
  carrier.smsc.respond = ({ pdu, session }) => {
    const body = new TextEncoder().encode("id-1\0");
    const { sequence_number: sequence } = pdu;
    const response = rawPdu({ id: 0x8000_0004, sequence, body });
    session.socket.write(
      new Uint8Array([...response, ...new TextEncoder().encode("nonsense".repeat(9))]),
    );
    return "silence";
  };
  const result = await carrier.connector.submit(newSms());
  assert.deepEqual(result, { status: "accepted", carrierId: "id-1" });
});

Deno.test("a link that stops within a PDU does not respond", async () => {
  await using carrier = await startCarrier({ enquireLinkSeconds: 0.1, timeoutSeconds: 0.3 });
  const { smsc } = carrier;
  smsc.isPolite = false;
  smsc.sessions[0]!.socket.write(rawPdu({ id: 5, length: 100 }));
  await lost(carrier, /^no response to 2 enquire_link/);
  smsc.isPolite = true;
  await carrier.until(() => bounds(carrier) >= 2);
});

Deno.test("PDUs are read however they are split", async () => {
  await using carrier = await startCarrier();
  const { smsc, inbound } = carrier;
  const { socket } = smsc.sessions[0]!;
  const deliver = (sequence: number, text: string) =>
    rawPdu({
      id: 5,
      sequence,
      body: new Uint8Array([
        ...new TextEncoder().encode("\0\x01\x0116175550101\0\x03\x00111122\0\0\0\0\0\0\0\0\x03\0"),
        text.length,
        ...new TextEncoder().encode(text),
      ]),
    });
  for (const octet of deliver(1, "in drops")) socket.write(Uint8Array.of(octet));
  await carrier.until(() => inbound.length === 1);
  const three = new Uint8Array([...deliver(2, "a"), ...deliver(3, "b"), ...deliver(4, "c")]);
  socket.write(three.subarray(0, 130));
  socket.write(three.subarray(130));
  await carrier.until(() => inbound.length === 4);
  assert.deepEqual(inbound.map(({ text }) => text), ["in drops", "a", "b", "c"]);
  assert.equal(bounds(carrier), 1);
});

Deno.test("an empty or unknown PDU is refused, and the session goes on", async () => {
  await using carrier = await startCarrier();
  const { smsc, connector } = carrier;
  const { socket } = smsc.sessions[0]!;
  const heard = async (command: string, status: number, sequence: number) => {
    await smsc.until(() =>
      smsc.heard.some((pdu) =>
        pdu.command === command && pdu.command_status === status &&
        pdu.sequence_number === sequence
      )
    );
  };
  // No recipient, and a message_state that is cut off at the very end.
  const cut = new TextEncoder().encode("\0".repeat(17) + "\x04\x27\0\x01");
  socket.write(rawPdu({ id: 0x05, sequence: 70, body: cut }));
  await heard("deliver_sm_resp", 0x0b, 70);
  socket.write(rawPdu({ id: 0x77, sequence: 71 }));
  await heard("generic_nack", 0x03, 71);
  socket.write(rawPdu({ id: 0x04, sequence: 72, body: cut.subarray(0, 17) }));
  await heard("submit_sm_resp", 0x03, 72);
  // These get no response.
  socket.write(rawPdu({ id: 0x102, sequence: 73, body: new Uint8Array(6) }));
  socket.write(rawPdu({ id: 0x8000_0004, sequence: 4711, body: new Uint8Array(1) }));
  assert.equal((await connector.submit(newSms())).status, "accepted");
  assert.equal(bounds(carrier), 1);
  assert.ok(!smsc.heard.some(({ sequence_number }) => sequence_number === 73));
});

Deno.test("an SMSC that unbinds may first respond to pending submissions", async () => {
  await using carrier = await startCarrier();
  const { connector, smsc } = carrier;
  const { promise, resolve } = Promise.withResolvers<void>();
  smsc.respond = async () => {
    await promise;
    return {};
  };
  const all = Array.from({ length: 5 }, () => connector.submit(newSms()));
  await smsc.until(() => smsc.submitted.length === 5);
  const [session] = smsc.sessions;
  const left = new Promise<string>((resolve) =>
    session!.unbind(({ command }) => {
      resolve(command);
      session!.destroy();
    })
  );
  await new Promise((resolve) => session!.enquire_link(resolve));
  // The connector has unbound. Later messages go through the next session.
  const late = connector.submit(newSms());
  resolve();
  const results = await Promise.all(all);
  assert.deepEqual(results.map(({ status: result }) => result), Array(5).fill("accepted"));
  assert.equal(await left, "unbind_resp");
  assert.equal((await late).status, "accepted");
  assert.notEqual(smsc.submitted.at(-1)!.session, session);
});
