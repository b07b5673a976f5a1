/** Spans and attributes. An attribute that is not listed here is never exported. */

/** Kinds of OpenTelemetry's spans, by their numbers in its API. */
export const SPAN_KINDS = { internal: 0, client: 2, consumer: 4 } as const;

interface Definition {
  readonly kind: keyof typeof SPAN_KINDS;
  /** Its extent, for the manual. */
  readonly covers: string;
}

/** Spans of ours by name. */
export const SPANS = {
  accept: {
    kind: "internal",
    covers: "acceptance of a message or template, from the valid request to its commit",
  },
  transcode: { kind: "internal", covers: "work on a template's files, until N003 or its failure" },
  fetch: { kind: "client", covers: "fetching a file of a template" },
  prepare: { kind: "internal", covers: "fitting the files of a message to the operator" },
  deliver: { kind: "consumer", covers: "an attempt at the delivery of a message" },
  route: { kind: "internal", covers: "choice of form, operator and connector" },
  submit: { kind: "client", covers: "a submission to a carrier, until its response" },
  report: { kind: "consumer", covers: "a delivery report of a carrier" },
  receive: { kind: "consumer", covers: "a message from a handset, until its commit" },
  postback: { kind: "client", covers: "an attempt at a postback or a notice to a VASP" },
} as const satisfies Record<string, Definition>;

export type SpanName = keyof typeof SPANS;

/**
 * Attributes that may be exported, with their meaning. None of them can hold a key, a number, a text
 * or an address with a secret. The runtime sets those of HTTP, and also `url.full`, `url.path` and
 * `url.query`.
 */
export const ATTRIBUTES = {
  "error.type": "kind of failure; absent: it succeeded",
  "http.request.method": "method",
  "http.response.status_code": "status of the response",
  "http.route": "pattern of the route, not the path",
  "messaging.destination.name": "connector",
  "messaging.message.id": "tracking-id of the message or template",
  "messaging.operation.name": "name of the span",
  "network.protocol.version": "version of HTTP",
  "slidepost.account": "account",
  "slidepost.attempt": "number of the attempt, counted from 1",
  "slidepost.receiver": "receiver of a postback: its name, `mm7` or `callback-…`",
  "slidepost.code": "code of a postback",
  "slidepost.kind": "kind of message; of a route, the form in which it goes out",
  "slidepost.media": "kind of file",
  "slidepost.mms_id": "mms-id of a template",
  "slidepost.outcome": "outcome of a report, or result of an attempt at a postback",
  "slidepost.slide": "slide of a file, counted from 1",
  "url.scheme": "`http` or `https`",
} as const;

export type Attributes = { readonly [name in keyof typeof ATTRIBUTES]?: string | number };
