/** Table of connectors: the built-in loopback, and those that operators have set up. */
import type { ConnectorKind, HttpCarrierKind } from "../core/routing/connector.ts";
import type { CarrierKind, CarrierKinds, Connectors, Store } from "../ports/mod.ts";
import { bandwidth } from "./bandwidth/mod.ts";
import type { Carrier, CarrierPorts, CheckPorts } from "./carrier.ts";
import { disabled } from "./disabled.ts";
import type { HttpCarrier } from "./http_carrier/carrier.ts";
import { infobip } from "./infobip/mod.ts";
import { http } from "./http/mod.ts";
import { createLoopback, type LoopbackOptions } from "./loopback/mod.ts";
import { mmscMm7 } from "./mmsc_mm7/mod.ts";
import { plivo } from "./plivo/mod.ts";
import { createRunningConnectors } from "./running.ts";
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

/**
 * Carriers by kind. A kind that openapi.yaml has and this table lacks does not compile, nor does one
 * with a protocol of its own that `HttpCarrierKind` has.
 */
export const carriers: {
  readonly [K in ConnectorKind]: K extends HttpCarrierKind ? HttpCarrier<K> : Carrier<K>;
} = {
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

/** Creates the connectors. None is started before the first `reload`. */
export function createConnectors(parts: ConnectorPorts): Connectors {
  const { defaultName = null, host, store, newCarrierId } = parts;
  const loopback = createLoopback(host, store.loopback, newCarrierId, parts);
  const running = createRunningConnectors({
    clock: host.clock,
    log: parts.log,
    onReplaced: (name) => parts.onReplaced?.(name),
    async create(name, settings, limiter) {
      const carrier = carrierOf(settings.kind);
      if (carrier === undefined) throw new Error(`unknown kind ${settings.kind}`);
      const endpoint = endpointsWith(settings, parts.endpoint);
      const connector = await carrier.create(name, settings, { ...parts, endpoint, limiter });
      return settings.disabled ? disabled(connector) : connector;
    },
  });
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
    await running.apply(records);
  }

  async function stopAll(over?: AbortSignal): Promise<void> {
    await last;
    await Promise.all([loopback.stop(), running.stop(over)]);
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
    get: (name) => name === loopback.name ? loopback : running.get(name),
    names: () => [loopback.name, ...running.names()].sort(),
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
