/** Health of senders, by the connectors of their messages. */
import assert from "node:assert/strict";
import { readConfig } from "../../../src/config/mod.ts";
import { IDLE_STATE } from "../../../src/connectors/carrier.ts";
import {
  type RouteKind,
  type RouteRecord,
  routingTable,
} from "../../../src/core/routing/routing.ts";
import { createCircuitBreaker } from "../../../src/jobs/shared/circuit_breaker.ts";
import { createSenderHealth } from "../../../src/jobs/deliver/sender_health.ts";
import type { Connector } from "../../../src/ports/mod.ts";
import { movableClock } from "../../support/movable_clock.ts";
import { newOriginator } from "../../support/store.ts";
import { testWatch } from "../../support/watch.ts";

const COOLDOWN_MS = 30_000;

const CONNECTORS: Record<string, Partial<Connector>> = {
  works: {},
  texts: { mms: null },
  off: { isDisabled: true },
  unbound: { state: () => ({ ...IDLE_STATE, isUp: false }) },
  bound: { state: () => ({ ...IDLE_STATE, isUp: true }) },
};

/** Sets up the health of a sender whose texts and MMS a route sends to these connectors. */
function healthBy(names: string[], defaultConnector = "") {
  const clock = movableClock();
  const circuitBreaker = createCircuitBreaker(clock, COOLDOWN_MS, testWatch());
  const scope = { account: "acme", sender: "111122", operator: null };
  const times = { createdAt: 0, changedAt: 0 };
  const routes: RouteRecord[] = (["sms", "mms"] as const).map((kind, id) => (
    { id, ...scope, kind, connectors: names, ...times }
  ));
  const health = createSenderHealth({
    circuitBreaker,
    config: readConfig({ DEFAULT_CONNECTOR: defaultConnector }),
    connectors: {
      get: (name) =>
        Object.hasOwn(CONNECTORS, name)
          ? { name, state: () => IDLE_STATE, ...CONNECTORS[name] } as Connector
          : undefined,
      reload: () => assert.fail("health asks no store"),
    },
    routing: { table: () => Promise.resolve(routingTable<RouteRecord>([], routes)) },
  });
  const isHealthy = (kind: RouteKind = "sms", address = "111122") =>
    health.isHealthy(newOriginator({ address }), { account: "acme", kind, operatorId: null });
  return { circuitBreaker, clock, isHealthy };
}

const CASES: [connectors: string[], sms: boolean, mms: boolean][] = [
  [["works"], true, true],
  [["texts"], true, false],
  [["off"], false, false],
  [["absent"], false, false],
  [["unbound"], false, false],
  [["bound"], true, true],
  [["off", "absent", "unbound", "works"], true, true],
  [["off", "texts"], true, false],
  [[], false, false],
];

for (const [names, sms, mms] of CASES) {
  Deno.test(`the health of a sender by the connectors ${names.join() || "of none"}`, async () => {
    const { isHealthy } = healthBy(names);
    assert.deepEqual([await isHealthy("sms"), await isHealthy("mms")], [sms, mms]);
  });
}

Deno.test("a sender is healthy again when the circuit breaker lets a message through", async () => {
  const { circuitBreaker, clock, isHealthy } = healthBy(["works"]);
  circuitBreaker.failed("works", { reason: "down", facts: {} });
  assert.equal(await isHealthy(), false);
  clock.advance(COOLDOWN_MS);
  assert.equal(await isHealthy(), true, "half-open");
  circuitBreaker.failed("works", { reason: "down", facts: {} });
  assert.equal(await isHealthy(), false);
  circuitBreaker.succeeded("works");
  assert.equal(await isHealthy(), true);
});

Deno.test("a sender without a route goes by its own connector, then by the default", async () => {
  const { isHealthy } = healthBy(["off"], "works");
  assert.equal(await isHealthy("sms", "333344"), true);
  assert.equal(await healthBy(["works"]).isHealthy("sms", "333344"), false, "no connector at all");
});
