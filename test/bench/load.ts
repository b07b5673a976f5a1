/** Load from wrk, and servers in processes of their own. */
import { v8Flags } from "../../tools/launch/runtime_flags.ts";

export interface Server extends AsyncDisposable {
  /** Facts in the server's first line. */
  // deno-lint-ignore no-explicit-any -- each server has its own first line
  hello: any;
  pid: number;
}

/** Memory of a server that is not the service, in bytes: as much as it wants. */
const MEMORY = 8e9;

/**
 * Starts a Deno module of this folder; resolves once it has printed its first line (JSON).
 *
 * @param niceness Below 0, it runs before the others where the system allows that. Default 0.
 */
export async function startServer(
  module: string,
  args: string[] = [],
  env: Record<string, string> = {},
  niceness = 0,
): Promise<Server> {
  const child = new Deno.Command("nice", {
    args: [
      `--adjustment=${niceness}`,
      Deno.execPath(),
      "run",
      v8Flags(MEMORY),
      "-A",
      "--unstable-kv",
      `--lock=${new URL("../deno.lock", import.meta.url).pathname}`,
      new URL(module, import.meta.url).pathname,
      ...args,
    ],
    env,
    stdin: "null",
    stdout: "piped",
    stderr: "inherit",
  }).spawn();
  const lines = child.stdout.pipeThrough(new TextDecoderStream()).getReader();
  let text = "";
  while (!text.includes("\n")) {
    const { value, done } = await lines.read();
    if (done) throw new Error(`${module} ended before it was ready`);
    text += value;
  }
  return {
    hello: JSON.parse(text.slice(0, text.indexOf("\n"))),
    pid: child.pid,
    async [Symbol.asyncDispose]() {
      await lines.cancel();
      child.kill("SIGKILL");
      await child.status;
    },
  };
}

export interface Request {
  /** Default: POST. */
  method?: "GET" | "POST";
  url: string;
  headers?: Record<string, string>;
  body: string;
  /** Placeholder in the body, which each request replaces by another number. */
  unique?: string;
}

/** Responses that wrk counted. */
export interface WrkReport {
  requests: number;
  rate: number;
}

/**
 * Measures requests a second over `seconds`, with this number of connections. Throws if any was
 * refused.
 */
export async function requestsPerSecond(
  request: Request,
  connections: number,
  seconds: number,
): Promise<number> {
  return (await wrk(request, connections, seconds)).rate;
}

/** Sends requests for `seconds`, over this number of connections. Throws if any was refused. */
export async function wrk(
  request: Request,
  connections: number,
  seconds: number,
): Promise<WrkReport> {
  const script = await Deno.makeTempFile({ suffix: ".lua" });
  try {
    await Deno.writeTextFile(script, lua(request));
    const { stdout } = await new Deno.Command("wrk", {
      args: [
        ...["-t1", `-c${connections}`, `-d${seconds}s`, "--timeout", "10s", "-s", script],
        request.url,
      ],
    }).output();
    const report = new TextDecoder().decode(stdout);
    const rate = /Requests\/sec:\s*([\d.]+)/.exec(report);
    const requests = /(\d+) requests in/.exec(report);
    if (rate === null || requests === null || /Non-2xx/.test(report)) {
      throw new Error(`load failed:\n${report}`);
    }
    return { requests: Number(requests[1]), rate: Number(rate[1]) };
  } finally {
    await Deno.remove(script);
  }
}

function lua({ method = "POST", headers = {}, body, unique }: Request): string {
  const lines = Object.entries(headers).map(([name, value]) =>
    `wrk.headers[${JSON.stringify(name)}] = ${JSON.stringify(value)}`
  );
  const content = unique === undefined ? [`wrk.body = ${JSON.stringify(body)}`] : [
    // Sixteen digits, which fit a number of Lua; other runs do not repeat them.
    `local count = ${Date.now()} * 1000`,
    `local place = string.rep("0", 16)`,
    `local before, after = ${body.split(unique).map((part) => JSON.stringify(part)).join(", ")}`,
    `local head, tail`,
    `function init()`,
    `  local raw = wrk.format(nil, nil, nil, before .. place .. after)`,
    `  local at = raw:find(place, 1, true)`,
    `  head, tail = raw:sub(1, at - 1), raw:sub(at + #place)`,
    `end`,
    `function request()`,
    `  count = count + 1`,
    `  return head .. string.format("%016.0f", count) .. tail`,
    `end`,
  ];
  return [`wrk.method = "${method}"`, ...lines, ...content].join("\n");
}

/** Returns the median of several runs, so that a single disturbance does not count. */
export function median(values: number[]): number {
  return percentile(values, 0.5);
}

/** Returns the value that this share of the values does not exceed; 1: the largest. */
export function percentile(values: readonly number[], share: number): number {
  const place = Math.min(values.length - 1, Math.floor(values.length * share));
  return values.toSorted((a, b) => a - b)[place]!;
}

export interface Turns {
  rounds: number;
  /** Calls of each work in a turn. Default 1. */
  calls?: number;
}

/** Measures the milliseconds that a call of each takes, by turns, after a warm-up turn. */
export async function medianMs(
  works: readonly (() => unknown)[],
  { rounds, calls = 1 }: Turns,
): Promise<number[]> {
  const turn = async (work: () => unknown) => {
    const started = performance.now();
    for (let n = 0; n < calls; n++) await work();
    return (performance.now() - started) / calls;
  };
  for (const work of works) await turn(work);
  const spent: number[][] = works.map(() => []);
  for (let round = 0; round < rounds; round++) {
    for (const [i, work] of works.entries()) spent[i]!.push(await turn(work));
  }
  return spent.map(median);
}

/** Measures synchronous calls a second of each, by turns of this number of milliseconds. */
export function medianRates(
  works: readonly (() => unknown)[],
  { rounds, milliseconds }: { rounds: number; milliseconds: number },
): number[] {
  const rates: number[][] = works.map(() => []);
  for (let round = 0; round < rounds; round++) {
    works.forEach((work, i) => rates[i]!.push(rate(work, milliseconds)));
  }
  return rates.map(median);
}

function rate(work: () => unknown, milliseconds: number): number {
  const started = performance.now();
  let calls = 0;
  while (performance.now() - started < milliseconds) {
    for (let i = 0; i < 20; i++) work();
    calls += 20;
  }
  return calls / (performance.now() - started) * 1000;
}

/** Formats a rate as `23.4k/s`. */
export function thousands(rate: number): string {
  return `${(rate / 1000).toFixed(1)}k/s`;
}
