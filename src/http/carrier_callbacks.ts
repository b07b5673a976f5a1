/** `{base_url}/carriers/{connector}/…`: reports and messages of carriers over HTTP. */
import { Refusal } from "../core/errors.ts";
import { type CallbackRequest, type Callbacks, type Connectors, StoreDown } from "../ports/mod.ts";
import type { Log } from "../log/mod.ts";
import type { BodyReader } from "./body.ts";
import type { CredentialGuard } from "./credential_guard.ts";
import { failureResponse, refusalOf } from "./failure.ts";
import { createSharedCall } from "./shared_call.ts";

export interface CarrierCallbackOptions {
  connectors: Pick<Connectors, "get" | "reload">;
  guard: CredentialGuard;
  bodies: BodyReader;
  log: Log;
  /** Maximum size of a request body, in bytes. */
  maxBytes: number;
  /** Returns the public base URL, without a trailing slash. */
  baseUrl(): string;
}

const DOOR = "/carriers";

/** Minimum time between reloads of the connectors that rejected requests cause, in milliseconds. */
const RELOAD_MS = 1000;

/**
 * Creates the handler of carriers' callbacks, which never rejects. The body is read first, within
 * its limits, as signatures are made over it; nothing of it is parsed before the signature is
 * checked. Unknown connectors and wrong signatures get the same response.
 */
export function createCarrierCallbacks(
  { connectors, guard, bodies, log, maxBytes, baseUrl }: CarrierCallbackOptions,
): (connector: string, request: Request) => Promise<Response> {
  /** Another machine may just have created the connector or changed its credentials. */
  const reload = createSharedCall(() => connectors.reload(), RELOAD_MS);

  function verifiedBy(name: string, request: CallbackRequest): Callbacks | null {
    const callbacks = connectors.get(name)?.callbacks;
    return callbacks?.verifies(request) ? callbacks : null;
  }

  async function find(name: string, request: CallbackRequest): Promise<Callbacks | null> {
    const callbacks = verifiedBy(name, request);
    if (callbacks !== null) return callbacks;
    await reload();
    return verifiedBy(name, request);
  }

  /** Returns the URL as the carrier was given it: behind a proxy, the request has another one. */
  function publicUrl(url: string): URL {
    const { pathname, search } = new URL(url);
    return new URL(`${baseUrl()}${pathname}${search}`);
  }

  async function handle(name: string, request: Request): Promise<Response> {
    const { headers, method } = request;
    using body = await bodies.read(request, { maxBytes, owner: `${DOOR}/${name}` });
    const url = publicUrl(request.url);
    const path = url.pathname.slice(url.pathname.indexOf(`${DOOR}/`)).split("/").slice(3).join("/");
    const callback: CallbackRequest = { method, url, path, headers, body: body.bytes };
    // The first half of a challenge and its response is no wrong credential.
    if (isToBeChallenged(name, headers)) return unauthorised(name);
    const callbacks = await guard.verify({
      door: DOOR,
      headers,
      // A password, or a secret in the URL; signatures cannot be guessed.
      credential: `${name} ${headers.get("authorization") ?? ""} ${url.href}`,
      connector: connectors.get(name)?.name,
    }, () => find(name, callback));
    return callbacks === null ? unauthorised(name) : await callbacks.receive(callback);
  }

  function isToBeChallenged(name: string, headers: Headers): boolean {
    return connectors.get(name)?.callbacks?.challenge !== undefined &&
      !headers.has("authorization");
  }

  function unauthorised(name: string): Response {
    const challenge = connectors.get(name)?.callbacks?.challenge;
    return new Response("the signature or the credentials are missing or wrong\n", {
      status: 401,
      headers: challenge === undefined ? {} : { "www-authenticate": challenge },
    });
  }

  return async (name, request) => {
    try {
      return await handle(name, request);
    } catch (error) {
      if (error instanceof StoreDown) log.debug({ err: error.message }, "the store is unavailable");
      return failureResponse(error instanceof Refusal ? error : refusalOf(error, log));
    }
  };
}
