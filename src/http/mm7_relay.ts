/** `POST {base_url}/mm7/relay/{connector}`: what MMSCs report and deliver. */
import type { Connector, Connectors } from "../env.ts";
import type { Log } from "../log.ts";
import type { BodyReader } from "./body.ts";
import { NO_ECHO } from "../mm7/status.ts";
import { faultResponse } from "./mm7_answer.ts";

export interface Mm7RelayOptions {
  connectors: Pick<Connectors, "get" | "reload">;
  bodies: BodyReader;
  log: Log;
  maxBytes: number;
}

/** Answers for the connector of that name; never throws. */
export function createMm7Relay(
  { connectors, bodies, log, maxBytes }: Mm7RelayOptions,
): (name: string, request: Request) => Promise<Response> {
  /** One that another machine has just set up is taken up for the asking. */
  async function find(name: string): Promise<Connector | undefined> {
    const known = connectors.get(name);
    if (known !== undefined) return known;
    await connectors.reload();
    return connectors.get(name);
  }

  return async (name, request) => {
    try {
      const connector = await find(name);
      if (connector?.receive === undefined) return new Response("not found\n", { status: 404 });
      const body = await bodies.read(request, maxBytes);
      return await connector.receive({ headers: request.headers, body });
    } catch (error) {
      return faultResponse(error, { echo: NO_ECHO, isTextXml: false }, log);
    }
  };
}
