/** First step of a submission: reads the request, without effects. */
import type { PassThrough } from "../../core/composition/content.ts";
import type { SubmitRequest } from "../../core/submission/request.ts";
import type { Part } from "../../mime/reader.ts";
import type { Envelope } from "../../mm7/envelope.ts";
import type { Leniency } from "../../mm7/leniency.ts";
import { destinationOf, digitsOf, readSubmitReq } from "../../mm7/submit_req.ts";
import { parseTime } from "../../mm7/times.ts";
import { applyTreatment, type Submission } from "../../mm7/treatment.ts";

export interface ReadSubmitOptions {
  /** Time of submission, milliseconds since the epoch. */
  at: number;
  /** Maximum and default lifetime of the message, in milliseconds. */
  maxLife: number;
  /** Reading of what a request lacks. */
  leniency: Leniency;
  /** Id in `X-Service-Carrier-Id` or its alias. */
  operatorId: string | null;
}

/**
 * Reads a submission, without its content. Faults of its elements come before any other and are
 * thrown. Those of sender and recipient come after facts that are not loaded yet, and are values.
 *
 * @param others Parts beside the envelope.
 * @throws {Mm7Error}
 */
export function readSubmit(
  envelope: Envelope,
  others: readonly Part[],
  { at, maxLife, leniency, operatorId }: ReadSubmitOptions,
): SubmitRequest {
  const { transactionId, echo } = envelope;
  const request = readSubmitReq(envelope, leniency, others.length);
  const submission = applyTreatment(request, { at, echo, maxLife });
  const { VASPID, VASID = null, SenderAddress } = submission.SenderIdentification;
  return {
    transactionId,
    vaspId: VASPID,
    vasId: VASID,
    sender: digitsOf(SenderAddress),
    destination: destinationOf(request),
    operatorId,
    subject: submission.Subject ?? null,
    adaptable: request.Content.allowAdaptations,
    passThrough: passThroughOf(submission),
    contentHref: request.Content.href,
    submittedAt: at,
    expiresAt: request.ExpiryDate === undefined
      ? at + maxLife
      : parseTime(submission.ExpiryDate, at)!,
  };
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
