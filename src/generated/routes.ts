// deno-lint-ignore-file
// Written by `deno task generate` from openapi.yaml. Edit that, not this.
/**
 * Operations as routes of @hono/zod-openapi. No other file in `src/generated` imports that package:
 * it is slow to load, and the JSON door does not need it.
 */
import { createRoute, z } from "@hono/zod-openapi";
import { adminRequests } from "./admin.ts";
import * as schemas from "./response_schemas.ts";
import { requests } from "./json.ts";

/** Folds `action` to lower case: any letter case is accepted (spec 4.2). */
function foldAction(body: unknown): unknown {
  if (typeof body !== "object" || body === null || !("action" in body)) return body;
  const { action } = body;
  return typeof action === "string" ? { ...body, action: action.toLowerCase() } : body;
}

export const postAction = createRoute({
  method: "post",
  path: "/api/v2",
  operationId: "postAction",
  tags: ["messaging"],
  summary: "Perform the action that the body names",
  security: [{ "apiKey": [] }],
  request: {
    headers: z.object({
      "x-service-carrier-id": z.string().max(40).optional(),
      "idempotency-key": z.string().regex(/^[A-Za-z0-9._-]{1,255}$/u, "must have the declared form")
        .optional(),
    }),
    body: {
      required: true,
      content: {
        "application/json": {
          schema: z.preprocess(
            foldAction,
            z.discriminatedUnion("action", [
              requests.savemms.extend({ action: z.enum(["savemms"]) }).openapi("SavemmsRequest"),
              requests.sendsavedmms.extend({ action: z.enum(["sendsavedmms"]) }).openapi(
                "SendsavedmmsRequest",
              ),
              requests.sendsms.extend({ action: z.enum(["sendsms"]) }).openapi("SendsmsRequest"),
              requests.createimage.extend({ action: z.enum(["createimage"]) }).openapi(
                "CreateimageRequest",
              ),
              requests.createcontact.extend({ action: z.enum(["createcontact"]) }).openapi(
                "CreatecontactRequest",
              ),
              requests.createcalendar.extend({ action: z.enum(["createcalendar"]) }).openapi(
                "CreatecalendarRequest",
              ),
            ]),
          ),
        },
      },
    },
  },
  responses: {
    200: {
      description: "The action is done; a message is accepted for delivery.",
      headers: z.object({
        "Idempotent-Replayed": z.enum(["true"]).optional(),
        "Idempotency-Stored": z.enum(["no"]).optional(),
        "Content-Disposition": z.string().optional(),
        "Slidepost-Warning": z.string().optional(),
      }),
      content: {
        "application/json": {
          schema: z.union([
            schemas.SavemmsResponse,
            schemas.SendsavedmmsResponse,
            schemas.SendsmsResponse,
          ]),
        },
        "image/jpeg": { schema: schemas.FileBytes },
        "text/vcard": { schema: schemas.FileBytes },
        "text/calendar": { schema: schemas.FileBytes },
      },
    },
    400: {
      description: "The request is invalid.",
      content: { "application/json": { schema: schemas.AnyFailure } },
    },
    401: {
      description: "The API key is missing or wrong.",
      content: { "application/json": { schema: schemas.AnyFailure } },
    },
    403: {
      description: "The account is not allowed to do this.",
      content: { "application/json": { schema: schemas.AnyFailure } },
    },
    404: {
      description: "The account has no such template.",
      content: { "application/json": { schema: schemas.AnyFailure } },
    },
    405: {
      description: "The method is not POST.",
      headers: z.object({ "Allow": z.string() }),
      content: { "application/json": { schema: schemas.AnyFailure } },
    },
    409: {
      description:
        "The template cannot be sent, or the Idempotency-Key conflicts with another request.\n",
      headers: z.object({ "Retry-After": z.int().min(1).optional() }),
      content: { "application/json": { schema: schemas.AnyFailure } },
    },
    413: {
      description: "The body is larger than 1 MiB.",
      content: { "application/json": { schema: schemas.AnyFailure } },
    },
    415: {
      description: "The body is not application/json.",
      content: { "application/json": { schema: schemas.AnyFailure } },
    },
    422: {
      description: "Fetched content was refused.",
      content: { "application/json": { schema: schemas.AnyFailure } },
    },
    429: {
      description: "The account exceeds a limit, or too many keys from this client were wrong.",
      headers: z.object({ "Retry-After": z.int().min(1) }),
      content: { "application/json": { schema: schemas.AnyFailure } },
    },
    500: {
      description: "Internal error.",
      content: { "application/json": { schema: schemas.AnyFailure } },
    },
    503: {
      description: "The request cannot be accepted at the moment.",
      headers: z.object({ "Retry-After": z.int().min(1) }),
      content: { "application/json": { schema: schemas.AnyFailure } },
    },
  },
});

export const submitMm7 = createRoute({
  method: "post",
  path: "/mm7/v1",
  operationId: "submitMm7",
  tags: ["mm7"],
  summary: "Submit a message over MM7",
  security: [{ "vasp": [] }],
  request: {
    headers: z.object({ "x-service-carrier-id": z.string().max(40).optional() }),
    body: {
      required: true,
      content: {
        "multipart/related": { schema: schemas.FileBytes },
        "text/xml": { schema: schemas.Mm7Envelope },
        "application/xml": { schema: schemas.Mm7Envelope },
      },
    },
  },
  responses: {
    200: {
      description: "Response to the request, or a fault.",
      content: {
        "application/xml": { schema: schemas.Mm7Envelope },
        "text/xml": { schema: schemas.Mm7Envelope },
      },
    },
    401: {
      description:
        "The credentials are missing or wrong: a fault with StatusCode 2568. With Retry-After, they\nwere not checked, because too many credentials from this client were wrong.\n",
      headers: z.object({
        "Retry-After": z.int().min(1).optional(),
        "WWW-Authenticate": z.string(),
      }),
      content: {
        "application/xml": { schema: schemas.Mm7Envelope },
        "text/xml": { schema: schemas.Mm7Envelope },
      },
    },
    413: {
      description: "The request is too large: a fault with StatusCode 2560.",
      content: {
        "application/xml": { schema: schemas.Mm7Envelope },
        "text/xml": { schema: schemas.Mm7Envelope },
      },
    },
    415: {
      description: "The body is compressed: a fault with StatusCode 2500.",
      headers: z.object({ "Accept-Encoding": z.enum(["identity"]) }),
      content: {
        "application/xml": { schema: schemas.Mm7Envelope },
        "text/xml": { schema: schemas.Mm7Envelope },
      },
    },
    503: {
      description: "The request cannot be accepted at the moment.",
      headers: z.object({ "Retry-After": z.int().min(1) }),
      content: {
        "application/xml": { schema: schemas.Mm7Envelope },
        "text/xml": { schema: schemas.Mm7Envelope },
      },
    },
  },
});

export const relayMm7 = createRoute({
  method: "post",
  path: "/mm7/relay/{connector}",
  operationId: "relayMm7",
  tags: ["carriers"],
  summary: "Report or deliver a message as an MMSC",
  security: [{ "mmsc": [] }],
  request: {
    params: z.object({ "connector": z.string().min(1).max(40) }),
    headers: z.object({ "x-service-carrier-id": z.string().max(40).optional() }),
    body: {
      required: true,
      content: {
        "multipart/related": { schema: schemas.FileBytes },
        "text/xml": { schema: schemas.Mm7Envelope },
        "application/xml": { schema: schemas.Mm7Envelope },
      },
    },
  },
  responses: {
    200: {
      description: "Response to the request, or a fault.",
      content: {
        "application/xml": { schema: schemas.Mm7Envelope },
        "text/xml": { schema: schemas.Mm7Envelope },
      },
    },
    401: {
      description:
        "The credentials are missing or wrong: a fault with StatusCode 2568. With Retry-After, they\nwere not checked, because too many credentials from this client were wrong.\n",
      headers: z.object({
        "Retry-After": z.int().min(1).optional(),
        "WWW-Authenticate": z.string(),
      }),
      content: {
        "application/xml": { schema: schemas.Mm7Envelope },
        "text/xml": { schema: schemas.Mm7Envelope },
      },
    },
    413: {
      description: "The request is too large: a fault with StatusCode 2560.",
      content: {
        "application/xml": { schema: schemas.Mm7Envelope },
        "text/xml": { schema: schemas.Mm7Envelope },
      },
    },
    503: {
      description: "The request cannot be accepted at the moment.",
      headers: z.object({ "Retry-After": z.int().min(1) }),
      content: {
        "application/xml": { schema: schemas.Mm7Envelope },
        "text/xml": { schema: schemas.Mm7Envelope },
      },
    },
  },
});

export const receiveCallback = createRoute({
  method: "post",
  path: "/carriers/{connector}/{event}",
  operationId: "receiveCallback",
  tags: ["carriers"],
  summary: "Report or deliver a message as a provider of a hosted API",
  security: [],
  request: {
    params: z.object({
      "connector": z.string().min(1).max(40),
      "event": z.string().min(1).max(64),
    }),
    body: { required: true, content: { "*/*": { schema: schemas.FileBytes } } },
  },
  responses: {
    200: { description: "Taken." },
    400: { description: "The callback cannot be read." },
    401: { description: "The signature or the credentials are missing or wrong." },
    413: { description: "The body is too large." },
    503: { description: "It cannot be taken now; try again." },
  },
});

export const receiveMessageCallback = createRoute({
  method: "post",
  path: "/carriers/{connector}/{event}/{reference}",
  operationId: "receiveMessageCallback",
  tags: ["carriers"],
  summary: "Report on one message as a provider of a hosted API",
  security: [],
  request: {
    params: z.object({
      "connector": z.string().min(1).max(40),
      "event": z.string().min(1).max(64),
      "reference": z.string().min(1).max(64),
    }),
    body: { required: true, content: { "*/*": { schema: schemas.FileBytes } } },
  },
  responses: {
    200: { description: "Taken." },
    400: { description: "The callback cannot be read." },
    401: { description: "The signature or the credentials are missing or wrong." },
    413: { description: "The body is too large." },
    503: { description: "It cannot be taken now; try again." },
  },
});

export const readContent = createRoute({
  method: "get",
  path: "/content/{token}/{file}",
  operationId: "readContent",
  tags: ["content"],
  summary: "Download a file of an inbound message",
  security: [],
  request: {
    params: z.object({ "token": z.string().min(1).max(255), "file": z.string().min(1).max(1000) }),
  },
  responses: {
    200: {
      description:
        "The file. Images, audio, video and text have their own type, other files\n`application/octet-stream`.\n",
      headers: z.object({ "Content-Disposition": z.string().optional() }),
      content: { "*/*": { schema: schemas.FileBytes } },
    },
    206: {
      description: "The requested range of the file.",
      content: { "*/*": { schema: schemas.FileBytes } },
    },
    304: { description: "The file still has the entity tag of `If-None-Match`." },
    404: {
      description: "The resource does not exist.",
      content: { "text/plain": { schema: schemas.PlainText } },
    },
    416: { description: "The requested range is not in the file." },
  },
});

export const readHealth = createRoute({
  method: "get",
  path: "/healthz",
  operationId: "readHealth",
  tags: ["health"],
  summary: "Check that the process is alive",
  security: [],
  request: {},
  responses: {
    200: { description: "Healthy.", content: { "application/json": { schema: schemas.Health } } },
    400: {
      description: "The URL or the `Host` of the request is malformed.",
      content: { "text/plain": { schema: schemas.PlainText } },
    },
    503: {
      description: "A required component is unavailable, or the service is about to stop.",
      content: { "application/json": { schema: schemas.Health } },
    },
  },
});

export const readReadiness = createRoute({
  method: "get",
  path: "/readyz",
  operationId: "readReadiness",
  tags: ["health"],
  summary: "Check that the service is ready",
  security: [],
  request: {},
  responses: {
    200: { description: "Healthy.", content: { "application/json": { schema: schemas.Health } } },
    400: {
      description: "The URL or the `Host` of the request is malformed.",
      content: { "text/plain": { schema: schemas.PlainText } },
    },
    503: {
      description: "A required component is unavailable, or the service is about to stop.",
      content: { "application/json": { schema: schemas.Health } },
    },
  },
});

export const readMetrics = createRoute({
  method: "get",
  path: "/metrics",
  operationId: "readMetrics",
  tags: ["health"],
  summary: "Read the metrics of the process",
  security: [{}, { "metricsToken": [] }],
  request: {},
  responses: {
    200: {
      description: "All metrics.",
      content: {
        "application/openmetrics-text": { schema: z.string() },
        "text/plain": { schema: z.string() },
      },
    },
    401: {
      description: "The token is missing or wrong.",
      content: { "text/plain": { schema: z.string() } },
    },
    403: {
      description:
        "The client is on another machine, or behind a proxy, and no token is configured.",
      content: { "text/plain": { schema: z.string() } },
    },
    404: {
      description: "The resource does not exist.",
      content: { "text/plain": { schema: schemas.PlainText } },
    },
    429: {
      description: "Too many tokens from this client were wrong; this one was not checked.",
      headers: z.object({ "Retry-After": z.int().min(1) }),
      content: { "application/json": { schema: schemas.Failure } },
    },
  },
});

export const createAccount = createRoute({
  method: "post",
  path: "/admin/v1/accounts",
  operationId: "createAccount",
  tags: ["admin"],
  summary: "Create an account with its first API key",
  security: [{ "adminToken": [] }],
  request: {
    body: {
      required: true,
      content: { "application/json": { schema: adminRequests.createAccount.body } },
    },
  },
  responses: {
    201: {
      description: "Created. The key and the secret are returned only here.",
      content: { "application/json": { schema: schemas.AccountCreated } },
    },
    400: {
      description: "The request is invalid.",
      content: { "application/json": { schema: schemas.Failure } },
    },
    401: {
      description: "The token is missing or wrong.",
      content: { "application/json": { schema: schemas.Failure } },
    },
    403: {
      description: "The token lacks the scope of the operation.",
      content: { "application/json": { schema: schemas.Failure } },
    },
    409: {
      description: "The resource already exists.",
      content: { "application/json": { schema: schemas.Failure } },
    },
    429: {
      description: "Too many tokens from this client were wrong; this one was not checked.",
      headers: z.object({ "Retry-After": z.int().min(1) }),
      content: { "application/json": { schema: schemas.Failure } },
    },
    500: {
      description: "Internal error.",
      content: { "application/json": { schema: schemas.Failure } },
    },
    503: {
      description: "The database is temporarily unavailable.",
      headers: z.object({ "Retry-After": z.int().min(1) }),
      content: { "application/json": { schema: schemas.Failure } },
    },
  },
});

export const listAccounts = createRoute({
  method: "get",
  path: "/admin/v1/accounts",
  operationId: "listAccounts",
  tags: ["admin"],
  summary: "List accounts",
  security: [{ "adminToken": [] }],
  request: { query: adminRequests.listAccounts.query },
  responses: {
    200: {
      description: "A page of accounts.",
      content: { "application/json": { schema: schemas.AccountPage } },
    },
    400: {
      description: "The request is invalid.",
      content: { "application/json": { schema: schemas.Failure } },
    },
    401: {
      description: "The token is missing or wrong.",
      content: { "application/json": { schema: schemas.Failure } },
    },
    429: {
      description: "Too many tokens from this client were wrong; this one was not checked.",
      headers: z.object({ "Retry-After": z.int().min(1) }),
      content: { "application/json": { schema: schemas.Failure } },
    },
    500: {
      description: "Internal error.",
      content: { "application/json": { schema: schemas.Failure } },
    },
    503: {
      description: "The database is temporarily unavailable.",
      headers: z.object({ "Retry-After": z.int().min(1) }),
      content: { "application/json": { schema: schemas.Failure } },
    },
  },
});

export const readAccount = createRoute({
  method: "get",
  path: "/admin/v1/accounts/{account}",
  operationId: "readAccount",
  tags: ["admin"],
  summary: "Read an account",
  security: [{ "adminToken": [] }],
  request: { params: adminRequests.readAccount.params },
  responses: {
    200: {
      description: "The account.",
      content: { "application/json": { schema: schemas.Account } },
    },
    400: {
      description: "The request is invalid.",
      content: { "application/json": { schema: schemas.Failure } },
    },
    401: {
      description: "The token is missing or wrong.",
      content: { "application/json": { schema: schemas.Failure } },
    },
    404: {
      description: "The resource does not exist.",
      content: { "application/json": { schema: schemas.Failure } },
    },
    429: {
      description: "Too many tokens from this client were wrong; this one was not checked.",
      headers: z.object({ "Retry-After": z.int().min(1) }),
      content: { "application/json": { schema: schemas.Failure } },
    },
    500: {
      description: "Internal error.",
      content: { "application/json": { schema: schemas.Failure } },
    },
    503: {
      description: "The database is temporarily unavailable.",
      headers: z.object({ "Retry-After": z.int().min(1) }),
      content: { "application/json": { schema: schemas.Failure } },
    },
  },
});

export const changeAccount = createRoute({
  method: "patch",
  path: "/admin/v1/accounts/{account}",
  operationId: "changeAccount",
  tags: ["admin"],
  summary: "Change fields of an account",
  security: [{ "adminToken": [] }],
  request: {
    params: adminRequests.changeAccount.params,
    body: {
      required: true,
      content: { "application/json": { schema: adminRequests.changeAccount.body } },
    },
  },
  responses: {
    200: {
      description: "The changed account.",
      content: { "application/json": { schema: schemas.Account } },
    },
    400: {
      description: "The request is invalid.",
      content: { "application/json": { schema: schemas.Failure } },
    },
    401: {
      description: "The token is missing or wrong.",
      content: { "application/json": { schema: schemas.Failure } },
    },
    403: {
      description: "The token lacks the scope of the operation.",
      content: { "application/json": { schema: schemas.Failure } },
    },
    404: {
      description: "The resource does not exist.",
      content: { "application/json": { schema: schemas.Failure } },
    },
    429: {
      description: "Too many tokens from this client were wrong; this one was not checked.",
      headers: z.object({ "Retry-After": z.int().min(1) }),
      content: { "application/json": { schema: schemas.Failure } },
    },
    500: {
      description: "Internal error.",
      content: { "application/json": { schema: schemas.Failure } },
    },
    503: {
      description: "The database is temporarily unavailable.",
      headers: z.object({ "Retry-After": z.int().min(1) }),
      content: { "application/json": { schema: schemas.Failure } },
    },
  },
});

export const setLogo = createRoute({
  method: "put",
  path: "/admin/v1/accounts/{account}/logo",
  operationId: "setLogo",
  tags: ["admin"],
  summary: "Set the logo that message pages show",
  security: [{ "adminToken": [] }],
  request: {
    params: adminRequests.setLogo.params,
    body: {
      required: true,
      content: { "application/json": { schema: adminRequests.setLogo.body } },
    },
  },
  responses: {
    200: {
      description: "The changed account.",
      content: { "application/json": { schema: schemas.Account } },
    },
    400: {
      description: "The request is invalid.",
      content: { "application/json": { schema: schemas.Failure } },
    },
    401: {
      description: "The token is missing or wrong.",
      content: { "application/json": { schema: schemas.Failure } },
    },
    404: {
      description: "The resource does not exist.",
      content: { "application/json": { schema: schemas.Failure } },
    },
    413: {
      description: "The body is too large.",
      content: { "application/json": { schema: schemas.Failure } },
    },
    429: {
      description: "Too many tokens from this client were wrong; this one was not checked.",
      headers: z.object({ "Retry-After": z.int().min(1) }),
      content: { "application/json": { schema: schemas.Failure } },
    },
    500: {
      description: "Internal error.",
      content: { "application/json": { schema: schemas.Failure } },
    },
    503: {
      description: "The database is temporarily unavailable.",
      headers: z.object({ "Retry-After": z.int().min(1) }),
      content: { "application/json": { schema: schemas.Failure } },
    },
  },
});

export const removeLogo = createRoute({
  method: "delete",
  path: "/admin/v1/accounts/{account}/logo",
  operationId: "removeLogo",
  tags: ["admin"],
  summary: "Remove the logo of an account",
  security: [{ "adminToken": [] }],
  request: { params: adminRequests.removeLogo.params },
  responses: {
    204: { description: "Removed." },
    400: {
      description: "The request is invalid.",
      content: { "application/json": { schema: schemas.Failure } },
    },
    401: {
      description: "The token is missing or wrong.",
      content: { "application/json": { schema: schemas.Failure } },
    },
    404: {
      description: "The resource does not exist.",
      content: { "application/json": { schema: schemas.Failure } },
    },
    429: {
      description: "Too many tokens from this client were wrong; this one was not checked.",
      headers: z.object({ "Retry-After": z.int().min(1) }),
      content: { "application/json": { schema: schemas.Failure } },
    },
    500: {
      description: "Internal error.",
      content: { "application/json": { schema: schemas.Failure } },
    },
    503: {
      description: "The database is temporarily unavailable.",
      headers: z.object({ "Retry-After": z.int().min(1) }),
      content: { "application/json": { schema: schemas.Failure } },
    },
  },
});

export const issueKey = createRoute({
  method: "post",
  path: "/admin/v1/accounts/{account}/keys",
  operationId: "issueKey",
  tags: ["admin"],
  summary: "Issue another API key",
  security: [{ "adminToken": [] }],
  request: {
    params: adminRequests.issueKey.params,
    body: {
      required: false,
      content: { "application/json": { schema: adminRequests.issueKey.body } },
    },
  },
  responses: {
    201: {
      description: "Issued. The key is returned only here.",
      content: { "application/json": { schema: schemas.KeyIssued } },
    },
    400: {
      description: "The request is invalid.",
      content: { "application/json": { schema: schemas.Failure } },
    },
    401: {
      description: "The token is missing or wrong.",
      content: { "application/json": { schema: schemas.Failure } },
    },
    403: {
      description: "The token lacks the scope of the operation.",
      content: { "application/json": { schema: schemas.Failure } },
    },
    404: {
      description: "The resource does not exist.",
      content: { "application/json": { schema: schemas.Failure } },
    },
    409: {
      description: "The resource already exists.",
      content: { "application/json": { schema: schemas.Failure } },
    },
    429: {
      description: "Too many tokens from this client were wrong; this one was not checked.",
      headers: z.object({ "Retry-After": z.int().min(1) }),
      content: { "application/json": { schema: schemas.Failure } },
    },
    500: {
      description: "Internal error.",
      content: { "application/json": { schema: schemas.Failure } },
    },
    503: {
      description: "The database is temporarily unavailable.",
      headers: z.object({ "Retry-After": z.int().min(1) }),
      content: { "application/json": { schema: schemas.Failure } },
    },
  },
});

export const listKeys = createRoute({
  method: "get",
  path: "/admin/v1/accounts/{account}/keys",
  operationId: "listKeys",
  tags: ["admin"],
  summary: "List the API keys of an account, masked",
  security: [{ "adminToken": [] }],
  request: { params: adminRequests.listKeys.params },
  responses: {
    200: {
      description: "All keys of the account, including revoked ones.",
      content: { "application/json": { schema: schemas.KeyList } },
    },
    400: {
      description: "The request is invalid.",
      content: { "application/json": { schema: schemas.Failure } },
    },
    401: {
      description: "The token is missing or wrong.",
      content: { "application/json": { schema: schemas.Failure } },
    },
    404: {
      description: "The resource does not exist.",
      content: { "application/json": { schema: schemas.Failure } },
    },
    429: {
      description: "Too many tokens from this client were wrong; this one was not checked.",
      headers: z.object({ "Retry-After": z.int().min(1) }),
      content: { "application/json": { schema: schemas.Failure } },
    },
    500: {
      description: "Internal error.",
      content: { "application/json": { schema: schemas.Failure } },
    },
    503: {
      description: "The database is temporarily unavailable.",
      headers: z.object({ "Retry-After": z.int().min(1) }),
      content: { "application/json": { schema: schemas.Failure } },
    },
  },
});

export const changeKey = createRoute({
  method: "patch",
  path: "/admin/v1/accounts/{account}/keys/{key-id}",
  operationId: "changeKey",
  tags: ["admin"],
  summary: "Change the limits of an API key",
  security: [{ "adminToken": [] }],
  request: {
    params: adminRequests.changeKey.params,
    body: {
      required: true,
      content: { "application/json": { schema: adminRequests.changeKey.body } },
    },
  },
  responses: {
    200: {
      description: "The key after the change.",
      content: { "application/json": { schema: schemas.Key } },
    },
    400: {
      description: "The request is invalid.",
      content: { "application/json": { schema: schemas.Failure } },
    },
    401: {
      description: "The token is missing or wrong.",
      content: { "application/json": { schema: schemas.Failure } },
    },
    403: {
      description: "The token lacks the scope of the operation.",
      content: { "application/json": { schema: schemas.Failure } },
    },
    404: {
      description: "The resource does not exist.",
      content: { "application/json": { schema: schemas.Failure } },
    },
    429: {
      description: "Too many tokens from this client were wrong; this one was not checked.",
      headers: z.object({ "Retry-After": z.int().min(1) }),
      content: { "application/json": { schema: schemas.Failure } },
    },
    500: {
      description: "Internal error.",
      content: { "application/json": { schema: schemas.Failure } },
    },
    503: {
      description: "The database is temporarily unavailable.",
      headers: z.object({ "Retry-After": z.int().min(1) }),
      content: { "application/json": { schema: schemas.Failure } },
    },
  },
});

export const revokeKey = createRoute({
  method: "delete",
  path: "/admin/v1/accounts/{account}/keys/{key-id}",
  operationId: "revokeKey",
  tags: ["admin"],
  summary: "Revoke an API key",
  security: [{ "adminToken": [] }],
  request: { params: adminRequests.revokeKey.params },
  responses: {
    204: { description: "Revoked." },
    400: {
      description: "The request is invalid.",
      content: { "application/json": { schema: schemas.Failure } },
    },
    401: {
      description: "The token is missing or wrong.",
      content: { "application/json": { schema: schemas.Failure } },
    },
    403: {
      description: "The token lacks the scope of the operation.",
      content: { "application/json": { schema: schemas.Failure } },
    },
    404: {
      description: "The resource does not exist.",
      content: { "application/json": { schema: schemas.Failure } },
    },
    429: {
      description: "Too many tokens from this client were wrong; this one was not checked.",
      headers: z.object({ "Retry-After": z.int().min(1) }),
      content: { "application/json": { schema: schemas.Failure } },
    },
    500: {
      description: "Internal error.",
      content: { "application/json": { schema: schemas.Failure } },
    },
    503: {
      description: "The database is temporarily unavailable.",
      headers: z.object({ "Retry-After": z.int().min(1) }),
      content: { "application/json": { schema: schemas.Failure } },
    },
  },
});

export const rotateWebhookSecret = createRoute({
  method: "post",
  path: "/admin/v1/accounts/{account}/webhook-secret",
  operationId: "rotateWebhookSecret",
  tags: ["admin"],
  summary: "Rotate the webhook secret of an account",
  security: [{ "adminToken": [] }],
  request: {
    params: adminRequests.rotateWebhookSecret.params,
    body: {
      required: false,
      content: { "application/json": { schema: adminRequests.rotateWebhookSecret.body } },
    },
  },
  responses: {
    201: {
      description: "Created. The secret is returned only here.",
      content: { "application/json": { schema: schemas.SecretRotated } },
    },
    400: {
      description: "The request is invalid.",
      content: { "application/json": { schema: schemas.Failure } },
    },
    401: {
      description: "The token is missing or wrong.",
      content: { "application/json": { schema: schemas.Failure } },
    },
    403: {
      description: "The token lacks the scope of the operation.",
      content: { "application/json": { schema: schemas.Failure } },
    },
    404: {
      description: "The resource does not exist.",
      content: { "application/json": { schema: schemas.Failure } },
    },
    429: {
      description: "Too many tokens from this client were wrong; this one was not checked.",
      headers: z.object({ "Retry-After": z.int().min(1) }),
      content: { "application/json": { schema: schemas.Failure } },
    },
    500: {
      description: "Internal error.",
      content: { "application/json": { schema: schemas.Failure } },
    },
    503: {
      description: "The database is temporarily unavailable.",
      headers: z.object({ "Retry-After": z.int().min(1) }),
      content: { "application/json": { schema: schemas.Failure } },
    },
  },
});

export const pingAccount = createRoute({
  method: "post",
  path: "/admin/v1/accounts/{account}/ping",
  operationId: "pingAccount",
  tags: ["admin"],
  summary: "Post a signed sample to the postback URL of an account",
  security: [{ "adminToken": [] }],
  request: { params: adminRequests.pingAccount.params },
  responses: {
    200: {
      description: "The sample was posted, with or without success.",
      content: { "application/json": { schema: schemas.PingResult } },
    },
    400: {
      description: "The request is invalid.",
      content: { "application/json": { schema: schemas.Failure } },
    },
    401: {
      description: "The token is missing or wrong.",
      content: { "application/json": { schema: schemas.Failure } },
    },
    403: {
      description: "The token lacks the scope of the operation.",
      content: { "application/json": { schema: schemas.Failure } },
    },
    404: {
      description: "The resource does not exist.",
      content: { "application/json": { schema: schemas.Failure } },
    },
    409: {
      description: "The state of the resource does not allow the operation.",
      content: { "application/json": { schema: schemas.Failure } },
    },
    429: {
      description: "Too many tokens from this client were wrong; this one was not checked.",
      headers: z.object({ "Retry-After": z.int().min(1) }),
      content: { "application/json": { schema: schemas.Failure } },
    },
    500: {
      description: "Internal error.",
      content: { "application/json": { schema: schemas.Failure } },
    },
    503: {
      description: "The database is temporarily unavailable.",
      headers: z.object({ "Retry-After": z.int().min(1) }),
      content: { "application/json": { schema: schemas.Failure } },
    },
  },
});

export const performAction = createRoute({
  method: "post",
  path: "/admin/v1/accounts/{account}/actions",
  operationId: "performAction",
  tags: ["admin"],
  summary: "Perform an action for an account",
  security: [{ "adminToken": [] }],
  request: {
    params: adminRequests.performAction.params,
    body: {
      required: true,
      content: { "application/json": { schema: adminRequests.performAction.body } },
    },
  },
  responses: {
    200: {
      description: "The action is done; a message is accepted for delivery.",
      headers: z.object({
        "Idempotent-Replayed": z.enum(["true"]).optional(),
        "Idempotency-Stored": z.enum(["no"]).optional(),
        "Content-Disposition": z.string().optional(),
        "Slidepost-Warning": z.string().optional(),
      }),
      content: {
        "application/json": { schema: schemas.ActionResponse },
        "image/jpeg": { schema: schemas.FileBytes },
        "text/vcard": { schema: schemas.FileBytes },
        "text/calendar": { schema: schemas.FileBytes },
      },
    },
    400: {
      description:
        "The action is refused as `/api/v2` refuses it, or the request as other admin operations do.\n",
      headers: z.object({ "Retry-After": z.int().min(1).optional() }),
      content: { "application/json": { schema: schemas.AnyFailure } },
    },
    401: {
      description: "The token is missing or wrong.",
      content: { "application/json": { schema: schemas.Failure } },
    },
    403: {
      description:
        "The action is refused as `/api/v2` refuses it, or the request as other admin operations do.\n",
      headers: z.object({ "Retry-After": z.int().min(1).optional() }),
      content: { "application/json": { schema: schemas.AnyFailure } },
    },
    404: {
      description:
        "The action is refused as `/api/v2` refuses it, or the request as other admin operations do.\n",
      headers: z.object({ "Retry-After": z.int().min(1).optional() }),
      content: { "application/json": { schema: schemas.AnyFailure } },
    },
    409: {
      description:
        "The action is refused as `/api/v2` refuses it, or the request as other admin operations do.\n",
      headers: z.object({ "Retry-After": z.int().min(1).optional() }),
      content: { "application/json": { schema: schemas.AnyFailure } },
    },
    422: {
      description:
        "The action is refused as `/api/v2` refuses it, or the request as other admin operations do.\n",
      headers: z.object({ "Retry-After": z.int().min(1).optional() }),
      content: { "application/json": { schema: schemas.AnyFailure } },
    },
    429: {
      description:
        "The account exceeds a limit, or the request cannot be accepted at the moment; 429 also after\ntoo many wrong tokens from this client.\n",
      headers: z.object({ "Retry-After": z.int().min(1) }),
      content: { "application/json": { schema: schemas.AnyFailure } },
    },
    500: {
      description: "Internal error.",
      content: { "application/json": { schema: schemas.Failure } },
    },
    503: {
      description:
        "The account exceeds a limit, or the request cannot be accepted at the moment; 429 also after\ntoo many wrong tokens from this client.\n",
      headers: z.object({ "Retry-After": z.int().min(1) }),
      content: { "application/json": { schema: schemas.AnyFailure } },
    },
  },
});

export const addSender = createRoute({
  method: "post",
  path: "/admin/v1/accounts/{account}/senders",
  operationId: "addSender",
  tags: ["admin"],
  summary: "Provision a sender to an account",
  security: [{ "adminToken": [] }],
  request: {
    params: adminRequests.addSender.params,
    body: {
      required: true,
      content: { "application/json": { schema: adminRequests.addSender.body } },
    },
  },
  responses: {
    201: {
      description: "Provisioned.",
      content: { "application/json": { schema: schemas.Sender } },
    },
    400: {
      description: "The request is invalid.",
      content: { "application/json": { schema: schemas.Failure } },
    },
    401: {
      description: "The token is missing or wrong.",
      content: { "application/json": { schema: schemas.Failure } },
    },
    403: {
      description: "The token lacks the scope of the operation.",
      content: { "application/json": { schema: schemas.Failure } },
    },
    404: {
      description: "The resource does not exist.",
      content: { "application/json": { schema: schemas.Failure } },
    },
    409: {
      description: "The resource already exists.",
      content: { "application/json": { schema: schemas.Failure } },
    },
    429: {
      description: "Too many tokens from this client were wrong; this one was not checked.",
      headers: z.object({ "Retry-After": z.int().min(1) }),
      content: { "application/json": { schema: schemas.Failure } },
    },
    500: {
      description: "Internal error.",
      content: { "application/json": { schema: schemas.Failure } },
    },
    503: {
      description: "The database is temporarily unavailable.",
      headers: z.object({ "Retry-After": z.int().min(1) }),
      content: { "application/json": { schema: schemas.Failure } },
    },
  },
});

export const listSenders = createRoute({
  method: "get",
  path: "/admin/v1/accounts/{account}/senders",
  operationId: "listSenders",
  tags: ["admin"],
  summary: "List the senders of an account",
  security: [{ "adminToken": [] }],
  request: { params: adminRequests.listSenders.params },
  responses: {
    200: {
      description: "All senders of the account.",
      content: { "application/json": { schema: schemas.SenderList } },
    },
    400: {
      description: "The request is invalid.",
      content: { "application/json": { schema: schemas.Failure } },
    },
    401: {
      description: "The token is missing or wrong.",
      content: { "application/json": { schema: schemas.Failure } },
    },
    404: {
      description: "The resource does not exist.",
      content: { "application/json": { schema: schemas.Failure } },
    },
    429: {
      description: "Too many tokens from this client were wrong; this one was not checked.",
      headers: z.object({ "Retry-After": z.int().min(1) }),
      content: { "application/json": { schema: schemas.Failure } },
    },
    500: {
      description: "Internal error.",
      content: { "application/json": { schema: schemas.Failure } },
    },
    503: {
      description: "The database is temporarily unavailable.",
      headers: z.object({ "Retry-After": z.int().min(1) }),
      content: { "application/json": { schema: schemas.Failure } },
    },
  },
});

export const changeSender = createRoute({
  method: "patch",
  path: "/admin/v1/accounts/{account}/senders/{address}",
  operationId: "changeSender",
  tags: ["admin"],
  summary: "Change fields of a sender",
  security: [{ "adminToken": [] }],
  request: {
    params: adminRequests.changeSender.params,
    body: {
      required: true,
      content: { "application/json": { schema: adminRequests.changeSender.body } },
    },
  },
  responses: {
    200: {
      description: "The changed sender.",
      content: { "application/json": { schema: schemas.Sender } },
    },
    400: {
      description: "The request is invalid.",
      content: { "application/json": { schema: schemas.Failure } },
    },
    401: {
      description: "The token is missing or wrong.",
      content: { "application/json": { schema: schemas.Failure } },
    },
    403: {
      description: "The token lacks the scope of the operation.",
      content: { "application/json": { schema: schemas.Failure } },
    },
    404: {
      description: "The resource does not exist.",
      content: { "application/json": { schema: schemas.Failure } },
    },
    409: {
      description: "The resource already exists.",
      content: { "application/json": { schema: schemas.Failure } },
    },
    429: {
      description: "Too many tokens from this client were wrong; this one was not checked.",
      headers: z.object({ "Retry-After": z.int().min(1) }),
      content: { "application/json": { schema: schemas.Failure } },
    },
    500: {
      description: "Internal error.",
      content: { "application/json": { schema: schemas.Failure } },
    },
    503: {
      description: "The database is temporarily unavailable.",
      headers: z.object({ "Retry-After": z.int().min(1) }),
      content: { "application/json": { schema: schemas.Failure } },
    },
  },
});

export const removeSender = createRoute({
  method: "delete",
  path: "/admin/v1/accounts/{account}/senders/{address}",
  operationId: "removeSender",
  tags: ["admin"],
  summary: "Remove a sender from an account",
  security: [{ "adminToken": [] }],
  request: { params: adminRequests.removeSender.params },
  responses: {
    204: { description: "Removed." },
    400: {
      description: "The request is invalid.",
      content: { "application/json": { schema: schemas.Failure } },
    },
    401: {
      description: "The token is missing or wrong.",
      content: { "application/json": { schema: schemas.Failure } },
    },
    403: {
      description: "The token lacks the scope of the operation.",
      content: { "application/json": { schema: schemas.Failure } },
    },
    404: {
      description: "The resource does not exist.",
      content: { "application/json": { schema: schemas.Failure } },
    },
    429: {
      description: "Too many tokens from this client were wrong; this one was not checked.",
      headers: z.object({ "Retry-After": z.int().min(1) }),
      content: { "application/json": { schema: schemas.Failure } },
    },
    500: {
      description: "Internal error.",
      content: { "application/json": { schema: schemas.Failure } },
    },
    503: {
      description: "The database is temporarily unavailable.",
      headers: z.object({ "Retry-After": z.int().min(1) }),
      content: { "application/json": { schema: schemas.Failure } },
    },
  },
});

export const addSubscription = createRoute({
  method: "post",
  path: "/admin/v1/accounts/{account}/subscriptions",
  operationId: "addSubscription",
  tags: ["admin"],
  summary: "Subscribe a recipient to a campaign",
  security: [{ "adminToken": [] }],
  request: {
    params: adminRequests.addSubscription.params,
    body: {
      required: true,
      content: { "application/json": { schema: adminRequests.addSubscription.body } },
    },
  },
  responses: {
    201: {
      description: "Subscribed.",
      content: { "application/json": { schema: schemas.Subscription } },
    },
    400: {
      description: "The request is invalid.",
      content: { "application/json": { schema: schemas.Failure } },
    },
    401: {
      description: "The token is missing or wrong.",
      content: { "application/json": { schema: schemas.Failure } },
    },
    403: {
      description: "The token lacks the scope of the operation.",
      content: { "application/json": { schema: schemas.Failure } },
    },
    404: {
      description: "The resource does not exist.",
      content: { "application/json": { schema: schemas.Failure } },
    },
    429: {
      description: "Too many tokens from this client were wrong; this one was not checked.",
      headers: z.object({ "Retry-After": z.int().min(1) }),
      content: { "application/json": { schema: schemas.Failure } },
    },
    500: {
      description: "Internal error.",
      content: { "application/json": { schema: schemas.Failure } },
    },
    503: {
      description: "The database is temporarily unavailable.",
      headers: z.object({ "Retry-After": z.int().min(1) }),
      content: { "application/json": { schema: schemas.Failure } },
    },
  },
});

export const listSubscriptions = createRoute({
  method: "get",
  path: "/admin/v1/accounts/{account}/subscriptions",
  operationId: "listSubscriptions",
  tags: ["admin"],
  summary: "List the campaign subscriptions of an account",
  security: [{ "adminToken": [] }],
  request: {
    params: adminRequests.listSubscriptions.params,
    query: adminRequests.listSubscriptions.query,
  },
  responses: {
    200: {
      description: "A page of subscriptions.",
      content: { "application/json": { schema: schemas.SubscriptionPage } },
    },
    400: {
      description: "The request is invalid.",
      content: { "application/json": { schema: schemas.Failure } },
    },
    401: {
      description: "The token is missing or wrong.",
      content: { "application/json": { schema: schemas.Failure } },
    },
    404: {
      description: "The resource does not exist.",
      content: { "application/json": { schema: schemas.Failure } },
    },
    429: {
      description: "Too many tokens from this client were wrong; this one was not checked.",
      headers: z.object({ "Retry-After": z.int().min(1) }),
      content: { "application/json": { schema: schemas.Failure } },
    },
    500: {
      description: "Internal error.",
      content: { "application/json": { schema: schemas.Failure } },
    },
    503: {
      description: "The database is temporarily unavailable.",
      headers: z.object({ "Retry-After": z.int().min(1) }),
      content: { "application/json": { schema: schemas.Failure } },
    },
  },
});

export const removeSubscription = createRoute({
  method: "delete",
  path: "/admin/v1/accounts/{account}/subscriptions/{campaign-ref}/{recipient}",
  operationId: "removeSubscription",
  tags: ["admin"],
  summary: "Unsubscribe a recipient from a campaign",
  security: [{ "adminToken": [] }],
  request: { params: adminRequests.removeSubscription.params },
  responses: {
    204: { description: "Removed." },
    400: {
      description: "The request is invalid.",
      content: { "application/json": { schema: schemas.Failure } },
    },
    401: {
      description: "The token is missing or wrong.",
      content: { "application/json": { schema: schemas.Failure } },
    },
    403: {
      description: "The token lacks the scope of the operation.",
      content: { "application/json": { schema: schemas.Failure } },
    },
    404: {
      description: "The resource does not exist.",
      content: { "application/json": { schema: schemas.Failure } },
    },
    429: {
      description: "Too many tokens from this client were wrong; this one was not checked.",
      headers: z.object({ "Retry-After": z.int().min(1) }),
      content: { "application/json": { schema: schemas.Failure } },
    },
    500: {
      description: "Internal error.",
      content: { "application/json": { schema: schemas.Failure } },
    },
    503: {
      description: "The database is temporarily unavailable.",
      headers: z.object({ "Retry-After": z.int().min(1) }),
      content: { "application/json": { schema: schemas.Failure } },
    },
  },
});

export const addBlock = createRoute({
  method: "post",
  path: "/admin/v1/accounts/{account}/blocks",
  operationId: "addBlock",
  tags: ["admin"],
  summary: "Block a recipient for one sender or the whole account",
  security: [{ "adminToken": [] }],
  request: {
    params: adminRequests.addBlock.params,
    body: {
      required: true,
      content: { "application/json": { schema: adminRequests.addBlock.body } },
    },
  },
  responses: {
    201: {
      description: "Blocked. START from the handset does not lift the block.",
      content: { "application/json": { schema: schemas.Block } },
    },
    400: {
      description: "The request is invalid.",
      content: { "application/json": { schema: schemas.Failure } },
    },
    401: {
      description: "The token is missing or wrong.",
      content: { "application/json": { schema: schemas.Failure } },
    },
    403: {
      description: "The token lacks the scope of the operation.",
      content: { "application/json": { schema: schemas.Failure } },
    },
    404: {
      description: "The resource does not exist.",
      content: { "application/json": { schema: schemas.Failure } },
    },
    429: {
      description: "Too many tokens from this client were wrong; this one was not checked.",
      headers: z.object({ "Retry-After": z.int().min(1) }),
      content: { "application/json": { schema: schemas.Failure } },
    },
    500: {
      description: "Internal error.",
      content: { "application/json": { schema: schemas.Failure } },
    },
    503: {
      description: "The database is temporarily unavailable.",
      headers: z.object({ "Retry-After": z.int().min(1) }),
      content: { "application/json": { schema: schemas.Failure } },
    },
  },
});

export const listBlocks = createRoute({
  method: "get",
  path: "/admin/v1/accounts/{account}/blocks",
  operationId: "listBlocks",
  tags: ["admin"],
  summary: "List the blocked recipients of an account",
  security: [{ "adminToken": [] }],
  request: { params: adminRequests.listBlocks.params, query: adminRequests.listBlocks.query },
  responses: {
    200: {
      description: "A page of blocks.",
      content: { "application/json": { schema: schemas.BlockPage } },
    },
    400: {
      description: "The request is invalid.",
      content: { "application/json": { schema: schemas.Failure } },
    },
    401: {
      description: "The token is missing or wrong.",
      content: { "application/json": { schema: schemas.Failure } },
    },
    404: {
      description: "The resource does not exist.",
      content: { "application/json": { schema: schemas.Failure } },
    },
    429: {
      description: "Too many tokens from this client were wrong; this one was not checked.",
      headers: z.object({ "Retry-After": z.int().min(1) }),
      content: { "application/json": { schema: schemas.Failure } },
    },
    500: {
      description: "Internal error.",
      content: { "application/json": { schema: schemas.Failure } },
    },
    503: {
      description: "The database is temporarily unavailable.",
      headers: z.object({ "Retry-After": z.int().min(1) }),
      content: { "application/json": { schema: schemas.Failure } },
    },
  },
});

export const removeBlock = createRoute({
  method: "delete",
  path: "/admin/v1/accounts/{account}/blocks/{number}",
  operationId: "removeBlock",
  tags: ["admin"],
  summary: "Lift the blocks of a recipient",
  security: [{ "adminToken": [] }],
  request: { params: adminRequests.removeBlock.params, query: adminRequests.removeBlock.query },
  responses: {
    204: { description: "Lifted." },
    400: {
      description: "The request is invalid.",
      content: { "application/json": { schema: schemas.Failure } },
    },
    401: {
      description: "The token is missing or wrong.",
      content: { "application/json": { schema: schemas.Failure } },
    },
    403: {
      description: "The token lacks the scope of the operation.",
      content: { "application/json": { schema: schemas.Failure } },
    },
    404: {
      description: "The resource does not exist.",
      content: { "application/json": { schema: schemas.Failure } },
    },
    429: {
      description: "Too many tokens from this client were wrong; this one was not checked.",
      headers: z.object({ "Retry-After": z.int().min(1) }),
      content: { "application/json": { schema: schemas.Failure } },
    },
    500: {
      description: "Internal error.",
      content: { "application/json": { schema: schemas.Failure } },
    },
    503: {
      description: "The database is temporarily unavailable.",
      headers: z.object({ "Retry-After": z.int().min(1) }),
      content: { "application/json": { schema: schemas.Failure } },
    },
  },
});

export const listReplies = createRoute({
  method: "get",
  path: "/admin/v1/accounts/{account}/replies",
  operationId: "listReplies",
  tags: ["admin"],
  summary: "List keywords and their replies by language",
  security: [{ "adminToken": [] }],
  request: { params: adminRequests.listReplies.params },
  responses: {
    200: {
      description: "The account's own keywords, and the replies in effect.",
      content: { "application/json": { schema: schemas.RepliesList } },
    },
    400: {
      description: "The request is invalid.",
      content: { "application/json": { schema: schemas.Failure } },
    },
    401: {
      description: "The token is missing or wrong.",
      content: { "application/json": { schema: schemas.Failure } },
    },
    404: {
      description: "The resource does not exist.",
      content: { "application/json": { schema: schemas.Failure } },
    },
    429: {
      description: "Too many tokens from this client were wrong; this one was not checked.",
      headers: z.object({ "Retry-After": z.int().min(1) }),
      content: { "application/json": { schema: schemas.Failure } },
    },
    500: {
      description: "Internal error.",
      content: { "application/json": { schema: schemas.Failure } },
    },
    503: {
      description: "The database is temporarily unavailable.",
      headers: z.object({ "Retry-After": z.int().min(1) }),
      content: { "application/json": { schema: schemas.Failure } },
    },
  },
});

export const changeReplies = createRoute({
  method: "patch",
  path: "/admin/v1/accounts/{account}/replies/{language}",
  operationId: "changeReplies",
  tags: ["admin"],
  summary: "Change keywords and replies of a language",
  security: [{ "adminToken": [] }],
  request: {
    params: adminRequests.changeReplies.params,
    body: {
      required: true,
      content: { "application/json": { schema: adminRequests.changeReplies.body } },
    },
  },
  responses: {
    200: {
      description: "The changed keywords and replies.",
      content: { "application/json": { schema: schemas.Replies } },
    },
    400: {
      description: "The request is invalid.",
      content: { "application/json": { schema: schemas.Failure } },
    },
    401: {
      description: "The token is missing or wrong.",
      content: { "application/json": { schema: schemas.Failure } },
    },
    403: {
      description: "The token lacks the scope of the operation.",
      content: { "application/json": { schema: schemas.Failure } },
    },
    404: {
      description: "The resource does not exist.",
      content: { "application/json": { schema: schemas.Failure } },
    },
    429: {
      description: "Too many tokens from this client were wrong; this one was not checked.",
      headers: z.object({ "Retry-After": z.int().min(1) }),
      content: { "application/json": { schema: schemas.Failure } },
    },
    500: {
      description: "Internal error.",
      content: { "application/json": { schema: schemas.Failure } },
    },
    503: {
      description: "The database is temporarily unavailable.",
      headers: z.object({ "Retry-After": z.int().min(1) }),
      content: { "application/json": { schema: schemas.Failure } },
    },
  },
});

export const createToken = createRoute({
  method: "post",
  path: "/admin/v1/tokens",
  operationId: "createToken",
  tags: ["admin"],
  summary: "Create an admin token",
  security: [{ "adminToken": [] }],
  request: {
    body: {
      required: true,
      content: { "application/json": { schema: adminRequests.createToken.body } },
    },
  },
  responses: {
    201: {
      description: "Created. The token is returned only here.",
      content: { "application/json": { schema: schemas.TokenCreated } },
    },
    400: {
      description: "The request is invalid.",
      content: { "application/json": { schema: schemas.Failure } },
    },
    401: {
      description: "The token is missing or wrong.",
      content: { "application/json": { schema: schemas.Failure } },
    },
    403: {
      description: "The token lacks the scope of the operation.",
      content: { "application/json": { schema: schemas.Failure } },
    },
    409: {
      description: "The resource already exists.",
      content: { "application/json": { schema: schemas.Failure } },
    },
    429: {
      description: "Too many tokens from this client were wrong; this one was not checked.",
      headers: z.object({ "Retry-After": z.int().min(1) }),
      content: { "application/json": { schema: schemas.Failure } },
    },
    500: {
      description: "Internal error.",
      content: { "application/json": { schema: schemas.Failure } },
    },
    503: {
      description: "The database is temporarily unavailable.",
      headers: z.object({ "Retry-After": z.int().min(1) }),
      content: { "application/json": { schema: schemas.Failure } },
    },
  },
});

export const listTokens = createRoute({
  method: "get",
  path: "/admin/v1/tokens",
  operationId: "listTokens",
  tags: ["admin"],
  summary: "List admin tokens, masked",
  security: [{ "adminToken": [] }],
  request: {},
  responses: {
    200: {
      description: "All tokens, including revoked and expired ones, the newest first.",
      content: { "application/json": { schema: schemas.TokenList } },
    },
    400: {
      description: "The request is invalid.",
      content: { "application/json": { schema: schemas.Failure } },
    },
    401: {
      description: "The token is missing or wrong.",
      content: { "application/json": { schema: schemas.Failure } },
    },
    429: {
      description: "Too many tokens from this client were wrong; this one was not checked.",
      headers: z.object({ "Retry-After": z.int().min(1) }),
      content: { "application/json": { schema: schemas.Failure } },
    },
    500: {
      description: "Internal error.",
      content: { "application/json": { schema: schemas.Failure } },
    },
    503: {
      description: "The database is temporarily unavailable.",
      headers: z.object({ "Retry-After": z.int().min(1) }),
      content: { "application/json": { schema: schemas.Failure } },
    },
  },
});

export const revokeToken = createRoute({
  method: "delete",
  path: "/admin/v1/tokens/{token-id}",
  operationId: "revokeToken",
  tags: ["admin"],
  summary: "Revoke an admin token",
  security: [{ "adminToken": [] }],
  request: { params: adminRequests.revokeToken.params },
  responses: {
    204: { description: "Revoked." },
    400: {
      description: "The request is invalid.",
      content: { "application/json": { schema: schemas.Failure } },
    },
    401: {
      description: "The token is missing or wrong.",
      content: { "application/json": { schema: schemas.Failure } },
    },
    403: {
      description: "The token lacks the scope of the operation.",
      content: { "application/json": { schema: schemas.Failure } },
    },
    404: {
      description: "The resource does not exist.",
      content: { "application/json": { schema: schemas.Failure } },
    },
    429: {
      description: "Too many tokens from this client were wrong; this one was not checked.",
      headers: z.object({ "Retry-After": z.int().min(1) }),
      content: { "application/json": { schema: schemas.Failure } },
    },
    500: {
      description: "Internal error.",
      content: { "application/json": { schema: schemas.Failure } },
    },
    503: {
      description: "The database is temporarily unavailable.",
      headers: z.object({ "Retry-After": z.int().min(1) }),
      content: { "application/json": { schema: schemas.Failure } },
    },
  },
});

export const createConnector = createRoute({
  method: "post",
  path: "/admin/v1/connectors",
  operationId: "createConnector",
  tags: ["admin"],
  summary: "Set up a connector to a carrier",
  security: [{ "adminToken": [] }],
  request: {
    body: {
      required: true,
      content: { "application/json": { schema: adminRequests.createConnector.body } },
    },
  },
  responses: {
    201: { description: "Set up.", content: { "application/json": { schema: schemas.Connector } } },
    400: {
      description: "The request is invalid.",
      content: { "application/json": { schema: schemas.Failure } },
    },
    401: {
      description: "The token is missing or wrong.",
      content: { "application/json": { schema: schemas.Failure } },
    },
    403: {
      description: "The token lacks the scope of the operation.",
      content: { "application/json": { schema: schemas.Failure } },
    },
    409: {
      description: "The resource already exists.",
      content: { "application/json": { schema: schemas.Failure } },
    },
    429: {
      description: "Too many tokens from this client were wrong; this one was not checked.",
      headers: z.object({ "Retry-After": z.int().min(1) }),
      content: { "application/json": { schema: schemas.Failure } },
    },
    500: {
      description: "Internal error.",
      content: { "application/json": { schema: schemas.Failure } },
    },
    503: {
      description: "The database is temporarily unavailable.",
      headers: z.object({ "Retry-After": z.int().min(1) }),
      content: { "application/json": { schema: schemas.Failure } },
    },
  },
});

export const listConnectors = createRoute({
  method: "get",
  path: "/admin/v1/connectors",
  operationId: "listConnectors",
  tags: ["admin"],
  summary: "List the connectors of all kinds, by name",
  security: [{ "adminToken": [] }],
  request: {},
  responses: {
    200: {
      description: "All but the built-in loopback.",
      content: { "application/json": { schema: schemas.ConnectorList } },
    },
    400: {
      description: "The request is invalid.",
      content: { "application/json": { schema: schemas.Failure } },
    },
    401: {
      description: "The token is missing or wrong.",
      content: { "application/json": { schema: schemas.Failure } },
    },
    429: {
      description: "Too many tokens from this client were wrong; this one was not checked.",
      headers: z.object({ "Retry-After": z.int().min(1) }),
      content: { "application/json": { schema: schemas.Failure } },
    },
    500: {
      description: "Internal error.",
      content: { "application/json": { schema: schemas.Failure } },
    },
    503: {
      description: "The database is temporarily unavailable.",
      headers: z.object({ "Retry-After": z.int().min(1) }),
      content: { "application/json": { schema: schemas.Failure } },
    },
  },
});

export const readConnector = createRoute({
  method: "get",
  path: "/admin/v1/connectors/{connector}",
  operationId: "readConnector",
  tags: ["admin"],
  summary: "Read a connector",
  security: [{ "adminToken": [] }],
  request: { params: adminRequests.readConnector.params },
  responses: {
    200: {
      description: "The connector.",
      content: { "application/json": { schema: schemas.Connector } },
    },
    400: {
      description: "The request is invalid.",
      content: { "application/json": { schema: schemas.Failure } },
    },
    401: {
      description: "The token is missing or wrong.",
      content: { "application/json": { schema: schemas.Failure } },
    },
    404: {
      description: "The resource does not exist.",
      content: { "application/json": { schema: schemas.Failure } },
    },
    429: {
      description: "Too many tokens from this client were wrong; this one was not checked.",
      headers: z.object({ "Retry-After": z.int().min(1) }),
      content: { "application/json": { schema: schemas.Failure } },
    },
    500: {
      description: "Internal error.",
      content: { "application/json": { schema: schemas.Failure } },
    },
    503: {
      description: "The database is temporarily unavailable.",
      headers: z.object({ "Retry-After": z.int().min(1) }),
      content: { "application/json": { schema: schemas.Failure } },
    },
  },
});

export const changeConnector = createRoute({
  method: "patch",
  path: "/admin/v1/connectors/{connector}",
  operationId: "changeConnector",
  tags: ["admin"],
  summary: "Change fields of a connector",
  security: [{ "adminToken": [] }],
  request: {
    params: adminRequests.changeConnector.params,
    body: {
      required: true,
      content: { "application/json": { schema: adminRequests.changeConnector.body } },
    },
  },
  responses: {
    200: {
      description: "The changed connector.",
      content: { "application/json": { schema: schemas.Connector } },
    },
    400: {
      description: "The request is invalid.",
      content: { "application/json": { schema: schemas.Failure } },
    },
    401: {
      description: "The token is missing or wrong.",
      content: { "application/json": { schema: schemas.Failure } },
    },
    403: {
      description: "The token lacks the scope of the operation.",
      content: { "application/json": { schema: schemas.Failure } },
    },
    404: {
      description: "The resource does not exist.",
      content: { "application/json": { schema: schemas.Failure } },
    },
    429: {
      description: "Too many tokens from this client were wrong; this one was not checked.",
      headers: z.object({ "Retry-After": z.int().min(1) }),
      content: { "application/json": { schema: schemas.Failure } },
    },
    500: {
      description: "Internal error.",
      content: { "application/json": { schema: schemas.Failure } },
    },
    503: {
      description: "The database is temporarily unavailable.",
      headers: z.object({ "Retry-After": z.int().min(1) }),
      content: { "application/json": { schema: schemas.Failure } },
    },
  },
});

export const removeConnector = createRoute({
  method: "delete",
  path: "/admin/v1/connectors/{connector}",
  operationId: "removeConnector",
  tags: ["admin"],
  summary: "Remove a connector",
  security: [{ "adminToken": [] }],
  request: {
    params: adminRequests.removeConnector.params,
    query: adminRequests.removeConnector.query,
  },
  responses: {
    204: { description: "Removed." },
    400: {
      description: "The request is invalid.",
      content: { "application/json": { schema: schemas.Failure } },
    },
    401: {
      description: "The token is missing or wrong.",
      content: { "application/json": { schema: schemas.Failure } },
    },
    403: {
      description: "The token lacks the scope of the operation.",
      content: { "application/json": { schema: schemas.Failure } },
    },
    404: {
      description: "The resource does not exist.",
      content: { "application/json": { schema: schemas.Failure } },
    },
    409: {
      description: "The state of the resource does not allow the operation.",
      content: { "application/json": { schema: schemas.Failure } },
    },
    429: {
      description: "Too many tokens from this client were wrong; this one was not checked.",
      headers: z.object({ "Retry-After": z.int().min(1) }),
      content: { "application/json": { schema: schemas.Failure } },
    },
    500: {
      description: "Internal error.",
      content: { "application/json": { schema: schemas.Failure } },
    },
    503: {
      description: "The database is temporarily unavailable.",
      headers: z.object({ "Retry-After": z.int().min(1) }),
      content: { "application/json": { schema: schemas.Failure } },
    },
  },
});

export const previewConnector = createRoute({
  method: "post",
  path: "/admin/v1/connectors/preview",
  operationId: "previewConnector",
  tags: ["admin"],
  summary: "Show the requests that a connector would send",
  security: [{ "adminToken": [] }],
  request: {
    body: {
      required: true,
      content: { "application/json": { schema: adminRequests.previewConnector.body } },
    },
  },
  responses: {
    200: {
      description: "The requests.",
      content: { "application/json": { schema: schemas.ConnectorPreview } },
    },
    400: {
      description: "The request is invalid.",
      content: { "application/json": { schema: schemas.Failure } },
    },
    401: {
      description: "The token is missing or wrong.",
      content: { "application/json": { schema: schemas.Failure } },
    },
    403: {
      description: "The token lacks the scope of the operation.",
      content: { "application/json": { schema: schemas.Failure } },
    },
    429: {
      description: "Too many tokens from this client were wrong; this one was not checked.",
      headers: z.object({ "Retry-After": z.int().min(1) }),
      content: { "application/json": { schema: schemas.Failure } },
    },
    500: {
      description: "Internal error.",
      content: { "application/json": { schema: schemas.Failure } },
    },
    503: {
      description: "The database is temporarily unavailable.",
      headers: z.object({ "Retry-After": z.int().min(1) }),
      content: { "application/json": { schema: schemas.Failure } },
    },
  },
});

export const checkConnector = createRoute({
  method: "get",
  path: "/admin/v1/connectors/{connector}/check",
  operationId: "checkConnector",
  tags: ["admin"],
  summary: "Ask a provider about the set-up of a connector",
  security: [{ "adminToken": [] }],
  request: { params: adminRequests.checkConnector.params },
  responses: {
    200: {
      description: "The checked facts, in order. A check that fails may end them.",
      content: { "application/json": { schema: schemas.ConnectorFindings } },
    },
    400: {
      description: "The request is invalid.",
      content: { "application/json": { schema: schemas.Failure } },
    },
    401: {
      description: "The token is missing or wrong.",
      content: { "application/json": { schema: schemas.Failure } },
    },
    404: {
      description: "The resource does not exist.",
      content: { "application/json": { schema: schemas.Failure } },
    },
    429: {
      description: "Too many tokens from this client were wrong; this one was not checked.",
      headers: z.object({ "Retry-After": z.int().min(1) }),
      content: { "application/json": { schema: schemas.Failure } },
    },
    500: {
      description: "Internal error.",
      content: { "application/json": { schema: schemas.Failure } },
    },
    503: {
      description: "The database is temporarily unavailable.",
      headers: z.object({ "Retry-After": z.int().min(1) }),
      content: { "application/json": { schema: schemas.Failure } },
    },
  },
});

export const readConnectorState = createRoute({
  method: "get",
  path: "/admin/v1/connectors/{connector}/state",
  operationId: "readConnectorState",
  tags: ["admin"],
  summary: "Read what a connector is doing",
  security: [{ "adminToken": [] }],
  request: { params: adminRequests.readConnectorState.params },
  responses: {
    200: {
      description: "The state.",
      content: { "application/json": { schema: schemas.ConnectorState } },
    },
    400: {
      description: "The request is invalid.",
      content: { "application/json": { schema: schemas.Failure } },
    },
    401: {
      description: "The token is missing or wrong.",
      content: { "application/json": { schema: schemas.Failure } },
    },
    404: {
      description: "The resource does not exist.",
      content: { "application/json": { schema: schemas.Failure } },
    },
    429: {
      description: "Too many tokens from this client were wrong; this one was not checked.",
      headers: z.object({ "Retry-After": z.int().min(1) }),
      content: { "application/json": { schema: schemas.Failure } },
    },
    500: {
      description: "Internal error.",
      content: { "application/json": { schema: schemas.Failure } },
    },
    503: {
      description: "The database is temporarily unavailable.",
      headers: z.object({ "Retry-After": z.int().min(1) }),
      content: { "application/json": { schema: schemas.Failure } },
    },
  },
});

export const createSmsc = createRoute({
  method: "post",
  path: "/admin/v1/smscs",
  operationId: "createSmsc",
  tags: ["admin"],
  summary: "Set up a connector to an SMSC",
  security: [{ "adminToken": [] }],
  request: {
    body: {
      required: true,
      content: { "application/json": { schema: adminRequests.createSmsc.body } },
    },
  },
  responses: {
    201: { description: "Set up.", content: { "application/json": { schema: schemas.Smsc } } },
    400: {
      description: "The request is invalid.",
      content: { "application/json": { schema: schemas.Failure } },
    },
    401: {
      description: "The token is missing or wrong.",
      content: { "application/json": { schema: schemas.Failure } },
    },
    403: {
      description: "The token lacks the scope of the operation.",
      content: { "application/json": { schema: schemas.Failure } },
    },
    409: {
      description: "The resource already exists.",
      content: { "application/json": { schema: schemas.Failure } },
    },
    429: {
      description: "Too many tokens from this client were wrong; this one was not checked.",
      headers: z.object({ "Retry-After": z.int().min(1) }),
      content: { "application/json": { schema: schemas.Failure } },
    },
    500: {
      description: "Internal error.",
      content: { "application/json": { schema: schemas.Failure } },
    },
    503: {
      description: "The database is temporarily unavailable.",
      headers: z.object({ "Retry-After": z.int().min(1) }),
      content: { "application/json": { schema: schemas.Failure } },
    },
  },
});

export const listSmscs = createRoute({
  method: "get",
  path: "/admin/v1/smscs",
  operationId: "listSmscs",
  tags: ["admin"],
  summary: "List the connectors to SMSCs, by name",
  security: [{ "adminToken": [] }],
  request: {},
  responses: {
    200: {
      description: "All of them.",
      content: { "application/json": { schema: schemas.SmscList } },
    },
    400: {
      description: "The request is invalid.",
      content: { "application/json": { schema: schemas.Failure } },
    },
    401: {
      description: "The token is missing or wrong.",
      content: { "application/json": { schema: schemas.Failure } },
    },
    429: {
      description: "Too many tokens from this client were wrong; this one was not checked.",
      headers: z.object({ "Retry-After": z.int().min(1) }),
      content: { "application/json": { schema: schemas.Failure } },
    },
    500: {
      description: "Internal error.",
      content: { "application/json": { schema: schemas.Failure } },
    },
    503: {
      description: "The database is temporarily unavailable.",
      headers: z.object({ "Retry-After": z.int().min(1) }),
      content: { "application/json": { schema: schemas.Failure } },
    },
  },
});

export const readSmsc = createRoute({
  method: "get",
  path: "/admin/v1/smscs/{connector}",
  operationId: "readSmsc",
  tags: ["admin"],
  summary: "Read a connector to an SMSC",
  security: [{ "adminToken": [] }],
  request: { params: adminRequests.readSmsc.params },
  responses: {
    200: {
      description: "The connector.",
      content: { "application/json": { schema: schemas.Smsc } },
    },
    400: {
      description: "The request is invalid.",
      content: { "application/json": { schema: schemas.Failure } },
    },
    401: {
      description: "The token is missing or wrong.",
      content: { "application/json": { schema: schemas.Failure } },
    },
    404: {
      description: "The resource does not exist.",
      content: { "application/json": { schema: schemas.Failure } },
    },
    429: {
      description: "Too many tokens from this client were wrong; this one was not checked.",
      headers: z.object({ "Retry-After": z.int().min(1) }),
      content: { "application/json": { schema: schemas.Failure } },
    },
    500: {
      description: "Internal error.",
      content: { "application/json": { schema: schemas.Failure } },
    },
    503: {
      description: "The database is temporarily unavailable.",
      headers: z.object({ "Retry-After": z.int().min(1) }),
      content: { "application/json": { schema: schemas.Failure } },
    },
  },
});

export const changeSmsc = createRoute({
  method: "patch",
  path: "/admin/v1/smscs/{connector}",
  operationId: "changeSmsc",
  tags: ["admin"],
  summary: "Change fields of a connector to an SMSC, which binds again",
  security: [{ "adminToken": [] }],
  request: {
    params: adminRequests.changeSmsc.params,
    body: {
      required: true,
      content: { "application/json": { schema: adminRequests.changeSmsc.body } },
    },
  },
  responses: {
    200: {
      description: "The changed connector.",
      content: { "application/json": { schema: schemas.Smsc } },
    },
    400: {
      description: "The request is invalid.",
      content: { "application/json": { schema: schemas.Failure } },
    },
    401: {
      description: "The token is missing or wrong.",
      content: { "application/json": { schema: schemas.Failure } },
    },
    403: {
      description: "The token lacks the scope of the operation.",
      content: { "application/json": { schema: schemas.Failure } },
    },
    404: {
      description: "The resource does not exist.",
      content: { "application/json": { schema: schemas.Failure } },
    },
    429: {
      description: "Too many tokens from this client were wrong; this one was not checked.",
      headers: z.object({ "Retry-After": z.int().min(1) }),
      content: { "application/json": { schema: schemas.Failure } },
    },
    500: {
      description: "Internal error.",
      content: { "application/json": { schema: schemas.Failure } },
    },
    503: {
      description: "The database is temporarily unavailable.",
      headers: z.object({ "Retry-After": z.int().min(1) }),
      content: { "application/json": { schema: schemas.Failure } },
    },
  },
});

export const removeSmsc = createRoute({
  method: "delete",
  path: "/admin/v1/smscs/{connector}",
  operationId: "removeSmsc",
  tags: ["admin"],
  summary: "Remove a connector to an SMSC",
  security: [{ "adminToken": [] }],
  request: { params: adminRequests.removeSmsc.params, query: adminRequests.removeSmsc.query },
  responses: {
    204: { description: "Removed." },
    400: {
      description: "The request is invalid.",
      content: { "application/json": { schema: schemas.Failure } },
    },
    401: {
      description: "The token is missing or wrong.",
      content: { "application/json": { schema: schemas.Failure } },
    },
    403: {
      description: "The token lacks the scope of the operation.",
      content: { "application/json": { schema: schemas.Failure } },
    },
    404: {
      description: "The resource does not exist.",
      content: { "application/json": { schema: schemas.Failure } },
    },
    409: {
      description: "The state of the resource does not allow the operation.",
      content: { "application/json": { schema: schemas.Failure } },
    },
    429: {
      description: "Too many tokens from this client were wrong; this one was not checked.",
      headers: z.object({ "Retry-After": z.int().min(1) }),
      content: { "application/json": { schema: schemas.Failure } },
    },
    500: {
      description: "Internal error.",
      content: { "application/json": { schema: schemas.Failure } },
    },
    503: {
      description: "The database is temporarily unavailable.",
      headers: z.object({ "Retry-After": z.int().min(1) }),
      content: { "application/json": { schema: schemas.Failure } },
    },
  },
});

export const listOperators = createRoute({
  method: "get",
  path: "/admin/v1/operators",
  operationId: "listOperators",
  tags: ["admin"],
  summary: "List the mobile operators",
  security: [{ "adminToken": [] }],
  request: {},
  responses: {
    200: {
      description: "All mobile operators, shipped or set, by id.",
      content: { "application/json": { schema: schemas.OperatorList } },
    },
    400: {
      description: "The request is invalid.",
      content: { "application/json": { schema: schemas.Failure } },
    },
    401: {
      description: "The token is missing or wrong.",
      content: { "application/json": { schema: schemas.Failure } },
    },
    429: {
      description: "Too many tokens from this client were wrong; this one was not checked.",
      headers: z.object({ "Retry-After": z.int().min(1) }),
      content: { "application/json": { schema: schemas.Failure } },
    },
    500: {
      description: "Internal error.",
      content: { "application/json": { schema: schemas.Failure } },
    },
    503: {
      description: "The database is temporarily unavailable.",
      headers: z.object({ "Retry-After": z.int().min(1) }),
      content: { "application/json": { schema: schemas.Failure } },
    },
  },
});

export const readOperator = createRoute({
  method: "get",
  path: "/admin/v1/operators/{operator}",
  operationId: "readOperator",
  tags: ["admin"],
  summary: "Read a mobile operator",
  security: [{ "adminToken": [] }],
  request: { params: adminRequests.readOperator.params },
  responses: {
    200: {
      description: "The mobile operator.",
      content: { "application/json": { schema: schemas.Operator } },
    },
    400: {
      description: "The request is invalid.",
      content: { "application/json": { schema: schemas.Failure } },
    },
    401: {
      description: "The token is missing or wrong.",
      content: { "application/json": { schema: schemas.Failure } },
    },
    404: {
      description: "The resource does not exist.",
      content: { "application/json": { schema: schemas.Failure } },
    },
    429: {
      description: "Too many tokens from this client were wrong; this one was not checked.",
      headers: z.object({ "Retry-After": z.int().min(1) }),
      content: { "application/json": { schema: schemas.Failure } },
    },
    500: {
      description: "Internal error.",
      content: { "application/json": { schema: schemas.Failure } },
    },
    503: {
      description: "The database is temporarily unavailable.",
      headers: z.object({ "Retry-After": z.int().min(1) }),
      content: { "application/json": { schema: schemas.Failure } },
    },
  },
});

export const setOperator = createRoute({
  method: "patch",
  path: "/admin/v1/operators/{operator}",
  operationId: "setOperator",
  tags: ["admin"],
  summary: "Add a mobile operator, or change fields of one",
  security: [{ "adminToken": [] }],
  request: {
    params: adminRequests.setOperator.params,
    body: {
      required: true,
      content: { "application/json": { schema: adminRequests.setOperator.body } },
    },
  },
  responses: {
    200: {
      description: "The changed mobile operator.",
      content: { "application/json": { schema: schemas.Operator } },
    },
    400: {
      description: "The request is invalid.",
      content: { "application/json": { schema: schemas.Failure } },
    },
    401: {
      description: "The token is missing or wrong.",
      content: { "application/json": { schema: schemas.Failure } },
    },
    403: {
      description: "The token lacks the scope of the operation.",
      content: { "application/json": { schema: schemas.Failure } },
    },
    429: {
      description: "Too many tokens from this client were wrong; this one was not checked.",
      headers: z.object({ "Retry-After": z.int().min(1) }),
      content: { "application/json": { schema: schemas.Failure } },
    },
    500: {
      description: "Internal error.",
      content: { "application/json": { schema: schemas.Failure } },
    },
    503: {
      description: "The database is temporarily unavailable.",
      headers: z.object({ "Retry-After": z.int().min(1) }),
      content: { "application/json": { schema: schemas.Failure } },
    },
  },
});

export const removeOperator = createRoute({
  method: "delete",
  path: "/admin/v1/operators/{operator}",
  operationId: "removeOperator",
  tags: ["admin"],
  summary: "Reset or remove a mobile operator",
  security: [{ "adminToken": [] }],
  request: { params: adminRequests.removeOperator.params },
  responses: {
    204: { description: "Removed." },
    400: {
      description: "The request is invalid.",
      content: { "application/json": { schema: schemas.Failure } },
    },
    401: {
      description: "The token is missing or wrong.",
      content: { "application/json": { schema: schemas.Failure } },
    },
    403: {
      description: "The token lacks the scope of the operation.",
      content: { "application/json": { schema: schemas.Failure } },
    },
    404: {
      description: "The resource does not exist.",
      content: { "application/json": { schema: schemas.Failure } },
    },
    429: {
      description: "Too many tokens from this client were wrong; this one was not checked.",
      headers: z.object({ "Retry-After": z.int().min(1) }),
      content: { "application/json": { schema: schemas.Failure } },
    },
    500: {
      description: "Internal error.",
      content: { "application/json": { schema: schemas.Failure } },
    },
    503: {
      description: "The database is temporarily unavailable.",
      headers: z.object({ "Retry-After": z.int().min(1) }),
      content: { "application/json": { schema: schemas.Failure } },
    },
  },
});

export const addRoute = createRoute({
  method: "post",
  path: "/admin/v1/routes",
  operationId: "addRoute",
  tags: ["admin"],
  summary: "Add a route",
  security: [{ "adminToken": [] }],
  request: {
    body: {
      required: true,
      content: { "application/json": { schema: adminRequests.addRoute.body } },
    },
  },
  responses: {
    201: { description: "Added.", content: { "application/json": { schema: schemas.Route } } },
    400: {
      description: "The request is invalid.",
      content: { "application/json": { schema: schemas.Failure } },
    },
    401: {
      description: "The token is missing or wrong.",
      content: { "application/json": { schema: schemas.Failure } },
    },
    403: {
      description: "The token lacks the scope of the operation.",
      content: { "application/json": { schema: schemas.Failure } },
    },
    404: {
      description: "The resource does not exist.",
      content: { "application/json": { schema: schemas.Failure } },
    },
    409: {
      description: "The resource already exists.",
      content: { "application/json": { schema: schemas.Failure } },
    },
    429: {
      description: "Too many tokens from this client were wrong; this one was not checked.",
      headers: z.object({ "Retry-After": z.int().min(1) }),
      content: { "application/json": { schema: schemas.Failure } },
    },
    500: {
      description: "Internal error.",
      content: { "application/json": { schema: schemas.Failure } },
    },
    503: {
      description: "The database is temporarily unavailable.",
      headers: z.object({ "Retry-After": z.int().min(1) }),
      content: { "application/json": { schema: schemas.Failure } },
    },
  },
});

export const listRoutes = createRoute({
  method: "get",
  path: "/admin/v1/routes",
  operationId: "listRoutes",
  tags: ["admin"],
  summary: "List the routing table",
  security: [{ "adminToken": [] }],
  request: {},
  responses: {
    200: {
      description: "All routes, in the order in which they were added.",
      content: { "application/json": { schema: schemas.RouteList } },
    },
    400: {
      description: "The request is invalid.",
      content: { "application/json": { schema: schemas.Failure } },
    },
    401: {
      description: "The token is missing or wrong.",
      content: { "application/json": { schema: schemas.Failure } },
    },
    429: {
      description: "Too many tokens from this client were wrong; this one was not checked.",
      headers: z.object({ "Retry-After": z.int().min(1) }),
      content: { "application/json": { schema: schemas.Failure } },
    },
    500: {
      description: "Internal error.",
      content: { "application/json": { schema: schemas.Failure } },
    },
    503: {
      description: "The database is temporarily unavailable.",
      headers: z.object({ "Retry-After": z.int().min(1) }),
      content: { "application/json": { schema: schemas.Failure } },
    },
  },
});

export const explainRoute = createRoute({
  method: "get",
  path: "/admin/v1/routes/explain",
  operationId: "explainRoute",
  tags: ["admin"],
  summary: "Explain which way a message would go",
  security: [{ "adminToken": [] }],
  request: { query: adminRequests.explainRoute.query },
  responses: {
    200: {
      description: "The way.",
      content: { "application/json": { schema: schemas.RouteExplanation } },
    },
    400: {
      description: "The request is invalid.",
      content: { "application/json": { schema: schemas.Failure } },
    },
    401: {
      description: "The token is missing or wrong.",
      content: { "application/json": { schema: schemas.Failure } },
    },
    404: {
      description: "The resource does not exist.",
      content: { "application/json": { schema: schemas.Failure } },
    },
    429: {
      description: "Too many tokens from this client were wrong; this one was not checked.",
      headers: z.object({ "Retry-After": z.int().min(1) }),
      content: { "application/json": { schema: schemas.Failure } },
    },
    500: {
      description: "Internal error.",
      content: { "application/json": { schema: schemas.Failure } },
    },
    503: {
      description: "The database is temporarily unavailable.",
      headers: z.object({ "Retry-After": z.int().min(1) }),
      content: { "application/json": { schema: schemas.Failure } },
    },
  },
});

export const changeRoute = createRoute({
  method: "patch",
  path: "/admin/v1/routes/{route}",
  operationId: "changeRoute",
  tags: ["admin"],
  summary: "Change the connectors of a route",
  security: [{ "adminToken": [] }],
  request: {
    params: adminRequests.changeRoute.params,
    body: {
      required: true,
      content: { "application/json": { schema: adminRequests.changeRoute.body } },
    },
  },
  responses: {
    200: {
      description: "The changed route.",
      content: { "application/json": { schema: schemas.Route } },
    },
    400: {
      description: "The request is invalid.",
      content: { "application/json": { schema: schemas.Failure } },
    },
    401: {
      description: "The token is missing or wrong.",
      content: { "application/json": { schema: schemas.Failure } },
    },
    403: {
      description: "The token lacks the scope of the operation.",
      content: { "application/json": { schema: schemas.Failure } },
    },
    404: {
      description: "The resource does not exist.",
      content: { "application/json": { schema: schemas.Failure } },
    },
    429: {
      description: "Too many tokens from this client were wrong; this one was not checked.",
      headers: z.object({ "Retry-After": z.int().min(1) }),
      content: { "application/json": { schema: schemas.Failure } },
    },
    500: {
      description: "Internal error.",
      content: { "application/json": { schema: schemas.Failure } },
    },
    503: {
      description: "The database is temporarily unavailable.",
      headers: z.object({ "Retry-After": z.int().min(1) }),
      content: { "application/json": { schema: schemas.Failure } },
    },
  },
});

export const removeRoute = createRoute({
  method: "delete",
  path: "/admin/v1/routes/{route}",
  operationId: "removeRoute",
  tags: ["admin"],
  summary: "Remove a route",
  security: [{ "adminToken": [] }],
  request: { params: adminRequests.removeRoute.params },
  responses: {
    204: { description: "Removed." },
    400: {
      description: "The request is invalid.",
      content: { "application/json": { schema: schemas.Failure } },
    },
    401: {
      description: "The token is missing or wrong.",
      content: { "application/json": { schema: schemas.Failure } },
    },
    403: {
      description: "The token lacks the scope of the operation.",
      content: { "application/json": { schema: schemas.Failure } },
    },
    404: {
      description: "The resource does not exist.",
      content: { "application/json": { schema: schemas.Failure } },
    },
    429: {
      description: "Too many tokens from this client were wrong; this one was not checked.",
      headers: z.object({ "Retry-After": z.int().min(1) }),
      content: { "application/json": { schema: schemas.Failure } },
    },
    500: {
      description: "Internal error.",
      content: { "application/json": { schema: schemas.Failure } },
    },
    503: {
      description: "The database is temporarily unavailable.",
      headers: z.object({ "Retry-After": z.int().min(1) }),
      content: { "application/json": { schema: schemas.Failure } },
    },
  },
});

export const listLookups = createRoute({
  method: "get",
  path: "/admin/v1/lookups",
  operationId: "listLookups",
  tags: ["admin"],
  summary: "List billable operator lookups by day and account",
  security: [{ "adminToken": [] }],
  request: { query: adminRequests.listLookups.query },
  responses: {
    200: {
      description: "A page of lookup counts.",
      content: { "application/json": { schema: schemas.LookupCountPage } },
    },
    400: {
      description: "The request is invalid.",
      content: { "application/json": { schema: schemas.Failure } },
    },
    401: {
      description: "The token is missing or wrong.",
      content: { "application/json": { schema: schemas.Failure } },
    },
    429: {
      description: "Too many tokens from this client were wrong; this one was not checked.",
      headers: z.object({ "Retry-After": z.int().min(1) }),
      content: { "application/json": { schema: schemas.Failure } },
    },
    500: {
      description: "Internal error.",
      content: { "application/json": { schema: schemas.Failure } },
    },
    503: {
      description: "The database is temporarily unavailable.",
      headers: z.object({ "Retry-After": z.int().min(1) }),
      content: { "application/json": { schema: schemas.Failure } },
    },
  },
});

export const listMessages = createRoute({
  method: "get",
  path: "/admin/v1/messages",
  operationId: "listMessages",
  tags: ["admin"],
  summary: "List messages, newest first",
  security: [{ "adminToken": [] }],
  request: { query: adminRequests.listMessages.query },
  responses: {
    200: {
      description: "A page of messages.",
      content: { "application/json": { schema: schemas.MessagePage } },
    },
    400: {
      description: "The request is invalid.",
      content: { "application/json": { schema: schemas.Failure } },
    },
    401: {
      description: "The token is missing or wrong.",
      content: { "application/json": { schema: schemas.Failure } },
    },
    429: {
      description: "Too many tokens from this client were wrong; this one was not checked.",
      headers: z.object({ "Retry-After": z.int().min(1) }),
      content: { "application/json": { schema: schemas.Failure } },
    },
    500: {
      description: "Internal error.",
      content: { "application/json": { schema: schemas.Failure } },
    },
    503: {
      description: "The database is temporarily unavailable.",
      headers: z.object({ "Retry-After": z.int().min(1) }),
      content: { "application/json": { schema: schemas.Failure } },
    },
  },
});

export const searchMessages = createRoute({
  method: "get",
  path: "/admin/v1/search",
  operationId: "searchMessages",
  tags: ["admin"],
  summary: "Search messages of both directions, newest first",
  security: [{ "adminToken": [] }],
  request: { query: adminRequests.searchMessages.query },
  responses: {
    200: {
      description: "A page of messages.",
      content: { "application/json": { schema: schemas.SearchPage } },
    },
    400: {
      description: "The request is invalid.",
      content: { "application/json": { schema: schemas.Failure } },
    },
    401: {
      description: "The token is missing or wrong.",
      content: { "application/json": { schema: schemas.Failure } },
    },
    429: {
      description: "Too many tokens from this client were wrong; this one was not checked.",
      headers: z.object({ "Retry-After": z.int().min(1) }),
      content: { "application/json": { schema: schemas.Failure } },
    },
    500: {
      description: "Internal error.",
      content: { "application/json": { schema: schemas.Failure } },
    },
    503: {
      description: "The database is temporarily unavailable.",
      headers: z.object({ "Retry-After": z.int().min(1) }),
      content: { "application/json": { schema: schemas.Failure } },
    },
  },
});

export const readMessage = createRoute({
  method: "get",
  path: "/admin/v1/messages/{tracking-id}",
  operationId: "readMessage",
  tags: ["admin"],
  summary: "Read a message with its history and its postbacks",
  security: [{ "adminToken": [] }],
  request: { params: adminRequests.readMessage.params },
  responses: {
    200: {
      description: "The message.",
      content: { "application/json": { schema: schemas.MessageDetail } },
    },
    400: {
      description: "The request is invalid.",
      content: { "application/json": { schema: schemas.Failure } },
    },
    401: {
      description: "The token is missing or wrong.",
      content: { "application/json": { schema: schemas.Failure } },
    },
    404: {
      description: "The resource does not exist.",
      content: { "application/json": { schema: schemas.Failure } },
    },
    429: {
      description: "Too many tokens from this client were wrong; this one was not checked.",
      headers: z.object({ "Retry-After": z.int().min(1) }),
      content: { "application/json": { schema: schemas.Failure } },
    },
    500: {
      description: "Internal error.",
      content: { "application/json": { schema: schemas.Failure } },
    },
    503: {
      description: "The database is temporarily unavailable.",
      headers: z.object({ "Retry-After": z.int().min(1) }),
      content: { "application/json": { schema: schemas.Failure } },
    },
  },
});

export const listExchanges = createRoute({
  method: "get",
  path: "/admin/v1/messages/{tracking-id}/exchanges",
  operationId: "listExchanges",
  tags: ["admin"],
  summary: "List what was said on the wire about a message, oldest first",
  security: [{ "adminToken": [] }],
  request: { params: adminRequests.listExchanges.params, query: adminRequests.listExchanges.query },
  responses: {
    200: {
      description: "A page of exchanges.",
      content: { "application/json": { schema: schemas.ExchangePage } },
    },
    400: {
      description: "The request is invalid.",
      content: { "application/json": { schema: schemas.Failure } },
    },
    401: {
      description: "The token is missing or wrong.",
      content: { "application/json": { schema: schemas.Failure } },
    },
    404: {
      description: "The resource does not exist.",
      content: { "application/json": { schema: schemas.Failure } },
    },
    429: {
      description: "Too many tokens from this client were wrong; this one was not checked.",
      headers: z.object({ "Retry-After": z.int().min(1) }),
      content: { "application/json": { schema: schemas.Failure } },
    },
    500: {
      description: "Internal error.",
      content: { "application/json": { schema: schemas.Failure } },
    },
    503: {
      description: "The database is temporarily unavailable.",
      headers: z.object({ "Retry-After": z.int().min(1) }),
      content: { "application/json": { schema: schemas.Failure } },
    },
  },
});

export const listLinks = createRoute({
  method: "get",
  path: "/admin/v1/links",
  operationId: "listLinks",
  tags: ["admin"],
  summary: "List the links in messages with their clicks, newest first",
  security: [{ "adminToken": [] }],
  request: { query: adminRequests.listLinks.query },
  responses: {
    200: {
      description: "A page of links.",
      content: { "application/json": { schema: schemas.LinkPage } },
    },
    400: {
      description: "The request is invalid.",
      content: { "application/json": { schema: schemas.Failure } },
    },
    401: {
      description: "The token is missing or wrong.",
      content: { "application/json": { schema: schemas.Failure } },
    },
    429: {
      description: "Too many tokens from this client were wrong; this one was not checked.",
      headers: z.object({ "Retry-After": z.int().min(1) }),
      content: { "application/json": { schema: schemas.Failure } },
    },
    500: {
      description: "Internal error.",
      content: { "application/json": { schema: schemas.Failure } },
    },
    503: {
      description: "The database is temporarily unavailable.",
      headers: z.object({ "Retry-After": z.int().min(1) }),
      content: { "application/json": { schema: schemas.Failure } },
    },
  },
});

export const listInbound = createRoute({
  method: "get",
  path: "/admin/v1/inbound",
  operationId: "listInbound",
  tags: ["admin"],
  summary: "List inbound messages, newest first",
  security: [{ "adminToken": [] }],
  request: { query: adminRequests.listInbound.query },
  responses: {
    200: {
      description: "A page of messages.",
      content: { "application/json": { schema: schemas.InboundPage } },
    },
    400: {
      description: "The request is invalid.",
      content: { "application/json": { schema: schemas.Failure } },
    },
    401: {
      description: "The token is missing or wrong.",
      content: { "application/json": { schema: schemas.Failure } },
    },
    429: {
      description: "Too many tokens from this client were wrong; this one was not checked.",
      headers: z.object({ "Retry-After": z.int().min(1) }),
      content: { "application/json": { schema: schemas.Failure } },
    },
    500: {
      description: "Internal error.",
      content: { "application/json": { schema: schemas.Failure } },
    },
    503: {
      description: "The database is temporarily unavailable.",
      headers: z.object({ "Retry-After": z.int().min(1) }),
      content: { "application/json": { schema: schemas.Failure } },
    },
  },
});

export const readInbound = createRoute({
  method: "get",
  path: "/admin/v1/inbound/{tracking-id}",
  operationId: "readInbound",
  tags: ["admin"],
  summary: "Read an inbound message with its history and its postbacks",
  security: [{ "adminToken": [] }],
  request: { params: adminRequests.readInbound.params },
  responses: {
    200: {
      description: "The message.",
      content: { "application/json": { schema: schemas.InboundDetail } },
    },
    400: {
      description: "The request is invalid.",
      content: { "application/json": { schema: schemas.Failure } },
    },
    401: {
      description: "The token is missing or wrong.",
      content: { "application/json": { schema: schemas.Failure } },
    },
    404: {
      description: "The resource does not exist.",
      content: { "application/json": { schema: schemas.Failure } },
    },
    429: {
      description: "Too many tokens from this client were wrong; this one was not checked.",
      headers: z.object({ "Retry-After": z.int().min(1) }),
      content: { "application/json": { schema: schemas.Failure } },
    },
    500: {
      description: "Internal error.",
      content: { "application/json": { schema: schemas.Failure } },
    },
    503: {
      description: "The database is temporarily unavailable.",
      headers: z.object({ "Retry-After": z.int().min(1) }),
      content: { "application/json": { schema: schemas.Failure } },
    },
  },
});

export const listPostbacks = createRoute({
  method: "get",
  path: "/admin/v1/postbacks",
  operationId: "listPostbacks",
  tags: ["admin"],
  summary: "List postbacks and MM7 requests to VASPs",
  security: [{ "adminToken": [] }],
  request: { query: adminRequests.listPostbacks.query },
  responses: {
    200: {
      description: "A page of postbacks.",
      content: { "application/json": { schema: schemas.PostbackPage } },
    },
    400: {
      description: "The request is invalid.",
      content: { "application/json": { schema: schemas.Failure } },
    },
    401: {
      description: "The token is missing or wrong.",
      content: { "application/json": { schema: schemas.Failure } },
    },
    429: {
      description: "Too many tokens from this client were wrong; this one was not checked.",
      headers: z.object({ "Retry-After": z.int().min(1) }),
      content: { "application/json": { schema: schemas.Failure } },
    },
    500: {
      description: "Internal error.",
      content: { "application/json": { schema: schemas.Failure } },
    },
    503: {
      description: "The database is temporarily unavailable.",
      headers: z.object({ "Retry-After": z.int().min(1) }),
      content: { "application/json": { schema: schemas.Failure } },
    },
  },
});

export const countPostbacks = createRoute({
  method: "get",
  path: "/admin/v1/postbacks/count",
  operationId: "countPostbacks",
  tags: ["admin"],
  summary: "Count dead and parked postbacks",
  security: [{ "adminToken": [] }],
  request: { query: adminRequests.countPostbacks.query },
  responses: {
    200: {
      description: "The count.",
      content: { "application/json": { schema: schemas.PostbackCount } },
    },
    400: {
      description: "The request is invalid.",
      content: { "application/json": { schema: schemas.Failure } },
    },
    401: {
      description: "The token is missing or wrong.",
      content: { "application/json": { schema: schemas.Failure } },
    },
    429: {
      description: "Too many tokens from this client were wrong; this one was not checked.",
      headers: z.object({ "Retry-After": z.int().min(1) }),
      content: { "application/json": { schema: schemas.Failure } },
    },
    500: {
      description: "Internal error.",
      content: { "application/json": { schema: schemas.Failure } },
    },
    503: {
      description: "The database is temporarily unavailable.",
      headers: z.object({ "Retry-After": z.int().min(1) }),
      content: { "application/json": { schema: schemas.Failure } },
    },
  },
});

export const replayPostbacks = createRoute({
  method: "post",
  path: "/admin/v1/postbacks/replay",
  operationId: "replayPostbacks",
  tags: ["admin"],
  summary: "Replay all postbacks that match",
  security: [{ "adminToken": [] }],
  request: {
    body: {
      required: true,
      content: { "application/json": { schema: adminRequests.replayPostbacks.body } },
    },
  },
  responses: {
    200: {
      description: "The postbacks are pending.",
      content: { "application/json": { schema: schemas.PostbacksReplayed } },
    },
    400: {
      description: "The request is invalid.",
      content: { "application/json": { schema: schemas.Failure } },
    },
    401: {
      description: "The token is missing or wrong.",
      content: { "application/json": { schema: schemas.Failure } },
    },
    403: {
      description: "The token lacks the scope of the operation.",
      content: { "application/json": { schema: schemas.Failure } },
    },
    429: {
      description: "Too many tokens from this client were wrong; this one was not checked.",
      headers: z.object({ "Retry-After": z.int().min(1) }),
      content: { "application/json": { schema: schemas.Failure } },
    },
    500: {
      description: "Internal error.",
      content: { "application/json": { schema: schemas.Failure } },
    },
    503: {
      description: "The database is temporarily unavailable.",
      headers: z.object({ "Retry-After": z.int().min(1) }),
      content: { "application/json": { schema: schemas.Failure } },
    },
  },
});

export const streamPostbacks = createRoute({
  method: "get",
  path: "/admin/v1/postbacks/stream",
  operationId: "streamPostbacks",
  tags: ["admin"],
  summary: "Read an account's postbacks as they come, signed",
  security: [{ "adminToken": [] }],
  request: { query: adminRequests.streamPostbacks.query },
  responses: {
    200: {
      description: "The next postbacks, none where none has come.",
      content: { "application/json": { schema: schemas.PostbackStream } },
    },
    400: {
      description: "The request is invalid.",
      content: { "application/json": { schema: schemas.Failure } },
    },
    401: {
      description: "The token is missing or wrong.",
      content: { "application/json": { schema: schemas.Failure } },
    },
    403: {
      description: "The token lacks the scope of the operation.",
      content: { "application/json": { schema: schemas.Failure } },
    },
    404: {
      description: "The resource does not exist.",
      content: { "application/json": { schema: schemas.Failure } },
    },
    429: {
      description: "Too many tokens from this client were wrong; this one was not checked.",
      headers: z.object({ "Retry-After": z.int().min(1) }),
      content: { "application/json": { schema: schemas.Failure } },
    },
    500: {
      description: "Internal error.",
      content: { "application/json": { schema: schemas.Failure } },
    },
    503: {
      description: "The database is temporarily unavailable.",
      headers: z.object({ "Retry-After": z.int().min(1) }),
      content: { "application/json": { schema: schemas.Failure } },
    },
  },
});

export const replayPostback = createRoute({
  method: "post",
  path: "/admin/v1/postbacks/{id}/replay",
  operationId: "replayPostback",
  tags: ["admin"],
  summary: "Replay a postback under its webhook-id",
  security: [{ "adminToken": [] }],
  request: { params: adminRequests.replayPostback.params },
  responses: {
    200: {
      description: "The postback is pending.",
      content: { "application/json": { schema: schemas.PostbackRecord } },
    },
    400: {
      description: "The request is invalid.",
      content: { "application/json": { schema: schemas.Failure } },
    },
    401: {
      description: "The token is missing or wrong.",
      content: { "application/json": { schema: schemas.Failure } },
    },
    403: {
      description: "The token lacks the scope of the operation.",
      content: { "application/json": { schema: schemas.Failure } },
    },
    404: {
      description: "The resource does not exist.",
      content: { "application/json": { schema: schemas.Failure } },
    },
    409: {
      description: "The state of the resource does not allow the operation.",
      content: { "application/json": { schema: schemas.Failure } },
    },
    429: {
      description: "Too many tokens from this client were wrong; this one was not checked.",
      headers: z.object({ "Retry-After": z.int().min(1) }),
      content: { "application/json": { schema: schemas.Failure } },
    },
    500: {
      description: "Internal error.",
      content: { "application/json": { schema: schemas.Failure } },
    },
    503: {
      description: "The database is temporarily unavailable.",
      headers: z.object({ "Retry-After": z.int().min(1) }),
      content: { "application/json": { schema: schemas.Failure } },
    },
  },
});

export const readStatus = createRoute({
  method: "get",
  path: "/admin/v1/status",
  operationId: "readStatus",
  tags: ["admin"],
  summary: "Read what the service does, and what is wrong with it",
  security: [{ "adminToken": [] }],
  request: {},
  responses: {
    200: {
      description: "The state of the service.",
      content: { "application/json": { schema: schemas.Status } },
    },
    400: {
      description: "The request is invalid.",
      content: { "application/json": { schema: schemas.Failure } },
    },
    401: {
      description: "The token is missing or wrong.",
      content: { "application/json": { schema: schemas.Failure } },
    },
    429: {
      description: "Too many tokens from this client were wrong; this one was not checked.",
      headers: z.object({ "Retry-After": z.int().min(1) }),
      content: { "application/json": { schema: schemas.Failure } },
    },
    500: {
      description: "Internal error.",
      content: { "application/json": { schema: schemas.Failure } },
    },
    503: {
      description: "The database is temporarily unavailable.",
      headers: z.object({ "Retry-After": z.int().min(1) }),
      content: { "application/json": { schema: schemas.Failure } },
    },
  },
});

export const catchUpRetention = createRoute({
  method: "post",
  path: "/admin/v1/retention/catch-up",
  operationId: "catchUpRetention",
  tags: ["admin"],
  summary: "Delete all data past its retention at once",
  security: [{ "adminToken": [] }],
  request: {},
  responses: {
    204: { description: "Deletion follows the retentions again." },
    400: {
      description: "The request is invalid.",
      content: { "application/json": { schema: schemas.Failure } },
    },
    401: {
      description: "The token is missing or wrong.",
      content: { "application/json": { schema: schemas.Failure } },
    },
    403: {
      description: "The token lacks the scope of the operation.",
      content: { "application/json": { schema: schemas.Failure } },
    },
    429: {
      description: "Too many tokens from this client were wrong; this one was not checked.",
      headers: z.object({ "Retry-After": z.int().min(1) }),
      content: { "application/json": { schema: schemas.Failure } },
    },
    500: {
      description: "Internal error.",
      content: { "application/json": { schema: schemas.Failure } },
    },
    503: {
      description: "The database is temporarily unavailable.",
      headers: z.object({ "Retry-After": z.int().min(1) }),
      content: { "application/json": { schema: schemas.Failure } },
    },
  },
});

export const listConnectorStates = createRoute({
  method: "get",
  path: "/admin/v1/status/connectors",
  operationId: "listConnectorStates",
  tags: ["admin"],
  summary: "List what the connectors are doing",
  security: [{ "adminToken": [] }],
  request: {},
  responses: {
    200: {
      description: "All connectors, by name, with the built-in loopback.",
      content: { "application/json": { schema: schemas.ConnectorStateList } },
    },
    400: {
      description: "The request is invalid.",
      content: { "application/json": { schema: schemas.Failure } },
    },
    401: {
      description: "The token is missing or wrong.",
      content: { "application/json": { schema: schemas.Failure } },
    },
    429: {
      description: "Too many tokens from this client were wrong; this one was not checked.",
      headers: z.object({ "Retry-After": z.int().min(1) }),
      content: { "application/json": { schema: schemas.Failure } },
    },
    500: {
      description: "Internal error.",
      content: { "application/json": { schema: schemas.Failure } },
    },
    503: {
      description: "The database is temporarily unavailable.",
      headers: z.object({ "Retry-After": z.int().min(1) }),
      content: { "application/json": { schema: schemas.Failure } },
    },
  },
});

export const listReceivers = createRoute({
  method: "get",
  path: "/admin/v1/status/receivers",
  operationId: "listReceivers",
  tags: ["admin"],
  summary: "List the receivers of postbacks",
  security: [{ "adminToken": [] }],
  request: { query: adminRequests.listReceivers.query },
  responses: {
    200: {
      description: "A page of receivers, by account.",
      content: { "application/json": { schema: schemas.ReceiverPage } },
    },
    400: {
      description: "The request is invalid.",
      content: { "application/json": { schema: schemas.Failure } },
    },
    401: {
      description: "The token is missing or wrong.",
      content: { "application/json": { schema: schemas.Failure } },
    },
    429: {
      description: "Too many tokens from this client were wrong; this one was not checked.",
      headers: z.object({ "Retry-After": z.int().min(1) }),
      content: { "application/json": { schema: schemas.Failure } },
    },
    500: {
      description: "Internal error.",
      content: { "application/json": { schema: schemas.Failure } },
    },
    503: {
      description: "The database is temporarily unavailable.",
      headers: z.object({ "Retry-After": z.int().min(1) }),
      content: { "application/json": { schema: schemas.Failure } },
    },
  },
});

export const readStats = createRoute({
  method: "get",
  path: "/admin/v1/stats",
  operationId: "readStats",
  tags: ["admin"],
  summary: "Read the traffic of the last hour, by the minute",
  security: [{ "adminToken": [] }],
  request: {},
  responses: {
    200: {
      description: "The minutes.",
      content: { "application/json": { schema: schemas.Stats } },
    },
    400: {
      description: "The request is invalid.",
      content: { "application/json": { schema: schemas.Failure } },
    },
    401: {
      description: "The token is missing or wrong.",
      content: { "application/json": { schema: schemas.Failure } },
    },
    429: {
      description: "Too many tokens from this client were wrong; this one was not checked.",
      headers: z.object({ "Retry-After": z.int().min(1) }),
      content: { "application/json": { schema: schemas.Failure } },
    },
    500: {
      description: "Internal error.",
      content: { "application/json": { schema: schemas.Failure } },
    },
    503: {
      description: "The database is temporarily unavailable.",
      headers: z.object({ "Retry-After": z.int().min(1) }),
      content: { "application/json": { schema: schemas.Failure } },
    },
  },
});

export const listTemplates = createRoute({
  method: "get",
  path: "/admin/v1/templates",
  operationId: "listTemplates",
  tags: ["admin"],
  summary: "List templates, newest first",
  security: [{ "adminToken": [] }],
  request: { query: adminRequests.listTemplates.query },
  responses: {
    200: {
      description: "A page of templates.",
      content: { "application/json": { schema: schemas.TemplatePage } },
    },
    400: {
      description: "The request is invalid.",
      content: { "application/json": { schema: schemas.Failure } },
    },
    401: {
      description: "The token is missing or wrong.",
      content: { "application/json": { schema: schemas.Failure } },
    },
    429: {
      description: "Too many tokens from this client were wrong; this one was not checked.",
      headers: z.object({ "Retry-After": z.int().min(1) }),
      content: { "application/json": { schema: schemas.Failure } },
    },
    500: {
      description: "Internal error.",
      content: { "application/json": { schema: schemas.Failure } },
    },
    503: {
      description: "The database is temporarily unavailable.",
      headers: z.object({ "Retry-After": z.int().min(1) }),
      content: { "application/json": { schema: schemas.Failure } },
    },
  },
});

export const readTemplate = createRoute({
  method: "get",
  path: "/admin/v1/templates/{mms-id}",
  operationId: "readTemplate",
  tags: ["admin"],
  summary: "Read a template with its slides, its media and their renditions, and its log",
  security: [{ "adminToken": [] }],
  request: { params: adminRequests.readTemplate.params },
  responses: {
    200: {
      description: "The template.",
      content: { "application/json": { schema: schemas.TemplateDetail } },
    },
    400: {
      description: "The request is invalid.",
      content: { "application/json": { schema: schemas.Failure } },
    },
    401: {
      description: "The token is missing or wrong.",
      content: { "application/json": { schema: schemas.Failure } },
    },
    404: {
      description: "The resource does not exist.",
      content: { "application/json": { schema: schemas.Failure } },
    },
    429: {
      description: "Too many tokens from this client were wrong; this one was not checked.",
      headers: z.object({ "Retry-After": z.int().min(1) }),
      content: { "application/json": { schema: schemas.Failure } },
    },
    500: {
      description: "Internal error.",
      content: { "application/json": { schema: schemas.Failure } },
    },
    503: {
      description: "The database is temporarily unavailable.",
      headers: z.object({ "Retry-After": z.int().min(1) }),
      content: { "application/json": { schema: schemas.Failure } },
    },
  },
});

export const sendTemplate = createRoute({
  method: "post",
  path: "/admin/v1/templates/{mms-id}/send",
  operationId: "sendTemplate",
  tags: ["admin"],
  summary: "Send a template as its account",
  security: [{ "adminToken": [] }],
  request: {
    params: adminRequests.sendTemplate.params,
    body: {
      required: true,
      content: { "application/json": { schema: adminRequests.sendTemplate.body } },
    },
  },
  responses: {
    201: {
      description: "The accepted message.",
      content: { "application/json": { schema: schemas.Message } },
    },
    400: {
      description: "The request is invalid.",
      content: { "application/json": { schema: schemas.Failure } },
    },
    401: {
      description: "The token is missing or wrong.",
      content: { "application/json": { schema: schemas.Failure } },
    },
    403: {
      description: "The token lacks the scope of the operation, or the account may not send this.",
      content: { "application/json": { schema: schemas.Failure } },
    },
    404: {
      description: "The resource does not exist.",
      content: { "application/json": { schema: schemas.Failure } },
    },
    409: {
      description: "The template cannot be sent.",
      content: { "application/json": { schema: schemas.Failure } },
    },
    422: {
      description: "The background of an image template was refused.",
      content: { "application/json": { schema: schemas.Failure } },
    },
    429: {
      description:
        "The account exceeds its limit, or too many tokens from this client were wrong.\n",
      headers: z.object({ "Retry-After": z.int().min(1) }),
      content: { "application/json": { schema: schemas.Failure } },
    },
    500: {
      description: "Internal error.",
      content: { "application/json": { schema: schemas.Failure } },
    },
    503: {
      description: "The message cannot be accepted at the moment.",
      headers: z.object({ "Retry-After": z.int().min(1) }),
      content: { "application/json": { schema: schemas.Failure } },
    },
  },
});

export const readFile = createRoute({
  method: "get",
  path: "/admin/v1/files/{sha256}",
  operationId: "readFile",
  tags: ["admin"],
  summary: "Read a stored file of a message or template",
  security: [{ "adminToken": [] }],
  request: { params: adminRequests.readFile.params },
  responses: {
    200: {
      description: "Content of the file.",
      content: { "application/octet-stream": { schema: schemas.FileBytes } },
    },
    206: {
      description: "The part of the file that the request named in `Range`.",
      content: { "application/octet-stream": { schema: schemas.FileBytes } },
    },
    304: { description: "The file still has the entity tag of `If-None-Match`." },
    400: {
      description: "The request is invalid.",
      content: { "application/json": { schema: schemas.Failure } },
    },
    401: {
      description: "The token is missing or wrong.",
      content: { "application/json": { schema: schemas.Failure } },
    },
    404: {
      description: "The resource does not exist.",
      content: { "application/json": { schema: schemas.Failure } },
    },
    416: { description: "The requested range is not in the file." },
    429: {
      description: "Too many tokens from this client were wrong; this one was not checked.",
      headers: z.object({ "Retry-After": z.int().min(1) }),
      content: { "application/json": { schema: schemas.Failure } },
    },
    500: {
      description: "Internal error.",
      content: { "application/json": { schema: schemas.Failure } },
    },
    503: {
      description: "The database is temporarily unavailable.",
      headers: z.object({ "Retry-After": z.int().min(1) }),
      content: { "application/json": { schema: schemas.Failure } },
    },
  },
});

export const uploadFiles = createRoute({
  method: "post",
  path: "/admin/v1/files",
  operationId: "uploadFiles",
  tags: ["admin"],
  summary: "Upload files, to name them in a request by their URL",
  security: [{ "adminToken": [] }],
  request: {
    body: {
      required: true,
      content: { "application/json": { schema: adminRequests.uploadFiles.body } },
    },
  },
  responses: {
    201: {
      description: "The files, in the order of the request.",
      content: { "application/json": { schema: schemas.Uploads } },
    },
    400: {
      description: "The request is invalid.",
      content: { "application/json": { schema: schemas.Failure } },
    },
    401: {
      description: "The token is missing or wrong.",
      content: { "application/json": { schema: schemas.Failure } },
    },
    403: {
      description: "The token lacks the scope of the operation.",
      content: { "application/json": { schema: schemas.Failure } },
    },
    413: {
      description: "The body is too large.",
      content: { "application/json": { schema: schemas.Failure } },
    },
    429: {
      description: "Too many tokens from this client were wrong; this one was not checked.",
      headers: z.object({ "Retry-After": z.int().min(1) }),
      content: { "application/json": { schema: schemas.Failure } },
    },
    500: {
      description: "Internal error.",
      content: { "application/json": { schema: schemas.Failure } },
    },
    503: {
      description: "The database is temporarily unavailable.",
      headers: z.object({ "Retry-After": z.int().min(1) }),
      content: { "application/json": { schema: schemas.Failure } },
    },
  },
});

export const exportPerson = createRoute({
  method: "post",
  path: "/admin/v1/people/export",
  operationId: "exportPerson",
  tags: ["admin"],
  summary: "Export all that is stored about a number",
  security: [{ "adminToken": [] }],
  request: {
    body: {
      required: true,
      content: { "application/json": { schema: adminRequests.exportPerson.body } },
    },
  },
  responses: {
    200: {
      description: "The document, as it is read. One that ends early is no valid JSON.",
      content: { "application/json": { schema: schemas.PersonExport } },
    },
    400: {
      description: "The request is invalid.",
      content: { "application/json": { schema: schemas.Failure } },
    },
    401: {
      description: "The token is missing or wrong.",
      content: { "application/json": { schema: schemas.Failure } },
    },
    403: {
      description: "The token lacks the scope of the operation.",
      content: { "application/json": { schema: schemas.Failure } },
    },
    404: {
      description: "The resource does not exist.",
      content: { "application/json": { schema: schemas.Failure } },
    },
    429: {
      description: "Too many tokens from this client were wrong; this one was not checked.",
      headers: z.object({ "Retry-After": z.int().min(1) }),
      content: { "application/json": { schema: schemas.Failure } },
    },
    500: {
      description: "Internal error.",
      content: { "application/json": { schema: schemas.Failure } },
    },
    503: {
      description: "The database is temporarily unavailable.",
      headers: z.object({ "Retry-After": z.int().min(1) }),
      content: { "application/json": { schema: schemas.Failure } },
    },
  },
});

export const erasePerson = createRoute({
  method: "post",
  path: "/admin/v1/people/erase",
  operationId: "erasePerson",
  tags: ["admin"],
  summary: "Erase all that is stored about a number, or report what would be erased",
  security: [{ "adminToken": [] }],
  request: {
    body: {
      required: true,
      content: { "application/json": { schema: adminRequests.erasePerson.body } },
    },
  },
  responses: {
    200: {
      description: "Amounts of the data that was found, and whether it is erased.",
      content: { "application/json": { schema: schemas.PersonReport } },
    },
    400: {
      description: "The request is invalid.",
      content: { "application/json": { schema: schemas.Failure } },
    },
    401: {
      description: "The token is missing or wrong.",
      content: { "application/json": { schema: schemas.Failure } },
    },
    403: {
      description: "The token lacks the scope of the operation.",
      content: { "application/json": { schema: schemas.Failure } },
    },
    404: {
      description: "The resource does not exist.",
      content: { "application/json": { schema: schemas.Failure } },
    },
    429: {
      description: "Too many tokens from this client were wrong; this one was not checked.",
      headers: z.object({ "Retry-After": z.int().min(1) }),
      content: { "application/json": { schema: schemas.Failure } },
    },
    500: {
      description: "Internal error.",
      content: { "application/json": { schema: schemas.Failure } },
    },
    503: {
      description: "The database is temporarily unavailable.",
      headers: z.object({ "Retry-After": z.int().min(1) }),
      content: { "application/json": { schema: schemas.Failure } },
    },
  },
});

export const listLoopback = createRoute({
  method: "get",
  path: "/admin/v1/loopback/messages",
  operationId: "listLoopback",
  tags: ["admin"],
  summary: "List the messages that the loopback carrier received, newest first",
  security: [{ "adminToken": [] }],
  request: { query: adminRequests.listLoopback.query },
  responses: {
    200: {
      description: "A page of messages.",
      content: { "application/json": { schema: schemas.LoopbackPage } },
    },
    400: {
      description: "The request is invalid.",
      content: { "application/json": { schema: schemas.Failure } },
    },
    401: {
      description: "The token is missing or wrong.",
      content: { "application/json": { schema: schemas.Failure } },
    },
    429: {
      description: "Too many tokens from this client were wrong; this one was not checked.",
      headers: z.object({ "Retry-After": z.int().min(1) }),
      content: { "application/json": { schema: schemas.Failure } },
    },
    500: {
      description: "Internal error.",
      content: { "application/json": { schema: schemas.Failure } },
    },
    503: {
      description: "The database is temporarily unavailable.",
      headers: z.object({ "Retry-After": z.int().min(1) }),
      content: { "application/json": { schema: schemas.Failure } },
    },
  },
});

export const readLoopback = createRoute({
  method: "get",
  path: "/admin/v1/loopback/messages/{carrier-id}",
  operationId: "readLoopback",
  tags: ["admin"],
  summary: "Read a message that the loopback carrier received",
  security: [{ "adminToken": [] }],
  request: { params: adminRequests.readLoopback.params },
  responses: {
    200: {
      description: "The message.",
      content: { "application/json": { schema: schemas.LoopbackMessage } },
    },
    400: {
      description: "The request is invalid.",
      content: { "application/json": { schema: schemas.Failure } },
    },
    401: {
      description: "The token is missing or wrong.",
      content: { "application/json": { schema: schemas.Failure } },
    },
    404: {
      description: "The resource does not exist.",
      content: { "application/json": { schema: schemas.Failure } },
    },
    429: {
      description: "Too many tokens from this client were wrong; this one was not checked.",
      headers: z.object({ "Retry-After": z.int().min(1) }),
      content: { "application/json": { schema: schemas.Failure } },
    },
    500: {
      description: "Internal error.",
      content: { "application/json": { schema: schemas.Failure } },
    },
    503: {
      description: "The database is temporarily unavailable.",
      headers: z.object({ "Retry-After": z.int().min(1) }),
      content: { "application/json": { schema: schemas.Failure } },
    },
  },
});

export const readLoopbackPart = createRoute({
  method: "get",
  path: "/admin/v1/loopback/messages/{carrier-id}/parts/{index}",
  operationId: "readLoopbackPart",
  tags: ["admin"],
  summary: "Read a part of a message that the loopback carrier received",
  security: [{ "adminToken": [] }],
  request: { params: adminRequests.readLoopbackPart.params },
  responses: {
    200: {
      description: "Content of the part.",
      content: { "application/octet-stream": { schema: schemas.FileBytes } },
    },
    206: {
      description: "The part of the file that the request named in `Range`.",
      content: { "application/octet-stream": { schema: schemas.FileBytes } },
    },
    304: { description: "The file still has the entity tag of `If-None-Match`." },
    400: {
      description: "The request is invalid.",
      content: { "application/json": { schema: schemas.Failure } },
    },
    401: {
      description: "The token is missing or wrong.",
      content: { "application/json": { schema: schemas.Failure } },
    },
    404: {
      description: "The resource does not exist.",
      content: { "application/json": { schema: schemas.Failure } },
    },
    416: { description: "The requested range is not in the file." },
    429: {
      description: "Too many tokens from this client were wrong; this one was not checked.",
      headers: z.object({ "Retry-After": z.int().min(1) }),
      content: { "application/json": { schema: schemas.Failure } },
    },
    500: {
      description: "Internal error.",
      content: { "application/json": { schema: schemas.Failure } },
    },
    503: {
      description: "The database is temporarily unavailable.",
      headers: z.object({ "Retry-After": z.int().min(1) }),
      content: { "application/json": { schema: schemas.Failure } },
    },
  },
});

export const readLoopbackHandset = createRoute({
  method: "get",
  path: "/admin/v1/loopback/handsets/{number}",
  operationId: "readLoopbackHandset",
  tags: ["admin"],
  summary: "Read what the loopback carrier simulates for a number",
  security: [{ "adminToken": [] }],
  request: { params: adminRequests.readLoopbackHandset.params },
  responses: {
    200: {
      description: "The simulated handset.",
      content: { "application/json": { schema: schemas.LoopbackHandset } },
    },
    400: {
      description: "The request is invalid.",
      content: { "application/json": { schema: schemas.Failure } },
    },
    401: {
      description: "The token is missing or wrong.",
      content: { "application/json": { schema: schemas.Failure } },
    },
    429: {
      description: "Too many tokens from this client were wrong; this one was not checked.",
      headers: z.object({ "Retry-After": z.int().min(1) }),
      content: { "application/json": { schema: schemas.Failure } },
    },
    500: {
      description: "Internal error.",
      content: { "application/json": { schema: schemas.Failure } },
    },
    503: {
      description: "The database is temporarily unavailable.",
      headers: z.object({ "Retry-After": z.int().min(1) }),
      content: { "application/json": { schema: schemas.Failure } },
    },
  },
});

export const setLoopbackHandset = createRoute({
  method: "patch",
  path: "/admin/v1/loopback/handsets/{number}",
  operationId: "setLoopbackHandset",
  tags: ["admin"],
  summary: "Choose what the loopback carrier simulates for a number",
  security: [{ "adminToken": [] }],
  request: {
    params: adminRequests.setLoopbackHandset.params,
    body: {
      required: true,
      content: { "application/json": { schema: adminRequests.setLoopbackHandset.body } },
    },
  },
  responses: {
    200: {
      description: "The simulated handset.",
      content: { "application/json": { schema: schemas.LoopbackHandset } },
    },
    400: {
      description: "The request is invalid.",
      content: { "application/json": { schema: schemas.Failure } },
    },
    401: {
      description: "The token is missing or wrong.",
      content: { "application/json": { schema: schemas.Failure } },
    },
    403: {
      description: "The token lacks the scope of the operation.",
      content: { "application/json": { schema: schemas.Failure } },
    },
    429: {
      description: "Too many tokens from this client were wrong; this one was not checked.",
      headers: z.object({ "Retry-After": z.int().min(1) }),
      content: { "application/json": { schema: schemas.Failure } },
    },
    500: {
      description: "Internal error.",
      content: { "application/json": { schema: schemas.Failure } },
    },
    503: {
      description: "The database is temporarily unavailable.",
      headers: z.object({ "Retry-After": z.int().min(1) }),
      content: { "application/json": { schema: schemas.Failure } },
    },
  },
});

export const waitInbox = createRoute({
  method: "get",
  path: "/admin/v1/inbox/wait",
  operationId: "waitInbox",
  tags: ["admin"],
  summary: "Wait for a message to a handset of the loopback carrier",
  security: [{ "adminToken": [] }],
  request: { query: adminRequests.waitInbox.query },
  responses: {
    200: {
      description: "The message.",
      content: { "application/json": { schema: schemas.InboxMessage } },
    },
    400: {
      description: "The request is invalid.",
      content: { "application/json": { schema: schemas.Failure } },
    },
    401: {
      description: "The token is missing or wrong.",
      content: { "application/json": { schema: schemas.Failure } },
    },
    404: {
      description: "No such message came.",
      content: { "application/json": { schema: schemas.Failure } },
    },
    429: {
      description: "Too many tokens from this client were wrong; this one was not checked.",
      headers: z.object({ "Retry-After": z.int().min(1) }),
      content: { "application/json": { schema: schemas.Failure } },
    },
    500: {
      description: "Internal error.",
      content: { "application/json": { schema: schemas.Failure } },
    },
    503: {
      description: "The database is temporarily unavailable.",
      headers: z.object({ "Retry-After": z.int().min(1) }),
      content: { "application/json": { schema: schemas.Failure } },
    },
  },
});

export const clearInbox = createRoute({
  method: "delete",
  path: "/admin/v1/inbox",
  operationId: "clearInbox",
  tags: ["admin"],
  summary: "Delete the messages that the loopback carrier received",
  security: [{ "adminToken": [] }],
  request: { query: adminRequests.clearInbox.query },
  responses: {
    200: {
      description: "The messages are deleted.",
      content: { "application/json": { schema: schemas.InboxCleared } },
    },
    400: {
      description: "The request is invalid.",
      content: { "application/json": { schema: schemas.Failure } },
    },
    401: {
      description: "The token is missing or wrong.",
      content: { "application/json": { schema: schemas.Failure } },
    },
    403: {
      description: "The token lacks the scope of the operation.",
      content: { "application/json": { schema: schemas.Failure } },
    },
    429: {
      description: "Too many tokens from this client were wrong; this one was not checked.",
      headers: z.object({ "Retry-After": z.int().min(1) }),
      content: { "application/json": { schema: schemas.Failure } },
    },
    500: {
      description: "Internal error.",
      content: { "application/json": { schema: schemas.Failure } },
    },
    503: {
      description: "The database is temporarily unavailable.",
      headers: z.object({ "Retry-After": z.int().min(1) }),
      content: { "application/json": { schema: schemas.Failure } },
    },
  },
});

export const injectSms = createRoute({
  method: "post",
  path: "/admin/v1/loopback/sms",
  operationId: "injectSms",
  tags: ["admin"],
  summary: "Inject an inbound SMS through the loopback carrier",
  security: [{ "adminToken": [] }],
  request: {
    body: {
      required: true,
      content: { "application/json": { schema: adminRequests.injectSms.body } },
    },
  },
  responses: {
    201: {
      description: "Received like a message from any carrier.",
      content: { "application/json": { schema: schemas.InboundMessage } },
    },
    400: {
      description: "The request is invalid.",
      content: { "application/json": { schema: schemas.Failure } },
    },
    401: {
      description: "The token is missing or wrong.",
      content: { "application/json": { schema: schemas.Failure } },
    },
    403: {
      description: "The token lacks the scope of the operation.",
      content: { "application/json": { schema: schemas.Failure } },
    },
    404: {
      description: "The resource does not exist.",
      content: { "application/json": { schema: schemas.Failure } },
    },
    429: {
      description: "Too many tokens from this client were wrong; this one was not checked.",
      headers: z.object({ "Retry-After": z.int().min(1) }),
      content: { "application/json": { schema: schemas.Failure } },
    },
    500: {
      description: "Internal error.",
      content: { "application/json": { schema: schemas.Failure } },
    },
    503: {
      description: "The database is temporarily unavailable.",
      headers: z.object({ "Retry-After": z.int().min(1) }),
      content: { "application/json": { schema: schemas.Failure } },
    },
  },
});

export const injectMms = createRoute({
  method: "post",
  path: "/admin/v1/loopback/mms",
  operationId: "injectMms",
  tags: ["admin"],
  summary: "Inject an inbound MMS through the loopback carrier",
  security: [{ "adminToken": [] }],
  request: {
    body: {
      required: true,
      content: { "application/json": { schema: adminRequests.injectMms.body } },
    },
  },
  responses: {
    201: {
      description: "Received like a message from any carrier.",
      content: { "application/json": { schema: schemas.InboundMessage } },
    },
    400: {
      description: "The request is invalid.",
      content: { "application/json": { schema: schemas.Failure } },
    },
    401: {
      description: "The token is missing or wrong.",
      content: { "application/json": { schema: schemas.Failure } },
    },
    403: {
      description: "The token lacks the scope of the operation.",
      content: { "application/json": { schema: schemas.Failure } },
    },
    404: {
      description: "The resource does not exist.",
      content: { "application/json": { schema: schemas.Failure } },
    },
    413: {
      description: "The body is too large.",
      content: { "application/json": { schema: schemas.Failure } },
    },
    429: {
      description: "Too many tokens from this client were wrong; this one was not checked.",
      headers: z.object({ "Retry-After": z.int().min(1) }),
      content: { "application/json": { schema: schemas.Failure } },
    },
    500: {
      description: "Internal error.",
      content: { "application/json": { schema: schemas.Failure } },
    },
    503: {
      description: "The database is temporarily unavailable.",
      headers: z.object({ "Retry-After": z.int().min(1) }),
      content: { "application/json": { schema: schemas.Failure } },
    },
  },
});

export const injectReport = createRoute({
  method: "post",
  path: "/admin/v1/loopback/reports",
  operationId: "injectReport",
  tags: ["admin"],
  summary: "Inject a delivery report through the loopback carrier",
  security: [{ "adminToken": [] }],
  request: {
    body: {
      required: true,
      content: { "application/json": { schema: adminRequests.injectReport.body } },
    },
  },
  responses: {
    200: {
      description: "The message after the report.",
      content: { "application/json": { schema: schemas.Message } },
    },
    400: {
      description: "The request is invalid.",
      content: { "application/json": { schema: schemas.Failure } },
    },
    401: {
      description: "The token is missing or wrong.",
      content: { "application/json": { schema: schemas.Failure } },
    },
    403: {
      description: "The token lacks the scope of the operation.",
      content: { "application/json": { schema: schemas.Failure } },
    },
    404: {
      description: "The resource does not exist.",
      content: { "application/json": { schema: schemas.Failure } },
    },
    409: {
      description: "The state of the resource does not allow the operation.",
      content: { "application/json": { schema: schemas.Failure } },
    },
    429: {
      description: "Too many tokens from this client were wrong; this one was not checked.",
      headers: z.object({ "Retry-After": z.int().min(1) }),
      content: { "application/json": { schema: schemas.Failure } },
    },
    500: {
      description: "Internal error.",
      content: { "application/json": { schema: schemas.Failure } },
    },
    503: {
      description: "The database is temporarily unavailable.",
      headers: z.object({ "Retry-After": z.int().min(1) }),
      content: { "application/json": { schema: schemas.Failure } },
    },
  },
});
