/** Spec 2.1, contract section 5: decision on a submission, by its request and the facts. */
import assert from "node:assert/strict";
import { decide, type Decision } from "../../../src/core/submission/decision.ts";
import type { SubmittedContent } from "../../../src/core/submission/content.ts";
import {
  isFault,
  type SubmitFault,
  submitFault,
  type SubmitStatus,
} from "../../../src/core/submission/fault.ts";
import type { SubmissionPlan } from "../../../src/core/submission/plan.ts";
import type { SubmitRequest } from "../../../src/core/submission/request.ts";
import {
  content,
  type FactChanges,
  SHORT_CODE,
  submitFacts,
  submitRequest,
  textPart,
} from "./requests.ts";

interface Case {
  title: string;
  request?: Partial<SubmitRequest>;
  facts?: FactChanges;
  readContent?: () => SubmittedContent | SubmitFault;
}

interface RefusedCase extends Case {
  status: SubmitStatus;
  details: string | null;
}

const TEXT = content([textPart("text", "MM7 test text")]);
const SHARED = { ...SHORT_CODE, shared: true };
const OF_VASID = { ...SHORT_CODE, vasid: "61295" };

/** Refusals in the order of the checks. */
const REFUSED: RefusedCase[] = [
  {
    title: "VASPID of another account",
    facts: { ownsVaspId: false },
    status: "vaspIdInvalid",
    details: null,
  },
  {
    title: "a sender that is not a number",
    request: { sender: null },
    status: "shortCodeInvalid",
    details: "SenderAddress is not a number in digits",
  },
  {
    title: "a sender that is not provisioned",
    request: { sender: "99999" },
    status: "shortCodeInvalid",
    details: "SenderAddress is not provisioned to the account",
  },
  {
    title: "a shared short code without VASID",
    facts: { originators: [SHARED] },
    status: "vasIdInvalid",
    details: "a shared short code needs a VASID",
  },
  {
    title: "a sender with a VASID, without it",
    facts: { originators: [OF_VASID] },
    status: "vasIdInvalid",
    details: "VASID is not the one of this sender",
  },
  {
    title: "a sender with a VASID, with another",
    request: { vasId: "1" },
    facts: { originators: [OF_VASID] },
    status: "vasIdInvalid",
    details: "VASID is not the one of this sender",
  },
  {
    title: "recipients at fault",
    request: { destination: submitFault("destinationsMultiple") },
    status: "destinationsMultiple",
    details: null,
  },
  {
    title: "a number with a digit too few",
    request: { destination: { to: "1617555010", displayOnly: [] } },
    status: "addressError",
    details: "To is not a possible number",
  },
  {
    title: "an unknown operator",
    request: { operatorId: "7" },
    facts: { isOperatorKnown: false },
    status: "carrierIdInvalid",
    details: "X-Service-Carrier-Id is unknown",
  },
  {
    title: "a blocked recipient",
    facts: { isBlocked: true },
    status: "recipientBlocked",
    details: "To is blocked for this sender (opted out)",
  },
  {
    title: "an account that needs a campaign",
    facts: { account: { enforceCampaignCheck: true } },
    status: "clientError",
    details: "the account needs a campaign, which MM7 cannot name",
  },
  {
    title: "content at fault",
    readContent: () => submitFault("multimediaRefused", "part 2 is text/html"),
    status: "multimediaRefused",
    details: "part 2 is text/html",
  },
];

function decideOn({ request: changes, facts, readContent = () => TEXT }: Case): Decision {
  const request = submitRequest(changes);
  return decide(request, submitFacts(facts, request), readContent);
}

for (const { status, details, ...each } of REFUSED) {
  Deno.test(`submission refused: ${each.title}: ${status}`, () => {
    assert.deepEqual(decideOn(each), { status, details });
  });
}

Deno.test("submission refused: of two faults the first in the order of the checks wins", () => {
  for (const [index, first] of REFUSED.entries()) {
    // Faults of one status differ in one field, so that none has two of them.
    const later = REFUSED.slice(index + 1).filter(({ status }) => status !== first.status);
    for (const second of later) {
      const both = {
        request: { ...second.request, ...first.request },
        facts: { ...second.facts, ...first.facts },
        readContent: second.readContent ?? first.readContent,
      };
      const { status, details } = first;
      const title = `${first.title}, and ${second.title}`;
      assert.deepEqual(decideOn({ title, ...both }), { status, details }, title);
    }
  }
});

function accepted(each: Omit<Case, "title"> = {}): SubmissionPlan {
  const decision = decideOn({ title: "", ...each });
  assert.ok(!isFault(decision), JSON.stringify(decision));
  return decision;
}

const ADMITTED: Case[] = [
  { title: "any VASID where the sender has none", request: { vasId: "anything" } },
  {
    title: "the VASID of the sender",
    request: { vasId: "61295" },
    facts: { originators: [OF_VASID] },
  },
  {
    title: "a shared short code with any VASID, where it has none",
    request: { vasId: "anything" },
    facts: { originators: [SHARED] },
  },
  {
    title: "a country that the sender does not serve",
    request: { destination: { to: "447912345678", displayOnly: [] } },
  },
  { title: "a calling code that no plan knows", request: { destination: to("99912345") } },
  { title: "an operator that exists", request: { operatorId: "0001470" } },
];

function to(number: string): SubmitRequest["destination"] {
  return { to: number, displayOnly: [] };
}

for (const each of ADMITTED) {
  Deno.test(`submission accepted: ${each.title}`, () => void accepted(each));
}

Deno.test("submission accepted: its message", () => {
  const request = submitRequest({ operatorId: "0001470" });
  const { message } = accepted({ request });
  assert.deepEqual(message, {
    account: "acme",
    kind: "MMS_MT",
    from: "111122",
    to: "16175550101",
    operatorId: "0001470",
    mmsId: null,
    clientReference: null,
    campaignRef: null,
    deliveryReport: true,
    acceptedAt: request.submittedAt,
    expiresAt: request.expiresAt,
  });
});

Deno.test("submission accepted: without delivery reports as the account is set", () => {
  const { message } = accepted({ facts: { account: { deliveryReports: false } } });
  assert.equal(message.deliveryReport, false);
});

Deno.test("submission refused: its content is not parsed", () => {
  const readContent = () => assert.fail("it was read");
  for (const { title, request, facts } of REFUSED.filter((each) => !each.readContent)) {
    decideOn({ title, request, facts, readContent });
  }
});
