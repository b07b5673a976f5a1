/** What a command_status of an SMSC means for the message (SMPP 3.4 section 5.1.3), as a table. */
import type { Failure } from "../../core/message/message.ts";
import type { Pdu } from "../../smpp/pdu.ts";

export type Means = "taken" | "throttled" | "temporary" | "permanent";

export interface StatusRow {
  readonly status: number;
  /** The name that SMPP gives it, without its `ESME_`. */
  readonly name: string;
  readonly means: Means;
  /** In an operator's words. */
  readonly says: string;
  /** What the operator of this service can do about it. */
  readonly advice: string;
  /** Of the message, where it is permanent. */
  readonly outcome: Failure;
}

const UNKNOWN_ERROR = 0xff;

const misrouted: Failure = { outcome: "failed", details: "Internal Routing Error" };
const refused: Failure = { outcome: "rejected", details: "Message Rejected" };

const ASK = "ask the SMSC's operator";
const WAIT = "wait, or ask the SMSC's operator";
const SLOWER = "lower the connector's rate or window";
const BIND = "check the connector's bind, and that its systemId may submit";
const CREDENTIALS = "check the connector's systemId, password and systemType";
const SOURCE = "check that the SMSC knows the originator, sourceTon and sourceNpi";
const DESTINATION = "check destTon, destNpi and the form of recipients";
const OURS = "report it as a fault of this service";

const row = (means: Means, outcome: Failure) =>
(
  status: number,
  name: string,
  says: string,
  advice: string,
): StatusRow => ({ status, name, means, says, advice, outcome });

const taken = row("taken", misrouted);
const throttled = row("throttled", misrouted);
const temporary = row("temporary", misrouted);
/** Something between us and the SMSC is set up wrong. */
const ours = row("permanent", misrouted);
/** This message, or its recipient, is not wanted. */
const unwanted = row("permanent", refused);

export const STATUSES: readonly StatusRow[] = [
  taken(0x00, "ROK", "taken", ""),
  ours(0x01, "RINVMSGLEN", "invalid message length", "check the connector's concatenation"),
  ours(0x02, "RINVCMDLEN", "invalid command length", OURS),
  ours(0x03, "RINVCMDID", "invalid command", BIND),
  temporary(0x04, "RINVBNDSTS", "not allowed in this bind", BIND),
  temporary(0x05, "RALYBND", "already bound", "lower the connector's sessions"),
  ours(0x06, "RINVPRTFLG", "invalid priority", OURS),
  ours(0x07, "RINVREGDLVFLG", "receipts are not given", ASK),
  temporary(0x08, "RSYSERR", "system error", WAIT),
  ours(0x0a, "RINVSRCADR", "invalid originator", SOURCE),
  unwanted(0x0b, "RINVDSTADR", "invalid recipient", DESTINATION),
  ours(0x0c, "RINVMSGID", "invalid message id", ASK),
  temporary(0x0d, "RBINDFAIL", "bind failed", CREDENTIALS),
  temporary(0x0e, "RINVPASWD", "invalid password", CREDENTIALS),
  temporary(0x0f, "RINVSYSID", "invalid system id", CREDENTIALS),
  ours(0x11, "RCANCELFAIL", "cancel failed", ASK),
  ours(0x13, "RREPLACEFAIL", "replace failed", ASK),
  throttled(0x14, "RMSGQFUL", "message queue full", SLOWER),
  ours(0x15, "RINVSERTYP", "invalid service type", "check the connector's serviceType"),
  ours(0x33, "RINVNUMDESTS", "invalid number of recipients", ASK),
  ours(0x34, "RINVDLNAME", "invalid distribution list", ASK),
  ours(0x40, "RINVDESTFLAG", "invalid destination flag", ASK),
  ours(0x42, "RINVSUBREP", "replacing is not supported", ASK),
  ours(0x43, "RINVESMCLASS", "invalid esm_class", "check the connector's concatenation"),
  ours(0x44, "RCNTSUBDL", "cannot submit to a distribution list", ASK),
  ours(0x45, "RSUBMITFAIL", "submission failed", ASK),
  ours(0x48, "RINVSRCTON", "invalid source TON", SOURCE),
  ours(0x49, "RINVSRCNPI", "invalid source NPI", SOURCE),
  ours(0x50, "RINVDSTTON", "invalid destination TON", DESTINATION),
  ours(0x51, "RINVDSTNPI", "invalid destination NPI", DESTINATION),
  temporary(0x53, "RINVSYSTYP", "invalid system type", CREDENTIALS),
  ours(0x54, "RINVREPFLAG", "invalid replace flag", OURS),
  ours(0x55, "RINVNUMMSGS", "invalid number of messages", ASK),
  throttled(0x58, "RTHROTTLED", "over the rate", SLOWER),
  ours(0x61, "RINVSCHED", "invalid schedule", OURS),
  ours(0x62, "RINVEXPIRY", "invalid validity period", ASK),
  ours(0x63, "RINVDFTMSGID", "invalid predefined message", ASK),
  temporary(0x64, "RX_T_APPN", "temporary error of a receiver", WAIT),
  unwanted(0x65, "RX_P_APPN", "permanent error of a receiver", ASK),
  unwanted(0x66, "RX_R_APPN", "rejected by a receiver", ASK),
  ours(0x67, "RQUERYFAIL", "query failed", ASK),
  ours(0xc0, "RINVOPTPARSTREAM", "invalid optional parameters", ASK),
  ours(0xc1, "ROPTPARNOTALLWD", "an optional parameter is not allowed", ASK),
  ours(0xc2, "RINVPARLEN", "invalid parameter length", ASK),
  ours(0xc3, "RMISSINGOPTPARAM", "an optional parameter is missing", ASK),
  ours(0xc4, "RINVOPTPARAMVAL", "invalid optional parameter", ASK),
  ours(0xfe, "RDELIVERYFAILURE", "delivery failed", ASK),
  ours(UNKNOWN_ERROR, "RUNKNOWNERR", "unknown error", ASK),
];

const BY_STATUS: ReadonlyMap<number, StatusRow> = new Map(
  STATUSES.map((one) => [one.status, one]),
);

/** Of a response. A generic_nack is no success, whatever its status says. */
export function meaningOf({ command, command_status }: Pdu): StatusRow {
  return rowOf(command === "generic_nack" ? command_status || UNKNOWN_ERROR : command_status);
}

/** Any other one is reserved, or the SMSC's own: nobody here knows that it would ever pass. */
function rowOf(status: number): StatusRow {
  return BY_STATUS.get(status) ??
    ours(status, "of its own", `status 0x${status.toString(16).padStart(8, "0")}`, ASK);
}
