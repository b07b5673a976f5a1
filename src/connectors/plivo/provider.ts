/** Facts of Plivo Messaging. */
import type { Provider } from "../http_carrier/provider.ts";
import { CODES } from "./codes.ts";

/** Types of media that MMS may have: the formats that the documentation names. */
const TYPES = [
  "image/jpeg",
  "image/jpg",
  "image/png",
  "image/gif",
  "video/mp4",
  "video/3gpp",
  "video/quicktime",
  "audio/mpeg",
  "audio/mp3",
  "audio/wav",
  "audio/x-wav",
  "audio/wave",
  "audio/amr",
];

/** Media of an MMS together must be smaller than 5 MB (error 120). */
const MEDIA_MAX_BYTES = 4_999_999;

export const PLIVO: Provider = {
  name: "Plivo",
  sources: [
    { document: "npm package plivo 4.79.0", date: "2026-08-06" },
    { document: "plivo.com/docs, messages API and overview (undated, as read)", date: "2026-11" },
    { document: "plivo.com/docs, callbacks and signatures (undated, as read)", date: "2026-11" },
    { document: "plivo.com/docs, questions on SMS and MMS (undated, as read)", date: "2026-11" },
    { document: "plivo.com/blog, SMS error codes (2019, edited 2021; as read)", date: "2026-11" },
    { document: "plivo-node, issue 222 (2021, as read): an invalid number", date: "2026-11" },
  ],
  codes: CODES,
  httpStatuses: [
    {
      from: 403,
      to: 403,
      kind: "sender",
      when: "the country, the account or the feature is not enabled: see the console",
    },
  ],
  statuses: [
    { status: "queued", meaning: "noted", when: "it waits for the rate of its sender" },
    { status: "sent", meaning: "noted", when: "the carrier has it; some routes report no more" },
    { status: "delivered", meaning: "delivered", when: "the carrier reports delivery" },
    { status: "undelivered", meaning: "failed", when: "the carrier reports that it failed" },
    { status: "failed", meaning: "failed", when: "it could not be sent" },
  ],
  // Of GSM 03.38; a text in UCS-2 has 737, which Plivo enforces.
  textMaxLength: 1600,
  mms: {
    maxBytes: MEDIA_MAX_BYTES,
    maxFileBytes: MEDIA_MAX_BYTES,
    maxFiles: 10,
    types: TYPES,
    takesSubject: false,
  },
  // No idempotency key, no reference of ours, and records without texts.
  repeats: "unprotected",
  credentials: "auth-id and auth-token",
};
