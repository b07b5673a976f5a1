/** Table of connectors: the built-in loopback, and those that operators have set up. */
import type {
  ConnectorKind,
  ConnectorRecord,
  ConnectorSettings,
} from "../core/routing/connector.ts";
import type {
  CarrierKind,
  CarrierKinds,
  Connector,
  ConnectorFailure,
  Connectors,
  Store,
} from "../ports/mod.ts";
import { bandwidth } from "./bandwidth/mod.ts";
import { type Carrier, type CarrierPorts, type CheckPorts, IDLE_STATE } from "./carrier.ts";
import { infobip } from "./infobip/mod.ts";
import { http } from "./http/mod.ts";
import { createLoopback, type LoopbackOptions } from "./loopback/mod.ts";
import { createRateLimiter, type RateLimiter } from "../lib/rate_limiter.ts";
import { mmscMm7 } from "./mmsc_mm7/mod.ts";
import { plivo } from "./plivo/mod.ts";
import { sinch } from "./sinch/mod.ts";
import { smscSmpp } from "./smsc_smpp/mod.ts";
import { smsgate } from "./smsgate/mod.ts";
import { telnyx } from "./telnyx/mod.ts";
import { checkTls, endpointsWith } from "./tls.ts";
import { twilio } from "./twilio/mod.ts";
import { vonage } from "./vonage/mod.ts";

export { createLoopbackHandsets } from "./loopback/handsets.ts";
export { LOOPBACK, loopbackLookup, withLoopback } from "./loopback/mod.ts";

/** Effects that connectors use. */
export interface ConnectorPorts extends CarrierPorts, LoopbackOptions {
  store: Pick<Store, "loopback" | "connectors">;
  newCarrierId(): string;
  /** Called with the name of a connector that runs with other settings. Default: nothing. */
  onReplaced?(name: string): void;
  /** Value of DEFAULT_CONNECTOR. Default none. */
  defaultName?: string | null;
}

/** Carriers by kind; a kind that openapi.yaml has and this table lacks does not compile. */
export const carriers: { readonly [K in ConnectorKind]: Carrier<K> } = {
  mmsc_mm7: mmscMm7,
  smsc_smpp: smscSmpp,
  twilio,
  telnyx,
  plivo,
  bandwidth,
  vonage,
  sinch,
  infobip,
  smsgate,
  http,
};

/** Describes the carriers for the admin API. */
export function carrierKinds(ports: CheckPorts): CarrierKinds {
  const kinds = Object.entries(carriers).map(([kind, carrier]) => {
    // The table's type pairs each kind with its own settings, which this list forgets.
    const { check, ...facts } = carrier as Carrier<ConnectorKind>;
    const bound: CarrierKind = {
      ...facts,
      async check(settings, previous) {
        await checkTls(settings);
        const endpoint = endpointsWith(settings, ports.endpoint);
        await check(settings, previous, { ...ports, endpoint });
      },
    };
    return [kind, bound];
  });
  return Object.fromEntries(kinds) as CarrierKinds;
}

/** Finds a carrier by kind; undefined for a kind of which a newer version has written a row. */
function carrierOf(kind: string): Carrier<ConnectorKind> | undefined {
  return Object.hasOwn(carriers, kind) ? carriers[kind as ConnectorKind] : undefined;
}

/** Lists the settings of a kind that the store encrypts. */
export function secretSettings(kind: string): readonly string[] {
  return carrierOf(kind)?.secrets ?? [];
}

/** A connector that an operator has set up, while it runs. */
interface Running {
  connector: Connector;
  /** Canonical settings it was started with, to detect changes; null if the start failed. */
  settings: string | null;
}

/** Creates the connectors. None is started before the first `reload`. */
export function createConnectors(parts: ConnectorPorts): Connectors {
  const { defaultName = null, host, store, newCarrierId, log } = parts;
  const loopback = createLoopback(host, store.loopback, newCarrierId, parts);
  const running = new Map<string, Running>();
  /** Rate limiters by connector: a replaced connector and its successor share the rate. */
  const limiters = new Map<string, RateLimiter>();
  /** Stops under way of connectors that were replaced or removed. */
  const stopping = new Set<Promise<void>>();
  /** Last start failure by connector, so that a repeated one is logged once. */
  const failures = new Map<string, string>();
  let started = false;
  let last: Promise<void> = Promise.resolve();
  let next: Promise<void> | null = null;
  let stopped: Promise<void> | null = null;

  async function applyRecords(): Promise<void> {
    if (stopped !== null) return;
    if (!started) {
      await loopback.start();
      started = true;
    }
    // The name of the built-in connector is reserved.
    const records = (await store.connectors.list()).filter(({ name }) => name !== loopback.name);
    const names = new Set(records.map(({ name }) => name));
    for (const name of running.keys()) if (!names.has(name)) remove(name);
    for (const name of failures.keys()) if (!names.has(name)) failures.delete(name);
    for (const record of records) await apply(record);
  }

  async function apply({ name, settings }: ConnectorRecord): Promise<void> {
    const requested = canonical(settings);
    const previous = running.get(name);
    if (previous?.settings === requested) return void failures.delete(name);
    try {
      const connector = await startConnector(name, settings);
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
        const failed = unavailable(name, { reason, at: host.clock.now() });
        running.set(name, { connector: failed, settings: null });
      }
      return;
    }
    if (previous === undefined) return;
    stopInBackground(name, previous);
    parts.onReplaced?.(name);
  }

  async function startConnector(name: string, settings: ConnectorSettings): Promise<Connector> {
    const carrier = carrierOf(settings.kind);
    if (carrier === undefined) throw new Error(`unknown kind ${settings.kind}`);
    const limiter = limiters.getOrInsertComputed(name, () => createRateLimiter());
    const endpoint = endpointsWith(settings, parts.endpoint);
    const connector = await carrier.create(name, settings, { ...parts, endpoint, limiter });
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

  async function stopAll(over?: AbortSignal): Promise<void> {
    await last;
    // Stopped connectors stay in the table: a late message is retried instead of failing for good.
    for (const [name, entry] of running) stopInBackground(name, entry, over);
    await Promise.all([loopback.stop(), ...stopping]);
  }

  async function requireDefault(): Promise<void> {
    const names = [loopback.name, ...(await store.connectors.list()).map(({ name }) => name)];
    if (defaultName === null || names.includes(defaultName)) return;
    throw new Error(
      `DEFAULT_CONNECTOR ${defaultName} does not exist; there are: ${names.join(", ")}. Start ` +
        "without it to set it up (admin connector create)",
    );
  }

  return {
    defaultName,
    requireDefault,
    get: (name) => name === loopback.name ? loopback : running.get(name)?.connector,
    names: () => [loopback.name, ...running.keys()].sort(),
    reload() {
      // Callers during a reload share the next one.
      if (next === null) {
        next = last.then(() => {
          next = null;
          return applyRecords();
        });
        last = next.catch(() => {}); // the caller handles the rejection
      }
      return next;
    },
    stop: (over) => stopped ??= stopAll(over),
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
