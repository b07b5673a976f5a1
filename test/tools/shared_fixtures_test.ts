/** Fixtures that a test run shares are created once, and no test reads an incomplete one. */
import assert from "node:assert/strict";
import { sharedFixture } from "../support/shared_fixtures.ts";

const newName = () => `${crypto.randomUUID()}.txt`;

Deno.test("a fixture that many need at once is created by one of them, and is complete for all", async () => {
  const name = newName();
  let times = 0;
  const paths = await Promise.all(
    Array.from({ length: 8 }, () =>
      sharedFixture(name, async (path) => {
        times++;
        using file = await Deno.open(path, { create: true, write: true });
        await file.write(new TextEncoder().encode("half"));
        await new Promise((resolve) => setTimeout(resolve, 20));
        await file.write(new TextEncoder().encode(" and half"));
      })),
  );
  assert.equal(times, 1);
  for (const path of paths) assert.equal(await Deno.readTextFile(path), "half and half");
});

Deno.test("a fixture whose creation failed is created by the next that needs it", async () => {
  const name = newName();
  const failing = sharedFixture(name, async (path) => {
    await Deno.writeTextFile(path, "half");
    throw new Error("no room");
  });
  await assert.rejects(failing, { message: "no room" });
  const path = await sharedFixture(name, (path) => Deno.writeTextFile(path, "whole"));
  assert.equal(await Deno.readTextFile(path), "whole");
});

Deno.test("a fixture's path ends in its name, also during its creation", async () => {
  let making = "";
  const path = await sharedFixture(newName(), (path) => Deno.writeTextFile(making = path, ""));
  assert.match(making, /\.txt$/);
  assert.notEqual(making, path);
});
