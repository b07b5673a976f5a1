/** Builds the submit_sm PDUs of an SMS (SMPP 3.4 section 4.4.1). Pure. */
import type { SmscSmppSettings } from "../../core/routing/connector.ts";
import {
  type ConcatenationHeader,
  MAX_SEGMENTS,
  segmentText,
  type SmsAlphabet,
} from "../../core/sms/sms_text.ts";
import { destinationAddress, sourceAddress } from "../../smpp/addresses.ts";
import { ESM_UDHI, type Fields } from "../../smpp/pdu.ts";
import { joinedOctets } from "../../smpp/user_data.ts";
import type { SmsSubmission } from "./types.ts";

export type Concatenation = SmscSmppSettings["concatenation"];

/** A submit_sm of a message. */
export interface Segment {
  /** Position, from 0. */
  index: number;
  /** Number of segments of the message. */
  count: number;
  /** All fields except validity_period, which is relative to the time of sending. */
  fields: Fields;
}

/** data_coding by alphabet (section 5.2.19). 0 is the SMSC's default alphabet, here GSM. */
const DATA_CODING: Record<SmsAlphabet, number> = { gsm: 0, latin1: 3, ucs2: 8 };

/** Header that segments leave space for; the shorter one where the SMSC writes the header. */
const HEADER: Record<Concatenation, ConcatenationHeader> = {
  udh8: "reference8",
  udh16: "reference16",
  sar: "reference8",
  payload: "reference8",
};

/** registered_delivery for a receipt of the final outcome, success or failure (section 5.2.17). */
const FINAL_RECEIPT = 1;

/**
 * Splits a message into segments; null when it needs more than a header can number.
 *
 * @param concatenation Default: that of the settings.
 */
export function segmentsOf(
  submission: SmsSubmission,
  settings: SmscSmppSettings,
  concatenation = settings.concatenation,
): Segment[] | null {
  const { alphabets } = settings;
  const { alphabet, segments } = segmentText(submission.text, {
    alphabets,
    header: HEADER[concatenation],
  });
  if (segments.length > MAX_SEGMENTS) return null;
  const reference = referenceOf(submission.trackingId);
  const contents = contentsOf(segments, concatenation, reference);
  const common: Fields = {
    service_type: settings.serviceType,
    ...sourceAddress(submission.from, settings),
    ...destinationAddress(submission.to, settings),
    data_coding: DATA_CODING[alphabet],
    registered_delivery: submission.deliveryReport ? FINAL_RECEIPT : 0,
  };
  return contents.map((content, index) => {
    const fields: Fields = { ...common, ...content };
    if (settings.userMessageReference !== false) {
      // Other than that of a whole message, since a receipt that returns it is on a segment only.
      const number = contents.length === 1 ? 0 : 1 + index;
      fields.user_message_reference = (reference + number) & 0xffff;
    }
    return { index, count: contents.length, fields };
  });
}

/** Tells whether a user_message_reference is that of a message in one piece. */
export function isReferenceOf(reference: number, trackingId: string): boolean {
  return referenceOf(trackingId) === reference;
}

function contentsOf(
  segments: readonly Uint8Array[],
  concatenation: Concatenation,
  reference: number,
): Fields[] {
  const total = segments.length;
  if (total === 1) return [{ short_message: segments[0]! }];
  if (concatenation === "payload") return [{ message_payload: joinedOctets(segments) }];
  return segments.map((octets, index) =>
    concatenation === "sar"
      ? {
        short_message: octets,
        sar_msg_ref_num: reference,
        sar_total_segments: total,
        sar_segment_seqnum: index + 1,
      }
      : {
        esm_class: ESM_UDHI,
        short_message: joinedOctets([header(concatenation, reference, total, index + 1), octets]),
      }
  );
}

/** Builds the user data header of a segment (3GPP TS 23.040 sections 9.2.3.24.1 and .8). */
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
 * Derives a 16-bit reference that is the same for all attempts of a message, across restarts:
 * segments of different attempts belong together, and an SMSC can recognise a resubmission.
 */
function referenceOf(trackingId: string): number {
  // FNV-1a with 32 bits, folded to 16: a cryptographic hash would take a hundred times as long.
  let hash = 0x811c_9dc5;
  for (let i = 0; i < trackingId.length; i++) {
    hash = Math.imul(hash ^ trackingId.charCodeAt(i), 0x0100_0193);
  }
  return (hash >>> 16) ^ (hash & 0xffff);
}

/** Maximum validity period. No SMSC keeps a message longer, and months vary in length. */
const VALIDITY_MAX_SECONDS = 31 * 86_400;

/**
 * Formats the remaining lifetime as a relative time (section 7.1.1). An absolute one would be wrong
 * for an SMSC whose clock or time zone is off.
 */
export function validityPeriod(expiresAt: number, now: number): string {
  const remaining = Math.ceil((expiresAt - now) / 1000);
  const seconds = Math.min(Math.max(remaining, 1), VALIDITY_MAX_SECONDS);
  const pad = (value: number) => String(Math.floor(value)).padStart(2, "0");
  return `0000${pad(seconds / 86_400)}${pad(seconds / 3600 % 24)}${pad(seconds / 60 % 60)}` +
    `${pad(seconds % 60)}000R`;
}
