/** Responses and postbacks in XML. */
import assert from "node:assert/strict";
import { XMLParser, XMLValidator } from "npm:fast-xml-parser@5.12.1";
import { readXmlText } from "../../src/lib/xml/reader.ts";
import { POSTBACK_CODES } from "../../src/generated/postback.ts";
import { postbackXml, writeXml } from "../../src/xml/writer.ts";
import { document } from "../contract/validate.ts";
import { lintForm } from "../mm7/xmllint.ts";

const HEAD = '<?xml version="1.0" encoding="UTF-8"?>';

const WRITTEN: [what: string, body: object, inner: string][] = [
  ["fields in their order", { b: "1", a: "2" }, "<b>1</b><a>2</a>"],
  ["numbers and booleans", { segments: 2, all: false }, "<segments>2</segments><all>false</all>"],
  ["lists, as repeated elements", { w: ["a", "b"], v: [] }, "<w>a</w><w>b</w>"],
  ["lists of objects", { m: [{ a: 1 }, { a: 2 }] }, "<m><a>1</a></m><m><a>2</a></m>"],
  ["objects", { a: { b: { c: "1" }, d: "" } }, "<a><b><c>1</c></b><d></d></a>"],
  ["null and undefined, which are absent", { a: null, b: undefined, c: "" }, "<c></c>"],
  ["what XML escapes", { a: `<&>"' ]]>` }, `<a>&lt;&amp;&gt;"' ]]&gt;</a>`],
  ["line ends", { a: "x\r\ny" }, "<a>x&#13;\ny</a>"],
  ["characters that XML forbids, left out", { a: "\0x\x1b\ud83dy\ufffe🎉" }, "<a>xy🎉</a>"],
  [
    "keys that are no names",
    { "1 a": "x", "b<c": "y", "": "z" },
    "<_1_a>x</_1_a><b_c>y</b_c><_>z</_>",
  ],
];

for (const [what, body, inner] of WRITTEN) {
  Deno.test(`written: ${what}`, async () => {
    const written = writeXml("response", body);
    assert.equal(written, `${HEAD}\n<response>${inner}</response>`);
    assert.equal(await lintForm([written]), "");
  });
}

Deno.test("in upper case names are run together, values stay", () => {
  const body = { status: "Success", "tracking-id": "a-b", a_list: [{ "mms-id": "c" }] };
  assert.equal(
    writeXml("response", body, { isUpperCase: true }),
    `${HEAD}\n<RESPONSE><STATUS>Success</STATUS><TRACKINGID>a-b</TRACKINGID>` +
      `<ALIST><MMSID>c</MMSID></ALIST></RESPONSE>`,
  );
});

Deno.test("indented: a line for each element", () => {
  assert.equal(
    writeXml("request", { a: { b: ["1", "2"], c: {} }, d: "x" }, { isIndented: true }),
    `${HEAD}\n<request>\n  <a>\n    <b>1</b>\n    <b>2</b>\n    <c></c>\n  </a>\n  <d>x</d>\n</request>`,
  );
});

/** Examples of a postback in the contract. */
const examplesOf = (code: string): Record<string, unknown>[] =>
  Object.values(document.webhooks.find(({ path }) => path === code)!.body!.examples!)
    .map(({ value }) => value as Record<string, unknown>);

for (const code of POSTBACK_CODES) {
  Deno.test(`${code} in XML has the names of its JSON, in their order`, async () => {
    for (const body of examplesOf(code)) {
      const written = postbackXml(body);
      assert.equal(await lintForm([written]), "");
      const root = readXmlText(written);
      assert.equal(root.name, "postback");
      assert.deepEqual(root.children.map(({ name }) => name), Object.keys(body));
      for (const { name, text, children } of root.children) {
        if (name !== "content") assert.equal(text, String(body[name]));
        else {
          const files = (body.content as { file: string }[]).map(({ file }) => file);
          assert.deepEqual(
            children.map((each) => [each.name, each.text]),
            files.map((file) => ["file", file]),
          );
        }
      }
    }
  });
}

Deno.test("a foreign parser reads the same", () => {
  const parser = new XMLParser({ parseTagValue: false, trimValues: false });
  const body = { a: ` <"x"> & 'y' 🎉`, list: ["1", "2"], object: { inner: "z", last: "" } };
  const written = writeXml("response", body);
  assert.equal(XMLValidator.validate(written), true);
  assert.deepEqual(parser.parse(written).response, body);
});

Deno.test("the files of N401 are in one element, however many there are", () => {
  const of = (...files: string[]) =>
    postbackXml({ code: "N401", content: files.map((file) => ({ file })), "tracking-id": "t" });
  assert.match(
    of("a", "b"),
    /<code>N401<\/code><content><file>a<\/file><file>b<\/file><\/content><tracking-id>/,
  );
  assert.match(of("a&b"), /<content><file>a&amp;b<\/file><\/content>/);
  assert.match(of(), /<content><\/content>/);
});
