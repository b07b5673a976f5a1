/** Fixtures that a test run shares are created once, and no test reads an incomplete one. */
import assert from "node:assert/strict";
import { cachedFixture, pruneCache, sharedFixture } from "../support/shared_fixtures.ts";
import { pause } from "../support/until.ts";

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
        await pause(20);
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

Deno.test("a cached fixture is found again by its recipe, and another recipe has another", async () => {
  const name = newName();
  let times = 0;
  const make = (recipe: string) =>
    cachedFixture(`${name} ${recipe}`, name, async (path) => {
      times++;
      await Deno.writeTextFile(path, recipe);
    });
  const paths = [await make("one"), await make("one"), await make("two")];
  try {
    assert.equal(times, 2);
    assert.deepEqual(paths.map((path) => Deno.readTextFileSync(path)), ["one", "one", "two"]);
  } finally {
    for (const path of new Set(paths)) {
      await Deno.remove(path);
      await Deno.remove(`${path}.lock`);
    }
  }
});

Deno.test("cached fixtures of more than thirty days are removed, whatever they are", async () => {
  const directory = await Deno.makeTempDir();
  try {
    const day = 86_400_000;
    const now = Date.now();
    const make = async (name: string, days: number) => {
      const path = `${directory}/${name}`;
      await Deno.mkdir(path);
      await Deno.writeTextFile(`${path}/file`, "");
      await Deno.utime(path, new Date(), new Date(now - days * day));
    };
    await make("old", 31);
    await make("partial-old", 40);
    await make("young", 29);
    await pruneCache(directory, now);
    assert.deepEqual([...Deno.readDirSync(directory)].map(({ name }) => name), ["young"]);
    await pruneCache(`${directory}/none`, now);
  } finally {
    await Deno.remove(directory, { recursive: true });
  }
});
