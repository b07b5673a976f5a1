import assert from "node:assert/strict";
import { createSingleFlight } from "../../src/lib/single_flight.ts";

const errorOf = (reason: string) => new Error(reason);

/** Work that ends when the test says so, and its calls. */
function work<T>() {
  const calls: { end: (value: T) => void; signal: AbortSignal }[] = [];
  return {
    calls,
    run: (signal: AbortSignal) => {
      const { promise, resolve } = Promise.withResolvers<T>();
      calls.push({ end: resolve, signal });
      signal.addEventListener("abort", () => resolve(Promise.reject(signal.reason) as T));
      return promise;
    },
  };
}

Deno.test("callers of one key share the work, of whatever owner", async () => {
  const flights = createSingleFlight<string>({ concurrency: 2, errorOf });
  const { calls, run } = work<string>();
  const results = [
    flights.run("a", { account: "one" }, run),
    flights.run("a", { account: "one" }, run),
    flights.run("a", { account: "two" }, run),
  ];
  await Promise.resolve();
  assert.equal(calls.length, 1);
  calls[0]!.end("x");
  assert.deepEqual(await Promise.all(results), ["x", "x", "x"]);
  const later = flights.run("a", { account: "one" }, run);
  await Promise.resolve();
  assert.equal(calls.length, 2);
  calls[1]!.end("y");
  assert.equal(await later, "y");
});

Deno.test("a lone owner gets half of the turns; another's work goes on meanwhile", async () => {
  const flights = createSingleFlight<string>({ concurrency: 4, errorOf });
  const { calls, run } = work<string>();
  const busy = ["a", "b", "c"].map((key) => flights.run(key, { account: "one" }, run));
  const other = flights.run("d", { account: "two" }, run);
  await Promise.resolve();
  assert.equal(calls.length, 3);
  for (const call of calls) call.end("x");
  assert.equal(await other, "x");
  while (calls.length < 4) await Promise.resolve();
  calls[3]!.end("x");
  await Promise.all(busy);
});

Deno.test("a caller that leaves ends its wait; the last one ends the work", async () => {
  const flights = createSingleFlight<string>({ concurrency: 1, errorOf });
  const { calls, run } = work<string>();
  const [first, second] = [new AbortController(), new AbortController()];
  const results = [first, second].map(({ signal }) =>
    flights.run("a", { account: "one", signal }, run).catch((error) => String(error))
  );
  await Promise.resolve();
  first.abort("gone");
  assert.equal(await results[0], "gone");
  assert.equal(calls[0]!.signal.aborted, false);
  second.abort("gone, too");
  assert.equal(await results[1], "gone, too");
  assert.equal(String(calls[0]!.signal.reason), "Error: abandoned");
  const next = flights.run("a", { account: "one" }, run);
  while (calls.length < 2) await Promise.resolve();
  calls[1]!.end("fresh");
  assert.equal(await next, "fresh");
});

Deno.test("work that takes too long fails, also while it waits for its turn", async () => {
  const flights = createSingleFlight<string>({ concurrency: 1, timeoutMs: 20, errorOf });
  const { calls, run } = work<string>();
  const results = ["a", "b"].map((key) => flights.run(key, { account: "one" }, run));
  for (const result of results) await assert.rejects(result, /^Error: timeout$/);
  assert.equal(calls[0]!.signal.aborted, true);
});
