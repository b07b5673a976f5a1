import assert from "node:assert/strict";
import type { InboundMmsRecord } from "../../../src/core/message/inbound.ts";
import { MESSAGE_STATES, type MessageState } from "../../../src/core/message/message_state.ts";
import type { OutcomeDetails } from "../../../src/core/message/status_details.ts";
import { deliverNotice, readNotice, reportNotice } from "../../../src/core/postback/vasp_notice.ts";

const AT = 1_782_900_000_999.5;
const MESSAGE = { trackingId: "t-1", from: "111122", to: "16175550101" };

/** Contract section 5: each end of a message, and its report to the VASP. */
const ENDS: Partial<
  Record<MessageState, [details: OutcomeDetails | undefined, mm: string, text: string]>
> = {
  delivered: [undefined, "Retrieved", "Message Delivered"],
  expired: [undefined, "Expired", "Message Expired"],
  rejected: ["Network Unreachable", "Rejected", "Network Unreachable"],
  unrecognised: ["5000:Exception", "Unrecognised", "5000:Exception"],
  failed: ["No way to send MMS or SMS", "Rejected", "No way to send MMS or SMS"],
};

for (const state of MESSAGE_STATES) {
  const end = ENDS[state];
  if (end === undefined) {
    Deno.test(`${state} is no end: nothing is reported`, () => {
      assert.equal(reportNotice(MESSAGE, state, { at: AT }), null);
    });
    continue;
  }
  const [details, status, text] = end;
  Deno.test(`${state} is reported as ${status}, ${text}`, () => {
    const notice = reportNotice(MESSAGE, state, { at: AT, details })!;
    assert.deepEqual(readNotice(notice), {
      code: "DeliveryReportReq",
      message: {
        MessageID: "t-1",
        Recipient: { kind: "Number", value: "16175550101" },
        Sender: { kind: "ShortCode", value: "111122" },
        Date: "2026-07-01T10:00:00Z",
        MMStatus: status,
        StatusText: text,
      },
      files: [],
    });
  });
}

Deno.test("an end without details is reported with the spec's text", () => {
  const { message } = readNotice(reportNotice(MESSAGE, "rejected", { at: AT })!);
  assert.ok("StatusText" in message);
  assert.equal(message.StatusText, "Message Rejected");
});

for (const handset of ["http://handsets.example/profile.xml", "Nokia 6230i", ""]) {
  Deno.test(`handset ${JSON.stringify(handset)}: ${handset ? "" : "no "}UAProf`, () => {
    const notice = reportNotice(MESSAGE, "delivered", { at: AT, handset })!;
    const { message } = readNotice(notice);
    assert.deepEqual(message.UACapabilities, handset ? { UAProf: handset } : undefined);
  });
}

Deno.test("an originator is a ShortCode up to eight digits, else a Number", () => {
  for (const [from, kind] of [["12345678", "ShortCode"], ["123456789", "Number"]]) {
    const { message } = readNotice(
      reportNotice({ ...MESSAGE, from: from! }, "expired", { at: AT })!,
    );
    assert.deepEqual(message.Sender, { kind, value: from });
  }
});

const INBOUND: InboundMmsRecord = {
  trackingId: "t-2",
  account: "acme",
  kind: "MMS_MO",
  connector: "mmsc",
  key: "key",
  from: "16175550111",
  to: "111122",
  subject: "Zażółć",
  operatorId: null,
  files: [{ name: "a.jpg", contentId: "a@x", type: "image/jpeg", blob: "b", bytes: 1 }],
  token: "secret",
  receivedAt: AT,
};

Deno.test("an inbound message is a DeliverReq with its files, without internal secrets", () => {
  const notice = deliverNotice(INBOUND, { vasid: "news" });
  assert.deepEqual(readNotice(notice), {
    code: "DeliverReq",
    message: {
      VASID: "news",
      LinkedID: "t-2",
      Sender: { kind: "Number", value: "16175550111" },
      Recipients: { To: [{ kind: "Number", value: "111122" }] },
      TimeStamp: "2026-07-01T10:00:00Z",
      Priority: "Normal",
      Subject: "Zażółć",
    },
    files: INBOUND.files,
  });
  assert.ok(!notice.body.includes("secret"));
});

Deno.test("elements that an inbound message lacks are left out", () => {
  const notice = deliverNotice({ ...INBOUND, to: "18005550199", subject: null, files: [] }, {
    vasid: null,
  });
  assert.deepEqual(JSON.parse(notice.body), {
    message: {
      LinkedID: "t-2",
      Sender: { kind: "Number", value: "16175550111" },
      Recipients: { To: [{ kind: "Number", value: "18005550199" }] },
      TimeStamp: "2026-07-01T10:00:00Z",
      Priority: "Normal",
    },
    files: [],
  });
});
