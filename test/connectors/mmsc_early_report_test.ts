/** Reports of an MMSC on messages that it has not named yet. */
import assert from "node:assert/strict";
import { accepted } from "../support/mmsc.ts";
import { movableClock } from "../support/movable_clock.ts";
import { newSubmission, startCarrier } from "./carrier.ts";
import { post, reportReq } from "./mmsc_posts.ts";

Deno.test("a report on an unknown message is accepted while a submission may get its id", async () => {
  const clock = movableClock();
  await using carrier = await startCarrier({}, clock);
  const { connector, host, mmsc, parts } = carrier;
  host.report = () => Promise.resolve(false);
  const codeOf = async () => (await post(carrier, { body: reportReq("Retrieved") })).code;
  const inFlight = Promise.withResolvers<void>();
  const responded = Promise.withResolvers<void>();
  mmsc.respond = async (submitted) => {
    inFlight.resolve();
    await responded.promise;
    return accepted(submitted, "mmsc-1");
  };
  assert.equal(await codeOf(), 2005);
  const submission = connector.submit(newSubmission());
  await inFlight.promise;
  assert.equal(await codeOf(), 1000);
  responded.resolve();
  assert.equal((await submission).status, "accepted");
  clock.advance(59_000);
  assert.equal(await codeOf(), 1000);
  clock.advance(2000);
  assert.equal(await codeOf(), 2005);
  // Another machine submits.
  parts.host.isSubmitting = (name) => Promise.resolve(name === "mmsc");
  assert.equal(await codeOf(), 1000);
});
