/** Tokens of requests to Vonage are those of its SDK. */
import assert from "node:assert/strict";
import { tokenGenerate, verifySignature } from "npm:@vonage/jwt@1.17.1";
import jsonwebtoken from "npm:jsonwebtoken@9.0.3";
import type { VonageSettings } from "../../../src/connectors/vonage/protocol.ts";
import { sms, startProviderCarrier } from "../../connectors/providers/carrier.ts";
import { KEYS, vonageCase } from "../../connectors/providers/vonage.ts";

Deno.test("vonage: the token of a request is like the SDK's, and verified by it", async () => {
  await using carrier = await startProviderCarrier(vonageCase);
  const before = Math.floor(Date.now() / 1000);
  await carrier.connector.submit(sms());
  const { applicationId, privateKey } = carrier.fake.settings as VonageSettings;
  const [call] = carrier.fake.server.calls;
  const token = call!.headers.get("authorization")!.replace("Bearer ", "");
  const ours = jsonwebtoken.decode(token, { complete: true })!;
  const sdk = tokenGenerate(applicationId, privateKey);
  const theirs = jsonwebtoken.decode(sdk, { complete: true })!;
  assert.deepEqual(ours.header, theirs.header);
  const [claims, expected] = [ours.payload, theirs.payload] as Record<string, unknown>[];
  assert.deepEqual(Object.keys(claims!).sort(), Object.keys(expected!).sort());
  assert.equal(claims!.application_id, expected!.application_id);
  const iat = claims!.iat as number;
  assert.ok(iat >= before && iat <= Math.floor(Date.now() / 1000));
  assert.equal(
    (claims!.exp as number) - iat,
    (expected!.exp as number) - (expected!.iat as number),
  );
  assert.equal(verifySignature(token, KEYS.publicKey), true);
});
