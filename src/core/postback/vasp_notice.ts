/**
 * What a VASP is told over MM7 (contract section 5): what became of a message it submitted, and what
 * a handset sent. Kept in the outbox as JSON; the envelope is made when it goes out.
 */
import type { DeliverReq, DeliveryReportReq, MMStatus } from "../../generated/mm7.ts";
import type { VaspNotice } from "../message/event.ts";
import type { InboundFile, InboundMmsRecord } from "../message/inbound.ts";
import type { MessageRecord } from "../message/message.ts";
import type { MessageState } from "../message/message_state.ts";
import { numberAddress, originatorAddress } from "../account/mm7_address.ts";
import { type OutcomeDetails, statusDetails } from "./status_details.ts";
import { isoSeconds } from "../timestamp.ts";

interface Models {
  DeliveryReportReq: DeliveryReportReq;
  DeliverReq: DeliverReq;
}

/** A notice with all that its request is made of. */
export interface NoticeOf<C extends VaspNotice> {
  code: C;
  /** Without what is the same in every request of ours. */
  message: Omit<Models[C], "MM7Version">;
  files: InboundFile[];
}

export type Notice = { [C in VaspNotice]: NoticeOf<C> }[VaspNotice];

/** A notice as an event carries it. */
export interface WrittenNotice<C extends VaspNotice = VaspNotice> {
  code: C;
  body: string;
}

/** States that a VASP hears of. 3GPP has no status for what failed before or at a carrier. */
const MM_STATUS: Partial<Record<MessageState, MMStatus>> = {
  delivered: "Retrieved",
  expired: "Expired",
  failed: "Rejected",
  rejected: "Rejected",
  unrecognised: "Unrecognised",
};

/** What a report on a message needs to know of it. */
export type ReportSubject = Pick<MessageRecord, "trackingId" | "from" | "to">;

/**
 * The report on a message that has come to an end, or null for one that has not. `at` in
 * milliseconds since the epoch; `handset` in a carrier's words.
 */
export function reportNotice(
  { trackingId, from, to }: ReportSubject,
  state: MessageState,
  { at, details, handset }: { at: number; details?: OutcomeDetails; handset?: string },
): WrittenNotice<"DeliveryReportReq"> | null {
  const status = MM_STATUS[state];
  if (status === undefined) return null;
  return written({
    code: "DeliveryReportReq",
    message: {
      MessageID: trackingId,
      Recipient: numberAddress(to),
      Sender: originatorAddress(from),
      Date: isoSeconds(at),
      MMStatus: status,
      StatusText: statusDetails(state, details),
      // The address of a profile (WAP-248), or a name.
      ...(handset ? { UACapabilities: { UAProf: handset } } : {}),
    },
    files: [],
  });
}

/** An inbound MMS, for the account that owns its recipient by this VASID (null: by none). */
export function deliverNotice(
  { trackingId, from, to, subject, receivedAt, files }: InboundMmsRecord,
  { vasid }: { vasid: string | null },
): WrittenNotice<"DeliverReq"> {
  return written({
    code: "DeliverReq",
    message: {
      ...(vasid === null ? {} : { VASID: vasid }),
      LinkedID: trackingId,
      Sender: numberAddress(from),
      // A short code too: VASPs know no other kind here.
      Recipients: { To: [numberAddress(to)] },
      TimeStamp: isoSeconds(receivedAt),
      // VASPs need it, and no MMSC's is kept.
      Priority: "Normal",
      ...(subject === null ? {} : { Subject: subject }),
    },
    files,
  });
}

/** A notice as it was written. */
export function readNotice({ code, body }: { code: VaspNotice; body: string }): Notice {
  return { code, ...JSON.parse(body) };
}

function written<C extends VaspNotice>({ code, message, files }: NoticeOf<C>): WrittenNotice<C> {
  return { code, body: JSON.stringify({ message, files }) };
}
