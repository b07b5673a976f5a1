/** Limits of V8 and the value of MEMORY that the launcher starts the program with. */
import assert from "node:assert/strict";
import { bytesOf, memoryOf } from "../../tools/launch/memory.ts";
import { v8Flags } from "../../tools/launch/runtime_flags.ts";
import { memoryLimit } from "../../src/adapters/system/memory_limit.ts";
import { memoryDefault } from "../../src/config/memory.ts";

Deno.test("V8's limits follow from MEMORY", () => {
  const table: [memory: number, semiSpace: number, oldSpace: number, growth: number][] = [
    [256_000_000, 16, 122, 51],
    [512_000_000, 64, 244, 102],
    [1_000_000_000, 64, 476, 200],
    [2_000_000_000, 64, 953, 300],
    [64_000_000_000, 64, 4096, 300],
  ];
  for (const [memory, semiSpace, oldSpace, growth] of table) {
    assert.equal(
      v8Flags(memory),
      `--v8-flags=--max-semi-space-size=${semiSpace},--max-old-space-size=${oldSpace},` +
        `--heap-growing-percent=${growth}`,
    );
  }
});

Deno.test("V8 takes the limits", async () => {
  const { stdout } = await new Deno.Command(Deno.execPath(), {
    args: [
      "eval",
      v8Flags(256_000_000),
      `console.log(require("node:v8").getHeapStatistics().heap_size_limit)`,
      "--ext=cjs",
    ],
  }).output();
  const limit = Number(new TextDecoder().decode(stdout));
  // The young generation counts three semi-spaces.
  assert.equal(limit, (122 + 3 * 16) * 2 ** 20);
});

Deno.test("MEMORY is read from the file or the environment, which takes precedence", async () => {
  const file = await Deno.makeTempFile();
  try {
    await Deno.writeTextFile(file, "MEMORY=300MB\n");
    const args = ["serve", "--config", file];
    assert.equal(await memoryOf(args, {}), "300MB");
    assert.equal(await memoryOf(args, { MEMORY: "400MB" }), "400MB");
    assert.equal(await memoryOf(["serve"], { MEMORY: " " }), memoryDefault(memoryLimit()));
  } finally {
    await Deno.remove(file);
  }
  assert.equal(bytesOf("300MB"), 300_000_000);
  assert.equal(bytesOf("1MB"), 512_000_000, "the program reports it");
});
