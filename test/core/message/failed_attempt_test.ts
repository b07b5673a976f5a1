import assert from "node:assert/strict";
import { RESPONSE_START_BYTES, responseStart } from "../../../src/core/message/failed_attempt.ts";

const bytes = (text: string) => new TextEncoder().encode(text);

/** Bodies, and what is stored of them. */
const BODIES: [what: string, body: Uint8Array, start: string | null][] = [
  ["none", bytes(""), null],
  ["white space alone", bytes(" \r\n\t"), null],
  ["lines", bytes("<h1>\r\n  Bad\tgateway </h1>\n"), "<h1> Bad gateway </h1>"],
  ["control characters", bytes("\0\x1b[31mred\u009b\u202e"), "\\x00\\x1b[31mred\\x9b\\u202e"],
  ["no UTF-8", new Uint8Array([0x61, 0xff, 0x62]), "a\ufffdb"],
  ["what just fits", bytes("é".repeat(200)), "é".repeat(200)],
  ["one byte more", bytes("é".repeat(200) + "a"), `${"é".repeat(198)}…`],
  ["emoji, which are not cut in two", bytes("🎉".repeat(101)), `${"🎉".repeat(99)}…`],
  ["megabytes", bytes("a".repeat(1 << 20)), `${"a".repeat(397)}…`],
  ["long escapes", bytes("\x07".repeat(400)), `${"\\x07".repeat(99)}\\…`],
];

Deno.test("of a response its beginning is stored, safely", () => {
  for (const [what, body, start] of BODIES) {
    assert.equal(responseStart(body), start, what);
  }
});

Deno.test("the beginning of a response has a maximum size", () => {
  for (const [what, body] of BODIES) {
    assert.ok(bytes(responseStart(body) ?? "").length <= RESPONSE_START_BYTES, what);
  }
});
