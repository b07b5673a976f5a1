/** Forms of callbacks: as URLSearchParams reads them, within their limit. */
import assert from "node:assert/strict";
import {
  FIELDS_MAX,
  readForm,
  sortedByName,
  valuesByName,
} from "../../src/connectors/http_carrier/form.ts";

Deno.test("a form is read with its repeated names, from text or bytes", () => {
  const text = "b=2&a=%C3%A9+x&b=1&&c";
  for (const form of [readForm(text)!, readForm(new TextEncoder().encode(text))!]) {
    assert.deepEqual([...valuesByName(form)], [["b", ["2", "1"]], ["a", ["é x"]], ["c", [""]]]);
    assert.deepEqual(sortedByName(form).map(([name]) => name), ["a", "b", "c"]);
  }
});

Deno.test("a form has 200 fields at most", () => {
  const fields = Array.from({ length: FIELDS_MAX }, (_, index) => `n${index}=1`);
  assert.equal(readForm(fields.join("&"))?.size, 200);
  assert.equal(readForm([...fields, "one=more"].join("&")), null);
});
