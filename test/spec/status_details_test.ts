/**
 * Spec 6.2: the texts of `status-details`, to the letter. The carrier's own words are shown to the
 * operator only (contract section 4).
 */
import assert from "node:assert/strict";
import { reportReq } from "../chaos/relay_requests.ts";
import { settledTemplate } from "../http/door.ts";
import { faulty, type Mmsc, startMmsc } from "../support/mmsc.ts";
import { type Smsc, startSmsc } from "../support/smsc.ts";
import { SHORT_CODE, startService, type TestService } from "../support/service.ts";
import { basic } from "../support/vasp.ts";
import { type Body, FROM, sendMms, TO } from "./traffic.ts";

const RELAY = { username: "them", password: "their password" };

let test: TestService;
let mmsc: Mmsc;
let smsc: Smsc;
let mmsId: string;

Deno.test.beforeAll(async () => {
  [mmsc, smsc] = await Promise.all([startMmsc(), startSmsc()]);
  test = await startService({
    senders: [{ ...SHORT_CODE, "sms-connector": "smsc", "mms-connector": "mmsc" }],
  });
  const { host, port } = smsc;
  const bind = { name: "smsc", host, port, "system-id": "us", password: "secret" };
  assert.equal((await test.admin("POST", "/smscs", bind)).status, 201);
  const connector = {
    name: "mmsc",
    kind: "mmsc_mm7",
    url: mmsc.url,
    vaspid: "us",
    "relay-username": RELAY.username,
    "relay-password": RELAY.password,
  };
  assert.equal((await test.admin("POST", "/connectors", connector)).status, 201);
  await smsc.until(() => smsc.sessions.length > 0);
  mmsId = await settledTemplate(test, {
    "fallback-sms-text": "See it",
    slide: [{ "message-text": "Hello" }],
  });
});

Deno.test.afterAll(async () => {
  await test.stop();
  await mmsc[Symbol.asyncDispose]();
  await smsc[Symbol.asyncDispose]();
});

/** Asserts the details of a message's last postback, and those that the operator sees. */
async function assertDetails(
  id: string,
  code: string,
  details: string,
  reason: string,
): Promise<void> {
  await test.receiver.untilCodes(id, ["N101", code]);
  const { body } = test.receiver.received.findLast(({ body }) => body["tracking-id"] === id)!;
  assert.equal(body["status-details"], details);
  assert.doesNotMatch(JSON.stringify(body), new RegExp(RegExp.escape(reason)));
  const { body: message } = await test.admin("GET", `/messages/${id}`);
  // The state already says that the message has expired.
  const hasDetails = details !== "Message Expired";
  assert.deepEqual(
    [message["status-details"], message["status-reason"]],
    [hasDetails ? details : null, reason],
  );
  const { details: logged } = message.history.at(-1) as Body;
  assert.equal(logged, hasDetails ? `${details}: ${reason}` : reason);
}

/** Sends a message, waits until the carrier has it, and returns it with the carrier's id. */
async function submitted(fields: Body = {}): Promise<{ id: string; carrierId: string }> {
  const { id } = await sendMms(test, mmsId, fields, ["N101"]);
  for (;;) {
    const { body } = await test.admin("GET", `/messages/${id}`);
    if (body.state === "submitted") return { id, carrierId: body["carrier-id"] };
  }
}

/** Receipts of an SMSC for a fallback SMS, and the postbacks that follow. */
const RECEIPTS: [stat: string, err: string, code: string, details: string, reason: string][] = [
  ["REJECTD", "00b", "E102", "Message Rejected", "REJECTD (error 00b)"],
  ["UNDELIV", "27", "E101", "No way to send MMS or SMS", "UNDELIV (error 27)"],
  ["DELETED", "000", "E101", "No way to send MMS or SMS", "DELETED"],
  ["EXPIRED", "000", "N103", "Message Expired", "EXPIRED"],
];

for (const [stat, err, code, details, reason] of RECEIPTS) {
  Deno.test(`spec 6.2 a receipt ${stat} err:${err} is reported as ${details}`, async () => {
    const { id, carrierId } = await submitted({ "force-send-as-sms": true });
    await smsc.deliver({
      esm_class: 4,
      source_addr: TO,
      destination_addr: FROM,
      short_message: `id:${carrierId} sub:001 dlvrd:000 submit date:2611211200 ` +
        `done date:2611211201 stat:${stat} err:${err} text:Hello`,
    });
    await assertDetails(id, code, details, reason);
  });
}

const STATUS_TEXT = "blacklisted by 4711";

/** MMStatus, and the details of the postback that follows. */
const REPORTS: [status: string, text: string, code: string, details: string][] = [
  ["Rejected", STATUS_TEXT, "E102", "Message Rejected"],
  ["NotSupported", STATUS_TEXT, "E102", "Message Not Supported"],
  ["Unreachable", STATUS_TEXT, "E102", "Network Unreachable"],
  ["Unrecognised", STATUS_TEXT, "E102", "5000:Exception"],
  ["Expired", STATUS_TEXT, "N103", "Message Expired"],
];

for (const [status, text, code, details] of REPORTS) {
  Deno.test(`spec 6.2 a report ${status} is reported as ${details}`, async () => {
    const { id, carrierId } = await submitted();
    const { contentType, body } = reportReq({ id: carrierId, status, from: FROM, to: TO });
    const withText = String(body)
      .replace("</MMStatus>", `</MMStatus><StatusText>${text}</StatusText>`);
    const response = await fetch(`${test.url}/mm7/relay/mmsc`, {
      method: "POST",
      headers: {
        "content-type": contentType,
        authorization: basic(RELAY.username, RELAY.password),
      },
      body: withText,
    });
    assert.match(await response.text(), /<StatusCode>1000</);
    await assertDetails(id, code, details, `${status}: ${text}`);
  });
}

/** An MMSC's response to a submission, and the details of the postback that follows. */
const RESPONSES: [status: number, code: string, details: string][] = [
  [2002, "E102", "Message Rejected"],
  [2004, "E102", "Message Not Supported"],
  [2560, "E101", "MMS is too big"],
  [4007, "E102", "Message Rejected"],
  [4008, "E101", "Internal Routing Error"],
];

for (const [status, code, details] of RESPONSES) {
  Deno.test(`spec 6.2 an MMSC's ${status} is reported as ${details}`, async () => {
    const { respond } = mmsc;
    mmsc.respond = (submitted) => faulty(submitted, status, "more of it");
    const { id } = await sendMms(test, mmsId, {}, ["N101", code]);
    mmsc.respond = respond;
    await assertDetails(id, code, details, `MM7 ${status}: Words of ${status}: more of it`);
  });
}

Deno.test("spec 6.2 an SMSC's refusal is reported as Message Rejected", async () => {
  const { respond } = smsc;
  smsc.respond = () => ({ status: 0x0b });
  const { id } = await sendMms(test, mmsId, { "force-send-as-sms": true }, ["N101", "E102"]);
  smsc.respond = respond;
  await assertDetails(id, "E102", "Message Rejected", "SMPP RINVDSTADR: invalid recipient");
});
