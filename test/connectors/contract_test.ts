/**
 * Submission results that every connector shares, whatever protocol its carrier speaks
 * (src/ports/carrier.ts).
 */
import assert from "node:assert/strict";
import { createLoopback } from "../../src/connectors/loopback/mod.ts";
import { carriers } from "../../src/connectors/mod.ts";
import type { Submission, SubmissionResult } from "../../src/ports/mod.ts";
import { startJobs } from "../support/jobs.ts";
import { until } from "../support/until.ts";
import { createVirtualTime } from "../support/virtual_time.ts";
import { type Carrier, CASES, type Doing, type StartOptions } from "./cases.ts";
import * as smsc from "./smsc_carrier.ts";

/** Result of a submission by behaviour. */
const RESULTS: Record<Doing, SubmissionResult["status"]> = {
  "take": "accepted",
  "throttle": "throttled",
  "fail": "temporary",
  "refuse": "permanent",
  "be silent": "unconfirmed",
  "break off": "unconfirmed",
  "go away": "temporary",
};

/** Starts the loopback carrier, whose behaviour depends on the recipient. */
async function startLoopback(): Promise<Carrier> {
  const jobs = await startJobs();
  const { parts } = smsc.testParts();
  const host = { ...parts.host, inbound: () => Promise.resolve(false) };
  const connector = createLoopback(host, jobs.store.loopback, () => crypto.randomUUID());
  await connector.start();
  const recipient = (to: string) => () => ({ to });
  return {
    connector,
    submission: (fields) => ({ ...smsc.newSms(), ...fields }) as Submission,
    does: {
      "take": recipient("16175550102"),
      "throttle": recipient("16175550109"),
      "refuse": recipient("16175550104"),
    },
    async [Symbol.asyncDispose]() {
      await connector.stop();
      await jobs[Symbol.asyncDispose]();
    },
  };
}

const KINDS = Object.entries(CASES);

Deno.test("each kind of carrier has cases", () => {
  assert.deepEqual(Object.keys(CASES).sort(), Object.keys(carriers).sort());
});

const ALL_DOINGS = Object.keys(RESULTS) as Doing[];

/** Wait for the response of a silent carrier, in seconds. */
const SHORT_WAIT = { timeoutSeconds: 0.3 };

interface Kind {
  kind: string;
  start(options?: StartOptions): Promise<Carrier>;
  doings: readonly Doing[];
}

const ALL: readonly Kind[] = [
  { kind: "loopback", start: startLoopback, doings: ["take", "throttle", "refuse"] },
  ...KINDS.map(([kind, { start }]) => ({ kind, start, doings: ALL_DOINGS })),
];

for (const { kind, start, doings } of ALL) {
  const title = `a connector returns the contract's results, ${kind}`;

  for (const doing of doings) {
    Deno.test(`${title}: with a carrier set to ${doing}`, async () => {
      await using carrier = await start(doing === "be silent" ? SHORT_WAIT : {});
      const fields = await carrier.does[doing]!();
      const result = await carrier.connector.submit(carrier.submission(fields));
      assert.equal(result.status, RESULTS[doing]);
      if ("reason" in result) assert.ok(result.reason.length > 0);
    });
  }

  Deno.test(`${title}: each accepted message has an id of its own`, async () => {
    await using carrier = await start();
    const fields = await carrier.does.take();
    const submissions = Array.from({ length: 10 }, () => carrier.submission(fields));
    const results = await Promise.all(
      submissions.map((submission) => carrier.connector.submit(submission)),
    );
    const ids = results.map((response) => response.status === "accepted" ? response.carrierId : "");
    assert.ok(ids.every((id) => id !== ""));
    assert.equal(new Set(ids).size, 10);
  });
}

for (const [kind, { start }] of KINDS) {
  const title = `a connector to a remote carrier returns the contract's results, ${kind}`;

  Deno.test(`${title}: a submission without a response may be submitted again`, async () => {
    await using carrier = await start(SHORT_WAIT);
    await carrier.does["be silent"]();
    const submission = carrier.submission();
    assert.equal((await carrier.connector.submit(submission)).status, "unconfirmed");
    await carrier.does.take();
    const again = { ...submission, attempt: 2, resubmitted: true };
    // The response may take longer than the short wait, on a busy machine.
    const { status } = await until(
      () => carrier.connector.submit(again),
      ({ status }) => status !== "unconfirmed",
    );
    assert.equal(status, "accepted");
  });

  Deno.test(`${title}: an unsupported and an expired message fail for good`, async () => {
    await using carrier = await start();
    if (carrier.other !== null) {
      assert.deepEqual(await carrier.connector.submit(carrier.other), {
        status: "permanent",
        outcome: { outcome: "failed", details: "No way to send MMS or SMS" },
      });
    }
    const over = carrier.submission({ expiresAt: Date.now() - 1 });
    assert.deepEqual(await carrier.connector.submit(over), {
      status: "permanent",
      outcome: { outcome: "expired" },
    });
  });

  Deno.test(`${title}: submissions are spaced at the rate, and those too many come later`, async () => {
    const time = createVirtualTime();
    await using carrier = await start({ limit: { rate: 2, burst: 0 }, time });
    const fields = await carrier.does.take();
    const submit = () => carrier.connector.submit(carrier.submission(fields));
    const [first, second, third, fourth] = [submit(), submit(), submit(), submit()];
    assert.equal((await first).status, "accepted");
    const later = await fourth;
    assert.equal(later.status, "throttled");
    assert.ok("retryAfterMs" in later && later.retryAfterMs! >= 1500);
    assert.equal(carrier.connector.state().waiting, 2);
    for (const waiting of [second, third]) {
      const [before, { inFlight }] = [time.nextAt!, carrier.connector.state()];
      assert.equal(inFlight, 0);
      time.moveTo(before);
      assert.equal((await waiting).status, "accepted");
    }
    assert.ok(time.now() > 1000);
  });

  Deno.test(`${title}: a burst goes at once`, async () => {
    const time = createVirtualTime();
    await using carrier = await start({ limit: { rate: 4, burst: 3 }, time });
    const fields = await carrier.does.take();
    const submit = () => carrier.connector.submit(carrier.submission(fields));
    const results = await Promise.all([submit(), submit(), submit()]);
    assert.deepEqual(results.map(({ status }) => status), Array(3).fill("accepted"));
  });

  Deno.test(`${title}: a replaced connector sends messages to its successor`, async () => {
    await using carrier = await start();
    await carrier.connector.stop();
    const result = await carrier.connector.submit(carrier.submission());
    assert.equal(result.status, "temporary");
    assert.ok("retryAfterMs" in result && result.retryAfterMs! > 0);
  });
}
