/**
 * Spec 3.3, 4.5 and 6.5 with a real SMSC: messages sent through the doors, and the SMSC's reports.
 */
import assert from "node:assert/strict";
import { startSmsc } from "../support/smsc.ts";
import { ask } from "../http/door.ts";
import { startService } from "../support/service.ts";
import { until } from "../support/until.ts";
import { movableClock } from "../support/movable_clock.ts";
import { receipt, SENDER, startFixture } from "./smsc_fixture.ts";
import { FROM, save, sendMms, sendSms, TO } from "./traffic.ts";

Deno.test("spec 6.5 an SMS through an SMSC: N201, N202", async () => {
  await using fixture = await startFixture();
  const { test, smsc } = fixture;
  const { id } = await sendSms(test, { "message-text": "Hello €" }, ["N201"]);
  await smsc.until(() => smsc.submitted.length === 1);
  const { pdu } = smsc.submitted[0]!;
  assert.deepEqual([pdu.source_addr, pdu.destination_addr], [FROM, TO]);
  assert.equal(pdu.short_message.message, "Hello €");
  assert.equal(await smsc.deliver(receipt("1", "DELIVRD")), 0);
  await test.receiver.untilCodes(id, ["N201", "N202"]);
});

Deno.test("a text in several segments is delivered once all are", async () => {
  await using fixture = await startFixture();
  const { test, smsc } = fixture;
  const text = "0123456789".repeat(40);
  const { id, response } = await sendSms(test, { "message-text": text }, ["N201"]);
  assert.equal(response.segments, 3);
  await smsc.until(() => smsc.submitted.length === 3);
  assert.equal(smsc.submitted.map(({ pdu }) => pdu.short_message.message).join(""), text);
  for (const segment of ["2", "3"]) await smsc.deliver(receipt(segment, "DELIVRD"));
  const { body } = await test.admin("GET", `/messages/${id}`);
  assert.equal(body.state, "submitted");
  await smsc.deliver(receipt("1", "DELIVRD"));
  await test.receiver.untilCodes(id, ["N201", "N202"]);
  assert.equal(smsc.submitted.length, 3);
});

/** Contract section 6. */
const STATUSES: [stat: string, codes: string[]][] = [
  ["DELIVRD", ["N201", "N202"]],
  ["EXPIRED", ["N201", "E201"]],
  ["DELETED", ["N201", "E201"]],
  ["UNDELIV", ["N201", "E201"]],
  ["REJECTD", ["N201", "E202"]],
];

Deno.test("contract 6 states in an SMSC's receipts", async () => {
  await using fixture = await startFixture();
  const { test, smsc } = fixture;
  for (const [index, [stat, codes]] of STATUSES.entries()) {
    const { id } = await sendSms(test, {}, ["N201"]);
    await smsc.until(() => smsc.submitted.length === index + 1);
    for (const other of ["ENROUTE", "ACCEPTD", "UNKNOWN"]) {
      assert.equal(await smsc.deliver(receipt(String(index + 1), other)), 0);
    }
    assert.equal(await smsc.deliver(receipt(String(index + 1), stat)), 0);
    await test.receiver.untilCodes(id, codes);
  }
});

Deno.test("contract 6 a fallback SMS that expires is Expired: N103", async () => {
  await using fixture = await startFixture();
  const { test, smsc } = fixture;
  const { mmsId } = await save(test, { slide: [{ "message-text": "Hello" }] });
  const { id } = await sendMms(test, mmsId, { "force-send-as-sms": true }, ["N101"]);
  await smsc.until(() => smsc.submitted.length === 1);
  await smsc.deliver(receipt("1", "EXPIRED"));
  await test.receiver.untilCodes(id, ["N101", "N103"]);
  const body = test.receiver.received.map(({ body }) => body)
    .find((body) => body.code === "N103" && body["tracking-id"] === id)!;
  assert.equal(body["sent-as"], "SMS");
});

Deno.test("spec 1.5 an MMS whose only connector is an SMSC goes as SMS, where that is permitted", async () => {
  await using fixture = await startFixture();
  const { test, smsc } = fixture;
  const route = { account: "acme", kind: "mms", connectors: "smsc" };
  assert.equal((await test.admin("POST", "/routes", route)).status, 201);
  const { mmsId } = await save(test, { slide: [{ "message-text": "Hello" }] });
  const { id } = await sendMms(test, mmsId, {}, ["N101"]);
  await smsc.until(() => smsc.submitted.length === 1);
  await smsc.deliver(receipt("1", "DELIVRD"));
  await test.receiver.untilCodes(id, ["N101", "N102"]);
  const [sent, delivered] = test.receiver.received.map(({ body }) => body)
    .filter((body) => body["tracking-id"] === id);
  assert.deepEqual([sent["sent-as"], delivered["sent-as"]], ["SMS", "SMS"]);

  const { id: failed } = await sendMms(test, mmsId, { "disable-fallback-sms": true }, [
    "N101",
    "E101",
  ]);
  const { body } = await test.admin("GET", `/messages/${failed}`);
  assert.deepEqual([body["status-details"], body["status-reason"]], [
    "No way to send MMS or SMS",
    "no connector takes its MMS: smsc takes no MMS",
  ]);
  assert.equal(smsc.submitted.length, 1);
  const explained = await test.admin(
    "GET",
    `/routes/explain?account=acme&from=${FROM}&to=${TO}&kind=mms`,
  );
  assert.equal(explained.body.missing, "no connector takes its MMS: smsc takes no MMS");
  assert.equal(explained.body.connectors[0]["set-up"], true);
});

for (const unconfirmed of ["resubmit", "wait"] as const) {
  Deno.test(`a submission that never gets a response, to ${unconfirmed}`, async () => {
    await using fixture = await startFixture({ unconfirmed, timeout: 1 }, {
      DELIVER_RETRY: "0.1s",
      RESCUE_INTERVAL: "1s",
    });
    const { test, smsc } = fixture;
    const take = smsc.respond;
    let requests = 0;
    smsc.respond = (submit) => ++requests === 1 ? "silence" : take.call(smsc, submit);
    const { id } = await sendSms(test, {}, ["N201"]);
    const { body: message } = await until(
      () => test.admin("GET", `/messages/${id}`),
      ({ body }) => body.state === "submitted",
    );
    const again = message.history.filter(({ event }: { event: string }) =>
      event === "submitted again"
    );
    // On a busy machine the second response may be late, too.
    assert.ok(unconfirmed === "resubmit" ? requests >= 2 : requests === 1, `${requests}`);
    assert.equal(again.length, requests - 1);
  });
}

/** Time for which the connector holds on to the rest of a text, in milliseconds. */
const REST_MS = 10_000;

Deno.test("an SMSC that throttles in the middle gets the rest later, nothing twice", async () => {
  const clock = movableClock();
  const config = { DELIVER_RETRY: "0.2s", RESCUE_INTERVAL: "1s" };
  await using fixture = await startFixture({}, config, clock);
  const { test, smsc } = fixture;
  const take = smsc.respond;
  let refusals = 0;
  smsc.respond = (submit) => {
    const isLast = String(submit.pdu.short_message.message).includes("c");
    if (!isLast || ++refusals > 3) return take.call(smsc, submit);
    // The connector gives up after the second; the store gives it the rest, and one more is refused.
    if (refusals === 2) clock.advance(REST_MS);
    return { status: 0x58 };
  };
  const text = "a".repeat(153) + "b".repeat(153) + "c".repeat(50);
  const { id } = await sendSms(test, { "message-text": text }, ["N201"]);
  const countAccepted = () =>
    smsc.submitted.map(({ pdu }) => String(pdu.short_message.message)[0]).join("");
  await smsc.until(() => refusals > 3);
  assert.match(countAccepted(), /^a?b?c*a?b?c*$/);
  assert.equal(countAccepted().replaceAll("c", "").length, 2, countAccepted());
  const { body } = await until(
    () => test.admin("GET", `/messages/${id}`),
    ({ body }) => body.state === "submitted",
  );
  const events = body.history.map(({ event }: { event: string }) => event);
  assert.ok(events.includes("retry"), events.join());
});

Deno.test("spec 6.6 an SMS from a handset through an SMSC: N211, once", async () => {
  await using fixture = await startFixture();
  const { test, smsc } = fixture;
  const status = await smsc.deliver({
    source_addr: TO,
    destination_addr: FROM,
    short_message: "Yes please",
  });
  assert.equal(status, 0);
  await test.receiver.until((all) => all.some(({ body }) => body.code === "N211"));
  const postbacks = test.receiver.received.filter(({ body }) => body.code === "N211");
  assert.equal(postbacks.length, 1);
  const { body } = postbacks[0]!;
  assert.deepEqual([body.from, body.to], [TO, FROM]);
  assert.ok(Object.values(body).includes("Yes please"));
});

Deno.test("while no SMSC is bound messages wait, and go when one is", async () => {
  await using smsc = await startSmsc();
  const { host, port } = smsc;
  smsc.admit = () => 14; // invalid password
  await using test = await startService({
    senders: [SENDER],
    config: { DELIVER_RETRY: "0.2s", RESCUE_INTERVAL: "1s" },
  });
  const fields = { name: "smsc", host, port, "system-id": "slidepost", password: "wrong" };
  assert.equal((await test.admin("POST", "/smscs", fields)).status, 201);
  const { "tracking-id": id } = (await ask(test, {
    action: "sendsms",
    from: FROM,
    to: TO,
    "message-text": "Hello",
  })).body;
  await test.receiver.untilCodes(id, ["N201"]);
  await smsc.until(() => smsc.binds.length > 0);
  smsc.admit = () => 0;
  await smsc.until(() => smsc.submitted.length === 1);
  await smsc.deliver(receipt("1", "DELIVRD"));
  await test.receiver.untilCodes(id, ["N201", "N202"]);
});
