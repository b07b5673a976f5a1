/** Recipients that want no more messages: E114 (contract section 2) and 3001 (section 5). */
import assert from "node:assert/strict";
import { createService, readConfig } from "../../mod.ts";
import { silentLog } from "../../src/log/mod.ts";
import { ask, settledTemplate } from "../http/door.ts";
import { migratedDatabase } from "../support/migrated.ts";
import { movableClock } from "../support/movable_clock.ts";
import { ADMIN_TOKEN, jsonOf, startService, type TestService } from "../support/service.ts";
import { sharing } from "../support/sharing.ts";
import { until } from "../support/until.ts";
import { createVasp } from "../support/vasp.ts";

const SENDERS = ["111122", "333344"].map((address) =>
  ({ address, kind: "short-code", country: "US" }) as const
);
const REFUSED = "to is blocked for this sender (opted out)";

interface Fixture {
  test: TestService;
  /** Number of a handset that no other test uses. */
  handset: string;
  mmsId: string;
  /** Sends a text from the handset; resolves once it is stored. */
  say(text: string, to?: string): Promise<void>;
  /** Sends a text to the handset, and returns status and `error-code`. */
  text(from?: string): Promise<[status: number, code: string | undefined]>;
  /** Lists the blocks of the handset. */
  blocks(): Promise<{ originator: string | null; "made-by": string }[]>;
  /** Counts the messages to the handset. */
  stored(): Promise<number>;
}

type Case = (fixture: Fixture) => Promise<void>;

function fixtureOf(test: TestService, handset: string, mmsId: string): Fixture {
  return {
    test,
    handset,
    mmsId,
    async say(text, to = "111122") {
      const { status } = await test.admin("POST", "/loopback/sms", { from: handset, to, text });
      assert.equal(status, 201);
    },
    async text(from = "111122") {
      const body = { action: "sendsms", from, to: handset, "message-text": "Hello" };
      const response = await ask(test, body);
      return [response.status, response.body["error-code"]];
    },
    blocks: async () =>
      (await test.admin("GET", `/accounts/acme/blocks?number=${handset}`)).body.items,
    stored: async () =>
      (await test.admin("GET", `/messages?recipient=${handset}&limit=200`)).body.items.length,
  };
}

const CASES: Record<string, Case> = {
  "STOP blocks the pair, on both doors, and nothing is stored": async (fixture) => {
    const { test, handset, mmsId, say, text, stored } = fixture;
    assert.deepEqual(await text(), [200, undefined]);
    await say("STOP");
    assert.deepEqual(await text(), [403, "E114"]);
    const mms = { action: "sendsavedmms", from: "111122", to: `+${handset}`, "mms-id": mmsId };
    const refused = await ask(test, mms);
    assert.deepEqual(
      [refused.status, refused.body["error-code"], refused.body["error-info"]],
      [403, "E114", REFUSED],
    );
    const number = `<To><Number>${handset}</Number></To>`;
    const vasp = createVasp(test);
    const submission = { fields: { Recipients: `<Recipients>${number}</Recipients>` } };
    const response = await vasp.post(submission);
    assert.deepEqual(
      [response.status, response.code, response.text, response.faultcode],
      [200, 3001, "Recipient blocked", "soap-env:Client"],
    );
    assert.match(response.details ?? "", /^To is blocked/);
    await vasp.lintResponses();
    assert.equal(await stored(), 1);
    await say("START");
    await vasp.submit(submission);
    await jsonOf(await test.post(mms));
    assert.deepEqual(await text(), [200, undefined]);
    assert.equal(await stored(), 4);
  },

  "STOP to one sender leaves the others and other recipients alone": async (fixture) => {
    const { test, say, text } = fixture;
    await say("Arrêt.", "333344");
    assert.deepEqual(await text("333344"), [403, "E114"]);
    assert.deepEqual(await text("111122"), [200, undefined]);
    const other = { action: "sendsms", from: "333344", to: "16175550999", "message-text": "Hello" };
    await jsonOf(await test.post(other));
  },

  "STOPALL blocks every sender, and START unblocks the sender that it is sent to": async (
    fixture,
  ) => {
    const { say, text, blocks } = fixture;
    await say("stopall");
    assert.deepEqual(await text("111122"), [403, "E114"]);
    assert.deepEqual(await text("333344"), [403, "E114"]);
    assert.deepEqual((await blocks()).map(({ originator }) => originator), [null]);
    await say("Start!", "333344");
    assert.deepEqual(await text("333344"), [200, undefined]);
    assert.deepEqual(await text("111122"), [403, "E114"]);
    await say("unstop", "111122");
    assert.deepEqual(await text("111122"), [200, undefined]);
  },

  "every keyword blocks, and a text of more than the keyword does not": async (fixture) => {
    const { say, text } = fixture;
    const words = [
      "Stop",
      "unsubscribe",
      "CANCEL",
      "End.",
      " quit ",
      "ARRET!",
      "Revoke",
      "remove.",
      "OptOut",
      "opt out",
      "Opt-out!",
      "stop all",
      "STOPALL",
    ];
    for (const word of words) {
      await say(word);
      assert.deepEqual(await text(), [403, "E114"], word);
      await say("START");
    }
    for (const words of ["stop it", "Stop 1", "the end"]) await say(words);
    assert.deepEqual(await text(), [200, undefined]);
  },

  "an MMS whose only text is STOP blocks, and is reported": async (fixture) => {
    const { test, handset, text } = fixture;
    const { body } = await test.admin("POST", "/loopback/mms", {
      "from": handset,
      "to": "111122",
      "subject": "Re: tulips",
      "text": "Stop",
      "file": [{ "name": "dot.gif", "content": "R0lGODlhAQABAAAAACwAAAAAAQABAAACAkQBADs=" }],
    });
    assert.deepEqual(await text(), [403, "E114"]);
    await test.receiver.untilCodes(body["tracking-id"], ["N401"]);
  },

  "an account without opt-out handling goes on, and existing blocks stay": async (fixture) => {
    const { test, say, text, blocks } = fixture;
    const set = (optOut: boolean) => test.admin("PATCH", "/accounts/acme", { "opt-out": optOut });
    assert.equal((await set(false)).body["opt-out"], false);
    await say("STOP");
    assert.deepEqual(await blocks(), []);
    assert.deepEqual(await text(), [200, undefined]);
    await set(true);
    await say("STOP");
    await set(false);
    await say("START");
    assert.deepEqual(await text(), [403, "E114"]);
    await set(true);
  },

  "an operator lists, adds and lifts blocks": async (fixture) => {
    const { test, handset, say, text, blocks } = fixture;
    const path = "/accounts/acme/blocks";
    const added = await test.admin("POST", path, {
      "number": `+${handset}`,
      "originator": "111122",
    });
    const { since, ...block } = added.body;
    assert.deepEqual([added.status, block], [201, {
      "account": "acme",
      "originator": "111122",
      "number": handset,
      "made-by": "operator",
    }]);
    assert.match(since, /^20\d\d-/);
    assert.deepEqual(await blocks(), [added.body]);
    assert.deepEqual(await text(), [403, "E114"]);
    await say("START");
    assert.deepEqual(await text(), [403, "E114"], "it is the operator's");
    assert.equal((await test.admin("DELETE", `${path}/${handset}?originator=333344`)).status, 404);
    assert.equal((await test.admin("DELETE", `${path}/+${handset}`)).status, 204);
    assert.deepEqual(await text(), [200, undefined]);
    assert.equal((await test.admin("DELETE", `${path}/${handset}`)).status, 404);

    await test.admin("POST", path, { "number": handset });
    assert.equal((await test.admin("DELETE", `${path}/${handset}?originator=111122`)).status, 204);
    assert.deepEqual(await text("111122"), [200, undefined]);
    assert.deepEqual(await text("333344"), [403, "E114"]);
    const { body: { items } } = await test.admin(
      "GET",
      `${path}?originator=333344&number=${handset}`,
    );
    assert.equal(items.length, 1);

    const refused: [number, string, string, object?][] = [
      [400, "POST", path, { "number": "111122" }],
      [400, "POST", path, { "number": handset, "originator": "999999" }],
      [400, "POST", path, {}],
      [404, "POST", "/accounts/nobody/blocks", { "number": handset }],
      [404, "GET", "/accounts/nobody/blocks"],
      [404, "DELETE", `/accounts/nobody/blocks/${handset}`],
      [400, "DELETE", `${path}/home`],
      [400, "DELETE", `${path}/${handset}?originator=999999`],
      [400, "GET", `${path}?cursor=1`],
    ];
    for (const [status, method, at, body] of refused) {
      const response = await test.admin(method, at, body);
      assert.equal(response.status, status, `${method} ${at} ${JSON.stringify(response.body)}`);
    }
  },

  "blocks are listed page by page, each once": async ({ test }) => {
    const path = "/accounts/acme/blocks";
    const numbers = Array.from({ length: 5 }, (_, i) => `1617555090${i}`);
    for (const number of numbers) await test.admin("POST", path, { number });
    const listed: string[] = [];
    for (let cursor: string | null = ""; cursor !== null;) {
      const more: string = cursor === "" ? "" : `&cursor=${encodeURIComponent(cursor)}`;
      const { body } = await test.admin("GET", `${path}?limit=2${more}`);
      listed.push(...body.items.map(({ number }: { number: string }) => number));
      cursor = body["next-cursor"];
    }
    assert.equal(new Set(listed.filter((block) => numbers.includes(block))).size, 5);
    assert.deepEqual(listed, listed.toSorted());
    for (const number of numbers) await test.admin("DELETE", `${path}/${number}`);
  },

  "STOP during many sends: each is either accepted and stored, or refused": async (fixture) => {
    const { say, text, stored } = fixture;
    const sends = (count: number) => Array.from({ length: count }, () => text());
    const early = sends(30);
    const stop = say("STOP");
    const meanwhile = sends(30);
    const responses = await Promise.all([...early, ...meanwhile]);
    await stop;
    const accepted = responses.filter(([status]) => status === 200).length;
    assert.equal(responses.filter(([, code]) => code === "E114").length, 60 - accepted);
    assert.equal(await stored(), accepted);
    const late = await Promise.all(sends(10));
    assert.ok(late.every(([, code]) => code === "E114"));
    assert.equal(await stored(), accepted);
  },
};

const check = sharing(async () => {
  const account = { keywordReplies: "none" } as const;
  const test = await startService({ senders: SENDERS, account });
  const mmsId = await settledTemplate(test, {
    action: "savemms",
    name: "Words",
    "fallback-sms-text": "See it",
    slide: [{ "message-text": "Hello" }],
  });
  return { test, mmsId, [Symbol.asyncDispose]: test.stop };
});

for (const [index, [name, run]] of Object.entries(CASES).entries()) {
  const handset = String(16175550201 + index);
  check(`opt-outs: ${name}`, ({ test, mmsId }) => run(fixtureOf(test, handset, mmsId)));
}

Deno.test("a block is known to another service of the database within its cache time", async () => {
  const DATABASE_URL = await migratedDatabase();
  const config = { DATABASE_URL, ACCOUNT_CACHE_TTL: "1s" };
  await using test = await startService({ config });
  const dataDir = await Deno.makeTempDir({ prefix: "slidepost-test-" });
  const second = await createService(
    readConfig({
      PORT: "0",
      DATA_DIR: dataDir,
      ADMIN_TOKEN,
      OUTBOUND_ALLOW: "127.0.0.0/8",
      DEFAULT_CONNECTOR: "loopback",
      ...config,
    }),
    { log: silentLog() },
  );
  try {
    const { handset, say, text } = fixtureOf(test, "16175550199", "");
    const elsewhere = fixtureOf({ ...test, url: second.url }, handset, "");
    assert.deepEqual(await elsewhere.text(), [200, undefined]);
    await say("STOP");
    assert.deepEqual(await text(), [403, "E114"], "here at once");
    const response = await until(() => elsewhere.text(), ([status]) => status !== 200);
    assert.deepEqual(response, [403, "E114"]);
    await say("START");
    assert.deepEqual(await elsewhere.text(), [200, undefined], "what is lifted is asked for");
  } finally {
    await second.stop();
    await Deno.remove(dataDir, { recursive: true });
  }
});

Deno.test("a message accepted before a STOP, and not yet submitted, is not sent", async () => {
  const clock = movableClock();
  await using test = await startService({
    clock,
    senders: SENDERS,
    config: { DELIVER_RETRY: "1h", RESCUE_INTERVAL: "1s" },
  });
  const handset = "16175550109"; // its carrier throttles twice
  const body = { action: "sendsms", from: "111122", to: handset, "message-text": "Hello" };
  const { "tracking-id": id } = (await ask(test, body)).body;
  await test.receiver.untilCodes(id, ["N201"]);
  const stop = { from: handset, to: "111122", text: "STOP" };
  assert.equal((await test.admin("POST", "/loopback/sms", stop)).status, 201);
  await until(
    () => test.admin("GET", `/messages/${id}`),
    ({ body }) => body.history.some(({ event }: { event: string }) => event === "retry"),
  );
  clock.advance(3_600_000);
  await test.receiver.untilCodes(id, ["N201", "E202"]);
  const { body: message } = await test.admin("GET", `/messages/${id}`);
  assert.deepEqual(
    [message["status-details"], message["status-reason"]],
    ["Message Rejected", "the recipient has opted out"],
  );
  const { body: carried } = await test.admin("GET", `/loopback/messages?tracking-id=${id}`);
  assert.deepEqual(carried.items, []);
});
