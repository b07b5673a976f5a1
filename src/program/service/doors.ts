/** HTTP doors of a service; each is loaded with its first request. */
import { createLockedTemplates } from "../../actions/locked_templates.ts";
import type { ActionPorts } from "../../actions/ports.ts";
import type { ProvisionPorts } from "../../actions/provision.ts";
import { createThroughput } from "../../actions/throughput.ts";
import { sharedOwnerOf } from "../../adapters/embedded_postgres/account.ts";
import { freeBytes } from "../../adapters/system/disk.ts";
import { hasSandbox } from "../../adapters/transcoder/sandbox.ts";
import { uuidIds } from "../../adapters/system/ids.ts";
import type { Config } from "../../config/mod.ts";
import { hostLabels } from "../../config/database/target.ts";
import { carrierKinds, LOOPBACK } from "../../connectors/mod.ts";
import { isWebhook } from "../../connectors/smsgate/callbacks.ts";
import type { CallAction } from "../../http/json/call_action.ts";
import { type App, type AppPorts, createApp } from "../../http/app.ts";
import type { createAdmin } from "../../http/admin/mod.ts";
import type { AdminPorts, Runtime } from "../../http/admin/ports.ts";
import {
  type AdminTokens,
  configuredHolders,
  createAdminTokens,
} from "../../http/admin/principal.ts";
import type { OneTimeLinks } from "../../console/session/one_time_links.ts";
import { type BodyReader, createBodyReader } from "../../http/requests/body.ts";
import {
  type ClientAddress,
  createClientAddress,
  sourceOf,
} from "../../http/requests/client_address.ts";
import { createErasure } from "../../jobs/erasure.ts";
import {
  createCredentialGuard,
  type CredentialGuard,
} from "../../http/requests/credential_guard.ts";
import { checkHealth } from "../../http/health.ts";
import type { PerformAction } from "../../http/json/perform.ts";
import { remoteAddress } from "../../http/requests/request_log.ts";
import type { Log } from "../../log/mod.ts";
import type { Metrics } from "../../metrics/mod.ts";
import type { Clock, LoopbackHandsets, MediaAddresses } from "../../ports/mod.ts";
import type { Tracer } from "../../tracing/mod.ts";
import type { Addresses } from "./addresses.ts";
import type { Jobs } from "./jobs.ts";
import { lazy } from "./lazy.ts";
import { createManual } from "./manual.ts";
import type { Media } from "./media.ts";
import type { OutboundPorts } from "./outbound.ts";
import type { Storage } from "./storage.ts";
import { readVersion } from "./version.ts";

export interface DoorsOptions {
  storage: Storage;
  outbound: OutboundPorts;
  media: Media;
  jobs: Jobs;
  addresses: Addresses;
  mediaAddresses: MediaAddresses;
  provision: ProvisionPorts;
  clock: Clock;
  /** Handsets that loopback simulates. */
  handsets: LoopbackHandsets;
  metrics: Metrics;
  /** Reads the open files of the process; null: unknown. */
  descriptors: Runtime["descriptors"];
  tracer: Tracer;
  /** Log whose lines carry the id of the current request. */
  log: Log;
  /** Built-in receiver of postbacks and server of sample files. */
  receiver?: (request: Request) => Promise<Response>;
  /** Links that the sandbox prints. */
  oneTimeLinks: OneTimeLinks;
  /** Aborted when the service is about to stop. */
  leaving: AbortSignal;
  /** Aborted when the service stops: responses that would go on end. */
  stopping: AbortSignal;
}

/** Parts that the doors share. */
interface Shared {
  guard: CredentialGuard;
  bodies: BodyReader;
  clientAddress: ClientAddress;
  tokens: AdminTokens;
  /** Whether customers and operators reach the service over HTTPS. */
  isHttps: boolean;
}

/** Loads the actions with the first of them. */
type LoadActions = () => Promise<{ callAction: CallAction; performAction: PerformAction }>;

/** @param cleanup Closes the shared parts on disposal. */
export function createDoors(
  config: Config,
  options: DoorsOptions,
  cleanup: AsyncDisposableStack,
): App {
  const { jobs: { components }, log, metrics, receiver, storage, tracer } = options;
  const { clockWatch, queue, store, writeFault } = storage;
  const clientAddress = createClientAddress(config);
  const shared: Shared = {
    clientAddress,
    tokens: createAdminTokens(config, { clock: options.clock, store: store.adminTokens }),
    isHttps: URL.parse(config.BASE_URL ?? "")?.protocol === "https:",
    guard: createCredentialGuard(config, { clientAddress, log }),
    bodies: createBodyReader({
      maxBytes: config.JSON_BODY_MAX_BYTES,
      totalMaxBytes: config.REQUEST_BODIES_MAX_BYTES,
      timeoutMs: config.REQUEST_BODY_TIMEOUT,
      sourceOf: (headers) => sourceOf(clientAddress(headers, remoteAddress())),
    }),
  };
  cleanup.defer(() => shared.bodies.close());
  cleanup.defer(() => shared.guard.close());
  const ports = actionPorts(config, options);
  const actions = lazy(async () => {
    const [{ createCallAction }, { createPerformAction }, { handlers }] = await Promise.all([
      import("../../http/json/call_action.ts"),
      import("../../http/json/perform.ts"),
      import("./handlers.ts"),
    ]);
    const callAction = createCallAction(ports, handlers);
    return { callAction, performAction: createPerformAction({ callAction, ports, log }) };
  });
  const health = () =>
    checkHealth({ store, writeFault, queue, components, clockFault: clockWatch.fault });
  const admin = adminDoor(config, options, { ...shared, actions, health });
  const console = admin && consoleDoor(config, options, shared, admin);
  return createApp({
    log,
    isHttps: shared.isHttps,
    ...messageDoors(config, options, { ...shared, actions, ports }),
    ...hostedContent(config, options),
    health,
    leaving: options.leaving,
    metrics,
    tracer,
    exposition: exposition(config, metrics, shared),
    admin,
    console,
    docs: createManual(config, options, Boolean(console)),
    receiver,
  });
}

/** Creates the handler of `GET /metrics`; null: it is off. */
function exposition(
  { METRICS, METRICS_TOKEN: token }: Config,
  metrics: Metrics,
  { guard }: Shared,
): AppPorts["exposition"] {
  if (METRICS === "off") return null;
  const load = lazy(async () =>
    (await import("../../http/admin/exposition.ts")).createExposition({ guard, metrics, token })
  );
  return async (request) => (await load())(request);
}

/** Loads the admin API. */
type Admin = () => Promise<ReturnType<typeof createAdmin>>;

/** Creates the console; null: it is off. */
function consoleDoor(
  config: Config,
  { addresses, clock, log, oneTimeLinks, receiver, stopping, storage }: DoorsOptions,
  { bodies, guard, isHttps, tokens }: Shared,
  admin: Admin,
): AppPorts["console"] {
  if (config.CONSOLE === "off") return null;
  const load = lazy(async () =>
    (await import("../../console/mod.ts")).createConsole({
      ...{ bodies, clock, guard, isHttps, log, oneTimeLinks, stopping },
      admin: await admin(),
      endedSessions: storage.store.endedSessions,
      isSandbox: receiver !== undefined,
      tokens,
      sessionTtlMs: config.CONSOLE_SESSION_TTL,
      isLoopback: config.DEFAULT_CONNECTOR === LOOPBACK,
      streamsMax: config.CONSOLE_STREAMS_MAX,
      // Besides files, a form has the fields of an action.
      formMaxBytes: Math.max(config.MM7_BODY_MAX_BYTES, config.UPLOAD_MAX_BYTES) +
        config.JSON_BODY_MAX_BYTES,
      baseUrl: addresses.baseUrl,
      hasManual: config.DOCS === "on",
    })
  );
  return { load, isHome: receiver !== undefined };
}

/** Creates the doors that take messages: JSON, MM7, and those that carriers post to. */
function messageDoors(
  config: Config,
  options: DoorsOptions,
  { actions, bodies, clientAddress, guard, ports }: Shared & {
    actions: LoadActions;
    ports: ActionPorts;
  },
): Pick<AppPorts, "carrierCallback" | "jsonDoor" | "mm7Door" | "mm7Relay"> {
  const { jobs: { connectors }, log, storage: { accounts, exchanges } } = options;
  const json = lazy(async () => {
    const [{ createJsonDoor }, { performAction }] = await Promise.all([
      import("../../http/json/door.ts"),
      actions(),
    ]);
    return createJsonDoor({
      accounts,
      clientAddress,
      clock: options.clock,
      exchanges,
      guard,
      log,
      performAction,
      bodies,
    });
  });
  const mm7 = lazy(async () => {
    const { createMm7Door } = await import("../../http/mm7/door.ts");
    return createMm7Door({ ports, accounts, clientAddress, guard, log, bodies, exchanges });
  });
  const relay = lazy(async () => {
    const { createMm7Relay } = await import("../../http/carriers/relay.ts");
    return createMm7Relay({ connectors, guard, bodies, log, maxBytes: config.MM7_BODY_MAX_BYTES });
  });
  const callbacks = lazy(async () => {
    const { createCarrierCallbacks } = await import("../../http/carriers/callbacks.ts");
    return createCarrierCallbacks({
      ...{ connectors, guard, bodies, log },
      // A phone posts the content of an MMS itself.
      maxBytes: config.MM7_BODY_MAX_BYTES,
      mayHaveMedia: isWebhook,
      baseUrl: options.addresses.baseUrl,
    });
  });
  return {
    jsonDoor: async (request) => (await json())(request),
    mm7Door: async (request) => (await mm7())(request),
    mm7Relay: async (name, request) => (await relay())(name, request),
    carrierCallback: async (name, request) => (await callbacks())(name, request),
  };
}

/** Creates the public content: hosted pages, counted links, and files of inbound messages. */
function hostedContent(
  config: Config,
  { addresses, clock, log, mediaAddresses, storage: { accounts, blobs, store } }: DoorsOptions,
): Pick<AppPorts, "click" | "content" | "page"> {
  const content = lazy(async () =>
    (await import("../../http/hosted/content.ts")).createContent({
      store,
      blobs,
      clock,
      mediaAddresses,
    })
  );
  const hosted = lazy(async () => {
    const [pages, { createHosted }, { createClickLinks }] = await Promise.all([
      import("../../web/mod.ts"),
      import("../../http/hosted/pages.ts"),
      import("../../http/hosted/links.ts"),
    ]);
    const cacheMax = config.PAGE_CACHE_MAX;
    return {
      page: createHosted({
        ...{ store, accounts, blobs, clock, log, pages, cacheMax },
        baseUrl: addresses.baseUrl,
      }),
      click: createClickLinks({ store, clock, log, pages }),
    };
  });
  return {
    content: async (token, file, request) => (await content())(token, file, request),
    page: async (code, file, request) => (await hosted()).page(code, file, request),
    click: async (code, request) => (await hosted()).click(code, request),
  };
}

function actionPorts(
  config: Config,
  { addresses, clock, jobs, media, storage, outbound, tracer }: DoorsOptions,
): ActionPorts {
  const { blobs, directory, routing, store } = storage;
  const { backgrounds, photos, pictures } = media;
  const { fetch, lookup } = outbound;
  return {
    ...{ config, clock, ids: uuidIds, store, blobs, fetch, routing, lookup },
    ...{ backgrounds, photos, pictures },
    deliveries: jobs.deliver,
    transcodings: jobs.transcode,
    tracer,
    throughput: createThroughput(clock),
    creationRate: createThroughput(clock, { rateOf: () => config.CREATE_RATE, unit: "files" }),
    lockedTemplates: createLockedTemplates(
      store.templates,
      config.TEMPLATES_LOCKED_MAX,
      config.DATABASE_QUEUE_TIMEOUT,
    ),
    owner: directory.instance,
    baseUrl: addresses.baseUrl,
  };
}

function runtimeOf(
  config: Config,
  { clock, descriptors }: Pick<DoorsOptions, "clock" | "descriptors">,
): Runtime {
  const { BLOBS_URL: files, DATABASE_URL: database, DATA_DIR: directory } = config;
  return {
    version: readVersion(),
    startedAt: clock.now(),
    descriptors,
    database: database === null ? "embedded" : hostLabels(database),
    files: files.kind === "s3" ? `s3://${files.bucket}` : files.path ?? `${directory}/blobs`,
    freeBytes: () => freeBytes(directory),
    sharedDatabaseUser: async () =>
      database === null ? await sharedOwnerOf(`${directory}/postgres`) : null,
    hasSandbox,
  };
}

/** Creates the admin API; null: it is off, without a token. */
function adminDoor(
  config: Config,
  options: DoorsOptions,
  { actions, bodies, clientAddress, guard, health, tokens }: Shared & {
    actions: LoadActions;
    health: AdminPorts["health"];
  },
): Admin | null {
  if (configuredHolders(config).length === 0) return null;
  const { addresses, clock, handsets, jobs, log, provision, storage, outbound } = options;
  const { blobs, store } = storage;
  const runtime = runtimeOf(config, options);
  const injection = lazy(async () =>
    (await import("../../connectors/loopback/injection.ts"))
      .createInjection({ host: jobs.host, blobs, newKey: uuidIds.tracking })
  );
  return lazy(async () =>
    (await import("../../http/admin/mod.ts")).createAdmin({
      ...storage,
      ...jobs,
      tokens,
      guard,
      bodies,
      log,
      provision,
      clock,
      carriers: carrierKinds({ clock, endpoint: outbound.endpoint }),
      handsets,
      health,
      runtime,
      erasePerson: createErasure({ store, clock, log, config }),
      waitMaxMs: config.ADMIN_WAIT_MAX,
      defaultReceiver: addresses.defaultReceiver,
      clientOf: (headers) => clientAddress(headers, remoteAddress()),
      fetch: outbound.fetch,
      encodeLogo: async (image) =>
        (await import("../../adapters/pictures/logos.ts")).encodeLogo(image),
      ids: uuidIds,
      secretOverlapMs: config.WEBHOOK_SECRET_OVERLAP,
      injection,
      callAction: async (...args) => (await actions()).callAction(...args),
      performAction: async (request) => (await actions()).performAction(request),
      mmsMaxBytes: config.MM7_BODY_MAX_BYTES,
      uploadMaxBytes: config.UPLOAD_MAX_BYTES,
      uploadTtlMs: config.UPLOAD_TTL,
      baseUrl: addresses.baseUrl,
    })
  );
}
