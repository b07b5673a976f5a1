/** Carriers: submissions to them, and the reports and inbound messages that come from them. */
import type {
  ConnectorKind,
  MissingReport,
  SecretName,
  SettingsOf,
  Unconfirmed,
} from "../core/routing/connector.ts";
import type { InboundFile } from "../core/message/inbound.ts";
import type { Outcome } from "../core/message/message.ts";
import type { MessagePart, PassThrough } from "../core/composition/content.ts";
import type { Priority } from "../lib/fair_queue.ts";
import type { MmsLimits } from "../core/composition/mms_limits.ts";
import type { CarrierReport, UnmatchedReport } from "./carrier_report.ts";
import type { Clock } from "./system.ts";

export type SubmissionContent =
  | { kind: "SMS"; text: string }
  | {
    kind: "MMS";
    subject: string | null;
    /** The SMIL presentation first. */
    parts: MessagePart[];
    /** Numbers shown as further recipients, as digits. */
    displayOnly: string[];
    /** Whether the carrier may transcode the content. */
    adaptable: boolean;
    passThrough: PassThrough;
  };

/** Segment of an SMS that a carrier has accepted. */
export interface SentSegment {
  /** Position in the message, counted from 0. */
  index: number;
  carrierId: string;
}

/** Facts of a submission that its content does not decide. */
export interface SubmissionFacts {
  trackingId: string;
  /** Account of the message. Accounts take turns where submissions queue for a carrier. */
  account: string;
  /** Order within the account's turns. Default: normal. */
  priority?: Priority;
  from: string;
  to: string;
  operatorId: string | null;
  /** Time of acceptance, in milliseconds since the epoch. */
  acceptedAt: number;
  /** Number of this attempt, counted from 1. */
  attempt: number;
  /** Segments of an SMS that earlier attempts have sent; they are not sent again. Default none. */
  segmentsSent?: readonly SentSegment[];
  /** An earlier attempt went in segments, and the carrier has some of them. Default false. */
  isInSegments?: boolean;
  /** An earlier attempt was sent, but its response never arrived. */
  resubmitted?: boolean;
  /** End of delivery attempts, milliseconds since the epoch. */
  expiresAt: number;
  deliveryReport: boolean;
  /** Trace context of the submission, for carriers over HTTP; absent: it is not traced. */
  trace?: string;
}

/** Message as a connector submits it. Addresses are digits, or an alphanumeric originator. */
export type Submission = SubmissionContent & SubmissionFacts;

/** Result of a submission. Only an `accepted` submission may be followed by a delivery report. */
export type SubmissionResult =
  /** `carrierId` is the first segment's id; `segmentIds` are those of all, if there are several. */
  | { status: "accepted"; carrierId: string; segmentIds?: string[] }
  | {
    status: "throttled" | "temporary";
    reason: string;
    /** Remedy for the administrator. */
    advice?: string;
    retryAfterMs?: number;
    /** All segments accepted so far, including those of earlier attempts. */
    sent?: SentSegment[];
    /** The carrier was asked, and has no message of an earlier attempt either. */
    isAbsent?: true;
    /** There was no connection to the carrier: it has not reported on this message. */
    isUnreached?: true;
    /**
     * The connector keeps it back, and the carrier was not asked: there is no capacity in its
     * window, for its rate alone, because the carrier throttled a moment ago, or because the
     * connector is disabled.
     */
    waitsFor?: "capacity" | "rate" | "pause" | "enabling";
  }
  /** Sent, but the response never arrived: the carrier may or may not have the message. */
  | {
    status: "unconfirmed";
    reason: string;
    advice?: string;
    sent?: SentSegment[];
    /** A response arrived, which cannot be read: whatever the connector says, it waits. */
    hasResponse?: true;
  }
  | { status: "permanent"; outcome: Outcome };

/** Acceptance of a submission whose response came after its time limit. */
export interface LateAcceptance {
  connector: string;
  trackingId: string;
  segment: SentSegment;
  /** Number of segments of the message. */
  segments: number;
  at: number;
}

/** SMS from a handset. */
export interface InboundSms {
  connector: string;
  /** Deduplication key: equal for redeliveries of one message by one connector. */
  key: string;
  /** Sender's number in digits; a sender that is no number as the carrier spells it, or empty. */
  from: string;
  /** Address of ours, digits. */
  to: string;
  /** Further recipients, of which those that are senders of ours get it, too. Default none. */
  alsoTo?: readonly string[];
  /** Type of number and numbering plan of the sender, for logs. Default: the carrier has none. */
  senderType?: { ton: number; npi: number };
  text: string;
  operatorId: string | null;
  at: number;
}

/** MMS from a handset. */
export interface InboundMms {
  connector: string;
  /** Deduplication key: equal for redeliveries of one message by one connector. */
  key: string;
  /** Sender's number, digits. */
  from: string;
  /** Address of ours, digits. */
  to: string;
  /** Further recipients, of which those that are senders of ours get it, too. Default none. */
  alsoTo?: readonly string[];
  /** VASID that selects the owner of a shared short code; null if the carrier names none. */
  vasid: string | null;
  subject: string | null;
  operatorId: string | null;
  files: InboundFile[];
  at: number;
}

/**
 * Services that a connector is given at creation. Each promise resolves once its effect is durable.
 */
export interface ConnectorHost {
  clock: Clock;
  /**
   * Applies a delivery report; one whose message is not known yet is applied once it is.
   * @returns False if no message has this carrier id.
   */
  report(report: CarrierReport): Promise<boolean>;
  /**
   * Tells whether a machine submits to a connector, or did a moment ago: a report that no message is
   * found for may be early. Default: no other machine does.
   */
  isSubmitting?(connector: string): Promise<boolean>;
  /** Records a report that names no message, for operators. */
  unmatched(report: UnmatchedReport): void;
  /**
   * Records the carrier's id of a message, or of a segment, that was taken for unconfirmed: reports
   * by it find the message, and it is not submitted again.
   * @returns False if the message is not stored any more.
   */
  acceptedLate(acceptance: LateAcceptance): Promise<boolean>;
  /**
   * Accepts an inbound MMS; a redelivered one is accepted again without effect.
   * @returns False if no account owns `to` or any further recipient.
   */
  inbound(message: InboundMms): Promise<boolean>;
  /** Accepts an inbound SMS, like `inbound`. */
  inboundSms(message: InboundSms): Promise<boolean>;
}

/** HTTP request of a carrier to `/mm7/relay/{connector}`. */
export interface RelayRequest {
  headers: Headers;
  body: Uint8Array;
}

/** Carrier's request to `/carriers/{connector}/…`, without its body. */
export interface CallbackHead {
  method: string;
  /** URL on the public base URL, as the carrier was given it. */
  url: URL;
  /** Path below the connector's own, such as `status`. */
  path: string;
  headers: Headers;
}

/** HTTP request of a carrier to `/carriers/{connector}/…`. */
export interface CallbackRequest extends CallbackHead {
  body: Uint8Array;
}

/** Handler of a carrier's HTTP callbacks. */
export interface Callbacks {
  /** Name of the provider: those of one provider are verified alike. */
  readonly provider: string;
  /** Value of WWW-Authenticate for a request without credentials. Default none. */
  readonly challenge?: string;
  /** Returns whether headers and URL alone prove that the carrier sends the request. */
  admits(head: CallbackHead): boolean;
  /** Returns whether the carrier sent the request, by its signature or credentials. */
  verifies(request: CallbackRequest): boolean;
  /** Handles a verified request, and responds once its effect is durable. Never throws. */
  receive(request: CallbackRequest): Promise<Response>;
}

/** Result of one check of a connector's set-up. */
export interface Finding {
  isOk: boolean;
  /** Checked fact, in words. */
  fact: string;
  /** Remedy for the administrator; null: there is nothing to do. */
  advice: string | null;
}

/** Session with a carrier that is bound now. */
export interface SessionState {
  /** Type of its bind, such as `transceiver`. */
  role: string;
  /** Milliseconds since the epoch. */
  boundAt: number;
}

/** State of a connector in this process. */
export interface ConnectorState {
  /**
   * Whether its carrier could take a submission; null: only the result of the next one tells, as the
   * connector keeps no connection.
   */
  isUp: boolean | null;
  /** Bound sessions; none for carriers without sessions. */
  sessions: readonly SessionState[];
  /** Sessions that it keeps bound. */
  sessionsMax: number;
  /** Submissions that wait for the carrier's response. */
  inFlight: number;
  /** Submissions that wait for a session, or for capacity in the window. */
  waiting: number;
  /** Maximum of `inFlight`; null: unlimited. */
  window: number | null;
  /** Maximum submissions per second; null: unlimited. */
  rate: number | null;
  /** Last failure beside those of submissions; null: none. */
  lastFailure: ConnectorFailure | null;
}

export interface ConnectorFailure {
  /** Cause in an operator's words. */
  reason: string;
  /** Milliseconds since the epoch. */
  at: number;
}

/** Client of one carrier. */
export interface Connector {
  readonly name: string;
  /** Host name of the carrier, for logs; undefined for built-in carriers. */
  readonly host?: string;
  /** Whether an administrator has disabled it: it keeps all submissions back. Default false. */
  readonly isDisabled?: boolean;
  /** Handling of a submission whose outcome the connector does not know. Default `resubmit`. */
  readonly unconfirmed?: Unconfirmed;
  /** Final state of an accepted message that the carrier never reports on. Default `silent`. */
  readonly missingReport?: MissingReport;
  /**
   * Maximum duration of `submit`, in milliseconds; the message's lease is extended by it. Default
   * 0.
   */
  readonly submitTimeoutMs?: number;
  /** Whether a submission may be repeated without arriving twice. Default false. */
  readonly isIdempotent?: boolean;
  /** Limits of an MMS beside its operator's. Default none; null: it takes no MMS. */
  readonly mms?: MmsLimits | null;
  submit(submission: Submission): Promise<SubmissionResult>;
  /** Returns what it is doing now. */
  state(): ConnectorState;
  /**
   * Returns whether a request with these headers authenticates as the carrier; `receive` refuses
   * all others without reading the body.
   */
  authenticates?(headers: Headers): boolean;
  /**
   * Handles a request of the carrier; a connector without it has no relay address. Never throws.
   */
  receive?(request: RelayRequest): Promise<Response>;
  /** Callbacks over HTTP; a connector without it has no callback address. */
  readonly callbacks?: Callbacks;
  /** Asks the carrier about the set-up: credentials, senders, callback addresses. */
  check?(): Promise<Finding[]>;
  start(): Promise<void>;
  /**
   * Stops; resolves once submissions in flight have ended.
   *
   * @param over Aborted when they have no more time: connections end at once.
   */
  stop(over?: AbortSignal): Promise<void>;
}

/** Request as it would be sent, its credentials masked. */
export interface PreviewedRequest {
  readonly kind: "SMS" | "MMS";
  readonly method: "GET" | "POST";
  readonly url: string;
  /** Headers by name; all values that may be credentials are masked. */
  readonly headers: Readonly<Record<string, string>>;
  /** Null: it has none. */
  readonly body: string | null;
}

/** Kind of carrier, as far as the admin API and the store must know its settings. */
export interface CarrierKind<K extends ConnectorKind = ConnectorKind> {
  readonly kind: K;
  /** Settings that are encrypted at rest, and never shown or logged. */
  readonly secrets: readonly SecretName<K>[];
  /** Masks credentials within settings that are shown. Default: they have none. */
  masked?(settings: SettingsOf<K>): SettingsOf<K>;
  /** Path at which the MMSC's requests arrive, followed by the connector's name. Default none. */
  readonly relayPath?: string;
  /** Path at which HTTP callbacks arrive, followed by the connector's name. Default none. */
  readonly callbackPath?: string;
  /**
   * Checks settings where openapi.yaml cannot.
   * @param previous Settings that they replace, or null.
   * @throws {Refusal} that names the field.
   */
  check(settings: SettingsOf<K>, previous: SettingsOf<K> | null): Promise<void>;
  /**
   * Renders the requests of sample messages without sending them; absent: the kind has no requests
   * that an operator could read.
   * @throws {Refusal} that names the field.
   */
  preview?(settings: SettingsOf<K>): Promise<readonly PreviewedRequest[]>;
}

/** Kinds of carriers, by their name. */
export type CarrierKinds = { readonly [K in ConnectorKind]: CarrierKind<K> };

/** Connectors that exist now; administrators add and change them while the service runs. */
export interface Connectors {
  get(name: string): Connector | undefined;
  /** Names in alphabetical order. */
  names(): string[];
  /**
   * Default connector, for originators without a route or a connector of their own; null if there
   * is none.
   */
  readonly defaultName: string | null;
  /**
   * Checks that the default connector exists.
   * @throws {Error} that lists the existing connectors.
   */
  requireDefault(): Promise<void>;
  /**
   * Applies the stored connector settings; connectors whose settings are unchanged keep running.
   */
  reload(): Promise<void>;
  /** @param over See {@link Connector.stop}. */
  stop(over?: AbortSignal): Promise<void>;
}
