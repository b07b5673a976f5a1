/** Which request is being answered: its id is on the answer, and in what is logged meanwhile. */
import { AsyncLocalStorage } from "node:async_hooks";
import type { Log } from "../log/mod.ts";

/** What is known of a request, as log lines tell it. */
export interface RequestFacts {
  "request-id": string;
  /** As the app has it: what stands in an address may be a secret. */
  route?: string;
  account?: string;
  "tracking-id"?: string;
}

/** The connection of a request, as `Deno.serve` tells of it. */
export interface ConnectionInfo {
  readonly remoteAddr: Deno.Addr;
}

interface Asked {
  /** Looked into only where somebody wants to know: that costs more than to keep it. */
  connection: ConnectionInfo | undefined;
  /** Null once it is answered: work that it set going goes on, and is nobody's request. */
  facts: RequestFacts | null;
}

const asked = new AsyncLocalStorage<Asked>();

const WELL_FORMED = /^[\w.:+/=-]{1,128}$/;

/** The id that the client gave in `X-Request-Id`, or else a new one. */
export function requestIdOf(headers: Headers): string {
  const given = headers.get("x-request-id");
  return given !== null && WELL_FORMED.test(given) ? given : crypto.randomUUID();
}

/** Lines that are logged until `answer` resolves carry the facts, and what is noted by then. */
export async function answering<T>(
  facts: RequestFacts,
  answer: () => Promise<T>,
  connection?: ConnectionInfo,
): Promise<T> {
  const request: Asked = { facts, connection };
  try {
    return await asked.run(request, answer);
  } finally {
    request.facts = null;
  }
}

/** What has become known of the request that is being answered. */
export function note(facts: Partial<RequestFacts>): void {
  const known = asked.getStore()?.facts;
  if (known) Object.assign(known, facts);
}

/** The address that the request's connection came from; null where that is not known. */
export function remoteAddress(): string | null {
  const address = asked.getStore()?.connection?.remoteAddr;
  return address !== undefined && "hostname" in address ? address.hostname : null;
}

/** For what works on requests. What a line says itself counts before what is known of the request. */
export function requestLog(log: Log): Log {
  const told = (facts: Record<string, unknown>) => {
    const known = asked.getStore()?.facts;
    return known ? { ...known, ...facts } : facts;
  };
  return {
    debug: (facts, message) => log.debug(told(facts), message),
    info: (facts, message) => log.info(told(facts), message),
    warn: (facts, message) => log.warn(told(facts), message),
    error: (facts, message) => log.error(told(facts), message),
  };
}
