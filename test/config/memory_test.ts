/** MEMORY: its default, its least value, and the defaults that follow from it. */
import assert from "node:assert/strict";
import { MEMORY_DEFAULT, memoryDefault } from "../../src/config/memory.ts";
import { CONFIG_KEYS, ConfigError, readConfig } from "../../src/config/mod.ts";
import type { Key } from "../../src/config/values.ts";

Deno.test("MEMORY is by default half of what there is, but at least 512 MB", () => {
  const table: [limit: number, memory: string][] = [
    [300_000_000, "512000000B"],
    [1_024_000_001, "512000000B"],
    [1_024_000_002, "512000001B"],
    [8_000_000_000, "4000000000B"],
  ];
  for (const [limit, memory] of table) {
    assert.equal(memoryDefault(limit), memory);
    assert.equal(`${readConfig({ MEMORY: memory }).MEMORY}B`, memory);
  }
  assert.equal(readConfig({}).MEMORY, MEMORY_DEFAULT);
});

Deno.test("MEMORY below 256 MB is refused, and named", () => {
  assert.equal(readConfig({ MEMORY: "256MB" }).MEMORY, 256_000_000);
  assert.throws(() => readConfig({ MEMORY: "255MB" }), {
    name: "ConfigError",
    message: 'MEMORY must be a size such as 500KB, 10MB or 1GiB, from 256MB to 1PiB, not "255MB"',
  });
  assert.throws(() => readConfig({ MEMORY: "half" }), ConfigError);
});

/** Defaults at 256 MB, at 512 MB and with plenty. */
const DERIVED: Record<string, [number, number, number]> = {
  DATABASE_QUEUE_MAX: [4000, 8000, 10_000],
  DNS_LOOKUPS_MAX: [228, 457, 512],
  REQUEST_BODIES_MAX_BYTES: [64_000_000, 128_000_000, 268_435_456],
  DELIVER_BACKLOG: [2000, 4000, 4096],
  REPORT_CACHE_MAX: [4000, 8000, 10_000],
  UNREACHED_MAX: [40_000, 80_000, 100_000],
  POSTBACK_BACKLOG_MAX: [40_000, 65_536, 65_536],
  UPLOAD_MAX_BYTES: [18_285_714, 36_571_428, 50_000_000],
  PICTURE_CACHE_MAX_BYTES: [16_000_000, 32_000_000, 67_108_864],
  BACKGROUND_CACHE_MAX_BYTES: [16_000_000, 32_000_000, 67_108_864],
  PAGE_CACHE_MAX: [400, 800, 1000],
  EXCHANGE_QUEUE_MAX_BYTES: [8_000_000, 16_000_000, 16_777_216],
};

Deno.test("every default from MEMORY has its value, and is one that the key takes", () => {
  const keys = Object.entries<Key<unknown>>(CONFIG_KEYS).filter(([, { fromMemory }]) => fromMemory);
  assert.deepEqual(keys.map(([name]) => name).toSorted(), Object.keys(DERIVED).toSorted());
  for (const [at, MEMORY] of ["256MB", "512MB", "1PiB"].entries()) {
    const config: Record<string, unknown> = { ...readConfig({ MEMORY }) };
    for (const [name, { parse, unit }] of keys) {
      const value = DERIVED[name]![at]!;
      assert.equal(config[name], value, `${name} with MEMORY=${MEMORY}`);
      assert.equal(parse(unit === "bytes" ? `${value}B` : String(value), {}), value);
    }
  }
});

Deno.test("a key that is set does not follow from MEMORY", () => {
  const config = readConfig({ MEMORY: "256MB", DELIVER_BACKLOG: "0", PAGE_CACHE_MAX: "5" });
  assert.equal(config.DELIVER_BACKLOG, 0);
  assert.equal(config.PAGE_CACHE_MAX, 5);
});

Deno.test("the largest upload fits in base64 into what a single account may have of the bodies", () => {
  for (const MEMORY of ["256MB", "300MB", "512MB", "777MB", "1GB", "2GB", "64GB"]) {
    const { REQUEST_BODIES_MAX_BYTES, UPLOAD_MAX_BYTES } = readConfig({ MEMORY });
    assert.ok(UPLOAD_MAX_BYTES * 4 / 3 < REQUEST_BODIES_MAX_BYTES * 2 / 5, MEMORY);
  }
});
