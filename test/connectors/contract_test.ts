/**
 * Submission results that every connector shares, whatever protocol its carrier speaks
 * (src/ports/carrier.ts).
 */
import assert from "node:assert/strict";
import { createLoopback } from "../../src/connectors/loopback/mod.ts";
import type { Connector, Submission, SubmissionResult } from "../../src/ports/mod.ts";
import { startJobs } from "../support/jobs.ts";
import { accepted, faulty, type MmscAnswer } from "../support/mmsc.ts";
import * as mmsc from "./carrier.ts";
import * as smsc from "./smsc_carrier.ts";

/** Behaviour of a carrier towards the next submissions. */
type Doing = "take" | "throttle" | "fail" | "refuse" | "be silent" | "break off" | "go away";

/** Has it done. Answers what a submission must have for it. */
type Tell = () => Partial<Submission> | Promise<Partial<Submission>>;

interface Carrier extends AsyncDisposable {
  connector: Connector;
  submission(fields?: Partial<Submission>): Submission;
  /** All that it can be told. */
  does: Partial<Record<Doing, Tell>> & { take: Tell };
}

/** Carrier that is reached through a network. */
interface RemoteCarrier extends Carrier {
  does: Record<Doing, Tell>;
  /** A submission of what it does not carry. */
  other: Submission;
}

/** Result of a submission by behaviour. */
const ANSWERS: Record<Doing, SubmissionResult["status"]> = {
  "take": "accepted",
  "throttle": "throttled",
  "fail": "temporary",
  "refuse": "permanent",
  "be silent": "unconfirmed",
  "break off": "unconfirmed",
  "go away": "temporary",
};

async function startMmsc(): Promise<RemoteCarrier> {
  const carrier = await mmsc.startCarrier({ timeoutSeconds: 1 });
  const server = carrier.mmsc;
  const answering = (answer: typeof server.answer) => () => {
    server.answer = answer;
    return {};
  };
  return {
    connector: carrier.connector,
    submission: (fields) => ({ ...mmsc.newSubmission(), ...fields }) as Submission,
    does: {
      "take": answering((submitted) => accepted(submitted, `id-${submitted.transactionId}`)),
      "throttle": answering((submitted) => faulty(submitted, 3510)),
      "fail": answering((submitted) => faulty(submitted, 3000)),
      "refuse": answering((submitted) => faulty(submitted, 2002)),
      "be silent": answering(() => new Promise<MmscAnswer>(() => {})),
      "break off": answering(() => "drop"),
      async "go away"() {
        await server[Symbol.asyncDispose]();
        return {};
      },
    },
    other: smsc.newSms(),
    [Symbol.asyncDispose]: () => carrier[Symbol.asyncDispose](),
  };
}

async function startSmsc(): Promise<RemoteCarrier> {
  const carrier = await smsc.startCarrier({ timeoutSeconds: 1 });
  const server = carrier.smsc;
  const take = server.answer;
  const answering = (answer: typeof server.answer) => () => {
    server.answer = answer;
    return {};
  };
  return {
    connector: carrier.connector,
    submission: (fields) => ({ ...smsc.newSms(), ...fields }) as Submission,
    does: {
      "take": answering(take),
      "throttle": answering(() => ({ status: 0x58 })),
      "fail": answering(() => ({ status: 0x08 })),
      "refuse": answering(() => ({ status: 0x0b })),
      "be silent": answering(() => "silence"),
      "break off": answering(() => "drop"),
      async "go away"() {
        await server[Symbol.asyncDispose]();
        return {};
      },
    },
    other: mmsc.newSubmission(),
    [Symbol.asyncDispose]: () => carrier[Symbol.asyncDispose](),
  };
}

/** It decides by the recipient. */
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

const REMOTE = { mmsc_mm7: startMmsc, smsc_smpp: startSmsc };
const ALL = { loopback: startLoopback, ...REMOTE };

for (const [kind, start] of Object.entries<() => Promise<Carrier>>(ALL)) {
  Deno.test(`a connector answers as the contract has it, ${kind}`, async (t) => {
    const { does, [Symbol.asyncDispose]: end } = await start();
    await end();
    for (const doing of Object.keys(does) as Doing[]) {
      await t.step(`to a carrier that is told to ${doing}`, async () => {
        // What was done to a carrier the next one must not meet.
        await using carrier = await start();
        const fields = await carrier.does[doing]!();
        const answer = await carrier.connector.submit(carrier.submission(fields));
        assert.equal(answer.status, ANSWERS[doing]);
        if ("reason" in answer) assert.ok(answer.reason.length > 0);
      });
    }

    await t.step("each message that is taken has an id of its own", async () => {
      await using carrier = await start();
      const fields = await carrier.does.take();
      const submissions = Array.from({ length: 10 }, () => carrier.submission(fields));
      const answers = await Promise.all(
        submissions.map((submission) => carrier.connector.submit(submission)),
      );
      const ids = answers.map((response) =>
        response.status === "accepted" ? response.carrierId : ""
      );
      assert.ok(ids.every((id) => id !== ""));
      assert.equal(new Set(ids).size, 10);
    });
  });
}

for (const [kind, start] of Object.entries<() => Promise<RemoteCarrier>>(REMOTE)) {
  Deno.test(`a connector to a carrier that may fail answers as the contract has it, ${kind}`, async (t) => {
    await t.step("what was not answered may be submitted again", async () => {
      await using carrier = await start();
      await carrier.does["be silent"]();
      const submission = carrier.submission();
      assert.equal((await carrier.connector.submit(submission)).status, "unconfirmed");
      await carrier.does.take();
      const again = { ...submission, attempt: 2, resubmitted: true };
      assert.equal((await carrier.connector.submit(again)).status, "accepted");
    });

    await t.step("what it does not carry, and what is over, is final", async () => {
      await using carrier = await start();
      assert.deepEqual(await carrier.connector.submit(carrier.other), {
        status: "permanent",
        outcome: { outcome: "failed", details: "No way to send MMS or SMS" },
      });
      const over = carrier.submission({ expiresAt: Date.now() - 1 });
      assert.deepEqual(await carrier.connector.submit(over), {
        status: "permanent",
        outcome: { outcome: "expired" },
      });
    });

    await t.step("one that was replaced sends messages to its successor", async () => {
      await using carrier = await start();
      await carrier.connector.stop();
      const answer = await carrier.connector.submit(carrier.submission());
      assert.equal(answer.status, "temporary");
      assert.ok("retryAfterMs" in answer && answer.retryAfterMs! > 0);
    });
  });
}
