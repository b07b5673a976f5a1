/** Requests to Sinch are those of its SDK. */
import assert from "node:assert/strict";
import { SmsService } from "npm:@sinch/sdk-core@1.4.0";
import { sms, startProviderCarrier } from "../../connectors/providers/carrier.ts";
import { type FakeSinch, sinchCase } from "../../connectors/providers/sinch.ts";

// deno-lint-ignore no-explicit-any -- JSON of requests
type Json = any;

Deno.test("sinch: a batch is as the SDK sends it, and the SDK reads the look-up", async () => {
  await using carrier = await startProviderCarrier(sinchCase);
  const { connector } = carrier;
  const { server, settings, received } = carrier.fake as unknown as FakeSinch;
  const batches = (): Json[] =>
    server.calls.filter(({ method }) => method === "POST").map(({ text }) => JSON.parse(text));
  const service = new SmsService({
    servicePlanId: settings.servicePlanId,
    apiToken: settings.apiToken,
    smsHostname: server.url,
  });
  const submission = sms({ text: "Grüße", expiresAt: Date.now() + 3_600_000 });
  await connector.submit(submission);
  const [{ callback_url, client_reference, expire_at }] = batches();
  await service.batches.sendTextMessage({
    sendSMSRequestBody: {
      from: `+${submission.from}`,
      to: [`+${submission.to}`],
      body: "Grüße",
      delivery_report: "per_recipient",
      expire_at: new Date(submission.expiresAt),
      callback_url,
      client_reference,
    },
  });
  const [ours, theirs] = batches();
  assert.equal(expire_at, new Date(submission.expiresAt).toISOString());
  assert.deepEqual({ ...ours, from: `+${submission.from}` }, theirs);
  const [ourCall, theirCall] = server.calls;
  for (const name of ["authorization", "content-type"]) {
    assert.equal(ourCall!.headers.get(name), theirCall!.headers.get(name));
  }
  assert.deepEqual([ourCall!.method, ourCall!.path], [theirCall!.method, theirCall!.path]);
  const found = await service.batches.list({ client_reference });
  assert.deepEqual(found.data.map(({ id }) => id), received.map(({ id }) => id));
});
