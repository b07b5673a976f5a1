/** Secrets are not disclosed: the store has no API keys, and the log nothing of a customer's. */
import assert from "node:assert/strict";
import postgres from "postgres";
import { ADMIN_TOKEN } from "../support/service.ts";
import { type LogLine, recordedLog } from "../support/log_lines.ts";
import { until } from "../support/until.ts";
import { basic, TEXT } from "../support/vasp.ts";
import { requestXml } from "../xml/requests.ts";
import { createWorld, type World } from "./isolation_world.ts";

const { log, lines } = recordedLog();
const CARRIERS_WORD = "word-for-the-carrier";
const VASPS_WORD = "word-for-the-vasp";
const TEXT_OF_A_HANDSET = "What a handset writes";

let world: World;

Deno.test.beforeAll(async () => {
  world = await createWorld({ log });
  await provoke(world);
});

Deno.test.afterAll(async () => await world[Symbol.asyncDispose]());

/** Provokes every failure that is reported, with secrets in its request. */
async function provoke({ test, victim, rival, vasp }: World): Promise<void> {
  const post = async (path: string, headers: Record<string, string>, body: string) => {
    const response = await fetch(test.url + path, { method: "POST", headers, body });
    await response.body?.cancel();
  };
  const json = { "content-type": "application/json" };
  const sms = JSON.stringify({
    action: "sendsms",
    from: "111122",
    to: "16175550177",
    "message-text": "A text that is refused",
    nonsense: victim.apiKey,
  });
  await post("/api/v2", { ...json, "x-api-key": `${victim.apiKey}x` }, sms);
  await post("/api/v2", { ...json, "x-api-key": rival.apiKey }, sms);
  await post("/api/v2", { ...json, "x-api-key": rival.apiKey }, `{"${victim.apiKey}"`);
  for (const key of [`${victim.apiKey}x`, rival.apiKey]) {
    const document = requestXml({ "api-key": key, ...JSON.parse(sms) });
    await post("/api/v2/xml", { "content-type": "application/xml" }, document);
    await post("/api/v2/xml", { "content-type": "application/xml" }, document.slice(0, -2));
  }
  await post(`/nowhere/${victim.resources.page.code}?key=${victim.apiKey}`, json, sms);
  await post("/mm7/v1", { authorization: basic("rival", victim.apiKey) }, vasp.envelope());
  await vasp.post({
    fields: { Recipients: "<Recipients><To><Number>+x</Number></To></Recipients>" },
  });
  await vasp.post({
    content: { ...TEXT, content: "MM7 text that is refused" },
    password: ADMIN_TOKEN,
  });
  for (const connector of ["mmsc-of-victim", "mmsc-of-none", victim.apiKey]) {
    const authorization = basic(`user-of-${connector}`, `word-of-${connector}x`);
    await post(`/mm7/relay/${connector}`, { authorization }, vasp.envelope());
    await post(`/mm7/relay/${connector}`, {
      authorization: basic(`user-of-${connector}`, `word-of-${connector}`),
    }, vasp.envelope());
  }
  const { "hosted file": { token, file }, page, link } = victim.resources;
  for (const path of [`/content/${token}/${file}`, `/m/${page.code}`, `/l/${link.code}`]) {
    await (await fetch(test.url + path, { redirect: "manual" })).body?.cancel();
  }
  await fetch(`${test.url}/admin/v1/accounts`, {
    headers: { authorization: `Bearer ${ADMIN_TOKEN}x` },
  }).then((response) => response.body?.cancel());
  await test.admin("PATCH", "/accounts/rival", {
    "mm7-url": "http://127.0.0.1:9/vasp",
    "mm7-username": "us",
    "mm7-password": VASPS_WORD,
    "postback-url": "http://127.0.0.1:9/postbacks?secret=in-the-url",
  });
  await test.admin("PATCH", "/connectors/mmsc-of-rivals", {
    username: "us",
    password: CARRIERS_WORD,
    url: "http://127.0.0.1:9/mmsc",
  });
  // To a carrier and a receiver that do not exist; from handsets to known and unknown numbers.
  await test.admin("POST", "/accounts/rival/senders", {
    address: "333366",
    kind: "short-code",
    country: "US",
    "mms-connector": "mmsc-of-rivals",
  });
  await post(
    "/api/v2",
    { ...json, "x-api-key": rival.apiKey },
    JSON.stringify({
      action: "sendsavedmms",
      from: "333366",
      to: "16175550177",
      "mms-id": rival.resources.template["mms-id"],
      "message-subject": "Subject for the carrier",
    }),
  );
  for (const to of ["333344", "777788"]) {
    await test.admin("POST", "/loopback/sms", { from: "16175550178", to, text: TEXT_OF_A_HANDSET });
  }
  await test.admin("POST", "/postbacks/replay", { account: "rival", state: "sent" });
  const isMissed = ({ message }: LogLine) => message.startsWith("the MMSC was not reached");
  await until(() => lines.some(isMissed), (isLogged) => isLogged);
}

/** Formats a line as the log writes it. */
const written = ({ level, message, facts }: LogLine) =>
  `${level} ${message} ${JSON.stringify(facts)}`;

function assertNowhere(secrets: Record<string, string | undefined>, among: LogLine[]): void {
  for (const [title, secret] of Object.entries(secrets)) {
    assert.ok(secret, title);
    const leaks = among.map(written).filter((line) => line.includes(secret));
    assert.deepEqual(leaks, [], title);
  }
}

Deno.test("no line of any level has a key, a token, a password or a secret address", () => {
  const { victim, rival, webhookSecrets: [first, second] } = world;
  assert.ok(lines.length > 30 && lines.some(({ level }) => level === "debug"), "much was logged");
  assertNowhere({
    "an API key": victim.apiKey,
    "another API key": rival.apiKey,
    "the admin token": ADMIN_TOKEN,
    "a webhook secret": first!.slice("whsec_".length),
    "another webhook secret": second!.slice("whsec_".length),
    "a connector's password": CARRIERS_WORD,
    "a VASP's password": VASPS_WORD,
    "an MMSC's password": "word-of-mmsc-of-victim",
    "a page's code": victim.resources.page.code,
    "a link's code": victim.resources.link.code,
    "a file's token": victim.resources["hosted file"].token,
    "a receiver's address": "in-the-url",
  }, lines);
});

Deno.test("no line of any level has a text", () => {
  assertNowhere({
    "a text": "acme.example.com/secrets",
    "a refused text": "A text that is refused",
    "a slide's text": "Of acme",
    "a subject": "My first MM7 message",
    "another subject": "Subject for the carrier",
    "an inbound subject": "Subject of acme",
    "an inbound text": TEXT_OF_A_HANDSET,
    "an MM7 text": "MM7 test text",
    "a refused MM7 text": "MM7 text that is refused",
  }, lines);
});

Deno.test("from info upwards no line has a full number", () => {
  const numbers = ["16175550155", "16175550144", "16175550177", "16175550178", "16175550101"];
  const loud = lines.filter(({ level }) => level !== "debug");
  assert.ok(loud.length > 10, "much was logged");
  assertNowhere(Object.fromEntries(numbers.map((number) => [number, number])), loud);
});

Deno.test("the lines of a request carry its id, and what it is about", async () => {
  const { test: { url }, rival } = world;
  const id = `request-${crypto.randomUUID()}`;
  const response = await fetch(`${url}/api/v2`, {
    method: "POST",
    headers: {
      "content-type": "application/json",
      "x-api-key": rival.apiKey,
      "x-request-id": id,
    },
    body: JSON.stringify({
      action: "sendsms",
      from: rival.sender,
      to: "16175550101",
      "message-text": "Hello",
    }),
  });
  const { "tracking-id": trackingId } = await response.json();
  const [line] = lines.filter(({ facts }) => facts["request-id"] === id);
  assert.deepEqual(line, {
    level: "debug",
    message: "request handled",
    facts: {
      "request-id": id,
      route: "/api/v2",
      account: rival.account,
      "tracking-id": trackingId,
      method: "POST",
      status: 200,
    },
  });
});

Deno.test("the refusal of an MMSC's request is logged with the request's id", async () => {
  const id = `request-${crypto.randomUUID()}`;
  await fetch(`${world.test.url}/mm7/relay/mmsc-of-victim`, {
    method: "POST",
    headers: {
      "authorization": basic("user-of-mmsc-of-victim", "word-of-mmsc-of-victim"),
      "content-type": "text/xml",
      "x-request-id": id,
    },
    body: "<a/>",
  }).then((response) => response.body?.cancel());
  const own = lines.filter(({ facts }) => facts["request-id"] === id);
  assert.deepEqual(own.map(({ level }) => level), ["warn", "debug"]);
});

Deno.test("no key and no admin token is anywhere in the store: only digests of keys", async () => {
  const { victim, rival, databaseUrl } = world;
  const sql = postgres(databaseUrl, { max: 1, onnotice: () => {} });
  await using _ended = { [Symbol.asyncDispose]: () => sql.end() };
  const tables = await sql`select tablename from pg_tables where schemaname = 'public'`;
  assert.ok(tables.length > 15);
  let read = 0;
  for (const { tablename } of tables) {
    const rows = await sql`select row_to_json(t)::text as row from ${sql(tablename)} t`;
    for (const { row } of rows) {
      read++;
      for (const secret of [victim.apiKey, rival.apiKey, ADMIN_TOKEN]) {
        assert.ok(!row.includes(secret), `${tablename}: ${row}`);
      }
    }
  }
  assert.ok(read > 50, "there was something to read");
});
