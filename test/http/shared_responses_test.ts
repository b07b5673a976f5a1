/** Responses that the operations of the admin API share: one walk over all operations for each. */
import assert from "node:assert/strict";
import postgres from "postgres";
import { adminOperations } from "../../src/contract/admin.ts";
import { newStoredToken } from "../../src/http/admin/principal.ts";
import { startBreakingLine } from "../support/breaking_line.ts";
import { migratedDatabase } from "../support/migrated.ts";
import { startService, type TestService } from "../support/service.ts";
import { BODIES, pathOf } from "./admin/requests.ts";
import { AUTHORISED } from "./admin/setup.ts";
import { ask, type DoorResponse, faultOf } from "./door.ts";

type AdminOperation = typeof adminOperations[number];

const READ_TOKEN = "read-token-of-the-tests";
/** Client whose wrong tokens are not counted with those of others. */
const STRANGER = "192.0.2.66";

let test: TestService;

Deno.test.beforeAll(async () => {
  test = await startService({
    config: {
      ADMIN_READ_TOKEN: READ_TOKEN,
      CREDENTIAL_FAILURE_BURST: "1",
      MM7_BODY_MAX_BYTES: "100KB",
      TRUSTED_PROXIES: "127.0.0.1",
      UPLOAD_MAX_BYTES: "1KiB",
    },
  });
});

Deno.test.afterAll(() => test.stop());

/** Sends the request of an operation with a token, or what else differs from a valid request. */
function request(
  service: TestService,
  { operationId, method, path }: AdminOperation,
  { token, path: other = pathOf(path), body = BODIES[operationId], client }: {
    token?: string;
    path?: string;
    body?: unknown;
    client?: string;
  },
): Promise<DoorResponse> {
  const headers = {
    ...AUTHORISED,
    ...token === undefined ? {} : { authorization: `Bearer ${token}` },
    ...client === undefined ? {} : { "x-forwarded-for": client },
  };
  return ask(service, body, { method, path: `/admin/v1${other}`, headers });
}

for (const operation of adminOperations.filter(({ scope }) => scope !== "read")) {
  Deno.test(`${operation.operationId} needs its scope: 403`, async () => {
    const { body } = await assertFault("E104 403", request(test, operation, { token: READ_TOKEN }));
    assert.equal(body["error-info"], `this admin token lacks the scope ${operation.scope}`);
  });
}

async function assertFault(fault: string, response: Promise<DoorResponse>): Promise<DoorResponse> {
  const received = await response;
  assert.equal(faultOf(received), fault, received.body["error-info"]);
  return received;
}

Deno.test("a client with too many wrong tokens is not served by any operation: 429", async () => {
  const [first] = adminOperations;
  await assertFault("E104 401", request(test, first!, { token: "a-guess", client: STRANGER }));
  for (const operation of adminOperations) {
    const token = `a-guess-${operation.operationId}`;
    await assertFault("E104 429", request(test, operation, { token, client: STRANGER }));
  }
});

for (const operation of adminOperations.filter(({ body }) => body.length > 0)) {
  const { operationId } = operation;

  Deno.test(`${operationId} refuses a body that is too large: 413`, async () => {
    await assertFault("E100 413", request(test, operation, { body: " ".repeat(2 << 20) }));
  });

  Deno.test(`${operationId} refuses a body that is no JSON: 400`, async () => {
    await assertFault("E108 400", request(test, operation, { body: "{" }));
  });

  // Which fields a change may have depends on the kind of the connector: see `admin_test.ts`.
  if (operationId === "changeConnector") continue;
  Deno.test(`${operationId} refuses a field that it does not know: 400`, async () => {
    const body = { ...BODIES[operationId] as object, colour: "red" };
    await assertFault("E100 400", request(test, operation, { body }));
  });
}

/** Text that no path or query parameter accepts. */
const INVALID = "x".repeat(4000);

for (const operation of adminOperations.filter(({ body }) => body.length === 0)) {
  const { operationId, path, pathParams, query: [field] } = operation;
  if (pathParams.length === 0 && field === undefined) continue;

  Deno.test(`${operationId} refuses a parameter that is invalid: 400`, async () => {
    const invalid = pathParams.length > 0
      ? path.replace("/admin/v1", "").replaceAll(/\{[^}]+\}/g, INVALID)
      : `${pathOf(path)}?${field!.name}=${INVALID}`;
    await assertFault("E100 400", request(test, operation, { path: invalid }));
  });
}

Deno.test("no operation works without the database: 500 for its fault, 503 while it is away", async () => {
  const databaseUrl = await migratedDatabase();
  const line = startBreakingLine(databaseUrl);
  const config = { DATABASE_URL: line.url };
  await using fragile = await startService({ config });
  // The token has the form of a stored one, so that its check is the first query of a request.
  const unknown = (operation: AdminOperation) =>
    request(fragile, operation, { token: newStoredToken().token });
  const sql = postgres(databaseUrl, { max: 1, onnotice: () => {} });
  await sql`alter table admin_token rename to gone`;
  await sql.end();
  for (const operation of adminOperations) {
    await assertFault("E503 500", unknown(operation));
  }
  await line.cut();
  for (const operation of adminOperations) {
    const { headers } = await assertFault("E504 503", unknown(operation));
    assert.match(headers.get("retry-after")!, /^[1-9]\d*$/);
  }
});
