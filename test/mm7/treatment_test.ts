/** Spec 2.1, the table of optional elements: every row. */
import assert from "node:assert/strict";
import { MESSAGES, type SubmitReq } from "../../src/generated/mm7.ts";
import { Mm7Error, NO_ECHO, STATUSES } from "../../src/mm7/status.ts";
import { applyTreatment, TREATMENT } from "../../src/mm7/treatment.ts";

const AT = Date.parse("2026-11-20T12:00:00Z");
const ARRIVAL = { at: AT, echo: { ...NO_ECHO, transactionId: "tx-1" } };
const REQUEST: SubmitReq = {
  MM7Version: "6.8.0",
  SenderIdentification: { VASPID: "key", SenderAddress: { kind: "ShortCode", value: "111122" } },
  Recipients: { To: [{ kind: "Number", value: "16175550101" }] },
  Content: { href: "cid:content", allowAdaptations: true },
};
const DEFAULTS = {
  DeliveryReport: true,
  ExpiryDate: "2026-11-23T12:00:00Z",
  TimeStamp: "2026-11-20T12:00:00Z",
};

const ROWS: [given: Partial<SubmitReq>, left: Partial<SubmitReq> | number][] = [
  [{}, {}],
  [{ ApplicID: "x" }, {}],
  [{ AuxApplicInfo: "x" }, {}],
  [{ ChargedParty: "Sender" }, 3002],
  [{ ChargedPartyID: "x" }, 3002],
  [{ ContentClass: "text" }, {}],
  [{ DeliveryCondition: { DC: [1] } }, {}],
  [{ DeliveryReport: false }, { DeliveryReport: true }],
  [{ DeliveryReport: true }, { DeliveryReport: true }],
  [{ DistributionIndicator: false }, {}],
  [{ DRMContent: true }, {}],
  [{ EarliestDeliveryTime: "P1D" }, {}],
  [{ ExpiryDate: "2026-11-21T12:00:00+01:00" }, { ExpiryDate: "2026-11-21T11:00:00Z" }],
  [{ ExpiryDate: "PT6H" }, { ExpiryDate: "2026-11-20T18:00:00Z" }],
  [{ ExpiryDate: "2026-11-27T12:00:00Z" }, { ExpiryDate: "2026-11-23T12:00:00Z" }],
  [{ ExpiryDate: "P7D" }, { ExpiryDate: "2026-11-23T12:00:00Z" }],
  [{ ExpiryDate: "2026-11-20T12:00:00Z" }, 2007],
  [{ ExpiryDate: "-P1D" }, 2007],
  [{ ExpiryDate: "soon" }, {}],
  [{ ExpiryDate: "" }, {}],
  [{ LinkedID: "x" }, {}],
  [{ MessageClass: "Advertisement" }, { MessageClass: "Advertisement" }],
  [{ Priority: "High" }, { Priority: "High" }],
  [{ ReadReply: true }, {}],
  [{ ReplyApplicID: "x" }, {}],
  [{ ReplyCharging: {} }, 2565],
  [{ ReplyCharging: { replyChargingSize: 1 } }, 2565],
  [{ ReplyCharging: { replyDeadline: "P1D" } }, 2565],
  [{ ServiceCode: "gold" }, { ServiceCode: "gold" }],
  [{ Subject: "Hello" }, { Subject: "Hello" }],
  [{ TimeStamp: "2026-11-20T11:59:58Z" }, { TimeStamp: "2026-11-20T11:59:58Z" }],
  [{ TimeStamp: "yesterday" }, {}],
];

for (const [fields, left] of ROWS) {
  const verdict = typeof left === "number" ? left : JSON.stringify(left);
  Deno.test(`${JSON.stringify(fields)} is left as ${verdict}`, () => {
    const request = Object.freeze({ ...REQUEST, ...fields });
    if (typeof left !== "number") {
      assert.deepEqual(applyTreatment(request, ARRIVAL), { ...REQUEST, ...DEFAULTS, ...left });
      return;
    }
    assert.throws(() => applyTreatment(request, ARRIVAL), (error) => {
      assert.ok(error instanceof Mm7Error);
      assert.equal(error.echo.transactionId, "tx-1");
      return STATUSES[error.status].code === left;
    });
  });
}

Deno.test("every optional element has a treatment, and a row above", () => {
  const optional = MESSAGES.SubmitReq.elements.filter(({ required }) => !required)
    .map(({ name }) => name).sort();
  const treated = Object.keys(TREATMENT).filter((name) => !name.includes("@")).sort();
  assert.deepEqual(treated, optional);
  const tested = new Set(ROWS.flatMap(([fields]) => Object.keys(fields)));
  assert.deepEqual([...tested].sort(), optional);
});
