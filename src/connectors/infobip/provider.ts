/** Facts of Infobip's SMS API v3 and MMS API v2. */
import type { Provider } from "../http_carrier/provider.ts";
import { CODES } from "./codes.ts";
import { STATUSES } from "./statuses.ts";

/** Types of files that MMS may have. */
const TYPES = [
  "image/jpeg",
  "image/jpg",
  "image/png",
  "image/gif",
  "audio/mpeg",
  "audio/mp3",
  "audio/mp4",
  "audio/midi",
  "audio/mid",
  "audio/wav",
  "audio/wave",
  "audio/x-wav",
  "audio/x-wave",
  "video/mpeg",
  "video/mpg",
  "video/mp4",
  "video/3gpp",
  "video/3gp",
  "text/plain",
  "text/vcard",
  "text/v-card",
  "text/x-vcard",
  "application/pdf",
  "application/x-pdf",
];

export const INFOBIP: Provider = {
  name: "Infobip",
  // The npm package @infobip-api/sdk 0.3.2 speaks older versions, without MMS: nothing is of it.
  sources: [
    {
      document: "Infobip OpenAPI Specification 3.210.0, in api-evangelist/infobip",
      date: "2026-07-23",
    },
    { document: "infobip/infobip-api-java-client 6.4.0, generated from it", date: "2026-03-31" },
    {
      document: "infobip.com/docs/essentials, response status and error codes",
      date: "2026-07-25",
    },
    { document: "infobip.com/docs/mms: message types, MMS over API", date: "2026-11" },
  ],
  codes: CODES,
  statuses: STATUSES,
  // 25 segments of 153 characters; of a text in UCS-2 Infobip refuses more than 1,675 itself.
  textMaxLength: 3825,
  mms: {
    maxBytes: 1_000_000,
    maxFileBytes: 1_000_000,
    // The documents have no maximum.
    maxFiles: Infinity,
    types: TYPES,
    takesSubject: true,
    textMaxLength: 1600,
  },
  repeats: "looked up",
  credentials: "url and api-key",
};
