/** Listings as tables: every line within the terminal, whatever the items hold. */
import assert from "node:assert/strict";
import fc from "npm:fast-check@4.10.2";
import { visible } from "../../src/core/visible.ts";
import { adminOperations } from "../../src/contract/admin.ts";
import { widthOf } from "../../src/lib/columns.ts";
import { table } from "../../src/program/admin/table.ts";

const MESSAGE = {
  "tracking-id": "01a20305-8fa5-768f-abee-727856109b28",
  "state": "delivered",
  "to": "16175550101",
  "accepted-at": "2026-07-01T08:15:27.123456+00:00",
  "from": "111122",
  "segments": 12,
};
const NAMES = ["tracking-id", "state", "to", "accepted-at", "from", "segments"];

Deno.test("a table of usual messages fits 80 columns: what does not is left out from the right", () => {
  const items = [MESSAGE, { ...MESSAGE, state: "unrecognised" }];
  assert.equal(
    table(items, NAMES, 80),
    [
      "tracking-id                           state       to           accepted-at",
      "01a20305-8fa5-768f-abee-727856109b28  delivered   16175550101  2026-07-01 08:15Z",
      "01a20305-8fa5-768f-abee-727856109b28  unrecogni…  16175550101  2026-07-01 08:15Z",
    ].join("\n"),
  );
});

Deno.test("a wide terminal shows all columns, numbers on the right", () => {
  const [header, row] = table([MESSAGE], NAMES, 200).split("\n");
  assert.match(header!, / from {4}segments$/);
  assert.match(row!, / 111122 {8}12$/);
});

Deno.test("values of every kind have one line", () => {
  const items = [{ id: "a", is: true, none: null, all: [{ x: "\n" }], text: "one\ntwo\x1b[31m" }];
  const [, row] = table(items, ["id", "is", "none", "all", "text"], 200).split("\n");
  assert.equal(row, String.raw`a   true  –     [{"x":"\n"}]  one\ntwo\x1b[31m`);
});

Deno.test("no line is longer than the terminal, but for the first column's sake", () => {
  const value = fc.oneof(
    fc.string({ unit: "grapheme", maxLength: 60 }),
    fc.integer(),
    fc.boolean(),
    fc.constant(null),
    fc.constant("2026-07-01T08:15:27.123456+00:00"),
  );
  const item = fc.record({ a: fc.string({ maxLength: 20 }), b: value, c: value, d: value });
  fc.assert(fc.property(
    fc.array(item, { minLength: 1, maxLength: 5 }),
    fc.integer({ min: 40, max: 120 }),
    (items, maxWidth) => {
      const first = Math.max(...items.map(({ a }) => widthOf(visible(a))));
      for (const line of table(items, ["a", "b", "c", "d"], maxWidth).split("\n")) {
        assert.ok(widthOf(line) <= Math.max(maxWidth, first), line);
        assert.equal(visible(line), line);
      }
    },
  ));
});

Deno.test("every listing has a table, and its first column names an item", () => {
  const listings = adminOperations.filter(({ cli, response }) =>
    cli[1] === "list" && response === "json"
  );
  assert.ok(listings.length > 10);
  for (const { cli, columns = [] } of listings) assert.ok(columns.length > 1, cli.join(" "));
});
