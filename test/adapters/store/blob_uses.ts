/** References to blobs, which keep them from being deleted. */
import assert from "node:assert/strict";
import type { Database } from "../../../src/adapters/store/engine/database.ts";
import type { MmsContent } from "../../../src/core/composition/content.ts";
import type { TemplateMedia } from "../../../src/core/template/template.ts";
import {
  accepted,
  newCachedRendition,
  newEvent,
  newImage,
  newInbound,
  newMessage,
  newMms,
  newRendition,
  newTemplate,
  newTransition,
  nextId,
  NOON,
  postbackIds,
} from "../../support/store.ts";
import { type Case, LEASE, THEIRS } from "./fixture.ts";

/** Message over MM7 with a submitted file, a template's file, and its own presentation. */
const OVER_MM7: MmsContent = newMms(
  [
    newImage({ source: "source", renditions: ["made"] }),
    newImage({ renditions: ["of a template"] }),
  ],
  {
    vasp: {
      parts: [
        {
          contentId: "smil",
          location: "smil",
          type: "application/smil",
          bytes: 7,
          text: "<smil/>",
        },
        { contentId: "a", location: "a", type: "image/png", bytes: 20, blob: "source" },
        { contentId: "b", location: "b", type: "application/pdf", bytes: 20, blob: "part" },
      ],
      adaptable: true,
      prepared: false,
      passThrough: {},
    },
  },
);

/** Lists all uses, as `blob used_by`. */
export async function uses({ query }: Database): Promise<string[]> {
  const rows = await query("select blob, used_by from blob_use");
  return rows.map(({ blob, used_by }) => `${blob} ${used_by}`).sort();
}

const of = (user: string, ...blobs: string[]) => blobs.map((blob) => `${blob} ${user}`).sort();

export const blobUses: Record<string, Case> = {
  async "of a message begin when the files that it names have been fetched"(fixture) {
    const { database, store } = fixture;
    const media = [newImage({ renditions: ["rich", "basic"] })];
    const { trackingId } = await accepted(fixture, {
      kind: "MMS_MT",
      content: newMms(media, { requestedFiles: "unfetched" }),
    });
    assert.deepEqual(await uses(database), []);
    await store.messages.transition(newTransition(trackingId, {
      change: { content: newMms(media, { requestedFiles: "fetched" }) },
    }));
    assert.deepEqual(await uses(database), of(`message:${trackingId}`, "rich", "basic"));
  },

  async "belong to one database, for every process"({ store, other }) {
    const id = await store.installation();
    assert.match(id, /^[0-9a-f]{8}-[0-9a-f-]{27}$/);
    assert.equal(await other.store.installation(), id);
  },

  async "are addressed by keys that every process derives alike, one for each purpose"(
    { store, other },
  ) {
    const [key, same, another] = await Promise.all([
      store.deriveKey("media"),
      other.store.deriveKey("media"),
      store.deriveKey("other"),
    ]);
    assert.equal(key.length, 32);
    assert.deepEqual(key, same);
    assert.notDeepEqual(key, another);
  },

  async "of a message begin with it, in one statement"({ store, statements, database }) {
    const message = newMessage({ kind: "MMS_MT", content: OVER_MM7 });
    await Promise.all([
      store.messages.accept(message, null),
      store.messages.accept(newMessage(), null),
      store.messages.accept(
        newMessage({
          kind: "MMS_MT",
          content: newMms([newImage({ renditions: ["of a template"] })]),
        }),
        null,
      ),
    ]);
    assert.equal(statements.length, 1);
    const expected = of(`message:${message.trackingId}`, "source", "made", "part");
    assert.deepEqual(await uses(database), expected);
  },

  async "of a message that was accepted before do not begin again"({ store, other, database }) {
    const once = { digest: nextId("digest"), since: NOON - 1000 };
    const submit = (to: typeof store) => {
      const trackingId = nextId();
      const content = newMms([newImage({ source: `of ${trackingId}` })]);
      return to.messages.accept(
        newMessage({ trackingId, kind: "MMS_MT", content }),
        null,
        { dedup: once },
      );
    };
    const [first, ...same] = await Promise.all([submit(store), submit(store), submit(other.store)]);
    assert.deepEqual([...new Set([...same, await submit(store)])], [first]);
    assert.deepEqual(await uses(database), of(`message:${first}`, `of ${first}`));
  },

  async "of new content begin with its transition"(fixture) {
    const { store, database } = fixture;
    const [moves, elsewhere, held] = [
      await accepted(fixture),
      await accepted(fixture),
      await accepted(fixture, {}, THEIRS),
    ];
    const content = (blob: string) =>
      newMms([newImage({ source: blob, renditions: [`${blob} made`] })]);
    assert.deepEqual(
      await Promise.all([
        store.messages.transition(
          newTransition(moves.trackingId, { change: { content: content("a") } }),
        ),
        store.messages.transition(
          newTransition(elsewhere.trackingId, { from: "sent", change: { content: content("b") } }),
        ),
        store.messages.transition(
          newTransition(held.trackingId, { leaseOwner: "me", change: { content: content("c") } }),
        ),
      ]),
      [true, false, false],
    );
    const user = `message:${moves.trackingId}`;
    assert.deepEqual(await uses(database), of(user, "a", "a made"));
    // Blobs already in use stay, and earlier ones, too.
    const next = newMms([newImage({ source: "a", renditions: ["more"] })]);
    const again = newTransition(moves.trackingId, { from: "sent", change: { content: next } });
    assert.equal(await store.messages.transition(again), true);
    assert.deepEqual(await uses(database), of(user, "a", "a made", "more"));
  },

  async "of a transition share its statement with its links and its handset"(fixture) {
    const { store, statements, database } = fixture;
    const { trackingId, to } = await accepted(fixture);
    const other = await accepted(fixture);
    statements.length = 0;
    const link = {
      code: nextId("code"),
      kind: "page",
      account: "acme",
      trackingId,
      target: null,
      createdAt: NOON,
      expiresAt: NOON + 1000,
    } as const;
    const event = newEvent({ trackingId, code: "N102" });
    const change = { handset: "Phone", content: newMms([newImage({ source: "a" })]) };
    await Promise.all([
      store.messages.transition(
        newTransition(trackingId, { change, links: [link], events: [event] }),
      ),
      store.messages.transition(newTransition(other.trackingId)),
    ]);
    assert.equal(statements.length, 1);
    assert.deepEqual(await uses(database), of(`message:${trackingId}`, "a"));
    assert.equal((await store.links.byCode(link.code))!.clicks, 0);
    assert.equal(await store.handsets.of(to, 0), "Phone");
    assert.deepEqual(fixture.announced, await postbackIds(fixture, trackingId));
  },

  async "of a template begin when it is final, for all its renditions"({ store, database }) {
    const template = newTemplate();
    const { mmsId, trackingId } = template;
    await store.templates.create(template, newEvent({ trackingId }), LEASE);
    const file = (blobs: string[], state: TemplateMedia["state"] = "done"): TemplateMedia => ({
      slide: 1,
      kind: "image",
      url: "https://example.com/a.jpg",
      state,
      renditions: blobs.map((blob) => newRendition({ blob })),
      error: null,
    });
    await store.templates.progress(mmsId, "me", [file(["a"])]);
    assert.deepEqual(await uses(database), []);
    const media = [file(["a", "b"]), file([], "failed"), file(["c", "a"])];
    assert.equal(await store.templates.settle(mmsId, "failed", media, []), true);
    const expected = of(`template:${mmsId}`, "a", "b", "c");
    assert.deepEqual(await uses(database), expected);
    assert.equal(await store.templates.settle(mmsId, "ready", [file(["d"])], []), false);
    assert.equal(await store.templates.settle(nextId(), "ready", [file(["d"])], []), false);
    assert.deepEqual(await uses(database), expected);
  },

  async "of an inbound message begin when it is received, once"({ store, statements, database }) {
    const file = (blob: string) => ({ name: nextId("name"), type: "image/png", blob, bytes: 1 });
    const message = newInbound({ files: [file("a"), file("b"), file("a")] });
    const empty = newInbound();
    const again = newInbound({ ...message, trackingId: nextId(), files: [file("c")] });
    await Promise.all([store.inbound.receive(message, []), store.inbound.receive(empty, [])]);
    assert.equal(statements.length, 1);
    assert.equal(await store.inbound.receive({ ...again, token: nextId("token") }, []), false);
    assert.deepEqual(await uses(database), of(`inbound:${message.trackingId}`, "a", "b"));
  },

  async "and stored renditions keep a blob; other blobs may be removed"({ store, database }) {
    const { unusedBlobs } = store;
    const hashes = ["a", "b", "c", "d", "\u0000", `'"\\`];
    const unused = async () => (await unusedBlobs(hashes)).length;
    assert.deepEqual((await unusedBlobs(hashes.slice(0, 4))).sort(), ["a", "b", "c", "d"]);
    assert.equal(await unused(), hashes.length);
    const content = newMms([newImage({ source: "a" })]);
    for (let i = 0; i < 3; i++) {
      await store.messages.accept(newMessage({ kind: "MMS_MT", content }), null);
    }
    await store.renditions.save(
      ["a", "b"].map((blob) => newCachedRendition({ file: { blob } })),
      NOON,
    );
    assert.deepEqual((await unusedBlobs(["d", "a", "b", "c"])).sort(), ["c", "d"]);
    assert.deepEqual(await unusedBlobs(["a", "b"]), []);
    assert.deepEqual(await unusedBlobs([]), []);
    await store.renditions.deleteUnused(NOON + 1, 10);
    assert.deepEqual(await unusedBlobs(["a", "b"]), ["b"]);
    await database.query("delete from blob_use");
    assert.deepEqual((await unusedBlobs(["a", "b"])).sort(), ["a", "b"]);
    const many = Array.from({ length: 500 }, (_, i) => `h${i}`);
    assert.deepEqual((await unusedBlobs(many)).sort(), many.sort());
  },
};
