/** Parts of files as streams, without a server that would cut them to their length. */
import assert from "node:assert/strict";
import { Buffer } from "node:buffer";
import { partOf } from "../../../src/adapters/blobs/files/write.ts";
import type { BlobPart } from "../../../src/ports/mod.ts";

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

const PARTS: [first: number, last: number | undefined][] = [
  [0, undefined],
  [600_000, undefined],
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
      const body = await partOf(file, { first, last });
      const got = Buffer.from(await new Response(body).bytes());
      const expected = CONTENT.subarray(first, (last ?? BYTES - 1) + 1);
      assert.equal(got.length, expected.length);
      assert.ok(got.equals(expected));
      assert.ok(isClosed(file));
    });
  });
}

for (const part of [{ first: 0 }, { first: 10, last: BYTES - 2 }] as BlobPart[]) {
  Deno.test(`a file is closed when nobody reads on of ${part.first} to ${part.last}`, async () => {
    await withFile(async (open) => {
      const file = await open();
      const reader = (await partOf(file, part)).getReader();
      assert.ok((await reader.read()).value!.length > 0);
      await reader.cancel();
      assert.ok(isClosed(file));
    });
  });
}

Deno.test("a file that is shorter than it was breaks off, and is closed", async () => {
  await withFile(async (open) => {
    const file = await open();
    const body = await partOf(file, { first: 10, last: BYTES + 10 });
    await assert.rejects(new Response(body).bytes(), /shorter than it was/);
    assert.ok(isClosed(file));
  });
});
