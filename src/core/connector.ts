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
}

/** By `kind`. */
export type ConnectorSettings = MmscMm7Settings;

export interface ConnectorRecord {
  name: string;
  settings: ConnectorSettings;
  createdAt: number;
  changedAt: number;
}
