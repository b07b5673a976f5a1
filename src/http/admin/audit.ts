/** The audit: one line at info for each change that is asked for through the admin API. */
import type { Context, MiddlewareHandler } from "hono";
import { maskNumber } from "../../core/account/address.ts";
import {
  type AdminOperation,
  type AdminOperationId,
  adminOperations,
} from "../../generated/admin_operations.ts";
import type { Log } from "../../log/mod.ts";

export interface AuditOptions {
  log: Log;
  /** The address of a request's client. */
  clientOf(headers: Headers): string;
}

/** Fields of answers that say which things were made, or how many were changed. */
const TOLD: Partial<Record<AdminOperationId, readonly string[]>> = {
  createAccount: ["account"],
  issueKey: ["key-id"],
  addSender: ["address"],
  addSubscription: ["campaign-ref", "recipient"],
  addBlock: ["number", "originator"],
  createConnector: ["name"],
  createSmsc: ["name"],
  addRoute: ["route"],
  replayPostback: ["tracking-id", "account"],
  replayPostbacks: ["replayed"],
  injectSms: ["tracking-id", "account"],
  injectMms: ["tracking-id", "account"],
  injectReport: ["tracking-id"],
};

/** Names in the line of fields whose own names say too little there. */
const NAMES: Readonly<Record<string, string>> = {
  id: "webhook-id",
  name: "connector",
  route: "route-id",
  smsc: "connector",
};

/** Ids that are phone numbers, or may be. */
const NUMBERS: ReadonlySet<string> = new Set(["address", "number", "originator", "recipient"]);
/** Digits; short codes have fewer. */
const NUMBER_MIN_LENGTH = 7;

/** Keys' ids, and UUIDs. */
const GENERATED = /^(key_[\da-f]{16}|[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12})$/;

interface Change {
  operation: AdminOperation;
  path: RegExp;
}

const changes: readonly Change[] = adminOperations
  .filter(({ method }) => method !== "GET")
  .map((operation) => ({
    operation,
    path: new RegExp(`^${operation.path.replaceAll(/\{[^}]+\}/g, "([^/]+)")}/?$`),
  }));

/** Logs what was asked for, by whom and from where, and how it ended. Reads leave no line. */
export function createAudit({ log, clientOf }: AuditOptions): MiddlewareHandler {
  return async (c, next) => {
    await next();
    const { method, path } = c.req;
    const change = changes.find((one) => one.operation.method === method && one.path.test(path));
    if (change === undefined) return;
    const { operationId } = change.operation;
    const answer = await answerOf(c);
    const isDone = c.res.ok;
    log.info({
      who: "admin",
      client: clientOf(c.req.raw.headers),
      operation: operationId,
      ...idsOf(change, path, isDone),
      ...isDone ? pick(answer, TOLD[operationId] ?? []) : pick(answer, ["error-code"]),
      status: c.res.status,
    }, "admin change");
  };
}

/** The answer's fields, as far as it is JSON. */
async function answerOf({ res }: Context): Promise<Record<string, unknown>> {
  if (!res.headers.get("content-type")?.startsWith("application/json")) return {};
  return await res.clone().json();
}

/**
 * Ids in the path. A refused change tells only those that we generate: others may be anything, even a
 * key in the wrong place.
 */
function idsOf({ operation, path }: Change, asked: string, isDone: boolean) {
  const values = path.exec(asked)!.slice(1).map(decoded);
  const ids = operation.pathParams.map(({ name }, at) => [name, values[at]!] as const)
    .filter(([, value]) => isDone || GENERATED.test(value));
  return pick(Object.fromEntries(ids), ids.map(([name]) => name));
}

function decoded(value: string): string {
  try {
    return decodeURIComponent(value);
  } catch {
    return value;
  }
}

function pick(fields: Record<string, unknown>, names: readonly string[]): Record<string, unknown> {
  const picked = names.map((name) => [name, fields[name]] as const)
    .filter(([, value]) => value !== undefined && value !== null);
  return Object.fromEntries(
    picked.map(([name, value]) => [NAMES[name] ?? name, masked(name, value)]),
  );
}

function masked(name: string, value: unknown): unknown {
  if (!NUMBERS.has(name) || typeof value !== "string") return value;
  return value.replaceAll(/\D/g, "").length < NUMBER_MIN_LENGTH ? value : maskNumber(value);
}
