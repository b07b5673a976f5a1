/**
 * A connector alone in a process of its own for the benchmark, `http` or `smpp`, to a peer at a port:
 * `/run?count=1000` submits as many texts, a full window at a time, and returns the processor time
 * that each took, in microseconds.
 */
import { cpuUsage } from "node:process";
import { carriers } from "../../src/connectors/mod.ts";
import type { Connector } from "../../src/ports/mod.ts";
import { startParts } from "../connectors/carrier.ts";
import { bounds, newSms, startConnector, testParts } from "../connectors/smsc_carrier.ts";
import { COMMON_SETTINGS } from "../support/connector_settings.ts";

const [protocol, port] = [Deno.args[0], Number(Deno.args[1])];
const WINDOW = 64;

async function createHttp(): Promise<Connector> {
  const { parts } = await startParts();
  const connector = await carriers.twilio.create("provider", {
    ...{ kind: "twilio", url: `http://127.0.0.1:${port}`, window: WINDOW, rate: null },
    ...{ accountSid: `AC${"0".repeat(32)}`, authToken: "0".repeat(32), timeoutSeconds: 10 },
    ...{ apiKeySid: null, apiKeySecret: null, messagingServiceSid: null },
    ...COMMON_SETTINGS,
  }, parts);
  await connector.start();
  return connector;
}

async function createSmpp(): Promise<Connector> {
  const test = testParts();
  const { connector } = await startConnector({ port, window: WINDOW }, test);
  await test.until(() => bounds(test) === 1);
  return connector;
}

const connector = await (protocol === "http" ? createHttp() : createSmpp());

async function run(count: number): Promise<number> {
  let left = count;
  const before = cpuUsage();
  await Promise.all(Array.from({ length: WINDOW }, async () => {
    while (left-- > 0) {
      const result = await connector.submit(newSms());
      if (result.status !== "accepted") throw new Error(JSON.stringify(result));
    }
  }));
  const { system, user } = cpuUsage(before);
  return (system + user) / count;
}

const commands = Deno.serve(
  { hostname: "127.0.0.1", port: 0, onListen: () => {} },
  async (request) => {
    const count = Number(new URL(request.url).searchParams.get("count"));
    return Response.json(await run(count));
  },
);
console.log(JSON.stringify({ port: commands.addr.port }));
