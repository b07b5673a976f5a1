/** `POST {base_url}/mm7/relay/{connector}`: delivery reports and MO messages from MMSCs. */
import { Refusal } from "../../core/errors.ts";
import { type Connector, type Connectors, StoreDown } from "../../ports/mod.ts";
import type { Log } from "../../log/mod.ts";
import type { BodyReader } from "../requests/body.ts";
import type { CredentialGuard } from "../requests/credential_guard.ts";
import { Mm7Error, NO_ECHO } from "../../mm7/status.ts";
import { faultResponse } from "../mm7/response.ts";
import { createSharedCall } from "../requests/shared_call.ts";

export interface Mm7RelayOptions {
  connectors: Pick<Connectors, "get" | "reload">;
  guard: CredentialGuard;
  bodies: BodyReader;
  log: Log;
  /** Maximum size of a request body, in bytes. */
  maxBytes: number;
}

/** Minimum time between reloads of the connectors that rejected requests cause, in milliseconds. */
const RELOAD_MS = 1000;

/** A connector that receives its carrier's requests. */
type Receiving = Connector & Required<Pick<Connector, "receive">>;

/**
 * Creates the handler of a connector's inbound requests, which never rejects. Unknown connectors
 * and wrong credentials take the same path to the same response, so that names cannot be probed.
 */
export function createMm7Relay(
  { connectors, guard, bodies, log, maxBytes }: Mm7RelayOptions,
): (name: string, request: Request) => Promise<Response> {
  /** Another machine may just have created the connector or changed its credentials. */
  const reload = createSharedCall(() => connectors.reload(), RELOAD_MS);

  function admittedBy(name: string, headers: Headers): Receiving | null {
    const connector = connectors.get(name);
    return connector?.receive !== undefined && connector.authenticates?.(headers) !== false
      ? connector as Receiving
      : null;
  }

  async function find(name: string, headers: Headers): Promise<Receiving | null> {
    const connector = admittedBy(name, headers);
    if (connector !== null) return connector;
    await reload();
    return admittedBy(name, headers);
  }

  return async (name, request) => {
    const { headers } = request;
    const isTextXml = /\btext\/xml\b/i.test(headers.get("content-type") ?? "");
    try {
      const authorization = headers.get("authorization");
      // Authenticates before it reads the body.
      const connector = await guard.verify({
        door: "/mm7/relay",
        headers,
        credential: authorization && `${name} ${authorization}`,
        connector: connectors.get(name)?.name,
      }, () => find(name, headers));
      if (connector === null) throw new Mm7Error("unauthenticated");
      using body = await bodies.read(request, { maxBytes, owner: `/mm7/relay/${name}` });
      return await connector.receive({ headers, body: body.bytes });
    } catch (error) {
      const context = { echo: NO_ECHO, isTextXml, from: "VASP" } as const;
      return faultResponse(retriable(error, log), context, log);
    }
  };
}

/** Turns an unexpected error into a 503: an MMSC takes a fault with HTTP 200 as final. */
function retriable(error: unknown, log: Log): unknown {
  const isExpected = error instanceof Mm7Error || error instanceof Refusal ||
    error instanceof StoreDown;
  if (isExpected) return error;
  const { message, stack } = error instanceof Error ? error : new Error(String(error));
  log.error({ err: message, stack }, "internal error");
  return new Mm7Error("unavailable");
}
