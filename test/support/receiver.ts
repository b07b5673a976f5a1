/** Receiver of postbacks on loopback. */
import { XMLParser } from "npm:fast-xml-parser@5.12.1";
import { assertPostback } from "../contract/validate.ts";
import { createChanges } from "./until.ts";

export interface ReceivedPostback {
  headers: Headers;
  /** Body as it arrived. */
  raw: string;
  /** Fields of the body; of XML, all texts. */
  // deno-lint-ignore no-explicit-any -- tests look into bodies field by field
  body: any;
  at: number;
}

export interface Receiver {
  url: string;
  received: ReceivedPostback[];
  /** Responds to a request. Default: 204. */
  respond: (postback: ReceivedPostback) => Response | Promise<Response>;
  /** Resolves when `enough` holds; rejects after PATIENCE_MS with what has arrived. */
  until(enough: (received: ReceivedPostback[]) => boolean): Promise<ReceivedPostback[]>;
  /** Returns the codes of a tracking-id's postbacks, in order of arrival. */
  codes(trackingId: string): string[];
  /** Resolves when the codes of a tracking-id are exactly these. */
  untilCodes(trackingId: string, codes: string[]): Promise<void>;
  stop(): Promise<void>;
}

const XML = new XMLParser({ parseTagValue: false });

const trackingIdOf = ({ body }: ReceivedPostback) => body["tracking-id"] ?? body.trackingid;

export function startReceiver(): Promise<Receiver> {
  const received: ReceivedPostback[] = [];
  /** Postbacks that openapi.yaml does not allow, in any test. */
  const breaches: Error[] = [];
  const changes = createChanges();
  const server = Deno.serve(
    { hostname: "127.0.0.1", port: 0, onListen: () => {} },
    async (request) => {
      const raw = await request.text();
      const isXml = request.headers.get("content-type") === "application/xml";
      const body = isXml ? XML.parse(raw).postback : JSON.parse(raw);
      const postback = { headers: request.headers, raw, body, at: Date.now() };
      try {
        if (!isXml) assertPostback(body.code, body);
      } catch (error) {
        breaches.push(error as Error);
      }
      const response = await receiver.respond(postback);
      received.push(postback);
      changes.changed();
      return response;
    },
  );

  const receiver: Receiver = {
    url: `http://127.0.0.1:${server.addr.port}/postbacks`,
    received,
    respond: () => new Response(null, { status: 204 }),
    until: (enough) =>
      changes.until(() => enough(received) ? received : undefined, () => {
        const arrived = received.map((postback) =>
          `${postback.body.code} ${trackingIdOf(postback)}`
        );
        return `not enough postbacks; came: ${arrived.join(", ") || "none"}`;
      }),
    codes: (trackingId) =>
      received.filter((postback) => trackingIdOf(postback) === trackingId).map(({ body }) =>
        body.code
      ),
    async untilCodes(trackingId, codes) {
      await receiver.until(() => receiver.codes(trackingId).join() === codes.join());
    },
    async stop() {
      await server.shutdown();
      if (breaches.length > 0) throw breaches[0];
    },
  };
  return Promise.resolve(receiver);
}
