/** Requests that wait for a response: time limits, and what never went out. */
import assert from "node:assert/strict";
import {
  createPendingRequests,
  type RequestResult,
} from "../../src/connectors/smsc_smpp/pending_requests.ts";
import type { Pdu, RequestCommand } from "../../src/smpp/pdu.ts";
import { createVirtualTime } from "../support/virtual_time.ts";
import { newSms, startCarrier, testParts } from "./smsc_carrier.ts";

const responseTo = (command: Pdu["command"], sequence_number: number): Pdu => ({
  command,
  sequence_number,
  command_length: 16,
  command_id: 0,
  command_status: 0,
});

Deno.test("each request is given up after its own time, and the others wait on", async () => {
  const time = createVirtualTime();
  const late: RequestCommand[] = [];
  const pending = createPendingRequests(60, (command) => void late.push(command), time);
  const results: [number, boolean][] = [];
  const note = ({ sequence, result }: { sequence: number; result: Promise<RequestResult> }) =>
    result.then(({ responded }) => void results.push([sequence, responded]));
  const first = note(pending.add("submit_sm"));
  const second = note(pending.add("submit_sm"));
  time.moveTo(30);
  const last = note(pending.add("enquire_link"));
  assert.equal(pending.settle(responseTo("submit_sm_resp", 2)), true);
  time.moveTo(59);
  await second;
  assert.deepEqual(late, []);
  time.moveTo(60);
  await first;
  time.moveTo(90);
  await last;
  assert.deepEqual(results, [[2, true], [1, false], [3, false]]);
  assert.deepEqual(late, ["submit_sm", "enquire_link"]);
  // Its timer has ended with the last request; a new request starts another.
  const again = pending.add("unbind");
  time.moveTo(150);
  assert.equal((await again.result).responded, false);
  assert.equal(late.at(-1), "unbind");
});

Deno.test("a response settles the request of its kind, once", async () => {
  const pending = createPendingRequests(60_000, () => {});
  const { sequence, result } = pending.add("submit_sm");
  assert.equal(pending.settle(responseTo("enquire_link_resp", sequence)), false);
  assert.equal(pending.settle(responseTo("submit_sm_resp", sequence + 1)), false);
  assert.equal(pending.settle(responseTo("submit_sm_resp", sequence)), true);
  assert.equal(pending.settle(responseTo("submit_sm_resp", sequence)), false);
  assert.equal((await result).responded, true);
  const refused = pending.add("submit_sm");
  assert.equal(pending.settle(responseTo("generic_nack", refused.sequence)), true);
  pending.abandon("the test is over");
});

Deno.test("an abandoned request tells whether it went out", async () => {
  const pending = createPendingRequests(60_000, () => {});
  const gone = pending.add("submit_sm");
  pending.sent();
  const here = pending.add("submit_sm");
  pending.abandon("broken");
  assert.deepEqual(await Promise.all([gone.result, here.result]), [
    { responded: false, reason: "broken", sent: true },
    { responded: false, reason: "broken", sent: false },
  ]);
});

Deno.test("a submission that did not go out before the connection broke is not in doubt", async () => {
  const test = testParts();
  const { connect } = test.parts;
  let drop = () => {};
  test.parts.connect = async (host, port) => {
    const socket = await connect(host, port);
    drop = () => void socket.destroy(new Error("reset"));
    return socket;
  };
  const titles: string[] = [];
  test.parts.exchanges = {
    isOn: true,
    record(make) {
      titles.push(...make().map(({ title }) => title));
      // In the turn of the event loop in which the submission is encoded, just after it.
      if (titles.length === 1) queueMicrotask(drop);
    },
  };
  await using carrier = await startCarrier({}, test);
  const { connector, smsc } = carrier;
  const result = await connector.submit(newSms());
  const reason = "the connection broke: reset";
  assert.deepEqual(result, { status: "temporary", reason, isUnreached: true });
  assert.deepEqual(titles, ["submit_sm", "Not sent"]);
  assert.equal(smsc.submitted.length, 0);
});
