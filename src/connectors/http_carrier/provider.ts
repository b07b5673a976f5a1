/** Facts of a provider: what its published documents say, as data. */
import type { MmsLimits } from "../../core/composition/mms_limits.ts";
import type { FaultKind } from "./faults.ts";
import type { HttpStatusRow } from "./http_status.ts";

/** Published document that facts were taken from. */
export interface Source {
  /** Name and version: an OpenAPI document, an SDK, a page of the documentation. */
  readonly document: string;
  /** Date of that version, `YYYY-MM-DD`, or `YYYY-MM` where no day is known. */
  readonly date: string;
}

/** Error code of a provider, in a response or in a status callback. */
export interface CodeRow {
  readonly code: string;
  readonly kind: FaultKind;
  /** Meaning in the provider's documents, in our words. */
  readonly when: string;
}

/**
 * Meaning of a status: `noted` is no end; `failed` is judged by the error code that comes with it.
 */
export type StatusMeaning = "delivered" | "noted" | FaultKind;

/** Status of a message in a callback. */
export interface StatusRow {
  readonly status: string;
  readonly meaning: StatusMeaning;
  readonly when: string;
}

/** MMS of a provider. */
export interface ProviderMms extends MmsLimits {
  readonly takesSubject: boolean;
  /** Maximum length of the text of an MMS, in UTF-16 code units. Default: that of an SMS. */
  readonly textMaxLength?: number;
}

/** Provider of a hosted messaging API. */
export interface Provider {
  /** Name for people, such as `Twilio`. */
  readonly name: string;
  readonly sources: readonly Source[];
  readonly codes: readonly CodeRow[];
  /** HTTP statuses of its own errors that mean something else than with other providers. */
  readonly httpStatuses?: readonly HttpStatusRow[];
  readonly statuses: readonly StatusRow[];
  /** Maximum length of a text, in UTF-16 code units; the provider cuts it into segments. */
  readonly textMaxLength: number;
  /** Null: it takes no MMS. */
  readonly mms: ProviderMms | null;
  /**
   * Protection of a repeated request: an idempotency key or an id of ours, a look-up of the message,
   * or none.
   */
  readonly repeats: "idempotent" | "looked up" | "unprotected";
  /** Whether it sends a callback again that gets a 503. Default true. */
  readonly resends?: boolean;
  /** Whether it may be in the network of the service. Default false. */
  readonly isLocal?: boolean;
  /** Settings that hold the credentials, for error messages. */
  readonly credentials: string;
}
