/** Version and namespace of requests to a VASP (contract section 5). */
import assert from "node:assert/strict";
import { NAMESPACE } from "../../src/generated/mm7.ts";
import { dialectOf, isOtherDialect } from "../../src/mm7/dialect.ts";
import { NO_ECHO } from "../../src/mm7/status.ts";
import { asciiXml } from "../../src/lib/xml/text.ts";

const NOTHING = {
  mm7Version: null,
  mm7Namespace: null,
  mm7LastVersion: null,
  mm7LastNamespace: null,
};
const LAST = { ...NOTHING, mm7LastVersion: "5.6.0", mm7LastNamespace: "urn:last" };

const DIALECTS: [what: string, account: typeof LAST | typeof NOTHING, [string, string]][] = [
  ["nothing known", NOTHING, ["6.8.0", NAMESPACE]],
  ["last submitted with", LAST, ["5.6.0", "urn:last"]],
  ["a version set", { ...LAST, mm7Version: "5.3.0" }, ["5.3.0", "urn:last"]],
  ["both set", { ...LAST, mm7Version: "5.3.0", mm7Namespace: "urn:set" }, ["5.3.0", "urn:set"]],
] as never;

for (const [title, account, [version, namespace]] of DIALECTS) {
  Deno.test(`requests to a VASP are written in ${title}`, () => {
    assert.deepEqual(dialectOf(account), { version, namespace });
  });
}

Deno.test("a submission differs from the last one by version or namespace", () => {
  const echo = { ...NO_ECHO, version: "5.6.0", namespace: "urn:last" };
  assert.equal(isOtherDialect(LAST, echo), false);
  assert.equal(isOtherDialect(LAST, { ...echo, version: "5.6.1" }), true);
  assert.equal(isOtherDialect(LAST, { ...echo, namespace: null }), true);
  assert.equal(isOtherDialect({ ...LAST, mm7Version: "1" } as never, echo), false);
});

Deno.test("a submission in our own version and namespace does not differ: nothing is stored", () => {
  assert.equal(isOtherDialect(NOTHING, NO_ECHO), false);
  assert.equal(isOtherDialect(NOTHING, { ...NO_ECHO, namespace: NAMESPACE }), false);
});

Deno.test("a document in ASCII means the same", () => {
  assert.equal(asciiXml(`<a b="ü">😀 &amp; ż\n</a>`), `<a b="&#252;">&#128512; &amp; &#380;\n</a>`);
});
