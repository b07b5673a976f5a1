import assert from "node:assert/strict";
import { createTurnstile } from "../../src/lib/turnstile.ts";

Deno.test("a burst of one owner delays neither others nor the event loop", async () => {
  const { pass } = createTurnstile();
  const order: string[] = [];
  const enter = async (owner: string) => {
    await pass(owner);
    order.push(owner);
  };
  const burst = Array.from({ length: 5000 }, () => enter("loud"));
  const quiet = enter("quiet");
  const other = Deno.stat(".").then(() => order.push("other"));
  await Promise.all([...burst, quiet, other]);
  assert.ok(order.indexOf("quiet") < 3, `it was number ${order.indexOf("quiet")}`);
  assert.ok(order.indexOf("other") < 5000, "the event loop does other work meanwhile");
  assert.equal(order.length, 5002);
});

Deno.test("a turn comes again after all had theirs", async () => {
  const { pass } = createTurnstile();
  await pass("a");
  await pass("a");
  await Promise.all([pass("a"), pass("b")]);
});
