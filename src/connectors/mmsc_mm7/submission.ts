/** Writes the request that submits an MMS: SubmitReq and content (3GPP TS 23.140 section 8.7). */
import { Buffer } from "node:buffer";
import { writeBasic } from "../../core/account/basic_credentials.ts";
import type { MmscMm7Settings } from "../../core/routing/connector.ts";
import { isSmilType, mimeOf } from "../../core/media/media_types.ts";
import type { MessagePart } from "../../core/composition/content.ts";
import { numberAddress, originatorAddress } from "../../core/account/mm7_address.ts";
import { cidUrl } from "../../core/media/part_reference.ts";
import type { Submission } from "../../ports/mod.ts";
import type { SubmitReq } from "../../generated/mm7.ts";
import { type OutgoingMultipart, writeMultipart } from "../../mime/writer.ts";
import { writeEnvelope } from "../../mm7/envelope.ts";
import { dateTime } from "../../mm7/times.ts";

export type MmsSubmission = Extract<Submission, { kind: "MMS" }>;

export interface SubmissionRequest {
  headers: Record<string, string>;
  body: Uint8Array;
}

const XML = "text/xml";

/** Maximum length of a boundary, in characters; `writeMultipart` appends numbers to it. */
const BOUNDARY_MAX_LENGTH = 58;

/**
 * Writes the request of an attempt. All attempts have the tracking-id as TransactionID.
 *
 * @param contentOf Loads the bytes of a part.
 * @param now Milliseconds since the epoch.
 */
export async function writeSubmission(
  submission: MmsSubmission,
  settings: MmscMm7Settings,
  contentOf: (part: MessagePart) => Promise<Uint8Array>,
  now: number,
): Promise<SubmissionRequest> {
  const { trackingId, operatorId } = submission;
  const envelopeId = `${trackingId}.envelope@slidepost`;
  const contentId = `${trackingId}.content@slidepost`;
  const envelope = writeEnvelope(
    "SubmitReq",
    submitReq(submission, settings, contentId, now),
    { transactionId: trackingId, namespace: settings.namespace },
  );
  const { contentType, chunks, bytes } = writeMultipart({
    start: envelopeId,
    startType: XML,
    parts: [
      { type: `${XML}; charset=utf-8`, contentId: envelopeId, content: envelope },
      { contentId, content: await contentMultipart(submission.parts, settings, contentOf) },
    ],
  }, boundaryOf(trackingId));
  return {
    headers: {
      "content-type": contentType,
      "mime-version": "1.0",
      soapaction: `""`,
      ...authorization(settings),
      ...operatorId === null ? {} : { "x-service-carrier-id": operatorId },
    },
    body: Buffer.concat(chunks, bytes),
  };
}

function submitReq(
  submission: MmsSubmission,
  settings: MmscMm7Settings,
  contentId: string,
  now: number,
): SubmitReq {
  const { from, to, displayOnly, subject, adaptable, passThrough } = submission;
  const serviceCode = passThrough.serviceCode ?? settings.serviceCode;
  return {
    MM7Version: settings.version,
    SenderIdentification: {
      VASPID: settings.vaspid,
      ...settings.vasid === null ? {} : { VASID: settings.vasid },
      SenderAddress: originatorAddress(from),
    },
    Recipients: {
      To: [
        numberAddress(to),
        ...displayOnly.map((number) => ({ ...numberAddress(number), displayOnly: true })),
      ],
    },
    ...serviceCode === null ? {} : { ServiceCode: serviceCode },
    ...passThrough.messageClass === undefined ? {} : { MessageClass: passThrough.messageClass },
    TimeStamp: passThrough.timeStamp ?? dateTime(now),
    // Rounded up: a time cut to the second might be in the past already.
    ExpiryDate: dateTime(Math.ceil(submission.expiresAt / 1000) * 1000),
    DeliveryReport: submission.deliveryReport,
    ...passThrough.priority === undefined ? {} : { Priority: passThrough.priority },
    ...subject === null || subject === "" ? {} : { Subject: subject },
    Content: { href: cidUrl(contentId), allowAdaptations: adaptable },
  };
}

/** Builds the content: related to the presentation if that is the first part, else mixed. */
async function contentMultipart(
  parts: readonly MessagePart[],
  { transferEncoding }: MmscMm7Settings,
  contentOf: (part: MessagePart) => Promise<Uint8Array>,
): Promise<OutgoingMultipart> {
  const [first] = parts;
  const startType = mimeOf(first?.type);
  return {
    ...first !== undefined && startType !== null && isSmilType(startType)
      ? { start: first.contentId, startType }
      : { subtype: "mixed" },
    parts: await Promise.all(parts.map(async (part) => ({
      type: part.type,
      contentId: part.contentId,
      location: part.location,
      transferEncoding,
      content: await contentOf(part),
    }))),
  };
}

function boundaryOf(trackingId: string): string {
  return `slidepost-${trackingId.replaceAll(/[^\w-]/g, "-")}`.slice(0, BOUNDARY_MAX_LENGTH);
}

function authorization({ username, password }: MmscMm7Settings): Record<string, string> {
  if (username === null) return {};
  return { authorization: writeBasic({ user: username, password: password ?? "" }) };
}
