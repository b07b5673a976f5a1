import assert from "node:assert/strict";
import {
  advanceTemplate,
  TEMPLATE_EVENTS,
  TEMPLATE_STATES,
} from "../../../src/core/template/template_state.ts";

/** Transitions of spec 3.1, and ours: a template that failed stays so until it is retried. */
const SPEC = {
  locked: {
    "transcoded": { state: "ready", postback: "N003" },
    "content-refused": { state: "failed", postback: "E011" },
    "audio-failed": { state: "failed", postback: "E002" },
    "video-failed": { state: "failed", postback: "E003" },
    "image-failed": { state: "failed", postback: "E004" },
    "retried": null,
  },
  ready: {
    "transcoded": null,
    "content-refused": null,
    "audio-failed": null,
    "video-failed": null,
    "image-failed": null,
    "retried": null,
  },
  failed: {
    "transcoded": null,
    "content-refused": null,
    "audio-failed": null,
    "video-failed": null,
    "image-failed": null,
    "retried": { state: "locked", postback: null },
  },
};

Deno.test("a template moves as the spec says, in every state at every event", () => {
  const table = Object.fromEntries(TEMPLATE_STATES.map((state) => [
    state,
    Object.fromEntries(TEMPLATE_EVENTS.map((event) => [event, advanceTemplate(state, event)])),
  ]));
  assert.deepEqual(table, SPEC);
});
