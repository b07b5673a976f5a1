/** The HTTP app: its routes, with the log, metrics and trace of each request. */
import { CODES_PATH } from "../core/docs_path.ts";
import { createMetrics } from "../metrics/mod.ts";
import { NO_TRACER, traceIdOf, type Tracer } from "../tracing/mod.ts";
import {
  type ConnectionInfo,
  type RequestFacts,
  requestIdOf,
  runWithRequest,
} from "./requests/request_log.ts";
import { createRequestMetrics, type RequestMetrics } from "./requests/request_metrics.ts";
import { withHeaders } from "./requests/response_headers.ts";
import { createRoutes, type RoutePorts } from "./routes.ts";

export interface AppPorts extends RoutePorts {
  /** Whether customers reach the service over HTTPS. Default false. */
  isHttps?: boolean;
  /** Default: metrics without a reader. */
  metrics?: RequestMetrics;
  /** Default: nothing is traced. */
  tracer?: Tracer;
}

export interface App {
  /**
   * Handles a request; never rejects.
   *
   * @param connection The second argument of a `Deno.serve` handler.
   */
  fetch(request: Request, connection?: ConnectionInfo): Promise<Response>;
}

export function createApp(parts: AppPorts): App {
  const { docs, log, isHttps = false, metrics = createMetrics(), tracer = NO_TRACER } = parts;
  const routes = createRoutes(parts);
  const measure = createRequestMetrics(metrics);

  async function route(request: Request): Promise<Response> {
    if (!hasValidAddress(request)) return new Response("malformed address\n", { status: 400 });
    return await routes.fetch(request);
  }

  return {
    fetch(request, connection) {
      const requestId = requestIdOf(request.headers);
      const trace = tracer.current();
      const facts: RequestFacts = {
        "request-id": requestId,
        ...trace === undefined ? {} : { "trace-id": traceIdOf(trace) },
      };
      const since = performance.now();
      const codesUrl = docs ? `${docs.baseUrl()}${CODES_PATH}` : null;
      return runWithRequest(facts, async () => {
        const response = withHeaders(await route(request), { requestId, isHttps });
        const seconds = (performance.now() - since) / 1000;
        measure(request.method, facts.route, response.status, seconds);
        tracer.endRequest(request.method, facts.route);
        log.debug({ method: request.method, status: response.status }, "request handled");
        return response;
      }, { connection, codesUrl });
    },
  };
}

/** `host[:port]` (RFC 3986 section 3.2); empty where the client does not know its host. */
const HOST = /^(?:[\w.-]*|\[[\da-f:.]+\])(?::\d{0,5})?$/i;

/**
 * Tells whether the request's URL is well-formed. Deno builds it from the unvalidated Host header:
 * a path in that header would become the request's path.
 */
function hasValidAddress({ headers, url }: Request): boolean {
  return HOST.test(headers.get("host") ?? "") && URL.canParse(url);
}
