/** OpenTelemetry collector on loopback: takes what a program exports by OTLP over HTTP, as JSON. */
import { until } from "./until.ts";

export interface ExportedSpan {
  name: string;
  traceId: string;
  spanId: string;
  /** Empty: it is the root of its trace. */
  parentSpanId: string;
  kind: number;
  attributes: Record<string, unknown>;
  startedAt: bigint;
}

export interface Collector extends AsyncDisposable {
  /** Environment of a program that exports to it. */
  environment: Record<string, string>;
  spans: ExportedSpan[];
  /** Bodies of all requests, by signal. */
  bodies: Record<"traces" | "logs" | "metrics", string[]>;
  /** Resolves with the spans once `enough` holds. */
  until(enough: (spans: ExportedSpan[]) => boolean): Promise<ExportedSpan[]>;
}

/** @param isAccepting Whether it stores what arrives. Default: true. */
export function startCollector({ isAccepting = true } = {}): Collector {
  const spans: ExportedSpan[] = [];
  const bodies: Collector["bodies"] = { traces: [], logs: [], metrics: [] };
  const server = Deno.serve({ hostname: "127.0.0.1", port: 0, onListen() {} }, async (request) => {
    const signal = new URL(request.url).pathname.split("/").at(-1) as keyof typeof bodies;
    const body = await request.text();
    if (!isAccepting) return Response.json({});
    bodies[signal].push(body);
    if (signal === "traces") spans.push(...spansOf(JSON.parse(body)));
    return Response.json({});
  });
  return {
    environment: {
      OTEL_DENO: "true",
      OTEL_EXPORTER_OTLP_PROTOCOL: "http/json",
      OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${server.addr.port}`,
      OTEL_BSP_SCHEDULE_DELAY: "50",
      OTEL_METRIC_EXPORT_INTERVAL: "1000",
    },
    spans,
    bodies,
    async until(enough) {
      await until(() => spans.map(({ name }) => name), () => enough(spans));
      return spans;
    },
    [Symbol.asyncDispose]: () => server.shutdown(),
  };
}

// deno-lint-ignore no-explicit-any -- the JSON of opentelemetry.proto.trace.v1
function spansOf({ resourceSpans }: any): ExportedSpan[] {
  // deno-lint-ignore no-explicit-any
  return resourceSpans.flatMap(({ scopeSpans }: any) =>
    // deno-lint-ignore no-explicit-any
    scopeSpans.flatMap(({ spans }: any) => spans.map(spanOf))
  );
}

// deno-lint-ignore no-explicit-any
function spanOf(span: any): ExportedSpan {
  // deno-lint-ignore no-explicit-any
  const attributes = span.attributes.map(({ key, value }: any) => [key, Object.values(value)[0]]);
  return {
    name: span.name,
    traceId: span.traceId,
    spanId: span.spanId,
    parentSpanId: span.parentSpanId ?? "",
    kind: span.kind,
    attributes: Object.fromEntries(attributes),
    startedAt: BigInt(span.startTimeUnixNano),
  };
}

/** Prints the spans of a trace as a tree, a line each, in the order of their start. */
export function treeOf(spans: readonly ExportedSpan[], traceId: string): string {
  const ofTrace = spans.filter((span) => span.traceId === traceId)
    .sort((a, b) => Number(a.startedAt - b.startedAt));
  const ids = new Set(ofTrace.map(({ spanId }) => spanId));
  const below = (parent: ExportedSpan | null, depth: number): string[] =>
    ofTrace.filter(({ parentSpanId }) =>
      parent === null ? !ids.has(parentSpanId) : parentSpanId === parent.spanId
    ).flatMap((span) => ["  ".repeat(depth) + labelOf(span), ...below(span, depth + 1)]);
  return below(null, 0).join("\n");
}

/** Attributes that tell spans of one name apart. */
const TELLING = ["slidepost.code", "messaging.destination.name", "slidepost.outcome", "error.type"];

function labelOf({ name, attributes }: ExportedSpan): string {
  return [name, ...TELLING.flatMap((key) => attributes[key] ?? [])].join(" ");
}
