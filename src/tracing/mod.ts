/**
 * Traces of requests and messages. A trace lasts as long as its message: the context is stored with
 * it, and the spans of a report that comes days later belong to the same trace.
 */
import type { Attributes, SpanName } from "./definitions.ts";

export type { Attributes, SpanName };

/** Context of a span in the form of a `traceparent` header (W3C Trace Context, section 3.2). */
export type TraceContext = string;

/** Part of a trace: an operation with its time and result. */
export interface Span {
  /** Context of the spans below it; undefined: it is not traced. */
  readonly context: TraceContext | undefined;
  /** Adds attributes. */
  set(attributes: Attributes): void;
  /** Calls a function; spans of the runtime that it causes are below this one. */
  run<T>(call: () => T): T;
  /** Ends it. @param errorType Kind of failure; absent: it succeeded. */
  end(errorType?: string): void;
}

export interface Tracer {
  /** Starts a span below the request in progress, else in a new trace. */
  begin(name: SpanName, attributes: Attributes): Span;
  /** Starts a span below a stored context; without one, nothing is traced. */
  under(context: TraceContext | undefined, name: SpanName, attributes: Attributes): Span;
  /** Returns the context of the request in progress; undefined: there is none, or it is over. */
  current(): TraceContext | undefined;
  /** Names the span of the request in progress, which ends. @param route Pattern, not the path. */
  endRequest(method: string, route: string | undefined): void;
}

const NO_SPAN: Span = { context: undefined, set() {}, run: (call) => call(), end() {} };

/** Tracer of a process that does not trace. */
export const NO_TRACER: Tracer = {
  begin: () => NO_SPAN,
  under: () => NO_SPAN,
  current: () => undefined,
  endRequest() {},
};

/** Calls a function within a span, which ends with its result. */
export function within<T>(span: Span, call: (span: Span) => Promise<T>): Promise<T> {
  return span === NO_SPAN ? call(span) : ended(span, call);
}

async function ended<T>(span: Span, call: (span: Span) => Promise<T>): Promise<T> {
  try {
    const value = await span.run(() => call(span));
    span.end();
    return value;
  } catch (error) {
    span.end(error instanceof Error ? error.name : "Error");
    throw error;
  }
}

/** Makes the header by which a server joins a trace; none without a context. */
export function traceHeader(context: TraceContext | undefined): Record<string, string> {
  return context === undefined ? {} : { traceparent: context };
}

/** Returns the trace-id of a context. */
export function traceIdOf(context: TraceContext): string {
  return context.split("-")[1]!;
}
