/** `{base_url}/carriers/{connector}/…`: reports and messages of carriers over HTTP. */
import { Refusal } from "../../core/errors.ts";
import {
  type CallbackHead,
  type CallbackRequest,
  type Callbacks,
  type Connectors,
  StoreDown,
} from "../../ports/mod.ts";
import type { Log } from "../../log/mod.ts";
import type { BodyReader } from "../requests/body.ts";
import type { CredentialGuard } from "../requests/credential_guard.ts";
import { failureResponse, refusalOf } from "../requests/failure.ts";
import { createSharedCall } from "../requests/shared_call.ts";

export interface CarrierCallbackOptions {
  connectors: Pick<Connectors, "get" | "names" | "reload">;
  guard: CredentialGuard;
  bodies: BodyReader;
  log: Log;
  /** Maximum size of a body with media, in bytes. */
  maxBytes: number;
  /** Tells by its headers whether a request may have media in its body. */
  mayHaveMedia(headers: Headers): boolean;
  /** Returns the public base URL, without a trailing slash. */
  baseUrl(): string;
}

const DOOR = "/carriers";

/** Maximum size of a report or a text, in bytes, before its sender is known. */
const STRANGER_MAX_BYTES = 64 << 10;

/** Minimum time between reloads of the connectors that rejected requests cause, in milliseconds. */
const RELOAD_MS = 1000;

/**
 * Creates the handler of carriers' callbacks, which never rejects. A body is a stranger's until
 * credentials before it or its signature prove its sender; nothing of it but the signed form is
 * parsed before. Unknown connectors and wrong signatures take the same time to the same response.
 */
export function createCarrierCallbacks(
  { connectors, guard, bodies, log, maxBytes, mayHaveMedia, baseUrl }: CarrierCallbackOptions,
): (connector: string, request: Request) => Promise<Response> {
  /** Another machine may just have created the connector or changed its credentials. */
  const reload = createSharedCall(() => connectors.reload(), RELOAD_MS);

  function verifiedBy(name: string, request: CallbackRequest): Callbacks | null {
    const named = connectors.get(name)?.callbacks;
    if (named?.verifies(request)) return named;
    for (const callbacks of othersThan(named)) callbacks.verifies(request);
    return null;
  }

  /**
   * Returns the callbacks of one connector of each other provider: verified too, though to no
   * effect, so that the time of a refusal does not tell whether a name exists.
   */
  function othersThan(named: Callbacks | undefined): Iterable<Callbacks> {
    const others = new Map<string | undefined, Callbacks>();
    for (const name of connectors.names()) {
      const callbacks = connectors.get(name)?.callbacks;
      if (callbacks !== undefined) others.set(callbacks.provider, callbacks);
    }
    others.delete(named?.provider);
    return others.values();
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
    const owner = `${DOOR}/${name}`;
    const url = publicUrl(request.url);
    const path = url.pathname.slice(url.pathname.indexOf(`${DOOR}/`)).split("/").slice(3).join("/");
    const head: CallbackHead = { method, url, path, headers };
    const isAdmitted = connectors.get(name)?.callbacks?.admits(head) ?? false;
    using body = await bodies.read(request, {
      maxBytes: isAdmitted || mayHaveMedia(headers) ? maxBytes : STRANGER_MAX_BYTES,
      owner: isAdmitted ? owner : null,
    });
    const callback: CallbackRequest = { ...head, body: body.bytes };
    // The first half of a challenge and its response is no wrong credential.
    if (isToBeChallenged(name, headers)) return unauthorised(name);
    const callbacks = await guard.verify({
      door: DOOR,
      headers,
      // A password, or a secret in the URL; signatures cannot be guessed.
      credential: `${name} ${headers.get("authorization") ?? ""} ${url.href}`,
      connector: connectors.get(name)?.name,
    }, () => find(name, callback));
    if (callbacks === null) return unauthorised(name);
    body.assign(owner);
    return await callbacks.receive(callback);
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
