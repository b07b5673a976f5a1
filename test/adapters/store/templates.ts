/** Templates, and the progress of their files. */
import assert from "node:assert/strict";
import type { TemplateMedia } from "../../../src/core/template/template.ts";
import {
  newEvent,
  newRendition,
  newTemplate,
  nextId,
  NOON,
  postbackIds,
} from "../../support/store.ts";
import { allPages, type Case, LEASE, THEIRS } from "./fixture.ts";

const retriedEvent = (trackingId: string) => ({
  ...newEvent({ trackingId, name: "retried", state: "locked" }),
  code: null,
});

export const templates: Record<string, Case> = {
  async "are stored unchanged, for their account"({ store }) {
    const template = newTemplate({
      subject: "S",
      fallbackText: "F",
      disableFallbackSms: true,
      disableFallbackSmsLink: true,
      clientReference: "ref",
    });
    await store.templates.create(template, newEvent({ trackingId: template.trackingId }), LEASE);
    const stored = { ...template, state: "locked", media: [] };
    assert.deepEqual(await store.templates.byId("acme", template.mmsId), stored);
    assert.deepEqual(await store.templates.find(template.mmsId), stored);
    assert.equal(await store.templates.byId("zeta", template.mmsId), null);
    assert.equal(await store.templates.find("unknown"), null);
    assert.equal((await store.events.of(template.trackingId)).history.length, 1);
  },

  async "are claimed when their lease ends, and kept by extending it"({ store }) {
    const template = newTemplate();
    const { mmsId, trackingId } = template;
    await store.templates.create(template, newEvent({ trackingId }), LEASE);
    assert.deepEqual(await store.templates.claimDue(THEIRS, NOON + 59_999, { limit: 10 }), []);
    assert.equal(await store.templates.extend(mmsId, { owner: "me", until: NOON + 90_000 }), true);
    assert.deepEqual(await store.templates.claimDue(THEIRS, NOON + 60_000, { limit: 10 }), []);
    const claimed = await store.templates.claimDue(
      { owner: "them", until: NOON + 120_000 },
      NOON + 90_000,
      { limit: 10 },
    );
    assert.deepEqual(claimed, [{ ...template, state: "locked", media: [] }]);
    assert.equal(await store.templates.extend(mmsId, LEASE), false);
  },

  async "show the progress of their files, as reported by their owner"({ store }) {
    const template = newTemplate();
    const { mmsId, trackingId } = template;
    await store.templates.create(template, newEvent({ trackingId }), LEASE);
    const shown = async () => (await store.templates.find(mmsId))!.media;
    const media: TemplateMedia[] = [{
      slide: 1,
      kind: "video",
      url: "https://example.com/ä.mp4",
      state: "transcoding",
      progress: 0.25,
      renditions: [],
      error: null,
    }];
    await store.templates.progress(mmsId, "me", media);
    assert.deepEqual(await shown(), media);
    const further = [{ ...media[0]!, progress: 0.5 }];
    for (const [id, owner] of [[mmsId, "them"], [nextId(), "me"]] as const) {
      await store.templates.progress(id, owner, further);
      assert.deepEqual(await shown(), media);
    }
    await store.templates.progress(mmsId, "me", further);
    assert.deepEqual(await shown(), further);
    assert.equal((await store.templates.claimDue(THEIRS, NOON + 59_999, { limit: 10 })).length, 0);

    // A late result finds the template settled.
    await store.templates.settle(mmsId, "failed", media, []);
    await store.templates.progress(mmsId, "me", further);
    assert.deepEqual(await shown(), media);
  },

  async "become final once, with media and events in order"(fixture) {
    const { store, announced } = fixture;
    const template = newTemplate();
    const { mmsId, trackingId } = template;
    await store.templates.create(template, newEvent({ trackingId, name: "created" }), LEASE);
    const media = [{
      slide: 1,
      kind: "image" as const,
      url: "https://example.com/ä.jpg",
      state: "failed" as const,
      renditions: [],
      error: "no \\ such 'file'",
    }];
    const events = [
      newEvent({ trackingId, code: "E004", name: "image-failed" }),
      newEvent({ trackingId, code: "E011", name: "content-refused" }),
    ];
    assert.equal(await store.templates.settle(mmsId, "failed", media, events), true);
    const again = [newEvent({ trackingId, code: "N003" })];
    assert.equal(await store.templates.settle(mmsId, "ready", [], again), false);
    const settled = await store.templates.find(mmsId);
    assert.deepEqual(settled, { ...template, state: "failed", media });
    assert.deepEqual(announced, await postbackIds(fixture, trackingId));
    const { history } = await store.events.of(trackingId);
    assert.deepEqual(history.map(({ event }) => event), [
      "created",
      "image-failed",
      "content-refused",
    ]);
    assert.equal(await store.templates.extend(mmsId, LEASE), false);
    assert.deepEqual(await store.templates.claimDue(LEASE, NOON + 999_999, { limit: 10 }), []);
  },

  async "that failed are locked again, once, and become final anew"(fixture) {
    const { store } = fixture;
    const template = newTemplate();
    const { mmsId, trackingId } = template;
    await store.templates.create(template, newEvent({ trackingId, name: "created" }), LEASE);
    const retry = () => store.templates.retry(mmsId, retriedEvent(trackingId), LEASE);
    assert.equal(await retry(), null);
    const media = [{
      slide: 1,
      kind: "image" as const,
      url: "https://example.com/a.jpg",
      state: "done" as const,
      renditions: [newRendition()],
      error: null,
    }];
    const { blob } = media[0]!.renditions[0]!;
    await store.templates.settle(mmsId, "failed", media, []);
    assert.deepEqual(await store.unusedBlobs([blob]), []);
    const results = await Promise.all([retry(), retry(), retry()]);
    const locked = { ...template, state: "locked", media: [] };
    assert.deepEqual(results.filter((result) => result !== null), [locked]);
    assert.deepEqual(await store.unusedBlobs([blob]), [blob]);
    assert.equal(await store.templates.locked("acme", 10), 1);
    assert.deepEqual(await store.templates.claimDue(THEIRS, NOON + 59_999, { limit: 10 }), []);
    assert.equal(await store.templates.extend(mmsId, LEASE), true);
    assert.equal(await store.templates.settle(mmsId, "ready", media, []), true);
    assert.deepEqual(await store.unusedBlobs([blob]), []);
    const { history } = await store.events.of(trackingId);
    assert.deepEqual(history.map(({ event }) => event), ["created", "retried"]);
    assert.equal(await retry(), null);
    assert.equal(await store.templates.retry(nextId(), retriedEvent(trackingId), LEASE), null);
  },

  async "take another name"({ store }) {
    const template = newTemplate();
    const { mmsId, trackingId } = template;
    await store.templates.create(template, newEvent({ trackingId }), LEASE);
    const renamed = await store.templates.rename(mmsId, "Ä other name");
    assert.deepEqual(renamed, { ...template, name: "Ä other name", state: "locked", media: [] });
    assert.deepEqual(await store.templates.find(mmsId), renamed);
    assert.equal(await store.templates.rename("none", "other"), null);
  },

  async "are listed newest first, by account, state and text"({ store }) {
    const all = [
      newTemplate({ name: "Spring sale" }),
      newTemplate({ account: "zeta", name: "100 % off" }),
      newTemplate({ name: "In spring" }),
    ];
    for (const template of all) {
      await store.templates.create(template, newEvent({ trackingId: template.trackingId }), LEASE);
    }
    await store.templates.settle(all[0]!.mmsId, "ready", [], []);
    const ids = (...indices: number[]) => indices.map((index) => all[index]!.mmsId);
    const table: [Parameters<typeof store.templates.list>[0], string[]][] = [
      [{}, ids(2, 1, 0)],
      [{ account: "acme" }, ids(2, 0)],
      [{ state: "locked" }, ids(2, 1)],
      [{ account: "acme", state: "ready" }, ids(0)],
      [{ text: "sPRING" }, ids(2, 0)],
      [{ text: "spring", account: "acme", state: "ready" }, ids(0)],
      [{ text: "%" }, ids(1)],
      [{ text: all[1]!.mmsId.toUpperCase() }, ids(1)],
      [{ text: all[1]!.mmsId.slice(1) }, []],
    ];
    for (const [filter, expected] of table) {
      const found = await allPages((page) => store.templates.list(filter, page), 1);
      assert.deepEqual(found.map(({ mmsId }) => mmsId), expected, JSON.stringify(filter));
    }
  },
};
