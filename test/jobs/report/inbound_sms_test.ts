import type { NewAccountFields } from "../../../src/actions/provision.ts";
import assert from "node:assert/strict";
import type { Account } from "../../../src/core/account/account.ts";
import type { InboundFile, InboundSmsRecord } from "../../../src/core/message/inbound.ts";
import type { InboundSms } from "../../../src/ports/mod.ts";
import { assertPostback } from "../../contract/validate.ts";
import { bytes } from "../../mime/bytes.ts";
import { startJobs, type TestJobs } from "../../support/jobs.ts";
import { migratedDatabase } from "../../support/migrated.ts";
import { newMessage } from "../../support/store.ts";
import { sharing } from "../../support/sharing.ts";
import { utf16 } from "../../support/utf16.ts";
import { startLoggedJobs } from "./logged_jobs.ts";

const HANDSET = "16175550111";

interface Fixture {
  jobs: TestJobs;
  /** Short code without an owner. */
  to: string;
  logged: string[];
  /** Creates an account that owns `to`. */
  owner(fields?: Partial<NewAccountFields>): Promise<Account>;
  /** Receives an SMS, and returns it as stored. */
  received(fields?: Partial<InboundSms>): Promise<InboundSmsRecord>;
}

/** First page of a listing. */
const ALL = { cursor: null, limit: 100 };

type Case = (fixture: Fixture) => Promise<void>;

// Within the cache's TTL only an announced change is seen.
const test = sharing(() => startLoggedJobs({ ACCOUNT_CACHE_TTL: "10m" }));

let last = 300_000;

/** Creates the fixture of a case, whose messages go to a short code of its own. */
function fixtureOf({ jobs, logged }: Pick<Fixture, "jobs" | "logged">): Fixture {
  const to = String(++last);
  return {
    jobs,
    to,
    logged,
    owner: (fields = {}) => jobs.account(fields, { address: to }),
    async received(fields) {
      assert.equal(await jobs.inboundSms({ to, ...fields }), true);
      const [newest] = await storedFor(jobs, fields?.to ?? to);
      assert.ok(newest?.kind === "SMS_MO");
      return newest;
    },
  };
}

/** Lists the messages to an address, newest first. */
async function storedFor({ store }: TestJobs, to: string) {
  return (await store.inbound.list({ to }, ALL)).items;
}

async function blocksOf({ store }: TestJobs, { id }: Account) {
  return (await store.blocks.list(id, {}, ALL)).items;
}

async function eventsOf({ store }: TestJobs, trackingId: string): Promise<string[]> {
  return (await store.events.of(trackingId)).history.map(({ event }) => event);
}

const CASES: Record<string, Case> = {
  "belong to the owner of the address, and are reported by N211": async (
    { jobs, to, owner, received },
  ) => {
    const account = await owner({ mm7Url: "http://127.0.0.1:9/" });
    const at = Date.UTC(2026, 6, 1, 10, 0, 0, 123);
    const record = await received({ text: "Zażółć\n🎉", operatorId: "0001470", at, key: "k" });
    const { trackingId, ...rest } = record;
    assert.deepEqual(rest, {
      account: account.id,
      kind: "SMS_MO",
      connector: "mmsc",
      key: "k",
      from: HANDSET,
      to,
      text: "Zażółć\n🎉",
      operatorId: "0001470",
      receivedAt: at,
    });
    // A VASP's URL is for MMS.
    const { postbacks } = await jobs.store.events.of(trackingId);
    assert.deepEqual(postbacks.map(({ code }) => code), ["N211"]);
    assertPostback("N211", postbacks[0]!.body);
    assert.deepEqual(postbacks[0]!.body, {
      origin: "SMS_MO",
      code: "N211",
      from: HANDSET,
      to,
      "message-text": "Zażółć\n🎉",
      timestamp: "2026-07-01T10:00:00.123000+00:00",
      "tracking-id": trackingId,
    });
    assert.deepEqual(await eventsOf(jobs, trackingId), ["received"]);
  },

  "may be empty": async ({ jobs, owner, received }) => {
    await owner();
    const { text, trackingId } = await received({ text: "" });
    assert.equal(text, "");
    assertPostback("N211", (await jobs.store.events.of(trackingId)).postbacks[0]!.body);
  },

  "have no postback if the account is set so": async ({ jobs, owner, received }) => {
    await owner({ smsMoPostbacks: false });
    const { trackingId } = await received();
    assert.deepEqual((await jobs.store.events.of(trackingId)).postbacks, []);
    assert.deepEqual(await eventsOf(jobs, trackingId), ["received"]);
  },

  "that are repeated are accepted again, without effect": async ({ jobs, to, owner }) => {
    await owner();
    const again = () => jobs.inboundSms({ to, key: "the same" });
    const results = await Promise.all(Array.from({ length: 5 }, again));
    assert.deepEqual([...results, await again()], Array(6).fill(true));
    const all = await storedFor(jobs, to);
    assert.equal(all.length, 1);
    assert.equal((await jobs.store.events.of(all[0]!.trackingId)).postbacks.length, 1);
  },

  "are distinguished from MMS with the same text": async ({ jobs, to, owner, received }) => {
    await owner();
    await received({ key: "sms" });
    assert.equal(await jobs.inbound({ to, key: "mms" }), true);
    assert.deepEqual((await storedFor(jobs, to)).map(({ kind }) => kind), ["MMS_MO", "SMS_MO"]);
  },

  "to an unknown address are refused, and the log hides the number": async (fixture) => {
    const { jobs, logged } = fixture;
    assert.equal(await jobs.inboundSms({ to: "18005550177", text: "secret" }), false);
    assert.deepEqual(await storedFor(jobs, "18005550177"), []);
    assert.ok(logged.at(-1)!.includes("without an owner"));
    for (const hidden of ["18005550177", HANDSET, "secret"]) {
      assert.ok(logged.every((line) => !line.includes(hidden)), hidden);
    }
  },

  "to a shared address belong to the account that the handset replies to": async (
    { jobs, to, received },
  ) => {
    const shared = { address: to, shared: true };
    const first = await jobs.account({}, shared);
    const second = await jobs.account({}, shared);
    assert.equal((await received()).account, first.id, "the oldest, when nobody has written");
    const sent = newMessage({
      trackingId: jobs.env.ids.tracking(),
      account: second.id,
      from: to,
      to: HANDSET,
      acceptedAt: Date.now(),
    });
    await jobs.store.messages.accept(sent, null);
    assert.equal((await received()).account, second.id);
    assert.equal((await received({ from: "16175550199" })).account, first.id, "another handset");
    await received({ text: "STOP" });
    assert.equal((await blocksOf(jobs, second)).length, 1);
    assert.equal((await blocksOf(jobs, first)).length, 0, "it has nothing to do with it");
  },

  "that say STOP block the handset, and START lifts that": async (
    { jobs, to, owner, received },
  ) => {
    const account = await owner();
    const hasBlocks = async () => (await jobs.env.accounts.byId(account.id))!.hasBlocks;
    assert.equal(await hasBlocks(), false);
    const stop = await received({ text: " Stop! ", at: 1_782_900_000_000 });
    assert.deepEqual(await blocksOf(jobs, account), [
      { originator: to, number: HANDSET, madeBy: "keyword", since: 1_782_900_000_000 },
    ]);
    assert.equal(await hasBlocks(), true, "known at once, whatever was in memory");
    assert.deepEqual(await eventsOf(jobs, stop.trackingId), ["received", "opted out"]);
    const { postbacks } = await jobs.store.events.of(stop.trackingId);
    assert.deepEqual(postbacks.map(({ code }) => code), ["N211"]);
    const start = await received({ text: "unstop" });
    assert.deepEqual(await blocksOf(jobs, account), []);
    assert.equal(await hasBlocks(), false);
    assert.deepEqual(await eventsOf(jobs, start.trackingId), ["received", "opted in"]);
  },

  "that say STOPALL block the handset for every sender": async ({ jobs, owner, received }) => {
    const account = await owner();
    const { trackingId } = await received({ text: "StopAll" });
    const blocks = await blocksOf(jobs, account);
    assert.deepEqual(blocks.map(({ originator }) => originator), [null]);
    assert.deepEqual((await eventsOf(jobs, trackingId))[1], "opted out of all senders");
  },

  "of more than a keyword block no one": async ({ jobs, owner, received }) => {
    const account = await owner();
    for (const text of ["stop it", "Stop 1", "the end", ""]) await received({ text });
    assert.deepEqual(await blocksOf(jobs, account), []);
  },

  "block no one if the account handles opt-outs itself": async ({ jobs, owner, received }) => {
    const account = await owner({ optOut: false });
    const { trackingId } = await received({ text: "STOP" });
    assert.deepEqual(await blocksOf(jobs, account), []);
    assert.deepEqual(await eventsOf(jobs, trackingId), ["received"]);
    const { postbacks } = await jobs.store.events.of(trackingId);
    assert.deepEqual(postbacks.map(({ code }) => code), ["N211"]);
  },

  "as the only text of an MMS block the handset too": async ({ jobs, to, owner }) => {
    const account = await owner();
    const picture = await jobs.file("a.png", "image/png", bytes("picture"));
    const smil = await jobs.file("p.smil", "application/smil", bytes("<smil/>"));
    const text = (content: Uint8Array, type = "text/plain") => jobs.file("t.txt", type, content);
    const table: [string, InboundFile[], boolean][] = [
      ["the word alone", [await text(bytes("STOP"))], true],
      ["with a picture and a presentation", [smil, await text(bytes(" stop.\r\n")), picture], true],
      [
        "in UTF-16",
        [await text(utf16("\ufeffSTOP", "little"), 'text/plain; charset="utf-16"')],
        true,
      ],
      ["in ISO 8859-1", [
        await text(
          new Uint8Array([...bytes("arr"), 0xea, ...bytes("t")]),
          "text/plain; charset=iso-8859-1",
        ),
      ], true],
      ["in UCS-2 without a mark", [
        await text(utf16("STOP", "big"), "text/plain; charset=iso-10646-ucs-2"),
      ], true],
      ["in an unknown charset", [await text(bytes("STOP"), "text/plain; charset=klingon")], true],
      ["beside a blank text", [await text(bytes("\r\n")), await text(bytes("STOP"))], true],
      ["beside itself", [await text(bytes("STOP")), await text(bytes("STOP\n"))], true],
      ["beside another text", [await text(bytes("STOP")), await text(bytes("it"))], false],
      ["in a longer text", [await text(bytes("STOP it"))], false],
      ["in a long text", [await text(bytes(`STOP${" ".repeat(2000)}`))], false],
      ["as HTML", [await text(bytes("STOP"), "text/html")], false],
      ["in the subject of a picture", [picture], true],
      ["in the subject of a blank text", [await text(bytes(" \u200b"))], true],
      ["in the subject without files", [], true],
    ];
    for (const [title, files, blocks] of table) {
      assert.equal(await jobs.inbound({ to, subject: "STOP", files }), true);
      assert.equal((await blocksOf(jobs, account)).length, blocks ? 1 : 0, title);
      const [newest] = await storedFor(jobs, to);
      const { postbacks } = await jobs.store.events.of(newest!.trackingId);
      assert.deepEqual(postbacks.map(({ code }) => code), ["N401"]);
      await jobs.inboundSms({ to, text: "START" });
    }
  },

  "a keyword of a sender that is no international number has no effect, and is logged": async (
    { jobs, logged, owner, received },
  ) => {
    const account = await owner({ keywordReplies: "all" });
    for (const from of ["Info", "06175550101", "12", "1234567890123456", ""]) {
      const senderType = { ton: 5, npi: 0 };
      const { trackingId, ...record } = await received({ from, text: "STOP", senderType });
      assert.deepEqual([record.from, "senderType" in record], [from, false]);
      assert.deepEqual(await eventsOf(jobs, trackingId), ["received"]);
      const lines = logged.filter((line) => line.includes(trackingId));
      assert.match(lines[0]!, /"do":.*keyword from a sender that is not an international number/);
      assert.match(lines[1]!, /"sender-ton":5,"sender-npi":0.*inbound message/);
    }
    assert.deepEqual(await blocksOf(jobs, account), []);
    assert.deepEqual((await jobs.store.messages.list({ account: account.id }, ALL)).items, []);
  },
};

Deno.test("an SMS that arrives at two services of one database is stored once", async () => {
  const DATABASE_URL = await migratedDatabase();
  await using first = await startJobs({ config: { DATABASE_URL } });
  await using other = await startJobs({ config: { DATABASE_URL } });
  const account = await first.account({}, { address: "300001" });
  for (const text of ["Hello", "STOP"]) {
    const message = { to: "300001", text, key: text };
    const results = await Promise.all(
      [first, other, first, other].map((jobs) => jobs.inboundSms(message)),
    );
    assert.deepEqual(results, Array(4).fill(true));
  }
  const all = await storedFor(other, "300001");
  assert.deepEqual(all.map((each) => each.kind === "SMS_MO" && each.text), ["STOP", "Hello"]);
  for (const { trackingId } of all) {
    assert.equal((await first.store.events.of(trackingId)).postbacks.length, 1);
  }
  assert.equal((await blocksOf(other, account)).length, 1);
});

for (const [name, run] of Object.entries(CASES)) {
  test(`inbound SMS ${name}`, (shared) => run(fixtureOf(shared)));
}
