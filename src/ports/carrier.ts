/** Carriers: what they are given, and what they answer and report. */
import type { MissingReport, Unconfirmed } from "../core/routing/connector.ts";
import type { InboundFile } from "../core/message/inbound.ts";
import type { MessagePart, Outcome, PassThrough } from "../core/message/message.ts";
import type { Clock } from "./mod.ts";

export type SubmissionContent =
  | { kind: "SMS"; text: string }
  | {
    kind: "MMS";
    subject: string | null;
    /** SMIL first. */
    parts: MessagePart[];
    /** Digits of those to be shown as further recipients. */
    displayOnly: string[];
    /** Whether the carrier may transcode. */
    adaptable: boolean;
    passThrough: PassThrough;
  };

/** A segment that a carrier has taken. */
export interface SentSegment {
  /** From 0. */
  index: number;
  carrierId: string;
}

/** What a connector is given. Addresses are digits (or an alphanumeric originator). */
export type Submission = SubmissionContent & {
  trackingId: string;
  /** Account of the message: where they wait for a carrier, accounts take turns. */
  account: string;
  from: string;
  to: string;
  operatorId: string | null;
  /** 1 for the first try. */
  attempt: number;
  /** Of an SMS: what earlier attempts have sent, not to be sent again. Default none. */
  segmentsSent?: readonly SentSegment[];
  /** An earlier attempt was sent, and nobody knows whether it arrived. */
  resubmitted?: boolean;
  /** Milliseconds since the epoch; no delivery attempts after it. */
  expiresAt: number;
  deliveryReport: boolean;
};

/** What a connector answers to a submission. Only `accepted` may be followed by a report. */
export type SubmissionResult =
  /** `carrierId`: of the first segment; `segmentIds`: of all, where there are several. */
  | { answer: "accepted"; carrierId: string; segmentIds?: string[] }
  | {
    answer: "throttled" | "temporary";
    reason: string;
    /** Action for an operator. */
    advice?: string;
    retryAfterMs?: number;
    /** All segments that were taken, those of earlier attempts included. */
    sent?: SentSegment[];
  }
  /** It was sent, and nobody knows whether it arrived: the answer never came. */
  | { answer: "unconfirmed"; reason: string; advice?: string; sent?: SentSegment[] }
  | { answer: "permanent"; outcome: Outcome };

/** What a carrier says about a message it accepted earlier. */
export interface CarrierReport {
  connector: string;
  carrierId: string;
  outcome: Outcome;
  at: number;
  /** Who serves the recipient, where the carrier says so. */
  operatorId?: string | null;
}

/** An SMS from a handset. */
export interface InboundSms {
  connector: string;
  /** The same for the same message delivered again by the same connector. */
  key: string;
  /** Digits. */
  from: string;
  /** Our side's address: digits. */
  to: string;
  text: string;
  operatorId: string | null;
  at: number;
}

/** An MMS from a handset. */
export interface InboundMms {
  connector: string;
  /** The same for the same message delivered again by the same connector. */
  key: string;
  /** Digits. */
  from: string;
  /** Our side's address: digits. */
  to: string;
  /** Which of the owners of a shared short code; null: not said. */
  vasid: string | null;
  subject: string | null;
  operatorId: string | null;
  files: InboundFile[];
  at: number;
}

/** What a connector may use, given at creation. Each resolves once its effect is durable. */
export interface ConnectorHost {
  clock: Clock;
  /** False: no message has this carrier id. */
  report(report: CarrierReport): Promise<boolean>;
  /** False: nobody owns `to`. One that came before is taken again, without effect. */
  inbound(message: InboundMms): Promise<boolean>;
  /** The same of an SMS. */
  inboundSms(message: InboundSms): Promise<boolean>;
}

/** What a carrier posts to `/mm7/relay/{connector}`. */
export interface RelayRequest {
  /** Of the HTTP request. */
  headers: Headers;
  body: Uint8Array;
}

/** A way to a carrier. */
export interface Connector {
  readonly name: string;
  /** Where the carrier is, for logs; one that is built in is nowhere. */
  readonly host?: string;
  /** What is done with a submission that it knows nothing of any more. Default `resubmit`. */
  readonly unconfirmed?: Unconfirmed;
  /** End of a message that its carrier took and never reports on. Default `silent`. */
  readonly missingReport?: MissingReport;
  /** `submit` takes no longer than that, milliseconds: so long nobody else may. Default 0: no time. */
  readonly patienceMs?: number;
  submit(submission: Submission): Promise<SubmissionResult>;
  /** Whether a request with these headers is its carrier's; `receive` refuses others, unread. */
  admits?(headers: Headers): boolean;
  /** Takes what its carrier posts to us; one without it has no such address. Never throws. */
  receive?(request: RelayRequest): Promise<Response>;
  start(): Promise<void>;
  /** Resolves when what is in hand is done. */
  stop(): Promise<void>;
}

/** The connectors there are now; operators add and change them while the service runs. */
export interface Connectors {
  get(name: string): Connector | undefined;
  /** In alphabetical order. */
  names(): string[];
  /** The one for senders without another way; null: there is none. */
  readonly defaultName: string | null;
  /** @throws Error that says what there is, where the default one does not exist. */
  requireDefault(): Promise<void>;
  /** Takes up what the store says; those that have not changed go on undisturbed. */
  reload(): Promise<void>;
  stop(): Promise<void>;
}
