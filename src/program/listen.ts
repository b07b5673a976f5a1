/** HTTP server of a service: listening and shutdown. */
import type { Config } from "../config/mod.ts";
import { deadline } from "../lib/deadline.ts";
import type { Log } from "../log/mod.ts";

/**
 * Listens on HOST and PORT.
 *
 * @throws Error that names the key and says what to do, where HOST or PORT is unavailable.
 */
export function listen(
  { HOST, PORT }: Config,
  log: Log,
  handler: Deno.ServeHandler,
): Deno.HttpServer<Deno.NetAddr> {
  const onError = (error: unknown) => {
    log.error({ err: String(error) }, "request failed");
    return new Response("internal error\n", { status: 500 });
  };
  try {
    return Deno.serve({ hostname: HOST, port: PORT, onListen: () => {}, onError }, handler);
  } catch (error) {
    throw toOperatorError(error, HOST, PORT);
  }
}

function toOperatorError(error: unknown, host: string, port: number): unknown {
  if (error instanceof Deno.errors.AddrInUse) {
    return new Error(
      `port ${port} of ${host} is in use; stop the program that uses it, or set PORT to another`,
    );
  }
  if (error instanceof Deno.errors.PermissionDenied) {
    return new Error(`PORT ${port} is not permitted to this user; set PORT to 1024 or higher`);
  }
  if (error instanceof Deno.errors.AddrNotAvailable) {
    return new Error(
      `HOST ${host} is not an address of this machine; set HOST to one that is, or to 0.0.0.0 for all`,
    );
  }
  // Deno has no error class for names: a malformed one is a URIError, others have getaddrinfo's text.
  const isName = error instanceof Error && /^(invalid|failed to lookup) /.test(error.message);
  return isName ? new Error(`HOST ${host} is neither an address nor a name that resolves`) : error;
}

/** Returns the URL that reaches the server from this machine, without a trailing slash. */
export function urlOf({ hostname, port }: Deno.NetAddr): string {
  const host = hostname === "0.0.0.0" || hostname === "::" ? "127.0.0.1" : hostname;
  return `http://${host.includes(":") ? `[${host}]` : host}:${port}`;
}

/** Runs steps in order. Once the deadline that they share has passed, waits for none of them. */
export async function runWithin(ms: number, ...steps: (() => Promise<unknown>)[]): Promise<void> {
  const end = performance.now() + ms;
  for (const step of steps) await deadline(step(), end - performance.now(), () => {});
}
