/** Facts of Twilio Programmable Messaging. */
import type { Provider } from "../http_carrier/provider.ts";
import { CODES } from "./codes.ts";

/** Types of media that MMS may have. */
const TYPES = [
  ...["image/jpeg", "image/jpg", "image/png", "image/gif", "image/heic", "image/heif"],
  ...["image/tiff", "image/bmp"],
  ...["video/mpeg", "video/mp4", "video/webm", "video/quicktime", "video/3gpp", "video/3gpp2"],
  ...["video/h261", "video/h263", "video/h264", "video/h265"],
  ...["audio/mpeg", "audio/mp3", "audio/mp4", "audio/ogg", "audio/3gpp", "audio/3gpp2"],
  ...["audio/basic", "audio/vnd.wave", "audio/ac3", "audio/webm", "audio/amr", "audio/amr-nb"],
  ...["text/vcard", "text/x-vcard", "text/directory", "text/csv", "text/calendar", "text/rtf"],
  ...["application/pdf", "application/vcard"],
];

export const TWILIO: Provider = {
  name: "Twilio",
  sources: [
    { document: "twilio/twilio-oai, spec/json/twilio_api_v2010.json", date: "2026-04-14" },
    { document: "npm package twilio 6.2.0", date: "2026-10-12" },
    { document: "twilio.com/docs, error dictionary (twilio-error-codes.json)", date: "2025-02-22" },
    { document: "twilio.com/docs/messaging, accepted MIME types", date: "2026-07-07" },
    { document: "twilio.com/docs/usage/webhooks, webhooks security", date: "2026-08-13" },
    { document: "twilio.com/docs/messaging/guides/webhook-request", date: "2026-03-09" },
  ],
  codes: CODES,
  statuses: [
    { status: "accepted", meaning: "noted", when: "a messaging service is choosing the sender" },
    { status: "scheduled", meaning: "noted", when: "it waits for its time" },
    { status: "queued", meaning: "noted", when: "it waits for the rate of its sender" },
    { status: "sending", meaning: "noted", when: "it is on its way to the carrier" },
    { status: "sent", meaning: "noted", when: "the carrier has it; many routes report no more" },
    { status: "delivered", meaning: "delivered", when: "the carrier reports delivery" },
    { status: "read", meaning: "delivered", when: "it was read; other channels than SMS" },
    { status: "undelivered", meaning: "failed", when: "the carrier reports that it failed" },
    { status: "failed", meaning: "failed", when: "it could not be sent" },
    { status: "canceled", meaning: "failed", when: "it was cancelled before it was sent" },
  ],
  // Body, from 1 to 1600 characters; error 21617.
  textMaxLength: 1600,
  mms: {
    maxBytes: 5_000_000,
    // Twilio fits images to the carrier, and nothing else.
    maxFileBytes: 5_000_000,
    maxOtherBytes: 500_000,
    maxFiles: 10,
    types: TYPES,
    takesSubject: false,
  },
  repeats: "looked up",
  // By default only where the connection fails.
  resends: false,
  credentials: "account-sid, auth-token, api-key-sid and api-key-secret",
};
