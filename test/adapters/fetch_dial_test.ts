/** Connections to carriers that speak no HTTP: the guard of outbound requests holds for them too. */
import assert from "node:assert/strict";
import { createDial } from "../../src/adapters/fetch/dial.ts";
import { FetchRefused } from "../../src/env.ts";
import { HOSTS } from "./inside_addresses.ts";

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

Deno.test("dial: what is allowed is connected to, by its name's address", () =>
  withListener(async (port, accepted) => {
    const resolve = () => Promise.resolve(["127.0.0.1"]);
    const dial = createDial({ allow: [`smsc.example:${port}`], resolve });
    const socket = await dial("smsc.example", port);
    assert.equal(socket.remotePort, port);
    socket.destroy();
    const literal = await createDial({ allow: ["127.0.0.0/8"] })("127.0.0.1", port);
    literal.destroy();
    await assert.rejects(createDial()("::1", port), { rule: "address" });
    // Allowed; nobody listens there.
    const { rule } = await refusal(createDial({ allow: ["::1/128"] })("::1", port));
    assert.equal(rule, "connection");
    while (accepted() < 2) await new Promise((resolve) => setTimeout(resolve, 5));
  }));

Deno.test("dial: addresses inside a network are refused, and nothing connects", () =>
  withListener(async (port, accepted) => {
    const refused = await refusal(createDial()("127.0.0.1", port));
    assert.equal(refused.rule, "address");
    assert.match(refused.reason, /must be in OUTBOUND_ALLOW$/);
    // A name that leads inside, whatever else it leads to.
    for (const address of ["127.0.0.1", "::1", "169.254.169.254", "::ffff:10.0.0.1"]) {
      const resolve = () => Promise.resolve(["93.184.215.14", address]);
      const { rule } = await refusal(createDial({ resolve })("smsc.example", port));
      assert.equal(rule, "address", address);
    }
    assert.equal(accepted(), 0);
  }));

Deno.test("dial: literal addresses inside a network, in any spelling", async () => {
  for (const host of HOSTS) {
    const { rule } = await refusal(createDial()(host, 2775));
    assert.ok(rule === "address" || rule === "connection", `${host}: ${rule}`);
  }
});

Deno.test("dial: who does not answer is told of in an operator's words", async () => {
  const listener = Deno.listen({ hostname: "127.0.0.1", port: 0 });
  const { port } = listener.addr as Deno.NetAddr;
  listener.close();
  const dial = createDial({ allow: ["127.0.0.0/8"] });
  assert.equal(
    (await refusal(dial("127.0.0.1", port))).reason,
    `127.0.0.1:${port} refused the connection`,
  );
  const unknown = createDial({ resolve: () => Promise.reject(new Error("no such name")) });
  assert.equal(
    (await refusal(unknown("smsc.invalid.example", 1))).reason,
    "the name of smsc.invalid.example:1 could not be resolved",
  );
  const hanging = createDial({ connectTimeoutMs: 50, resolve: () => new Promise(() => {}) });
  assert.match((await refusal(hanging("smsc.example", 1))).reason, /not reached within 0.05 s$/);
});
