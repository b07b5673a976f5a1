import assert from "node:assert/strict";
import { clickEvents, isReported } from "../../../src/core/postback/clicks.ts";
import type { LinkRecord } from "../../../src/core/sms/link.ts";
import { newLink, newMessageRecord, newReceiver, NOON } from "../../support/store.ts";

const link = (fields: Partial<LinkRecord> = {}): LinkRecord => ({
  ...newLink({ target: "https://example.com/", expiresAt: NOON + 3_600_000 }),
  clicks: 3,
  previews: 0,
  firstClickAt: NOON,
  lastClickAt: NOON,
  reportedAt: null,
  ...fields,
});

Deno.test("a click is reported if none was, or the last report is a minute old", () => {
  const cases: [Partial<LinkRecord>, boolean][] = [
    [{}, true],
    [{ reportedAt: NOON }, false],
    [{ reportedAt: NOON - 59_999 }, false],
    [{ reportedAt: NOON - 60_000 }, true],
    // Another machine's clock may be ahead.
    [{ reportedAt: NOON + 5 }, false],
    [{ kind: "page" }, false],
    [{ target: null }, false],
    [{ expiresAt: NOON }, false],
  ];
  for (const [fields, expected] of cases) {
    assert.equal(isReported(link(fields), NOON), expected, JSON.stringify(fields));
  }
});

const message = newMessageRecord({ campaignRef: "spring", from: "111122" });
const receiversOf = (...receivers: Parameters<typeof newReceiver>[0][]) =>
  clickEvents(link(), message, receivers.map(newReceiver), NOON)
    .map(({ isUnwanted = false, name, receiver = "default" }) => ({ receiver, name, isUnwanted }));

Deno.test("it goes to receivers that name its code, of their senders and campaigns", () => {
  const unwanted = [{ receiver: "default", name: "link opened", isUnwanted: true }];
  assert.deepEqual(receiversOf({}), unwanted);
  assert.deepEqual(receiversOf({}, { name: "all" }), unwanted);
  const [first, ...others] = receiversOf(
    {},
    { name: "a", codes: ["N311"], senders: ["222233"] },
    { name: "b", codes: ["N202", "N311"], senders: ["111122"] },
    { name: "c", codes: ["N311"], campaignRefs: ["spring"] },
    { name: "d", codes: ["N311"], campaignRefs: ["summer"] },
    { name: "e", codes: ["N311"], disabled: true },
  );
  assert.deepEqual(first, { receiver: "b", name: "link opened", isUnwanted: false });
  assert.deepEqual(others, [{ receiver: "c", name: null, isUnwanted: false }]);
  assert.deepEqual(receiversOf({ codes: ["N311"] }), [
    { receiver: "default", name: "link opened", isUnwanted: false },
  ]);
});

Deno.test("a status callback has the place of the default receiver", () => {
  const statusCallback = "https://tulip.example.com/status";
  const eventsOf = (codes: ["N311"] | null) =>
    clickEvents(link(), { ...message, statusCallback }, [newReceiver({ codes })], NOON);
  assert.deepEqual(eventsOf(null).map(({ isUnwanted }) => isUnwanted), [true]);
  assert.deepEqual(eventsOf(["N311"]).map(({ callback }) => callback), [statusCallback]);
});
