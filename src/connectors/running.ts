/** Connectors that operators have set up, while they run. */
import type { ConnectorRecord, ConnectorSettings } from "../core/routing/connector.ts";
import { createRateLimiter, type RateLimiter } from "../lib/rate_limiter.ts";
import type { Log } from "../log/mod.ts";
import type { Clock, Connector, ConnectorFailure } from "../ports/mod.ts";
import { IDLE_STATE } from "./carrier.ts";

export interface RunningConnectorsOptions {
  /** Creates a connector, which is not yet started. */
  create(name: string, settings: ConnectorSettings, limiter: RateLimiter): Promise<Connector>;
  /** Called with the name of a connector that runs with other settings. */
  onReplaced?(name: string): void;
  clock: Clock;
  log: Log;
}

export interface RunningConnectors {
  get(name: string): Connector | undefined;
  names(): Iterable<string>;
  /** Starts, replaces and removes connectors until they are those of the records. */
  apply(records: readonly ConnectorRecord[]): Promise<void>;
  /**
   * Lets all connectors finish their submissions. They stay in the table: a late message is retried
   * instead of failing for good.
   *
   * @param over Ends them without that when it aborts.
   */
  stop(over?: AbortSignal): Promise<void>;
}

/** A connector with its settings. */
interface Running {
  connector: Connector;
  /** Canonical settings it was started with, to detect changes; null if the start failed. */
  settings: string | null;
}

export function createRunningConnectors(
  { create, onReplaced, clock, log }: RunningConnectorsOptions,
): RunningConnectors {
  const running = new Map<string, Running>();
  /** Rate limiters by connector: a replaced connector and its successor share the rate. */
  const limiters = new Map<string, RateLimiter>();
  /** Stops under way of connectors that were replaced or removed. */
  const stopping = new Set<Promise<void>>();
  /** Last start failure by connector, so that a repeated one is logged once. */
  const failures = new Map<string, string>();

  async function applyRecord({ name, settings }: ConnectorRecord): Promise<void> {
    const requested = canonical(settings);
    const previous = running.get(name);
    if (previous?.settings === requested) return void failures.delete(name);
    try {
      const connector = await start(name, settings);
      running.set(name, { connector, settings: requested });
      failures.delete(name);
      log.info({ connector: name, kind: settings.kind }, "connector started");
    } catch (error) {
      const failure = `${requested} ${error}`;
      if (failures.get(name) === failure) return;
      failures.set(name, failure);
      log.error({ connector: name, err: String(error) }, "connector could not be started");
      // A connector that was running keeps its previous settings.
      if (previous === undefined) {
        const reason = error instanceof Error ? error.message : String(error);
        const failed = unavailable(name, { reason, at: clock.now() });
        running.set(name, { connector: failed, settings: null });
      }
      return;
    }
    if (previous === undefined) return;
    stopInBackground(name, previous);
    onReplaced?.(name);
  }

  async function start(name: string, settings: ConnectorSettings): Promise<Connector> {
    const limiter = limiters.getOrInsertComputed(name, () => createRateLimiter());
    const connector = await create(name, settings, limiter);
    await connector.start();
    return connector;
  }

  function remove(name: string): void {
    const previous = running.get(name)!;
    running.delete(name);
    limiters.delete(name);
    stopInBackground(name, previous);
    log.info({ connector: name }, "connector removed");
  }

  /** Lets a connector finish its submissions; only `stop` waits for that. */
  function stopInBackground(name: string, { connector }: Running, over?: AbortSignal): void {
    const end = connector.stop(over)
      .catch((error) =>
        log.error({ connector: name, err: String(error) }, "connector failed to stop")
      )
      .finally(() => stopping.delete(end));
    stopping.add(end);
  }

  return {
    get: (name) => running.get(name)?.connector,
    names: () => running.keys(),

    async apply(records) {
      const names = new Set(records.map(({ name }) => name));
      for (const name of running.keys()) if (!names.has(name)) remove(name);
      for (const name of failures.keys()) if (!names.has(name)) failures.delete(name);
      for (const record of records) await applyRecord(record);
    },

    async stop(over) {
      for (const [name, entry] of running) stopInBackground(name, entry, over);
      await Promise.all(stopping);
    },
  };
}

/** Creates a placeholder for a connector that failed to start: its messages are retried. */
function unavailable(name: string, lastFailure: ConnectorFailure): Connector {
  return {
    name,
    state: () => ({ ...IDLE_STATE, isUp: false, lastFailure }),
    submit: () =>
      Promise.resolve({
        status: "temporary",
        reason: "the connector is not running",
        isUnreached: true,
      }),
    start: () => Promise.resolve(),
    stop: () => Promise.resolve(),
  };
}

/** Serialises settings independently of the order of their keys. */
function canonical(settings: ConnectorSettings): string {
  return JSON.stringify(Object.entries(settings).sort(([a], [b]) => a < b ? -1 : 1));
}
