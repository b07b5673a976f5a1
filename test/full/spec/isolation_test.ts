/** Isolation in its whole width: every name of every kind in each slot of each operation. */
import assert from "node:assert/strict";
import { adminOperations } from "../../../src/contract/admin.ts";
import { assertAlike, DOORS } from "../../spec/isolation.ts";
import { adminStranger, bearer } from "../../spec/isolation_admin_doors.ts";
import { createWorld } from "../../spec/isolation_world.ts";
import { sharing } from "../../support/sharing.ts";

const test = sharing(async () => {
  const world = await createWorld();
  return { ...world, before: await world.state() };
});

for (const [title, doorsOf] of Object.entries(DOORS)) {
  test(`isolation: ${title}: every name in every slot`, async ({ before, ...world }, t) => {
    for (const door of doorsOf(world)) {
      await t.step(door.title, () => assertAlike(door, world, "every name"));
    }
    assert.deepEqual(await world.state(), before);
  });
}

test(
  "isolation: the admin API, without its token: every name in every slot",
  async (shared, t) => {
    const { before, ...world } = shared;
    for (const operation of adminOperations) {
      const door = adminStranger(world, operation, bearer(world.rival.apiKey));
      await t.step(operation.operationId, () => assertAlike(door, world, "every name"));
    }
    assert.deepEqual(await world.state(), before);
  },
);
