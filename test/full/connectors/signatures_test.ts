/** Providers' own SDKs verify the callbacks of the fakes, and refuse spoilt ones. */
import assert from "node:assert/strict";
import { SmsCallbackWebhooks } from "npm:@sinch/sdk-core@1.4.0";
import { TelnyxWebhook, TelnyxWebhookVerificationError } from "npm:telnyx@7.24.0/lib/webhooks.js";
import twilioSdk from "npm:twilio@6.2.0/lib/webhooks/webhooks.js";
import { verifySignature } from "npm:@vonage/jwt@1.17.1";
import type { ConnectorSettings, HttpCarrierKind } from "../../../src/core/routing/connector.ts";
import { BASE_URL, NAME } from "../../connectors/carrier.ts";
import { sms, startProviderCarrier } from "../../connectors/providers/carrier.ts";
import { PROVIDERS } from "../../connectors/providers/cases.ts";
import {
  type FakeCallback,
  FORGERIES,
  type Forgery,
  type ProviderCase,
} from "../../connectors/providers/fake.ts";
import { sdkVerifies } from "./plivo_sdk.ts";

interface Sdk<K extends HttpCarrierKind> {
  verifies(
    callback: FakeCallback,
    settings: Extract<ConnectorSettings, { kind: K }>,
  ): boolean | Promise<boolean>;
  /** Forgeries that the SDK leaves to its caller. */
  misses?: readonly Forgery[];
}

const SDKS: { readonly [K in HttpCarrierKind]?: Sdk<K> } = {
  twilio: {
    verifies({ headers, path, body }, { authToken }) {
      const fields = Object.fromEntries(new URLSearchParams(body));
      const url = `${BASE_URL}/carriers/${NAME}${path}`;
      return twilioSdk.validateRequest(authToken, headers["x-twilio-signature"]!, url, fields);
    },
  },
  telnyx: {
    async verifies({ headers, body }, { publicKey }) {
      try {
        await new TelnyxWebhook(publicKey).verify(body, headers);
        return true;
      } catch (error) {
        if (error instanceof TelnyxWebhookVerificationError) return false;
        throw error;
      }
    },
  },
  plivo: {
    verifies: async (callback, { authToken }) => (await sdkVerifies([callback], authToken))[0]!,
  },
  vonage: {
    verifies: ({ headers }, { signatureSecret }) =>
      verifySignature(headers.authorization!.replace("Bearer ", ""), signatureSecret),
    misses: ["other body", "stale"],
  },
  sinch: {
    verifies({ headers, body }, { webhookSecret }) {
      const webhooks = new SmsCallbackWebhooks(webhookSecret!);
      webhooks.parseEvent(body);
      return webhooks.validateAuthenticationHeader(headers, body);
    },
  },
};

for (const [kind, sdk] of Object.entries(SDKS) as [HttpCarrierKind, Sdk<HttpCarrierKind>][]) {
  Deno.test(`${kind}: signatures are those of the SDK`, async () => {
    const testCase = PROVIDERS[kind] as unknown as ProviderCase<HttpCarrierKind>;
    await using carrier = await startProviderCarrier(testCase);
    const { fake } = carrier;
    const settings = fake.settings as Parameters<typeof sdk.verifies>[1];
    await carrier.connector.submit(sms());
    const { status } = testCase.provider.statuses[0]!;
    const callback = fake.status(fake.received[0]!, status, null);
    assert.equal(await sdk.verifies(callback, settings), true);
    for (const forgery of FORGERIES) {
      const forged = forgery === "unsigned" ? null : fake.forge(callback, forgery);
      if (forged === null) continue;
      const isMissed = sdk.misses?.includes(forgery) === true;
      assert.equal(await sdk.verifies(forged, settings), isMissed, forgery);
    }
  });
}
