/** The inbox of the loopback carrier: waiting for messages, and clearing it. */
import assert from "node:assert/strict";
import { recordedLog } from "../../support/log_lines.ts";
import { adminBody, startService, type TestService } from "../../support/service.ts";
import { lendDatabase } from "../../support/migrated.ts";
import { until } from "../../support/until.ts";
import { utf16 } from "../../support/utf16.ts";
import { createVasp } from "../../support/vasp.ts";

/** Limit of waits that are to end before, in seconds. */
const WAIT_SECONDS = 600;

let test: TestService;
const { log, lines } = recordedLog();

Deno.test.beforeAll(async () => {
  test = await startService({
    log,
    config: { ADMIN_WAITERS_MAX: "4", ADMIN_WAIT_MAX: "10m", RESCUE_INTERVAL: "1h" },
  });
});

Deno.test.afterAll(() => test.stop());

let handsets = 0;
/** Returns a number that no other test sends to, and that messages are delivered to. */
const newHandset = () => `1617555${String(2000 + ++handsets)}`;

async function send(to: string, text: string, from: TestService = test): Promise<string> {
  const body = { action: "sendsms", from: "111122", to, "message-text": text };
  const response = await from.post(body);
  assert.equal(response.status, 200);
  return (await response.json())["tracking-id"];
}

// deno-lint-ignore no-explicit-any -- tests look into bodies field by field
async function wait(to: string, query = "", at: TestService = test): Promise<any> {
  const limit = query.includes("timeout=") ? "" : `&timeout=${WAIT_SECONDS}`;
  return await adminBody(at, 200, "GET", `/inbox/wait?to=${to}${limit}${query}`);
}

async function refusal(status: number, query: string): Promise<string> {
  return (await adminBody(test, status, "GET", `/inbox/wait?${query}`))["error-info"];
}

Deno.test("a message is returned when it comes, with its links and codes", async () => {
  const to = newHandset();
  const before = Date.now();
  const waiting = wait(to);
  const text = "G-482913 is your code. Or open https://shop.example/login?t=1234.";
  const trackingId = await send(to, text);
  const { "carrier-id": carrierId, "received-at": at, cursor, ...message } = await waiting;
  assert.deepEqual(message, {
    "tracking-id": trackingId,
    "kind": "SMS",
    "from": "111122",
    to,
    "subject": null,
    text,
    "links": ["https://shop.example/login?t=1234"],
    "codes": ["482913"],
    "parts": [],
  });
  // Clocks of one machine differ by less.
  assert.ok(before - 1000 <= Date.parse(at) && Date.parse(at) <= Date.now() + 1000);
  assert.match(cursor, /^\d+$/);
  // It is there already.
  assert.equal((await wait(to, "&timeout=0"))["carrier-id"], carrierId);
  assert.equal((await wait(`%2B${to}`, "&timeout=0"))["carrier-id"], carrierId);
});

Deno.test("the cursor leads through all messages, each once, whatever comes meanwhile", async () => {
  const to = newHandset();
  const texts = Array.from({ length: 12 }, (_, i) => `Message ${i}`);
  const sending = Promise.all(texts.map((text) => send(to, text)));
  const seen: string[] = [];
  for (let after = ""; seen.length < texts.length;) {
    const message = await wait(to, after && `&after=${after}`);
    seen.push(message.text);
    after = message.cursor;
  }
  await sending;
  assert.deepEqual(seen.toSorted(), texts.toSorted());
});

Deno.test("only messages that match are returned", async () => {
  const to = newHandset();
  await send(to, "Welcome");
  await send(to, "Your CODE is 482913");
  assert.equal((await wait(to, "&matches=code")).text, "Your CODE is 482913");
  // No pattern: a dot is a dot.
  assert.match(await refusal(404, `to=${to}&matches=.&timeout=0`), /with "\."/);
});

Deno.test("a request that waits in vain says for what, and what came instead", async () => {
  const to = newHandset();
  assert.equal(
    await refusal(404, `to=${to}&timeout=0`),
    `no message to ${to} came within 0 s; no other did either`,
  );
  await send(to, "Welcome");
  const { cursor } = await wait(to);
  assert.equal(
    await refusal(404, `to=${to}&timeout=1&matches=code&from=111122`),
    `no message to ${to} from 111122 with "code" came within 1 s; 1 other message did`,
  );
  await send(to, "Bye");
  await wait(to, `&after=${cursor}`);
  assert.match(await refusal(404, `to=${to}&timeout=0&from=Shop`), /from Shop came .*; 2 other/);
  assert.match(await refusal(404, `to=${to}&timeout=0&after=${cursor}&from=Shop`), /; 1 other/);
  const later = new Date(Date.now() + 3_600_000).toISOString();
  assert.match(await refusal(404, `to=${to}&timeout=0&since=${later}`), /no other/);
  const earlier = new Date(Date.now() - 3_600_000).toISOString();
  assert.equal((await wait(to, `&timeout=0&since=${earlier}`)).text, "Welcome");
});

Deno.test("faults of a request are named", async () => {
  const cases: [query: string, info: RegExp][] = [
    ["", /^to is required/],
    ["to=Shop", /^to is not an international number/],
    ["to=16175550101&timeout=601", /^timeout must be at most 600, as ADMIN_WAIT_MAX has it/],
    ["to=16175550101&timeout=-1", /^timeout must be at least 0/],
    ["to=16175550101&after=now", /^after must be a cursor of an earlier response/],
    ["to=16175550101&since=now", /^since is not ISO 8601/],
    ["to=16175550101&matches=", /^matches/],
  ];
  for (const [query, info] of cases) assert.match(await refusal(400, query), info);
});

Deno.test("an MMS has the text of its text parts, and addresses of all parts", async () => {
  const to = newHandset();
  const { "mms-id": mmsId } = await (await test.post({
    action: "savemms",
    name: "Login",
    "message-subject": "Sign in",
    "fallback-sms-text": "See it",
    slide: [{ "message-text": "Your code is 482913" }, { "message-text": "https://a.example/x" }],
  })).json();
  const saved = { action: "sendsavedmms", from: "111122", to, "mms-id": mmsId };
  await until(
    async () => await (await test.post(saved)).json(),
    (response) => response["error-code"] !== "E626",
  );
  const message = await wait(to, "&matches=SIGN%20IN");
  assert.equal(message.kind, "MMS");
  assert.equal(message.text, "Your code is 482913\nhttps://a.example/x");
  assert.deepEqual([message.codes, message.links], [["482913"], ["https://a.example/x"]]);
  assert.equal((await wait(to, "&matches=your%20Code")).cursor, message.cursor);
  const texts = await Promise.all(
    message.parts.filter(({ type }: { type: string }) => type.startsWith("text/plain")).map(
      async ({ url }: { url: string }) => {
        const headers = { authorization: "Bearer admin-token-of-the-tests" };
        const response = await fetch(url, { headers });
        assert.equal(response.status, 200);
        return await response.text();
      },
    ),
  );
  assert.deepEqual(texts, ["Your code is 482913", "https://a.example/x"]);
});

Deno.test("requests beyond ADMIN_WAITERS_MAX are refused until one ends or its client leaves", async () => {
  const leaving = new AbortController();
  const headers = { authorization: "Bearer admin-token-of-the-tests" };
  const url = `${test.url}/admin/v1/inbox/wait?to=${newHandset()}&timeout=${WAIT_SECONDS}`;
  const waits = Array.from(
    { length: 4 },
    () => fetch(url, { headers, signal: leaving.signal }).catch((error) => error),
  );
  const ask = () => test.admin("GET", `/inbox/wait?to=${newHandset()}&timeout=0`);
  // The requests are on their way.
  await until(ask, ({ status }) => status === 503);
  leaving.abort(new Error("left"));
  await Promise.all(waits);
  await until(ask, ({ status }) => status === 404);
});

Deno.test("clearing deletes what came, of one handset or of all, and is audited", async () => {
  const [handset, other] = [newHandset(), newHandset()];
  const sent = [
    await send(handset, "First"),
    await send(handset, "Second"),
    await send(other, "Other"),
  ];
  const { cursor } = await wait(handset);
  await wait(handset, `&after=${cursor}`);
  await wait(other);
  const cleared = await adminBody(test, 200, "DELETE", `/inbox?to=${handset}`);
  assert.deepEqual(cleared, { deleted: 2, to: handset });
  assert.match(await refusal(404, `to=${handset}&timeout=0`), /no other/);
  const { items } = await adminBody(test, 200, "GET", `/loopback/messages?to=${handset}`);
  assert.deepEqual(items, []);
  assert.equal((await wait(other, "&timeout=0")).text, "Other");

  const all = await adminBody(test, 200, "DELETE", "/inbox");
  assert.ok(all.deleted >= 1 && all.to === null);
  assert.match(await refusal(404, `to=${other}&timeout=0`), /no other/);
  assert.equal((await adminBody(test, 200, "DELETE", "/inbox")).deleted, 0);
  const [audited] = lines.filter(({ facts }) => facts.operation === "clearInbox");
  assert.deepEqual([audited!.facts.to, audited!.facts.deleted], [`…${handset.slice(-4)}`, 2]);
  assert.ok(!JSON.stringify(lines).includes(handset));

  // No message has lost its report.
  for (const id of sent) await test.receiver.untilCodes(id, ["N201", "N202"]);
  await send(handset, "Third");
  assert.equal((await wait(handset)).text, "Third");
});

/**
 * Sends a request that waits, and resolves once it has arrived: then there is capacity for no other
 * of its kind. Where another comes before it, it is refused itself, and sent again.
 */
async function arrived(
  waiter: TestService,
  path: (seconds: number) => string,
): Promise<{ response: ReturnType<TestService["admin"]> }> {
  for (;;) {
    let isOver = false;
    const response = waiter.admin("GET", path(600)).finally(() => isOver = true);
    const look = () => waiter.admin("GET", path(0));
    await until(look, ({ status }) => isOver || status === 503);
    if (!isOver) return { response };
  }
}

Deno.test("what another process accepts is returned, and a stop ends every wait", async () => {
  const database = await lendDatabase();
  try {
    const config = {
      DATABASE_URL: database.url,
      QUEUE: "postgres",
      ADMIN_WAITERS_MAX: "1",
      ADMIN_WAIT_MAX: "10m",
    };
    const sender = await startService({ config });
    // The account exists already; only the first process sends.
    const waiter = await startService({ config, account: { id: "waiter" }, senders: [] });
    const to = newHandset();
    const waiting = wait(to, "", waiter);
    await send(to, "Hello", sender);
    assert.equal((await waiting).text, "Hello");

    const waits = [
      await arrived(waiter, (seconds) => `/inbox/wait?to=16175559999&timeout=${seconds}`),
      await arrived(waiter, (seconds) => `/postbacks/stream?account=acme&wait=${seconds}`),
    ];
    await waiter.stop();
    for (const { response } of waits) {
      const { status, body } = await response;
      assert.deepEqual([status, body["error-code"]], [503, "E504"]);
      assert.equal(body["error-info"], "the service is stopping; try again");
    }
    await sender.stop();
  } finally {
    await database.release();
  }
});

Deno.test("a text part is read in its charset", async () => {
  const parts = [
    ["iso-8859-1", Uint8Array.from("Grüße", (letter) => letter.charCodeAt(0))],
    ["utf-16", utf16("Grüße", "big")],
    ["iso-10646-ucs-2", utf16("\ufeffGrüße", "little")],
  ] as const;
  for (const [charset, content] of parts) {
    const to = newHandset();
    const number = `<Recipients><To><Number>${to}</Number></To></Recipients>`;
    await createVasp(test).submit({
      fields: { Recipients: number },
      content: {
        headers: [`Content-Type: text/plain; charset=${charset}`, "Content-ID: <content>"],
        content,
      },
    });
    assert.equal((await wait(to, "&matches=gr%C3%BC")).text, "Grüße", charset);
  }
});
