/** Exchanges with an MMSC about a message, for the exchange log. */
import { writeBasic } from "../../core/account/basic_credentials.ts";
import { listParts, type NewExchange } from "../../core/exchange/exchange.ts";
import type { MmscMm7Settings } from "../../core/routing/connector.ts";
import { parseField } from "../../mime/content_type.ts";
import type { Part } from "../../mime/reader.ts";
import { readRequest } from "../../mime/request.ts";
import { decodeXml } from "../../lib/xml/encoding.ts";
import { FetchRefused, type PostResponse } from "../../ports/mod.ts";
import type { SubmissionRequest } from "./submission.ts";

export interface Mm7Exchanges {
  /** Returns the envelope of a submission, and a list of its other parts. */
  request(trackingId: string, request: SubmissionRequest): NewExchange[];
  /** Returns the response to a submission, or its absence. */
  response(trackingId: string, response: PostResponse | FetchRefused): NewExchange[];
  /** Returns the envelope of a request of the MMSC. */
  received(trackingId: string, operation: string, envelope: Part): NewExchange[];
}

export function createMm7Exchanges(peer: string, settings: MmscMm7Settings): Mm7Exchanges {
  const common = { peer, protocol: "mm7", secrets: secretsOf(settings) } as const;
  return {
    request(trackingId, { headers, body }) {
      const unlimited = { maxParts: Infinity, maxContentBytes: Infinity };
      const { root, start } = readRequest(headers["content-type"]!, body, unlimited);
      const fields = { ...common, trackingId, direction: "out" } as const;
      return [
        { ...fields, title: "SubmitReq", content: start.content },
        { ...fields, title: "Parts of the SubmitReq", content: listParts(root, start) },
      ];
    },

    response(trackingId, response) {
      const fields = { ...common, trackingId, direction: "in" } as const;
      return response instanceof FetchRefused
        ? [{ ...fields, title: "No response", content: response.reason }]
        : [{ ...fields, title: `HTTP ${response.status}`, content: bodyOf(response) }];
    },

    received: (trackingId, operation, envelope) => [
      { ...common, trackingId, direction: "in", title: operation, content: textOf(envelope) },
    ],
  };
}

function bodyOf({ headers, body: content }: PostResponse): string {
  const { parameters } = parseField(headers["content-type"] ?? "");
  return textOf({ content, parameters });
}

/** Returns XML as text: in UTF-16, credentials in it could not be masked. */
function textOf({ content, parameters }: Pick<Part, "content" | "parameters">): string {
  return decodeXml(content, parameters.get("charset") ?? null).text;
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
