/** The changelog has the current version first, and every version in its form. */
import assert from "node:assert/strict";
import deno from "../../deno.json" with { type: "json" };
import { MANUAL, readPage } from "../support/manual.ts";

/** Version as a number by which versions can be compared. */
const orderOf = (version: string) =>
  version.split(".").reduce((order, part) => order * 1000 + Number(part), 0);

Deno.test("the changelog has the current version first, and the others after it", async () => {
  const { text } = await readPage(`${MANUAL}/changelog.md`);
  const headings = [...text.matchAll(/^## (.*)$/gm)].map(([, heading]) => heading!);
  const versions = headings.map((heading) => {
    const match = /^\[(\d+\.\d+\.\d+)\] - (Unreleased|\d{4}-\d{2}-\d{2})$/.exec(heading);
    assert.ok(match, heading);
    return match[1]!;
  });
  assert.equal(versions[0], deno.version);
  assert.deepEqual(versions, versions.toSorted((a, b) => orderOf(b) - orderOf(a)));
  assert.equal(new Set(versions).size, versions.length);
});

Deno.test("the changelog names changes by the words of Keep a Changelog", async () => {
  const { text } = await readPage(`${MANUAL}/changelog.md`);
  const kinds = [...text.matchAll(/^### (.*)$/gm)].map(([, kind]) => kind!);
  const words = ["Added", "Changed", "Deprecated", "Removed", "Fixed", "Security"];
  assert.ok(kinds.length > 0);
  assert.deepEqual(kinds.filter((kind) => !words.includes(kind)), []);
});
