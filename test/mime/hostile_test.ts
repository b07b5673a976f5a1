/** Hostile bodies: each is refused or read with work in proportion to its length. */
import assert from "node:assert/strict";
import { parseContentType } from "../../src/mime/content_type.ts";
import { type Bytes, DelimiterSearch } from "../../src/mime/delimiter.ts";
import { MimeError } from "../../src/mime/errors.ts";
import { readMime } from "../../src/mime/reader.ts";
import { steps } from "../mm7/steps.ts";
import { bytes } from "./bytes.ts";

const LONG = "a".repeat(70);

/** Bodies of any size in which a boundary is searched for. */
const FAMILIES: [why: string, boundary: string, body: (n: number) => string][] = [
  ["line feeds", "b", (n) => "\n".repeat(n)],
  ["dashes", "b", (n) => "-".repeat(n)],
  ["lines of two dashes", "b", (n) => "\n--".repeat(n)],
  ["the boundary's own letter", LONG, (n) => "a".repeat(n)],
  ["almost the boundary, again and again", LONG, (n) => `\n--${"a".repeat(69)}`.repeat(n)],
  ["almost the boundary, with an end", LONG, (n) => `\n--${"a".repeat(69)}b`.repeat(n)],
  ["the boundary, but its line goes on", "b", (n) => "\n--bx".repeat(n)],
  ["the boundary, space, and more", "b", (n) => `\n--b${" ".repeat(50)}x`.repeat(n)],
  ["the boundary and space without end", "b", (n) => `\n--b${" ".repeat(n)}x`],
  ["carriage returns after it", "b", (n) => "\n--b\r".repeat(n)],
  ["a boundary of dashes", "-".repeat(70), (n) => `\n${"-".repeat(n)}x`],
];

/** Counts how often bytes are read by index. */
function counted(body: Uint8Array): { bytes: Bytes; reads: () => number } {
  let reads = 0;
  const proxy = new Proxy(body, {
    get(target, key) {
      if (key === "length") return target.length;
      reads++;
      return target[Number(key)];
    },
  });
  return { bytes: proxy, reads: () => reads };
}

for (const [why, boundary, body] of FAMILIES) {
  Deno.test(`no byte is read more than a few times: ${why}`, () => {
    const search = new DelimiterSearch(boundary);
    const [small, large] = [500, 2_000].map((n) => {
      const content = bytes(body(n));
      const { bytes: proxy, reads } = counted(content);
      search.find(proxy, 0);
      return reads() / content.length;
    });
    assert.ok(large! < 8, `${large} reads a byte`);
    assert.ok(large! <= small! * 1.1 + 0.1, `${small} reads a byte became ${large}`);
  });
}

const TYPE = "multipart/related; boundary=b";
const refused = (body: string, message: RegExp) =>
  assert.throws(() => readMime(TYPE, bytes(body)), (error) => {
    assert.ok(error instanceof MimeError);
    assert.match(error.message, message);
    return error.message.length < 300;
  });

Deno.test("a boundary that never ends: refused", () => {
  refused(`--b\r\n\r\n${"\n--bx".repeat(500_000)}`, /the body has no last boundary/);
});

Deno.test("a header line of 10 MB: refused", () => {
  refused(`--b\r\nX: ${"x".repeat(10 << 20)}\r\n\r\n\r\n--b--`, /a header of more than 8192 bytes/);
});

Deno.test("a header of a million lines: refused", () => {
  refused(
    `--b\r\n${"X: y\r\n".repeat(1_000_000)}\r\n\r\n--b--`,
    /a header of more than 8192 bytes/,
  );
});

Deno.test("a million parts: refused", () => {
  refused(`${"--b\r\n\r\n\r\n".repeat(1_000_000)}--b--`, /more than 100 parts/);
});

Deno.test("a thousand multiparts inside one another: refused", () => {
  const levels = Array.from(
    { length: 1000 },
    (_, i) => `--b${i || ""}\r\nContent-Type: multipart/mixed; boundary=b${i + 1}\r\n\r\n`,
  );
  refused(levels.join(""), /inside more than 4 multiparts/);
});

Deno.test("inner multiparts that never end: refused", () => {
  const part = "--b\r\nContent-Type: multipart/mixed; boundary=c\r\n\r\n\r\n";
  refused(part.repeat(100_000), /part 1 has no last boundary/);
});

const FIELDS: [why: string, field: (n: number) => string][] = [
  ["comments in comments", (n) => `x/y ${"(".repeat(n)}`],
  ["comments one after another", (n) => `x/y ${"(a)".repeat(n)}; a=1`],
  ["semicolons", (n) => `x/y${";".repeat(n)}`],
  ["space", (n) => `x/y;${" ".repeat(n)}a=${" ".repeat(n)}1${" ".repeat(n)}`],
  ["a quoted string without end", (n) => `x/y; a="${"\\".repeat(n)}`],
  [
    "pieces of a parameter",
    (n) => `x/y${Array.from({ length: n / 10 }, (_, i) => `; a*${i}=x`).join("")}`,
  ],
  ["percent signs", (n) => `x/y; a*=utf-8''${"%".repeat(n)}`],
];

for (const [why, field] of FIELDS) {
  Deno.test(`a Content-Type of much ${why}: work in proportion`, () => {
    const [small, large] = [1_000, 4_000].map((n) => {
      const header = field(n);
      const started = steps(() => parseContentType(header));
      return started / header.length;
    });
    assert.ok(large! <= small! * 1.1 + 0.1, `${small} steps a character became ${large}`);
  });
}
