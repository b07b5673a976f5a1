/** Storage of a service: data directory, database, postback queue, stored files, and caches. */
import { openBlobs } from "../../adapters/blobs/mod.ts";
import { watchedBlobs } from "../../adapters/blobs/watched.ts";
import { createAccountDirectory } from "../../adapters/cache/accounts.ts";
import { createOperatorDirectory } from "../../adapters/cache/operators.ts";
import { openQueue } from "../../adapters/queue/mod.ts";
import {
  type Database,
  isOutage,
  type ObserveCalls,
} from "../../adapters/store/engine/database.ts";
import {
  createExchangeLog,
  type ExchangeLog,
  NO_EXCHANGES,
} from "../../adapters/store/requests/exchange_log.ts";
import { createStore } from "../../adapters/store/mod.ts";
import { openDatabase, waitLimits } from "../../adapters/store/open.ts";
import { rotateEncryption } from "../../adapters/store/secrets/rotate_encryption.ts";
import { createProber } from "../../adapters/store/engine/write_probe.ts";
import { createWriteWatch, type WriteFault } from "../../adapters/store/engine/write_watch.ts";
import { type DataDirectory, takeDataDirectory } from "../../adapters/system/data_directory.ts";
import { watchDirectory } from "../../adapters/system/directory_watch.ts";
import { hostLabels } from "../../config/database/target.ts";
import type { Config } from "../../config/mod.ts";
import { gatedStore } from "../../jobs/clock/gate.ts";
import { type ClockWatch, createClockWatch, NO_CLOCK_WATCH } from "../../jobs/clock/watch.ts";
import { countedMessages } from "../../jobs/traffic/counted_messages.ts";
import { createTraffic, type Traffic } from "../../jobs/traffic/mod.ts";
import { unlessAborted } from "../../lib/abortable.ts";
import { createDependencyWatch } from "../../log/dependency_watch.ts";
import type { Log } from "../../log/mod.ts";
import { measuredBlobs } from "../../metrics/measured.ts";
import type { Metrics } from "../../metrics/mod.ts";
import type {
  AccountDirectory,
  Blobs,
  Clock,
  MachineClocks,
  PostbackHandover,
  Queue,
  RoutingDirectory,
  Scratch,
  SettableClock,
  Store,
  StoreDown,
} from "../../ports/mod.ts";
import { encryptionOf } from "./encryption.ts";
import type { StopTime } from "./stop_time.ts";

export interface Storage {
  directory: DataDirectory;
  /** Temporary files of jobs. */
  scratch: Scratch;
  store: Store;
  queue: Queue;
  blobs: Blobs;
  /** Returns what is wrong with the stored files; null: they work. */
  filesHealth(): Promise<string | null>;
  accounts: AccountDirectory;
  routing: RoutingDirectory;
  /** Traffic that the store has committed. */
  traffic: Traffic;
  exchanges: ExchangeLog;
  clockWatch: ClockWatch;
  /** Returns why the database takes no writes; null: it does. */
  writeFault(): string | null;
  /** Names the job that sends the postbacks that this process writes. Until then the queue has them. */
  sendPostbacksBy(job: PostbackHandover): void;
}

export interface StorageOptions {
  clock: Clock;
  /** The same clock and the machine's, to be compared; null: it is taken as it is. */
  watched: { clock: SettableClock; machine: MachineClocks } | null;
  log: Log;
  metrics: Metrics;
  /** Time within which it is closed. */
  time: StopTime;
  /** Variables with the credentials of an object store. Default: those of the process. */
  environment?: Readonly<Record<string, string | undefined>>;
  /** Gives up the wait for a database server. */
  signal?: AbortSignal;
}

/**
 * Opens the storage of a configuration, and migrates its schema.
 *
 * @param cleanup Closes the storage on disposal, also where opening fails halfway.
 * @throws Error that says what to do: data directory in use, database unavailable.
 */
export async function openStorage(
  config: Config,
  { clock, log, metrics, time, environment, signal, watched }: StorageOptions,
  cleanup: AsyncDisposableStack,
): Promise<Storage> {
  const directory = await takeDataDirectory(config.DATA_DIR);
  cleanup.defer(() => directory.release());
  const { scratch, stop } = watchDirectory(directory, log);
  cleanup.defer(stop);
  // Opened concurrently; a failure is thrown where the result is awaited below.
  const openingDatabase = openDatabase(config, directory.path, log, { metrics, signal });
  cleanup.defer(async () => {
    const opened = await openingDatabase.catch(() => null);
    await opened?.close({ sessionsOver: time.partsOver, serverOver: time.over });
  });
  const openingQueue = openQueue(config, directory.path, openingDatabase, clock);
  openingQueue.catch(() => {});
  cleanup.defer(() => {
    const closed = openingQueue.then((queue) => queue.close(), () => {});
    return unlessAborted(closed, time.over);
  });
  const database = await openingDatabase;
  const queue = await openingQueue;
  const traffic = createTraffic(clock);
  let sender: PostbackHandover | null = null;
  const handover: PostbackHandover = {
    reserve: (receiver) => sender?.reserve(receiver) ?? null,
    release: (receiver) => sender?.release(receiver),
    offer: (postbacks) => sender?.offer(postbacks),
  };
  const databaseLog = databaseLogOf(config, log);
  const prober = createProber(database.target);
  cleanup.defer(() => unlessAborted(prober.close(), time.partsOver));
  const writes = createWriteWatch({ ...prober, ...databaseLog.writes });
  cleanup.defer(() => writes.close());
  metrics.databaseWritable.collect(() => [[{}, writes.fault() === null ? 1 : 0]]);
  const observe: ObserveCalls = (statements) => {
    const end = writes.started(statements);
    return (down) => {
      end(down);
      databaseLog.responded(down);
    };
  };
  const opened = await openStore(database, { queue, handover, observe }, config, metrics);
  cleanup.defer(() => unlessAborted(opened.traffic.flush().catch(() => {}), time.partsOver));
  const isEmbedded = config.DATABASE_URL === null;
  const clockWatch = watched === null
    ? NO_CLOCK_WATCH
    : createClockWatch({ ...watched, store: opened, isEmbedded, log });
  await clockWatch.start();
  const gated = watched === null ? opened : gatedStore(opened, clockWatch.fault);
  const store = { ...gated, messages: countedMessages(gated.messages, traffic, metrics) };
  const opening = await openBlobs(config, directory, { environment, log });
  const { blobs: files, health: filesHealth } = watchedBlobs(cleanup.use(opening).blobs);
  const blobs = measuredBlobs(files, metrics);
  return {
    directory,
    scratch,
    store,
    queue,
    blobs,
    filesHealth,
    traffic,
    accounts: createAccountDirectory(store.accounts, clock, config.ACCOUNT_CACHE_TTL),
    routing: createOperatorDirectory(store, clock, config.ACCOUNT_CACHE_TTL),
    clockWatch,
    exchanges: exchangeLogOf(config, { store: store.exchanges, clock, log }),
    writeFault: writes.fault,
    sendPostbacksBy: (job) => void (sender = job),
  };
}

function exchangeLogOf(
  { EXCHANGE_LOG, EXCHANGE_MAX_BYTES, EXCHANGE_QUEUE_MAX_BYTES }: Config,
  parts: { store: Store["exchanges"]; clock: Clock; log: Log },
): ExchangeLog {
  if (EXCHANGE_LOG === "off") return NO_EXCHANGES;
  const limits = { maxBytes: EXCHANGE_MAX_BYTES, queueMaxBytes: EXCHANGE_QUEUE_MAX_BYTES };
  return createExchangeLog({ ...parts, ...limits });
}

async function openStore(
  database: Database,
  { handover, observe, queue }: {
    handover: PostbackHandover;
    observe: ObserveCalls;
    queue: Queue;
  },
  config: Config,
  metrics: Metrics,
): Promise<Store> {
  const encryption = encryptionOf(config);
  await rotateEncryption(database, encryption);
  return createStore(database, {
    encryption,
    metrics,
    observe,
    batcher: {
      batchMax: config.ACCEPT_BATCH_MAX,
      batchWeight: config.ACCEPT_BATCH_CHARACTERS,
      concurrency: config.ACCEPT_CONCURRENCY,
      wait: waitLimits(config),
    },
    handover,
    // The rescuer finds postbacks that could not be queued.
    onPostbacks: (postbacks) => void queue.enqueue(postbacks).catch(() => {}),
  });
}

/** Creates the log of the database's outages, and of its writes'. */
function databaseLogOf({ DATABASE_URL: target }: Config, log: Log) {
  const facts = { host: target === null ? "embedded" : hostLabels(target) };
  const outages = createDependencyWatch({ log, kind: "database" });
  const writes = createDependencyWatch({ log, kind: "writes" });
  return {
    responded(down: StoreDown | null) {
      if (down === null || !isOutage(down)) outages.succeeded("database");
      else outages.failed("database", { reason: down.message, facts });
    },
    writes: {
      onFault: ({ reason, ms }: WriteFault) =>
        writes.failed("writes", { reason, facts, sinceMs: ms, isCertain: true }),
      onRecovery: () => writes.succeeded("writes"),
    },
  };
}
