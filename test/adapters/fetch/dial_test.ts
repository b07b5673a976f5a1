/**
 * Connections to carriers that do not speak HTTP: to configured hosts, resolved by our resolver.
 */
import assert from "node:assert/strict";
import { createDial } from "../../../src/adapters/fetch/dial.ts";
import { FetchRefused } from "../../../src/ports/mod.ts";
import { until } from "../../support/until.ts";

async function withListener(run: (port: number, accepted: () => number) => Promise<void>) {
  let count = 0;
  const listener = Deno.listen({ hostname: "127.0.0.1", port: 0 });
  const serving = (async () => {
    for await (const connection of listener) {
      count++;
      connection.close();
    }
  })();
  try {
    await run((listener.addr as Deno.NetAddr).port, () => count);
  } finally {
    listener.close();
    await serving;
  }
}

const refusal = async (dialling: Promise<unknown>): Promise<FetchRefused> => {
  const error = await dialling.then(() => assert.fail("it was connected"), (error) => error);
  assert.ok(error instanceof FetchRefused, String(error));
  return error;
};

/** Resolver that must not be called. */
const resolve = () => assert.fail("a literal address is no name");

Deno.test("dial: a host that the operator configured is connected to, in a private network too", () =>
  withListener(async (port, accepted) => {
    const named = createDial({ resolve: () => Promise.resolve(["127.0.0.1"]) });
    const socket = await named("smsc.internal", port);
    assert.equal(socket.remotePort, port);
    socket.destroy();
    (await createDial({ resolve })("127.0.0.1", port)).destroy();
    await until(accepted, (count) => count === 2);
  }));

Deno.test("dial: the next address of a name is tried where one refuses", () =>
  withListener(async (port) => {
    const dial = createDial({ resolve: () => Promise.resolve(["::1", "127.0.0.1"]) });
    const socket = await dial("smsc.example", port);
    assert.equal(socket.remoteAddress, "127.0.0.1");
    socket.destroy();
  }));

Deno.test("dial: a host that does not respond is reported in terms of the configuration", async () => {
  const listener = Deno.listen({ hostname: "127.0.0.1", port: 0 });
  const { port } = listener.addr as Deno.NetAddr;
  listener.close();
  assert.equal(
    (await refusal(createDial({ resolve })("127.0.0.1", port))).reason,
    `127.0.0.1:${port} refused the connection`,
  );
  for (const respond of [() => Promise.reject(new Error("no such name")), async () => await []]) {
    assert.equal(
      (await refusal(createDial({ resolve: respond })("smsc.invalid.example", 1))).reason,
      "the name of smsc.invalid.example:1 could not be resolved",
    );
  }
  const hanging = createDial({ connectTimeoutMs: 50, resolve: () => new Promise(() => {}) });
  assert.match((await refusal(hanging("smsc.example", 1))).reason, /not reached within 0.05 s$/);
});
