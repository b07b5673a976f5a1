import assert from "node:assert/strict";
import { abortable } from "../../src/lib/abortable.ts";

Deno.test("work that is aborted rejects with the signal's reason, other work settles as it does", async () => {
  const abort = new AbortController();
  assert.equal(await abortable(Promise.resolve(1), abort.signal), 1);
  assert.equal(await abortable(Promise.resolve(1)), 1);
  const aborted = abortable(new Promise(() => {}), abort.signal);
  abort.abort(new Error("stop"));
  await assert.rejects(aborted, /^Error: stop/);
  await assert.rejects(abortable(new Promise(() => {}), abort.signal), /^Error: stop/);
});
