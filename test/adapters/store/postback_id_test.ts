/** Ids of postbacks, and tracking-ids as UUIDs. */
import assert from "node:assert/strict";
import {
  eventKeyOf,
  eventKeysOf,
  postbackId,
} from "../../../src/adapters/store/postbacks/postback_id.ts";
import {
  earliestId,
  FIRST_UUID,
  isUuid,
  LAST_UUID,
  uuidAfter,
  uuidBefore,
  uuidOrNone,
  uuidsFrom,
} from "../../../src/adapters/store/engine/uuids.ts";

const ID = "0190f3c1-abcd-7def-8123-456789abcdef";

Deno.test("the id of a postback is its event's key, and no other text is one", () => {
  const key = { tracking_id: ID, seq: "42" };
  assert.equal(postbackId(key), "msg_0190f3c1abcd7def8123456789abcdef_42");
  assert.deepEqual(eventKeyOf(postbackId(key)), key);
  const strangers = ["", "msg_1", ID, `${postbackId(key)}0x`, `msg_${ID}_1`, "msg_0190F3C1ABCD_1"];
  const zeros = ["msg_0190f3c1abcd7def8123456789abcdef_0", `${postbackId(key)}${"0".repeat(17)}`];
  for (const id of [...strangers, ...zeros]) assert.equal(eventKeyOf(id), null, id);
  assert.deepEqual(eventKeysOf(["x", postbackId(key)]), [key]);
});

Deno.test("only a UUID as it is written here is one", () => {
  assert.ok(isUuid(ID));
  for (const text of ["", "t-1", ID.toUpperCase(), `{${ID}}`, ID.replaceAll("-", ""), `${ID} `]) {
    assert.equal(isUuid(text), false, text);
    assert.equal(uuidOrNone(text), LAST_UUID);
  }
  assert.equal(uuidOrNone(ID), ID);
});

Deno.test("neighbours of a UUID are next to it, at groups and ends, too", () => {
  const pairs = [
    [ID, "0190f3c1-abcd-7def-8123-456789abcdf0"],
    ["00000000-0000-0000-0000-ffffffffffff", "00000000-0000-0000-0001-000000000000"],
    ["0fffffff-ffff-ffff-ffff-ffffffffffff", "10000000-0000-0000-0000-000000000000"],
  ] as const;
  for (const [id, next] of pairs) {
    assert.equal(uuidAfter(id), next);
    assert.equal(uuidBefore(next), id);
  }
  assert.equal(uuidBefore(FIRST_UUID), FIRST_UUID);
  assert.equal(uuidAfter(LAST_UUID), LAST_UUID);
});

Deno.test("the range of a beginning has all UUIDs with it", () => {
  assert.deepEqual(uuidsFrom("0190f3c1-a"), {
    first: "0190f3c1-a000-0000-0000-000000000000",
    last: "0190f3c1-afff-ffff-ffff-ffffffffffff",
  });
  assert.deepEqual(uuidsFrom(ID), { first: ID, last: ID });
  for (const text of ["0190f3c1a", "x", `${ID}0`, "0190f3c1-abcd-7def-8123-456789abcdeg"]) {
    assert.equal(uuidsFrom(text), null, text);
  }
});

Deno.test("the earliest UUID of a time is below all of that time and above those before", () => {
  assert.equal(earliestId(0x0190f3c1abcd), "0190f3c1-abcd-0000-0000-000000000000");
  assert.ok(earliestId(0x0190f3c1abcd) < ID && earliestId(0x0190f3c1abce) > ID);
  assert.equal(earliestId(-5), FIRST_UUID);
});
