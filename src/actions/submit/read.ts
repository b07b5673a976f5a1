/** First step of a submission: reads the request, without effects. */
import type { MissingAdaptations } from "../../core/account/account.ts";
import type { PassThrough } from "../../core/message/message.ts";
import type { SubmitRequest } from "../../core/submission/request.ts";
import type { Part } from "../../mime/reader.ts";
import type { Envelope } from "../../mm7/envelope.ts";
import { destinationOf, digitsOf, readSubmitReq } from "../../mm7/submit_req.ts";
import { parseTime } from "../../mm7/times.ts";
import { applyTreatment, type Submission } from "../../mm7/treatment.ts";
import { readContent } from "./content.ts";

export interface ReadSubmitOptions {
  /** Time of submission, milliseconds since the epoch. */
  at: number;
  /** Maximum and default lifetime of the message, in milliseconds. */
  maxLife: number;
  /** Meaning of a Content without `allowAdaptations`. */
  missingAdaptations: MissingAdaptations;
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
  { at, maxLife, missingAdaptations, operatorId }: ReadSubmitOptions,
): SubmitRequest {
  const { transactionId, echo } = envelope;
  const request = readSubmitReq(envelope, missingAdaptations);
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
    readContent: () => readContent(root, submission.Content.href, request.Content.allowAdaptations),
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
