/** Tools of the power cut: the parser of strace's log, and the model of the disk. */
import assert from "node:assert/strict";
import { createDisk } from "../../chaos/power_cut/disk.ts";
import { createTraceParser, type FileEvent } from "../../chaos/power_cut/trace.ts";
import { createRandom } from "../../chaos/random.ts";

const hex = (text: string) =>
  [...new TextEncoder().encode(text)].map((byte) => `\\x${byte.toString(16).padStart(2, "0")}`)
    .join("");

Deno.test("power cut: lines of strace are parsed", () => {
  const parse = createTraceParser("/data");
  const lines = [
    `7 1.5 openat(AT_FDCWD</data>, "${hex("base/1")}", O_RDWR|O_CREAT, 0600) = 5<${
      hex("/data/base/1")
    }>`,
    `7 1.6 openat(AT_FDCWD</data>, "${hex("base/2")}", O_RDONLY) = 6<${hex("/data/base/2")}>`,
    `7 1.7 pwrite64(5<${hex("/data/base/1")}>, "${hex("abc")}", 3, 8192) = 3`,
    `7 1.8 pwrite64(5<${hex("/data/base/1")}>, "${
      hex("abc")
    }", 3, 0) = -1 ENOSPC (No space left on device)`,
    `7 1.9 pwritev(5<${hex("/data/base/1")}>, [{iov_base="${hex("de")}", iov_len=2}, {iov_base="${
      hex("fg")
    }", iov_len=2}], 2, 10) = 3`,
    `7 2.0 write(5<${hex("/data/base/1")}>, "${hex("hi")}", 2) = 2`,
    `7 2.1 fdatasync(5<${hex("/data/base/1")}> <unfinished ...>`,
    `8 2.2 write(9<${hex("/data/base/9")}>, "${hex("x")}", 1) = 1`,
    `7 2.3 <... fdatasync resumed>)         = 0`,
    `7 2.4 fallocate(5<${hex("/data/base/1")}>, 0, 8192, 16) = 0`,
    `7 2.5 ftruncate(5<${hex("/data/base/1")}>, 4) = 0`,
    `7 2.6 rename("${hex("base/1")}", "${hex("base/3")}") = 0`,
    `7 2.7 unlink("${hex("base/3")}") = 0`,
    `7 2.8 mkdir("${hex("base/d")}", 0700) = 0`,
  ];
  const path = "/data/base/1";
  const data = (text: string) => new TextEncoder().encode(text);
  assert.deepEqual(lines.map(parse).filter((event) => event !== null), [
    { kind: "open", path, fd: "7/5", isEmptied: false, seconds: 1.5 },
    { kind: "write", path, fd: "7/5", at: 8192, data: data("abc"), seconds: 1.7 },
    { kind: "write", path, fd: "7/5", at: 10, data: data("def"), seconds: 1.9 },
    { kind: "write", path, fd: "7/5", at: null, data: data("hi"), seconds: 2 },
    { kind: "write", path: "/data/base/9", fd: "8/9", at: null, data: data("x"), seconds: 2.2 },
    { kind: "sync", path, upTo: 4, seconds: 2.3 },
    { kind: "resize", path, bytes: 8208, isMinimum: true, seconds: 2.4 },
    { kind: "resize", path, bytes: 4, isMinimum: false, seconds: 2.5 },
    { kind: "rename", path, to: "/data/base/3", seconds: 2.6 },
    { kind: "remove", path: "/data/base/3", seconds: 2.7 },
    { kind: "directory", path: "/data/base/d", seconds: 2.8 },
  ]);
});

Deno.test("power cut: synced data remain, other data may", () => {
  const path = "/data/a";
  const disk = createDisk(new Map([[path, new TextEncoder().encode("....")]]), () => true);
  const write = (at: number, text: string): FileEvent => {
    return { kind: "write", path, fd: "1/1", at, data: new TextEncoder().encode(text) };
  };
  disk.apply(write(0, "A"));
  disk.apply(write(1, "B"));
  // The sync was called between the two.
  disk.apply({ kind: "sync", path, upTo: 1 });
  disk.apply(write(5, "C"));
  const seen = new Set<string>();
  for (let seed = 0; seed < 200; seed++) {
    const [content] = [...disk.cut(createRandom(seed, "cut")).values()];
    seen.add(new TextDecoder().decode(content).replaceAll("\0", "0"));
  }
  // A torn write leaves a hole.
  const expected = ["A...", "A...0", "A...0C", "AB..", "AB..0", "AB..0C"];
  assert.deepEqual([...seen].sort(), expected);
});

Deno.test("power cut: files are renamed, emptied, removed; a descriptor writes on", () => {
  const disk = createDisk(new Map(), (path) => path.startsWith("/data/"));
  const text = (path: string) => {
    disk.apply({ kind: "sync", path, upTo: Infinity });
    const content = disk.cut(createRandom(1, "cut")).get(path);
    return content && new TextDecoder().decode(content);
  };
  const write = (path: string, word: string) =>
    disk.apply({ kind: "write", path, fd: "1/1", at: null, data: new TextEncoder().encode(word) });
  const open = (path: string, isEmptied = false) =>
    disk.apply({ kind: "open", path, fd: "1/1", isEmptied });
  open("/data/a");
  write("/data/a", "one ");
  write("/data/a", "two");
  assert.equal(text("/data/a"), "one two");
  disk.apply({ kind: "rename", path: "/data/a", to: "/data/b" });
  assert.deepEqual([text("/data/a"), text("/data/b")], [undefined, "one two"]);
  disk.apply({ kind: "resize", path: "/data/b", bytes: 3, isMinimum: false });
  assert.equal(text("/data/b"), "one");
  open("/data/b", true);
  assert.equal(text("/data/b"), "");
  disk.apply({ kind: "remove", path: "/data/b" });
  open("/elsewhere/c");
  assert.equal(disk.cut(createRandom(1, "cut")).size, 0);
});
