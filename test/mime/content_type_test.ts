import assert from "node:assert/strict";
import fc from "npm:fast-check@4.10.2";
import {
  parseContentType,
  parseField,
  parseSimple,
  parseTolerant,
} from "../../src/mime/content_type.ts";

const READ: [header: string, type: string, parameters: Record<string, string>][] = [
  ["text/plain", "text/plain", {}],
  ["Text/PLAIN ; Charset=UTF-8", "text/plain", { charset: "UTF-8" }],
  ['text/xml;charset="utf-8"', "text/xml", { charset: "utf-8" }],
  ["multipart/related; boundary=a=b==c", "multipart/related", { boundary: "a=b==c" }],
  ['multipart/related; boundary="a;b c"', "multipart/related", { boundary: "a;b c" }],
  [String.raw`x/y; name="a\"b\\c"`, "x/y", { name: 'a"b\\c' }],
  ["x/y; start=<a@b>; type=text/xml", "x/y", { start: "<a@b>", type: "text/xml" }],
  ["x/y;;  ; a=1;", "x/y", { a: "1" }],
  ["x/y; a=1; A=2", "x/y", { a: "1" }],
  ["x/y; a; b=2", "x/y", { b: "2" }],
  ["x/y; a = 1", "x/y", { a: "1" }],
  ['x/y; a="1', "x/y", { a: "1" }],
  ['x/y; a=""', "x/y", { a: "" }],
  ["x/y (a; (nested) comment); charset=us-ascii (plain; text)", "x/y", { charset: "us-ascii" }],
  ["x/y; (why) a (not) = (so) 1", "x/y", { a: "1" }],
  ["x/y; name=photo(1).jpg", "x/y", { name: "photo(1).jpg" }],
  ["x/y; name*=utf-8''%C5%BC%C3%B3%C5%82w", "x/y", { name: "żółw" }],
  ["x/y; name*=iso-8859-1'en'%A3", "x/y", { name: "£" }],
  ["x/y; name*=nonsense'en'a%", "x/y", { name: "a%" }],
  ["x/y; name=plain; name*=utf-8''better", "x/y", { name: "better" }],
  ["x/y; name*=utf-8''better; name=plain", "x/y", { name: "better" }],
  ["x/y; name*1=b; name*0=a", "x/y", { name: "ab" }],
  ["x/y; name*0*=utf-8''%C5; name*1*=%BC; name*2=x", "x/y", { name: "żx" }],
];

for (const [header, type, parameters] of READ) {
  Deno.test(`Content-Type ${header}`, () => {
    const field = parseContentType(header);
    assert.equal(field?.value, type);
    assert.deepEqual(Object.fromEntries(field!.parameters), parameters);
  });
}

for (
  const header of ["", "text", "text/", "/plain", "text/plain/x", "tex t/plain", "żółw/x", ";a=1"]
) {
  Deno.test(`"${header}" is no Content-Type`, () => assert.equal(parseContentType(header), null));
}

Deno.test("a Content-Disposition", () => {
  const { value, parameters } = parseField('attachment; filename="a b.jpg"');
  assert.deepEqual([value, parameters.get("filename")], ["attachment", "a b.jpg"]);
});

Deno.test("an ordinary field is read as any other is", () => {
  const piece = fc.constantFrom(...'/;;==  \t""ab1.*\'\\()%', "text/plain", "; a=", '; b="c d"');
  const counts = { ordinary: 0, other: 0 };
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 12 }), (pieces) => {
      const header = pieces.join("");
      const ordinary = parseSimple(header);
      counts[ordinary === null ? "other" : "ordinary"]++;
      if (ordinary !== null) assert.deepEqual(ordinary, parseTolerant(header), header);
    }),
    { numRuns: 5000 },
  );
  assert.ok(counts.ordinary > 100 && counts.other > 100, JSON.stringify(counts));
});
