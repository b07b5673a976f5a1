/** Hostile documents: each is refused or read with work in proportion to its length. */
import assert from "node:assert/strict";
import { openEnvelope, readEnvelope } from "../../src/mm7/envelope.ts";
import { Mm7Error } from "../../src/mm7/status.ts";
import { readSmil } from "../../src/mm7/smil.ts";
import { readSubmitReq } from "../../src/mm7/submit_req.ts";
import { addDuration } from "../../src/mm7/times.ts";
import { readXml, XmlError, type XmlOptions } from "../../src/lib/xml/reader.ts";
import { bytes, text } from "../mime/bytes.ts";
import { submitReq } from "./requests.ts";
import { steps } from "./steps.ts";

const LAUGHS = `<!DOCTYPE lolz [<!ENTITY lol "lol">${
  Array.from({ length: 9 }, (_, i) => `<!ENTITY lol${i} "${`&lol${i - 1};`.repeat(10)}">`).join("")
}]>`;

const REFUSED: [why: string, xml: string, message: RegExp][] = [
  ["billion laughs", `${LAUGHS}<a>&lol8;</a>`, /DOCTYPE/],
  ["a file by XXE", `<!DOCTYPE a [<!ENTITY x SYSTEM "file:///etc/passwd">]><a>&x;</a>`, /DOCTYPE/],
  ["a DTD from elsewhere", `<!DOCTYPE a SYSTEM "http://x.example/a.dtd"><a/>`, /DOCTYPE/],
  [
    "a parameter entity",
    `<!DOCTYPE a [<!ENTITY % x SYSTEM "http://x.example">%x;]><a/>`,
    /DOCTYPE/,
  ],
  ["100,000 levels", "<a>".repeat(100_000) + "</a>".repeat(100_000), /64 levels/],
  ["100,000 levels without end", "<a>".repeat(100_000), /64 levels/],
  ["a million attributes", `<a${' b=""'.repeat(200_000)}/>`, /64 attributes/],
  ["a million elements", `<a>${"<b/>".repeat(200_000)}</a>`, /10000 elements/],
  ["10 MB of text", `<a>${"x".repeat(10 << 20)}</a>`, /longer than 1048576 bytes/],
  ["a name of a million letters", `<${"a".repeat(1_000_000)}/>`, /a name of more than 200/],
  ["a comment without end", `<a><!--${"-x".repeat(500_000)}`, /comment/],
];

for (const [why, xml, message] of REFUSED) {
  Deno.test(`${why}: refused`, () => {
    const document = bytes(xml);
    assert.throws(() => readXml(document), { name: "XmlError", message });
    if (!message.source.includes("DOCTYPE")) return;
    assert.throws(() => readEnvelope(document, ["SubmitReq"]), Mm7Error);
    if (xml.includes("[")) assert.equal(readSmil(document), null);
  });
}

const WIDE: XmlOptions = { maxBytes: 64 << 20, maxElements: 1e7, maxDepth: 1e6 };

/** Documents of any size; `work` per character must not grow with it. */
const FAMILIES: [why: string, xml: (n: number) => string][] = [
  ["text", (n) => `<a>${"x".repeat(n)}</a>`],
  ["white space in text", (n) => `<a>${" \r\n".repeat(n)}x${"\t".repeat(n)}</a>`],
  ["white space in a tag", (n) => `<a${" ".repeat(n)}/>`],
  ["white space at the end", (n) => `<a/>${" ".repeat(n)}`],
  ["an attribute", (n) => `<a b="${"x".repeat(n)}"/>`],
  ["an attribute without end", (n) => `<a b="${"x".repeat(n)}`],
  ["references", (n) => `<a>${"&amp;&#65;".repeat(n)}</a>`],
  ["references without end", (n) => `<a>${"&".repeat(n)}</a>`],
  ["half ends of CDATA", (n) => `<a>${"]]".repeat(n)}</a>`],
  ["CDATA without end", (n) => `<a><![CDATA[${"]]".repeat(n)}`],
  ["many CDATA", (n) => `<a>${"<![CDATA[x]]>".repeat(n)}</a>`],
  ["many comments", (n) => `<a>${"<!-- x -->".repeat(n)}</a>`],
  ["comments in text", (n) => `<a>${"x<!---->".repeat(n)}</a>`],
  ["brothers", (n) => `<a>${"<b></b>".repeat(n)}</a>`],
  ["brothers with attributes", (n) => `<a>${'<b c="1" d="2"/>'.repeat(n)}</a>`],
  ["brothers with namespaces", (n) => `<a>${'<b:c xmlns:b="u"/>'.repeat(n)}</a>`],
  ["levels", (n) => "<a>".repeat(n) + "</a>".repeat(n)],
  ["levels without end", (n) => "<a>".repeat(n)],
  ["open brackets", (n) => "<".repeat(n)],
  ["a declaration without end", (n) => `<?xml${" ".repeat(n)}`],
];

for (const [why, xml] of FAMILIES) {
  Deno.test(`work on ${why} is in proportion`, () => {
    const [small, large] = [2_000, 8_000].map((n) => {
      const document = bytes(xml(n));
      return steps(() => readXml(document, WIDE)) / document.length;
    });
    assert.ok(large! < 25, `${large} steps a byte`);
    assert.ok(large! <= small! * 1.1 + 0.1, `${small} steps a byte became ${large}`);
  });
}

Deno.test("10 MB of text is read where it is allowed", () => {
  const long = "x".repeat(10 << 20);
  assert.equal(readXml(bytes(`<a>${long}</a>`), WIDE).text.length, long.length);
});

Deno.test("100,000 levels are read where they are allowed, without a stack", () => {
  let element = readXml(bytes("<a>".repeat(100_000) + "</a>".repeat(100_000)), WIDE);
  let levels = 1;
  for (; element.children.length > 0; levels++) element = element.children[0]!;
  assert.equal(levels, 100_000);
});

const within = (inner: string) => `<Recipients><To>${inner}</To></Recipients>`;
const VALUES: [why: string, request: Uint8Array, refused?: RegExp][] = [
  [
    "space around a TransactionID",
    bytes(text(submitReq()).replace("tx-1", `${" ".repeat(3e5)}x y${" ".repeat(3e5)}`)),
    /TransactionID has more than 255 characters$/,
  ],
  [
    "space in a TransactionID",
    bytes(text(submitReq()).replace("tx-1", `x${" ".repeat(3e5)}y`)),
    /TransactionID has more than 255 characters$/,
  ],
  ["9,000 recipients", submitReq({ Recipients: within("<Number>1</Number>".repeat(9_000)) })],
  [
    "9,000 lists of recipients",
    submitReq({
      Recipients: `<Recipients>${"<To/>".repeat(4_000)}${
        "<To><Number>1</Number></To>".repeat(2_000)
      }</Recipients>`,
    }),
  ],
  ["9,000 unknown elements", submitReq({ X: "<X/>".repeat(9_000) })],
  [
    "a Subject of 500 KB",
    submitReq({ Subject: `<Subject>${"x ".repeat(25e4)}</Subject>` }),
    /Subject has more than 1000 characters$/,
  ],
];

for (const [why, request, refused] of VALUES) {
  Deno.test(`${why}: ${refused ? "refused" : "read"}, with work in proportion`, () => {
    const read = () => readSubmitReq(readEnvelope(request, ["SubmitReq"]));
    const work = refused === undefined ? read : () => assert.throws(read, { message: refused });
    work();
    assert.ok(steps(work) / request.length < 40);
  });
}

Deno.test("names of Object.prototype are nothing special", () => {
  const names = ["__proto__", "constructor", "toString", "hasOwnProperty"];
  const more = names.map((name) => `<${name}>x</${name}>`).join("");
  const request = submitReq({ More: more, Recipients: within(`${more}<Number>1</Number>`) });
  const envelope = readEnvelope(request, ["SubmitReq"]);
  const read = openEnvelope(envelope, "SubmitReq") as unknown as Record<string, unknown>;
  assert.deepEqual(Object.keys(read).filter((name) => names.includes(name)), []);
  for (const name of names) {
    const operation = bytes(text(request).replaceAll("SubmitReq", name));
    assert.throws(() => readEnvelope(operation, ["SubmitReq"]), Mm7Error);
  }
});

Deno.test("a presentation of 9,000 slides, or with sources 60 levels deep", () => {
  assert.equal(
    readSmil(bytes(`<s><body>${'<img src="a"/>'.repeat(9_000)}</body></s>`))?.length,
    9_000,
  );
  const deep = `<s><body>${"<par>".repeat(60)}<img src="a"/>${"</par>".repeat(60)}</body></s>`;
  assert.deepEqual(readSmil(bytes(deep)), [{ sources: ["a"] }]);
});

Deno.test("durations without end", () => {
  assert.equal(addDuration(`P${"9".repeat(100_000)}D`, 0), null);
  assert.equal(addDuration("P999999999DT999999999H999999999M999999999S", 0), null);
});

Deno.test("a fault reveals no more of a request than a name", () => {
  const request = submitReq({ Priority: `<Priority>${"secret".repeat(1000)}</Priority>` });
  assert.throws(() => readSubmitReq(readEnvelope(request, ["SubmitReq"])), (error) => {
    assert.ok(error instanceof Mm7Error);
    return !error.message.includes("secret") && error.message.length < 300;
  });
  assert.throws(
    () => readXml(bytes(`<${"a".repeat(199)}>`)),
    (error) => error instanceof XmlError && error.message.length < 300,
  );
});
