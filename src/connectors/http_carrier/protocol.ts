/** Protocol of a provider: its requests, responses and callbacks, bound to the settings of one connector. */
import type { CallbackHead, CallbackRequest, Finding } from "../../ports/mod.ts";
import type { Provider } from "./provider.ts";

/** Request to a provider's API. Its credentials are added by `Protocol.authorization`. */
export interface ApiRequest {
  /** Default POST where there is a body, else GET. */
  readonly method?: "GET" | "POST";
  /** Path and query below `Protocol.api`, or a whole URL on the same server. */
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: ApiBody;
}

export type ApiBody =
  | { readonly json: unknown }
  /** Fields of application/x-www-form-urlencoded, in order; names may repeat. */
  | { readonly form: readonly (readonly [name: string, value: string])[] }
  | { readonly text: string; readonly type: string };

/** Response of a provider's API. */
export interface ProviderResponse {
  readonly status: number;
  /** Header fields by lower-case name. */
  readonly headers: Readonly<Record<string, string>>;
  readonly text: string;
  /** Body as JSON; undefined: it is none. */
  readonly json: unknown;
}

/** Error in a provider's own terms. */
export interface ProviderFault {
  /** Code as in the table of codes; null: the response has none. */
  readonly code: string | null;
  readonly text: string | null;
}

/** File of an MMS that the provider fetches. */
export interface OutgoingFile {
  readonly url: string;
  /** MIME type without parameters. */
  readonly type: string;
  readonly name: string;
  readonly bytes: number;
}

/** Message to send. Numbers are digits, without a plus sign. */
export interface Outgoing {
  readonly kind: "SMS" | "MMS";
  readonly trackingId: string;
  /** Digits, or an alphanumeric originator. */
  readonly from: string;
  readonly to: string;
  /** Text of an SMS; texts of the slides of an MMS, with blank lines between them. May be empty. */
  readonly text: string;
  /** Null: it has none, or it is part of the text since the provider takes none. */
  readonly subject: string | null;
  /** Files of an MMS, in the order of the slides. */
  readonly files: readonly OutgoingFile[];
  /** Address for callbacks on this message; its last segment is the tracking-id. */
  readonly statusUrl: string;
  /** Time left for delivery, in whole seconds, at least 1. */
  readonly validitySeconds: number;
  /** Time of its acceptance here, in milliseconds since the epoch. */
  readonly acceptedAt: number;
  /** Time since then, in milliseconds, at least 0. */
  readonly ageMs: number;
  /** End of its validity, in milliseconds since the epoch. */
  readonly expiresAt: number;
  /** Number of this attempt, counted from 1. */
  readonly attempt: number;
  /** Whether an earlier attempt had no response. */
  readonly isResubmitted: boolean;
}

/** Media of an inbound message: at a URL, or in the callback itself. */
export type InboundMedia =
  | { readonly url: string; readonly type: string | null; readonly name: string | null }
  | { readonly content: Uint8Array; readonly type: string; readonly name: string | null };

/** Statement of a callback. */
export type CallbackEvent =
  | {
    readonly event: "report";
    readonly carrierId: string;
    /** Tracking-id that the provider returns; null: it does not. */
    readonly trackingId: string | null;
    /** Status as in the table of statuses. */
    readonly status: string;
    readonly code: string | null;
    readonly text?: string | null;
  }
  | {
    readonly event: "message";
    /** Provider's id: equal for redeliveries. */
    readonly id: string;
    readonly from: string;
    readonly to: string;
    /** Further recipients. Default none. */
    readonly alsoTo?: readonly string[];
    readonly text: string;
    readonly subject: string | null;
    readonly media: readonly InboundMedia[];
    /** Whether it came as an MMS, even without files. Default: it has files or a subject. */
    readonly isMms?: boolean;
  }
  /** Event of no interest, such as a click or a typing indicator. */
  | { readonly event: "ignored"; readonly name: string };

/** Callback that cannot be read: the provider gets a 400. */
export class CallbackFault extends Error {
  override readonly name = "CallbackFault";
}

/** Check of the set-up: a request, and what its response shows. */
export interface Check {
  readonly request: ApiRequest;
  /** Status of the provider's fault that shows a right set-up. Default: success shows it. */
  readonly faultStatus?: number;
  /** Finding where the credentials lack a permission that sending does not need. */
  readonly withoutPermission?: Finding;
  /**
   * Reads the response that shows a right set-up.
   *
   * @param callbackUrl URL below which the connector's callbacks arrive, at `/status` and
   *   `/inbound`.
   */
  read(response: ProviderResponse, callbackUrl: string): readonly Finding[];
}

export interface OAuthClient {
  /** Token endpoint. */
  readonly url: string;
  readonly clientId: string;
  readonly clientSecret: string;
}

/** How a provider proves that a callback is its own: by credentials, by a signature, or by both. */
export type CallbackProof =
  | {
    /** Returns whether the credentials in the headers or the URL are right. */
    admits(head: CallbackHead, now: number): boolean;
    verifies?: undefined;
  }
  | {
    /** Returns whether the headers or the URL alone prove the sender. Default: they do not. */
    admits?: ((head: CallbackHead, now: number) => boolean) | undefined;
    /** Returns whether the provider sent a request, by its signature and any credentials. */
    verifies(request: CallbackRequest, now: number): boolean;
  };

/** Protocol of a provider, bound to the settings of one connector. */
export interface Protocol {
  readonly provider: Provider;
  /** URL of the API, without a trailing slash. */
  readonly api: string;
  /** Values that are masked in logs and exchanges. */
  readonly secrets: readonly string[];
  /**
   * Returns the headers with the credentials. Default: those of `oauth`.
   *
   * @param now Milliseconds since the epoch.
   */
  authorization?(now: number): Readonly<Record<string, string>>;
  /** OAuth 2.0 client credentials (RFC 6749 section 4.4), for an access token as Bearer. */
  readonly oauth?: OAuthClient;
  send(message: Outgoing): ApiRequest;
  /** Reads the provider's id of a message from a response of success; null: there is none. */
  idOf(response: ProviderResponse, message: Outgoing): string | null;
  /** Reads the error; null: the body is none of the provider's. */
  faultOf(response: ProviderResponse): ProviderFault | null;
  /** Look-up of a message that may have been sent. */
  readonly lookUp?: {
    request(message: Outgoing): ApiRequest;
    /** Finds the message's id; null: it is not there. Undefined: the response does not tell. */
    find(response: ProviderResponse, message: Outgoing): string | null | undefined;
  };
  readonly callbacks: CallbackProof & {
    /** Methods of callbacks. Default: POST. */
    readonly methods?: readonly string[];
    /** Reads a verified request. @throws {CallbackFault} */
    read(request: CallbackRequest): readonly CallbackEvent[];
    /** Value of WWW-Authenticate for a request without credentials. Default none. */
    readonly challenge?: string;
    /** Body and type of a response of success. Default: an empty one. */
    readonly response?: { readonly body: string; readonly type: string };
  };
  /**
   * Returns the credentials for media of inbound messages at a URL; null: it needs none.
   *
   * @param credentials Headers with the credentials of requests.
   */
  mediaAuthorization?(url: URL, credentials: Readonly<Record<string, string>>): string | null;
  /** Checks of the set-up: the first one is of the credentials. */
  readonly checks: readonly Check[];
}
