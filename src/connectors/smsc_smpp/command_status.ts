/** Meanings of the command_status of a response (SMPP 3.4 section 5.1.3), as a table. */
import type { Failure } from "../../core/message/message.ts";
import type { Pdu } from "../../smpp/pdu.ts";

export type StatusMeaning = "accepted" | "throttled" | "temporary" | "permanent";

export interface StatusRow {
  readonly status: number;
  /** Name in SMPP, without the prefix `ESME_`. */
  readonly name: string;
  readonly means: StatusMeaning;
  /** Explanation for operators. */
  readonly description: string;
  /** Action for the operator of this service. */
  readonly advice: string;
  /** Outcome of the message if the status is permanent. */
  readonly outcome: Failure;
}

const UNKNOWN_ERROR = 0xff;

const misrouted: Failure = { outcome: "failed", details: "Internal Routing Error" };
const refused: Failure = { outcome: "rejected", details: "Message Rejected" };

const ASK = "ask the SMSC's operator";
const WAIT = "wait, or ask the SMSC's operator";
const SLOWER = "lower the connector's --rate or --window";
const BIND = "check the connector's --bind, and that its --system-id may submit";
const CREDENTIALS = "check the connector's --system-id, --password and --system-type";
const SOURCE = "check that the SMSC knows the originator, --source-ton and --source-npi";
const DESTINATION = "check --dest-ton, --dest-npi and the form of recipients";
const OUR_BUG = "report it as a bug of this service";

const row = (means: StatusMeaning, outcome: Failure) =>
(
  status: number,
  name: string,
  description: string,
  advice: string,
): StatusRow => ({ status, name, means, description, advice, outcome });

const accepted = row("accepted", misrouted);
const throttled = row("throttled", misrouted);
const temporary = row("temporary", misrouted);
/** Permanent error of the configuration between us and the SMSC. */
const misconfigured = row("permanent", misrouted);
/** Permanent refusal of this message or its recipient. */
const rejected = row("permanent", refused);

export const STATUSES: readonly StatusRow[] = [
  accepted(0x00, "ROK", "accepted", ""),
  misconfigured(
    0x01,
    "RINVMSGLEN",
    "invalid message length",
    "check the connector's --concatenation",
  ),
  misconfigured(0x02, "RINVCMDLEN", "invalid command length", OUR_BUG),
  misconfigured(0x03, "RINVCMDID", "invalid command", BIND),
  temporary(0x04, "RINVBNDSTS", "not allowed in this bind", BIND),
  temporary(0x05, "RALYBND", "already bound", "lower the connector's --sessions"),
  misconfigured(0x06, "RINVPRTFLG", "invalid priority", OUR_BUG),
  misconfigured(0x07, "RINVREGDLVFLG", "receipts are not supported", ASK),
  temporary(0x08, "RSYSERR", "system error", WAIT),
  misconfigured(0x0a, "RINVSRCADR", "invalid originator", SOURCE),
  rejected(0x0b, "RINVDSTADR", "invalid recipient", DESTINATION),
  misconfigured(0x0c, "RINVMSGID", "invalid message id", ASK),
  temporary(0x0d, "RBINDFAIL", "bind failed", CREDENTIALS),
  temporary(0x0e, "RINVPASWD", "invalid password", CREDENTIALS),
  temporary(0x0f, "RINVSYSID", "invalid system id", CREDENTIALS),
  misconfigured(0x11, "RCANCELFAIL", "cancel failed", ASK),
  misconfigured(0x13, "RREPLACEFAIL", "replace failed", ASK),
  throttled(0x14, "RMSGQFUL", "message queue full", SLOWER),
  misconfigured(0x15, "RINVSERTYP", "invalid service type", "check the connector's --service-type"),
  misconfigured(0x33, "RINVNUMDESTS", "invalid number of recipients", ASK),
  misconfigured(0x34, "RINVDLNAME", "invalid distribution list", ASK),
  misconfigured(0x40, "RINVDESTFLAG", "invalid destination flag", ASK),
  misconfigured(0x42, "RINVSUBREP", "replacing is not supported", ASK),
  misconfigured(0x43, "RINVESMCLASS", "invalid esm_class", "check the connector's --concatenation"),
  misconfigured(0x44, "RCNTSUBDL", "cannot submit to a distribution list", ASK),
  misconfigured(0x45, "RSUBMITFAIL", "submission failed", ASK),
  misconfigured(0x48, "RINVSRCTON", "invalid source TON", SOURCE),
  misconfigured(0x49, "RINVSRCNPI", "invalid source NPI", SOURCE),
  misconfigured(0x50, "RINVDSTTON", "invalid destination TON", DESTINATION),
  misconfigured(0x51, "RINVDSTNPI", "invalid destination NPI", DESTINATION),
  temporary(0x53, "RINVSYSTYP", "invalid system type", CREDENTIALS),
  misconfigured(0x54, "RINVREPFLAG", "invalid replace flag", OUR_BUG),
  misconfigured(0x55, "RINVNUMMSGS", "invalid number of messages", ASK),
  throttled(0x58, "RTHROTTLED", "rate limit exceeded", SLOWER),
  misconfigured(0x61, "RINVSCHED", "invalid schedule", OUR_BUG),
  misconfigured(0x62, "RINVEXPIRY", "invalid validity period", ASK),
  misconfigured(0x63, "RINVDFTMSGID", "invalid predefined message", ASK),
  temporary(0x64, "RX_T_APPN", "temporary error of a receiver", WAIT),
  rejected(0x65, "RX_P_APPN", "permanent error of a receiver", ASK),
  rejected(0x66, "RX_R_APPN", "rejected by a receiver", ASK),
  misconfigured(0x67, "RQUERYFAIL", "query failed", ASK),
  misconfigured(0xc0, "RINVOPTPARSTREAM", "invalid optional parameters", ASK),
  misconfigured(0xc1, "ROPTPARNOTALLWD", "an optional parameter is not allowed", ASK),
  misconfigured(0xc2, "RINVPARLEN", "invalid parameter length", ASK),
  misconfigured(0xc3, "RMISSINGOPTPARAM", "an optional parameter is missing", ASK),
  misconfigured(0xc4, "RINVOPTPARAMVAL", "invalid optional parameter", ASK),
  misconfigured(0xfe, "RDELIVERYFAILURE", "delivery failed", ASK),
  misconfigured(UNKNOWN_ERROR, "RUNKNOWNERR", "unknown error", ASK),
];

/**
 * Statuses by which SMSCs refuse a message_payload that they do not support. A "possible" one also
 * has a cause that goes away.
 */
export const PAYLOAD_REFUSALS: Readonly<Record<string, "certain" | "possible">> = {
  RINVMSGLEN: "certain",
  RINVOPTPARSTREAM: "certain",
  ROPTPARNOTALLWD: "certain",
  RINVPARLEN: "certain",
  RINVOPTPARAMVAL: "certain",
  RSYSERR: "possible",
};

const BY_STATUS: ReadonlyMap<number, StatusRow> = new Map(
  STATUSES.map((row) => [row.status, row]),
);

/** Returns the meaning of a response. A generic_nack is an error, whatever its status. */
export function meaningOf({ command, command_status }: Pdu): StatusRow {
  return rowOf(command === "generic_nack" ? command_status || UNKNOWN_ERROR : command_status);
}

/** Returns the name of a status in SMPP, or its number where SMPP defines none. */
export function statusName(status: number): string {
  const name = BY_STATUS.get(status)?.name;
  return name === undefined ? hexOf(status) : `ESME_${name}`;
}

const hexOf = (status: number) => `0x${status.toString(16).padStart(8, "0")}`;

/** Treats reserved and vendor-specific statuses as permanent: a retry might never succeed. */
function rowOf(status: number): StatusRow {
  return BY_STATUS.get(status) ?? misconfigured(
    status,
    "vendor-specific",
    `status ${hexOf(status)}`,
    ASK,
  );
}
