/** Connectors that an operator sets up, as the store keeps them. */

/** An MMSC that we submit to over MM7, and that reports and delivers at `/mm7/relay/{connector}`. */
export interface MmscMm7Settings {
  kind: "mmsc_mm7";
  url: string;
  /** Basic credentials at `url`; null: none are sent. */
  username: string | null;
  password: string | null;
  /** What the MMSC knows us as. */
  vaspid: string;
  vasid: string | null;
  /** Where a message brings none of its own. */
  serviceCode: string | null;
  /** MM7Version that we say. */
  version: string;
  /** Of the MM7 schema. */
  namespace: string;
  transferEncoding: "binary" | "base64";
  /** Submissions without an answer at once. */
  window: number;
  /** Submissions a second; null: unlimited. */
  rate: number | null;
  /** An MMSC that has not answered by then has failed. */
  timeoutSeconds: number;
  /** Basic credentials that the MMSC comes with; null: it may not come. */
  relayUsername: string | null;
  relayPassword: string | null;
  /** Default `resubmit`: those set up before there was a choice have none. */
  unconfirmed?: Unconfirmed;
  /** Default `silent`: the same. */
  missingReport?: MissingReport;
}

/**
 * What is done with a submission whose answer never came: it is submitted again, at the risk of
 * arriving twice; or a report is waited for, at the risk that none comes.
 */
export type Unconfirmed = "resubmit" | "wait";

/**
 * End of a message that a carrier took and never reports on: untold, because many carriers report
 * only some; or as expired, where the carrier reports on all.
 */
export type MissingReport = "silent" | "expired";

/** A bind to an SMSC, as an operator sets it up. */
export interface SmscSmppSettings {
  kind: "smsc_smpp";
  host: string;
  port: number;
  tls: boolean;
  /** transceiver: one session both ways; split: a transmitter and a receiver each. */
  bind: "transceiver" | "split";
  /** How many (pairs of) sessions. */
  sessions: number;
  systemId: string;
  password: string;
  systemType: string;
  /** Submissions without an answer at once, per session. */
  window: number;
  /** Segments a second over all sessions; null: unlimited. */
  rate: number | null;
  enquireLinkSeconds: number;
  /** An SMSC that has not answered a PDU by then has failed. */
  timeoutSeconds: number;
  /** Of originators; null: by their form (short code, alphanumeric, international). */
  sourceTon: number | null;
  sourceNpi: number | null;
  destTon: number;
  destNpi: number;
  /** How segments say that they belong together. */
  concatenation: "udh8" | "udh16" | "sar" | "payload";
  /** Alphabets this SMSC takes beside UCS-2; data_coding 0 may mean either. */
  alphabets: readonly ("gsm" | "latin1")[];
  serviceType: string;
  /** The id in receipts as compared with submit_sm_resp: as it is, or hex there and decimal here. */
  receiptIds: "same" | "hex-to-decimal" | "decimal-to-hex" | "any";
  /** What to do with a submission whose answer never came. */
  unconfirmed: Unconfirmed;
  /** Default `silent`: those set up before there was a choice have none. */
  missingReport?: MissingReport;
}

/** By `kind`. */
export type ConnectorSettings = MmscMm7Settings | SmscSmppSettings;

export interface ConnectorRecord<S extends ConnectorSettings = ConnectorSettings> {
  name: string;
  settings: S;
  createdAt: number;
  changedAt: number;
}
