/** Requests to Bandwidth, and the types of its callbacks, are those of its SDK. */
import assert from "node:assert/strict";
import { Configuration } from "npm:bandwidth-sdk@8.1.4/dist/configuration.js";
import { MessagesApi } from "npm:bandwidth-sdk@8.1.4/dist/api/messages-api.js";
import { InboundCallbackTypeEnum } from "npm:bandwidth-sdk@8.1.4/dist/models/inbound-callback-type-enum.js";
import { StatusCallbackTypeEnum } from "npm:bandwidth-sdk@8.1.4/dist/models/status-callback-type-enum.js";
import { BANDWIDTH } from "../../../src/connectors/bandwidth/provider.ts";
import { bandwidthCase, type FakeBandwidth } from "../../connectors/providers/bandwidth.ts";
import { mms, startProviderCarrier } from "../../connectors/providers/carrier.ts";

Deno.test("bandwidth: the statuses are those of the SDK", () => {
  assert.deepEqual(
    BANDWIDTH.statuses.map(({ status }) => status).sort(),
    Object.values(StatusCallbackTypeEnum).sort(),
  );
});

Deno.test("bandwidth: a message of a handset has the type of the SDK", async () => {
  await using carrier = await startProviderCarrier(bandwidthCase);
  const message = { id: "id-1", from: "16175550111", to: "16175550100", text: "Hello" };
  const { body } = carrier.fake.inbound(message)!;
  assert.deepEqual(
    JSON.parse(body).map(({ type }: { type: string }) => type),
    [InboundCallbackTypeEnum.MessageReceived],
  );
});

Deno.test("bandwidth: a request is that of the SDK, which reads the response", async () => {
  await using carrier = await startProviderCarrier(bandwidthCase);
  const { connector } = carrier;
  const fake = carrier.fake as unknown as FakeBandwidth;
  const submission = mms();
  await connector.submit(submission);
  const [ours] = fake.server.calls;
  const { accountId, url: basePath } = fake.settings;
  const accessToken = ours!.headers.get("authorization")!.replace("Bearer ", "");
  const api = new MessagesApi(new Configuration({ accessToken, basePath }));
  const body = JSON.parse(ours!.text);
  const { status, data } = await api.createMessage(accountId, { ...body, to: new Set(body.to) });
  const theirs = fake.server.calls[1]!;
  assert.deepEqual(
    [ours!.method, ours!.path, ours!.headers.get("content-type"), JSON.parse(ours!.text)],
    [theirs.method, theirs.path, theirs.headers.get("content-type"), JSON.parse(theirs.text)],
  );
  assert.deepEqual(
    [status, data.id, data.tag],
    [202, fake.received[1]!.id, submission.trackingId],
  );
});
