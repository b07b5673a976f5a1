/** The server of a service: where it listens, and how it ends. */
import type { Config } from "../config/mod.ts";
import type { Log } from "../log/mod.ts";

/**
 * Opens the doors.
 *
 * @throws Error that names the key and says what to do, where HOST or PORT cannot be had.
 */
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
    throw inOperatorsWords(error, HOST, PORT);
  }
}

function inOperatorsWords(error: unknown, host: string, port: number): unknown {
  if (error instanceof Deno.errors.AddrInUse) {
    return new Error(`port ${port} of ${host} is in use; stop what has it, or give PORT another`);
  }
  if (error instanceof Deno.errors.PermissionDenied) {
    return new Error(`PORT ${port} is not open to this user; give PORT one from 1024 on`);
  }
  if (error instanceof Deno.errors.AddrNotAvailable) {
    return new Error(
      `HOST ${host} is no address of this machine; give HOST one that is, or 0.0.0.0 for all`,
    );
  }
  // Deno has no error of its own for names: URIError by their form, else getaddrinfo's words.
  const isName = error instanceof Error && /^(invalid|failed to lookup) /.test(error.message);
  return isName ? new Error(`HOST ${host} is neither an address nor a name known here`) : error;
}

/** Where it is reached from this machine, without a slash at the end. */
export function urlOf({ hostname, port }: Deno.NetAddr): string {
  const host = hostname === "0.0.0.0" || hostname === "::" ? "127.0.0.1" : hostname;
  return `http://${host.includes(":") ? `[${host}]` : host}:${port}`;
}

/** One step after another, each until it is done or the time of them all is over. */
export async function inTime(ms: number, ...steps: (() => Promise<unknown>)[]): Promise<void> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<void>((resolve) => timer = setTimeout(resolve, ms));
  try {
    for (const step of steps) await Promise.race([step(), late]);
  } finally {
    clearTimeout(timer);
  }
}
