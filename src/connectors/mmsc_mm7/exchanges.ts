/** Exchanges with an MMSC about a message, for the exchange log. */
import { writeBasic } from "../../core/account/basic_credentials.ts";
import { listParts, type NewExchange } from "../../core/exchange/exchange.ts";
import type { MmscMm7Settings } from "../../core/routing/connector.ts";
import { readRequest } from "../../mime/request.ts";
import { FetchRefused, type PostResponse } from "../../ports/mod.ts";
import type { SubmissionRequest } from "./submission.ts";

export interface Mm7Exchanges {
  /** Returns the envelope of a submission, and a list of its other parts. */
  request(trackingId: string, request: SubmissionRequest): NewExchange[];
  /** Returns the response to a submission, or its absence. */
  response(trackingId: string, response: PostResponse | FetchRefused): NewExchange[];
  /** Returns the envelope of a request of the MMSC. */
  received(trackingId: string, operation: string, envelope: Uint8Array): NewExchange[];
}

export function createMm7Exchanges(peer: string, settings: MmscMm7Settings): Mm7Exchanges {
  const common = { peer, protocol: "mm7", secrets: secretsOf(settings) } as const;
  return {
    request(trackingId, { headers, body }) {
      const unlimited = { maxParts: Infinity, maxContentBytes: Infinity };
      const { root, start } = readRequest(headers["content-type"]!, body, unlimited);
      const said = { ...common, trackingId, direction: "out" } as const;
      return [
        { ...said, title: "SubmitReq", content: start.content },
        { ...said, title: "Parts of the SubmitReq", content: listParts(root, start) },
      ];
    },

    response(trackingId, response) {
      const said = { ...common, trackingId, direction: "in" } as const;
      return response instanceof FetchRefused
        ? [{ ...said, title: "No response", content: response.reason }]
        : [{ ...said, title: `HTTP ${response.status}`, content: response.body }];
    },

    received: (trackingId, operation, envelope) => [
      { ...common, trackingId, direction: "in", title: operation, content: envelope },
    ],
  };
}

/** Lists the credentials on either side; error pages may quote those that we sent. */
function secretsOf(
  { username, password, relayUsername, relayPassword }: MmscMm7Settings,
): string[] {
  return [[username, password], [relayUsername, relayPassword]].flatMap(([user, secret]) => {
    if (secret == null) return [];
    if (user == null) return [secret];
    const [, token] = writeBasic({ user, password: secret }).split(" ");
    return [secret, token!];
  });
}
