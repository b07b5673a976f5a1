/** Audit log: a line at level info for each change requested through the admin API. */
import type { Context, MiddlewareHandler } from "hono";
import { maskNumber } from "../../core/account/address.ts";
import type { AdminOperationId } from "../../generated/admin.ts";
import type { Log } from "../../log/mod.ts";
import { type MatchedOperation, operationOf } from "./operations.ts";
import type { AdminTypes } from "./principal.ts";

export interface AuditOptions {
  log: Log;
  /** Returns the client address of the current request. */
  clientOf(headers: Headers): string;
}

/** Response fields to log: ids of created things, or the number of changed ones. */
const LOGGED_FIELDS: Partial<Record<AdminOperationId, readonly string[]>> = {
  createAccount: ["account"],
  issueKey: ["key-id"],
  createToken: ["token-id"],
  performAction: ["tracking-id", "mms-id"],
  addSender: ["address"],
  createPool: ["pool"],
  createCampaign: ["campaign-ref"],
  addSubscription: ["campaign-ref", "recipient"],
  addBlock: ["number", "originator"],
  createConnector: ["name"],
  createSmsc: ["name"],
  testConnector: ["tracking-id", "account"],
  addRoute: ["route"],
  resendMessage: ["tracking-id", "account"],
  cancelMessage: ["tracking-id", "account"],
  replayPostback: ["tracking-id", "account"],
  replayPostbacks: ["replayed"],
  retryTemplate: ["tracking-id", "account"],
  sendTemplate: ["tracking-id", "account"],
  injectSms: ["tracking-id", "account"],
  injectMms: ["tracking-id", "account"],
  injectReport: ["tracking-id"],
  setLoopbackHandset: ["number"],
  clearInbox: ["to", "deleted"],
  erasePerson: ["number", "account", "erased", "remaining"],
};

/** Log field names of request and response fields whose own names are ambiguous in a log line. */
const LOG_NAMES: Readonly<Record<string, string>> = {
  id: "webhook-id",
  name: "connector",
  route: "route-id",
  smsc: "connector",
};

/** Fields that may hold phone numbers, which are masked. */
const MASKED_FIELDS: ReadonlySet<string> = new Set([
  "address",
  "number",
  "originator",
  "recipient",
  "to",
]);
/** Minimum digits of a phone number; short codes have fewer and are not masked. */
const NUMBER_MIN_LENGTH = 7;

/** Ids that the service generates: key ids and UUIDs. */
const GENERATED = /^((key|token)_[\da-f]{16}|[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12})$/;

/** Creates the middleware that logs the client, operation, ids and result of each change. */
export function createAudit(
  { log, clientOf }: AuditOptions,
): MiddlewareHandler<AdminTypes> {
  return async (c, next) => {
    await next();
    const { method, path } = c.req;
    const change = operationOf(method, path);
    if (change === undefined || change.operation.method === "GET") return;
    const { operationId } = change.operation;
    const isSuccess = c.res.ok;
    const { name: who, tokenId } = c.get("principal");
    const logged = isSuccess ? LOGGED_FIELDS[operationId] ?? [] : ["error-code"];
    // A response of which nothing is logged may be a stream.
    const response = logged.length === 0 ? {} : await responseFields(c);
    log.info({
      who,
      ...tokenId === undefined ? {} : { "who-token": tokenId },
      client: clientOf(c.req.raw.headers),
      operation: operationId,
      ...idsOf(change, isSuccess),
      ...pick(response, logged),
      status: c.res.status,
    }, "admin change");
  };
}

/** Parses a JSON response; none of another type. */
async function responseFields({ res }: Context): Promise<Record<string, unknown>> {
  if (!res.headers.get("content-type")?.startsWith("application/json")) return {};
  return await res.clone().json();
}

/**
 * Extracts the ids of a path. For a refused change only ids of the form that the service generates
 * are logged: others may be anything, even a secret in the wrong place.
 */
function idsOf({ operation, segments }: MatchedOperation, isSuccess: boolean) {
  const values = segments.map(decoded);
  const ids = operation.pathParams.map(({ name }, at) => [name, values[at]!] as const)
    .filter(([, value]) => isSuccess || GENERATED.test(value));
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
    picked.map(([name, value]) => [LOG_NAMES[name] ?? name, masked(name, value)]),
  );
}

function masked(name: string, value: unknown): unknown {
  if (!MASKED_FIELDS.has(name) || typeof value !== "string") return value;
  return value.replaceAll(/\P{Nd}/gu, "").length < NUMBER_MIN_LENGTH ? value : maskNumber(value);
}
