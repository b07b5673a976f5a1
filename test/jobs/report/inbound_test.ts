import assert from "node:assert/strict";
import type { InboundMmsRecord, InboundRecord } from "../../../src/core/message/inbound.ts";
import type { InboundMms } from "../../../src/ports/mod.ts";
import { createContent } from "../../../src/http/hosted/content.ts";
import { assertPostback } from "../../contract/validate.ts";
import { bytes } from "../../mime/bytes.ts";
import { BASE_URL, type TestJobs } from "../../support/jobs.ts";
import { newMessage } from "../../support/store.ts";
import { sharing } from "../../support/sharing.ts";
import { startLoggedJobs } from "./logged_jobs.ts";

const DAY_MS = 24 * 3_600_000;

interface Fixture {
  jobs: TestJobs;
  /** Short code without an owner. */
  to: string;
  logged: string[];
  /** Receives a message, and returns it as stored. */
  received(fields?: Partial<InboundMms>): Promise<InboundMmsRecord>;
}

type Case = (fixture: Fixture) => Promise<void>;

const test = sharing(() => startLoggedJobs());

let last = 300_000;

/** Creates the fixture of a case, whose messages go to a short code of its own. */
function fixtureOf({ jobs, logged }: Pick<Fixture, "jobs" | "logged">): Fixture {
  const to = String(++last);
  return {
    jobs,
    to,
    logged,
    async received(fields) {
      assert.equal(await jobs.inbound({ to, ...fields }), true);
      const [newest] = await storedFor(jobs, fields?.to ?? to);
      assert.ok(newest?.kind === "MMS_MO");
      return newest;
    },
  };
}

/** Lists the messages to an address, newest first. */
async function storedFor({ store }: TestJobs, to: string): Promise<InboundRecord[]> {
  return (await store.inbound.list({ to }, { cursor: null, limit: 100 })).items;
}

/** Creates a message that an account sent to the handset of `TestJobs.inbound` some time ago. */
async function sentBy({ store }: TestJobs, account: string, from: string, agoMs: number) {
  const acceptedAt = Date.now() - agoMs;
  // A UUID of version 7 begins with the time.
  const trackingId = `${acceptedAt.toString(16).padStart(12, "0")}`.replace(/^.{8}/, "$&-") +
    `-7000-8000-${crypto.randomUUID().slice(-12)}`;
  await store.messages.accept(
    newMessage({ trackingId, account, from, to: "16175550111", acceptedAt }),
    null,
  );
}

const CASES: Record<string, Case> = {
  "belong to the owner of the address, and are reported by N401": async (
    { jobs, to, received },
  ) => {
    const owner = await jobs.account({}, { address: to });
    const at = Date.UTC(2026, 6, 1, 10, 0, 0, 123);
    const files = [
      await jobs.file("ü 1.png", "image/png", bytes("picture"), "i@x"),
      await jobs.file("a.txt", "text/plain; charset=utf-8", bytes("words")),
    ];
    const record = await received({ subject: "Zażółć", operatorId: "0001470", files, at });
    const { trackingId, token, ...rest } = record;
    assert.deepEqual({ ...rest, key: "" }, {
      account: owner.id,
      kind: "MMS_MO",
      connector: "mmsc",
      key: "",
      from: "16175550111",
      to,
      subject: "Zażółć",
      operatorId: "0001470",
      files,
      receivedAt: at,
    });
    assert.match(token, /^[\w-]{22,}$/);
    const { postbacks } = await jobs.store.events.of(trackingId);
    assert.equal(postbacks.length, 1);
    const { code, body } = postbacks[0]!;
    assertPostback(code, body);
    assert.deepEqual(body, {
      origin: "MMS_MO",
      code: "N401",
      from: "16175550111",
      to,
      "message-subject": "Zażółć",
      "tracking-id": trackingId,
      timestamp: "2026-07-01T10:00:00.123000+00:00",
      content: [
        { file: `${BASE_URL}/content/${token}/%C3%BC%201.png` },
        { file: `${BASE_URL}/content/${token}/a.txt` },
      ],
    });
    const content = createContent({
      ...jobs,
      clock: jobs.env.clock,
      mediaAddresses: { fileAt: () => Promise.resolve(null) },
    });
    for (const [index, expected] of ["picture", "words"].entries()) {
      const url = `${BASE_URL}/content/${token}/${encodeURIComponent(files[index]!.name)}`;
      const response = await content(token, files[index]!.name, new Request(url));
      assert.equal(await response.text(), expected);
    }
  },

  "have secrets of their own": async ({ jobs, to, received }) => {
    await jobs.account({}, { address: to });
    const [first, other] = [await received(), await received()];
    assert.notEqual(first.token, other.token);
    assert.notEqual(first.trackingId, other.trackingId);
  },

  "are reported over both channels, one, or none, as the account is set": async (
    { jobs, received },
  ) => {
    const mm7Url = "http://127.0.0.1:9/";
    const settings = [
      [{ mm7Url }, ["N401", "DeliverReq"]],
      [{ mm7Url, mmsMoPostbacks: false }, ["DeliverReq"]],
      [{ mmsMoPostbacks: false }, []],
    ] as const;
    for (const [index, [fields, codes]] of settings.entries()) {
      const address = String(400_000 + index);
      await jobs.account(fields, { address });
      const { trackingId } = await received({ to: address });
      const { postbacks } = await jobs.store.events.of(trackingId);
      assert.deepEqual(postbacks.map(({ code }) => code), codes);
      const { history } = await jobs.store.events.of(trackingId);
      assert.equal(history[0]!.event, "received");
    }
  },

  "that are repeated are accepted again, without effect": async ({ jobs, to }) => {
    await jobs.account({ mm7Url: "http://127.0.0.1:9/" }, { address: to });
    const results = await Promise.all(
      Array.from({ length: 5 }, () => jobs.inbound({ to, key: "the same" })),
    );
    assert.deepEqual(
      [...results, await jobs.inbound({ to, key: "the same" })],
      Array(6).fill(true),
    );
    const all = await storedFor(jobs, to);
    assert.equal(all.length, 1);
    assert.equal((await jobs.store.events.of(all[0]!.trackingId)).postbacks.length, 2);
  },

  "to an unknown address are refused, and the log hides the number": async (fixture) => {
    const { jobs, logged } = fixture;
    assert.equal(await jobs.inbound({ to: "18005550177" }), false);
    assert.deepEqual(await storedFor(jobs, "18005550177"), []);
    assert.ok(logged.at(-1)!.includes("without an owner"));
    assert.ok(logged.every((line) => !line.includes("18005550177")));
    assert.ok(logged.every((line) => !line.includes("16175550111")));
  },

  "to an address of a disabled account are refused": async ({ jobs, to }) => {
    await jobs.account({ disabled: true }, { address: to });
    assert.equal(await jobs.inbound({ to }), false);
  },

  "to a shared address belong to the owner with the VASID": async ({ jobs, to, received }) => {
    await jobs.account({}, { address: to, shared: true, vasid: "news" });
    const weather = await jobs.account({ mm7Url: "http://127.0.0.1:9/" }, {
      address: to,
      shared: true,
      vasid: "weather",
    });
    const { account, trackingId } = await received({ vasid: "weather" });
    assert.equal(account, weather.id);
    const { postbacks } = await jobs.store.events.of(trackingId);
    const { message } = postbacks.at(-1)!.body as { message: { VASID: string } };
    assert.equal(message.VASID, "weather");
  },

  "to a shared address belong to the account that the handset replies to": async (
    { jobs, to, received },
  ) => {
    const first = await jobs.account({}, { address: to, shared: true });
    const second = await jobs.account({}, { address: to, shared: true });
    assert.equal((await received()).account, first.id, "the oldest, when nobody has written");
    await sentBy(jobs, second.id, to, 31 * DAY_MS);
    assert.equal((await received()).account, first.id, "that was too long ago");
    await sentBy(jobs, second.id, to, 29 * DAY_MS);
    assert.equal((await received()).account, second.id);
    await sentBy(jobs, first.id, to, DAY_MS);
    assert.equal((await received()).account, first.id);
    await sentBy(jobs, second.id, to, 0);
    assert.equal((await received({ from: "16175550199" })).account, first.id, "another handset");
    assert.equal((await received({ vasid: "unknown" })).account, second.id);
  },

  "to a shared address never belong to a previous owner": async ({ jobs, to, received }) => {
    const first = await jobs.account({}, { address: to, shared: true });
    await jobs.account({}, { address: to, shared: true });
    const third = await jobs.account({}, { address: to, shared: true });
    await sentBy(jobs, third.id, to, 0);
    await jobs.store.accounts.removeOriginator(third.id, to);
    assert.equal((await received()).account, first.id);
  },

  "of several owners with one VASID belong to the account that the handset replies to": async (
    fixture,
  ) => {
    const { jobs, to, received } = fixture;
    const sender = { address: to, shared: true, vasid: "news" };
    const other = await jobs.account({}, { ...sender, vasid: "other" });
    const [first, second] = [await jobs.account({}, sender), await jobs.account({}, sender)];
    await sentBy(jobs, second.id, to, 0);
    assert.equal((await received({ vasid: "news" })).account, second.id);
    await sentBy(jobs, other.id, to, 0);
    assert.equal((await received({ vasid: "news" })).account, first.id);
  },
};

for (const [name, run] of Object.entries(CASES)) {
  test(`inbound messages ${name}`, (shared) => run(fixtureOf(shared)));
}
