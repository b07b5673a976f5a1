/** The service: assembles, starts and stops its parts. */
import type { ProvisionPorts } from "../actions/provision.ts";
import type { NameServer } from "../adapters/fetch/name_query.ts";
import { createSettableClock } from "../adapters/system/clock.ts";
import {
  type DescriptorReader,
  type Descriptors,
  openDescriptors,
} from "../adapters/system/descriptors.ts";
import { randomSecrets } from "../adapters/system/ids.ts";
import { systemMachineClocks } from "../adapters/system/machine_clocks.ts";
import { createMediaAddresses } from "../adapters/system/media_addresses.ts";
import { readTrustedCertificates } from "../adapters/system/trusted_certificates.ts";
import type { Config } from "../config/mod.ts";
import { createOneTimeLinks, type OneTimeLinks } from "../console/one_time_links.ts";
import { configuredHolders } from "../http/admin/principal.ts";
import { createLoopbackHandsets } from "../connectors/mod.ts";
import { requestLog } from "../http/request_log.ts";
import type { PostbackSent } from "../jobs/postbacks/mod.ts";
import { unlessAborted } from "../lib/abortable.ts";
import { delay } from "../lib/delay.ts";
import { createLog, type Log } from "../log/mod.ts";
import { countedLog } from "../metrics/measured.ts";
import { createMetrics } from "../metrics/mod.ts";
import type { Clock, MachineClocks } from "../ports/mod.ts";
import { createAddresses } from "./addresses.ts";
import { createDoors } from "./doors.ts";
import { createJobs } from "./jobs.ts";
import { listen, type Listener, urlOf } from "./listen.ts";
import { createMedia } from "./media.ts";
import { observeJobs, observeProcess } from "./metrics.ts";
import { openOutbound } from "./outbound.ts";
import { BoundedStack, createStopTime, type StopTime } from "./stop_time.ts";
import { openStorage } from "./storage.ts";
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
  provision: ProvisionPorts;
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
  const { machine = systemMachineClocks, receiver, nameServer } = options;
  const ownClock = createSettableClock();
  const clock = options.clock ?? ownClock;
  const watched = options.clock === undefined ? { clock: ownClock, machine } : null;
  const trustedCertificates = await readTrustedCertificates(config.CA_CERTIFICATES);
  const metrics = createMetrics();
  const tracer = await openTracer(options.environment);
  const descriptors = openDescriptorsOf(options, last);
  observeProcess(metrics, descriptors, last);
  const log = countedLog(options.log ?? createLog(config), metrics);
  const lineLog = requestLog(log);
  const addresses = createAddresses(config.BASE_URL, receiver !== undefined);
  const storage = await openStorage(
    config,
    { ...options, clock, watched, log, metrics, time },
    last,
  );
  const cleanup = last.use(new BoundedStack(time.partsOver));
  const { clockWatch, directory, queue, store } = storage;
  metrics.clockSkew.collect(() => [[{}, clockWatch.skewMs() / 1000]]);
  const handsets = createLoopbackHandsets(store.loopback, clock);
  const outbound = openOutbound(
    config,
    { clock, handsets, log: lineLog, metrics, nameServer, store, trustedCertificates },
    cleanup,
  );
  const { fetch } = outbound;
  const { scratch } = directory;
  const media = createMedia(config, { log, metrics, fetch, scratch }, cleanup);
  const mediaAddresses = createMediaAddresses({
    baseUrl: addresses.baseUrl,
    key: () => store.deriveKey("media addresses"),
  });
  const shared = { clock, handsets, metrics, tracer, addresses, mediaAddresses, descriptors };
  const parts = { ...shared, storage, outbound, media };
  const jobs = createJobs(
    config,
    { ...parts, log, requestLog: lineLog, onPostback: options.onPostback },
    cleanup,
  );
  observeJobs(metrics, jobs);
  const { connectors, postbacks, rescuer } = jobs;
  const provision = { accounts: store.accounts, clock, secrets: randomSecrets };
  const stopping = new AbortController();
  const oneTimeLinks = createOneTimeLinks({ ttlMs: config.CONSOLE_LINK_TTL });
  cleanup.defer(() => oneTimeLinks.close());
  const app = createDoors(
    config,
    {
      ...{ ...parts, jobs, log: lineLog, oneTimeLinks, provision, receiver },
      ...{ leaving, stopping: stopping.signal },
    },
    cleanup,
  );

  // Sources of work stop before its sinks: requests, jobs, carriers.
  let server: Listener | null = null;
  cleanup.defer(() => storage.exchanges.stop());
  // Submissions that end with their sessions have results, too.
  cleanup.defer(() => jobs.drain());
  cleanup.defer(() => connectors.stop(time.workOver));
  cleanup.defer(() => unlessAborted(jobs.drain(), time.workOver));
  cleanup.defer(() => {
    // Requests that wait would hold up the server's shutdown.
    jobs.inbox.close();
    jobs.postbackStreams.close();
    const ended = Promise.all([server?.shutdown(), rescuer.stop()]);
    return unlessAborted(ended, time.workOver);
  });
  cleanup.defer(() => stopping.abort());
  await store.recover(directory.instance);
  await connectors.requireDefault();
  await options.beforeListening?.();
  server = listen(
    config,
    { log, descriptors },
    (request, connection) => app.fetch(request, connection),
  );
  const url = urlOf(server.addr);
  addresses.complete(url);
  queue.listen(postbacks.add);
  // Messages that need a connector wait until this is done.
  await connectors.reload();
  await rescuer.start();
  const consoleLink = () => oneTimeLinkOf(config, oneTimeLinks, url);
  return { url, baseUrl: addresses.baseUrl(), consoleLink, log, provision };
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
