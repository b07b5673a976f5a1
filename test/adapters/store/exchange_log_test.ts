/** Exchange log: its bounds, its failures, and its end. */
import assert from "node:assert/strict";
import {
  createExchangeLog,
  NO_EXCHANGES,
} from "../../../src/adapters/store/requests/exchange_log.ts";
import { systemClock } from "../../../src/adapters/system/clock.ts";
import type { Exchange, NewExchange } from "../../../src/core/exchange/exchange.ts";
import { recordedLog } from "../../support/log_lines.ts";

const exchange = (content: string): NewExchange => ({
  trackingId: "id",
  peer: "client",
  direction: "in",
  protocol: "json",
  title: "",
  content,
  secrets: [],
});

/** Opens a log whose store writes as `add` says, and holds what it has written. */
function open(add: () => Promise<void> = () => Promise.resolve()) {
  const batches: (readonly Exchange[])[] = [];
  const { lines, log } = recordedLog();
  const exchanges = createExchangeLog({
    store: {
      async add(batch) {
        await add();
        batches.push(batch);
      },
    },
    clock: systemClock,
    log,
    maxBytes: 1000,
    queueMaxBytes: 10_000,
  });
  return { exchanges, batches, lines };
}

Deno.test("entries of a moment are written together, in their order", async () => {
  const { exchanges, batches, lines } = open();
  exchanges.record(() => [exchange("1"), exchange("2")]);
  exchanges.record(() => [exchange("3")]);
  await exchanges.stop();
  assert.deepEqual(batches.map((batch) => batch.map(({ content }) => content)), [["1", "2", "3"]]);
  assert.deepEqual(lines, []);
});

Deno.test("entries that follow a write are written, too", async () => {
  const written = Promise.withResolvers<void>();
  const { exchanges, batches } = open(() => Promise.resolve(written.resolve()));
  exchanges.record(() => [exchange("1")]);
  await written.promise;
  exchanges.record(() => [exchange("2")]);
  await exchanges.stop();
  assert.deepEqual(batches.flat().map(({ content }) => content), ["1", "2"]);
});

Deno.test("a full queue drops entries without building them, and counts them", async () => {
  const { exchanges, batches, lines } = open();
  let built = 0;
  for (let i = 0; i < 50; i++) {
    exchanges.record(() => {
      built++;
      return [exchange("x".repeat(5000))];
    });
  }
  await exchanges.stop();
  assert.equal(built, 10);
  assert.equal(batches.flat().length, 10);
  assert.deepEqual(lines.map(({ level, facts }) => [level, facts.dropped]), [["warn", 40]]);
});

Deno.test("a store that is down costs one line of the log", async () => {
  const { exchanges, batches, lines } = open(() => Promise.reject(new Error("down")));
  for (let i = 0; i < 500; i++) exchanges.record(() => [exchange("a")]);
  await exchanges.stop();
  assert.deepEqual(batches, []);
  assert.deepEqual(lines.map(({ level, facts }) => [level, facts.err]), [["warn", "Error: down"]]);
});

Deno.test("an entry that cannot be built is no error of its exchange", async () => {
  const { exchanges, batches, lines } = open();
  exchanges.record(() => {
    throw new Error("odd");
  });
  exchanges.record(() => [exchange("next")]);
  await exchanges.stop();
  assert.deepEqual(batches.flat().map(({ content }) => content), ["next"]);
  assert.deepEqual(lines.map(({ level }) => level), ["error"]);
});

Deno.test("nothing is built once the log has stopped, or where it is off", async () => {
  const { exchanges } = open();
  await exchanges.stop();
  for (const each of [exchanges, NO_EXCHANGES]) each.record(() => assert.fail("built"));
  await NO_EXCHANGES.stop();
});
