/** Rows of the table of errors: pools (E2201). */
import { type ErrorRow, posted, sent, SMS } from "./errors_setup.ts";

const from = "pool:none";
const info = "from names no pool of this account";

export const POOL_ERRORS: readonly ErrorRow[] = [
  ["E2201 403", "a text is from an unknown pool", posted({ ...SMS, from }), info],
  ["E2201 403", "a template is sent from an unknown pool", sent("ready", { from }), info],
  [
    "E2201 403",
    "an MMS is from an unknown pool",
    posted({
      "action": "sendmms",
      "to": SMS.to,
      from,
      "disable-fallback-sms": true,
      "slide": [{ "message-text": "Hello" }],
    }),
    info,
  ],
];
