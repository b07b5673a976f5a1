import assert from "node:assert/strict";
import {
  CARRIER_CODES,
  CARRIER_HTTP,
  meaningOfCode,
  meaningOfHttp,
} from "../../src/mm7/carrier_status.ts";

const REJECTED = "rejected: Message Rejected";
const MISROUTED = "failed: Internal Routing Error";

/** StatusCode → what it means for the message. */
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
  2569: "temporary",
  2999: MISROUTED,
  3000: "temporary",
  3001: "temporary",
  3509: "temporary",
  3510: "throttled",
  3999: "temporary",
  4000: MISROUTED,
  4005: MISROUTED,
  4006: "temporary",
  4007: REJECTED,
  4008: MISROUTED,
  4999: MISROUTED,
  5000: null,
};

for (const [code, expected] of Object.entries(CODES)) {
  Deno.test(`an MMSC's ${code} means ${expected ?? "nothing"}`, () => {
    assert.equal(inWords(meaningOfCode(Number(code))), expected);
  });
}

/** HTTP status → what it means whatever the body says; null: the body counts. */
const HTTP: Record<number, string | null> = {
  200: null,
  202: null,
  301: "temporary",
  308: "temporary",
  400: null,
  401: "temporary",
  403: "temporary",
  404: "temporary",
  413: "failed: MMS is too big",
  429: "throttled",
  500: null,
  502: "temporary",
  503: "temporary",
  504: "temporary",
};

for (const [status, expected] of Object.entries(HTTP)) {
  Deno.test(`an MMSC's HTTP ${status} means ${expected ?? "what its body says"}`, () => {
    assert.equal(inWords(meaningOfHttp(Number(status))?.meaning ?? null), expected);
  });
}

Deno.test("every row is reached", () => {
  for (const [rows, cases] of [[CARRIER_CODES, CODES], [CARRIER_HTTP, HTTP]] as const) {
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
  return "details" in outcome ? `${outcome.outcome}: ${outcome.details}` : outcome.outcome;
}
