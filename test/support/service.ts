/** Whole service for tests: own data directory, own database, a receiver of postbacks. */
import { defaultReceiver } from "../../src/core/account/receiver.ts";
import assert from "node:assert/strict";
import { type Config, createService, readConfig, type Service } from "../../mod.ts";
import {
  addSender,
  createAccount,
  type NewAccountFields,
  type SenderFields,
} from "../../src/actions/provision.ts";
import type { Clock, MachineClocks } from "../../src/ports/mod.ts";
import { type Action, actionOf } from "../../src/generated/json.ts";
import { type Log, silentLog } from "../../src/log/mod.ts";
import type { NameServer } from "../../src/adapters/fetch/names/name_query.ts";
import { assertResponse } from "../contract/validate.ts";
import { lendDatabase } from "./migrated.ts";
import { type Receiver, startReceiver } from "./receiver.ts";
import { scratchDirectory } from "./scratch.ts";
import { until } from "./until.ts";

export const ADMIN_TOKEN = "admin-token-of-the-tests";

export const SHORT_CODE: SenderFields = { address: "111122", kind: "short-code", country: "US" };

export interface TestService extends AsyncDisposable {
  service: Service;
  url: string;
  dataDir: string;
  receiver: Receiver;
  account: string;
  apiKey: string;
  webhookSecret: string;
  /** Sends a `POST /api/v2` with the account's key. */
  post(body: unknown, headers?: Record<string, string>): Promise<Response>;
  /** Sends a request to the admin API, and returns status and parsed body (null: none). */
  // deno-lint-ignore no-explicit-any -- tests look into bodies field by field
  admin(method: string, path: string, body?: unknown): Promise<{ status: number; body: any }>;
  stop(): Promise<void>;
}

export interface TestServiceOptions {
  /** Configuration. A database that DATABASE_URL names is left unchanged at the end. */
  config?: Record<string, string>;
  clock?: Clock;
  /** Clocks of the machine, which the service compares with the database's. Default: the system's. */
  machine?: MachineClocks;
  /** Default: silent. */
  log?: Log;
  /** Name server for host names. Default: the system's. */
  nameServer?: NameServer;
  /** Environment variables with an object store's credentials. Default: the process's. */
  environment?: Record<string, string>;
  /** Fields of the account that is created. */
  account?: Partial<NewAccountFields>;
  senders?: SenderFields[];
  /** Existing data directory, which is not removed at the end. */
  dataDir?: string;
}

/**
 * Resolves once a service is ready. Waits for nothing but its first check of ffmpeg, which may
 * outlast the time of a request on a busy machine.
 */
export async function untilReady(url: string): Promise<void> {
  const response = await until(async () => {
    const response = await fetch(`${url}/readyz`);
    const { checks, ...rest } = await response.json();
    if (!response.ok) assert.match(checks.ffmpeg, /^no response within/);
    assert.deepEqual({ ...checks, ffmpeg: "ok" }, READY);
    return { ok: response.ok, ...rest };
  }, ({ ok }) => ok);
  assert.deepEqual(response, { ok: true, status: "ok" });
}

const READY = { store: "ok", writes: "ok", queue: "ok", files: "ok", ffmpeg: "ok", clock: "ok" };

/** Time limits that no busy machine reaches; a test of a limit sets its own. */
const PATIENT = {
  BLOBS_TIMEOUT: "5m",
  DATABASE_QUEUE_TIMEOUT: "5m",
  DATABASE_STATEMENT_TIMEOUT: "5m",
  DNS_TIMEOUT: "1m",
  FETCH_CONNECT_TIMEOUT: "2m",
  LEASE_TIMEOUT: "2m",
  PICTURE_FETCH_TIMEOUT: "5m",
  PICTURE_QUEUE_TIMEOUT: "5m",
  PICTURE_TIMEOUT: "5m",
  POSTBACK_TIMEOUT: "1m",
  REQUEST_BODY_TIMEOUT: "5m",
  TRANSCODE_TIMEOUT: "10m",
};

/** Starts a service with one account (`acme`) whose postbacks go to `receiver`. */
export async function startService(options: TestServiceOptions = {}): Promise<TestService> {
  const dataDir = options.dataDir ??
    await Deno.makeTempDir({ prefix: "slidepost-test-", dir: scratchDirectory() });
  const receiver = await startReceiver();
  const lent = options.config?.DATABASE_URL === undefined ? await lendDatabase() : undefined;
  const config: Config = readConfig({
    PORT: "0",
    DATA_DIR: dataDir,
    ADMIN_TOKEN,
    OUTBOUND_ALLOW: "127.0.0.0/8,::1/128",
    DEFAULT_CONNECTOR: "loopback",
    // Some make hundreds of files, and none is about the rate.
    CREATE_RATE: "100000",
    READ_RATE: "100000",
    // What tests get wrong on purpose comes from one address.
    CREDENTIAL_FAILURE_BURST: "100000",
    // A failure that is forgiven while a busy machine stands still makes one too few.
    CREDENTIAL_FAILURE_REFILL: "1h",
    // A file server holds its response until a test is done with the locked template.
    FETCH_TIMEOUT: "1h",
    FETCH_IDLE_TIMEOUT: "10m",
    ...PATIENT,
    ...lent && { DATABASE_URL: lent.url },
    DATABASE_CONNECTIONS: "4", // many services share a server
    ...options.config,
  });
  const service = await createService(config, {
    log: options.log ?? silentLog(),
    clock: options.clock,
    machine: options.machine,
    nameServer: options.nameServer,
    environment: options.environment,
  });
  const created = await createAccount(service.provision, {
    id: "acme",
    name: "Acme",
    postbackUrl: receiver.url,
    mmsMoPostbacks: true,
    smsMoPostbacks: true,
    ...options.account,
  });
  for (const sender of options.senders ?? [SHORT_CODE]) {
    await addSender(service.provision, "acme", sender);
  }
  const { url } = service;
  let stopped = false;

  async function stop(): Promise<void> {
    if (stopped) return;
    stopped = true;
    await service.stop();
    await receiver.stop();
    await lent?.release();
    if (options.dataDir === undefined) await Deno.remove(dataDir, { recursive: true });
  }

  return {
    service,
    url,
    dataDir,
    receiver,
    account: "acme",
    apiKey: created.apiKey,
    webhookSecret: defaultReceiver(created.account).webhookSecrets[0]!.secret,
    async post(body, headers = {}) {
      const raw = typeof body === "string" ? body : JSON.stringify(body);
      const response = await fetch(`${url}/api/v2`, {
        method: "POST",
        headers: { "content-type": "application/json", "x-api-key": created.apiKey, ...headers },
        body: raw,
      });
      await assertResponse("post", "/api/v2", response, actionKnown(response, raw));
      return response;
    },
    async admin(method, path, body) {
      const response = await fetch(`${url}/admin/v1${path}`, {
        method,
        headers: {
          authorization: `Bearer ${ADMIN_TOKEN}`,
          ...(body === undefined ? {} : { "content-type": "application/json" }),
        },
        body: body === undefined ? undefined : JSON.stringify(body),
      });
      await assertResponse(method, `/admin/v1${path}`, response);
      const text = await response.text();
      return { status: response.status, body: text === "" ? null : JSON.parse(text) };
    },
    stop,
    [Symbol.asyncDispose]: stop,
  };
}

/** Gives SHORT_CODE to a further account: it is shared from now on, and MM7 needs a VASID for it. */
export async function shareShortCode(
  { service: { provision } }: Pick<TestService, "service">,
  account: string,
): Promise<void> {
  const { address } = SHORT_CODE;
  for (const owner of await provision.accounts.owners(address)) {
    await provision.accounts.changeOriginator(owner.account, address, { shared: true });
  }
  await addSender(provision, account, { ...SHORT_CODE, shared: true });
}

/** Returns the action of a request, where the service came far enough to read it. */
function actionKnown(response: Response, raw: string): Action | undefined {
  if ([401, 413, 415].includes(response.status)) return undefined;
  try {
    return actionOf(String(JSON.parse(raw).action)) ?? undefined;
  } catch {
    return undefined;
  }
}

/** Returns the body of a response that must have this status. */
// deno-lint-ignore no-explicit-any -- tests look into bodies field by field
export async function jsonOf(response: Response, status = 200): Promise<any> {
  const text = await response.text();
  assert.equal(response.status, status, text);
  return JSON.parse(text);
}

/** Sends a request to the admin API, and returns the body of the response, which has this status. */
export async function adminBody(
  { admin }: Pick<TestService, "admin">,
  status: number,
  method: string,
  path: string,
  request?: unknown,
  // deno-lint-ignore no-explicit-any -- tests look into bodies field by field
): Promise<any> {
  const response = await admin(method, path, request);
  assert.equal(response.status, status, `${method} ${path} ${JSON.stringify(response.body)}`);
  return response.body;
}
