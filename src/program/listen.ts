/** The server of a service: where it listens, and how it ends. */
import type { Config } from "../config.ts";
import type { Log } from "../log.ts";

/** Throws an Error that says what to do where the port is taken. */
export function listen(
  { HOST, PORT }: Config,
  log: Log,
  answer: Deno.ServeHandler,
): Deno.HttpServer<Deno.NetAddr> {
  const onError = (error: unknown) => {
    log.error({ err: String(error) }, "request failed");
    return new Response("internal error\n", { status: 500 });
  };
  try {
    return Deno.serve({ hostname: HOST, port: PORT, onListen: () => {}, onError }, answer);
  } catch (error) {
    if (!(error instanceof Deno.errors.AddrInUse)) throw error;
    throw new Error(`port ${PORT} of ${HOST} is in use; stop what has it, or give PORT another`);
  }
}

/** Where it is reached from this machine, without a slash at the end. */
export function urlOf({ hostname, port }: Deno.NetAddr): string {
  const host = hostname === "0.0.0.0" || hostname === "::" ? "127.0.0.1" : hostname;
  return `http://${host.includes(":") ? `[${host}]` : host}:${port}`;
}

/** One step after another, each until it is done or the time of them all is over. */
export async function inTime(seconds: number, ...steps: (() => Promise<unknown>)[]): Promise<void> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<void>((resolve) => timer = setTimeout(resolve, seconds * 1000));
  try {
    for (const step of steps) await Promise.race([step(), late]);
  } finally {
    clearTimeout(timer);
  }
}
