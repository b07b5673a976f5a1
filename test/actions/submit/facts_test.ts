/** Contract section 5: facts that a submission loads, and none that its refusal does not need. */
import assert from "node:assert/strict";
import { loadFacts } from "../../../src/actions/submit/facts.ts";
import { decide } from "../../../src/core/submission/decision.ts";
import { submitFault } from "../../../src/core/submission/fault.ts";
import type { SubmitRequest } from "../../../src/core/submission/request.ts";
import { routingTable } from "../../../src/core/routing/routing.ts";
import { content, SHORT_CODE, submitRequest, textPart } from "../../core/submission/requests.ts";
import { newAccount } from "../../support/store.ts";

interface World {
  hasBlocks: boolean;
  isBlocked: boolean;
}

const account = newAccount();

/** Loads the facts of a request, decides, and lists the loads in their order. */
async function judge(request: SubmitRequest, { hasBlocks, isBlocked }: World) {
  const loads: unknown[] = [];
  const load = <T>(value: T, ...about: unknown[]) => {
    loads.push(...about);
    return Promise.resolve(value);
  };
  const access = { account, originators: [SHORT_CODE], pools: [], hasBlocks };
  const facts = await loadFacts(request, {
    access,
    accountOf: (key) => load(key === "key" ? access : null, "owner"),
    ports: {
      config: {
        MM7_FALLBACK_TEXT_MAX: 100,
        FALLBACK_LINK_EXPIRY_MAX: 1000,
        SMS_PLAIN_TYPOGRAPHY: "off",
      },
      routing: { table: () => load(routingTable([], []), "operators") },
      store: {
        blocks: { isBlocked: (id, pair) => load(isBlocked, "block", id, pair) },
      },
    },
  });
  const decision = decide(request, facts, () => content([textPart("text", "MM7 test text")]));
  return { loads, status: "status" in decision ? decision.status : "accepted" };
}

const BLOCK = ["block", account.id, { originator: "111122", number: "16175550101" }];
const ALL = { operatorId: "0001470" };

const CASES: [
  title: string,
  request: Partial<SubmitRequest>,
  world: Partial<World>,
  loads: unknown[],
  status: string,
][] = [
  ["nothing to look at", {}, {}, ["owner"], "accepted"],
  ["an operator", ALL, {}, ["owner", "operators"], "accepted"],
  ["an account with blocks", {}, { hasBlocks: true }, ["owner", ...BLOCK], "accepted"],
  ["both", ALL, { hasBlocks: true }, ["owner", "operators", ...BLOCK], "accepted"],
  [
    "a block",
    ALL,
    { hasBlocks: true, isBlocked: true },
    ["owner", "operators", ...BLOCK],
    "recipientBlocked",
  ],
  [
    "an unknown operator",
    { operatorId: "7" },
    { hasBlocks: true, isBlocked: true },
    ["owner", "operators"],
    "carrierIdInvalid",
  ],
  ["a foreign VASPID", { ...ALL, vaspId: "no" }, { hasBlocks: true }, ["owner"], "vaspIdInvalid"],
  ["a foreign sender", { ...ALL, sender: "9" }, { hasBlocks: true }, ["owner"], "shortCodeInvalid"],
  [
    "a recipient at fault",
    { ...ALL, destination: submitFault("destinationMissing") },
    { hasBlocks: true },
    ["owner"],
    "destinationMissing",
  ],
];

for (const [title, request, world, expected, status] of CASES) {
  Deno.test(`contract 5: loads of a submission, ${title}: ${status}`, async () => {
    const result = await judge(submitRequest(request), {
      hasBlocks: false,
      isBlocked: false,
      ...world,
    });
    assert.deepEqual(result, { loads: expected, status });
  });
}
