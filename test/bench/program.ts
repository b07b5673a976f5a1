/** The program `serve` in a process of its own, provisioned over its admin API. */
import { allocatorVariables } from "../../tools/launch/allocator.ts";
import { bytesOf, memoryOf } from "../../tools/launch/memory.ts";
import { runtimeFlags } from "../../tools/launch/runtime_flags.ts";
import { freePort } from "../support/free_port.ts";

/** Admin token of the services. */
export const ADMIN_TOKEN = "token-of-the-benchmarks";

export interface Program extends AsyncDisposable {
  pid: number;
  /** Without a trailing slash. */
  url: string;
  /** Milliseconds from the start of the process to its first response. */
  readyMs: number;
  /**
   * Calls the admin API with this body, and returns the response's; null: it has none.
   * @throws Error with the response, where it is no success.
   */
  // deno-lint-ignore no-explicit-any -- benchmarks look into bodies field by field
  admin(path: string, body: unknown): Promise<any>;
  /** Returns the delays of the event loop since the last call, in milliseconds. */
  loopDelays(): Promise<number[]>;
}

/**
 * Starts a service with these settings.
 *
 * @param file Module of the service. Default: the program.
 */
export async function startProgram(
  env: Record<string, string>,
  file = "program_service.ts",
): Promise<Program> {
  const [port, loopPort] = [freePort(), freePort()];
  const url = `http://127.0.0.1:${port}`;
  const memory = await memoryOf(["serve"], env);
  const module = new URL(file, import.meta.url).pathname;
  const started = performance.now();
  const child = new Deno.Command(Deno.execPath(), {
    args: ["run", ...runtimeFlags("serve", bytesOf(memory)), "-A", module, "serve"],
    env: {
      EVENT_LOOP_PORT: String(loopPort),
      ...{ PORT: String(port), LOG_LEVEL: "warn", ADMIN_TOKEN, OUTBOUND_ALLOW: "127.0.0.0/8" },
      ...allocatorVariables(env),
      MEMORY: memory,
      ...env,
    },
    stdin: "null",
    stdout: "null",
    stderr: "null",
  }).spawn();
  while (!await responds(url)) await pause(2);
  return {
    pid: child.pid,
    url,
    readyMs: performance.now() - started,
    async admin(path, body) {
      const response = await fetch(`${url}/admin/v1${path}`, {
        method: "POST",
        headers: { authorization: `Bearer ${ADMIN_TOKEN}`, "content-type": "application/json" },
        body: JSON.stringify(body),
      });
      if (!response.ok) throw new Error(`${path}: ${await response.text()}`);
      return response.status === 204 ? null : await response.json();
    },
    loopDelays: async () => await (await fetch(`http://127.0.0.1:${loopPort}/`)).json(),
    async [Symbol.asyncDispose]() {
      child.kill("SIGTERM");
      await child.status;
    },
  };
}

/** Account of a benchmark. */
export interface Customer {
  account: string;
  apiKey: string;
}

/** Creates an account with a sender: by default 111122, which it shares with others. */
export async function createCustomer(
  { admin }: Program,
  postbackUrl: string,
  sender: Record<string, unknown> = { address: "111122", shared: true },
): Promise<Customer> {
  const account = `bench-${crypto.randomUUID().slice(0, 8)}`;
  const created = await admin("/accounts", { account, name: "Bench", "postback-url": postbackUrl });
  await admin(`/accounts/${account}/senders`, { kind: "short-code", country: "US", ...sender });
  return { account, apiKey: created["api-key"] };
}

async function responds(url: string): Promise<boolean> {
  try {
    const response = await fetch(`${url}/readyz`);
    await response.body?.cancel();
    return response.ok;
  } catch {
    return false;
  }
}

export const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** Reads the metrics of a service: values by name and labels, as the text format has them. */
export async function readSamples({ url }: Pick<Program, "url">): Promise<Map<string, number>> {
  const text = await (await fetch(`${url}/metrics`)).text();
  const lines = text.split("\n").filter((line) => line !== "" && !line.startsWith("#"));
  return new Map(lines.map((line) => {
    const [, name, value] = /^(\S+|\S+\{.*\}) (\S+)/.exec(line)!;
    return [name!, Number(value)];
  }));
}
