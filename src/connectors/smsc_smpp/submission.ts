/** An SMS as the submit_sm PDUs that carry it (SMPP 3.4 section 4.4.1). Pure. */
import { Buffer } from "node:buffer";
import { createHash } from "node:crypto";
import type { SmscSmppSettings } from "../../core/routing/connector.ts";
import {
  type ConcatenationHeader,
  MAX_SEGMENTS,
  segmentText,
  type SmsAlphabet,
} from "../../core/sms/sms_text.ts";
import { destinationAddress, sourceAddress } from "../../smpp/addresses.ts";
import { ESM_UDHI, type Fields } from "../../smpp/pdu.ts";
import type { SmsSubmission } from "./types.ts";

type Concatenation = SmscSmppSettings["concatenation"];

/** One submit_sm of a message. */
export interface Segment {
  /** From 0. */
  index: number;
  /** All but the validity period, which passes while the segment waits. */
  fields: Fields;
}

/** data_coding of what we send (section 5.2.19). 0 is the SMSC's default, which is GSM's. */
const DATA_CODING: Record<SmsAlphabet, number> = { gsm: 0, latin1: 3, ucs2: 8 };

/** What segments are cut to leave room for. Where the SMSC writes the header, it is the shorter. */
const HEADER: Record<Concatenation, ConcatenationHeader> = {
  udh8: "reference8",
  udh16: "reference16",
  sar: "reference8",
  payload: "reference8",
};

/** A receipt of the final outcome, whatever it is (section 5.2.17). */
const FINAL_RECEIPT = 1;

/** Null: the text has more segments than can be counted. */
export function segmentsOf(
  submission: SmsSubmission,
  settings: SmscSmppSettings,
): Segment[] | null {
  const { concatenation, alphabets } = settings;
  const { alphabet, segments } = segmentText(submission.text, {
    alphabets,
    header: HEADER[concatenation],
  });
  if (segments.length > MAX_SEGMENTS) return null;
  const reference = referenceOf(submission.trackingId);
  const common: Fields = {
    service_type: settings.serviceType,
    ...sourceAddress(submission.from, settings),
    ...destinationAddress(submission.to, settings),
    data_coding: DATA_CODING[alphabet],
    registered_delivery: submission.deliveryReport ? FINAL_RECEIPT : 0,
    user_message_reference: reference,
  };
  return contentsOf(segments, concatenation, reference)
    .map((content, index) => ({ index, fields: { ...common, ...content } }));
}

function contentsOf(
  segments: readonly Uint8Array[],
  concatenation: Concatenation,
  reference: number,
): Fields[] {
  const total = segments.length;
  if (total === 1) return [{ short_message: Buffer.from(segments[0]!) }];
  if (concatenation === "payload") return [{ message_payload: Buffer.concat(segments) }];
  return segments.map((octets, index) =>
    concatenation === "sar"
      ? {
        short_message: Buffer.from(octets),
        sar_msg_ref_num: reference,
        sar_total_segments: total,
        sar_segment_seqnum: index + 1,
      }
      : {
        esm_class: ESM_UDHI,
        short_message: Buffer.concat([header(concatenation, reference, total, index + 1), octets]),
      }
  );
}

/** The user data header of a segment (3GPP TS 23.040 section 9.2.3.24.1 and .8). */
function header(
  concatenation: "udh8" | "udh16",
  reference: number,
  total: number,
  number: number,
): Uint8Array {
  return concatenation === "udh8"
    ? Uint8Array.of(5, 0x00, 3, reference & 0xff, total, number)
    : Uint8Array.of(6, 0x08, 4, reference >> 8, reference & 0xff, total, number);
}

/**
 * 16 bits that all attempts of a message have in common, in this process and the next: segments of
 * different attempts belong together, and an SMSC can see that a submission is one it has.
 */
function referenceOf(trackingId: string): number {
  return createHash("sha256").update(trackingId).digest().readUInt16BE(0);
}

/** No SMSC keeps a message longer, and months have no one length. */
const VALIDITY_MAX_SECONDS = 31 * 86_400;

/**
 * The time left for delivery, relative to when the SMSC reads it (section 7.1.1): an absolute one
 * would be past, or hours off, wherever its clock or its time zone is not what it should be.
 */
export function validityPeriod(expiresAt: number, now: number): string {
  const left = Math.ceil((expiresAt - now) / 1000);
  const seconds = Math.min(Math.max(left, 1), VALIDITY_MAX_SECONDS);
  const two = (value: number) => String(Math.floor(value)).padStart(2, "0");
  return `0000${two(seconds / 86_400)}${two(seconds / 3600 % 24)}${two(seconds / 60 % 60)}` +
    `${two(seconds % 60)}000R`;
}
