import assert from "node:assert/strict";
import type { Operator } from "../../../src/core/routing/operators.ts";
import {
  indexRoutes,
  isUnserved,
  kindsOf,
  needsOperator,
  type NewRoute,
  PRECEDENCE,
  type RoutedMessage,
  type RouteKind,
  type RouteQuery,
  type RouteScope,
  routingTable,
} from "../../../src/core/routing/routing.ts";

const ANY: RouteScope = { account: null, sender: null, operator: null, kind: "mms" };
const SCOPES: [name: string, scope: RouteScope][] = [
  ["sender and operator", { ...ANY, account: "acme", sender: "111122", operator: "1" }],
  ["sender", { ...ANY, account: "acme", sender: "111122" }],
  ["account and operator", { ...ANY, account: "acme", operator: "1" }],
  ["account", { ...ANY, account: "acme" }],
  ["operator", { ...ANY, operator: "1" }],
  ["all", ANY],
];

/** Messages, and the rows that match each, the most specific first. */
const MESSAGES: [what: string, routed: RouteQuery, rows: string[]][] = [
  [
    "of the sender to the operator",
    { account: "acme", sender: "111122", operator: "1", kind: "mms" },
    ["sender and operator", "sender", "account and operator", "account", "operator", "all"],
  ],
  [
    "of the sender to another operator",
    { account: "acme", sender: "111122", operator: "2", kind: "mms" },
    ["sender", "account", "all"],
  ],
  [
    "of the sender to nobody knows which operator",
    { account: "acme", sender: "111122", operator: null, kind: "mms" },
    ["sender", "account", "all"],
  ],
  [
    "of another sender of the account to the operator",
    { account: "acme", sender: "222233", operator: "1", kind: "mms" },
    ["account and operator", "account", "operator", "all"],
  ],
  [
    "of another sender of the account to another operator",
    { account: "acme", sender: "222233", operator: "2", kind: "mms" },
    ["account", "all"],
  ],
  [
    "of the same sender of another account to the operator",
    { account: "bulb", sender: "111122", operator: "1", kind: "mms" },
    ["operator", "all"],
  ],
  [
    "of another account to another operator",
    { account: "bulb", sender: "222233", operator: "2", kind: "mms" },
    ["all"],
  ],
  [
    "that goes out as the other kind",
    { account: "acme", sender: "111122", operator: "1", kind: "sms" },
    [],
  ],
];

const named = (name: string): NewRoute => ({
  ...SCOPES.find(([each]) => each === name)![1],
  connectors: [name],
});

for (const [title, routed, rows] of MESSAGES) {
  for (const [at, name] of rows.entries()) {
    Deno.test(`a message ${title} is routed by the row of ${name} if no more specific one exists`, () => {
      // Without the more specific rows, and with the less specific and all other ones.
      const closer = rows.slice(0, at);
      const there = SCOPES.map(([each]) => each).filter((each) => !closer.includes(each));
      for (const order of [there, there.toReversed()]) {
        assert.deepEqual(indexRoutes(order.map(named)).routeFor(routed)?.connectors, [name]);
      }
    });
  }

  Deno.test(`a message ${title} is routed by no other row`, () => {
    const strange = SCOPES.map(([name]) => name).filter((name) => !rows.includes(name));
    assert.equal(indexRoutes(strange.map(named)).routeFor(routed), null);
  });
}

Deno.test("every cell of the order of rows is one scope, the most specific first", () => {
  const scopes = PRECEDENCE.map(({ sender, operator }) => ({
    account: sender === "all" ? null : "acme",
    sender: sender === "one" ? "111122" : null,
    operator: operator === "one" ? "1" : null,
    kind: "mms",
  }));
  assert.deepEqual(scopes, SCOPES.map(([, scope]) => scope));
});

Deno.test("connectors keep their order, and an empty list differs from a missing row", () => {
  const routed: RouteQuery = { account: "acme", sender: "1", operator: null, kind: "sms" };
  const table = (connectors: string[]) => indexRoutes([{ ...ANY, kind: "sms", connectors }]);
  assert.deepEqual(table(["b", "a"]).routeFor(routed)?.connectors, ["b", "a"]);
  assert.deepEqual(table([]).routeFor(routed)?.connectors, []);
  assert.equal(indexRoutes([]).routeFor(routed), null);
});

Deno.test("parts of a scope are not confused with each other", () => {
  const routes = indexRoutes([{ ...ANY, account: "a", sender: "b1", connectors: ["x"] }]);
  const routed: RouteQuery = { account: "a", sender: "b", operator: "1", kind: "mms" };
  assert.equal(routes.routeFor(routed), null);
});

// ── whether the operator must be known ──

const SMS: RoutedMessage = { account: "acme", from: "111122", content: { kind: "SMS" } };
const MMS: RoutedMessage = { ...SMS, content: { kind: "MMS", forceSms: false } };
const FORCED: RoutedMessage = { ...SMS, content: { kind: "MMS", forceSms: true } };

Deno.test("an MMS may go out as either kind, but for one that is forced", () => {
  assert.deepEqual([SMS, MMS, FORCED].map(kindsOf), [["sms"], ["mms", "sms"], ["sms"]]);
});

const NEEDS: [what: string, row: Partial<RouteScope>, sms: boolean, mms: boolean][] = [
  ["names no operator", { account: "acme", sender: "111122" }, false, false],
  ["of all names one for MMS", { operator: "1" }, false, true],
  ["of all names one for SMS", { operator: "1", kind: "sms" }, true, true],
  ["of the account names one for SMS", { account: "acme", operator: "1", kind: "sms" }, true, true],
  [
    "of the sender names one for SMS",
    { account: "acme", sender: "111122", operator: "1", kind: "sms" },
    true,
    true,
  ],
  ["of another account names one", { account: "bulb", operator: "1", kind: "sms" }, false, false],
  [
    "of another sender names one",
    { account: "acme", sender: "222233", operator: "1", kind: "sms" },
    false,
    false,
  ],
];

for (const [title, row, sms, mms] of NEEDS) {
  Deno.test(`the operator ${sms || mms ? "is" : "is not"} needed where a row ${title}`, () => {
    const table = routingTable([], [{ ...ANY, ...row, connectors: ["a"] }]);
    assert.deepEqual([SMS, MMS].map((leg) => needsOperator(table, leg)), [sms, mms]);
  });
}

const WITHOUT_MMS: Operator = {
  id: "7",
  name: "Seven",
  country: "US",
  mms: false,
  maxBytes: { other: 1 },
  gsmSubjects: false,
};

Deno.test("the operator is needed of an MMS where some operator has none, loopback's apart", () => {
  const needs = (set: Operator[]) =>
    [SMS, MMS, FORCED].map((leg) => needsOperator(routingTable(set, []), leg));
  assert.deepEqual(needs([]), [false, false, false]);
  assert.deepEqual(needs([{ ...WITHOUT_MMS, mms: true }]), [false, false, false]);
  assert.deepEqual(needs([WITHOUT_MMS]), [false, true, false]);
});

// ── whether the operator is served ──

const none = (kind: RouteKind, row: Partial<RouteScope> = {}): NewRoute => ({
  ...ANY,
  ...row,
  kind,
  connectors: [],
});
const some = (kind: RouteKind, row: Partial<RouteScope> = {}): NewRoute => ({
  ...none(kind, row),
  connectors: ["a"],
});

const SERVED: [what: string, rows: NewRoute[], unserved: [sms: boolean, mms: boolean]][] = [
  ["there are no rows", [], [false, false]],
  ["no SMS is", [none("sms")], [true, false]],
  ["no MMS is: it may fall back", [none("mms")], [false, false]],
  ["neither is", [none("sms"), none("mms")], [true, true]],
  [
    "only the operator is",
    [none("sms"), none("mms"), some("sms", { operator: "1" }), some("mms", { operator: "1" })],
    [false, false],
  ],
  [
    "only another operator is",
    [none("sms"), none("mms"), some("sms", { operator: "2" }), some("mms", { operator: "2" })],
    [true, true],
  ],
];

for (const [title, rows, unserved] of SERVED) {
  Deno.test(`messages to an operator where ${title}`, () => {
    const table = routingTable([], rows);
    assert.deepEqual([SMS, MMS].map((leg) => isUnserved(table, leg, "1")), unserved);
    assert.equal(isUnserved(table, FORCED, "1"), unserved[0]);
  });
}

Deno.test("a test of a connector needs no operator and no route", () => {
  const rows = [none("sms"), none("mms"), some("sms", { operator: "1" })];
  const table = routingTable([WITHOUT_MMS], rows);
  for (const leg of [SMS, MMS]) {
    const test = { ...leg, testConnector: "a" };
    assert.deepEqual([needsOperator(table, leg), isUnserved(table, leg, null)], [true, true]);
    assert.deepEqual([needsOperator(table, test), isUnserved(table, test, null)], [false, false]);
  }
});
