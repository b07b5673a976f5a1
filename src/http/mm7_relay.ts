/** `POST {base_url}/mm7/relay/{connector}`: what MMSCs report and deliver. */
import { Refusal } from "../core/errors.ts";
import { type Connector, type Connectors, StoreDown } from "../ports/mod.ts";
import type { Log } from "../log/mod.ts";
import type { BodyReader } from "./body.ts";
import type { CredentialGuard } from "./credential_guard.ts";
import { Mm7Error, NO_ECHO } from "../mm7/status.ts";
import { faultResponse } from "./mm7_response.ts";
import { createSharedCall } from "./shared_call.ts";

export interface Mm7RelayOptions {
  connectors: Pick<Connectors, "get" | "reload">;
  guard: CredentialGuard;
  bodies: BodyReader;
  log: Log;
  maxBytes: number;
}

/** How often requests that are not admitted may cause a look into the store. */
const RELOAD_MS = 1000;

/** A connector that takes what its carrier posts. */
type Receiving = Connector & Required<Pick<Connector, "receive">>;

/**
 * Answers for the connector of that name; never throws. A name that no connector has and credentials
 * that do not hold take the same way to the same answer: which connectors there are is nobody's
 * business.
 */
export function createMm7Relay(
  { connectors, guard, bodies, log, maxBytes }: Mm7RelayOptions,
): (name: string, request: Request) => Promise<Response> {
  /** Another machine may have set a connector up, or changed its credentials, a moment ago. */
  const reload = createSharedCall(() => connectors.reload(), RELOAD_MS);

  function admitting(name: string, headers: Headers): Receiving | null {
    const connector = connectors.get(name);
    return connector?.receive !== undefined && connector.admits?.(headers) !== false
      ? connector as Receiving
      : null;
  }

  async function find(name: string, headers: Headers): Promise<Receiving | null> {
    const found = admitting(name, headers);
    if (found !== null) return found;
    await reload();
    return admitting(name, headers);
  }

  return async (name, request) => {
    const { headers } = request;
    const isTextXml = /\btext\/xml\b/i.test(headers.get("content-type") ?? "");
    try {
      const authorization = headers.get("authorization");
      // Nobody who is not admitted has his body read.
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
      const answering = { echo: NO_ECHO, isTextXml, from: "VASP" } as const;
      return faultResponse(retriable(error, log), answering, log);
    }
  };
}

/** Makes a fault of ours one that is answered 503: an MMSC takes a 200 for final. */
function retriable(error: unknown, log: Log): unknown {
  const isForeseen = error instanceof Mm7Error || error instanceof Refusal ||
    error instanceof StoreDown;
  if (isForeseen) return error;
  const { message, stack } = error instanceof Error ? error : new Error(String(error));
  log.error({ err: message, stack }, "internal error");
  return new Mm7Error("unavailable");
}
