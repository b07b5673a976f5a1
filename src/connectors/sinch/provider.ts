/** Facts of Sinch's SMS API. */
import type { Provider } from "../http_carrier/provider.ts";
import { CODES } from "./codes.ts";

/** Types of files that MMS may have: jpg, png, gif, mp4, mov and vCard. */
const TYPES = [
  "image/jpeg",
  "image/jpg",
  "image/png",
  "image/gif",
  "video/mp4",
  "video/quicktime",
  "text/vcard",
  "text/x-vcard",
];

export const SINCH: Provider = {
  name: "Sinch",
  sources: [
    { document: "npm packages @sinch/sms 1.4.0 and @sinch/sdk-core 1.4.0", date: "2026-08-24" },
    { document: "sinch/sinch-sdk-node, tests and examples", date: "2026-07-21" },
    { document: "sinch/sinch-sdk-java, DeliveryReceiptStatusCode", date: "2025-12-22" },
    {
      document: "OpenAPI document v1, older than its MMS, in ballerina-platform/openapi-connectors",
      date: "2021-12-08",
    },
    {
      document: "developers.sinch.com/docs/sms: callbacks, status codes, parameters, MMS support",
      date: "2026-11",
    },
  ],
  codes: CODES,
  statuses: [
    { status: "Queued", meaning: "noted", when: "it waits for the rate of the service plan" },
    { status: "Dispatched", meaning: "noted", when: "the SMSC has it" },
    { status: "Delivered", meaning: "delivered", when: "it was delivered" },
    { status: "Aborted", meaning: "failed", when: "it ended before it reached the SMSC" },
    { status: "Rejected", meaning: "refused", when: "the SMSC refuses it" },
    {
      status: "Deleted",
      meaning: "recipient",
      when: "an SMSC deleted it: an invalid number, or a recipient who has opted out",
    },
    { status: "Failed", meaning: "failed", when: "delivery failed" },
    { status: "Expired", meaning: "expired", when: "it could not be delivered in time" },
    { status: "Cancelled", meaning: "failed", when: "cancelled by the account's user" },
    { status: "Canceled", meaning: "failed", when: "the same, in older documents" },
    // No outcome: it may have arrived.
    { status: "Unknown", meaning: "noted", when: "no receipt came, or an unreadable one" },
  ],
  // OpenAPI document v1: body of mt_text.
  textMaxLength: 1600,
  mms: {
    // Recommended maximum; the documents have no other.
    maxBytes: 1_000_000,
    maxFileBytes: 1_000_000,
    maxFiles: 1,
    types: TYPES,
    takesSubject: true,
  },
  repeats: "looked up",
  credentials: "service-plan-id, api-token and url",
};
