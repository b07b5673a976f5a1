import assert from "node:assert/strict";
import type { Originator } from "../../../src/core/account/account.ts";
import { indexRoutes, type NewRoute } from "../../../src/core/routing/routing.ts";
import { listMissingConnectors } from "../../../src/core/routing/connector_selection.ts";

const SENDER: Originator = {
  address: "111122",
  kind: "short-code",
  country: "US",
  countries: ["US"],
  vasid: null,
  shared: false,
  mmsConnector: "mmsc",
  smsConnector: "smsc",
};

const ROUTE: NewRoute = {
  account: "acme",
  sender: null,
  operator: null,
  kind: "sms",
  connectors: ["smsc"],
};

const NOTHING = "no connector takes its SMS: no route, no sms-connector of the sender, " +
  "no DEFAULT_CONNECTOR";

const CASES: [
  what: string,
  routes: NewRoute[],
  own: string | null,
  fallback: string | null,
  missing: string[],
][] = [
  ["a connector of its own", [], "smsc", null, []],
  ["the default one", [], null, "smsc", []],
  ["a route", [ROUTE], null, null, []],
  ["nothing", [], null, null, [NOTHING]],
  ["one that is gone", [], "gone", "smsc", ["no connector takes its SMS: gone is not set up"]],
  ["a default that is gone", [], null, "gone", ["no connector takes its SMS: gone is not set up"]],
  ["a route to two that are gone", [{ ...ROUTE, connectors: ["a", "b"] }], "smsc", null, [
    "no connector takes its SMS: a, b are not set up",
  ]],
  ["a route that serves nobody on purpose", [{ ...ROUTE, connectors: [] }], null, null, []],
  ["a route for an operator", [{ ...ROUTE, operator: "0001470" }], null, null, []],
  ["another account's route", [{ ...ROUTE, account: "other" }], null, null, [NOTHING]],
];

for (const [title, routes, smsConnector, defaultName, missing] of CASES) {
  Deno.test(`a sender's connector for SMS is ${title}`, () => {
    const connectors = { defaultName, names: () => ["loopback", "mmsc", "smsc"] };
    const sender = { ...SENDER, smsConnector };
    assert.deepEqual(
      listMissingConnectors(indexRoutes(routes), "acme", sender, connectors),
      missing,
    );
  });
}
