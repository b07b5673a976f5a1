/** Export and erasure of all that is stored about a number, through every door. */
import assert from "node:assert/strict";
import postgres from "postgres";
import { readConfig } from "../../../mod.ts";
import { createBlobs } from "../../../src/adapters/blobs/files/mod.ts";
import { openPostgres } from "../../../src/adapters/store/engine/postgres.ts";
import { createBlobGc } from "../../../src/jobs/maintenance/blob_gc.ts";
import { silentLog } from "../../../src/log/mod.ts";
import { BLOB_PARTITIONS } from "../../../src/ports/mod.ts";
import { save, send, sendSms } from "../../spec/traffic.ts";
import { recordedLog } from "../../support/log_lines.ts";
import { migratedDatabase } from "../../support/migrated.ts";
import { targetOf } from "../../support/postgres.ts";
import { adminBody, startService, type TestService } from "../../support/service.ts";
import { watchedStore } from "../../support/store.ts";
import { until } from "../../support/until.ts";
import { createVasp } from "../../support/vasp.ts";

/** Number to erase, with an outcome that names a handset; and one that stays. */
const PERSON = "16175550101";
const OTHER = "16175550255";
/** Spellings of the number, and words that only its messages have. */
const WORDS = ["confidential", "private-campaign", "personal-reference", "personal-callback"];
const TRACES = [PERSON, "(617) 555-0101", ...WORDS];

const DAY = 86_400_000;
const PIXEL = "R0lGODlhAQABAAAAACwAAAAAAQABAAACAkQBADs=";

interface World extends AsyncDisposable {
  test: TestService;
  dataDir: string;
  lines: ReturnType<typeof recordedLog>["lines"];
  sql: postgres.Sql;
  url: string;
  /** Address of a click link and of a hosted page of the person. */
  click: string;
  page: string;
  /** Message to another number that shows the person's. */
  shown: string;
}

/** Starts a service that has data of every kind about the person, and some about another. */
async function startWorld(): Promise<World> {
  await using parts = new AsyncDisposableStack();
  const url = await migratedDatabase();
  const sql = postgres(url, { max: 1 });
  parts.defer(() => sql.end());
  const { log, lines } = recordedLog();
  const test = parts.use(
    await startService({
      log,
      account: { keywordReplies: "all" },
      config: { DATABASE_URL: url, EXCHANGE_LOG: "on" },
    }),
  );
  const key = "idempotency-key-of-a-person";
  const text = "A confidential word to (617) 555-0101: https://shop.example/private-campaign?a=1";
  const linked = await sendSms(
    test,
    {
      to: PERSON,
      "message-text": text,
      "click-tracking": true,
      "client-reference": "personal-reference",
      "status-callback": `${test.receiver.url}?order=personal-callback`,
    },
    ["N201", "N202"],
  );
  await send(
    test,
    { action: "sendsms", to: PERSON, "message-text": "confidential again" },
    ["N201", "N202"],
    { headers: { "idempotency-key": key } },
  );
  await send(
    test,
    { action: "sendsms", to: PERSON, "message-text": "confidential once more" },
    ["N201", "N202"],
    { headers: { "idempotency-key": `order-of-${PERSON}` } },
  );
  const { mmsId } = await save(test, { slide: [{ "message-text": "Hello ##name##" }] });
  const paged = await send(
    test,
    {
      action: "sendsavedmms",
      "mms-id": mmsId,
      to: PERSON,
      name: "confidential name",
      "force-send-as-sms": true,
    },
    ["N101", "N102"],
  );
  const shown = await send(
    test,
    { action: "sendsavedmms", "mms-id": mmsId, to: OTHER, "to-displayonly": PERSON },
    ["N101", "N102"],
  );
  const submitted = await createVasp(test).submit({
    fields: {
      Recipients: `<Recipients><To><Number>+${PERSON}</Number></To></Recipients>`,
      Subject: "<Subject>confidential subject</Subject>",
    },
  });
  await test.receiver.untilCodes(submitted, ["N101", "N102"]);
  const sms = await adminBody(test, 201, "POST", "/loopback/sms", {
    from: PERSON,
    to: "111122",
    text: "my confidential question",
  });
  const mms = await adminBody(test, 201, "POST", "/loopback/mms", {
    from: PERSON,
    to: "111122",
    subject: "confidential picture",
    file: [{ name: "confidential.gif", content: PIXEL }, {
      name: "words.txt",
      content: btoa("a confidential file"),
    }],
  });
  for (const id of [sms, mms]) {
    await test.receiver.until(() =>
      test.receiver.received.some(({ body }) => body["tracking-id"] === id["tracking-id"])
    );
  }
  await adminBody(test, 201, "POST", "/loopback/sms", { from: PERSON, to: "111122", text: "STOP" });
  await adminBody(test, 201, "POST", "/accounts/acme/subscriptions", {
    "campaign-ref": "spring",
    recipient: PERSON,
  });
  await adminBody(test, 201, "POST", "/accounts/acme/subscriptions", {
    "campaign-ref": "spring",
    recipient: OTHER,
  });
  await adminBody(test, 200, "PUT", `/loopback/handsets/${PERSON}`, { "operator-id": "0001890" })
    .catch(() =>
      adminBody(test, 200, "PATCH", `/loopback/handsets/${PERSON}`, { outcome: "delivered" })
    );
  await sql`insert into number_operator values (${PERSON}, '0001890', now())`;
  await sendSms(test, { to: OTHER, "message-text": "Another word" });
  const linkOf = async (id: string) =>
    (await adminBody(test, 200, "GET", `/links?tracking-id=${id}`)).items[0].url;
  const [click, page] = [await linkOf(linked.id), await linkOf(paged.id)];
  await untilSettled(sql);
  const running = parts.move();
  return {
    test,
    lines,
    sql,
    url,
    click,
    page,
    shown: shown.id,
    dataDir: test.dataDir,
    [Symbol.asyncDispose]: () => running.disposeAsync(),
  };
}

/** Resolves once every message has ended and every postback is sent. */
async function untilSettled(sql: postgres.Sql): Promise<void> {
  await until(
    () =>
      sql<[{ open: number }]>`select (
        (select count(*) from message where due_at is not null or prepare_at is not null
          or owner is not null or state = 'submitted' and delivery_report)
        + (select count(*) from event where code is not null
          and coalesce(postback = 'pending', sent_at is null))
        + (select count(*) from loopback_message where report_at is not null))::int as open`,
    ([{ open }]) => open === 0,
  );
}

/** Finds the tables with each trace in any row, whatever its type; bytes are read as text. */
async function tracesIn(sql: postgres.Sql): Promise<Record<string, string[]>> {
  const columns = await sql<{ table_name: string; column_name: string; data_type: string }[]>`
    select table_name, column_name, data_type from information_schema.columns
    where table_schema = 'public'`;
  const found: Record<string, string[]> = {};
  for (const { table_name: table, column_name: column, data_type: type } of columns) {
    const text = type === "bytea"
      ? sql`encode(${sql(column)}, 'escape')`
      : sql`${sql(column)}::text`;
    for (const trace of TRACES) {
      const [{ rows }] = await sql<[{ rows: number }]>`select count(*)::int as rows
        from ${sql(table)} where strpos(${text}, ${trace}) > 0`;
      if (rows > 0) (found[trace] ??= []).push(`${table}.${column}`);
    }
  }
  return found;
}

/** Finds the stored files with a trace. */
async function tracesInFiles(directory: string): Promise<string[]> {
  const found: string[] = [];
  for await (const { name, isDirectory } of Deno.readDir(directory)) {
    const path = `${directory}/${name}`;
    if (isDirectory) found.push(...await tracesInFiles(path));
    else {
      const text = new TextDecoder("latin1").decode(await Deno.readFile(path));
      if (TRACES.some((trace) => text.includes(trace))) found.push(path);
    }
  }
  return found;
}

const body = (fields: object = {}) => ({ number: `+${PERSON}`, ...fields });

Deno.test("an erasure leaves no trace of a number in any table or file, and others' data", async () => {
  await using world = await startWorld();
  const { test, sql, dataDir, lines } = world;
  const before = await tracesIn(sql);
  assert.deepEqual(Object.keys(before).sort(), [...TRACES].sort());
  const tables = new Set(before[PERSON]!.map((column) => column.split(".")[0]));
  assert.equal(
    [...tables].sort().join(" "),
    "block event exchange handset idempotency_key inbound inbox keyword_reply loopback_handset " +
      "loopback_message message number_operator subscription subscription_change",
  );
  assert.ok((await tracesInFiles(`${dataDir}/blobs`)).length > 0);
  const others = await sql`select tracking_id from message where recipient = ${OTHER} order by 1`;

  // 1. The report changes nothing.
  const report = await adminBody(test, 200, "POST", "/people/erase", body());
  assert.deepEqual(
    { ...report, found: null },
    {
      number: PERSON,
      account: null,
      erased: false,
      "nothing-found": false,
      remaining: 0,
      found: null,
      accounts: ["acme"],
      "erased-blocks": 0,
      erasures: [],
    },
  );
  const { found } = report;
  assert.deepEqual(
    { ...found, postbacks: null, exchanges: null, links: null },
    {
      messages: 6,
      "under-way": 0,
      inbound: 3,
      postbacks: null,
      "pending-postbacks": 0,
      links: null,
      exchanges: null,
      files: 2,
      "shown-in": 1,
      responses: 2,
      subscriptions: 1,
      "subscription-changes": 1,
      "keyword-replies": 1,
      blocks: 1,
      "loopback-messages": 6,
      "handset-facts": 3,
    },
  );
  assert.ok(found.postbacks > 10 && found.exchanges > 10 && found.links === 2);
  assert.deepEqual(await tracesIn(sql), before);

  // 2. The erasure.
  lines.length = 0;
  const erased = await adminBody(test, 200, "POST", "/people/erase", body({ confirm: true }));
  assert.deepEqual(erased, { ...report, erased: true });
  assert.deepEqual(await tracesIn(sql), {});
  for (const { message, facts } of lines) {
    assert.ok(!JSON.stringify(facts).includes(PERSON), `${message} ${JSON.stringify(facts)}`);
  }
  const audit = lines.find(({ message }) => message === "admin change")!.facts;
  assert.equal(audit.operation, "erasePerson");
  assert.equal(audit.number, "…0101");

  // 3. Links are as expired, the other's messages as they were.
  for (const url of [world.click, world.page]) {
    const response = await fetch(url, { redirect: "manual" });
    assert.equal(response.status, 410, url);
    await response.body?.cancel();
  }
  assert.deepEqual(
    [...await sql`select tracking_id from message where recipient = ${OTHER} order by 1`],
    [...others],
  );
  const shown = await adminBody(test, 200, "GET", `/messages/${world.shown}`);
  assert.equal(shown.state, "delivered");
  const search = await adminBody(test, 200, "GET", `/search?number=${PERSON}`);
  assert.deepEqual(search.items, []);

  // 4. A repetition finds nothing, and the block that holds by its digest.
  const again = await adminBody(test, 200, "POST", "/people/erase", body({ confirm: true }));
  assert.ok(Object.values(again.found).every((count) => count === 0), JSON.stringify(again));
  assert.equal(again["erased-blocks"], 1);
  assert.equal(again.erasures.length, 1);

  // 5. A repeated request sends nothing again.
  const repeated = await test.post(
    { action: "sendsms", from: "111122", to: PERSON, "message-text": "confidential again" },
    { "idempotency-key": "idempotency-key-of-a-person" },
  );
  assert.equal(repeated.status, 200);
  assert.equal((await repeated.json()).to, "erased");
  assert.deepEqual([...await sql`select from message where recipient = ${PERSON}`], []);

  // 6. Maintenance removes the files.
  const database = openPostgres({
    target: targetOf(world.url),
    connections: 1,
    statementTimeoutMs: 60_000,
  });
  try {
    const { store } = watchedStore(database);
    const config = readConfig({ DATA_DIR: dataDir, ADMIN_TOKEN: "t".repeat(20) });
    const blobs = createBlobs(`${dataDir}/blobs`);
    const clock = { now: () => Date.now() + 2 * DAY };
    const collect = createBlobGc({ blobs, clock, config, log: silentLog(), store });
    for (let round = 0; round < BLOB_PARTITIONS; round++) {
      await collect(new AbortController().signal);
    }
  } finally {
    await database.close();
  }
  assert.deepEqual(await tracesInFiles(dataDir), []);
});

Deno.test("an export has all that a report counts, in the form of the contract", async () => {
  await using world = await startWorld();
  const { test, lines } = world;
  lines.length = 0;
  const { found } = await adminBody(test, 200, "POST", "/people/erase", body());
  const person = await adminBody(test, 200, "POST", "/people/export", {
    number: "+1 (617) 555-0101",
  });
  assert.equal(person.number, PERSON);
  const all = [...person.messages, ...person.inbound];
  const sum = (name: string) =>
    all.reduce((count, message) => count + (message[name]?.length ?? 0), 0);
  assert.deepEqual(
    {
      "messages": person.messages.length,
      "inbound": person.inbound.length,
      "postbacks": sum("postbacks"),
      "links": sum("links"),
      "exchanges": sum("exchanges"),
      "shown-in": person["shown-in"].length,
      "responses": person.responses.length,
      "subscriptions": person.subscriptions.length,
      "subscription-changes": person["subscription-changes"].length,
      "keyword-replies": person["keyword-replies"].length,
      "blocks": person.blocks.length,
      "loopback-messages": person["loopback-messages"].length,
      "handset-facts": person.handsets.length + person.operators.length +
        person["loopback-handsets"].length,
    },
    (({ files: _, "under-way": __, "pending-postbacks": ___, ...rest }) => rest)(found),
  );
  const text = JSON.stringify(person);
  for (const trace of TRACES) assert.ok(text.includes(trace), trace);
  assert.ok(!text.includes("Another word"));
  // The files that it lists can be read.
  const files = person.inbound.flatMap((message: { files: { sha256: string }[] }) => message.files);
  assert.equal(files.length, 2);
  for (const { sha256 } of files) {
    const response = await fetch(`${test.url}/admin/v1/files/${sha256}`, {
      headers: { authorization: "Bearer admin-token-of-the-tests" },
    });
    assert.equal(response.status, 200);
    await response.body?.cancel();
  }
  const audit = lines.filter(({ message }) => /admin change|exported/.test(message));
  assert.ok(audit.length >= 2);
  for (const { facts } of audit) assert.ok(!JSON.stringify(facts).includes(PERSON));
  // Of an account that has nothing, there is nothing.
  await adminBody(test, 201, "POST", "/accounts", { account: "rival", name: "Rival" });
  const none = await adminBody(test, 200, "POST", "/people/export", body({ account: "rival" }));
  for (const [name, value] of Object.entries(none)) {
    if (Array.isArray(value)) assert.deepEqual(value, [], name);
  }
});

Deno.test("an erasure for one account leaves those of others", async () => {
  await using world = await startWorld();
  const { test, sql } = world;
  await adminBody(test, 201, "POST", "/accounts", { account: "rival", name: "Rival" });
  const before = await tracesIn(sql);
  const rival = await adminBody(
    test,
    200,
    "POST",
    "/people/erase",
    body({
      account: "rival",
      confirm: true,
    }),
  );
  assert.ok(Object.values(rival.found).every((count) => count === 0));
  assert.deepEqual(await tracesIn(sql), before);
  await adminBody(test, 200, "POST", "/people/erase", body({ account: "acme", confirm: true }));
  const after = await tracesIn(sql);
  // What is known of the number itself belongs to no account.
  assert.deepEqual(Object.keys(after), [PERSON]);
  assert.deepEqual(
    after[PERSON]!.sort(),
    ["handset.number", "loopback_handset.number", "number_operator.number"],
  );
});

Deno.test("a STOP outlives an erasure, and START lifts it", async () => {
  await using test = await startService({ account: { keywordReplies: "none" } });
  const say = (text: string) =>
    adminBody(test, 201, "POST", "/loopback/sms", { from: PERSON, to: "111122", text });
  const statusOf = async () => {
    const sms = { action: "sendsms", from: "111122", to: PERSON, "message-text": "Hello" };
    const response = await test.post(sms);
    const { "error-code": code } = await response.json();
    return [response.status, code];
  };
  const blocks = async (query = "") =>
    (await adminBody(test, 200, "GET", `/accounts/acme/blocks${query}`)).items;
  await say("STOP");
  assert.deepEqual(await statusOf(), [403, "E114"]);
  await adminBody(test, 200, "POST", "/people/erase", body({ confirm: true }));
  assert.deepEqual(await statusOf(), [403, "E114"]);
  const [block] = await blocks();
  assert.match(block.number, /^erased:[\w-]{43}$/);
  assert.equal(block["made-by"], "keyword");
  assert.deepEqual(await blocks(`?number=${PERSON}`), [block]);

  // A STOP that changes nothing adds no number; START lifts the block.
  await say("STOP");
  assert.deepEqual(await blocks(), [block]);
  await say("START");
  assert.deepEqual(await blocks(), []);
  assert.deepEqual(await statusOf(), [200, undefined]);

  // An administrator lifts one by the number, or by what the list shows.
  for (const named of [PERSON, null]) {
    await adminBody(test, 201, "POST", "/accounts/acme/blocks", { number: PERSON });
    await adminBody(test, 200, "POST", "/people/erase", body({ confirm: true }));
    assert.deepEqual(await statusOf(), [403, "E114"]);
    await say("START"); // lifts no administrator's block
    const [erased] = await blocks();
    const path = `/accounts/acme/blocks/${encodeURIComponent(named ?? erased.number)}`;
    await adminBody(test, 204, "DELETE", path);
    assert.deepEqual(await blocks(), []);
  }
});

Deno.test("a malformed number is refused by the name of its field, an unknown account as unknown", async () => {
  await using test = await startService();
  for (const operation of ["export", "erase"]) {
    const path = `/people/${operation}`;
    for (const number of ["0617555", "none", "+", "1".repeat(16), "16175550101;drop"]) {
      const { status, body } = await test.admin("POST", path, { number });
      assert.equal(status, 400, number);
      assert.equal(body["error-info"], "number is not an international number");
    }
    for (
      const bad of [{}, { number: 16175550101 }, { number: "" }]
    ) {
      const { status, body } = await test.admin("POST", path, bad);
      assert.equal(status, 400);
      assert.match(body["error-info"], /^number/);
    }
    const { status } = await test.admin("POST", path, { number: PERSON, account: "nobody" });
    assert.equal(status, 404);
  }
});

Deno.test("nothing is sent to a number after its erasure: not from a retry, nor from a carrier's queue", async () => {
  await using test = await startService();
  // The carrier refuses the first two attempts; it takes five seconds for the other's message.
  const [retried, slow] = ["16175550109", "16175550110"];
  const textTo = async (to: string, fields = {}) => {
    const sms = { action: "sendsms", from: "111122", to, "message-text": "Hello", ...fields };
    const response = await test.post(sms);
    assert.equal(response.status, 200);
    return (await response.json())["tracking-id"] as string;
  };
  const ids = [await textTo(retried), await textTo(slow)];
  for (const id of ids) await test.receiver.untilCodes(id, ["N201"]);
  const scheduled = "16175550111";
  ids.push(await textTo(scheduled, { "send-at": new Date(Date.now() + 3_600_000).toISOString() }));
  const numbers = [retried, slow, scheduled];
  const reports = await Promise.all(
    numbers.map((number) =>
      adminBody(test, 200, "POST", "/people/erase", { number, confirm: true })
    ),
  );
  assert.deepEqual(reports.map(({ remaining }) => remaining), [0, 0, 0]);
  for (const [position, number] of numbers.entries()) {
    assert.equal((await test.admin("GET", `/messages/${ids[position]}`)).status, 404);
    const { found } = await adminBody(test, 200, "POST", "/people/erase", { number });
    assert.ok(Object.values(found).every((count) => count === 0), JSON.stringify(found));
  }
  // Later messages to the same numbers are sent, and are all that their carrier gets.
  const later = await textTo(retried);
  await test.receiver.untilCodes(later, ["N201", "N202"]);
  const { items } = await adminBody(test, 200, "GET", `/loopback/messages?to=${retried}`);
  assert.deepEqual(items.map((item: { "tracking-id": string }) => item["tracking-id"]), [later]);
});
