/** Recipients that may not be written to. */
import assert from "node:assert/strict";
import { type Block, erasedNumber } from "../../../src/core/account/block.ts";
import type { Keyword } from "../../../src/core/keyword/keyword.ts";
import type { InboundSmsRecord } from "../../../src/core/message/inbound.ts";
import type { ReplyKind } from "../../../src/core/keyword/keyword_reply.ts";
import type { NewMessage } from "../../../src/core/message/message.ts";
import type { KeywordReply, Store } from "../../../src/ports/mod.ts";
import {
  newAccount,
  newEvent,
  newInboundSms,
  newMessage,
  newOriginator,
  NOON,
} from "../../support/store.ts";
import { addAccount, allPages, type Case, LEASE } from "./fixture.ts";

const NUMBER = "16175550101";
const FIRST = "111122";
const SECOND = "333344";

/** Creates an account with two originators, and returns its id. */
async function owner(store: Store, ...more: string[]): Promise<string> {
  const account = newAccount();
  await store.accounts.create(account);
  for (const address of [FIRST, SECOND, ...more]) {
    await store.accounts.addOriginator(account.id, newOriginator({ address }));
  }
  return account.id;
}

/** Receives a keyword from a handset for an originator. */
function say(
  store: Store,
  account: string,
  keyword: Keyword | null,
  { to = FIRST, ...fields }: Partial<Parameters<typeof newInboundSms>[0]> = {},
): Promise<boolean> {
  const message = newInboundSms({ account, to, ...fields });
  const { trackingId } = message;
  return store.inbound.receive(message, [newEvent({ trackingId, code: "N211" })], keyword);
}

const all = async (store: Store, account: string): Promise<Block[]> =>
  (await store.blocks.list(account, {}, { cursor: null, limit: 100 })).items;

/** Tells for each of the two originators whether it may not write to the number. */
const blocked = async (store: Store, account: string): Promise<boolean[]> =>
  await Promise.all(
    [FIRST, SECOND].map((originator) =>
      store.blocks.isBlocked(account, { originator, number: NUMBER })
    ),
  );

const byKeyword = { number: NUMBER, madeBy: "keyword", since: NOON } as const;

/** Builds the reply to a keyword, at a time. */
function replyOf(
  message: InboundSmsRecord,
  kind: ReplyKind,
  { at = NOON, ...fields }: Partial<NewMessage> & { at?: number } = {},
): KeywordReply {
  const { account, from: to, to: from, trackingId: replyTo } = message;
  const times = { acceptedAt: at, expiresAt: at + 1000 };
  const reply = newMessage({ account, from, to, replyTo, ...times, ...fields });
  const events = [reply, message].map(({ trackingId }) =>
    newEvent({ trackingId, account, name: "answered" })
  );
  return { message: reply, kind, since: at - 1000, events };
}

/** Counts the messages of an account. */
const messagesOf = async (store: Store, account: string): Promise<number> =>
  (await store.messages.list({ account }, { cursor: null, limit: 100 })).items.length;

const replies: Record<string, Case> = {
  async "a reply is accepted in the commit of its message, and due at once"(fixture) {
    const { store, other } = fixture;
    const account = await owner(store);
    const message = newInboundSms({ account });
    const reply = replyOf(message, "stop");
    assert.equal(await store.inbound.receive(message, [], "stop", reply), true);
    const { trackingId } = reply.message;
    const stored = (await other.store.messages.byTrackingId(trackingId))!;
    assert.deepEqual(
      [stored.state, stored.from, stored.to, stored.content, stored.replyTo],
      ["accepted", FIRST, NUMBER, reply.message.content, message.trackingId],
    );
    const due = await store.messages.claimDue(LEASE, NOON, { limit: 10 }, "delivery");
    assert.deepEqual(due.map((message) => message.trackingId), [trackingId]);
    for (const id of [trackingId, message.trackingId]) {
      assert.equal((await store.events.of(id)).history.at(-1)!.event, "answered");
    }
  },

  async "a message that cannot be stored gets no reply, nor does one whose reply cannot be stored"(
    { store },
  ) {
    const account = await owner(store);
    const message = newInboundSms({ account });
    assert.equal(await store.inbound.receive(message, [], "help", replyOf(message, "help")), true);
    const again = newInboundSms({ account, key: message.key });
    assert.equal(await store.inbound.receive(again, [], "help", replyOf(again, "help")), false);
    assert.equal(await messagesOf(store, account), 1);
    const { items: [claimed] } = await store.messages.list({ account }, { cursor: null, limit: 1 });
    const stop = newInboundSms({ account });
    const { trackingId } = claimed!;
    await assert.rejects(
      store.inbound.receive(stop, [], "stop", replyOf(stop, "stop", { trackingId })),
    );
    assert.equal(await store.inbound.byTrackingId(stop.trackingId), null);
    assert.deepEqual(await all(store, account), []);
  },

  async "a keyword sent several times at once gets one reply"({ store, other }) {
    const account = await owner(store);
    const messages = Array.from({ length: 8 }, () => newInboundSms({ account }));
    await Promise.all(messages.map((message, index) => {
      const { inbound } = index % 2 === 0 ? store : other.store;
      return inbound.receive(message, [], "stop", replyOf(message, "stop"));
    }));
    assert.equal(await messagesOf(store, account), 1);
  },

  async "each kind gets a further reply once its window is over"({ store }) {
    const account = await owner(store);
    const ask = async (kind: "stop" | "start" | "help", at: number, to = FIRST) => {
      const message = newInboundSms({ account, to });
      await store.inbound.receive(message, [], kind, replyOf(message, kind, { at }));
      return await messagesOf(store, account);
    };
    assert.equal(await ask("help", NOON), 1);
    assert.equal(await ask("help", NOON + 999), 1);
    assert.equal(await ask("stop", NOON + 999), 2);
    assert.equal(await ask("help", NOON + 999, SECOND), 3);
    assert.equal(await ask("help", NOON + 1000), 4);
    const expiry = { now: NOON, before: NOON + 1000, after: null, limit: 100 };
    assert.deepEqual(await store.expire("replies", expiry), { removed: 2, next: null });
    assert.equal(await ask("help", NOON + 1001), 4, "that of the last reply is stored");
  },
};

export const blocks: Record<string, Case> = {
  ...replies,

  async "a keyword takes effect in the commit that stores its message"(
    { store, other, announced },
  ) {
    const account = await owner(store);
    const another = await owner(store);
    assert.equal(await say(store, account, "stop"), true);
    assert.equal(announced.length, 1);
    assert.deepEqual(await all(other.store, account), [{ ...byKeyword, originator: FIRST }]);
    assert.deepEqual(await blocked(other.store, account), [true, false]);
    assert.deepEqual(await blocked(store, another), [false, false]);
    assert.equal((await store.accounts.access(account))!.hasBlocks, true);
    assert.equal((await store.accounts.access(another))!.hasBlocks, false);
    await say(store, account, "start");
    assert.deepEqual(await blocked(store, account), [false, false]);
    assert.equal((await store.accounts.access(account))!.hasBlocks, false);
  },

  async "a message without keyword changes nothing"({ store }) {
    const account = await owner(store);
    await say(store, account, null);
    assert.deepEqual(await all(store, account), []);
  },

  async "a repeated message has no further effect"({ store, other, announced }) {
    const account = await owner(store);
    const stop = { key: "the same" };
    assert.equal(await say(store, account, "stop", stop), true);
    await say(store, account, "start");
    announced.length = 0;
    for (const { inbound } of [store, other.store]) {
      const message = newInboundSms({ account, ...stop });
      assert.equal(await inbound.receive(message, [], "stop"), false);
    }
    assert.deepEqual(announced, []);
    assert.deepEqual(await blocked(store, account), [false, false]);
  },

  async "a message that cannot be stored has no effect"({ store }) {
    const account = await owner(store);
    const message = newInboundSms({ account });
    await store.inbound.receive(message, []);
    await assert.rejects(
      store.inbound.receive({ ...message, key: "another" }, [], "stop"),
    );
    assert.deepEqual(await all(store, account), []);
  },

  async "requested twice they are as old as the first"({ store }) {
    const account = await owner(store);
    await say(store, account, "stop");
    await say(store, account, "stop", { receivedAt: NOON + 1000 });
    assert.deepEqual(await all(store, account), [{ ...byKeyword, originator: FIRST }]);
  },

  async "of all originators apply to later ones, too"({ store }) {
    const account = await owner(store);
    await say(store, account, "stop all");
    assert.deepEqual(await all(store, account), [{ ...byKeyword, originator: null }]);
    assert.deepEqual(await blocked(store, account), [true, true]);
    await store.accounts.addOriginator(account, newOriginator({ address: "555566" }));
    const later = { originator: "555566", number: NUMBER };
    assert.equal(await store.blocks.isBlocked(account, later), true);
    assert.equal(await store.blocks.isBlocked(account, { ...later, number: "16175550102" }), false);
  },

  async "of all originators become those of the others when one is unblocked"({ store }) {
    const account = await owner(store, "555566");
    await say(store, account, "stop", { to: SECOND, receivedAt: NOON - 1000 });
    await say(store, account, "stop all");
    await say(store, account, "start");
    assert.deepEqual(await all(store, account), [
      { ...byKeyword, originator: SECOND, since: NOON - 1000 },
      { ...byKeyword, originator: "555566" },
    ]);
    await say(store, account, "start", { to: SECOND });
    await say(store, account, "start", { to: "555566" });
    assert.deepEqual(await all(store, account), []);
  },

  async "START to several senders at once unblocks each"({ store, other }) {
    for (let round = 0; round < 10; round++) {
      const account = await owner(store);
      await say(store, account, "stop all");
      await Promise.all([
        say(store, account, "start", { to: FIRST }),
        say(other.store, account, "start", { to: SECOND }),
      ]);
      assert.deepEqual(await all(store, account), [], `round ${round}`);
    }
  },

  async "of an operator are not the handset's to lift"({ store }) {
    const account = await owner(store);
    const target = { originator: FIRST, number: NUMBER, since: NOON };
    assert.deepEqual(await store.blocks.add(account, target), { ...target, madeBy: "operator" });
    await say(store, account, "stop");
    await say(store, account, "start");
    assert.deepEqual(await blocked(store, account), [true, false]);
    assert.equal(await store.blocks.lift(account, target), true);
    assert.equal(await store.blocks.lift(account, target), false);
    assert.deepEqual(await blocked(store, account), [false, false]);
  },

  async "of a handset become an operator's and keep their age"({ store }) {
    const account = await owner(store);
    await say(store, account, "stop all");
    const target = { originator: null, number: NUMBER, since: NOON + 1000 };
    const created = await store.blocks.add(account, target);
    assert.deepEqual(created, { ...target, madeBy: "operator", since: NOON });
    assert.equal(await store.blocks.lift(account, { originator: FIRST, number: NUMBER }), true);
    assert.deepEqual(await all(store, account), [{ ...created, originator: SECOND }]);
  },

  async "of the account are its own to lift, and no handset's"({ store }) {
    const account = await owner(store);
    const target = { originator: FIRST, number: NUMBER };
    await store.blocks.addOwn(account, { ...target, since: NOON });
    await store.blocks.addOwn(account, { ...target, since: NOON + 1000 });
    assert.deepEqual(await all(store, account), [{ ...target, madeBy: "api", since: NOON }]);
    assert.deepEqual(await blocked(store, account), [true, false]);
    await say(store, account, "start");
    assert.deepEqual(await blocked(store, account), [true, false]);
    assert.equal(await store.blocks.liftOwn(account, target, false), null);
    assert.equal(await store.blocks.liftOwn(account, target, false), null);
    assert.deepEqual(await blocked(store, account), [false, false]);
  },

  async "of the account become those of a handset that opts out, or an operator's"({ store }) {
    for (const keyword of ["stop", "stop all"] as const) {
      const account = await owner(store);
      const target = { originator: keyword === "stop" ? FIRST : null, number: NUMBER };
      await store.blocks.addOwn(account, { ...target, since: NOON - 1000 });
      await say(store, account, keyword);
      const block = { ...target, madeBy: "keyword", since: NOON - 1000 };
      assert.deepEqual(await all(store, account), [block]);
      await store.blocks.addOwn(account, { ...target, since: NOON });
      assert.deepEqual(await store.blocks.liftOwn(account, target, false), block);
      assert.deepEqual(await all(store, account), [block]);
      await store.blocks.add(account, { ...target, since: NOON });
      assert.equal((await store.blocks.liftOwn(account, target, false))?.madeBy, "operator");
    }
  },

  async "of the account are lifted together, or not at all"({ store }) {
    const account = await owner(store);
    const [first, every] = [{ originator: FIRST, number: NUMBER }, {
      originator: null,
      number: NUMBER,
    }];
    await store.blocks.addOwn(account, { ...every, since: NOON });
    assert.equal((await store.blocks.liftOwn(account, first, true))?.originator, null);
    assert.deepEqual(await blocked(store, account), [true, true]);
    assert.equal(await store.blocks.liftOwn(account, first, false), null);
    assert.deepEqual(await blocked(store, account), [false, true]);
    await say(store, account, "stop");
    assert.equal((await store.blocks.liftOwn(account, every, false))?.madeBy, "keyword");
    assert.deepEqual(await blocked(store, account), [true, true]);
    await say(store, account, "start");
    assert.equal(await store.blocks.liftOwn(account, every, false), null);
    assert.deepEqual(await blocked(store, account), [false, false]);
  },

  async "of the account hold for every form of a number, and so does an opt-out"({ store }) {
    const account = await owner(store);
    const [long, short] = ["5511987654321", "551187654321"];
    const of = (number: string) => ({ originator: FIRST, number });
    await store.blocks.addOwn(account, { ...of(long), since: NOON });
    assert.equal(await store.blocks.isBlocked(account, of(short)), true);
    assert.equal(await store.blocks.liftOwn(account, of(short), false), null);
    assert.equal(await store.blocks.isBlocked(account, of(long)), false);
    await store.blocks.addOwn(account, { ...of(long), since: NOON });
    await say(store, account, "stop", { from: short });
    assert.equal((await store.blocks.liftOwn(account, of(long), false))?.madeBy, "keyword");
  },

  async "are listed for some senders, without those of erased numbers"({ store }) {
    const account = await owner(store);
    const block = (number: string, originator: string | null) =>
      store.blocks.addOwn(account, { number, originator, since: NOON });
    for (const originator of [FIRST, SECOND, null]) await block(NUMBER, originator);
    await block("16175550102", FIRST);
    await block(erasedNumber("x".repeat(43)), FIRST);
    const listed = async (originators?: (string | null)[]) => {
      const filter = { isKnown: true, ...originators && { originators } };
      const blocks = await allPages((page) => store.blocks.list(account, filter, page), 1);
      return blocks.map(({ number, originator }) => `${number.slice(-1)} ${originator}`);
    };
    assert.deepEqual(await listed(), ["1 null", `1 ${FIRST}`, `1 ${SECOND}`, `2 ${FIRST}`]);
    assert.deepEqual(await listed([FIRST, null]), ["1 null", `1 ${FIRST}`, `2 ${FIRST}`]);
    assert.deepEqual(await listed([SECOND]), [`1 ${SECOND}`]);
    assert.deepEqual(await listed([]), []);
  },

  async "are lifted altogether by an operator, for one account only"({ store }) {
    const [account, another] = [await owner(store), await owner(store)];
    for (const id of [account, another]) {
      await say(store, id, "stop");
      await say(store, id, "stop all");
    }
    assert.equal(await store.blocks.lift(account, { originator: null, number: NUMBER }), true);
    assert.deepEqual(await all(store, account), []);
    assert.equal((await all(store, another)).length, 2);
  },

  async "are looked up for many callers in one statement"({ store, statements }) {
    const account = await owner(store);
    const numbers = Array.from({ length: 60 }, (_, i) => `161755501${10 + i}`);
    for (const number of numbers.slice(0, 3)) await say(store, account, "stop", { from: number });
    statements.length = 0;
    const results = await Promise.all([
      ...numbers.map((number) => store.blocks.isBlocked(account, { originator: FIRST, number })),
      store.blocks.isBlocked("nobody", { originator: FIRST, number: numbers[0]! }),
    ]);
    assert.deepEqual(results, [true, true, true, ...Array(58).fill(false)]);
    assert.equal(statements.length, 1);
  },

  async "are listed by number, page by page, by every filter"({ store }) {
    const account = await owner(store);
    const { id: another } = await addAccount(store);
    const created: Block[] = [];
    for (const number of ["16175550103", "16175550101", "16175550102"]) {
      for (const originator of [SECOND, null, FIRST]) {
        created.push(await store.blocks.add(account, { originator, number, since: NOON }));
        await store.blocks.add(another, { originator, number, since: NOON });
      }
    }
    const expected = created.toSorted((a, b) =>
      a.number.localeCompare(b.number) ||
      (a.originator ?? "").localeCompare(b.originator ?? "")
    );
    const table: [Parameters<typeof store.blocks.list>[1], (block: Block) => boolean][] = [
      [{}, () => true],
      [{ number: NUMBER }, ({ number }) => number === NUMBER],
      [{ originator: FIRST }, ({ originator }) => originator === FIRST],
      [
        { originator: FIRST, number: NUMBER },
        (block) => block.originator === FIRST && block.number === NUMBER,
      ],
      [{ number: "1" }, () => false],
    ];
    for (const [filter, belongs] of table) {
      const found = await allPages((page) => store.blocks.list(account, filter, page), 2);
      assert.deepEqual(found, expected.filter(belongs), JSON.stringify(filter));
    }
    for (const cursor of ["", "7", "{}", '["a"]', '["a",7]']) {
      await assert.rejects(
        store.blocks.list(account, {}, { cursor, limit: 2 }),
        /cursor was not issued by this listing/,
      );
    }
  },
};
