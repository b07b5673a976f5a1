/** Headers of tar archives, compared with the system's tar. */
import assert from "node:assert/strict";
import {
  BLOCK,
  readPaxSize,
  readTarHeader,
  RECORD,
  tarHeader,
  tarPadding,
} from "../../src/lib/tar.ts";

const TIME = Date.UTC(2026, 6, 1, 12) / 1000;

async function tar(args: string[]): Promise<string> {
  const { success, stdout, stderr } = await new Deno.Command("tar", {
    args,
    env: { TZ: "UTC" },
  }).output();
  assert.ok(success, new TextDecoder().decode(stderr));
  return new TextDecoder().decode(stdout);
}

async function withFile(run: (path: string) => Promise<void>): Promise<void> {
  const path = await Deno.makeTempFile({ suffix: ".tar" });
  try {
    await run(path);
  } finally {
    await Deno.remove(path);
  }
}

Deno.test("tar lists and unpacks what is written, for its owner alone", async () => {
  await withFile(async (path) => {
    const content = new TextEncoder().encode("Hello\n");
    const parts = [
      tarHeader({ name: "a/b.txt", size: content.length, time: TIME }),
      content,
      tarPadding(content.length),
      tarHeader({ name: "empty", size: 0, time: TIME }),
      new Uint8Array(2 * BLOCK),
    ];
    await Deno.writeFile(path, new Uint8Array(await new Blob(parts as BlobPart[]).arrayBuffer()));
    const lines = (await tar(["-tvf", path])).trimEnd().split("\n");
    assert.match(lines[0]!, /^-rw------- 0\/0 +6 2026-07-01 12:00 a\/b\.txt$/);
    assert.match(lines[1]!, /^-rw------- 0\/0 +0 2026-07-01 12:00 empty$/);
    assert.equal(await tar(["-xOf", path, "a/b.txt"]), "Hello\n");
  });
});

Deno.test("a file of more than 8 GiB has its size in a pax header, which tar and we read", async () => {
  const size = 9 * 1024 ** 3 + 1;
  const header = tarHeader({ name: "large", size, time: TIME });
  const pax = readTarHeader(header.subarray(0, BLOCK));
  assert.ok(pax.kind === "pax");
  assert.equal(readPaxSize(header.subarray(BLOCK, BLOCK + pax.size)), size);
  assert.equal(readTarHeader(header.subarray(2 * BLOCK)).kind, "file");
  await withFile(async (path) => {
    await Deno.writeFile(path, header);
    // The content is a hole.
    await Deno.truncate(path, Math.ceil((header.length + size) / RECORD) * RECORD + RECORD);
    assert.match(await tar(["-tvf", path]), new RegExp(`^-rw------- 0/0 +${size} .* large\n$`));
  });
});

Deno.test("the largest size of eleven octal digits has no pax header", () => {
  const header = tarHeader({ name: "large", size: 8 ** 11 - 1, time: TIME });
  assert.equal(header.length, BLOCK);
  assert.deepEqual(readTarHeader(header), { kind: "file", name: "large", size: 8 ** 11 - 1 });
});

Deno.test("names that a header cannot hold are refused", () => {
  for (const name of ["", "a".repeat(101), "ä", "a\n", "a\0b"]) {
    assert.throws(() => tarHeader({ name, size: 1, time: TIME }), RangeError, name);
  }
});

Deno.test("any changed bit of a header is noticed", () => {
  const header = tarHeader({ name: "a", size: 1000, time: TIME });
  for (let at = 0; at < BLOCK; at++) {
    const other = header.slice();
    other[at]! ^= 1;
    // Spaces and NUL end the checksum alike.
    if (at === 154 || at === 155) continue;
    assert.throws(() => readTarHeader(other), Error, `byte ${at}`);
  }
});

Deno.test("links, directories and others are no plain files", () => {
  for (const type of "\x001234567g") {
    const header = tarHeader({ name: "a", size: 0, time: TIME });
    header[156] = type.charCodeAt(0);
    const sum = header.reduce((sum, byte, at) => sum + (at >= 148 && at < 156 ? 32 : byte), 0);
    header.set(new TextEncoder().encode(sum.toString(8).padStart(6, "0")), 148);
    assert.throws(() => readTarHeader(header), /not a plain file/, JSON.stringify(type));
  }
});

Deno.test("pax records may contain a size and nothing else", () => {
  const read = (text: string) => readPaxSize(new TextEncoder().encode(text));
  assert.equal(read("19 size=8589934592\n"), 8589934592);
  const others = ["", "18 size=8589934592\n", "19 path=/etc/passwd\n", "9 size=1\n11 path=a\n"];
  for (const text of others) assert.throws(() => read(text), /other than the file/, text);
});
