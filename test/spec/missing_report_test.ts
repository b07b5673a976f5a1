/**
 * Spec 6.1: carriers may provide no delivery receipts. Contract section 6: a missing report is no
 * outcome unless the connector is set so; a report that arrives after a presumed end wins.
 */
import assert from "node:assert/strict";
import postgres from "postgres";
import { reportReq } from "../chaos/relay_requests.ts";
import { settledTemplate } from "../http/door.ts";
import { type Mmsc, startMmsc } from "../support/mmsc.ts";
import { migratedDatabase } from "../support/migrated.ts";
import { movableClock } from "../support/movable_clock.ts";
import { adminBody, SHORT_CODE, startService, type TestService } from "../support/service.ts";
import { type Smsc, startSmsc } from "../support/smsc.ts";
import { until } from "../support/until.ts";
import { basic, createVasp } from "../support/vasp.ts";
import { startVaspReceiver, type VaspReceiver } from "../support/vasp_receiver.ts";
import { type Body, sendMms, sendSms } from "./traffic.ts";

const clock = movableClock();
const DAY = 86_400_000;
const MINUTE = 60_000;
/** Life of a message: 3 days, and `REPORT_GRACE` after it. */
const EXPIRY = 3 * DAY;
const GRACE = 60 * MINUTE;

/** Recipient to whom loopback delivers without a report. */
const SILENT = "16175550102";

/** Senders, by the outcome of a message without a report that their connector is set to. */
const SENDERS = { silent: "222001", expired: "222002" } as const;
const WORDS = ["silent", "expired"] as const;

const RELAY = { username: "them", password: "their password" };

let databaseUrl: string;
let test: TestService;
let mmsc: Mmsc;
let smsc: Smsc;
let vasp: VaspReceiver;
let mmsId: string;

Deno.test.beforeAll(async () => {
  [mmsc, smsc] = await Promise.all([startMmsc(), startSmsc()]);
  vasp = startVaspReceiver();
  databaseUrl = await migratedDatabase();
  test = await startService({
    clock,
    config: { DATABASE_URL: databaseUrl, RESCUE_INTERVAL: "1s", DELIVER_RETRY: "0.1s" },
    account: { mm7Url: vasp.url },
  });
  for (const word of WORDS) {
    const { host, port } = smsc;
    await expectStatus(201, "POST", "/smscs", {
      name: `smsc-${word}`,
      host,
      port,
      "system-id": "us",
      password: "secret",
      "missing-report": word,
    });
    await expectStatus(201, "POST", "/connectors", {
      name: `mmsc-${word}`,
      kind: "mmsc_mm7",
      url: mmsc.url,
      vaspid: "us",
      "relay-username": RELAY.username,
      "relay-password": RELAY.password,
      "missing-report": word,
    });
    await expectStatus(201, "POST", "/accounts/acme/senders", {
      ...SHORT_CODE,
      address: SENDERS[word],
      "sms-connector": `smsc-${word}`,
      "mms-connector": `mmsc-${word}`,
    });
  }
  await smsc.until(() => smsc.sessions.length === 2);
  mmsId = await settledTemplate(test, {
    "fallback-sms-text": "See it",
    slide: [{ "message-text": "Hello" }],
  });
});

Deno.test.afterAll(async () => {
  await test.stop();
  await mmsc[Symbol.asyncDispose]();
  await smsc[Symbol.asyncDispose]();
  await vasp[Symbol.asyncDispose]();
});

/** Sends a request to the admin API, and returns the body of the response, which has this status. */
const expectStatus = (status: number, method: string, path: string, request?: unknown) =>
  adminBody(test, status, method, path, request);

/** Waits for this state of a message, and returns the message as the operator sees it. */
const inState = (id: string, state: string): Promise<Body> =>
  until(
    () => expectStatus(200, "GET", `/messages/${id}`),
    (message) => message.state === state,
  );

function historyOf({ history }: Body): [string, string | null, string | undefined][] {
  return history.map(({ event, state, details }: Body) => [event, state, details]);
}

const report = (id: string, outcome: string, fields = {}): Promise<Body> =>
  expectStatus(200, "POST", "/loopback/reports", { "tracking-id": id, outcome, ...fields });

/** Posts an MMSC's report, and asserts that it is accepted. */
async function relay(connector: string, carrierId: string, status: string): Promise<void> {
  const people = { from: "222001", to: "16175550101" };
  const { contentType, body } = reportReq({ id: carrierId, status, ...people });
  const response = await fetch(`${test.url}/mm7/relay/${connector}`, {
    method: "POST",
    headers: {
      "content-type": contentType,
      authorization: basic(RELAY.username, RELAY.password),
    },
    body,
  });
  assert.match(await response.text(), /<StatusCode>1000</);
}

/** Resolves when the carrier has the message and only the report is outstanding. */
const submitted = (id: string) => inState(id, "submitted");

function receipt(id: string, stat: string, to: string, from: string) {
  return {
    esm_class: 4,
    source_addr: to,
    destination_addr: from,
    short_message: `id:${id} sub:001 dlvrd:001 submit date:2611211200 done date:2611211201 ` +
      `stat:${stat} err:000 text:Hello`,
  };
}

Deno.test("spec 6.1 a message that its carrier never reports on ends without a postback", async () => {
  const { id: sms } = await sendSms(test, { to: SILENT }, ["N201"]);
  const { id: mms } = await sendMms(test, mmsId, { to: SILENT }, ["N101"]);
  const earlier = new Date(clock.now() + EXPIRY - 30 * MINUTE).toISOString();
  const fields = { to: SILENT, "mms-expiry-timestamp": earlier };
  const { id: early } = await sendMms(test, mmsId, fields, ["N101"]);
  for (const id of [sms, mms, early]) await submitted(id);
  clock.advance(EXPIRY + GRACE - 15 * MINUTE);
  await inState(early, "unreported");
  for (const id of [sms, mms]) {
    assert.equal((await expectStatus(200, "GET", `/messages/${id}`)).state, "submitted");
  }
  clock.advance(20 * MINUTE);
  for (const id of [sms, mms]) {
    const message = await inState(id, "unreported");
    assert.equal(message["status-details"], null);
    assert.deepEqual(historyOf(message).at(-1), ["unreported", "unreported", "no report came"]);
  }
  const { items } = await expectStatus(200, "GET", "/messages?state=unreported&account=acme");
  assert.ok(items.some((item: Body) => item["tracking-id"] === sms));

  await report(sms, "delivered");
  await test.receiver.untilCodes(sms, ["N201", "N202"]);
  await report(mms, "rejected", { details: "Network Unreachable" });
  await test.receiver.untilCodes(mms, ["N101", "E102"]);
  assert.equal((await inState(mms, "rejected"))["status-details"], "Network Unreachable");
  // An end that the carrier reports is final.
  await expectStatus(409, "POST", "/loopback/reports", { "tracking-id": sms, outcome: "expired" });
  assert.deepEqual(test.receiver.codes(early), ["N101"]);
});

Deno.test("a message that an earlier release submitted has the grace time too", async () => {
  const { id } = await sendSms(test, { to: SILENT }, ["N201"]);
  await submitted(id);
  const sql = postgres(databaseUrl, { max: 1 });
  try {
    await sql`update message set due_at = accepted_at where tracking_id = ${id}`;
    for (let seconds: number | null = null; seconds !== GRACE / 1000;) {
      const [row] = await sql`select round(extract(epoch from due_at - expires_at))::int as seconds
        from message where tracking_id = ${id} and owner is null`;
      seconds = row?.seconds ?? null;
    }
  } finally {
    await sql.end();
  }
  assert.equal((await expectStatus(200, "GET", `/messages/${id}`)).state, "submitted");
});

Deno.test("spec 6.5 an SMSC that reports on all: E201 after the expiry, N202 by a late receipt", async () => {
  const { expired: from } = SENDERS;
  const recipients = ["16175550121", "16175550122", "16175550123"];
  const count = smsc.submitted.length;
  const sent: string[] = [];
  for (const to of recipients) {
    const { id } = await sendSms(test, { from, to }, ["N201"]);
    sent.push((await submitted(id))["tracking-id"]);
  }
  assert.equal(smsc.submitted.length, count + 3);
  const carrierIds = await Promise.all(
    sent.map(async (id) => (await expectStatus(200, "GET", `/messages/${id}`))["carrier-id"]),
  );
  const receipts = (index: number, stat: string) =>
    smsc.deliver(receipt(carrierIds[index]!, stat, recipients[index]!, from));
  clock.advance(EXPIRY + GRACE + MINUTE);
  for (const id of sent) {
    await test.receiver.untilCodes(id, ["N201", "E201"]);
    const message = await inState(id, "failed");
    assert.deepEqual(historyOf(message).at(-1), ["presumed expired", "failed", "no report came"]);
  }
  const [late, confirmed, silent] = sent as [string, string, string];
  await receipts(0, "DELIVRD");
  await test.receiver.untilCodes(late, ["N201", "E201", "N202"]);
  // Repeated, and contradicted by the carrier itself: without effect.
  await receipts(0, "DELIVRD");
  await receipts(0, "UNDELIV");
  assert.equal((await inState(late, "delivered"))["status-details"], null);

  // The carrier confirms the presumed end: no second postback, and the state remains.
  await receipts(1, "EXPIRED");
  await receipts(1, "DELIVRD");
  const message = await inState(confirmed, "failed");
  assert.deepEqual(historyOf(message).slice(-2).map(([event]) => event), [
    "expired",
    "report without effect",
  ]);
  assert.deepEqual(test.receiver.codes(confirmed), ["N201", "E201"]);
  assert.deepEqual(test.receiver.codes(silent), ["N201", "E201"]);
});

Deno.test("spec 6.2 an MMSC that reports on all: N103 after the expiry, N102 by a late report", async () => {
  const { id } = await sendMms(test, mmsId, { from: SENDERS.expired }, ["N101"]);
  const { "carrier-id": carrierId } = await submitted(id);
  clock.advance(EXPIRY + GRACE + MINUTE);
  await test.receiver.untilCodes(id, ["N101", "N103"]);
  await relay("mmsc-expired", carrierId, "Retrieved");
  await test.receiver.untilCodes(id, ["N101", "N103", "N102"]);
});

Deno.test("contract 5 a VASP gets no report of a silent end, but the late one", async () => {
  const customer = createVasp(test);
  const submit = async (address: string) => {
    const id = await customer.submit({
      fields: {
        SenderIdentification: `<SenderIdentification><VASPID>${test.apiKey}</VASPID>` +
          `<SenderAddress><ShortCode>${address}</ShortCode></SenderAddress></SenderIdentification>`,
      },
    });
    return { id, carrierId: (await submitted(id))["carrier-id"] };
  };
  const statuses = (id: string) =>
    vasp.received.filter(({ envelope }) => envelope.includes(`<MessageID>${id}<`))
      .map(({ envelope }) => /<MMStatus>(\w+)</.exec(envelope)![1]);
  const silent = await submit(SENDERS.silent);
  const expired = await submit(SENDERS.expired);
  clock.advance(EXPIRY + GRACE + MINUTE);
  await inState(silent.id, "unreported");
  await vasp.untilCount(1);
  assert.deepEqual(statuses(silent.id), []);
  await relay("mmsc-silent", silent.carrierId, "Retrieved");
  await relay("mmsc-expired", expired.carrierId, "Retrieved");
  await vasp.untilCount(3);
  assert.deepEqual(statuses(silent.id), ["Retrieved"]);
  assert.deepEqual(statuses(expired.id), ["Expired", "Retrieved"]);
  await test.receiver.untilCodes(silent.id, ["N101", "N102"]);
  await test.receiver.untilCodes(expired.id, ["N101", "N103", "N102"]);
});

Deno.test("a message that the carrier may have when it expires ends as presumed", async () => {
  const { respond } = mmsc;
  mmsc.respond = () => "drop";
  const { id } = await sendMms(test, mmsId, { from: SENDERS.silent }, ["N101"]);
  await mmsc.until(mmsc.received.length + 1);
  clock.advance(EXPIRY + MINUTE);
  await test.receiver.untilCodes(id, ["N101", "N103"]);
  mmsc.respond = respond;
  const message = await inState(id, "expired");
  assert.equal(historyOf(message).at(-1)![0], "presumed expired");
});
