/** Removed templates: gone at once, their files only with the last message that needs them. */
import assert from "node:assert/strict";
import type { MessageState } from "../../../src/core/message/message_state.ts";
import type { NewTemplate } from "../../../src/core/template/template.ts";
import {
  accepted,
  newCachedRendition,
  newEvent,
  newImage,
  newLink,
  newMms,
  newRendition,
  newTemplate,
  newTransition,
  NOON,
} from "../../support/store.ts";
import { uses } from "./blob_uses.ts";
import { type Case, type Fixture, LEASE } from "./fixture.ts";

const HOUR_MS = 3_600_000;
const MINUTE_MS = 60_000;

/** Saves a template whose picture has this blob as its rendition. */
async function saved({ store }: Fixture, blob: string, fields: Partial<NewTemplate> = {}) {
  const template = newTemplate(fields);
  const { mmsId, trackingId } = template;
  await store.templates.create(template, newEvent({ trackingId }), LEASE);
  const renditions = [newRendition({ blob })];
  const media = [{ slide: 1, kind: "image", url: "", state: "done", renditions, error: null }];
  assert.equal(await store.templates.settle(mmsId, "ready", media as never, []), true);
  return template;
}

async function sent(fixture: Fixture, { mmsId }: NewTemplate): Promise<string> {
  const content = newMms([newImage({ renditions: ["picture"] })]);
  const { trackingId } = await accepted(fixture, { kind: "MMS_MT", mmsId, content });
  return trackingId;
}

async function moved({ store }: Fixture, trackingId: string, from: MessageState, to: MessageState) {
  assert.equal(await store.messages.transition(newTransition(trackingId, { from, to })), true);
}

/** Tells whether the files of removed templates are in use after a look at a time. */
async function hasFiles({ database, store }: Fixture, at: number): Promise<boolean> {
  await store.templates.releaseRemoved(at, 10);
  return (await uses(database)).some((use) => use.includes("template:"));
}

export const removedTemplates: Record<string, Case> = {
  async "are gone at once, for their account only"(fixture) {
    const { store } = fixture;
    const { mmsId } = await saved(fixture, "picture");
    assert.equal(await store.templates.remove(mmsId, "zeta", NOON), false);
    assert.equal(await store.templates.remove("none", null, NOON), false);
    assert.equal(await store.templates.remove(mmsId, "acme", NOON), true);
    assert.equal(await store.templates.remove(mmsId, "acme", NOON), false);
    assert.equal(await store.templates.byId("acme", mmsId), null);
    assert.equal(await store.templates.find(mmsId), null);
    assert.equal(await store.templates.rename(mmsId, "other"), null);
  },

  async "while they are encoded take no result, and count for no limit"({ store }) {
    const template = newTemplate();
    const { mmsId, trackingId } = template;
    await store.templates.create(template, newEvent({ trackingId }), LEASE);
    assert.equal(await store.templates.locked("acme", 9), 1);
    assert.equal(await store.templates.remove(mmsId, null, NOON), true);
    assert.equal(await store.templates.locked("acme", 9), 0);
    assert.equal(await store.templates.extend(mmsId, LEASE), false);
    assert.equal(await store.templates.settle(mmsId, "ready", [], []), false);
    assert.deepEqual(await store.templates.claimDue(LEASE, NOON + 9e9, { limit: 9 }), []);
  },

  async "lose their files after an hour where no message needs them, and the cache, too"(fixture) {
    const { database, store } = fixture;
    const template = await saved(fixture, "picture");
    const file = newRendition({ blob: "picture" });
    await store.renditions.save([newCachedRendition({ file })], NOON);
    await moved(fixture, await sent(fixture, template), "accepted", "delivered");
    await store.templates.remove(template.mmsId, null, NOON);
    assert.equal(await hasFiles(fixture, NOON + HOUR_MS - 1), true);
    assert.equal(await hasFiles(fixture, NOON + HOUR_MS), false);
    assert.deepEqual(await store.unusedBlobs(["picture"]), ["picture"]);
    assert.equal((await database.query("select from removed_template")).length, 0);
  },

  async "have their files until the last message has ended"(fixture) {
    const template = await saved(fixture, "picture");
    const messages = [await sent(fixture, template), await sent(fixture, template)];
    await fixture.store.templates.remove(template.mmsId, null, NOON);
    let at = NOON + HOUR_MS;
    for (const trackingId of messages) {
      assert.equal(await hasFiles(fixture, at), true);
      at += MINUTE_MS;
      await moved(fixture, trackingId, "accepted", "submitted");
      assert.equal(await hasFiles(fixture, at), true);
      at += MINUTE_MS;
      await moved(fixture, trackingId, "submitted", "delivered");
    }
    assert.equal(await hasFiles(fixture, at), false);
  },

  async "have their files while a hosted page shows them"(fixture) {
    const { store } = fixture;
    const template = await saved(fixture, "picture");
    const trackingId = await sent(fixture, template);
    const expiresAt = NOON + 10 * HOUR_MS;
    await store.messages.transition(newTransition(trackingId, {
      to: "delivered",
      links: [newLink({ kind: "page", trackingId, target: null, expiresAt })],
    }));
    await store.templates.remove(template.mmsId, null, NOON);
    assert.equal(await hasFiles(fixture, NOON + HOUR_MS), true);
    assert.equal(await hasFiles(fixture, expiresAt - 1), true);
    assert.equal(await hasFiles(fixture, expiresAt), false);
  },

  async "leave files that another template uses"(fixture) {
    const { database, store } = fixture;
    const [first, second] = [await saved(fixture, "picture"), await saved(fixture, "picture")];
    await store.templates.remove(first.mmsId, null, NOON);
    await store.templates.releaseRemoved(NOON + HOUR_MS, 10);
    assert.deepEqual(await uses(database), [`picture template:${second.mmsId}`]);
    assert.deepEqual(await store.unusedBlobs(["picture"]), []);
  },

  async "are passed over by one machine while another looks at them"(fixture) {
    const { other, store } = fixture;
    for (const blob of ["a", "b", "c"]) {
      const { mmsId } = await saved(fixture, blob);
      await store.templates.remove(mmsId, null, NOON);
    }
    const looked = await Promise.all(
      [store, other.store].map(({ templates }) => templates.releaseRemoved(NOON + HOUR_MS, 10)),
    );
    assert.equal(looked[0]! + looked[1]!, 3);
    assert.equal(await hasFiles(fixture, NOON + HOUR_MS), false);
  },

  async "leave a gap on the pages of the list, which counts the others"(fixture) {
    const { store } = fixture;
    const all: NewTemplate[] = [];
    for (let i = 0; i < 7; i++) {
      all.unshift(await saved(fixture, `picture-${i}`, { createdAt: NOON + i }));
    }
    await saved(fixture, "theirs", { account: "zeta" });
    const ids = (...indices: number[]) => indices.map((index) => all[index]!.mmsId);
    const page = async (number: number, createdAfter: number | null = null) => {
      const { items, total } = await store.templates.page("acme", {
        createdAfter,
        number,
        size: 3,
      });
      return { ids: items.map(({ mmsId }) => mmsId), total };
    };
    assert.deepEqual(await page(1), { ids: ids(0, 1, 2), total: 7 });
    await store.templates.remove(all[1]!.mmsId, null, NOON);
    await store.templates.remove(all[4]!.mmsId, null, NOON);
    assert.deepEqual(await page(2), { ids: ids(3, 5), total: 5 });
    assert.deepEqual(await page(3), { ids: ids(6), total: 5 });
    assert.deepEqual(await page(4), { ids: [], total: 5 });
    assert.deepEqual(await page(1, NOON + 5), { ids: ids(0), total: 1 });
    await store.templates.releaseRemoved(NOON + HOUR_MS, 10);
    assert.deepEqual(await page(1), { ids: ids(0, 2, 3), total: 5 });
  },
};
