/** Submissions over MM7 with their responses, for the exchange log. */
import type { BasicCredentials } from "../../core/account/basic_credentials.ts";
import { CLIENT, listParts, type NewExchange } from "../../core/exchange/exchange.ts";
import type { Part } from "../../mime/reader.ts";
import type { RequestBody } from "../../mime/request.ts";
import { decodeXml } from "../../lib/xml/encoding.ts";
import { acceptanceText, type ResponseContext } from "./response.ts";

export interface Mm7Facts extends RequestBody {
  messageId: string;
  /** Time of the request, in milliseconds since the epoch. */
  at: number;
  context: ResponseContext;
  credentials: BasicCredentials | null;
}

/** Returns the envelope of a submission as it came, a list of its other parts, and the response. */
export function mm7Exchange(
  { messageId, at, root, start, context, credentials }: Mm7Facts,
): NewExchange[] {
  const secrets = [credentials?.password ?? ""];
  const common = { trackingId: messageId, peer: CLIENT, protocol: "mm7", secrets } as const;
  const parts = listParts(root, start);
  return [
    { ...common, at, direction: "in", title: "SubmitReq", content: envelopeOf(start) },
    ...parts === "" ? [] : [
      {
        ...common,
        at,
        direction: "in",
        title: "Parts of the SubmitReq",
        content: parts,
      } as const,
    ],
    {
      ...common,
      direction: "out",
      title: "SubmitRsp",
      content: acceptanceText(messageId, context.echo),
    },
  ];
}

/** Returns an envelope as text: in UTF-16, its credentials could not be masked. */
function envelopeOf({ content, parameters }: Part): string {
  return decodeXml(content, parameters.get("charset") ?? null).text;
}
