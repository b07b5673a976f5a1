/** Look-ups of messages at Twilio, which keeps no reference of ours. */
import assert from "node:assert/strict";
import { systemClock } from "../../src/adapters/system/clock.ts";
import { twilioCase } from "./providers/twilio.ts";
import { sms, startProviderCarrier } from "./providers/carrier.ts";

const HOUR_MS = 3_600_000;

for (const [name, offsetMs] of [["fast", HOUR_MS], ["right", 0], ["slow", -HOUR_MS]] as const) {
  Deno.test(`twilio: a message without a response is found though our clock is ${name}`, async () => {
    const clock = { ...systemClock, now: () => systemClock.now() + offsetMs };
    await using carrier = await startProviderCarrier(twilioCase, {}, clock);
    const { connector, fake } = carrier;
    const submission = sms({ acceptedAt: clock.now(), expiresAt: clock.now() + HOUR_MS });
    fake.server.afterResponse = ({ method }) => method === "POST" ? "drop" : undefined;
    assert.equal((await connector.submit(submission)).status, "unconfirmed");
    const again = await connector.submit({ ...submission, resubmitted: true, attempt: 2 });
    assert.deepEqual(again, { status: "accepted", carrierId: fake.received[0]!.id });
    assert.equal(fake.received.length, 1);
  });
}

for (const name of ["with", "without"] as const) {
  Deno.test(`twilio: an earlier message with the same text is another one, ${name} a Date`, async () => {
    await using carrier = await startProviderCarrier(twilioCase);
    const { connector, fake } = carrier;
    await connector.submit(sms({ to: "16175550199" }));
    const { server } = fake;
    server.intercept = ({ method }) => {
      if (method !== "GET") return undefined;
      const now = systemClock.now();
      return {
        status: 200,
        ...name === "with" ? {} : { headers: { date: "" } },
        json: {
          messages: [{
            sid: fake.received[0]!.id,
            direction: "outbound-api",
            body: "Hello",
            num_media: "0",
            date_created: new Date(now - HOUR_MS / 2).toUTCString(),
          }],
        },
      };
    };
    const submission = sms({ to: "16175550199", acceptedAt: systemClock.now() - HOUR_MS / 4 });
    const result = await connector.submit({ ...submission, resubmitted: true, attempt: 2 });
    assert.deepEqual(result, { status: "accepted", carrierId: fake.received[1]!.id });
  });
}
