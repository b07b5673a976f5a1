/** Drafts: templates that only administrators see, until they are saved or end. */
import assert from "node:assert/strict";
import type { TemplateRecord } from "../../../src/core/template/template.ts";
import { ClaimLost } from "../../../src/ports/mod.ts";
import {
  newEvent,
  newRendition,
  newTemplate,
  nextId,
  NOON,
  postbackIds,
} from "../../support/store.ts";
import { uses } from "./blob_uses.ts";
import { type Case, type Fixture, LEASE } from "./fixture.ts";

const HOUR_MS = 3_600_000;
const END = NOON + HOUR_MS;

const MEDIA: TemplateRecord["media"] = [{
  slide: 1,
  kind: "image",
  url: "https://example.com/a.jpg",
  state: "done",
  renditions: [newRendition({ blob: "picture" })],
  error: null,
}];

async function drafted({ store }: Fixture, draftUntil = END): Promise<TemplateRecord> {
  const draft = newTemplate({ name: "", draftUntil });
  await store.templates.create(draft, null, LEASE);
  return { ...draft, state: "locked", media: [] };
}

async function prepared(fixture: Fixture, draftUntil = END): Promise<TemplateRecord> {
  const draft = await drafted(fixture, draftUntil);
  assert.ok(await fixture.store.templates.settle(draft.mmsId, "ready", MEDIA, [], true));
  return { ...draft, state: "ready", media: MEDIA };
}

const everyPage = { createdAfter: null, number: 1, size: 100 };

export const drafts: Record<string, Case> = {
  async "are found by their id alone, and counted while they are prepared"(fixture) {
    const { templates, events } = fixture.store;
    const draft = await drafted(fixture);
    const { account, mmsId } = draft;
    assert.deepEqual(await templates.find(mmsId), draft);
    assert.equal(await templates.byId(account, mmsId), null);
    assert.equal(await templates.rename(mmsId, "a name"), null);
    assert.equal(await templates.remove(mmsId, account, NOON), false);
    assert.equal(await templates.remove(mmsId, null, NOON), false);
    assert.deepEqual((await templates.list({}, { cursor: null, limit: 10 })).items, []);
    assert.deepEqual(await templates.page(account, everyPage), { items: [], total: 0 });
    assert.deepEqual((await events.of(draft.trackingId)).history, []);
    assert.equal(await templates.locked(account, 10), 1);
    const [claimed] = await templates.claimDue(LEASE, LEASE.until, { limit: 10 });
    assert.deepEqual(claimed, draft);
  },

  async "become templates with their events, once"(fixture) {
    const { store, announced } = fixture;
    const draft = await prepared(fixture);
    const { trackingId } = draft;
    const template: TemplateRecord = {
      ...draft,
      name: "A name",
      subject: "S",
      fallbackText: "F",
      disableFallbackSms: true,
      disableFallbackSmsLink: true,
      clientReference: "ref",
      createdAt: NOON + 5,
    };
    delete template.draftUntil;
    const events = [
      newEvent({ trackingId, name: "saved" }),
      newEvent({ trackingId, name: "transcoded", code: "N003" }),
    ];
    assert.equal(await store.templates.saveDraft({ ...template, state: "locked" }, events), false);
    assert.equal(await store.templates.saveDraft(template, events), true);
    assert.equal(await store.templates.saveDraft(template, events), false);
    assert.deepEqual(await store.templates.byId(draft.account, draft.mmsId), template);
    assert.deepEqual(await store.templates.page(draft.account, everyPage), {
      items: [template],
      total: 1,
    });
    const { history } = await store.events.of(trackingId);
    assert.deepEqual(history.map(({ event }) => event), ["saved", "transcoded"]);
    assert.deepEqual(announced, await postbackIds(fixture, trackingId));
    assert.equal(announced.length, 1);
    assert.equal(await store.templates.endDraft(draft.mmsId), false);
    await store.templates.removeEndedDrafts(END + HOUR_MS, 10);
    assert.equal((await store.templates.find(draft.mmsId))!.name, "A name");
    assert.deepEqual(await uses(fixture.database), [`picture template:${draft.mmsId}`]);
  },

  async "that are saved while they are prepared settle as templates"(fixture) {
    const { templates } = fixture.store;
    const draft = await drafted(fixture);
    const { mmsId, trackingId } = draft;
    assert.equal(await templates.saveDraft(draft, [newEvent({ trackingId })]), true);
    assert.equal(await templates.settle(mmsId, "ready", MEDIA, [], true), false);
    const events = [newEvent({ trackingId, code: "N003" })];
    assert.equal(await templates.settle(mmsId, "ready", MEDIA, events), true);
    assert.deepEqual(fixture.announced, await postbackIds(fixture, trackingId));
  },

  async "are saved with the response to their request, or not at all"(fixture) {
    const { store } = fixture;
    const draft = await prepared(fixture);
    const claim = { account: draft.account, key: nextId("key"), id: nextId() };
    const lease = { owner: "me", until: NOON + 60_000 };
    const state = { state: "claimed" };
    assert.deepEqual(
      await store.idempotency.claim(claim, { body: "digest", lease, at: NOON }),
      state,
    );
    const response = { type: "application/json", bytes: new TextEncoder().encode("{}") };
    const record = (id: string) => ({
      claim: { ...claim, id },
      response: { ...response, disposition: null, warnings: [] },
      until: NOON + HOUR_MS,
    });
    const save = (template: TemplateRecord, id: string) =>
      store.templates.saveDraft(template, [], record(id) as never);
    await assert.rejects(save(draft, nextId()), ClaimLost);
    assert.equal((await store.templates.find(draft.mmsId))!.draftUntil, END);
    assert.equal(await save({ ...draft, state: "locked" }, claim.id), false);
    const again = { body: "digest", lease, at: NOON };
    assert.equal((await store.idempotency.claim(claim, again)).state, "in progress");
    assert.equal(await save(draft, claim.id), true);
    assert.equal((await store.idempotency.claim(claim, again)).state, "completed");
  },

  async "that have ended go with the use of their files, and no others"(fixture) {
    const { store, database } = fixture;
    const { templates } = store;
    const [ended, late, other] = [
      await prepared(fixture),
      await prepared(fixture, NOON),
      await prepared(fixture),
    ];
    assert.equal(await templates.endDraft(ended.mmsId), true);
    assert.equal(await templates.endDraft(ended.mmsId), false);
    assert.equal(await templates.find(ended.mmsId), null);
    assert.equal(await templates.saveDraft(ended, []), false);
    assert.equal(await templates.saveDraft({ ...late, createdAt: NOON }, []), false);
    assert.equal(await templates.removeEndedDrafts(NOON, 1), 1);
    assert.equal(await templates.removeEndedDrafts(NOON, 10), 1);
    assert.equal(await templates.removeEndedDrafts(NOON, 10), 0);
    assert.equal(await templates.find(late.mmsId), null);
    assert.deepEqual(await templates.find(other.mmsId), other);
    assert.deepEqual(await uses(database), [`picture template:${other.mmsId}`]);
  },

  async "that end while they are prepared use no files, and no place of the account"(fixture) {
    const { store, database } = fixture;
    const { templates } = store;
    const [ended, late] = [await drafted(fixture), await drafted(fixture, NOON)];
    assert.equal(await templates.endDraft(ended.mmsId), true);
    assert.equal(await templates.locked(ended.account, 10), 1);
    assert.equal(await templates.extend(ended.mmsId, LEASE), false);
    assert.equal(await templates.removeEndedDrafts(NOON, 10), 2);
    for (const { mmsId } of [ended, late]) {
      assert.equal(await templates.settle(mmsId, "ready", MEDIA, [], true), false);
    }
    assert.equal(await templates.locked(ended.account, 10), 0);
    assert.deepEqual(await uses(database), []);
  },
};
