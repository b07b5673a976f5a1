/** The embedded database of a program that is killed at any moment: what was answered is there. */
import assert from "node:assert/strict";
import { createRandom } from "../chaos/random.ts";
import { startServe } from "../support/program.ts";
import { ADMIN_TOKEN } from "../support/service.ts";

const ROUNDS = 6;
const CUSTOMERS = 4;
/** From the first answer of a round to its end, at most. */
const LONGEST_MS = 100;

Deno.test("what the embedded database has committed survives SIGKILL at any moment, again and again", async () => {
  const dataDir = await Deno.makeTempDir({ prefix: "slidepost-test-" });
  const env = { DATA_DIR: dataDir, ADMIN_TOKEN, DEFAULT_CONNECTOR: "loopback" };
  const random = createRandom(7, "embedded kill");
  const accepted = new Set<string>();
  let apiKey = "";
  let running = await startServe(env);
  try {
    apiKey = await newAccount(running.url);
    for (let round = 0; round < ROUNDS; round++) {
      const { program, url } = running;
      const customers = Array.from({ length: CUSTOMERS }, () => customer(url));
      await Promise.any(customers.map(({ first }) => first));
      await new Promise((resolve) => setTimeout(resolve, random.number() * LONGEST_MS));
      program.kill("SIGKILL");
      await Promise.all([program.ending, ...customers.map(({ gone }) => gone)]);
      running = await startServe(env);
    }
    const kept = await keptIn(running.url);
    assert.ok(accepted.size > ROUNDS, `only ${accepted.size} were accepted`);
    assert.deepEqual([...accepted].filter((id) => !kept.has(id)), []);
    // Those that died in somebody's hands go on as well.
    while ((await keptIn(running.url, "delivered")).size < kept.size) {
      /* they are on their way */
    }
  } finally {
    await running.program[Symbol.asyncDispose]();
    await Deno.remove(dataDir, { recursive: true });
  }

  /** Sends until nobody is there: `first` resolves with its first answer, `gone` at the end. */
  function customer(url: string): { first: Promise<void>; gone: Promise<void> } {
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

/** The tracking-id; null: no answer came, and what it would have been is not binding. */
async function send(url: string, apiKey: string): Promise<string | null> {
  let answer: { status: number; body: Record<string, string> };
  try {
    const response = await fetch(`${url}/api/v2`, {
      method: "POST",
      headers: { "content-type": "application/json", "x-api-key": apiKey },
      body: SMS,
    });
    answer = { status: response.status, body: await response.json() };
  } catch {
    return null;
  }
  assert.equal(answer.status, 200, JSON.stringify(answer.body));
  return answer.body["tracking-id"]!;
}

const SMS = JSON.stringify({
  action: "sendsms",
  from: "111122",
  to: "16175550100",
  "message-text": "Hello",
});

async function admin(url: string, path: string, body?: unknown) {
  const response = await fetch(`${url}/admin/v1${path}`, {
    method: body === undefined ? "GET" : "POST",
    headers: { authorization: `Bearer ${ADMIN_TOKEN}`, "content-type": "application/json" },
    body: body === undefined ? undefined : JSON.stringify(body),
  });
  assert.ok(response.ok, `${path}: ${response.status}`);
  return await response.json();
}

/** Answers its API key. */
async function newAccount(url: string): Promise<string> {
  const made = await admin(url, "/accounts", { account: "acme", name: "Acme" });
  const sender = { address: "111122", kind: "short-code", country: "US" };
  await admin(url, "/accounts/acme/senders", sender);
  return made["api-key"];
}

/** The tracking-ids of all messages, or of those in a state. */
async function keptIn(url: string, state?: string): Promise<Set<string>> {
  const ids = new Set<string>();
  const filter = state === undefined ? "" : `&state=${state}`;
  for (let cursor: string | null = ""; cursor !== null;) {
    const after = cursor === "" ? "" : `&cursor=${encodeURIComponent(cursor)}`;
    const page = await admin(url, `/messages?limit=100${filter}${after}`);
    for (const message of page.items) ids.add(message["tracking-id"]);
    cursor = page["next-cursor"];
  }
  return ids;
}
