/** Facts of SMS Gateway for Android. */
import type { Provider } from "../http_carrier/provider.ts";
import { CODES } from "./codes.ts";

export const SMSGATE: Provider = {
  name: "SMS Gateway",
  sources: [
    { document: "capcom6/android-sms-gateway, version 1.68.0, source", date: "2026-07-14" },
    {
      document: "capcom6/android-sms-gateway, app/src/main/assets/api/swagger.json",
      date: "2026-07-14",
    },
    { document: "android-sms-gateway/server, version 1.47.1, source", date: "2026-08-22" },
    { document: "android-sms-gateway/client-go, version 1.13.2, source", date: "2026-06-30" },
    { document: "docs.sms-gate.app (android-sms-gateway/docs-web)", date: "2026-08-05" },
  ],
  codes: CODES,
  statuses: [
    { status: "sms:sent", meaning: "noted", when: "the network has all segments" },
    { status: "sms:delivered", meaning: "delivered", when: "a segment has been delivered" },
    { status: "sms:failed", meaning: "failed", when: "it could not be sent or delivered" },
    { status: "sms:cancelled", meaning: "failed", when: "it was cancelled in the app" },
  ],
  // The maximum of textMessage.text on the server; the app has none of its own.
  textMaxLength: 65_535,
  mms: null,
  repeats: "idempotent",
  isLocal: true,
  credentials: "username and password",
};
