import assert from "node:assert/strict";
import { validate, version } from "npm:uuid@13.0.0";
import { createUuids } from "../../src/lib/uuid_v7.ts";

const ZEROS = "00000000-0000-4000-8000-000000000000";
const ONES = "ffffffff-ffff-4fff-bfff-ffffffffffff";

Deno.test("UUIDs are of version 7, tell their time, and grow", () => {
  const uuids = createUuids();
  const before = Date.now();
  const generated = Array.from({ length: 20_000 }, () => uuids("-"));
  const after = Date.now();
  assert.ok(generated.every((uuid) => validate(uuid) && version(uuid) === 7));
  assert.deepEqual(generated.toSorted(), generated);
  assert.equal(new Set(generated).size, generated.length);
  const times = generated.map((uuid) => parseInt(uuid.replaceAll("-", "").slice(0, 12), 16));
  // A counter that is used up borrows from the next millisecond.
  assert.ok(times.every((time) => time >= before && time <= after + 1));
});

Deno.test("their fields are those of RFC 9562, with dashes or without", () => {
  const now = () => 0x017f_22e2_79b0;
  // The first 26 bits of the random digits begin the counter.
  const uuids = createUuids({ now, random: () => "80000040-0000-4000-8000-0123456789ab" });
  assert.equal(uuids("-"), "017f22e2-79b0-7800-8001-0123456789ab");
  assert.equal(uuids(""), "017f22e279b0780080020123456789ab");
  const first = createUuids({ now: () => 1, random: () => ZEROS });
  assert.equal(first("-"), "00000000-0001-7000-8000-000000000000");
  const last = createUuids({ now: () => 2 ** 48 - 1, random: () => ONES });
  assert.equal(last("-"), "ffffffff-ffff-7fff-bfff-ffffffffffff");
});

Deno.test("they grow while the clock stands still, is set back, and the counter is used up", () => {
  let now = 1000;
  let random = ZEROS;
  const uuids = createUuids({ now: () => now, random: () => random });
  const generated = [uuids("-"), uuids("-")];
  now = 500;
  generated.push(uuids("-"));
  now = 1001;
  random = ONES;
  generated.push(uuids("-"));
  random = ZEROS;
  generated.push(uuids("-"), uuids("-"));
  now = 1002;
  generated.push(uuids("-"));
  assert.deepEqual(generated.map((uuid) => uuid.slice(0, 23)), [
    "00000000-03e8-7000-8000",
    "00000000-03e8-7000-8001",
    "00000000-03e8-7000-8002",
    "00000000-03e9-7fff-bfff",
    "00000000-03ea-7000-8000",
    "00000000-03ea-7000-8001",
    "00000000-03ea-7000-8002",
  ]);
});
