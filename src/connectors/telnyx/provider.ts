/** Facts of Telnyx Messaging. */
import type { Provider } from "../http_carrier/provider.ts";
import { CODES } from "./codes.ts";

/** Types of media that MMS may have: the formats that the documentation lists. */
const TYPES = [
  "image/jpeg",
  "image/jpg",
  "image/png",
  "image/gif",
  "image/bmp",
  "image/tiff",
  "image/webp",
  "video/mp4",
  "video/3gpp",
  "video/quicktime",
  "audio/mpeg",
  "audio/mp3",
  "audio/wav",
  "audio/x-wav",
  "audio/wave",
  "audio/amr",
  "audio/ogg",
  "application/pdf",
  "text/vcard",
  "text/x-vcard",
  "text/calendar",
];

/** Media of an MMS together must be smaller than 1 MB (error 40317). */
const MEDIA_MAX_BYTES = 999_999;

export const TELNYX: Provider = {
  name: "Telnyx",
  sources: [
    { document: "team-telnyx/openapi, openapi/spec3.yml", date: "2026-07-16" },
    { document: "npm package telnyx 7.24.0", date: "2026-09-28" },
    { document: "developers.telnyx.com, API error codes", date: "2026-04-10" },
    { document: "developers.telnyx.com, messaging error code reference", date: "2026-04-10" },
    { document: "developers.telnyx.com, receiving webhooks for messaging", date: "2026-04-10" },
    { document: "developers.telnyx.com, message encoding", date: "2026-04-10" },
    { document: "developers.telnyx.com, MMS media and transcoding", date: "2026-04-10" },
    { document: "developers.telnyx.com, rate limiting", date: "2026-04-10" },
  ],
  codes: CODES,
  statuses: [
    { status: "scheduled", meaning: "noted", when: "it waits for its time" },
    { status: "queued", meaning: "noted", when: "it waits for the rate of its sender" },
    { status: "sending", meaning: "noted", when: "it is on its way to the carrier" },
    { status: "sent", meaning: "noted", when: "the carrier has it; some routes report no more" },
    { status: "delivered", meaning: "delivered", when: "the carrier reports delivery" },
    {
      status: "delivery_unconfirmed",
      meaning: "noted",
      when: "the last status: the carrier has sent no receipt",
    },
    { status: "delivery_failed", meaning: "failed", when: "the carrier did not deliver it" },
    { status: "sending_failed", meaning: "failed", when: "it could not be sent" },
    { status: "expired", meaning: "expired", when: "it could not be sent in time" },
    { status: "cancelled", meaning: "failed", when: "it was cancelled before it was sent" },
  ],
  // Ten segments of GSM 03.38; a text in UCS-2 has 670, which error 40302 enforces.
  textMaxLength: 1530,
  mms: {
    maxBytes: MEDIA_MAX_BYTES,
    maxFileBytes: MEDIA_MAX_BYTES,
    maxFiles: 10,
    types: TYPES,
    takesSubject: true,
  },
  // No idempotency key, no reference of ours, and a search that has neither the text nor messages
  // in a queue.
  repeats: "unprotected",
  credentials: "api-key",
};
