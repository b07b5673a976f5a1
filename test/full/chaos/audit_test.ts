/** The audit finds each fault. */
import assert from "node:assert/strict";
import { audit } from "../../chaos/audit/mod.ts";
import type { InboundRow, MessageRow, TemplateRow, World } from "../../chaos/audit/world.ts";
import { type CustomerRequest, Ledger, type ReceivedPostback } from "../../chaos/ledger.ts";

const ID = "0197c1e2a6b47d3f9d22";
const TO = "12000010100";
const HANDSET = "19100000010";

interface Scene {
  ledger: Ledger;
  world: World;
  request: CustomerRequest;
  message: MessageRow;
  inbound: InboundRow;
  template: TemplateRow;
}

function newPostback(
  code: string,
  subject: string,
  fields: Partial<ReceivedPostback> = {},
): ReceivedPostback {
  return {
    account: "bolt",
    channel: "json",
    id: `${subject} ${code}`,
    code,
    subject,
    body: code,
    isSigned: true,
    fate: "taken",
    accepted: "yes",
    ...fields,
  };
}

/** Creates a text, a template and a message from a handset, all correct. */
function scene(): Scene {
  const ledger = new Ledger();
  const request: CustomerRequest = {
    account: "bolt",
    kind: "sendsms",
    to: TO,
    outcome: "accepted",
    trackingId: ID,
    attempts: 1,
    lastResponse: "200",
  };
  ledger.requests.push(request);
  ledger.saved.push(
    { account: "bolt", name: "t-1", outcome: "accepted", mmsId: "mms-1", lastResponse: "200" },
  );
  ledger.written.push({
    carrier: "smsc-2",
    kind: "SMS",
    account: "bolt",
    from: HANDSET,
    lives: new Set([1]),
    hasId: false,
    response: "kept",
  });
  ledger.submitted.push({ carrier: "smsc-2", to: TO, segment: 1, id: "smsc-2-1", fate: "taken" });
  ledger.reported.push({
    carrier: "smsc-2",
    id: "smsc-2-1",
    to: TO,
    says: "delivered",
    response: "taken",
  });
  ledger.received.push(
    newPostback("N201", ID, { accepted: "no", fate: "500" }),
    newPostback("N201", ID),
    newPostback("N202", ID),
    newPostback("N003", "t-id"),
    newPostback("N211", "mo-id"),
  );
  const sent = (code: string, subject: string) => ({
    id: `${subject} ${code}`,
    code,
    state: "sent" as const,
    "last-error": null,
  });
  const message: MessageRow = {
    "tracking-id": ID,
    account: "bolt",
    kind: "SMS_MT",
    state: "delivered",
    to: TO,
    from: "222233",
    segments: 1,
    connector: "smsc-2",
    "carrier-id": "smsc-2-1",
    history: [],
    postbacks: [sent("N201", ID), sent("N202", ID)],
  };
  const inbound: InboundRow = {
    "tracking-id": "mo-id",
    account: "bolt",
    kind: "SMS_MO",
    connector: "smsc-2",
    from: HANDSET,
    history: [],
    postbacks: [sent("N211", "mo-id")],
  };
  const template: TemplateRow = {
    "mms-id": "mms-1",
    account: "bolt",
    name: "t-1",
    state: "ready",
    "tracking-id": "t-id",
  };
  const world = { messages: [message], inbound: [inbound], templates: [template], loopback: [] };
  return { ledger, world, request, message, inbound, template };
}

Deno.test("a correct state has no findings", () => {
  const { ledger, world } = scene();
  assert.deepEqual(audit(ledger, world), []);
});

/** Has the message canceled before its submission. */
function cancel({ ledger, message }: Scene): void {
  message.state = "canceled";
  message.postbacks.pop();
  ledger.received.splice(2, 1);
  ledger.submitted.pop();
  ledger.reported.pop();
}

/** Changes to the scene, and the faults that the audit then finds. */
const CASES: [name: string, harm: (scene: Scene) => void, faults: string[]][] = [
  ["a message that is gone", ({ world }) => world.messages.pop(), Array(4).fill("sendsms lost")],
  ["a message under another id", ({ request }) => request.trackingId = "other", ["sendsms lost"]],
  ["a message twice", ({ world, message }) => world.messages.push(message), ["sendsms doubled"]],
  ["a message that never ends", ({ message }) => message.state = "sent", ["sendsms stuck"]],
  ["a report without effect", ({ ledger, message }) => {
    ledger.reported[0]!.says = "other";
    message.state = "submitted";
    message.postbacks.pop();
    ledger.received.splice(2, 1);
  }, ["sendsms stuck"]],
  ["a postback that never came", ({ ledger }) => ledger.received.splice(2, 1), ["sendsms lost"]],
  ["a postback that waits", ({ message }) => message.postbacks[1]!.state = "parked", [
    "sendsms stuck",
  ]],
  ["a dead postback", ({ message }) => message.postbacks[1]!.state = "dead", [
    "sendsms lost",
  ]],
  ["a postback of another state", ({ ledger }) => ledger.received[2]!.code = "E201", [
    "sendsms lost",
  ]],
  [
    "a postback under two ids",
    ({ ledger }) => ledger.received.push(newPostback("N202", ID, { id: "new" })),
    [
      "sendsms doubled",
    ],
  ],
  ["a postback before the previous one was accepted", ({ ledger }) => {
    ledger.received.splice(1, 2, newPostback("N202", ID), newPostback("N201", ID));
  }, ["sendsms out of order"]],
  ["a postback before the previous one", ({ ledger }) => {
    ledger.received.splice(0, 3, newPostback("N202", ID), newPostback("N201", ID));
  }, ["sendsms out of order"]],
  ["a postback with a wrong signature", ({ ledger }) => ledger.received[2]!.isSigned = false, [
    "sendsms wrong",
  ]],
  [
    "a repeated postback with another body",
    ({ ledger }) => ledger.received[1]!.body = "new",
    [
      "sendsms wrong",
    ],
  ],
  [
    "a postback of an unknown message",
    ({ ledger }) => ledger.received.push(newPostback("N201", "new")),
    [
      "sendsms lost",
    ],
  ],
  ["a submission taken twice", ({ ledger }) => ledger.submitted.push(ledger.submitted[0]!), [
    "sendsms doubled",
  ]],
  ["a submission taken twice, as its log says", ({ ledger, message }) => {
    ledger.submitted.push(ledger.submitted[0]!);
    message.history.push({ event: "submitted again" });
  }, []],
  ["a submission taken by two carriers", ({ world }) => {
    world.loopback.push({ "carrier-id": "1", "tracking-id": ID, to: TO });
  }, ["sendsms doubled"]],
  ["a delivery that no carrier reported", ({ ledger }) => ledger.reported.pop(), [
    "sendsms wrong",
  ]],
  ["a message in state `unreported` with a report of its carrier", ({ message, ledger }) => {
    message.state = "unreported";
    message.postbacks.pop();
    ledger.received.splice(2, 1);
  }, ["sendsms stuck"]],
  ["a canceled message", (scene) => {
    cancel(scene);
    scene.request.cancellation = "accepted";
  }, []],
  ["a canceled message that a carrier has", ({ ledger, ...rest }) => {
    const [submission] = ledger.submitted;
    cancel({ ledger, ...rest });
    rest.request.cancellation = "unknown";
    ledger.submitted.push(submission!);
  }, ["sendsms not to be"]],
  ["a message that nobody has canceled", cancel, ["sendsms wrong"]],
  ["a cancellation without effect", ({ request }) => request.cancellation = "accepted", [
    "sendsms wrong",
  ]],
  ["a message without a report", ({ message, ledger }) => {
    message.state = "unreported";
    message.postbacks.pop();
    ledger.received.splice(2, 1);
    ledger.reported.pop();
  }, []],
  ["a presumed end that a report overturned", ({ message, ledger }) => {
    message.history.push({ event: "presumed expired" });
    ledger.received.splice(2, 0, newPostback("E201", ID));
  }, []],
  ["an end that a report may not overturn", ({ ledger }) => {
    ledger.received.splice(2, 0, newPostback("E201", ID));
  }, ["sendsms lost"]],
  ["a refused message that was sent", ({ request }) => request.outcome = "refused", [
    "sendsms not to be",
  ]],
  ["an unanswered request that was accepted", ({ request }) => {
    Object.assign(request, { outcome: "unknown", trackingId: null });
  }, []],
  ["an unanswered request that was performed in part", ({ ledger, request }) => {
    Object.assign(request, { outcome: "unknown", trackingId: null });
    ledger.received.splice(0, 3);
  }, ["sendsms lost"]],
  ["a message without a request", ({ world, message }) => {
    world.messages.push({ ...message, to: "12000020100", "tracking-id": "new" });
  }, ["sendsms wrong"]],
  ["a template that stays locked", ({ template }) => template.state = "locked", [
    "savemms stuck",
  ]],
  ["a template without a postback", ({ ledger }) => ledger.received.splice(3, 1), [
    "savemms lost",
  ]],
  ["a lost message from a handset", ({ ledger, world }) => {
    world.inbound.pop();
    ledger.received.pop();
  }, ["inbound lost"]],
  ["a message from a handset twice", ({ world, inbound }) => world.inbound.push(inbound), [
    "inbound doubled",
  ]],
  ["a text from a handset twice, in two lives", ({ ledger, world, inbound }) => {
    ledger.written[0]!.lives.add(2);
    world.inbound.push(inbound);
  }, []],
  ["a text with an id twice, in two lives", ({ ledger, world, inbound }) => {
    ledger.written[0]!.lives.add(2);
    ledger.written[0]!.hasId = true;
    world.inbound.push(inbound);
  }, ["inbound doubled"]],
  ["a message from a handset without a postback", ({ ledger }) => ledger.received.pop(), [
    "inbound lost",
  ]],
];

for (const [name, harm, faults] of CASES) {
  Deno.test(`found: ${name}`, () => {
    const damaged = scene();
    harm(damaged);
    const found = audit(damaged.ledger, damaged.world).map(({ of, fault }) => `${of} ${fault}`);
    assert.deepEqual(found, faults);
  });
}
