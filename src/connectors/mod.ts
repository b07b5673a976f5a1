/** The table of carriers: the built-in one, and those that operators have set up. */
import type { ConnectorRecord, ConnectorSettings } from "../core/routing/connector.ts";
import type { Connector, Connectors, Store } from "../ports/mod.ts";
import { createLoopback } from "./loopback/mod.ts";
import type { CarrierPorts } from "./parts.ts";

export { loopbackLookup, withLoopback } from "./loopback/mod.ts";

/** What connectors may use. */
export interface ConnectorPorts extends CarrierPorts {
  store: Pick<Store, "loopback" | "connectors">;
  newCarrierId(): string;
  /** DEFAULT_CONNECTOR. Default none. */
  defaultName?: string | null;
}

type Create<K extends ConnectorSettings["kind"]> = (
  name: string,
  settings: Extract<ConnectorSettings, { kind: K }>,
  parts: CarrierPorts,
) => Connector;

/** By kind. Loaded when there is first one of a kind: most installations begin with loopback. */
const KINDS: { [K in ConnectorSettings["kind"]]: () => Promise<Create<K>> } = {
  mmsc_mm7: async () => (await import("./mmsc_mm7/mod.ts")).createMmscMm7,
  smsc_smpp: async () => (await import("./smsc_smpp/mod.ts")).createSmscSmpp,
};

/** One that an operator has set up, as it runs. */
interface Running {
  connector: Connector;
  /** What it was made from, to be compared; null: it could not be begun. */
  settings: string | null;
}

/** The connectors; none has begun before the first `reload`. */
export function createConnectors(parts: ConnectorPorts): Connectors {
  const { defaultName = null, host, store, newCarrierId, log } = parts;
  const loopback = createLoopback(host, store.loopback, newCarrierId);
  const running = new Map<string, Running>();
  /** Those replaced or removed that have still something in hand. */
  const stopping = new Set<Promise<void>>();
  /** What was said of those that could not be begun, so that it is said once. */
  const complaints = new Map<string, string>();
  let begun = false;
  let last: Promise<void> = Promise.resolve();
  let next: Promise<void> | null = null;
  let stopped: Promise<void> | null = null;

  async function takeUp(): Promise<void> {
    if (stopped !== null) return;
    if (!begun) {
      await loopback.start();
      begun = true;
    }
    // The built-in one's name is reserved.
    const records = (await store.connectors.list()).filter(({ name }) => name !== loopback.name);
    const names = new Set(records.map(({ name }) => name));
    for (const name of running.keys()) if (!names.has(name)) remove(name);
    for (const name of complaints.keys()) if (!names.has(name)) complaints.delete(name);
    for (const record of records) await put(record);
  }

  async function put({ name, settings }: ConnectorRecord): Promise<void> {
    const written = canonical(settings);
    const former = running.get(name);
    if (former?.settings === written) return void complaints.delete(name);
    try {
      const connector = await begin(name, settings);
      running.set(name, { connector, settings: written });
      complaints.delete(name);
      log.info({ connector: name, kind: settings.kind }, "connector begun");
    } catch (error) {
      const complaint = `${written} ${error}`;
      if (complaints.get(name) === complaint) return;
      complaints.set(name, complaint);
      log.error({ connector: name, err: String(error) }, "connector could not be begun");
      // One that ran before its settings were changed goes on as it was.
      if (former === undefined) running.set(name, { connector: absent(name), settings: null });
      return;
    }
    if (former !== undefined) letGo(name, former);
  }

  async function begin(name: string, settings: ConnectorSettings): Promise<Connector> {
    // The row may be of a newer version of the service.
    if (!Object.hasOwn(KINDS, settings.kind)) throw new Error(`unknown kind ${settings.kind}`);
    const create = await KINDS[settings.kind]() as Create<ConnectorSettings["kind"]>;
    const connector = create(name, settings, parts);
    await connector.start();
    return connector;
  }

  function remove(name: string): void {
    const former = running.get(name)!;
    running.delete(name);
    letGo(name, former);
    log.info({ connector: name }, "connector removed");
  }

  /** It finishes what it has in hand; nobody waits for that but `stop`. */
  function letGo(name: string, { connector }: Running): void {
    const end = connector.stop()
      .catch((error) => log.error({ connector: name, err: String(error) }, "connector: stop"))
      .finally(() => stopping.delete(end));
    stopping.add(end);
  }

  async function stopAll(): Promise<void> {
    await last;
    // They stay in the table: a message that comes late is told to wait, not that it has no way.
    for (const [name, one] of running) letGo(name, one);
    await Promise.all([loopback.stop(), ...stopping]);
  }

  async function requireDefault(): Promise<void> {
    const names = [loopback.name, ...(await store.connectors.list()).map(({ name }) => name)];
    if (defaultName === null || names.includes(defaultName)) return;
    throw new Error(
      `DEFAULT_CONNECTOR ${defaultName} does not exist; there are: ${names.join(", ")}. Start ` +
        "without it to set it up (admin connector create, admin smsc create)",
    );
  }

  return {
    defaultName,
    requireDefault,
    get: (name) => name === loopback.name ? loopback : running.get(name)?.connector,
    names: () => [loopback.name, ...running.keys()].sort(),
    reload() {
      // Who asks while one is under way shares the one after it.
      if (next === null) {
        next = last.then(() => {
          next = null;
          return takeUp();
        });
        last = next.catch(() => {}); // it is the caller's to hear of
      }
      return next;
    },
    stop: () => stopped ??= stopAll(),
  };
}

/** Stands for one that could not be begun: its messages wait until it can be. */
function absent(name: string): Connector {
  return {
    name,
    submit: () => Promise.resolve({ answer: "temporary", reason: "the connector is not running" }),
    start: () => Promise.resolve(),
    stop: () => Promise.resolve(),
  };
}

/** The same text for the same settings, however they are ordered. */
function canonical(settings: ConnectorSettings): string {
  return JSON.stringify(Object.entries(settings).sort(([a], [b]) => a < b ? -1 : 1));
}
