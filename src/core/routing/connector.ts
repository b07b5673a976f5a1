/** Settings of connectors, as stored. */

/**
 * MMSC that we submit to over MM7, and that sends reports and inbound messages to
 * `/mm7/relay/{connector}`.
 */
export interface MmscMm7Settings {
  kind: "mmsc_mm7";
  url: string;
  /** User name of the Basic credentials at `url`; null if none are sent. */
  username: string | null;
  password: string | null;
  /** VASPID that the MMSC has assigned to us. */
  vaspid: string;
  vasid: string | null;
  /** Service code of messages without one of their own. */
  serviceCode: string | null;
  /** MM7Version of our requests. */
  version: string;
  /** Namespace of the MM7 schema. */
  namespace: string;
  transferEncoding: "binary" | "base64";
  /** Maximum number of submissions in flight. */
  window: number;
  /** Rate limit in submissions a second; null: unlimited. */
  rate: number | null;
  /** Timeout of a request, in seconds. */
  timeoutSeconds: number;
  /** User name of the Basic credentials of the MMSC's own requests; null if it may not send any. */
  relayUsername: string | null;
  relayPassword: string | null;
  /**
   * Handling of an unconfirmed submission. Default `resubmit`, for settings older than this field.
   */
  unconfirmed?: Unconfirmed;
  /** End of a message without a report. Default `silent`, for settings older than this field. */
  missingReport?: MissingReport;
}

/**
 * Handling of a submission whose response never arrived: it is submitted again, at the risk of
 * arriving twice; or its report is awaited, at the risk that none comes.
 */
export type Unconfirmed = "resubmit" | "wait";

/**
 * End of a message that a carrier accepted and never reports on: without a postback, because many
 * carriers report only some messages; or as expired, if the carrier reports on all.
 */
export type MissingReport = "silent" | "expired";

/** SMSC that we bind to over SMPP. */
export interface SmscSmppSettings {
  kind: "smsc_smpp";
  host: string;
  port: number;
  tls: boolean;
  /**
   * Sessions: `transceiver` is one session in both directions; `split` is a transmitter and a
   * receiver.
   */
  bind: "transceiver" | "split";
  /** Number of sessions, or of pairs of them. */
  sessions: number;
  systemId: string;
  password: string;
  systemType: string;
  /** Maximum number of submissions in flight per session. */
  window: number;
  /** Rate limit in segments a second over all sessions; null: unlimited. */
  rate: number | null;
  enquireLinkSeconds: number;
  /** Timeout of a PDU's response, in seconds. */
  timeoutSeconds: number;
  /** TON of originators; null: by their form (short code, alphanumeric, international). */
  sourceTon: number | null;
  sourceNpi: number | null;
  destTon: number;
  destNpi: number;
  /** Encoding of the concatenation of segments. */
  concatenation: "udh8" | "udh16" | "sar" | "payload";
  /** Alphabets that the SMSC accepts besides UCS-2; data_coding 0 may mean either. */
  alphabets: readonly ("gsm" | "latin1")[];
  serviceType: string;
  /**
   * Relation of the id in receipts to that in submit_sm_resp: the same, or hexadecimal in one and
   * decimal in the other.
   */
  receiptIds: "same" | "hex-to-decimal" | "decimal-to-hex" | "any";
  /** Handling of an unconfirmed submission. */
  unconfirmed: Unconfirmed;
  /** End of a message without a report. Default `silent`, for settings older than this field. */
  missingReport?: MissingReport;
}

/** Settings of any kind of connector, discriminated by `kind`. */
export type ConnectorSettings = MmscMm7Settings | SmscSmppSettings;

export interface ConnectorRecord<S extends ConnectorSettings = ConnectorSettings> {
  name: string;
  settings: S;
  createdAt: number;
  changedAt: number;
}
