/** Form of an MMS for each connector of its route. */
import assert from "node:assert/strict";
import type { MmsLimits } from "../../../src/core/composition/mms_limits.ts";
import { offersOf } from "../../../src/jobs/deliver/offers.ts";
import type { Connector } from "../../../src/ports/mod.ts";
import { imageMms } from "../../support/deliver_as.ts";

const MMS = imageMms(["rich", "basic"]);

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
