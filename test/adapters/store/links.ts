/** Short links in texts: stored with messages, opened and listed. */
import assert from "node:assert/strict";
import type { LinkRecord, NewLink } from "../../../src/core/sms/link.ts";
import { Refusal } from "../../../src/core/errors.ts";
import type { Store } from "../../../src/ports/mod.ts";
import {
  accepted,
  newEvent,
  newLink,
  newMessage,
  newTransition,
  nextId,
  NOON,
} from "../../support/store.ts";
import { allPages, type Case, THEIRS } from "./fixture.ts";

/** Builds a link that was never opened. */
const unopened = (link: NewLink): LinkRecord => ({
  ...link,
  clicks: 0,
  previews: 0,
  firstClickAt: null,
  lastClickAt: null,
  reportedAt: null,
});

/** Accepts a message with these links. */
async function acceptWith({ messages }: Store, ...fields: Partial<NewLink>[]): Promise<NewLink[]> {
  const message = newMessage();
  const links = fields.map((field) => newLink({ trackingId: message.trackingId, ...field }));
  await messages.accept(message, null, { links });
  return links;
}

export const links: Record<string, Case> = {
  async "are stored with their message, in one statement"({ store, statements }) {
    const message = newMessage();
    const { trackingId } = message;
    const click = newLink({
      trackingId,
      target: `https://example.com/ü?a='b'&c="d"#\\u0041`,
      createdAt: NOON + 0.125,
    });
    const page = newLink({ trackingId, kind: "page", target: null });
    await Promise.all([
      store.messages.accept(message, null, { links: [click, page] }),
      store.messages.accept(newMessage(), null),
      store.messages.accept(newMessage(), null, { links: [] }),
    ]);
    assert.equal(statements.length, 1);
    for (const link of [click, page]) {
      assert.deepEqual(await store.links.byCode(link.code), unopened(link));
    }
    assert.equal(await store.links.byCode("unknown"), null);
    assert.equal(await store.links.byCode(`${click.code}\u0000`), null);
    assert.notEqual(await store.messages.byTrackingId(trackingId), null);
  },

  async "of a message that was accepted before are not stored"({ store, other }) {
    const once = { digest: nextId("digest"), since: NOON - 1000 };
    const submit = (to: Store) => {
      const message = newMessage();
      const link = newLink({ trackingId: message.trackingId });
      return {
        link,
        trackingId: to.messages.accept(message, null, { dedup: once, links: [link] }),
      };
    };
    const all = [submit(store), submit(store), submit(other.store), submit(store)];
    await all[0]!.trackingId;
    all.push(submit(store));
    const [first, ...same] = await Promise.all(all.map(({ trackingId }) => trackingId));
    assert.deepEqual(new Set(same), new Set([first]));
    const { items } = await store.links.list({}, { cursor: null, limit: 10 });
    const links = all.map(({ link }) => link).filter(({ trackingId }) => trackingId === first);
    assert.deepEqual(items, links.map(unopened));
    assert.equal(items.length, 1);
  },

  async "of messages with and without a digest share a statement"({ store, statements }) {
    const [plain, first] = [newMessage(), newMessage()];
    const links = [plain, first].map(({ trackingId }) => newLink({ trackingId }));
    const once = { digest: nextId("digest"), since: NOON };
    await Promise.all([
      store.messages.accept(plain, null, { links: [links[0]!] }),
      store.messages.accept(first, null, { dedup: once, links: [links[1]!] }),
      store.messages.accept(newMessage(), null),
    ]);
    assert.equal(statements.length, 1);
    for (const link of links) assert.notEqual(await store.links.byCode(link.code), null);
  },

  async "a batch without any has no further cost"(fixture) {
    const { store, statements } = fixture;
    const { trackingId } = await accepted(fixture);
    await store.messages.accept(newMessage(), null, { dedup: { digest: "d", since: NOON } });
    await store.messages.transition(newTransition(trackingId));
    assert.equal(statements.length, 3);
    assert.doesNotMatch(statements.join("\n"), /into (link|blob_use|handset)/);
  },

  async "a code that is taken fails its message alone"({ store }) {
    const [existing] = await acceptWith(store, {});
    const message = newMessage();
    const theirs = newLink({ code: existing!.code, trackingId: message.trackingId });
    const results = await Promise.allSettled([
      acceptWith(store, {}),
      store.messages.accept(message, null, { links: [newLink(), theirs] }),
      acceptWith(store, {}),
    ]);
    assert.deepEqual(results.map(({ status }) => status), ["fulfilled", "rejected", "fulfilled"]);
    assert.equal(await store.messages.byTrackingId(message.trackingId), null);
    const { items } = await store.links.list({}, { cursor: null, limit: 10 });
    assert.equal(items.length, 3);
    assert.deepEqual(await store.links.byCode(existing!.code), unopened(existing!));
  },

  async "are stored by a transition if it happens"(fixture) {
    const { store } = fixture;
    const [moves, elsewhere, held] = [
      await accepted(fixture),
      await accepted(fixture),
      await accepted(fixture, {}, THEIRS),
    ];
    const of = ({ trackingId }: { trackingId: string }) => newLink({ trackingId });
    const [moved, late, theirs] = [of(moves), of(elsewhere), of(held)];
    const unknown = nextId();
    assert.deepEqual(
      await Promise.all([
        store.messages.transition(newTransition(moves.trackingId, { links: [moved] })),
        store.messages.transition(
          newTransition(elsewhere.trackingId, { from: "sent", links: [late] }),
        ),
        store.messages.transition(
          newTransition(held.trackingId, { leaseOwner: "me", links: [theirs] }),
        ),
        store.messages.transition(
          newTransition(unknown, { links: [newLink({ trackingId: unknown })] }),
        ),
      ]),
      [true, false, false, false],
    );
    const { items } = await store.links.list({}, { cursor: null, limit: 10 });
    assert.deepEqual(items, [unopened(moved)]);
  },

  async "stay as they are when a transition repeats them"(fixture) {
    const { store } = fixture;
    const { trackingId } = await accepted(fixture);
    const link = newLink({ trackingId });
    const next = newLink({ trackingId });
    await store.messages.transition(newTransition(trackingId, { links: [link, link] }));
    const opened = await store.links.open(link.code, NOON + 5, "person");
    const again = { ...link, target: "https://example.com/other", expiresAt: NOON };
    assert.deepEqual(
      await Promise.all([
        store.messages.transition(newTransition(trackingId, { from: "sent", links: [again] })),
        store.messages.transition(
          newTransition(trackingId, { from: "sent", links: [again, next] }),
        ),
      ]),
      [true, true],
    );
    assert.deepEqual(await store.links.byCode(link.code), opened);
    assert.deepEqual(await store.links.byCode(next.code), unopened(next));
  },

  async "count the previews of robots apart, and give them no time"(fixture) {
    const { store } = fixture;
    const [link] = await acceptWith(store, {});
    const { code } = link!;
    await store.links.open(code, NOON, "robot");
    assert.deepEqual(await store.links.byCode(code), { ...unopened(link!), previews: 1 });
    await Promise.all([
      store.links.open(code, NOON + 2, "person"),
      store.links.open(code, NOON + 1, "robot"),
      store.links.open(code, NOON + 3, "robot"),
    ]);
    const opened = { clicks: 1, previews: 3, firstClickAt: NOON + 2, lastClickAt: NOON + 2 };
    assert.deepEqual(await store.links.byCode(code), { ...unopened(link!), ...opened });
  },

  async "count each opening, however many at once"(fixture) {
    const { store, statements } = fixture;
    const [link, idle] = await acceptWith(store, {}, {});
    statements.length = 0;
    const times = Array.from({ length: 200 }, (_, i) => NOON + (i * 7919) % 200);
    const opened = await Promise.all(
      times.map((at, i) =>
        (i % 2 ? store : fixture.other.store).links.open(link!.code, at, "person")
      ),
    );
    assert.ok(statements.length <= 2, `${statements.length} statements`);
    const counts = opened.map((link) => link!.clicks);
    assert.ok(counts.every((count) => count > 0 && count <= 200));
    const counted = { clicks: 200, firstClickAt: NOON, lastClickAt: NOON + 199 };
    assert.deepEqual(await store.links.byCode(link!.code), { ...unopened(link!), ...counted });
    assert.equal(Math.max(...counts), 200);
    assert.deepEqual(await store.links.byCode(idle!.code), unopened(idle!));
    assert.equal(await store.links.open("unknown", NOON, "person"), null);
  },

  async "are reported once, however many clicks there are at once"(fixture) {
    const { store } = fixture;
    const all = await acceptWith(store, {}, {});
    const reported: string[] = [];
    const click = (to: Store, { code }: NewLink, at: number) =>
      to.links.open(code, at, "person", (link, { trackingId }) => {
        reported.push(link.code);
        return [newEvent({ trackingId, at, code: "N311", body: String(link.clicks) })];
      });
    await Promise.all(
      all.flatMap((link) =>
        Array.from({ length: 50 }, (_, i) => click(i % 2 ? store : fixture.other.store, link, NOON))
      ),
    );
    assert.deepEqual(reported.toSorted(), all.map(({ code }) => code).toSorted());
    const { postbacks } = await store.events.of(all[0]!.trackingId);
    assert.deepEqual(postbacks.map(({ code, state }) => [code, state]), [
      ["N311", "pending"],
      ["N311", "pending"],
    ]);
    const [link] = all;
    await click(store, link!, NOON + 59_999);
    assert.equal((await click(store, link!, NOON + 60_000))!.reportedAt, NOON + 60_000);
    assert.equal(reported.length, 3);
    const { clicks, reportedAt } = (await store.links.byCode(link!.code))!;
    assert.deepEqual([clicks, reportedAt], [52, NOON + 60_000]);
  },

  async "are opened on two processes in every order"(fixture) {
    const all = await acceptWith(fixture.store, ...Array.from({ length: 20 }, () => ({})));
    const batched = fixture.openWith({ batchMax: 7, concurrency: 2 });
    for (let round = 0; round < 5; round++) {
      await Promise.all([
        ...all.map(({ code }) => batched.store.links.open(code, NOON, "person")),
        ...all.toReversed().map(({ code }) => fixture.other.store.links.open(code, NOON, "person")),
        ...all.toReversed().map(({ code }) => batched.store.links.open(code, NOON, "person")),
      ]);
    }
    for (const { code } of all) {
      assert.equal((await fixture.store.links.byCode(code))!.clicks, 15);
    }
  },

  async "are found but not counted after their end"({ store, statements }) {
    const [link, other] = await acceptWith(store, { expiresAt: NOON + 100 }, {});
    statements.length = 0;
    const [late, last, open] = await Promise.all([
      store.links.open(link!.code, NOON + 100, "person"),
      store.links.open(link!.code, NOON + 99, "person"),
      store.links.open(other!.code, NOON + 100, "person"),
    ]);
    assert.equal(statements.length, 1);
    const clicked = { clicks: 1, firstClickAt: NOON + 99, lastClickAt: NOON + 99 };
    assert.deepEqual(last, { ...unopened(link!), ...clicked });
    assert.deepEqual(late, last);
    assert.equal(open!.clicks, 1);
    for (const at of [NOON + 100, NOON + 999_999]) {
      assert.deepEqual(await store.links.open(link!.code, at, "person"), last);
    }
    assert.deepEqual(await store.links.byCode(link!.code), last);
  },

  async "keep their first and last opening, whatever the order of arrival"({ store, database }) {
    const [link] = await acceptWith(store, {});
    await store.links.open(link!.code, NOON + 50, "person");
    await store.links.open(link!.code, NOON + 60.25, "person");
    const opened = await store.links.open(link!.code, NOON + 40, "person");
    const counted = { clicks: 3, firstClickAt: NOON + 40, lastClickAt: NOON + 60.25 };
    assert.deepEqual(opened, { ...unopened(link!), ...counted });
    // Robots may open a link more often than an integer counts.
    await database.query("update link set clicks = 3000000000");
    assert.equal((await store.links.open(link!.code, NOON, "person"))!.clicks, 3_000_000_001);
  },

  async "are listed in the order of their creation, also hundreds"({ store }) {
    const { trackingId } = newMessage();
    const links = Array.from({ length: 120 }, () => newLink({ trackingId }));
    await store.messages.accept(newMessage({ trackingId }), null, { links });
    const found = await allPages((page) => store.links.list({}, page), 40);
    assert.deepEqual(found.map(({ code }) => code), links.map(({ code }) => code).reverse());
  },

  async "are listed newest first, by every filter"({ store }) {
    const all: NewLink[] = [];
    for (let i = 0; i < 3; i++) {
      const account = i < 2 ? "acme" : "zeta";
      all.push(...await acceptWith(store, { account }, { account, kind: "page", target: null }));
    }
    await store.links.open(all[0]!.code, NOON, "person");
    const { trackingId } = all[2]!;
    const table: [Parameters<typeof store.links.list>[0], number[]][] = [
      [{}, [5, 4, 3, 2, 1, 0]],
      [{ account: "acme" }, [3, 2, 1, 0]],
      [{ trackingId }, [3, 2]],
      [{ account: "acme", trackingId }, [3, 2]],
      [{ account: "zeta", trackingId }, []],
      [{ account: "nobody" }, []],
    ];
    for (const [filter, expected] of table) {
      const found = await allPages((page) => store.links.list(filter, page), 1);
      assert.deepEqual(
        found.map(({ code }) => code),
        expected.map((index) => all[index]!.code),
        JSON.stringify(filter),
      );
    }
    const [, ...rest] = await allPages((page) => store.links.list({}, page), 4);
    assert.equal(rest.at(-1)!.clicks, 1);
  },

  async "refuse an invalid cursor"({ store }) {
    for (const cursor of ["", "x", "-1", "1.5", "9".repeat(19), "1;", "\u0000", "1\n"]) {
      const page = store.links.list({}, { cursor, limit: 1 });
      await assert.rejects(page, Refusal, JSON.stringify(cursor));
    }
  },
};
