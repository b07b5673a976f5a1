/** Request context: each log line of a request carries its id and facts. */
import { AsyncLocalStorage } from "node:async_hooks";
import type { Log } from "../../log/mod.ts";

/** Facts of a request, as log lines carry them. */
export interface RequestFacts {
  "request-id": string;
  /** Absent: the request is not traced. */
  "trace-id"?: string;
  /** Route pattern, never the path itself: a path may contain secrets. */
  route?: string;
  account?: string;
  "tracking-id"?: string;
}

/** Connection of a request, as `Deno.serve` reports it. */
export interface ConnectionInfo {
  readonly remoteAddr: Deno.Addr;
}

/** Action and result of a request, as metrics count them. */
export interface RequestOutcome {
  /** Action of the JSON door; `submit` at the MM7 door. */
  action?: string;
  /** Error code or MM7 status of the response, where it has one. */
  code?: string;
}

interface RequestContext {
  outcome: RequestOutcome;
  /** URL of the codes' explanations; null: they are not served. */
  codesUrl: string | null;
  /** Whether a failure has the URL of its explanation in the body, too. */
  isHelpInBody: boolean;
  /** Read lazily: Deno computes the remote address on access, at a cost. */
  connection: ConnectionInfo | undefined;
  /** Null after the response: background work that the request started logs without its facts. */
  facts: RequestFacts | null;
}

const requestContext = new AsyncLocalStorage<RequestContext>();

const WELL_FORMED = /^[\w.:+/=-]{1,128}$/;

/** Returns the client's `X-Request-Id` where it is well-formed, else a new id. */
export function requestIdOf(headers: Headers): string {
  const id = headers.get("x-request-id");
  return id !== null && WELL_FORMED.test(id) ? id : crypto.randomUUID();
}

/** Runs `handle` in a request context: until it settles, log lines carry the facts. */
export async function runWithRequest<T>(
  facts: RequestFacts,
  handle: () => Promise<T>,
  { connection, codesUrl = null }: { connection?: ConnectionInfo; codesUrl?: string | null } = {},
): Promise<T> {
  const context: RequestContext = { facts, connection, codesUrl, isHelpInBody: false, outcome: {} };
  try {
    return await requestContext.run(context, handle);
  } finally {
    context.facts = null;
  }
}

/** Adds facts to the current request, if there is one. */
export function note(facts: Partial<RequestFacts>): void {
  const current = requestContext.getStore()?.facts;
  if (current) Object.assign(current, facts);
}

/** Adds to the outcome of the current request, if there is one. */
export function noteOutcome(outcome: RequestOutcome): void {
  const current = requestContext.getStore();
  if (current) Object.assign(current.outcome, outcome);
}

/** Returns the outcome of the current request, as far as it is noted. */
export function notedOutcome(): RequestOutcome {
  return requestContext.getStore()?.outcome ?? {};
}

/** Returns the URL of a code's explanation; null: there is none. */
export function explanationUrl(code: string): string | null {
  const url = requestContext.getStore()?.codesUrl ?? null;
  return url && `${url}#${code}`;
}

/** Adds the URL of the explanation to the body of a failure of the current request. */
export function putHelpInBody(): void {
  const current = requestContext.getStore();
  if (current) current.isHelpInBody = true;
}

export function isHelpInBody(): boolean {
  return requestContext.getStore()?.isHelpInBody ?? false;
}

/** Returns the peer address of the current request's connection; null where it is unknown. */
export function remoteAddress(): string | null {
  const address = requestContext.getStore()?.connection?.remoteAddr;
  return address !== undefined && "hostname" in address ? address.hostname : null;
}

/** Wraps a log so that lines carry the current request's facts; a line's own fields win. */
export function requestLog(log: Log): Log {
  const withRequest = (facts: Record<string, unknown>) => {
    const current = requestContext.getStore()?.facts;
    return current ? { ...current, ...facts } : facts;
  };
  return {
    debug: (facts, message) => log.debug(withRequest(facts), message),
    info: (facts, message) => log.info(withRequest(facts), message),
    warn: (facts, message) => log.warn(withRequest(facts), message),
    error: (facts, message) => log.error(withRequest(facts), message),
  };
}
