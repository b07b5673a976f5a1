import assert from "node:assert/strict";
import { newCustomer } from "../../support/customer.ts";
import { jsonOf, startService } from "../../support/service.ts";

interface Behaviour {
  codes: string[];
  /** Final state, as the operator sees it. */
  state: string;
  details?: string;
  handset?: string;
  sentAs?: "SMS" | "MMS";
}

const FIRST_WAIT_MS = 100;
const SECOND_WAIT_MS = 200;

/** Behaviours by the recipient's last four digits, as SMS and as MMS. */
const BEHAVIOURS: Record<string, { sms: Behaviour; mms: Behaviour }> = {
  "0100": {
    sms: { codes: ["N201", "N202"], state: "delivered" },
    mms: { codes: ["N101", "N102"], state: "delivered" },
  },
  "0101": {
    sms: { codes: ["N201", "N202"], state: "delivered", handset: "Loopback/1.0" },
    mms: { codes: ["N101", "N102"], state: "delivered", handset: "Loopback/1.0" },
  },
  "0102": {
    sms: { codes: ["N201"], state: "submitted" },
    mms: { codes: ["N101"], state: "submitted" },
  },
  "0103": {
    sms: { codes: ["N201", "E201"], state: "failed" },
    mms: { codes: ["N101", "N103"], state: "expired" },
  },
  "0104": {
    sms: { codes: ["N201", "E201"], state: "failed", details: "No way to send MMS or SMS" },
    mms: { codes: ["N101", "E101"], state: "failed", details: "No way to send MMS or SMS" },
  },
  "0105": {
    sms: { codes: ["N201", "E202"], state: "rejected", details: "Message Rejected" },
    mms: { codes: ["N101", "E102"], state: "rejected", details: "Message Rejected" },
  },
  "0106": {
    sms: { codes: ["N201", "E201"], state: "failed", details: "5000:Exception" },
    mms: { codes: ["N101", "E102"], state: "unrecognised", details: "5000:Exception" },
  },
  "0107": {
    sms: { codes: ["N201", "N202"], state: "delivered" },
    mms: { codes: ["N101", "N102"], state: "delivered", sentAs: "SMS" },
  },
  "0108": {
    sms: { codes: ["N201", "N202"], state: "delivered" },
    mms: { codes: ["N101", "N102"], state: "delivered" },
  },
  "0109": {
    sms: { codes: ["N201", "N202"], state: "delivered", handset: "Loopback/1.0" },
    mms: { codes: ["N101", "N102"], state: "delivered", handset: "Loopback/1.0" },
  },
  "0110": {
    sms: { codes: ["N201", "N202"], state: "delivered", handset: "Loopback/1.0" },
    mms: { codes: ["N101", "N102"], state: "delivered", handset: "Loopback/1.0" },
  },
};

Deno.test("the loopback carrier does what the recipient's last digits say", async (t) => {
  await using test = await startService({
    config: { DELIVER_RETRY: `${FIRST_WAIT_MS / 1000}s, ${SECOND_WAIT_MS / 1000}s` },
  });
  await using customer = await newCustomer(test);
  const template = await jsonOf(
    await customer.post({
      action: "savemms",
      name: "Words",
      "fallback-sms-text": "See it",
      slide: [{ "message-text": "Words only" }],
    }),
  );
  await customer.receiver.until(([first]) => first?.body.code === "N003");

  // All at once, so that they do not wait for each other.
  const sent = await Promise.all(
    Object.entries(BEHAVIOURS).flatMap(([digits, expected]) => {
      const to = `1617555${digits}`;
      const mms = async () => {
        const body = { action: "sendsavedmms", from: "111122", to, "mms-id": template["mms-id"] };
        return (await jsonOf(await customer.post(body)))["tracking-id"] as string;
      };
      return [
        { name: `SMS to ${digits}`, id: customer.send(to), as: "SMS", ...expected.sms },
        { name: `MMS to ${digits}`, id: mms(), as: "MMS", ...expected.mms },
      ];
    }).map(async (example) => ({ ...example, id: await example.id })),
  );

  for (const { name, id, as, codes, ...expected } of sent) {
    await t.step(name, async () => {
      await customer.receiver.untilCodes(id, codes);
      const message = await customer.message(id);
      assert.equal(message.state, expected.state);
      assert.equal(message["sent-as"], expected.sentAs ?? as);
      assert.equal(message["status-details"], expected.details ?? null);
      assert.equal(message.handset, expected.handset ?? null);
    });
  }

  await t.step(
    "a message that is throttled twice waits twice before the carrier accepts it",
    async () => {
      for (const { id } of sent.filter(({ name }) => name.endsWith("0109"))) {
        const { history } = await customer.message(id);
        const at = (name: string) =>
          Date.parse(history.find(({ event }: { event: string }) => event === name).at);
        assert.ok(at("taken") - at("begin") >= FIRST_WAIT_MS + SECOND_WAIT_MS);
      }
    },
  );

  await t.step("received messages can be read, to the byte", async () => {
    for (const { id, name, sentAs, as } of sent) {
      const { body } = await test.admin("GET", `/loopback/messages?tracking-id=${id}`);
      assert.equal(body.items.length, 1, name);
      const [received] = body.items;
      assert.equal(received.kind, sentAs ?? as, name);
      assert.equal(received["tracking-id"], id, name);
    }
  });
});
