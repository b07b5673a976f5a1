/**
 * VASP notices: reports and inbound messages for VASPs over MM7 (contract section 5). The outbox
 * stores them as JSON; the envelope is written when they are sent.
 */
import type { DeliverReq, DeliveryReportReq, MMStatus } from "../../generated/mm7.ts";
import type { VaspNotice } from "../message/event.ts";
import type { InboundFile, InboundMmsRecord } from "../message/inbound.ts";
import type { MessageRecord } from "../message/message.ts";
import type { MessageState } from "../message/message_state.ts";
import { numberAddress, originatorAddress } from "../account/mm7_address.ts";
import { type OutcomeDetails, statusDetails } from "../message/status_details.ts";
import { isoSeconds } from "../timestamp.ts";

interface Models {
  DeliveryReportReq: DeliveryReportReq;
  DeliverReq: DeliverReq;
}

/** Notice with the content of its request. */
export interface NoticeOf<C extends VaspNotice> {
  code: C;
  /** Elements of the request, without those that are the same in every request. */
  message: Omit<Models[C], "MM7Version">;
  files: InboundFile[];
}

export type Notice = { [C in VaspNotice]: NoticeOf<C> }[VaspNotice];

/** Notice as an event stores it. */
export interface WrittenNotice<C extends VaspNotice = VaspNotice> {
  code: C;
  body: string;
}

/**
 * MMStatus by message state; other states are not reported. 3GPP has no status for failures before
 * or at a carrier.
 */
const MM_STATUS: Partial<Record<MessageState, MMStatus>> = {
  delivered: "Retrieved",
  expired: "Expired",
  failed: "Rejected",
  rejected: "Rejected",
  unrecognised: "Unrecognised",
};

/** Message fields that a delivery report needs. */
export type ReportSubject = Pick<MessageRecord, "trackingId" | "from" | "to">;

/**
 * Builds the delivery report of a message in an end state; null in other states.
 * @param outcome `at` in milliseconds since the epoch; `handset` as named by the carrier.
 */
export function reportNotice(
  { trackingId, from, to }: ReportSubject,
  state: MessageState,
  { at, details, handset }: { at: number; details?: OutcomeDetails; handset?: string },
): WrittenNotice<"DeliveryReportReq"> | null {
  const status = MM_STATUS[state];
  if (status === undefined) return null;
  return serialise({
    code: "DeliveryReportReq",
    message: {
      MessageID: trackingId,
      Recipient: numberAddress(to),
      Sender: originatorAddress(from),
      Date: isoSeconds(at),
      MMStatus: status,
      StatusText: statusDetails(state, details),
      // URL of a profile (WAP-248), or a name.
      ...(handset ? { UACapabilities: { UAProf: handset } } : {}),
    },
    files: [],
  });
}

/**
 * Builds the notice of an inbound MMS, for the account that owns its recipient under this VASID
 * (null: under none).
 */
export function deliverNotice(
  { trackingId, from, to, subject, receivedAt, files }: InboundMmsRecord,
  { vasid }: { vasid: string | null },
): WrittenNotice<"DeliverReq"> {
  return serialise({
    code: "DeliverReq",
    message: {
      ...(vasid === null ? {} : { VASID: vasid }),
      LinkedID: trackingId,
      Sender: numberAddress(from),
      // Also for a short code: VASPs expect no other element here.
      Recipients: { To: [numberAddress(to)] },
      TimeStamp: isoSeconds(receivedAt),
      // VASPs require it, and the MMSC's own value is not stored.
      Priority: "Normal",
      ...(subject === null ? {} : { Subject: subject }),
    },
    files,
  });
}

/** Parses a stored notice. */
export function readNotice({ code, body }: { code: VaspNotice; body: string }): Notice {
  return { code, ...JSON.parse(body) };
}

function serialise<C extends VaspNotice>({ code, message, files }: NoticeOf<C>): WrittenNotice<C> {
  return { code, body: JSON.stringify({ message, files }) };
}
