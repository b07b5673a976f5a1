/** Facts of the Bandwidth Messaging API. */
import type { Provider } from "../http_carrier/provider.ts";
import { CODES } from "./codes.ts";

/** Types of media that its storage takes; no list of those of messages is at hand. */
const TYPES = [
  "image/bmp",
  "image/gif",
  "image/heic",
  "image/heif",
  "image/jpeg",
  "image/pjpeg",
  "image/png",
  "image/svg+xml",
  "image/tiff",
  "image/webp",
  "audio/3gpp",
  "audio/amr",
  "audio/flac",
  "audio/mp4",
  "audio/mpeg",
  "audio/ogg",
  "audio/wav",
  "audio/webm",
  "video/avi",
  "video/mp4",
  "video/mpeg",
  "video/ogg",
  "video/quicktime",
  "video/webm",
  "video/x-flv",
  "video/x-ms-wmv",
  "text/calendar",
  "text/csv",
  "text/html",
  "text/plain",
  "text/vcard",
  "text/xml",
  "application/pdf",
  "application/rtf",
  "application/zip",
];

export const BANDWIDTH: Provider = {
  name: "Bandwidth",
  sources: [
    { document: "npm package bandwidth-sdk 8.1.4, with bandwidth.yml", date: "2026-09-01" },
    { document: "Bandwidth/api-docs, site/docs/messaging", date: "2023-11-02" },
    { document: "Bandwidth/cli, AGENTS.md and internal/auth", date: "2026-06-09" },
    { document: "dev.bandwidth.com/docs, credentials and webhooks, as read", date: "2026-11" },
    { document: "support.bandwidth.com, media limits and rate limits, as read", date: "2026-11" },
  ],
  codes: CODES,
  statuses: [
    { status: "message-sending", meaning: "noted", when: "an MMS is on its way to the carrier" },
    { status: "message-sent", meaning: "noted", when: "it has left Bandwidth" },
    {
      status: "message-delivered",
      meaning: "delivered",
      when: "it is delivered; an MMS may have got to the carrier only",
    },
    { status: "message-failed", meaning: "failed", when: "it could not be delivered" },
    { status: "message-read", meaning: "delivered", when: "it was read; other channels than SMS" },
  ],
  // messageText of bandwidth.yml.
  textMaxLength: 2048,
  mms: {
    // 3.5 MB a file; of the total, only an older and higher limit is published.
    maxBytes: 3_500_000,
    maxFileBytes: 3_500_000,
    maxFiles: 10,
    types: TYPES,
    takesSubject: false,
  },
  repeats: "unprotected",
  credentials: "account-id, client-id and client-secret",
};
