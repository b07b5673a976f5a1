/** Texts to one SMSC while hundreds of the same account wait for another, which is down. */
import { createDatabase } from "../support/postgres.ts";
import { type Server, startServer } from "./load.ts";
import { sendsms } from "./mm7_accept.ts";
import type { Row } from "./mod.ts";

const RATE = 40;
const SECONDS = 5;
const WAITING = 600;
/** Senders of the SMSC that works, and of the one that goes down. */
const [UP, DOWN] = ["111122", "111123"];

/** Measures the slowest way from accept to submission, beside the others and alone. */
export async function neighbour(postgresUrl: string): Promise<Row> {
  const directory = await Deno.makeTempDir({ prefix: "slidepost-bench-" });
  try {
    await using up = await startServer("smsc_server.ts", ["silent"]);
    await using down = await startServer("smsc_server.ts", ["silent"]);
    const links = [up, down].map(({ hello }) => ({
      kind: "smpp",
      port: hello.port,
      rate: null,
      burst: 0,
    }));
    const args = [JSON.stringify(links), "shared"];
    await using service = await startServer("crowds_service.ts", args, {
      DATABASE_URL: await createDatabase(postgresUrl),
      DATA_DIR: directory,
    });
    const { apiKeys, port } = service.hello;
    const send = sender({ hello: { apiKey: apiKeys[0], port } });
    await Promise.all([send(UP), send(DOWN)]);
    const alone = await slowestMs(up, send);
    await ask(down, "/close");
    await Promise.all(Array.from({ length: WAITING }, () => send(DOWN)));
    const beside = await slowestMs(up, send);
    return {
      name: `accept → submit, beside ${WAITING} that wait for another`,
      value: `${beside.toFixed(0)} ms`,
      ceiling: `${alone.toFixed(0)} ms alone, slowest`,
      ratio: (beside - alone) / 300,
      target: { atMost: 1 },
    };
  } finally {
    await Deno.remove(directory, { recursive: true });
  }
}

/** Returns a function that sends a text with the time at which it is sent. */
function sender(server: Pick<Server, "hello">): (from: string) => Promise<void> {
  const { url, headers, body } = sendsms(server);
  const template = JSON.parse(body);
  return async (from) => {
    const text = `${performance.timeOrigin + performance.now()} Hello`;
    const request = JSON.stringify({ ...template, from, "message-text": text });
    const response = await fetch(url, { method: "POST", headers, body: request });
    if (!response.ok) throw new Error(await response.text());
    await response.body?.cancel();
  };
}

/** Sends texts evenly, and measures the slowest until the SMSC has it, in milliseconds. */
async function slowestMs(smsc: Server, send: (from: string) => Promise<void>): Promise<number> {
  await ask(smsc, "/forget");
  const count = RATE * SECONDS;
  const sent: Promise<void>[] = [];
  for (let n = 0; n < count; n++) {
    sent.push(send(UP));
    await new Promise((resolve) => setTimeout(resolve, 1000 / RATE));
  }
  await Promise.all(sent);
  for (;;) {
    const { delays } = await ask(smsc, "/delays");
    if (delays.length === count) return Math.max(...delays);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

async function ask({ hello }: Server, path: string) {
  return await (await fetch(`http://127.0.0.1:${hello.stats}${path}`)).json();
}
