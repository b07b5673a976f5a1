/** The embedded database of a program that is killed at any moment: accepted messages survive. */
import assert from "node:assert/strict";
import { createRandom } from "../../chaos/random.ts";
import { embeddedDirectory } from "../../support/embedded.ts";
import { newAccount, operatorOf, postTo } from "../../support/outside.ts";
import { startServe } from "../../support/program.ts";
import { ADMIN_TOKEN } from "../../support/service.ts";
import { pause, until } from "../../support/until.ts";

const ROUNDS = 4;
const CUSTOMERS = 4;
/** Maximum time from the first response of a round to its end, in milliseconds. */
const LONGEST_MS = 100;

Deno.test("commits of the embedded database survive SIGKILL at any moment, again and again", async () => {
  const env = { DATA_DIR: await embeddedDirectory(), ADMIN_TOKEN, DEFAULT_CONNECTOR: "loopback" };
  const random = createRandom(7, "embedded kill");
  const accepted = new Set<string>();
  let running = await startServe(env);
  try {
    const { apiKey } = await newAccount(running.url);
    for (let round = 0; round < ROUNDS; round++) {
      const { program, url } = running;
      const customers = Array.from({ length: CUSTOMERS }, () => customer(url, apiKey));
      await Promise.any(customers.map(({ first }) => first));
      await pause(random.number() * LONGEST_MS);
      program.kill("SIGKILL");
      await Promise.all([program.ending, ...customers.map(({ gone }) => gone)]);
      running = await startServe(env);
    }
    const stored = await trackingIdsIn(running.url);
    assert.ok(accepted.size >= ROUNDS, `only ${accepted.size} were accepted`);
    assert.deepEqual([...accepted].filter((id) => !stored.has(id)), []);
    // Messages in progress at the kill are delivered as well.
    await until(
      () => trackingIdsIn(running.url, "delivered"),
      ({ size }) => size >= stored.size,
    );
  } finally {
    await running.program[Symbol.asyncDispose]();
  }

  /**
   * Sends until the service is gone: `first` resolves with its first response, `gone` at the end.
   */
  function customer(url: string, apiKey: string): { first: Promise<void>; gone: Promise<void> } {
    const { promise: first, resolve } = Promise.withResolvers<void>();
    const gone = (async () => {
      for (;;) {
        const id = await send(url, apiKey);
        if (id === null) return;
        accepted.add(id);
        resolve();
      }
    })();
    return { first: Promise.race([first, gone]), gone };
  }
});

/**
 * Sends a text, and returns its tracking-id; null without a response, which binds the service to
 * nothing.
 */
async function send(url: string, apiKey: string): Promise<string | null> {
  let status: number;
  let body: Record<string, string>;
  try {
    const response = await postTo(url, apiKey);
    [status, body] = [response.status, await response.json()];
  } catch {
    return null;
  }
  assert.equal(status, 200, JSON.stringify(body));
  return body["tracking-id"]!;
}

/** Lists the tracking-ids of all messages, or of those in a state. */
async function trackingIdsIn(url: string, state?: string): Promise<Set<string>> {
  const operator = operatorOf(url);
  const ids = new Set<string>();
  const filter = state === undefined ? "" : `&state=${state}`;
  for (let cursor: string | null = ""; cursor !== null;) {
    const after = cursor === "" ? "" : `&cursor=${encodeURIComponent(cursor)}`;
    const page = await operator(`/messages?limit=100${filter}${after}`);
    for (const message of page.items) ids.add(message["tracking-id"]);
    cursor = page["next-cursor"];
  }
  return ids;
}
