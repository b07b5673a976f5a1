/** Reads an MMS from a handset out of a DeliverReq. */
import { createHash } from "node:crypto";
import { truncate } from "../../core/characters.ts";
import { indexParts } from "../../core/media/part_reference.ts";
import type { Blobs, InboundMms } from "../../ports/mod.ts";
import type { Address, DeliverReq } from "../../generated/mm7.ts";
import type { Part } from "../../mime/reader.ts";
import { type Envelope, openEnvelope } from "../../mm7/envelope.ts";
import { Mm7Error } from "../../mm7/status.ts";
import { digitsOf } from "../../mm7/submit_req.ts";
import { storeFiles } from "./inbound_files.ts";
import { withSender } from "./inbound_sender.ts";

/** Elements that may be invalid, since they are not used. */
const TOLERATED: ReadonlySet<string> = new Set([
  "MM7Version",
  "Previouslysentby",
  "Previouslysentdateandtime",
  "Priority",
  "UACapabilities",
]);

/** Maximum length of a subject, in characters; handsets write a tenth of it. */
const SUBJECT_MAX_LENGTH = 1000;

const CONTENT: ReadonlySet<string> = new Set(["Content"]);

/** Facts of the request outside its envelope. */
export interface DeliverContext {
  connector: string;
  /** Whole body. */
  root: Part;
  /** Part of the envelope; equals `root` when there are no others. */
  start: Part;
  operatorId: string | null;
  /** Time of receipt, in milliseconds since the epoch. */
  at: number;
}

/**
 * Reads a DeliverReq and stores its files.
 *
 * @throws Mm7Error 2007, 2502, 2504, 2513
 */
export async function readDeliverReq(
  envelope: Envelope,
  { connector, root, start, operatorId, at }: DeliverContext,
  blobs: Pick<Blobs, "put">,
): Promise<InboundMms> {
  const request = openRequest({ ...envelope, message: withSender(envelope.message) });
  const from = senderOf(request, envelope);
  const [to, ...alsoTo] = recipientsOf(request, envelope);
  const content = contentOf(request, root.parts.filter((part) => part !== start), envelope);
  const files = await storeFiles(content, blobs);
  const identity = [
    envelope.transactionId,
    from,
    to,
    ...files.map(({ type, blob }) => [type, blob]),
  ];
  return {
    connector,
    key: createHash("sha256").update(JSON.stringify(identity)).digest("hex"),
    from,
    to,
    ...alsoTo.length === 0 ? {} : { alsoTo },
    vasid: request.VASID || null,
    subject: truncate(request.Subject ?? "", SUBJECT_MAX_LENGTH) || null,
    operatorId,
    files,
    at,
  };
}

function openRequest(envelope: Envelope): DeliverReq {
  try {
    return openEnvelope(envelope, "DeliverReq", { tolerated: TOLERATED });
  } catch (error) {
    // A Content without href counts as missing; any other fault in it may change which files count.
    if (!(error instanceof Mm7Error && error.status === "contentMissing")) throw error;
    return openEnvelope(envelope, "DeliverReq", { tolerated: TOLERATED.union(CONTENT) });
  }
}

function senderOf({ Sender }: DeliverReq, { echo }: Envelope): string {
  const digits = digitsOf(Sender);
  if (digits === null) throw new Mm7Error("sourceMissing", "Sender has no number", echo);
  return digits;
}

/** Lists the recipients with a number that are not display-only. */
function recipientsOf(
  { Recipients = {} }: DeliverReq,
  { echo }: Envelope,
): [first: string, ...others: string[]] {
  const { To = [], Cc = [], Bcc = [] } = Recipients;
  const numbers = [...To, ...Cc, ...Bcc]
    .filter(({ displayOnly }: Address) => displayOnly !== true)
    .flatMap((address) => digitsOf(address) ?? []);
  const [first, ...others] = new Set(numbers);
  if (first === undefined) {
    throw new Mm7Error("destinationMissing", "no recipient has a number", echo);
  }
  return [first, ...others];
}

/**
 * Returns the parts of the message: all but the envelope. Content refers to a multipart that holds
 * them, or to one of several, such as the presentation; the others are content too.
 */
function contentOf({ Content }: DeliverReq, parts: Part[], { echo }: Envelope): Part[] {
  if (Content !== undefined && indexParts(parts)(Content.href) === undefined) {
    throw new Mm7Error("attachmentMissing", "no part has the id in Content href", echo);
  }
  return parts;
}
