/** Providers of hosted APIs, for the tests that all of them share. */
import type { HttpCarrierKind } from "../../../src/core/routing/connector.ts";
import type { ProviderCase } from "./fake.ts";
import { bandwidthCase } from "./bandwidth.ts";
import { httpCase } from "./http.ts";
import { plivoCase } from "./plivo.ts";
import { smsgateCase } from "./smsgate.ts";
import { telnyxCase } from "./telnyx.ts";
import { infobipCase } from "./infobip.ts";
import { sinchCase } from "./sinch.ts";
import { twilioCase } from "./twilio.ts";
import { vonageCase } from "./vonage.ts";

export const PROVIDERS: { readonly [K in HttpCarrierKind]: ProviderCase<K> } = {
  twilio: twilioCase,
  telnyx: telnyxCase,
  plivo: plivoCase,
  bandwidth: bandwidthCase,
  vonage: vonageCase,
  sinch: sinchCase,
  infobip: infobipCase,
  smsgate: smsgateCase,
  http: httpCase,
};
