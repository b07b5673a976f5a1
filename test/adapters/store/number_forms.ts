/** Rows under one form of a number: looked up, erased and lifted by each of its forms. */
import assert from "node:assert/strict";
import type { Person, PersonMessage, PersonPage, Store } from "../../../src/ports/mod.ts";
import { AlreadyExists } from "../../../src/ports/mod.ts";
import {
  newChange,
  newInboundSms,
  newLink,
  newMessage,
  newMms,
  newOriginator,
  NOON,
  subscribed,
} from "../../support/store.ts";
import { addAccount, allPages, type Case } from "./fixture.ts";

/** Forms of one person's number: as it is read today, and as it has been stored. */
const PERSONS = [
  ["491701234567", "4901701234567"],
  ["447912345678", "4407912345678"],
  ["48601234567", "480601234567"],
  ["525512345678", "5215512345678"],
  ["5511987654321", "551187654321", "5501187654321", "55011987654321"],
  ["5491123456789", "541123456789", "5401123456789", "54091123456789"],
];
const OTHERS = ["491701234568", "525512345679", "5511987654322", "551134567890", "541123456780"];
const SENDER = "111122";
const LATER = NOON + 60_000;

/** Calls with each pair of forms of each person: one that is stored, and one to look up. */
async function eachPair(test: (stored: string, sought: string) => Promise<void>): Promise<void> {
  for (const forms of PERSONS) {
    for (const stored of forms) for (const sought of forms) await test(stored, sought);
  }
}

async function ownerOf(store: Store, addresses = [SENDER]): Promise<string> {
  const { id } = await addAccount(store);
  for (const address of addresses) {
    await store.accounts.addOriginator(id, newOriginator({ address }));
  }
  return id;
}

const isBlocked = (store: Store, account: string, number: string) =>
  store.blocks.isBlocked(account, { originator: SENDER, number });

async function eraseAll({ people }: Store, person: Person): Promise<void> {
  for (const list of ["messages", "inbound", "shownIn", "responses"] as const) {
    for (let after: string | null = null, isEnd = false; !isEnd;) {
      const step = { until: LATER, now: LATER, after, limit: 1, renditionsUsedAt: NOON };
      const { next, remaining } = await people.erase(list, person, step);
      assert.equal(remaining, 0);
      after = next;
      isEnd = after === null;
    }
  }
  await people.eraseFacts(person, LATER);
}

export const numberForms: Record<string, Case> = {
  async "a block holds for each, is listed by each, and lifted by each"({ store }) {
    await eachPair(async (stored, sought) => {
      const account = await ownerOf(store);
      await store.blocks.add(account, { originator: null, number: stored, since: NOON });
      assert.equal(await isBlocked(store, account, sought), true, `${stored} ${sought}`);
      for (const number of OTHERS) assert.equal(await isBlocked(store, account, number), false);
      const page = await store.blocks.list(account, { number: sought }, { cursor: null, limit: 9 });
      assert.deepEqual(page.items.map(({ number }) => number), [stored]);
      const pair = { originator: null, number: sought };
      assert.equal(await store.blocks.lift(account, pair), true);
      assert.equal(await isBlocked(store, account, stored), false);
    });
  },

  async "STOP and START of each are those of all"({ store }) {
    await eachPair(async (stored, sought) => {
      const account = await ownerOf(store);
      const say = (from: string, keyword: "stop" | "start") =>
        store.inbound.receive(newInboundSms({ account, from, to: SENDER }), [], keyword);
      await say(stored, "stop");
      await say(sought, "stop");
      const { items } = await store.blocks.list(account, {}, { cursor: null, limit: 9 });
      assert.deepEqual(items.map(({ number }) => number), [stored]);
      assert.equal(await isBlocked(store, account, sought), true);
      await say(sought, "start");
      assert.equal(await isBlocked(store, account, stored), false);
    });
  },

  async "STOPs of two forms at once make one block"({ store, other }) {
    for (let round = 0; round < 10; round++) {
      const account = await ownerOf(store);
      const [long, short] = PERSONS[4]!;
      await Promise.all(
        [[store, long!], [other.store, short!]].map(([each, from]) =>
          (each as Store).inbound.receive(
            newInboundSms({ account, from: from as string, to: SENDER }),
            [],
            "stop",
          )
        ),
      );
      const { items } = await store.blocks.list(account, {}, { cursor: null, limit: 9 });
      assert.equal(items.length, 1, `round ${round}`);
    }
  },

  async "a block of an erased number holds for each"({ store }) {
    await eachPair(async (stored, sought) => {
      const account = await ownerOf(store);
      await store.blocks.add(account, { originator: null, number: stored, since: NOON });
      await store.people.eraseFacts({ number: sought, account }, LATER);
      const { items } = await store.blocks.list(account, {}, { cursor: null, limit: 9 });
      assert.match(items[0]!.number, /^erased:/);
      for (const form of [stored, sought]) {
        assert.equal(await isBlocked(store, account, form), true, `${stored} ${form}`);
      }
      const pair = { originator: null, number: sought };
      assert.equal(await store.blocks.lift(account, pair), true);
    });
  },

  async "a subscription holds for each, and is ended by each"({ store }) {
    await eachPair(async (stored, sought) => {
      const { id } = await addAccount(store);
      const of = (recipient: string) => ({ campaignRef: "spring", recipient });
      await subscribed(store, id, of(stored));
      assert.equal(await store.subscriptions.isSubscribed(id, of(sought)), true);
      assert.equal(await store.subscriptions.isSubscribed(id, of(OTHERS[0]!)), false);
      assert.equal(await subscribed(store, id, of(sought)), "unchanged");
      assert.equal(await store.subscriptions.unsubscribe(id, of(sought), newChange()), true);
      assert.equal(await store.subscriptions.isSubscribed(id, of(stored)), false);
    });
  },

  async "a sender is one, whoever has it in which form"({ store }) {
    await eachPair(async (stored, sought) => {
      const account = await ownerOf(store, [stored]);
      assert.deepEqual(await store.accounts.owners(sought), [
        { account, vasid: null, address: stored },
      ]);
      for (const id of [account, await ownerOf(store, [])]) {
        const addition = store.accounts.addOriginator(
          id,
          newOriginator({ address: sought, shared: false }),
        );
        await assert.rejects(addition, AlreadyExists);
      }
      await store.accounts.removeOriginator(account, stored);
    });
  },

  async "messages are listed, and replied to, by each"({ store }) {
    await eachPair(async (stored, sought) => {
      const { id: account } = await addAccount(store);
      const message = newMessage({ account, to: stored });
      await store.messages.accept(message, null);
      const inbound = newInboundSms({ account, from: stored });
      await store.inbound.receive(inbound, []);
      const sent = await allPages(
        (page) => store.messages.list({ account, recipient: sought }, page),
        1,
      );
      assert.deepEqual(sent.map(({ trackingId }) => trackingId), [message.trackingId]);
      const got = await allPages((page) => store.inbound.list({ account, from: sought }, page), 1);
      assert.deepEqual(got.map(({ trackingId }) => trackingId), [inbound.trackingId]);
      const pair = { from: SENDER, to: sought };
      assert.equal(await store.messages.lastSender(pair, NOON), account);
    });
  },

  async "all forms of a person are counted, exported and erased together"({ store, database }) {
    for (const forms of PERSONS) {
      for (const number of forms) {
        const { id: account } = await addAccount(store);
        for (const to of [...forms, ...OTHERS]) {
          const message = newMessage({ account, to });
          const { trackingId } = message;
          await store.messages.accept(message, null, { links: [newLink({ trackingId })] });
          await store.inbound.receive(newInboundSms({ account, from: to }), []);
          await database.query(
            `insert into campaign (account, campaign_ref, created_at) values ($1, 'spring', now())
             on conflict do nothing`,
            [account],
          );
          await database.query(
            `insert into subscription (account, campaign_ref, recipient, since)
             values ($1, 'spring', $2, now())`,
            [account, to],
          );
          await store.blocks.add(account, { originator: null, number: to, since: NOON });
        }
        const content = newMms([], { displayOnly: [...forms, OTHERS[0]!] });
        const shown = newMessage({ account, kind: "MMS_MT", to: SENDER, content });
        await store.messages.accept(shown, null);
        const person = { number, account };
        const { counts, accounts } = await store.people.summary(person);
        const each = forms.length;
        assert.deepEqual(
          [counts.messages, counts.links, counts.inbound, counts.subscriptions, counts.blocks],
          Array(5).fill(each),
        );
        assert.deepEqual([counts.shownIn, accounts], [each, [account]]);
        const facts = await store.people.facts(person);
        assert.deepEqual(facts.blocks.map((block) => block.number).sort(), [...forms].sort());
        const read: string[] = [];
        for (let after: string | null = null, isEnd = false; !isEnd;) {
          const page: PersonPage<PersonMessage> = await store.people.page(
            "messages",
            person,
            after,
            1,
          );
          read.push(...page.items.map(({ message }) => message.to));
          after = page.next;
          isEnd = after === null;
        }
        assert.deepEqual(read.sort(), [...forms].sort());
        await eraseAll(store, person);
        const after = await store.people.summary(person);
        assert.ok(Object.values(after.counts).every((count) => count === 0), JSON.stringify(after));
        assert.deepEqual([after.erasedBlocks, after.erasures.length], [each, 1]);
        const stored = await store.messages.byTrackingId(shown.trackingId);
        assert.deepEqual(stored!.content, { ...content, displayOnly: [OTHERS[0]!] });
        const left = await store.messages.list({ account }, { cursor: null, limit: 100 });
        assert.equal(left.items.length, OTHERS.length + 1);
      }
    }
  },
};
