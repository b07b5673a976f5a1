/** Parts of files as bodies, without a server that would cut them to their length. */
import assert from "node:assert/strict";
import { Buffer } from "node:buffer";
import { bodyOf } from "../../src/http/file_body.ts";

const BYTES = 1_000_000;
const CONTENT = Uint8Array.from({ length: BYTES }, (_, i) => i * 7 + (i >> 8) & 255);

async function withFile(use: (open: () => Promise<Deno.FsFile>) => Promise<void>): Promise<void> {
  const path = await Deno.makeTempFile({ prefix: "slidepost-test-" });
  try {
    await Deno.writeFile(path, CONTENT);
    await use(() => Deno.open(path));
  } finally {
    await Deno.remove(path);
  }
}

function isClosed(file: Deno.FsFile): boolean {
  try {
    file.statSync();
    return false;
  } catch (error) {
    assert.ok(error instanceof Deno.errors.BadResource);
    return true;
  }
}

const PARTS: [first: number, last: number][] = [
  [0, BYTES - 1],
  [0, 0],
  [0, BYTES - 2],
  [10, 19],
  [1, 600_000],
  [262_144, 524_287],
  [BYTES - 1, BYTES - 1],
];

for (const [first, last] of PARTS) {
  Deno.test(`bytes ${first} to ${last} of a file are just these, and close it`, async () => {
    await withFile(async (open) => {
      const file = await open();
      const body = await bodyOf(file, { first, last }, BYTES);
      const got = Buffer.from(await new Response(body).bytes());
      assert.equal(got.length, last - first + 1);
      assert.ok(got.equals(CONTENT.subarray(first, last + 1)));
      assert.ok(isClosed(file));
    });
  });
}

for (const [first, last] of [[0, BYTES - 1], [10, BYTES - 2]] as const) {
  Deno.test(`a file is closed when nobody reads on of ${first} to ${last}`, async () => {
    await withFile(async (open) => {
      const file = await open();
      const reader = (await bodyOf(file, { first, last }, BYTES)).getReader();
      assert.ok((await reader.read()).value!.length > 0);
      await reader.cancel();
      assert.ok(isClosed(file));
    });
  });
}

Deno.test("a file that is shorter than it was breaks off, and is closed", async () => {
  await withFile(async (open) => {
    const file = await open();
    const body = await bodyOf(file, { first: 10, last: BYTES + 10 }, BYTES + 20);
    await assert.rejects(new Response(body).bytes(), /shorter than it was/);
    assert.ok(isClosed(file));
  });
});
