import assert from "node:assert/strict";
import { writeFault } from "../../src/mm7/envelope.ts";
import {
  isSuccess,
  Mm7Error,
  STATUSES,
  type StatusName,
  type StatusRow,
} from "../../src/mm7/status.ts";
import { isNamespaceSupported, isVersionSupported } from "../../src/mm7/versions.ts";

const text = (bytes: Uint8Array) => new TextDecoder().decode(bytes);
const BASE = "http://www.3gpp.org/ftp/Specs/archive/23_series/23.140/schema/";

/** Contract section 5. */
const CODES = [
  1000,
  2000,
  2002,
  2004,
  2005,
  2007,
  2500,
  2502,
  2503,
  2504,
  2505,
  2506,
  2507,
  2510,
  2511,
  2512,
  2513,
  2514,
  2515,
  2550,
  2551,
  2560,
  2561,
  2562,
  2563,
  2564,
  2565,
  2566,
  2568,
  2569,
  3000,
  3001,
  3002,
  3510,
];

Deno.test("the catalogue has every code of the contract, and no other", () => {
  const codes = new Set(Object.values<StatusRow>(STATUSES).map(({ code }) => code));
  assert.deepEqual([...codes].sort((a, b) => a - b), CODES);
});

Deno.test("every fault has Details (contract 5)", () => {
  for (const name of Object.keys(STATUSES) as StatusName[]) {
    for (const details of [null, "", "why"]) {
      const fault = text(writeFault(new Mm7Error(name, details)));
      assert.match(fault, /<Details>[^<]*\w{3}[^<]*<\/Details><\/Status>/, `${name}: ${fault}`);
    }
  }
});

Deno.test("only these have another HTTP status than 200", () => {
  const others = Object.entries<StatusRow>(STATUSES)
    .flatMap(([name, { http }]) => http === undefined ? [] : [`${name} ${http}`]);
  assert.deepEqual(others, [
    "encodingUnsupported 415",
    "contentTooLong 413",
    "unauthenticated 401",
    "unavailable 503",
  ]);
});

Deno.test("details begin as the table says", () => {
  assert.equal(new Mm7Error("unparseable").details, "Message format corrupt");
  assert.equal(new Mm7Error("unparseable", "why").details, "Message format corrupt: why");
  assert.equal(
    new Mm7Error("addressError").details,
    "the recipient is not an international number",
  );
  assert.equal(new Mm7Error("addressError", "").details, new Mm7Error("addressError").details);
  assert.equal(new Mm7Error("addressError", "why").details, "why");
  assert.equal(new Mm7Error("addressError", "why").message, "2002 Address Error: why");
});

Deno.test("only 1xxx is success", () => {
  assert.deepEqual([999, 1000, 1100, 1999, 2000].map(isSuccess), [false, true, true, true, false]);
});

const VERSIONS: [text: string, supported: boolean][] = [
  ["5.3.0", true],
  ["6.8.0", true],
  ["6.0.0", true],
  ["5.10.0", true],
  ["5.2.9", false],
  ["6.8.1", false],
  ["6.10.0", false],
  ["7.0.0", false],
  ["6.8", false],
  ["6.8.0.0", false],
  ["", false],
  ["v6.8.0", false],
];

for (const [text, supported] of VERSIONS) {
  Deno.test(`MM7Version "${text}" is ${supported ? "" : "not "}supported`, () => {
    assert.equal(isVersionSupported(text), supported);
  });
}

const NAMESPACES: [uri: string, supported: boolean][] = [
  ...["REL-5-MM7-1-0", "REL-5-MM7-1-3", "REL-6-MM7-1-3", "REL-6-MM7-1-4", "REL-6-MM7-6-7"]
    .map((schema): [string, boolean] => [BASE + schema, true]),
  [`${BASE}REL-4-MM7-1-0`, false],
  [`${BASE}REL-7-MM7-1-0`, false],
  [`${BASE}REL-6-MM7-`, false],
  [`${BASE}REL-6-MM7-1-4/`, false],
  ["REL-6-MM7-1-4", false],
  ["", false],
];

for (const [uri, supported] of NAMESPACES) {
  Deno.test(`namespace ${uri.replace(BASE, "…")} is ${supported ? "" : "not "}supported`, () => {
    assert.equal(isNamespaceSupported(uri), supported);
  });
}
