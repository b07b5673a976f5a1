/**
 * Tracer that exports through Deno's OpenTelemetry. The runtime makes spans of its own for each
 * request to this process and from it, with addresses and error texts, which hold secrets: `restrict`
 * lets no attribute pass that is not known to be harmless.
 */
import {
  type Context,
  context,
  ROOT_CONTEXT,
  type Span as OtelSpan,
  type SpanContext,
  trace,
} from "@opentelemetry/api";
import { ATTRIBUTES, type Attributes, SPAN_KINDS, type SpanName, SPANS } from "./definitions.ts";
import { NO_TRACER, type Span, type TraceContext, type Tracer } from "./mod.ts";

/** Numbers of OpenTelemetry's span statuses. */
const STATUS_ERROR = 2;
/** Flag of contexts whose trace is recorded (W3C Trace Context, section 3.2.2.5.1). */
const SAMPLED = 1;

/** @param version Version of slidepost, exported as that of the instrumentation scope. */
export function createTracer(version: string): Tracer {
  const tracer = trace.getTracer("slidepost", version);
  const probe = tracer.startSpan("probe");
  if (!probe.isRecording()) return NO_TRACER;
  restrict(Object.getPrototypeOf(probe));
  /**
   * Spans that `begin` must not start below: our own, and those of requests that are over. What they
   * began, such as a session with a carrier, may live in their context for long.
   */
  const passed = new WeakSet<OtelSpan>();

  function currentSpan(): OtelSpan | undefined {
    const span = trace.getActiveSpan();
    return span === undefined || passed.has(span) ? undefined : span;
  }

  function start(name: SpanName, attributes: Attributes, parent: Context): Span {
    const above = trace.getSpanContext(parent);
    if (above !== undefined && (above.traceFlags & SAMPLED) === 0) return passedOn(above);
    const options = {
      kind: SPAN_KINDS[SPANS[name].kind],
      attributes: { "messaging.operation.name": name, ...attributes },
    };
    const span = tracer.startSpan(name, options, parent);
    passed.add(span);
    return {
      context: contextOf(span),
      set: (more) => void span.setAttributes(more),
      run: (call) => context.with(trace.setSpan(ROOT_CONTEXT, span), call),
      end(errorType) {
        if (errorType !== undefined) fail(span, errorType);
        span.end();
      },
    };
  }

  return {
    begin(name, attributes) {
      const current = currentSpan();
      return start(name, attributes, current ? trace.setSpan(ROOT_CONTEXT, current) : ROOT_CONTEXT);
    },
    under(stored, name, attributes) {
      const parent = stored === undefined ? null : parse(stored);
      return parent === null
        ? NO_TRACER.under(stored, name, attributes)
        : start(name, attributes, trace.setSpanContext(ROOT_CONTEXT, parent));
    },
    current() {
      const current = currentSpan();
      return current && contextOf(current);
    },
    endRequest(method, route) {
      const current = currentSpan();
      if (current === undefined) return;
      passed.add(current);
      if (route === undefined) return;
      current.updateName(`${method} ${route}`);
      current.setAttribute("http.route", route);
    },
  };
}

function fail(span: OtelSpan, errorType: string): void {
  span.setAttribute("error.type", errorType);
  span.setStatus({ code: STATUS_ERROR });
}

/** Span below one that is not sampled: nothing is recorded, and the context is passed on as it is. */
function passedOn(above: SpanContext): Span {
  return { context: formatted(above), set() {}, run: (call) => call(), end() {} };
}

function contextOf(span: OtelSpan): TraceContext {
  return formatted(span.spanContext());
}

function formatted({ traceId, spanId, traceFlags }: SpanContext): TraceContext {
  return `00-${traceId}-${spanId}-${traceFlags.toString(16).padStart(2, "0")}`;
}

/** Reads a stored context; null: it is damaged. */
function parse(stored: TraceContext) {
  const match = /^00-([\da-f]{32})-([\da-f]{16})-([\da-f]{2})$/.exec(stored);
  if (match === null) return null;
  const [, traceId, spanId, flags] = match;
  return { traceId: traceId!, spanId: spanId!, traceFlags: parseInt(flags!, 16), isRemote: true };
}

let isRestricted = false;

/**
 * Restricts what all spans of this process may carry, the runtime's own as well: listed attributes,
 * and neither texts of errors nor events.
 */
function restrict(spans: OtelSpan): void {
  if (isRestricted) return;
  isRestricted = true;
  const { setAttributes, setStatus } = spans;
  const restricted: Partial<OtelSpan> = {
    setAttributes(attributes) {
      const allowed = Object.entries(attributes).filter(([name]) =>
        Object.hasOwn(ATTRIBUTES, name)
      );
      return setAttributes.call(this, Object.fromEntries(allowed));
    },
    setAttribute(name, value) {
      return this.setAttributes!({ [name]: value });
    },
    setStatus({ code }) {
      return setStatus.call(this, { code });
    },
    addEvent() {
      return this as OtelSpan;
    },
    recordException() {},
  };
  Object.assign(spans, restricted);
}
