/** Trace contexts, which are kept with what they caused. */
import assert from "node:assert/strict";
import {
  accepted,
  newEvent,
  newTemplate,
  newTransition,
  NOON,
  postbackIds,
} from "../../support/store.ts";
import { type Case, LEASE, THEIRS } from "./fixture.ts";

const TRACE = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01";
const CAPACITY = { limit: 10, perAccount: 10 };

export const traces: Record<string, Case> = {
  async "are kept with a message, for whoever takes it up"(fixture) {
    const { store } = fixture;
    const { trackingId } = await accepted(fixture, { trace: TRACE });
    assert.equal((await store.messages.byTrackingId(trackingId))!.trace, TRACE);
    const [claimed] = await store.messages.claimDue(THEIRS, NOON, CAPACITY, "delivery");
    assert.equal(claimed!.trace, TRACE);
  },

  async "are kept with an event that causes a postback"(fixture) {
    const { store } = fixture;
    const { trackingId } = await accepted(fixture);
    const event = newEvent({ trackingId, code: "N201", trace: TRACE });
    await store.messages.transition(newTransition(trackingId, { events: [event] }));
    const [claimed] = await store.events.claim(await postbackIds(fixture, trackingId), LEASE, NOON);
    assert.equal(claimed!.trace, TRACE);
  },

  async "are kept with a template"({ store }) {
    const template = newTemplate({ trace: TRACE });
    const { mmsId, trackingId } = template;
    await store.templates.create(template, newEvent({ trackingId }), LEASE);
    assert.equal((await store.templates.find(mmsId))!.trace, TRACE);
  },

  async "are absent where nothing is traced"(fixture) {
    const { store } = fixture;
    const { trackingId } = await accepted(fixture);
    assert.equal("trace" in (await store.messages.byTrackingId(trackingId))!, false);
  },
};
