/** An MMSC that does not respond: the result depends on whether it may have the message. */
import assert from "node:assert/strict";
import { accepted, startMmsc } from "../support/mmsc.ts";
import { startRawServer } from "../support/raw_server.ts";
import { newSubmission, startCarrier, type TestCarrier } from "./carrier.ts";
import { refusingPort } from "../support/refusing_port.ts";

/** Submits a message that certainly does not arrive, and returns its facts in the log. */
async function unreached(carrier: TestCarrier): Promise<Record<string, unknown>> {
  const result = await carrier.connector.submit(newSubmission());
  assert.equal(result.status, "temporary");
  assert.ok("isUnreached" in result);
  assert.equal(carrier.lines.length, 1);
  assert.match(carrier.lines[0]!.message, /^the MMSC was not reached; .* retried/);
  return carrier.lines[0]!.facts;
}

Deno.test("an MMSC that cannot be reached", async () => {
  using refusing = await refusingPort();
  await using carrier = await startCarrier({ url: `http://127.0.0.1:${refusing.port}/` });
  assert.match(String((await unreached(carrier)).do), /can be reached/);
});

Deno.test("an MMSC that does not speak TLS as configured", async () => {
  await using mmsc = await startMmsc();
  await using carrier = await startCarrier({ url: mmsc.url.replace("http:", "https:") });
  assert.match(String((await unreached(carrier)).do), /can be reached/);
  assert.equal(mmsc.received.length, 0);
});

Deno.test("an MMSC that does not accept a connection in time", async () => {
  await using mute = await startRawServer(() => {});
  const url = mute.url.replace("http:", "https:");
  await using carrier = await startCarrier({ url, timeoutSeconds: 0.3 });
  const { err } = await unreached(carrier);
  assert.match(String(err), /^no connection to the server in time|did not respond/);
});

Deno.test("a message over a reused connection that breaks is sent once", async () => {
  await using carrier = await startCarrier();
  const { connector, mmsc } = carrier;
  assert.equal((await connector.submit(newSubmission())).status, "accepted");
  mmsc.respond = () => "drop";
  assert.equal((await connector.submit(newSubmission())).status, "unconfirmed");
  assert.deepEqual([mmsc.received.length, mmsc.connections], [2, 1]);
});

Deno.test("a repeated submission is the same transaction, and logged", async () => {
  await using carrier = await startCarrier();
  const { connector, lines, mmsc } = carrier;
  const submission = newSubmission();
  mmsc.respond = () => "drop";
  assert.equal((await connector.submit(submission)).status, "unconfirmed");
  mmsc.respond = (submitted) => accepted(submitted, "m-1");
  const again = { ...submission, attempt: 2, resubmitted: true };
  assert.deepEqual(await connector.submit(again), { status: "accepted", carrierId: "m-1" });
  const [first, second] = mmsc.received;
  assert.equal(second!.transactionId, first!.transactionId);
  assert.match(lines.at(-1)!.message, /^resubmitting .* may arrive twice$/);
});
