/** Doors with their guard on loopback, on a store whose statements are counted. */
import { createAccountDirectory, hashApiKey } from "../../src/adapters/cache/accounts.ts";
import { NO_EXCHANGES } from "../../src/adapters/store/requests/exchange_log.ts";
import { systemClock } from "../../src/adapters/system/clock.ts";
import { migrate } from "../../src/adapters/store/schema/migrate.ts";
import { openPostgres } from "../../src/adapters/store/engine/postgres.ts";
import { createConnectors } from "../../src/connectors/mod.ts";
import type { Connectors, Store } from "../../src/ports/mod.ts";
import { Refusal } from "../../src/core/errors.ts";
import { createApp } from "../../src/http/app.ts";
import { createBodyReader } from "../../src/http/requests/body.ts";
import { createClientAddress } from "../../src/http/requests/client_address.ts";
import { createCredentialGuard } from "../../src/http/requests/credential_guard.ts";
import { createJsonDoor } from "../../src/http/json/door.ts";
import { createPerformAction } from "../../src/http/json/perform.ts";
import { createMm7Relay } from "../../src/http/carriers/relay.ts";
import { requestLog } from "../../src/http/requests/request_log.ts";
import { startParts } from "../connectors/carrier.ts";
import { type LogLine, recordedLog } from "../support/log_lines.ts";
import { migratedDatabase } from "../support/migrated.ts";
import { targetOf } from "../support/postgres.ts";
import { newAccount, NOON, watchedStore } from "../support/store.ts";
import { basic } from "../support/vasp.ts";

export interface GuardedDoors extends AsyncDisposable {
  url: string;
  store: Store;
  connectors: Connectors;
  lines: LogLine[];
  /** Creates another account with this key. */
  addKey(key: string): Promise<void>;
  /** Sends a `POST /api/v2` with this key from this client, and returns the status. */
  json(key: string | null, client?: string): Promise<number>;
  /** Sends a `POST /mm7/relay/{name}` with this password. */
  relay(name: string, password: string | null, client?: string): Promise<Response>;
  /**
   * Returns the statements of the store since the last call, without those of the loopback carrier.
   */
  lookups(): string[];
}

export interface GuardedDoorsOptions {
  burst: number;
  refillSeconds?: number;
  /** Maximum number of sources, and of valid credentials, in memory. */
  max?: number;
}

/** Sends the client in X-Forwarded-For, which the service trusts. */
export async function startGuardedDoors(
  { burst, refillSeconds = 3600, max = 1000 }: GuardedDoorsOptions,
): Promise<GuardedDoors> {
  await using parts = new AsyncDisposableStack();
  const url = await migratedDatabase();
  const database = openPostgres({
    target: targetOf(url),
    connections: 2,
    statementTimeoutMs: 15_000,
  });
  parts.defer(() => database.close());
  await migrate(database);
  const { store, statements } = watchedStore(database);
  const carrier = parts.use(await startParts());
  const connectors = createConnectors({ ...carrier.parts, store, newCarrierId: () => "unused" });
  parts.defer(() => connectors.stop());
  const logged = recordedLog();
  const log = requestLog(logged.log);
  const clientAddress = createClientAddress({
    TRUSTED_PROXIES: ["127.0.0.1/32"],
    FORWARDED_HEADER: "x-forwarded-for",
  });
  const guard = createCredentialGuard({
    CREDENTIAL_FAILURE_BURST: burst,
    CREDENTIAL_FAILURE_REFILL: 1000 * refillSeconds,
    CREDENTIAL_FAILURE_SOURCES: max,
  }, {
    log,
    clientAddress,
  });
  parts.defer(() => guard.close());
  const bodies = createBodyReader({
    maxBytes: 1 << 20,
    totalMaxBytes: 1 << 26,
    timeoutMs: 30_000,
    sourceOf: (headers) => clientAddress(headers, null),
  });
  parts.defer(() => bodies.close());
  const notHere = () => Promise.resolve(new Response(null, { status: 404 }));
  const app = createApp({
    log,
    jsonDoor: createJsonDoor({
      accounts: createAccountDirectory(store.accounts, systemClock, 60_000),
      clientAddress,
      clock: systemClock,
      guard,
      log,
      performAction: createPerformAction({
        callAction: () => Promise.reject(new Refusal("actionUnknown")),
        ports: {} as never,
        log,
      }),
      bodies,
      exchanges: NO_EXCHANGES,
    }),
    xmlDoor: notHere,
    mm7Door: notHere,
    mm7Relay: createMm7Relay({ connectors, guard, bodies, log, maxBytes: 1 << 20 }),
    content: notHere,
    page: notHere,
    click: notHere,
    health: () => Promise.reject(new Error("nobody asks")),
    admin: null,
  });
  const server = Deno.serve({ hostname: "127.0.0.1", port: 0, onListen: () => {} }, app.fetch);
  parts.defer(() => server.shutdown());
  const base = `http://127.0.0.1:${server.addr.port}`;
  const running = parts.move();

  const post = (path: string, client: string, headers: Record<string, string>) =>
    fetch(base + path, {
      method: "POST",
      headers: { "x-forwarded-for": client, "content-type": "application/json", ...headers },
      body: JSON.stringify({ action: "sendsms" }),
    });

  let accounts = 0;
  return {
    url: base,
    store,
    connectors,
    lines: logged.lines,
    async addKey(key) {
      const id = `account-${++accounts}`;
      await store.accounts.create(newAccount({ id }));
      const hash = hashApiKey(key);
      await store.accounts.addKey(id, { id: `key-${accounts}`, hash, hint: "hint", at: NOON });
      statements.length = 0;
    },
    async json(key, client = "192.0.2.1") {
      const response = await post("/api/v2", client, key === null ? {} : { "x-api-key": key });
      await response.body?.cancel();
      return response.status;
    },
    relay: (name, password, client = "192.0.2.1") =>
      post(
        `/mm7/relay/${name}`,
        client,
        password === null ? {} : { authorization: basic("them", password) },
      ),
    lookups: () => statements.splice(0).filter((sql) => !sql.includes("from loopback_message")),
    [Symbol.asyncDispose]: () => running.disposeAsync(),
  };
}
