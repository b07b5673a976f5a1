/** `POST {base_url}/mm7/relay/{connector}`: what MMSCs report and deliver. */
import { Refusal } from "../core/errors.ts";
import type { Connectors } from "../env.ts";
import type { Log } from "../log.ts";
import type { BodyReader } from "./body.ts";
import { NO_ECHO } from "../mm7/status.ts";
import { faultResponse } from "./mm7_answer.ts";

export interface Mm7RelayOptions {
  connectors: Pick<Connectors, "get">;
  bodies: BodyReader;
  log: Log;
  maxBytes: number;
}

/** Answers for the connector of that name; never throws. */
export function createMm7Relay(
  { connectors, bodies, log, maxBytes }: Mm7RelayOptions,
): (name: string, request: Request) => Promise<Response> {
  return async (name, request) => {
    const connector = connectors.get(name);
    if (connector?.receive === undefined) return new Response("not found\n", { status: 404 });
    try {
      const body = await bodies.read(request, maxBytes);
      return await connector.receive({ headers: request.headers, body });
    } catch (error) {
      if (!(error instanceof Refusal)) log.error({ connector: name, err: String(error) }, "relay");
      return faultResponse(error, { echo: NO_ECHO, isTextXml: false }, log);
    }
  };
}
