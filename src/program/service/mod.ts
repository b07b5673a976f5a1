/** The service: assembles, starts and stops its parts. */
import type { ProvisionPorts } from "../../actions/provision.ts";
import type { NameServer } from "../../adapters/fetch/names/name_query.ts";
import { createSettableClock } from "../../adapters/system/clock.ts";
import {
  type DescriptorReader,
  type Descriptors,
  openDescriptors,
} from "../../adapters/system/descriptors.ts";
import { randomSecrets } from "../../adapters/system/ids.ts";
import { systemMachineClocks } from "../../adapters/system/machine_clocks.ts";
import { createMediaAddresses } from "../../adapters/system/media_addresses.ts";
import { readTrustedCertificates } from "../../adapters/system/trusted_certificates.ts";
import type { Config } from "../../config/mod.ts";
import { createOneTimeLinks, type OneTimeLinks } from "../../console/session/one_time_links.ts";
import { configuredHolders } from "../../http/admin/principal.ts";
import { createLoopbackHandsets } from "../../connectors/mod.ts";
import { requestLog as createRequestLog } from "../../http/requests/request_log.ts";
import type { PostbackSent } from "../../jobs/postbacks/mod.ts";
import { unlessAborted } from "../../lib/abortable.ts";
import { delay } from "../../lib/delay.ts";
import { createLog, type Log } from "../../log/mod.ts";
import { countedLog } from "../../metrics/measured.ts";
import { createMetrics } from "../../metrics/mod.ts";
import type { CampaignStore, Clock, MachineClocks } from "../../ports/mod.ts";
import type { Tracer } from "../../tracing/mod.ts";
import { createAddresses } from "./addresses.ts";
import { createDoors } from "./doors/mod.ts";
import { createJobs, type Jobs } from "./jobs.ts";
import { listen, type Listener, urlOf } from "./listen.ts";
import { createMedia } from "./media.ts";
import { observeJobs, observeProcess } from "./metrics.ts";
import { openOutbound } from "./outbound.ts";
import { BoundedStack, createStopTime, type StopTime } from "./stop_time.ts";
import { openStorage, type Storage, type StorageOptions } from "./storage.ts";
import { openTracer } from "./tracing.ts";

/** Parts that an embedding program, the sandbox or a test replaces or observes. */
export interface ServiceOptions {
  /** Taken as it is. Default: the database's time, carried on by the monotonic clock. */
  clock?: Clock;
  /** Clocks that are compared with the database's where `clock` is not set. Default: the system's. */
  machine?: MachineClocks;
  /** Default: standard error, by LOG_LEVEL and LOG_FORMAT. */
  log?: Log;
  /** Takes postbacks of accounts without a URL (POST), and GET of `/sandbox/…`. Default: none. */
  receiver?: (request: Request) => Promise<Response>;
  /** Called after each attempt to send a postback, with its result. */
  onPostback?: (sent: PostbackSent) => void;
  /** Name server to use instead of the system's. */
  nameServer?: NameServer;
  /**
   * Variables with the credentials of an object store and of OpenTelemetry. Default: those of the
   * process.
   */
  environment?: Readonly<Record<string, string | undefined>>;
  /** Reader of the open files. Default: one of its own, where libc may be opened. */
  descriptors?: DescriptorReader | null;
  /** Gives up a start that waits for the database server; it then rejects. */
  signal?: AbortSignal;
  /** Awaited before the service listens; a rejection fails the start. */
  beforeListening?: () => Promise<void>;
}

/** A running service. */
export interface Service {
  /** URL that it listens on, without a trailing slash. */
  url: string;
  /** URL that customers use: BASE_URL, or `url`. */
  baseUrl: string;
  /** Returns a link to the console that signs in once. Null: the console is off. */
  consoleLink(): string | null;
  log: Log;
  /** Ports for provisioning without the admin API (`src/actions/provision.ts`). */
  provision: ProvisionPorts & { campaigns: CampaignStore };
  /**
   * Goes on for DRAIN_DELAY, not ready; then stops accepting, finishes the work in progress and
   * closes, all within SHUTDOWN_TIMEOUT.
   */
  stop(): Promise<void>;
}

/** Type of `createService`. */
export type CreateService = (config: Config, options?: ServiceOptions) => Promise<Service>;

/**
 * Opens the storage, resumes the work of an earlier process, and listens.
 *
 * @throws ConfigError for a file of CA_CERTIFICATES that cannot be used.
 * @throws Error that says what to do: data directory in use, database or port unavailable.
 */
export async function createService(
  config: Config,
  options: ServiceOptions = {},
): Promise<Service> {
  // Disposed in reverse order: by `stop`, or here when the start fails.
  await using cleanup = new AsyncDisposableStack();
  const leaving = new AbortController();
  const time = createStopTime(config.SHUTDOWN_TIMEOUT);
  cleanup.defer(time.clear);
  const parts = { cleanup, leaving: leaving.signal, time };
  const service = await assemble(config, options, parts).catch((error) => {
    time.start();
    throw error;
  });
  const running = cleanup.move();

  async function stop(): Promise<void> {
    leaving.abort();
    await delay(config.DRAIN_DELAY);
    time.workOver.addEventListener("abort", () => service.log.warn({}, WORK_LEFT));
    time.start();
    await running.disposeAsync();
  }

  let stopped: Promise<void> | undefined;
  return { ...service, stop: () => stopped ??= stop() };
}

const WORK_LEFT = "SHUTDOWN_TIMEOUT is nearly over: the next start resumes the work that is left";

/** How a service is stopped. */
interface Stopping {
  /** Closes what is open on disposal, in reverse order. */
  cleanup: AsyncDisposableStack;
  /** Aborted when the service is about to stop. */
  leaving: AbortSignal;
  time: StopTime;
}

async function assemble(
  config: Config,
  options: ServiceOptions,
  { cleanup: last, leaving, time }: Stopping,
): Promise<Omit<Service, "stop">> {
  const { onPostback, receiver } = options;
  const basis = await openBasis(config, options, last);
  const { clock, log, metrics, requestLog } = basis;
  const storage = await openStorage(config, { ...options, ...basis, time }, last);
  const cleanup = last.use(new BoundedStack(time.partsOver));
  const { clockWatch, directory, store } = storage;
  metrics.clockSkew.collect(() => [[{}, clockWatch.skewMs() / 1000]]);
  const parts = openParts(config, options, { ...basis, storage }, cleanup);
  const { addresses } = parts;
  const jobs = createJobs(config, { ...parts, onPostback }, cleanup);
  observeJobs(metrics, jobs);
  const provision = {
    accounts: store.accounts,
    campaigns: store.campaigns,
    clock,
    secrets: randomSecrets,
  };
  const oneTimeLinks = createOneTimeLinks({ ttlMs: config.CONSOLE_LINK_TTL });
  cleanup.defer(() => oneTimeLinks.close());
  const stopping = new AbortController();
  const app = createDoors(
    config,
    {
      ...parts,
      jobs,
      log: requestLog,
      oneTimeLinks,
      provision,
      receiver,
      leaving,
      stopping: stopping.signal,
    },
    cleanup,
  );
  const listening: Listening = { server: null };
  deferStops(cleanup, { listening, jobs, exchanges: storage.exchanges, stopping, time });
  await store.recover(directory.instance);
  await jobs.connectors.requireDefault();
  await options.beforeListening?.();
  listening.server = listen(
    config,
    basis,
    (request, connection) => app.fetch(request, connection),
  );
  const url = urlOf(listening.server.addr);
  addresses.complete(url);
  storage.queue.listen(jobs.postbacks.add);
  // Messages that need a connector wait until this is done.
  await jobs.connectors.reload();
  await jobs.rescuer.start();
  const consoleLink = () => oneTimeLinkOf(config, oneTimeLinks, url);
  return { url, baseUrl: addresses.baseUrl(), consoleLink, log, provision };
}

/** Parts that all others of a service use. */
interface Basis extends Pick<StorageOptions, "clock" | "log" | "metrics" | "watched"> {
  trustedCertificates: readonly string[];
  tracer: Tracer;
  descriptors: () => Descriptors | null;
  /** Log whose lines carry the id of the current request. */
  requestLog: Log;
}

async function openBasis(
  config: Config,
  options: ServiceOptions,
  cleanup: AsyncDisposableStack,
): Promise<Basis> {
  const { machine = systemMachineClocks } = options;
  const ownClock = createSettableClock();
  const clock = options.clock ?? ownClock;
  const watched = options.clock === undefined ? { clock: ownClock, machine } : null;
  const trustedCertificates = await readTrustedCertificates(config.CA_CERTIFICATES);
  const metrics = createMetrics();
  const tracer = await openTracer(options.environment);
  const descriptors = openDescriptorsOf(options, cleanup);
  observeProcess(metrics, descriptors, cleanup);
  const log = countedLog(options.log ?? createLog(config), metrics);
  return {
    clock,
    watched,
    trustedCertificates,
    metrics,
    tracer,
    descriptors,
    log,
    requestLog: createRequestLog(log),
  };
}

/** Opens what jobs and doors have in common. */
function openParts(
  config: Config,
  { nameServer, receiver }: ServiceOptions,
  basis: Basis & { storage: Storage },
  cleanup: AsyncDisposableStack,
) {
  const { clock, log, metrics, requestLog, storage: { directory: { scratch }, store } } = basis;
  const addresses = createAddresses(config.BASE_URL, receiver !== undefined);
  const handsets = createLoopbackHandsets(store.loopback, clock);
  const outbound = openOutbound(
    config,
    { ...basis, log: requestLog, handsets, nameServer, store },
    cleanup,
  );
  const { fetch } = outbound;
  const mediaAddresses = createMediaAddresses({
    baseUrl: addresses.baseUrl,
    key: () => store.deriveKey("media addresses"),
  });
  return {
    ...basis,
    addresses,
    handsets,
    outbound,
    media: createMedia(config, { log, metrics, fetch, scratch }, cleanup),
    mediaAddresses,
  };
}

/** Server of the service; null before it listens. */
interface Listening {
  server: Listener | null;
}

/** Has sources of work stop before its sinks: requests, jobs, carriers. */
function deferStops(
  cleanup: BoundedStack,
  { listening, jobs, exchanges, stopping, time }: {
    listening: Readonly<Listening>;
    jobs: Jobs;
    exchanges: Storage["exchanges"];
    stopping: AbortController;
    time: StopTime;
  },
): void {
  cleanup.defer(() => exchanges.stop());
  // Submissions that end with their sessions have results, too.
  cleanup.defer(() => jobs.drain());
  cleanup.defer(() => jobs.connectors.stop(time.workOver));
  cleanup.defer(() => unlessAborted(jobs.drain(), time.workOver));
  cleanup.defer(() => {
    // Requests that wait would hold up the server's shutdown.
    jobs.inbox.close();
    jobs.postbackStreams.close();
    jobs.eventFeed.close();
    const ended = Promise.all([listening.server?.shutdown(), jobs.rescuer.stop()]);
    return unlessAborted(ended, time.workOver);
  });
  cleanup.defer(() => stopping.abort());
}

/** @param cleanup Closes a reader of our own on disposal. */
function openDescriptorsOf(
  { descriptors = null }: ServiceOptions,
  cleanup: AsyncDisposableStack,
): () => Descriptors | null {
  const reader = descriptors ?? openDescriptors();
  if (reader !== descriptors) cleanup.defer(() => reader?.close());
  return () => reader?.read() ?? null;
}

/** Returns the address of the console with a one-time code. Null: the console is off. */
function oneTimeLinkOf(config: Config, links: OneTimeLinks, url: string): string | null {
  const [administrator] = configuredHolders(config);
  if (config.CONSOLE === "off" || administrator === undefined) return null;
  return `${url}/console/sign-in?code=${links.issue(administrator)}`;
}
