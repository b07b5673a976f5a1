/** First step of a submission: reads the request, without effects. */
import type { PassThrough } from "../../core/composition/content.ts";
import type { SubmitRequest } from "../../core/submission/request.ts";
import { type Part, startOf } from "../../mime/reader.ts";
import type { Envelope } from "../../mm7/envelope.ts";
import type { Leniency } from "../../mm7/leniency.ts";
import { destinationOf, digitsOf, readSubmitReq } from "../../mm7/submit_req.ts";
import { parseTime } from "../../mm7/times.ts";
import { applyTreatment, type Submission } from "../../mm7/treatment.ts";
import { readContent } from "./content.ts";

export interface ReadSubmitOptions {
  /** Time of submission, milliseconds since the epoch. */
  at: number;
  /** Maximum and default lifetime of the message, in milliseconds. */
  maxLife: number;
  /** Reading of what a request lacks. */
  leniency: Leniency;
  /** Value of `X-Service-Carrier-Id`. */
  operatorId: string | null;
}

/**
 * Reads a submission. Faults of its elements come before any other and are thrown. Those of sender,
 * recipient and content come after facts that are not loaded yet, and are values; content is read
 * when it is their turn.
 *
 * @param root The multipart that holds the attachments.
 * @throws {Mm7Error}
 */
export function readSubmit(
  envelope: Envelope,
  root: Part,
  { at, maxLife, leniency, operatorId }: ReadSubmitOptions,
): SubmitRequest {
  const { transactionId, echo } = envelope;
  const others = othersIn(root);
  const request = readSubmitReq(envelope, leniency, others.length);
  const submission = applyTreatment(request, { at, echo, maxLife });
  const { VASPID, VASID = null, SenderAddress } = submission.SenderIdentification;
  return {
    transactionId,
    vaspId: VASPID,
    vasId: VASID,
    sender: digitsOf(SenderAddress),
    destination: destinationOf(request),
    operatorId: operatorId || null,
    subject: submission.Subject ?? null,
    adaptable: request.Content.allowAdaptations,
    passThrough: passThroughOf(submission),
    readContent: () => readContent(others, request.Content.href, request.Content.allowAdaptations),
    submittedAt: at,
    expiresAt: request.ExpiryDate === undefined
      ? at + maxLife
      : parseTime(submission.ExpiryDate, at)!,
  };
}

/** Lists the parts beside the envelope. */
function othersIn(root: Part): Part[] {
  const start = startOf(root);
  return root.parts.filter((part) => part !== start);
}

function passThroughOf(
  { ServiceCode, MessageClass, Priority, TimeStamp }: Submission,
): PassThrough {
  return {
    ...(ServiceCode === undefined ? {} : { serviceCode: ServiceCode }),
    ...(MessageClass === undefined ? {} : { messageClass: MessageClass }),
    ...(Priority === undefined ? {} : { priority: Priority }),
    timeStamp: TimeStamp,
  };
}
