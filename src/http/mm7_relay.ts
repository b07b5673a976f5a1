/** `POST {base_url}/mm7/relay/{connector}`: what MMSCs report and deliver. */
import type { Connector, Connectors } from "../env.ts";
import type { Log } from "../log.ts";
import type { BodyReader } from "./body.ts";
import { Mm7Error, NO_ECHO } from "../mm7/status.ts";
import { faultResponse } from "./mm7_answer.ts";

export interface Mm7RelayOptions {
  connectors: Pick<Connectors, "get" | "reload">;
  bodies: BodyReader;
  log: Log;
  maxBytes: number;
}

const NONE = new Uint8Array();

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
    const { headers } = request;
    const isTextXml = /\btext\/xml\b/i.test(headers.get("content-type") ?? "");
    try {
      const connector = await find(name);
      // As where the credentials do not hold: which connectors there are is nobody's business.
      if (connector?.receive === undefined) throw new Mm7Error("unauthenticated");
      // Whoever is not admitted is told so without his body.
      if (connector.admits?.(headers) === false) {
        return await connector.receive({ headers, body: NONE });
      }
      using body = await bodies.read(request, { maxBytes, owner: `/mm7/relay/${name}` });
      return await connector.receive({ headers, body: body.bytes });
    } catch (error) {
      return faultResponse(error, { echo: NO_ECHO, isTextXml, from: "VASP" }, log);
    }
  };
}
