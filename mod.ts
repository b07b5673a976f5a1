/**
 * slidepost: a self-hosted MMS and SMS gateway.
 *
 * This is the program, and the one place that knows the parts behind the effects of `env.ts`.
 * `createService` puts them together, for embedding too; run as a program it takes a command.
 */
import type { ActionPorts } from "./src/actions/ports.ts";
import type { ProvisionPorts } from "./src/actions/provision.ts";
import { createLockedTemplates } from "./src/actions/locked_templates.ts";
import { createThroughput } from "./src/actions/throughput.ts";
import { createAccountDirectory } from "./src/adapters/cache/accounts.ts";
import { openBlobs } from "./src/adapters/blobs/mod.ts";
import { systemClock } from "./src/adapters/system/clock.ts";
import { type DataDirectory, takeDataDirectory } from "./src/adapters/system/data_directory.ts";
import type { NameServer } from "./src/adapters/fetch/name_query.ts";
import { createOutbound } from "./src/adapters/fetch/outbound.ts";
import { randomSecrets, uuidIds } from "./src/adapters/system/ids.ts";
import type { PictureFactory } from "./src/adapters/pictures/picture_factory.ts";
import { keepOnlyMemoryLimit } from "./src/adapters/transcoder/memory.ts";
import { createTranscoder } from "./src/adapters/transcoder/mod.ts";
import { createOperatorDirectory } from "./src/adapters/cache/operators.ts";
import { createOperatorLookup, providerOf } from "./src/adapters/operator_lookup/mod.ts";
import { openQueue } from "./src/adapters/queue/mod.ts";
import { createStore } from "./src/adapters/store/mod.ts";
import { openDatabase, waitLimits } from "./src/adapters/store/open.ts";
import { rotateEncryption } from "./src/adapters/store/rotate_encryption.ts";
import { createCipher } from "./src/adapters/store/cipher.ts";
import { hostLabels } from "./src/config/database/target.ts";
import type { Config } from "./src/config/mod.ts";
import { createConnectors, withLoopback } from "./src/connectors/mod.ts";
import type { Clock, ConnectorHost } from "./src/ports/mod.ts";
import { createApp, RECEIVER_PATH } from "./src/http/app.ts";
import { createBodyReader } from "./src/http/body.ts";
import { createClientAddress } from "./src/http/client_address.ts";
import { createCredentialGuard } from "./src/http/credential_guard.ts";
import { checkHealth } from "./src/http/health.ts";
import { remoteAddress, requestLog } from "./src/http/request_log.ts";
import { createPendingCommits } from "./src/jobs/pending_commits.ts";
import { createCircuitBreaker } from "./src/jobs/deliver/circuit_breaker.ts";
import { createDeliver } from "./src/jobs/deliver/mod.ts";
import type { JobPorts } from "./src/jobs/ports.ts";
import { createParked } from "./src/jobs/postbacks/parked.ts";
import { createPostbacks, type PostbackSent } from "./src/jobs/postbacks/mod.ts";
import { createPing } from "./src/jobs/postbacks/ping.ts";
import { rememberingOperators } from "./src/jobs/report/operator_memory.ts";
import { createRenditions } from "./src/jobs/renditions.ts";
import { createReport } from "./src/jobs/report/mod.ts";
import { createRescuer } from "./src/jobs/maintenance/rescuer.ts";
import { createTranscode } from "./src/jobs/transcode/mod.ts";
import { createDependencyWatch } from "./src/log/dependency_watch.ts";
import { createLog, type Log } from "./src/log/mod.ts";
import { lazy, prepareLater } from "./src/program/lazy.ts";
import { inTime, listen, urlOf } from "./src/program/listen.ts";

export { type Config, CONFIG_KEYS, ConfigError, readConfig } from "./src/config/mod.ts";
export type { PostbackSent } from "./src/jobs/postbacks/mod.ts";

/** What an embedder may bring or watch; the sandbox and tests do. */
export interface ServicePorts {
  clock?: Clock;
  log?: Log;
  /** Postbacks of accounts without a URL come here by POST, and GET of `/sandbox/…`. */
  receiver?: (request: Request) => Promise<Response>;
  /** Told of every try of a postback, and how it went. */
  onPostback?: (sent: PostbackSent) => void;
  /** Asked for host names instead of the system's name servers. */
  nameServer?: NameServer;
  /** Variables that name the credentials of an object store, instead of the process's. */
  environment?: Readonly<Record<string, string | undefined>>;
  /** Awaited before the doors open. A rejection ends the start, and is its error. */
  beforeListening?: () => Promise<void>;
}

/** A running service. */
export interface Service {
  /** Where it listens, without a slash at the end. */
  url: string;
  /** What customers see: BASE_URL, or `url`. */
  baseUrl: string;
  log: Log;
  /** For provisioning without the admin API (`src/actions/provision.ts`). */
  provision: ProvisionPorts;
  /** Stops accepting, finishes what is in hand, closes. What is left waits for the next start. */
  stop(): Promise<void>;
}

/**
 * Opens the store, takes up what a former life left, and serves.
 * @throws Error that says what to do: data directory in use, database or port not to be had.
 */
export async function createService(config: Config, env: ServicePorts = {}): Promise<Service> {
  const log = env.log ?? createLog(config);
  // Closed from the last to the first: by `stop`, or here when a part cannot be had.
  await using parts = new AsyncDisposableStack();
  const directory = await takeDataDirectory(config.DATA_DIR);
  parts.defer(() => directory.release());
  const service = await assemble(config, env, log, directory, parts);
  const running = parts.move();
  let stopped: Promise<void> | undefined;
  return { ...service, stop: () => stopped ??= running.disposeAsync() };
}

async function assemble(
  config: Config,
  { clock = systemClock, receiver, onPostback, nameServer, beforeListening, ...env }: ServicePorts,
  log: Log,
  directory: DataDirectory,
  parts: AsyncDisposableStack,
): Promise<Omit<Service, "stop">> {
  const doorLog = requestLog(log);
  // Opened beside the database; a failure is told once the database is there, or with its own.
  const opening = openQueue(config, directory.path, clock);
  opening.catch(() => {});
  parts.defer(async () => (await opening.catch(() => null))?.close());
  const database = await openDatabase(config, directory.path, log);
  parts.defer(() => database.close());
  const queue = await opening;
  const sealer = createCipher(config.SECRETS_KEY);
  await rotateEncryption(database, sealer);
  const databaseFacts = {
    host: config.DATABASE_URL === null ? "embedded" : hostLabels(config.DATABASE_URL),
  };
  const databaseWatch = createDependencyWatch({ log, kind: "database" });
  const store = createStore(database, {
    sealer,
    batcher: {
      batchMax: config.ACCEPT_BATCH_MAX,
      batchWeight: config.ACCEPT_BATCH_CHARACTERS,
      concurrency: config.ACCEPT_CONCURRENCY,
      wait: waitLimits(config),
    },
    onCall(down) {
      if (down === null) databaseWatch.worked("database");
      else databaseWatch.failed("database", { reason: down.message, facts: databaseFacts });
    },
    // What could not be queued is found by the sweep.
    onPostbacks: (postbacks) => void queue.enqueue(postbacks).catch(() => {}),
  });
  const { fetch, endpoint, dial, close } = createOutbound({
    allow: config.OUTBOUND_ALLOW,
    connectTimeoutMs: config.FETCH_CONNECT_TIMEOUT,
    idleTimeoutMs: config.FETCH_IDLE_TIMEOUT,
    downloadTimeoutMs: config.FETCH_TIMEOUT,
    minBytesPerSecond: config.FETCH_MIN_RATE,
    maxConnectionsPerHost: config.POSTBACK_CONCURRENCY,
    names: {
      timeoutMs: config.DNS_TIMEOUT,
      failureTtlMs: config.DNS_FAILURE_TTL,
      maxLookups: config.DNS_LOOKUPS_MAX,
      nameServer,
    },
  });
  parts.defer(close);
  const transcoder = createTranscoder({
    videoConcurrency: config.TRANSCODE_CONCURRENCY,
    videoTimeLimitMs: config.TRANSCODE_TIMEOUT,
    imageConcurrency: config.TRANSCODE_CONCURRENCY,
    maxDurationMs: config.MEDIA_MAX_DURATION,
    maxImagePixels: config.IMAGE_MAX_PIXELS,
    maxMemoryBytes: config.TRANSCODE_MEMORY_MAX_BYTES,
  });
  /** Most installations never ask for it. */
  let made: PictureFactory | undefined;
  const making = lazy(async () => {
    const { createPictureFactory } = await import("./src/adapters/pictures/picture_factory.ts");
    return made = createPictureFactory(config, { fetch, clock, log, directory: directory.scratch });
  });
  parts.defer(() => made?.pictures.close());
  const cacheMs = config.ACCOUNT_CACHE_TTL;
  const accounts = createAccountDirectory(store.accounts, clock, cacheMs);
  const { blobs } = parts.use(await openBlobs(config, directory, { ...env, log }));
  const routing = createOperatorDirectory(store, clock, cacheMs);
  const lookup = withLoopback(
    config,
    createOperatorLookup({
      store,
      clock,
      provider: providerOf(config, endpoint, clock),
      memoryMs: config.OPERATOR_TTL,
      keepMs: config.OPERATOR_LOOKUP_TTL,
      onFailure: (reason) => doorLog.warn({ reason }, "operator lookup failed"),
    }),
  );
  const host: ConnectorHost = {
    clock,
    report: (one) => report(one),
    inbound: async (one) => (await inbound()).mms(one),
    inboundSms: async (one) => (await inbound()).sms(one),
  };
  const carrierWatch = createDependencyWatch({ log, kind: "connector" });
  const connectors = createConnectors({
    host: rememberingOperators(host, { store, lookup }),
    connect: dial,
    store,
    newCarrierId: uuidIds.tracking,
    defaultName: config.DEFAULT_CONNECTOR,
    blobs,
    endpoint,
    log: doorLog,
    watch: carrierWatch,
    limits: { maxParts: config.MM7_PARTS_MAX, maxContentBytes: config.MM7_BODY_MAX_BYTES },
  });
  parts.defer(() => connectors.stop());
  const jobEnv: JobPorts = {
    config,
    log,
    clock,
    ids: uuidIds,
    store,
    accounts,
    queue,
    blobs,
    fetch,
    backgrounds: { of: async (...what) => (await making()).backgrounds.of(...what) },
    transcoder,
    connectors,
    routing,
    answers: createPendingCommits(),
    circuits: createCircuitBreaker(clock, config.CONNECTOR_COOLDOWN, carrierWatch),
    lookup,
    baseUrl: () => baseUrl,
    owner: directory.instance,
  };
  // What it misses is found by the sweep.
  const wake = (job: { takeDue(): Promise<void> }) => void job.takeDue().catch(() => {});
  const report = createReport(jobEnv);
  const inbound = lazy(async () =>
    (await import("./src/jobs/report/inbound.ts")).createInbound(jobEnv, {
      onReply: () => wake(deliver),
    })
  );
  const deliver = createDeliver(jobEnv, { onPreparation: () => wake(prepare) });
  const renditions = createRenditions(jobEnv);
  const prepare = prepareLater(async () =>
    (await import("./src/jobs/prepare/mod.ts")).createPrepare(
      jobEnv,
      renditions,
      directory.scratch,
      {
        onPrepared: () => wake(deliver),
      },
    )
  );
  const transcode = createTranscode(jobEnv, renditions, directory.scratch);
  let baseUrl = config.BASE_URL ?? "";
  let builtInUrl: string | null = null;
  const defaultUrl = () => builtInUrl;
  const notify = createPostbacks(jobEnv, { defaultUrl, onSent: onPostback });
  const held = createParked(jobEnv, defaultUrl);
  const jobs = [deliver, prepare, transcode, notify, held];
  const sweep = createRescuer(jobEnv, jobs, () => connectors.reload());
  const provision: ProvisionPorts = { accounts: store.accounts, clock, secrets: randomSecrets };
  const bodies = createBodyReader({
    maxBytes: config.JSON_BODY_MAX_BYTES,
    totalMaxBytes: config.REQUEST_BODIES_MAX_BYTES,
    timeoutMs: config.REQUEST_BODY_TIMEOUT,
  });
  parts.defer(() => bodies.close());
  const actionEnv: ActionPorts = {
    config,
    clock,
    ids: uuidIds,
    store,
    blobs,
    fetch,
    deliveries: deliver,
    transcodings: transcode,
    backgrounds: jobEnv.backgrounds,
    pictures: { draw: async (...what) => (await making()).pictures.draw(...what) },
    photos: { of: async (...what) => (await making()).photos.of(...what) },
    routing,
    lookup,
    throughput: createThroughput(clock),
    making: createThroughput(clock, { rateOf: () => config.CREATE_RATE, things: "files" }),
    lockedTemplates: createLockedTemplates(store.templates, config.TEMPLATES_LOCKED_MAX),
    owner: directory.instance,
    baseUrl: () => baseUrl,
  };
  const clientAddress = createClientAddress(config);
  const guard = createCredentialGuard(config, { clientAddress, log: doorLog });
  parts.defer(() => guard.close());
  const mm7 = lazy(async () => {
    const [{ createMm7Door }, { createMm7Relay }] = await Promise.all([
      import("./src/http/mm7_door.ts"),
      import("./src/http/mm7_relay.ts"),
    ]);
    return {
      door: createMm7Door({ ports: actionEnv, accounts, guard, log: doorLog, bodies }),
      relay: createMm7Relay({
        connectors,
        guard,
        bodies,
        log: doorLog,
        maxBytes: config.MM7_BODY_MAX_BYTES,
      }),
    };
  });
  const content = lazy(async () =>
    (await import("./src/http/content.ts")).createContent({ store, blobs })
  );
  const hosted = lazy(async () => {
    const [pages, { createHosted }, { createClickLinks }] = await Promise.all([
      import("./src/web/mod.ts"),
      import("./src/http/hosted.ts"),
      import("./src/http/links.ts"),
    ]);
    return {
      page: createHosted({
        store,
        blobs,
        clock,
        log: doorLog,
        pages,
        cacheMax: config.PAGE_CACHE_MAX,
      }),
      click: createClickLinks({ store, clock, log: doorLog, pages }),
    };
  });

  /** Its validators are slow to load. */
  const json = lazy(async () => {
    const [{ createJsonDoor }, { handlers }] = await Promise.all([
      import("./src/http/json_door.ts"),
      import("./src/program/handlers.ts"),
    ]);
    return createJsonDoor({ ports: actionEnv, accounts, guard, log: doorLog, handlers, bodies });
  });
  const app = createApp({
    log: doorLog,
    isHttps: URL.parse(config.BASE_URL ?? "")?.protocol === "https:",
    jsonDoor: async (request) => (await json())(request),
    mm7Door: async (request) => (await mm7()).door(request),
    mm7Relay: async (name, request) => (await mm7()).relay(name, request),
    content: async (token, file, request) => (await content())(token, file, request),
    page: async (code, file, request) => (await hosted()).page(code, file, request),
    click: async (code, request) => (await hosted()).click(code, request),
    health: () => checkHealth({ store, queue, transcoder }),
    admin: adminLoader(config.ADMIN_TOKEN),
    receiver,
  });

  function adminLoader(token: string | null) {
    if (token === null) return null;
    return lazy(async () =>
      (await import("./src/http/admin/mod.ts")).createAdmin({
        token,
        guard,
        clientOf: (headers) => clientAddress(headers, remoteAddress()),
        bodies,
        log: doorLog,
        store,
        accounts,
        blobs,
        fetch,
        ids: uuidIds,
        provision,
        connectors,
        routing,
        held,
        ping: createPing(jobEnv, defaultUrl),
        secretOverlapMs: config.WEBHOOK_SECRET_OVERLAP,
        injection: lazy(async () =>
          (await import("./src/connectors/loopback/injection.ts"))
            .createInjection({ host, blobs, newKey: uuidIds.tracking })
        ),
        mmsMaxBytes: config.MM7_BODY_MAX_BYTES,
        baseUrl: () => baseUrl,
      })
    );
  }

  // What feeds is stopped before what is fed: requests, jobs, carriers.
  let server: Deno.HttpServer<Deno.NetAddr> | null = null;
  parts.defer(() =>
    inTime(
      config.SHUTDOWN_TIMEOUT,
      () => Promise.all([server?.shutdown(), sweep.stop()]),
      () => Promise.all(jobs.map((job) => job.drain())),
      () => connectors.stop(),
    )
  );
  await store.recover(directory.instance);
  await connectors.requireDefault();
  await beforeListening?.();
  server = listen(config, log, (request, connection) => app.fetch(request, connection));
  const url = urlOf(server.addr);
  baseUrl ||= url;
  if (receiver !== undefined) builtInUrl = `${url}${RECEIVER_PATH}`;
  queue.listen(notify.add);
  // Who needs a connector sooner has them taken up himself.
  await connectors.reload();
  await sweep.start();
  return { url, baseUrl, log, provision };
}

if (import.meta.main) {
  const { main } = await import("./src/program/main.ts");
  // Other commands have no use for libc, and no permission to ask for it.
  const code = await main(Deno.args, (...service) => {
    keepOnlyMemoryLimit();
    return createService(...service);
  });
  Deno.exit(code);
}
