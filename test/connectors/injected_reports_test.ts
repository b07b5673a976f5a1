/** Reports that an operator injects into the loopback carrier: the tables of spec 3.2 and 3.3. */
import assert from "node:assert/strict";
import { settledTemplate } from "../http/door.ts";
import { startMmsc } from "../support/mmsc.ts";
import { jsonOf, SHORT_CODE, startService, type TestService } from "../support/service.ts";
import { until } from "../support/until.ts";

/** Recipient whose messages the carrier accepts without ever reporting on them. */
const SILENT = "16175550102";
/** Recipient whose messages the carrier throttles at first. */
const THROTTLED = "16175550109";

type Outcome = "delivered" | "expired" | "failed" | "rejected" | "unrecognised" | "noted";

/** Kind of message, and the way it is sent. */
type Kind = "SMS" | "MMS" | "MMS as SMS";

interface Step {
  outcome: Outcome;
  state: string;
  /** Code of the postback; null: none. */
  code: string | null;
  status?: string;
}

const MMS: Step[] = [
  { outcome: "delivered", state: "delivered", code: "N102", status: "Delivered" },
  { outcome: "expired", state: "expired", code: "N103", status: "Expired" },
  { outcome: "failed", state: "failed", code: "E101", status: "Failed" },
  { outcome: "rejected", state: "rejected", code: "E102", status: "Rejected" },
  { outcome: "unrecognised", state: "unrecognised", code: "E102", status: "Unrecognised" },
  { outcome: "noted", state: "submitted", code: null },
];

const TABLE: Record<Kind, Step[]> = {
  "MMS": MMS,
  "MMS as SMS": MMS,
  "SMS": [
    { outcome: "delivered", state: "delivered", code: "N202", status: "Delivered" },
    { outcome: "expired", state: "failed", code: "E201", status: "Failed" },
    { outcome: "failed", state: "failed", code: "E201", status: "Failed" },
    { outcome: "rejected", state: "rejected", code: "E202", status: "Rejected" },
    { outcome: "unrecognised", state: "failed", code: "E201", status: "Failed" },
    { outcome: "noted", state: "submitted", code: null },
  ],
};

/**
 * `status-details` without details in the report, with a text of the spec, and with other words.
 */
const DETAILS: Record<Outcome, [ordinary: string, given?: string, words?: string]> = {
  delivered: ["Message Delivered"],
  expired: ["Message Expired"],
  failed: ["No way to send MMS or SMS", "Internal Routing Error", "Message Rejected"],
  rejected: ["Message Rejected", "Network Unreachable", "error 00b"],
  unrecognised: ["5000:Exception", "17:Exception", "what is this"],
  noted: ["Deferred", "Handset is off"],
};

let test: TestService;
let mmsId: string;

Deno.test.beforeAll(async () => {
  test = await startService({ config: { DELIVER_RETRY: "1h" }, senders: [SHORT_CODE] });
  mmsId = await settledTemplate(test, {
    action: "savemms",
    name: "Words",
    "fallback-sms-text": "See it",
    slide: [{ "message-text": "Hello" }],
  });
});

Deno.test.afterAll(() => test.stop());

/** Sends a message, and returns its tracking-id. */
async function send(kind: Kind, to = SILENT, from = "111122"): Promise<string> {
  const body = kind === "SMS" ? { action: "sendsms", from, to, "message-text": "Hello" } : {
    action: "sendsavedmms",
    "mms-id": mmsId,
    from,
    to,
    "force-send-as-sms": kind === "MMS as SMS",
  };
  return (await jsonOf(await test.post(body)))["tracking-id"];
}

/** Waits for a state of a message, and returns the message as the operator sees it. */
// deno-lint-ignore no-explicit-any -- tests look into bodies field by field
async function inState(trackingId: string, state: string): Promise<any> {
  return await until(
    async () => (await test.admin("GET", `/messages/${trackingId}`)).body,
    (message) => message.state === state,
  );
}

const report = (trackingId: string, fields: Record<string, unknown>) =>
  test.admin("POST", "/loopback/reports", { "tracking-id": trackingId, ...fields });

for (const [kind, steps] of Object.entries(TABLE) as [Kind, Step[]][]) {
  for (const { outcome, state, code, status } of steps) {
    const [ordinary, ...others] = DETAILS[outcome];
    for (const details of [undefined, ...others]) {
      const words = details === undefined ? "" : ` (${details})`;
      Deno.test(`${kind} reported ${outcome}${words} is ${state}, ${code ?? "untold"}`, async () => {
        const begun = kind === "SMS" ? "N201" : "N101";
        const id = await send(kind);
        await inState(id, "submitted");
        const response = await report(id, { outcome, ...details === undefined ? {} : { details } });
        assert.deepEqual([response.status, response.body.state], [200, state]);
        await test.receiver.untilCodes(id, code === null ? [begun] : [begun, code]);
        const { history, postbacks } = await inState(id, state);
        if (code === null) {
          const { event, details: noted } = history.at(-1);
          assert.deepEqual([event, noted], ["report noted", details ?? ordinary]);
          assert.equal(postbacks.length, 1);
          return;
        }
        const { body } = test.receiver.received.findLast(({ body }) => body["tracking-id"] === id)!;
        assert.equal(body.status, status);
        assert.equal(body["sent-as"], kind === "MMS" ? "MMS" : "SMS");
        const isText = details === others[0];
        const text = isText ? details ?? ordinary : ordinary;
        if (kind !== "SMS") assert.equal(body["status-details"], text);
        assert.equal(response.body["status-reason"], isText ? null : details ?? null);
      });
    }
  }
}

Deno.test("a report of delivery may name the handset, for N102", async () => {
  const id = await send("MMS");
  await inState(id, "submitted");
  const { body } = await report(id, { outcome: "delivered", handset: "Apple iPhone14,2" });
  assert.equal(body.handset, "Apple iPhone14,2");
  await test.receiver.untilCodes(id, ["N101", "N102"]);
  const postback = test.receiver.received.findLast(({ body }) => body["tracking-id"] === id)!;
  assert.equal(postback.body.handset, "Apple iPhone14,2");
});

for (const kind of Object.keys(TABLE) as Kind[]) {
  Deno.test(`a final state of an ${kind} stays, whatever is reported later`, async () => {
    for (const { outcome, state, code } of TABLE[kind].filter(({ code }) => code !== null)) {
      const id = await send(kind);
      await inState(id, "submitted");
      await report(id, { outcome });
      for (const late of TABLE[kind]) {
        const { status, body } = await report(id, { outcome: late.outcome });
        assert.equal(status, 409);
        assert.equal(body["error-info"], `the message is ${state}, which is final; send another`);
      }
      const { postbacks } = await inState(id, state);
      assert.equal(postbacks.at(-1).code, code);
      assert.equal(postbacks.length, 2);
    }
  });
}

Deno.test("of two reports at once one counts", async () => {
  const id = await send("SMS");
  await inState(id, "submitted");
  await Promise.all(["delivered", "failed"].map((outcome) => report(id, { outcome })));
  const { state, postbacks } = (await test.admin("GET", `/messages/${id}`)).body;
  const codes = postbacks.map(({ code }: { code: string }) => code);
  assert.deepEqual(codes, ["N201", state === "delivered" ? "N202" : "E201"]);
});

Deno.test("a report on a message that no carrier has yet is refused", async () => {
  const id = await send("SMS", THROTTLED);
  await inState(id, "sent");
  const { status, body } = await report(id, { outcome: "delivered" });
  assert.equal(status, 409);
  assert.equal(body["error-info"], "the message is sent: no carrier has it yet; try again");
});

Deno.test("only its own carrier reports on a message", async () => {
  await using mmsc = await startMmsc();
  const connector = { "name": "mmsc", "kind": "mmsc_mm7", "url": mmsc.url, "vaspid": "us" };
  assert.equal((await test.admin("POST", "/connectors", connector)).status, 201);
  const sender = { ...SHORT_CODE, "address": "333344", "mms-connector": "mmsc" };
  assert.equal((await test.admin("POST", "/accounts/acme/senders", sender)).status, 201);
  const id = await send("MMS", SILENT, "333344");
  await inState(id, "submitted");
  const { status, body } = await report(id, { outcome: "delivered" });
  assert.equal(status, 409);
  assert.match(
    body["error-info"],
    /^the message went to mmsc, and only that carrier can report on it/,
  );
  await inState(id, "submitted");
});

Deno.test("an invalid report is refused, and changes nothing", async () => {
  const id = await send("SMS");
  await inState(id, "submitted");
  const table: [number, Record<string, unknown>, RegExp][] = [
    [
      400,
      { outcome: "delivered", details: "x" },
      /^details do not apply to the outcome delivered$/,
    ],
    [400, { outcome: "expired", details: "x" }, /^details do not apply to the outcome expired$/],
    [400, { outcome: "failed", handset: "x" }, /^handset applies to the outcome delivered only$/],
    [400, { outcome: "lost" }, /^outcome must be /],
    [400, {}, /^outcome must be one of /],
  ];
  for (const [status, fields, info] of table) {
    const response = await report(id, fields);
    assert.equal(response.status, status, JSON.stringify(fields));
    assert.match(response.body["error-info"], info);
  }
  assert.equal((await report("nothing", { outcome: "delivered" })).status, 404);
  assert.equal((await inState(id, "submitted")).postbacks.length, 1);
});
