/**
 * Wrong credentials: their responses, their cost for the store, and their effect on other clients.
 */
import assert from "node:assert/strict";
import { recordedLog } from "../support/log_lines.ts";
import { ADMIN_TOKEN, adminBody, startService } from "../support/service.ts";
import { newConnector } from "../support/store.ts";
import { until } from "../support/until.ts";
import { createVasp } from "../support/vasp.ts";
import { startGuardedDoors } from "./guarded_doors.ts";

/** Status of a request with a valid key: no action is served, see `guarded_doors.ts`. */
const RIGHT = 400;
const STRANGER = "192.0.2.66";

Deno.test("a source that has failed too often is refused without a query to the store", async () => {
  await using doors = await startGuardedDoors({ burst: 5 });
  await doors.addKey("right");
  const statuses: number[] = [];
  for (let n = 0; n < 12; n++) statuses.push(await doors.json(`guess-${n}`, STRANGER));
  assert.deepEqual(statuses, [...Array(5).fill(401), ...Array(7).fill(429)]);
  assert.equal(doors.lookups().length, 5);
  // Nor is a right guess acknowledged.
  assert.equal(await doors.json("right", STRANGER), 429);
  assert.deepEqual(doors.lookups(), []);
  assert.equal(await doors.json("right", "192.0.2.2"), RIGHT, "others are served");
});

Deno.test("a key that was valid once passes from any address, also behind a stranger's NAT", async () => {
  await using doors = await startGuardedDoors({ burst: 3 });
  await doors.addKey("right");
  assert.equal(await doors.json("right", "192.0.2.2"), RIGHT);
  for (let n = 0; n < 10; n++) await doors.json(`guess-${n}`, STRANGER);
  for (let n = 0; n < 20; n++) assert.equal(await doors.json("right", STRANGER), RIGHT);
});

Deno.test("keys that are right are not counted, however many come at once", async () => {
  await using doors = await startGuardedDoors({ burst: 2 });
  const keys = Array.from({ length: 30 }, (_, n) => `right-${n}`);
  for (const key of keys) await doors.addKey(key);
  const statuses = await Promise.all(keys.flatMap((key) => [doors.json(key), doors.json(key)]));
  assert.deepEqual(new Set(statuses), new Set([RIGHT]));
});

Deno.test("concurrent guesses cost the store no more than successive ones", async () => {
  await using doors = await startGuardedDoors({ burst: 5 });
  const guesses = Array.from({ length: 60 }, (_, n) => doors.json(`guess-${n}`, STRANGER));
  const statuses = await Promise.all(guesses);
  assert.equal(statuses.filter((status) => status === 401).length, 5);
  assert.equal(statuses.filter((status) => status === 429).length, 55);
  assert.equal(doors.lookups().length, 5);
});

Deno.test("addresses of one /64 are one source", async () => {
  await using doors = await startGuardedDoors({ burst: 2 });
  assert.equal(await doors.json("a", "2001:db8:1:2::1"), 401);
  assert.equal(await doors.json("b", "2001:db8:1:2::2"), 401);
  assert.equal(await doors.json("c", "2001:db8:1:2:ffff::3"), 429);
  assert.equal(await doors.json("d", "2001:db8:1:3::1"), 401);
});

Deno.test("a failure is forgiven in its time", async () => {
  await using doors = await startGuardedDoors({ burst: 1, refillSeconds: 1 });
  const guess = () => doors.json("wrong", STRANGER);
  await until(guess, (status) => status === 429);
  await until(guess, (status) => status === 401);
});

Deno.test("the sources in memory are bounded: the least recently used one is forgotten", async () => {
  await using doors = await startGuardedDoors({ burst: 1, max: 10 });
  assert.equal(await doors.json("a", "192.0.2.1"), 401);
  assert.equal(await doors.json("b", "192.0.2.1"), 429);
  for (let n = 2; n <= 11; n++) await doors.json("c", `192.0.2.${n}`);
  assert.equal(await doors.json("d", "192.0.2.1"), 401);
});

Deno.test("a source is logged once at info, then as a count; never with the key", async () => {
  const doors = await startGuardedDoors({ burst: 5 });
  try {
    for (let n = 0; n < 40; n++) await doors.json(`guess-${n}-secret`, STRANGER);
    await doors.json(null, "192.0.2.99");
  } finally {
    await doors[Symbol.asyncDispose]();
  }
  const lines = doors.lines.filter(({ level }) => level !== "debug");
  const facts = ({ level, message, facts }: typeof lines[number]) => {
    const { client, door, count } = facts;
    return [level, message, client, door ?? count];
  };
  assert.deepEqual(lines.map(facts), [
    ["info", "credentials refused", STRANGER, "/api/v2"],
    ["info", "credentials missing", "192.0.2.99", "/api/v2"],
    ["info", "further credentials refused", STRANGER, 39],
  ]);
  assert.ok(!JSON.stringify(doors.lines).includes("secret"));
});

const RELAY = { relayUsername: "them", relayPassword: "word" };

async function withConnector(burst: number) {
  const doors = await startGuardedDoors({ burst });
  const connector = newConnector({ name: "mmsc" });
  await doors.store.connectors.add({
    ...connector,
    settings: { ...connector.settings, ...RELAY },
  });
  await doors.connectors.reload();
  doors.lookups();
  return doors;
}

/** Reads a response as a stranger sees it. */
async function seen(response: Response): Promise<unknown> {
  const headers = [...response.headers].filter(([name]) => !/^(date|x-request-id)$/.test(name));
  return { status: response.status, headers, body: await response.text() };
}

Deno.test("a relay request queries the store equally for a known and an unknown connector", async () => {
  await using doors = await withConnector(1000);
  const by = async (name: string) => {
    const response = await seen(await doors.relay(name, "wrong"));
    return { response, lookups: doors.lookups() };
  };
  const there = await by("mmsc");
  assert.equal(there.lookups.length, 1);
  assert.deepEqual(await by("none"), there);
  assert.deepEqual(await by("loopback"), there);
});

Deno.test("many relay requests of strangers query the store together", async () => {
  await using doors = await withConnector(1000);
  const names = ["mmsc", "none", "others"];
  const all = Array.from({ length: 150 }, (_, n) => doors.relay(names[n % 3]!, `wrong-${n}`));
  for (const response of await Promise.all(all)) {
    assert.equal(response.status, 401);
    await response.body?.cancel();
  }
  // One a second, and so two here: no machine takes a minute.
  const { length } = doors.lookups();
  assert.ok(length >= 1 && length < 60, `${length} queries`);
});

Deno.test("a connector that another machine has just set up is found, and its carrier accepted", async () => {
  await using doors = await withConnector(1000);
  await (await doors.relay("late", "word")).body?.cancel();
  const connector = newConnector({ name: "late" });
  await doors.store.connectors.add({
    ...connector,
    settings: { ...connector.settings, ...RELAY },
  });
  const response = await doors.relay("late", "word");
  assert.notEqual(response.status, 401);
  await response.body?.cancel();
});

Deno.test("a source that guesses relay passwords is refused unchecked; the carrier is not", async () => {
  await using doors = await withConnector(3);
  const accepted = await doors.relay("mmsc", "word", "192.0.2.2");
  assert.notEqual(accepted.status, 401);
  await accepted.body?.cancel();
  let last: Response | undefined;
  for (let n = 0; n < 5; n++) {
    await last?.body?.cancel();
    last = await doors.relay("mmsc", `guess-${n}`, STRANGER);
    assert.equal(last.status, 401);
  }
  assert.match(last!.headers.get("retry-after")!, /^[1-9]\d*$/);
  assert.match(await last!.text(), /<StatusCode>2568</);
  const again = await doors.relay("mmsc", "word", STRANGER);
  assert.notEqual(again.status, 401);
  await again.body?.cancel();
});

/** Doors of a service, with their statuses for a wrong and for the right credential. */
Deno.test("every door refuses a source that has tried too many, with a Retry-After", async () => {
  const { log, lines } = recordedLog();
  const config = { CREDENTIAL_FAILURE_BURST: "2", TRUSTED_PROXIES: "127.0.0.1" };
  await using test = await startService({ config, log });
  const vasp = createVasp(test);
  const from = (client: string) => ({ "x-forwarded-for": client });
  const doors: Record<string, (client: string, isRight: boolean) => Promise<Response>> = {
    "/api/v2": (client, isRight) => {
      const key = isRight ? test.apiKey : "wrong";
      return fetch(`${test.url}/api/v2`, {
        method: "POST",
        headers: { ...from(client), "x-api-key": key, "content-type": "application/json" },
        body: "{}",
      });
    },
    "/api/v2/xml": (client, isRight) =>
      fetch(`${test.url}/api/v2/xml`, {
        method: "POST",
        headers: { ...from(client), "content-type": "application/xml" },
        body: `<request><api-key>${isRight ? test.apiKey : "wrong"}</api-key></request>`,
      }),
    "/mm7/v1": async (client, isRight) => {
      const password = isRight ? test.apiKey : "wrong";
      const { status, headers, code, xml } = await vasp.post({ password, headers: from(client) });
      assert.equal(code, isRight ? 1000 : 2568);
      return new Response(xml, { status, headers });
    },
    "/admin/v1": (client, isRight) => {
      const authorization = `Bearer ${isRight ? ADMIN_TOKEN : "wrong"}`;
      const headers = { ...from(client), authorization };
      return fetch(`${test.url}/admin/v1/accounts`, { headers });
    },
  };
  let clients = 0;
  for (const [door, ask] of Object.entries(doors)) {
    const respond = async (client: string, isRight: boolean) => {
      const response = await ask(client, isRight);
      await response.body?.cancel();
      return [response.status, response.headers.get("retry-after")];
    };
    const stranger = `198.51.100.${++clients}`;
    const right = door.startsWith("/api/v2") ? 400 : 200;
    assert.deepEqual(await respond("192.0.2.1", true), [right, null], door);
    for (let n = 0; n < 2; n++) assert.deepEqual(await respond(stranger, false), [401, null], door);
    const [status, retryAfter] = await respond(stranger, false);
    assert.equal(status, door === "/mm7/v1" ? 401 : 429, door);
    // An hour, less what a busy machine has taken since.
    assert.match(String(retryAfter), /^3[456]\d\d$/, door);
    assert.deepEqual(await respond(stranger, true), [right, null], `${door}: it was right before`);
    const [line] = lines.filter(({ facts }) => facts.client === stranger);
    assert.deepEqual([line!.level, line!.facts.door, line!.facts.route !== undefined], [
      "info",
      door,
      true,
    ]);
  }
});

Deno.test("an admin token is let in at its first use, also behind a source that is refused", async () => {
  const METRICS_TOKEN = "metrics-token-of-the-tests";
  const config = { CREDENTIAL_FAILURE_BURST: "2", METRICS_TOKEN };
  await using test = await startService({ config });
  const stored = await adminBody(test, 201, "POST", "/tokens", { name: "alice", scopes: "read" });
  const statusOf = async (path: string, token: string) => {
    const headers = { authorization: `Bearer ${token}` };
    const response = await fetch(`${test.url}${path}`, { headers });
    await response.body?.cancel();
    return response.status;
  };
  const guess = (path: string) => statusOf(path, crypto.randomUUID().replaceAll("-", "").repeat(2));
  const signIn = async (token: string) => {
    const body = new URLSearchParams({ token });
    const url = `${test.url}/console/sign-in`;
    const response = await fetch(url, { method: "POST", body, redirect: "manual" });
    await response.body?.cancel();
    return response.status;
  };
  await until(() => guess("/admin/v1/accounts"), (status) => status === 429);
  assert.equal(await guess("/metrics"), 429);
  assert.equal(await signIn("guess"), 429);
  for (const token of [ADMIN_TOKEN, stored.token]) {
    assert.equal(await statusOf("/admin/v1/status", token), 200);
    assert.equal(await signIn(token), 303);
  }
  assert.equal(await statusOf("/metrics", METRICS_TOKEN), 200);
  await adminBody(test, 204, "DELETE", `/tokens/${stored["token-id"]}`);
  assert.equal(await statusOf("/admin/v1/status", stored.token), 401);
  assert.equal(await statusOf("/admin/v1/status", stored.token), 429);
  assert.equal(await guess("/admin/v1/accounts"), 429);
});
