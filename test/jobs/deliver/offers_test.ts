/** Form of an MMS for each connector of its route. */
import assert from "node:assert/strict";
import type { DeliverAsInput } from "../../../src/core/message/deliver_as.ts";
import type { MmsLimits } from "../../../src/core/routing/mms_limits.ts";
import { offersOf } from "../../../src/jobs/deliver/offers.ts";
import type { Connector } from "../../../src/ports/mod.ts";

const renditions = (["rich", "basic"] as const).map((name, index) => ({
  ...{ name, blob: name, type: "image/jpeg", bytes: 300_000 / (index + 1) },
  ...{ width: 1, height: 1, durationMs: null },
}));

const MMS: DeliverAsInput = {
  slides: [{
    text: null,
    media: [{ kind: "image", url: "https://example.com/a.jpg", renditions }],
  }],
  fallback: { text: "See it", disabled: false, linkDisabled: true, linkExpiresAt: 0 },
  forceSms: false,
  operator: { mms: true, maxBytes: 1_000_000 },
  routes: { mms: true, sms: true },
  pageUrl: null,
};

function connector(name: string, maxBytes?: number): Connector {
  const limits: MmsLimits = {
    maxBytes: maxBytes!,
    maxFileBytes: maxBytes!,
    maxFiles: 9,
    types: null,
  };
  return { name, ...maxBytes === undefined ? {} : { mms: limits } } as Connector;
}

Deno.test("each connector gets the best form that it takes; those that take none are left out", () => {
  const [mmsc, large, small, tiny] = [
    connector("mmsc"),
    connector("large", 500_000),
    connector("small", 200_000),
    connector("tiny", 1000),
  ] as const;
  const offers = offersOf([tiny, small, mmsc, large], MMS);
  assert.deepEqual(offers.connectors.map(({ name }) => name), ["small", "mmsc", "large"]);
  assert.deepEqual(offers.as, { as: "MMS", form: "basic", page: false });
  assert.deepEqual(
    [tiny, small, mmsc, large].map(offers.formFor),
    [undefined, "basic", "rich", "rich"],
  );
  assert.equal(offersOf([mmsc], MMS).formFor(small), "basic", "one of another route");
});

Deno.test("without a connector that takes it, it goes as its fallback", () => {
  const { as, connectors } = offersOf([connector("tiny", 1000)], MMS);
  assert.deepEqual([as, connectors], [{ as: "SMS", text: "See it", page: false }, []]);
  assert.deepEqual(offersOf([], { ...MMS, routes: { mms: false, sms: true } }).as, as);
});
