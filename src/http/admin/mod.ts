/**
 * The admin API (`/admin/v1`): bearer token, strict bodies, the same failure body as the JSON door.
 * Loaded on the first request: @hono/zod-openapi takes longer to load than the rest of the service.
 */
import { setImmediate } from "node:timers/promises";
import { OpenAPIHono } from "@hono/zod-openapi";
import { Refusal } from "../../core/errors.ts";
import { AlreadyExists } from "../../ports/mod.ts";
import { notJson } from "../requests/json_body.ts";
import { failureResponse, refusalOf } from "../requests/failure.ts";
import type { BodyReader } from "../requests/body.ts";
import type { CredentialGuard } from "../requests/credential_guard.ts";
import { type AuditOptions, createAudit } from "./audit.ts";
import { accountHandlers, type AccountPorts } from "./accounts.ts";
import { actionHandlers, type ActionPorts } from "./actions.ts";
import { blockHandlers, type BlockPorts } from "./blocks.ts";
import { campaignHandlers, type CampaignPorts } from "./campaigns.ts";
import { replyHandlers, type ReplyPorts } from "./replies.ts";
import type { ConnectorPorts } from "./connector_records.ts";
import { connectorHandlers } from "./connectors.ts";
import { connectorStateHandlers } from "./connector_states.ts";
import { connectorTestHandlers, type ConnectorTestPorts } from "./connector_tests.ts";
import { inboundHandlers, type InboundPorts } from "./inbound.ts";
import { inboxHandlers, type InboxPorts } from "./inbox.ts";
import { injectionHandlers, type InjectionPorts } from "./injection.ts";
import { keyHandlers, type KeyPorts } from "./keys.ts";
import { listingHandlers, type ListingPorts } from "./listings.ts";
import { peopleHandlers, type PeoplePorts } from "./people.ts";
import { pingHandlers, type PingPorts } from "./ping.ts";
import { poolHandlers, type PoolPorts } from "./pools.ts";
import { postbackHandlers, type PostbackPorts } from "./postbacks.ts";
import { searchHandlers, type SearchPorts } from "./search.ts";
import { senderHandlers, type SenderPorts } from "./senders.ts";
import { smscHandlers } from "./smscs.ts";
import { streamHandlers, type StreamPorts } from "./streams.ts";
import { subscriptionHandlers, type SubscriptionPorts } from "./subscriptions.ts";
import { templateHandlers, type TemplatePorts } from "./templates.ts";
import { tokenHandlers, type TokenPorts } from "./tokens.ts";
import { uploadHandlers, type UploadPorts } from "./uploads.ts";
import { operatorHandlers, type OperatorPorts } from "./operators.ts";
import { receiverHandlers, type ReceiverPorts } from "./receivers.ts";
import { receiverStateHandlers, type ReceiverStatePorts } from "./receiver_states.ts";
import { cancelHandlers, type CancelPorts } from "./cancel.ts";
import { resendHandlers, type ResendPorts } from "./resend.ts";
import { retentionHandlers, type RetentionPorts } from "./retention.ts";
import { routeHandlers, type RoutePorts } from "./routes.ts";
import { routeExplanationHandlers, type RouteExplanationPorts } from "./route_explanation.ts";
import { statsHandlers, type StatsPorts } from "./stats.ts";
import { statusHandlers, type StatusPorts } from "./status.ts";
import type { AdminHandlers } from "../../generated/admin.ts";
import { adminOperation, adminOperations } from "../../contract/admin.ts";
import { operationOf } from "./operations.ts";
import { invalid } from "./refusals.ts";
import { registerOperations, routingPath } from "./registration.ts";
import {
  type AdminTokens,
  type AdminTypes,
  bearerOf,
  type Principal,
  requireScope,
} from "./principal.ts";

/** Base path; also the owner of request bodies, as no account id has a slash. */
const ADMIN_PATH = "/admin/v1";

/** Dependencies of the admin API: those before each operation, and those of the operations. */
export type AdminPorts =
  & RequestPorts
  & AccountPorts
  & ActionPorts
  & BlockPorts
  & CampaignPorts
  & CancelPorts
  & ConnectorPorts
  & ConnectorTestPorts
  & InboundPorts
  & InboxPorts
  & InjectionPorts
  & KeyPorts
  & ListingPorts
  & OperatorPorts
  & PeoplePorts
  & PingPorts
  & PoolPorts
  & PostbackPorts
  & ReceiverPorts
  & ReceiverStatePorts
  & ReplyPorts
  & ResendPorts
  & RetentionPorts
  & RouteExplanationPorts
  & RoutePorts
  & SearchPorts
  & SenderPorts
  & StatsPorts
  & StatusPorts
  & StreamPorts
  & SubscriptionPorts
  & TemplatePorts
  & TokenPorts
  & UploadPorts;

interface RequestPorts extends AuditOptions {
  tokens: AdminTokens;
  guard: CredentialGuard;
  bodies: BodyReader;
  /** Maximum size of an injected MMS, all files together, in bytes. */
  mmsMaxBytes: number;
  /** Maximum size of an upload, all files together, in bytes. */
  uploadMaxBytes: number;
}

export function createAdmin(parts: AdminPorts): OpenAPIHono<AdminTypes> {
  const { bodies, guard, log, mmsMaxBytes, tokens, uploadMaxBytes } = parts;
  const filesMaxBytes = new Map<string, number>([
    [adminOperation("injectMms").path, mmsMaxBytes],
    [adminOperation("uploadFiles").path, uploadMaxBytes],
  ]);
  const app = new OpenAPIHono<AdminTypes>({
    strict: false,
    defaultHook(result) {
      // Hono passes the value, too, which its type leaves out.
      if (!result.success) throw invalid(result.error, (result as { data?: unknown }).data);
    },
  });
  app.use(async (c, next) => {
    // Null where an embedder calls `fetch` without it.
    c.set("principal", c.env?.principal ?? await authorise(c.req.raw.headers));
    await next();
  });
  app.use(createAudit(parts));
  app.use(async (c, next) => {
    const { method, path } = c.req;
    const matched = operationOf(method, path);
    if (matched !== undefined) requireScope(c.get("principal"), matched.operation.scope);
    await next();
  });
  app.use(async (c, next) => {
    // Validators read the text from Hono's cache, so that the body's limits hold for them too.
    if (c.req.raw.body !== null) {
      const filesMax = filesMaxBytes.get(c.req.path);
      const maxBytes = filesMax === undefined ? undefined : base64Length(filesMax);
      using body = await bodies.read(c.req.raw, { maxBytes, owner: ADMIN_PATH });
      const text = Promise.resolve(new TextDecoder().decode(body.bytes));
      c.req.bodyCache.text = text as unknown as string; // Hono's type has the awaited one
      // Parsing a large body is a turn of the event loop of its own.
      if (filesMax !== undefined) await setImmediate();
      return await next();
    }
    await next();
  });
  async function authorise(headers: Headers): Promise<Principal> {
    const credential = headers.get("authorization");
    const token = bearerOf(credential);
    const isKnown = () => tokens.isKnown(token);
    const attempt = { door: ADMIN_PATH, headers, credential, isKnown };
    const holder = await guard.verify(attempt, () => tokens.byToken(token));
    if (holder === null) throw new Refusal("adminTokenInvalid");
    return holder.principal;
  }

  // Some clients send a content type without a body; drop it where the body is optional.
  const bodiless = adminOperations.filter(({ body, needsBody }) => !needsBody && body.length > 0)
    .map(routingPath);
  app.on("POST", bodiless, async (c, next) => {
    if (await c.req.text() === "") {
      const { headers, method, url } = c.req.raw;
      c.req.raw = new Request(url, { headers, method });
      c.req.raw.headers.delete("content-type");
    }
    await next();
  });
  registerOperations(app, handlersOf(parts));
  app.notFound(() => failureResponse(new Refusal("notFound", "no such admin operation")));
  app.onError(async (error, { req }) => {
    if (error instanceof AlreadyExists) {
      return failureResponse(new Refusal("alreadyExists", error.message));
    }
    // Hono's own errors for a body that is not JSON, or does not claim to be.
    if ("status" in error && error.status === 400) {
      return failureResponse(notJson(await req.text()));
    }
    if ("status" in error && error.status === 415) {
      return failureResponse(new Refusal("contentTypeUnsupported"));
    }
    return failureResponse(refusalOf(error, log));
  });
  return app;
}

/** Composes the handlers of all operations; a missing one does not compile. */
function handlersOf(parts: AdminPorts): AdminHandlers {
  return {
    ...accountHandlers(parts),
    ...keyHandlers(parts),
    ...actionHandlers(parts),
    ...blockHandlers(parts),
    ...campaignHandlers(parts),
    ...replyHandlers(parts),
    ...cancelHandlers(parts),
    ...connectorHandlers(parts),
    ...connectorStateHandlers(parts),
    ...connectorTestHandlers(parts),
    ...smscHandlers(parts),
    ...inboundHandlers(parts),
    ...inboxHandlers(parts),
    ...injectionHandlers(parts),
    ...listingHandlers(parts),
    ...peopleHandlers(parts),
    ...pingHandlers(parts),
    ...poolHandlers(parts),
    ...postbackHandlers(parts),
    ...streamHandlers(parts),
    ...operatorHandlers(parts),
    ...receiverHandlers(parts),
    ...receiverStateHandlers(parts),
    ...resendHandlers(parts),
    ...retentionHandlers(parts),
    ...routeHandlers(parts),
    ...searchHandlers(parts),
    ...senderHandlers(parts),
    ...subscriptionHandlers(parts),
    ...templateHandlers(parts),
    ...tokenHandlers(parts),
    ...uploadHandlers(parts),
    ...routeExplanationHandlers(parts),
    ...statsHandlers(parts),
    ...statusHandlers(parts),
  };
}

/** Returns the length of bytes in base64 (RFC 4648), plus 64 KiB for the JSON around them. */
function base64Length(bytes: number): number {
  return Math.ceil(bytes / 3) * 4 + (64 << 10);
}
