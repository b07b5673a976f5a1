/** Signatures of Plivo's callbacks are those that its own SDK verifies. */
import assert from "node:assert/strict";
import type { PlivoSettings } from "../../../src/connectors/plivo/protocol.ts";
import { sms, startProviderCarrier } from "../../connectors/providers/carrier.ts";
import { plivoCase, signedForms, signedV2 } from "../../connectors/providers/plivo.ts";
import { sdkVerifies } from "./plivo_sdk.ts";

const start = () => startProviderCarrier(plivoCase);

Deno.test("plivo: forms with empty, repeated and foreign fields are signed like by the SDK", async () => {
  await using carrier = await start();
  const { authToken } = carrier.fake.settings as PlivoSettings;
  const forms = signedForms(authToken);
  assert.deepEqual(await sdkVerifies(forms, authToken), forms.map(() => true));
});

Deno.test("plivo: callbacks with version 2 alone are signed like by the SDK", async () => {
  await using carrier = await start();
  await carrier.connector.submit(sms());
  const { authToken } = carrier.fake.settings as PlivoSettings;
  const callback = signedV2(carrier.fake.status(carrier.fake.received[0]!, "delivered", null));
  const foreign = signedV2(callback, "another token");
  assert.deepEqual(await sdkVerifies([callback, foreign], authToken), [true, false]);
});
