/** Jobs of a service: the processing of accepted messages and templates. */
import { uuidIds } from "../../adapters/system/ids.ts";
import type { Config } from "../../config/mod.ts";
import { type ConnectorPorts, createConnectors } from "../../connectors/mod.ts";
import { type CircuitBreaker, createCircuitBreaker } from "../../jobs/shared/circuit_breaker.ts";
import { type Components, createComponents } from "../../jobs/components.ts";
import { type Acceptances, createAcceptances } from "../../jobs/shared/acceptances.ts";
import { createExplainRoute, type ExplainRoute } from "../../jobs/deliver/explain.ts";
import { createDeliver, type DeliverJob } from "../../jobs/deliver/mod.ts";
import { createSenderHealth } from "../../jobs/deliver/sender_health.ts";
import { createInbox, type Inbox } from "../../jobs/inbox.ts";
import { createInterruptions, type Interruptions } from "../../jobs/engine/interruptions.ts";
import {
  createRetentionControl,
  type RetentionControl,
} from "../../jobs/maintenance/boundaries.ts";
import { createRescuer, type Rescuer } from "../../jobs/maintenance/rescuer.ts";
import { createRecentSubmissions } from "../../jobs/shared/recent_submissions.ts";
import type { JobPorts, ReportPorts } from "../../jobs/shared/ports.ts";
import { createPostbacks, type PostbackJob, type PostbackSent } from "../../jobs/postbacks/mod.ts";
import { createParked, type ParkedJob } from "../../jobs/postbacks/parked.ts";
import { type ClosableEventFeed, createEventFeed } from "../../jobs/postbacks/event_feed.ts";
import { createPing, type Ping } from "../../jobs/postbacks/ping.ts";
import { createPostbackStreams, type PostbackStreams } from "../../jobs/postbacks/stream.ts";
import { createRenditions } from "../../jobs/renditions.ts";
import { createAcceptedLate } from "../../jobs/report/accepted_late.ts";
import { createEarlyReports, type EarlyReports, identifying } from "../../jobs/report/early.ts";
import type { InboundOptions } from "../../jobs/report/inbound.ts";
import { createIsSubmitting, createReport } from "../../jobs/report/mod.ts";
import {
  createUnmatchedReports,
  type UnmatchedReports,
} from "../../jobs/shared/unmatched_reports.ts";
import { storingOperators } from "../../jobs/report/operator_store.ts";
import { type BacklogGauge, createBacklogGauge } from "../../jobs/backlog_gauge.ts";
import { createTranscode, type TranscodeJob } from "../../jobs/transcode/mod.ts";
import { NOTHING_ACCEPTED_MS } from "../../core/status/problems.ts";
import { createDependencyWatch } from "../../log/dependency_watch.ts";
import type { Log } from "../../log/mod.ts";
import type { Metrics } from "../../metrics/mod.ts";
import type {
  Clock,
  ConnectorHost,
  Connectors,
  Deliveries,
  LoopbackHandsets,
  MediaAddresses,
  SenderHealth,
} from "../../ports/mod.ts";
import { hasFilesToFetch } from "../../core/composition/content.ts";
import type { PrepareJob } from "../../jobs/prepare/mod.ts";
import type { Tracer } from "../../tracing/mod.ts";
import type { Addresses } from "./addresses.ts";
import { lazy, lazyJob } from "./lazy.ts";
import type { Media } from "./media.ts";
import type { OutboundPorts } from "./outbound.ts";
import type { Storage } from "./storage.ts";

export interface Jobs {
  connectors: Connectors;
  /** Takes delivery reports and inbound messages from connectors. */
  host: ConnectorHost;
  deliver: DeliverJob;
  /** Takes accepted messages. */
  deliveries: Deliveries;
  transcode: TranscodeJob;
  postbacks: PostbackJob;
  parked: ParkedJob;
  ping: Ping;
  inbox: Inbox;
  postbackStreams: PostbackStreams;
  eventFeed: ClosableEventFeed;
  rescuer: Rescuer;
  circuitBreaker: CircuitBreaker;
  acceptances: Acceptances;
  interruptions: Interruptions;
  components: Components;
  waitingMessages: BacklogGauge["waitingMessages"];
  unmatchedReports: UnmatchedReports;
  explainRoute: ExplainRoute;
  senderHealth: SenderHealth;
  retention: RetentionControl;
  /** Finishes the work in progress; jobs take no more. */
  drain(): Promise<void>;
}

export interface JobsOptions {
  storage: Storage;
  outbound: OutboundPorts;
  media: Media;
  addresses: Addresses;
  mediaAddresses: MediaAddresses;
  clock: Clock;
  /** Handsets that loopback simulates. */
  handsets: LoopbackHandsets;
  log: Log;
  metrics: Metrics;
  tracer: Tracer;
  /** Log whose lines carry the id of the current request. */
  requestLog: Log;
  onPostback?: (sent: PostbackSent) => void;
}

/** @param cleanup Stops the connectors on disposal. */
// size: a line for each job and for what connects it to others
export function createJobs(
  config: Config,
  options: JobsOptions,
  cleanup: AsyncDisposableStack,
): Jobs {
  const { addresses, storage: { scratch } } = options;
  const knownPorts = reportPortsOf(config, options);
  const early = createEarlyReports(knownPorts);
  const reportPorts = {
    ...knownPorts,
    recentSubmissions: identifying(knownPorts.recentSubmissions, early),
  };
  const host = hostOf(reportPorts, early, options, { onReply: () => wake(deliver) });
  const watch = createDependencyWatch({
    log: options.log,
    kind: "connector",
    onRecovery: (connector) => deliver.recovered(connector),
  });
  const inbox = createInbox(options.storage, config.ADMIN_WAITERS_MAX);
  const observers: ConnectorObservers = {
    watch,
    onReceived: inbox.received,
    onReplaced: (connector) => deliver.replaced(connector),
  };
  const connectors = connectorsOf(config, host, observers, options);
  cleanup.defer(() => connectors.stop());
  const ports: JobPorts = {
    ...reportPorts,
    connectors,
    circuitBreaker: createCircuitBreaker(options.clock, config.CONNECTOR_COOLDOWN, watch),
    acceptances: createAcceptances(options.clock, triedLatelyMs(config)),
  };
  const renditions = createRenditions(ports);
  const deliver = createDeliver(ports, { onPreparation: () => wake(prepare) });
  const loadPrepare = lazy(async () =>
    (await import("../../jobs/prepare/mod.ts")).createPrepare(ports, renditions, scratch, {
      deliveries: deliver,
      onPrepared: () => wake(deliver),
    })
  );
  const prepare = lazyJob(loadPrepare);
  const transcode = createTranscode(ports, renditions, scratch);
  const defaultUrl = addresses.defaultReceiver;
  const postbacks = createPostbacks(ports, { defaultUrl, onSent: options.onPostback });
  options.storage.sendPostbacksBy(postbacks);
  const parked = createParked(ports, defaultUrl);
  const gauge = createBacklogGauge(ports, options.storage.traffic);
  const components = createComponents(ports, {
    files: options.storage.filesHealth,
    ffmpeg: options.media.transcoder.health,
  });
  const { acceptances, interruptions } = ports;
  const { waitingMessages } = gauge;
  const jobs = [deliver, prepare, transcode, postbacks, parked];
  return {
    acceptances,
    components,
    interruptions,
    waitingMessages,
    connectors,
    host,
    deliver,
    deliveries: deliveriesOf(deliver, loadPrepare),
    transcode,
    postbacks,
    parked,
    ping: createPing(ports, defaultUrl),
    inbox,
    postbackStreams: createPostbackStreams(ports, config.ADMIN_WAITERS_MAX),
    eventFeed: createEventFeed(ports, config.ADMIN_WAITERS_MAX),
    circuitBreaker: ports.circuitBreaker,
    unmatchedReports: ports.unmatchedReports,
    explainRoute: createExplainRoute({ ...ports, lookup: options.outbound.lookup }),
    senderHealth: createSenderHealth(ports),
    retention: createRetentionControl(ports),
    rescuer: createRescuer(ports, [...jobs, early, gauge, components], {
      checkClock: options.storage.clockWatch.check,
      reload: () => connectors.reload(),
    }),
    drain: async () => void await Promise.all(jobs.map((job) => job.drain())),
  };
}

/** Hands accepted messages to delivery; those with files to fetch begin with preparation. */
function deliveriesOf(
  deliver: DeliverJob,
  loadPrepare: () => Promise<Pick<PrepareJob, "begin">>,
): Deliveries {
  return {
    ...deliver,
    begin: async (message) =>
      hasFilesToFetch(message.content)
        ? (await loadPrepare()).begin(message)
        : await deliver.begin(message),
  };
}

/** Creates what takes reports and messages from connectors. */
function hostOf(
  ports: ReportPorts,
  early: EarlyReports,
  { clock, metrics }: JobsOptions,
  inboundOptions: InboundOptions,
): ConnectorHost {
  const inbound = lazy(async () =>
    (await import("../../jobs/report/inbound.ts")).createInbound(ports, inboundOptions)
  );
  return {
    clock,
    report: createReport(ports),
    isSubmitting: createIsSubmitting(ports),
    unmatched: ports.unmatchedReports.add,
    acceptedLate: createAcceptedLate(ports, early),
    inbound: async (message) => {
      countReceived(metrics, message, "MMS");
      return (await inbound()).mms(message);
    },
    inboundSms: async (message) => {
      countReceived(metrics, message, "SMS");
      return (await inbound()).sms(message);
    },
  };
}

function reportPortsOf(config: Config, options: JobsOptions): ReportPorts {
  const { addresses, clock, log, media, metrics, storage, outbound, tracer } = options;
  const { directory, ...stored } = storage;
  const ids = uuidIds;
  const { backgrounds, transcoder } = media;
  return {
    config,
    log,
    metrics,
    tracer,
    clock,
    ids,
    backgrounds,
    transcoder,
    ...stored,
    fetch: outbound.fetch,
    lookup: outbound.lookup,
    recentSubmissions: createRecentSubmissions({
      max: config.REPORT_CACHE_MAX,
      ttlMs: config.REPORT_CACHE_TTL,
    }),
    unmatchedReports: createUnmatchedReports({ log, metrics }),
    interruptions: createInterruptions(
      { clock, store: stored.store },
      INTERRUPTION_LEASES * config.LEASE_TIMEOUT,
    ),
    baseUrl: addresses.baseUrl,
    owner: directory.instance,
  };
}

type ConnectorObservers = Pick<ConnectorPorts, "watch" | "onReceived" | "onReplaced">;

function connectorsOf(
  config: Config,
  host: ConnectorHost,
  observers: ConnectorObservers,
  {
    addresses,
    mediaAddresses,
    requestLog,
    handsets,
    storage: { blobs, exchanges, store },
    outbound: { dial, endpoint, fetch, lookup, trustedCertificates },
  }: JobsOptions,
): Connectors {
  return createConnectors({
    host: storingOperators(host, { store, lookup }),
    blobs,
    endpoint,
    exchanges,
    fetch,
    handsets,
    mediaAddresses,
    store,
    trustedCertificates,
    baseUrl: addresses.baseUrl,
    ...observers,
    connect: dial,
    newCarrierId: uuidIds.tracking,
    defaultName: config.DEFAULT_CONNECTOR,
    log: requestLog,
    limits: { maxParts: config.MM7_PARTS_MAX, maxContentBytes: config.MM7_BODY_MAX_BYTES },
  });
}

function countReceived(
  { received }: Metrics,
  { connector }: { connector: string },
  kind: "MMS" | "SMS",
): void {
  received.add({ "messaging_destination_name": connector, kind });
}

/** Leases after which an item that is still stuck was interrupted again: some are longer. */
const INTERRUPTION_LEASES = 15;

/** Computes the time after a submission by which a message that was not taken has been tried again. */
function triedLatelyMs({ DELIVER_RETRY }: Config): number {
  return NOTHING_ACCEPTED_MS + Math.max(0, ...DELIVER_RETRY);
}

/** Makes a job look for due work; the rescuer finds what a failure here misses. */
function wake(job: { takeDue(): Promise<void> }): void {
  job.takeDue().catch(() => {});
}
