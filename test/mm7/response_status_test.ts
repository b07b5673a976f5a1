import assert from "node:assert/strict";
import {
  judge,
  meaningOfCode,
  meaningOfHttp,
  meaningOfHttpOnly,
  RESPONSE_CODES,
  RESPONSE_HTTP,
  RESPONSE_HTTP_ONLY,
} from "../../src/mm7/response_status.ts";
import { readResponse } from "../../src/mm7/response.ts";
import { bytes } from "../mime/bytes.ts";

const REJECTED = "rejected: Message Rejected";
const MISROUTED = "failed: Internal Routing Error";

/** Outcomes of a message by StatusCode. */
const CODES: Record<number, string | null> = {
  0: null,
  999: null,
  1000: "accepted",
  1100: "accepted",
  1999: "accepted",
  2000: MISROUTED,
  2001: MISROUTED,
  2002: REJECTED,
  2003: REJECTED,
  2004: "rejected: Message Not Supported",
  2005: MISROUTED,
  2007: MISROUTED,
  2500: MISROUTED,
  2551: MISROUTED,
  2560: "failed: MMS is too big",
  2561: MISROUTED,
  2568: MISROUTED,
  2567: MISROUTED,
  2569: "temporary",
  2999: MISROUTED,
  3000: "temporary",
  3001: "temporary",
  3002: "temporary",
  3003: MISROUTED,
  3004: "temporary",
  3500: "temporary",
  3509: "temporary",
  3510: "throttled",
  3520: MISROUTED,
  3999: "temporary",
  4000: "temporary",
  4001: MISROUTED,
  4002: MISROUTED,
  4003: MISROUTED,
  4004: MISROUTED,
  4005: MISROUTED,
  4006: "temporary",
  4007: REJECTED,
  4008: MISROUTED,
  4999: MISROUTED,
  5000: null,
};

for (const [code, expected] of Object.entries(CODES)) {
  Deno.test(`a response of ${code} means ${expected ?? "nothing"}`, () => {
    assert.equal(inWords(meaningOfCode(Number(code))), expected);
  });
}

/** Outcomes by HTTP status, whatever the body says; null: the body counts. */
const HTTP: Record<number, string | null> = {
  200: null,
  202: null,
  300: "temporary",
  301: "temporary",
  302: "temporary",
  303: "unconfirmed",
  304: "temporary",
  308: "temporary",
  400: null,
  401: "temporary",
  403: "temporary",
  404: "temporary",
  413: "failed: MMS is too big",
  429: "throttled",
  500: null,
  502: null,
  503: "temporary",
  504: null,
};

for (const [status, expected] of Object.entries(HTTP)) {
  Deno.test(`a response under HTTP ${status} means ${expected ?? "what its body says"}`, () => {
    assert.equal(inWords(meaningOfHttp(Number(status))?.meaning ?? null), expected);
  });
}

/** Outcomes by HTTP status if the body has no status of MM7. */
const HTTP_ALONE: Record<number, string> = {
  200: "unreadable",
  202: "unreadable",
  204: "unreadable",
  400: "temporary",
  405: "temporary",
  408: "temporary",
  499: "temporary",
  500: "unconfirmed",
  501: "temporary",
  502: "unconfirmed",
  504: "unconfirmed",
  505: "temporary",
  507: "unconfirmed",
  511: "temporary",
  520: "unconfirmed",
  600: "unconfirmed",
  999: "unconfirmed",
};

for (const [status, expected] of Object.entries(HTTP_ALONE)) {
  Deno.test(`a response under HTTP ${status} without a status of MM7 means ${expected}`, () => {
    assert.equal(inWords(meaningOfHttpOnly(Number(status)).meaning), expected);
  });
}

/** Faults without a StatusCode, by HTTP status. */
const FAULTS: Record<number, string> = {
  200: REJECTED,
  400: REJECTED,
  401: "temporary",
  429: "throttled",
  500: REJECTED,
  502: REJECTED,
  503: "temporary",
};

for (const [status, expected] of Object.entries(FAULTS)) {
  Deno.test(`a fault without a StatusCode under HTTP ${status} means ${expected}`, () => {
    const fault = readResponse(bytes("<e><Fault><faultstring>no</faultstring></Fault></e>"));
    assert.equal(inWords(judge(Number(status), fault).meaning), expected);
  });
}

Deno.test("every row is reached", () => {
  const tables = [
    [RESPONSE_CODES, CODES],
    [RESPONSE_HTTP, HTTP],
    [RESPONSE_HTTP_ONLY, HTTP_ALONE],
  ] as const;
  for (const [rows, cases] of tables) {
    const reached = Object.keys(cases).map((code) =>
      rows.findIndex(({ from, to }) => Number(code) >= from && Number(code) <= to)
    );
    assert.deepEqual([...rows.keys()].filter((index) => !reached.includes(index)), []);
  }
});

function inWords(meaning: ReturnType<typeof meaningOfCode>): string | null {
  if (meaning === null) return null;
  if (meaning.means !== "final") return meaning.means;
  const { outcome } = meaning;
  return `${outcome.outcome}: ${outcome.details}`;
}
