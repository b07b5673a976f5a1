/** Facts of the Vonage Messages API. */
import type { Provider } from "../http_carrier/provider.ts";
import { CODES } from "./codes.ts";
import { MEDIA_TYPES } from "./content.ts";

export const VONAGE: Provider = {
  name: "Vonage",
  sources: [
    { document: "Messages API, OpenAPI document 1.20.0, as archived", date: "2026-10-08" },
    { document: "developer.vonage.com/api-errors, as archived", date: "2026-10-08" },
    { document: "npm package @vonage/jwt 1.17.1", date: "2026-09-09" },
    { document: "npm package @vonage/messages 1.27.1", date: "2026-09-16" },
    { document: "npm package @vonage/server-client 1.20.0", date: "2026-09-16" },
    { document: "symfony/symfony, Notifier bridge to Vonage, #65776", date: "2026-08-31" },
    {
      document: "developer.vonage.com/messages, status callbacks and MMS, as read",
      date: "2026-11",
    },
  ],
  codes: CODES,
  statuses: [
    { status: "submitted", meaning: "noted", when: "the carrier has it, or it is still retried" },
    { status: "delivered", meaning: "delivered", when: "it is delivered" },
    { status: "rejected", meaning: "failed", when: "it was refused, or expired" },
    { status: "undeliverable", meaning: "failed", when: "the carrier could not be reached" },
  ],
  // text of OutboundSMSText.
  textMaxLength: 3200,
  mms: {
    // 2 MB an image, audio or video; a limit of the total is not published.
    maxBytes: 2_000_000,
    maxFileBytes: 2_000_000,
    // Not published, either: as many as other providers take.
    maxFiles: 10,
    types: MEDIA_TYPES,
    takesSubject: false,
    // A caption.
    textMaxLength: 3000,
  },
  repeats: "unprotected",
  credentials: "application-id and private-key",
};
