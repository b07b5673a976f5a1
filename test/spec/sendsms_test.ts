/** Spec 3.3, 4.5 and 6.5: `sendsms`, on both stores. */
import assert from "node:assert/strict";
import { ask, bodyOfSuccess, faultOf } from "../http/door.ts";
import { startService, type TestService } from "../support/service.ts";
import { carried, carriedOnce, FROM, sendSms, TO } from "./traffic.ts";

const SENDERS = [
  { address: "111122", kind: "short-code", country: "US" },
  { address: "18005550199", kind: "toll-free", country: "US" },
  { address: "16175550100", kind: "10dlc", country: "US" },
  { address: "ACME", kind: "alphanumeric", country: "GB" },
] as const;

/** Spec 3.3 and 6.1, by what the loopback carrier does with the recipient. */
const OUTCOMES: [what: string, to: string, codes: string[], status: string][] = [
  ["N202 Delivered: receipt of the carrier's report", "16175550101", ["N201", "N202"], "Delivered"],
  ["E201 Failed: expired at the carrier", "16175550103", ["N201", "E201"], "Failed"],
  ["E201 Failed: refused by the carrier", "16175550104", ["N201", "E201"], "Failed"],
  ["E202 Rejected", "16175550105", ["N201", "E202"], "Rejected"],
  ["E201 Failed: unrecognised at the carrier", "16175550106", ["N201", "E201"], "Failed"],
  ["N202 after the carrier has throttled twice", "16175550109", ["N201", "N202"], "Delivered"],
  ["N202 to an operator without MMS", "16175550107", ["N201", "N202"], "Delivered"],
];

let test: TestService;

const spec = (title: string, run: () => Promise<void>) => Deno.test(`spec ${title}`, run);

Deno.test.beforeAll(async () => {
  const config = { DELIVER_RETRY: "0.05s" };
  test = await startService({ config, senders: [...SENDERS] });
});

Deno.test.afterAll(() => test.stop());

spec("4.5 success: status, tracking-id, to, from, status-details", async () => {
  const { response } = await sendSms(test);
  const { "tracking-id": id, "status-details": details, ...rest } = response;
  assert.deepEqual(rest, { status: "Success", to: TO, from: FROM, segments: 1 });
  assert.ok(id.length > 0);
  assert.match(details, /accepted and queued/);
});

spec("4.5 failure: status, error-code, error-info, to", async () => {
  const refused = await ask(test, { action: "sendsms", from: FROM, to: TO });
  assert.deepEqual(refused.body, {
    "status": "Failure",
    "error-code": "E712",
    "error-info": "message-text is required",
    "to": TO,
  });
  const text = { action: "sendsms", from: FROM, "message-text": "Hello" };
  assert.deepEqual((await ask(test, { ...text, to: "1234" })).body, {
    "status": "Failure",
    "error-code": "E110",
    "error-info": "to is not an international number",
    "to": "1234",
  });
});

spec(
  "4.5 message-text: 160 of GSM or 70 of Unicode are one message, more are several",
  async () => {
    const texts: [text: string, segments: number][] = [
      ["a".repeat(160), 1],
      ["a".repeat(161), 2],
      ["€".repeat(80), 1],
      ["€".repeat(81), 2],
      ["ж".repeat(70), 1],
      ["ж".repeat(71), 2],
      ["🎉".repeat(36), 2],
      ["a".repeat(255 * 153), 255],
    ];
    for (const [text, segments] of texts) {
      const { id, response } = await sendSms(test, { "message-text": text });
      assert.equal(response.segments, segments);
      const { body } = await test.admin("GET", `/messages/${id}`);
      assert.equal(body.segments, segments);
    }
    const beyond: [text: string, info: string][] = [
      ["a".repeat(255 * 153 + 1), "message-text must have at most 39015 characters"],
      ["ж".repeat(255 * 67 + 1), "message-text takes more than 255 messages"],
    ];
    for (const [text, info] of beyond) {
      const longest = { action: "sendsms", from: FROM, to: TO, "message-text": text };
      const refused = await ask(test, longest);
      assert.equal(faultOf(refused), "E100 400");
      assert.equal(refused.body["error-info"], info);
    }
  },
);

spec("4.5 message-text: the carrier gets the text, any Unicode, unchanged", async () => {
  const texts = ["Hello", "two\r\nlines", "Grüße 🎉 \u202eabc", "x".repeat(1600), "{$name|you}"];
  for (const text of texts) {
    const message = await carriedOnce(test, await sendSms(test, { "message-text": text }));
    assert.deepEqual([message.kind, message.text], ["SMS", text]);
  }
});

spec("4.5 to: with country code, in any usual spelling; one message each", async () => {
  const sent = await sendSms(test, { to: "+1 (617) 555-0101" });
  assert.equal((await carriedOnce(test, sent)).to, TO);
});

spec(
  "4.5 to: any valid number, in whatever country; the rule of 4.4 is not one of SMS",
  async () => {
    for (const to of ["447912345678", "14165550101", "81312345678", "8823456789"]) {
      assert.equal((await carriedOnce(test, await sendSms(test, { to }))).to, to);
    }
    const refused = { action: "sendsms", from: FROM, to: "1617555010", "message-text": "x" };
    assert.equal(faultOf(await ask(test, refused)), "E110 400");
  },
);

spec("4.5 from: an alphanumeric sender does not write to the USA", async () => {
  for (const to of [TO, "14165550101", "18005550199"]) {
    const body = { action: "sendsms", from: "ACME", to, "message-text": "x" };
    const refused = await ask(test, body);
    assert.equal(faultOf(refused), "E111 400");
    assert.match(refused.body["error-info"], /^from is alphanumeric, which carriers of (US|CA) /);
  }
});

for (const { address, country } of SENDERS) {
  spec(`4.5 from: ${address} (${country})`, async () => {
    const to = country === "GB" ? "447911120101" : TO;
    const { response, postbacks, id } = await sendSms(test, { from: address, to });
    assert.equal(response.from, address);
    for (const { from } of postbacks) assert.equal(from, address);
    assert.equal((await carriedOnce(test, { id })).from, address);
  });
}

spec("4.5 campaign-ref: returned in the postbacks", async () => {
  const { postbacks } = await sendSms(test, { "campaign-ref": "summer" });
  assert.deepEqual(postbacks.map((postback) => postback["campaign-ref"]), ["summer", "summer"]);
});

spec("4.5 campaign-ref: mandatory while Enforce Campaign Check is on", async () => {
  const enforce = (on: boolean) =>
    test.admin("PATCH", "/accounts/acme", { "enforce-campaign-check": on });
  await enforce(true);
  const refused = await ask(test, { action: "sendsms", from: FROM, to: TO, "message-text": "x" });
  assert.equal(faultOf(refused), "E715 403");
  const subscription = { "campaign-ref": "summer", recipient: TO };
  await test.admin("POST", "/accounts/acme/subscriptions", subscription);
  await sendSms(test, { "campaign-ref": "summer" });
  await enforce(false);
});

spec("4.5 click-tracking: false, or none, sends the text as it is", async () => {
  const text = "See https://example.com/sale?x=1";
  for (const more of [{}, { "click-tracking": false }]) {
    const message = await carriedOnce(
      test,
      await sendSms(test, { "message-text": text, ...more }),
    );
    assert.equal(message.text, text);
  }
});

for (const [title, to, codes, status] of OUTCOMES) {
  spec(`3.3 ${title} (recipient …${to.slice(-4)})`, async () => {
    const { id, postbacks } = await sendSms(test, { to }, codes);
    assert.deepEqual(postbacks.map((postback) => postback.status), ["Sent", status]);
    assert.equal((await carried(test, { id })).length, 1);
  });
}

spec("6.1 N202 may never arrive: a carrier that reports nothing leaves it at N201", async () => {
  const silent = await sendSms(test, { to: "16175550102" }, ["N201"]);
  // By the time a later one is delivered, a report on the first would have come.
  await sendSms(test);
  assert.deepEqual(test.receiver.codes(silent.id), ["N201"]);
});

spec(
  "6.5 fields: these, in this order, with campaign-ref only if the request has one",
  async () => {
    const fields = [
      "origin",
      "code",
      "sent-as",
      "status",
      "from",
      "to",
      "timestamp",
      "tracking-id",
    ];
    const plain = await sendSms(test);
    const campaign = await sendSms(test, { "campaign-ref": "summer" });
    for (const postback of plain.postbacks) assert.deepEqual(Object.keys(postback), fields);
    for (const postback of campaign.postbacks) {
      assert.deepEqual(Object.keys(postback), [...fields, "campaign-ref"]);
    }
    const { timestamp, ...n201 } = plain.postbacks[0];
    assert.match(timestamp, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}[+-]\d\d:\d\d$/);
    assert.deepEqual(n201, {
      "origin": "SMS_MT",
      "code": "N201",
      "sent-as": "SMS",
      "status": "Sent",
      "from": FROM,
      "to": TO,
      "tracking-id": plain.id,
    });
  },
);

spec("8 one recipient per request", async () => {
  const both = { action: "sendsms", from: FROM, to: `${TO},16175550102`, "message-text": "x" };
  assert.equal(faultOf(await ask(test, both)), "E110 400");
});

spec("1.8 postbacks of one message arrive in order, whatever the load", async () => {
  const responses = await Promise.all(
    Array.from(
      { length: 100 },
      () => ask(test, { action: "sendsms", from: FROM, to: TO, "message-text": "x" }),
    ),
  );
  const ids = responses.map((response) => bodyOfSuccess(response)["tracking-id"]);
  assert.equal(new Set(ids).size, 100);
  await Promise.all(ids.map((id) => test.receiver.untilCodes(id, ["N201", "N202"])));
});

Deno.test("plain typography, where an operator wants it: one message instead of two", async () => {
  await using test = await startService({ config: { SMS_PLAIN_TYPOGRAPHY: "on" } });
  const text = `It’s “${"x".repeat(70)}” – now…`;
  const { response, id } = await sendSms(test, { "message-text": text });
  assert.equal(response.segments, 1);
  const message = await carriedOnce(test, { id });
  assert.equal(message.text, `It's "${"x".repeat(70)}" - now...`);
});
