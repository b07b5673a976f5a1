/** Connectors of some kinds, for the admin operations on them. */
import {
  changeSettings,
  type ConnectorKind,
  type ConnectorRecord,
  type ConnectorSettings,
  type ConnectorView,
  type SettingsOf,
  settingsOf,
  wireName,
  type WireSettings,
  wireSettings,
} from "../../core/routing/connector.ts";
import { Refusal } from "../../core/errors.ts";
import { isoMicros } from "../../core/timestamp.ts";
import { connectorChanges } from "../../generated/admin.ts";
import { PARSE_OPTIONS } from "../../schema/validators.ts";
import {
  AlreadyExists,
  type CarrierKind,
  type CarrierKinds,
  type Clock,
  type Connectors,
  type Store,
} from "../../ports/mod.ts";
import type { Log } from "../../log/mod.ts";
import { invalid, missing } from "./refusals.ts";

/** Name of the built-in connector. */
const BUILT_IN = "loopback";

/** Connectors of some kinds. Names are unique across kinds; other kinds count as nonexistent. */
export interface ConnectorsOf<K extends ConnectorKind> {
  /** Sorted by name. */
  list(): Promise<ConnectorView<K>[]>;
  /**
   * Reads a connector.
   *
   * @throws {Refusal} 404
   */
  read(name: string): Promise<ConnectorView<K>>;
  /**
   * Creates a connector. This machine applies it at once, as it does changes and removals.
   *
   * @throws {Refusal} E100 for settings that the kind refuses.
   * @throws {AlreadyExists} where the name is in use.
   */
  add(name: string, kind: K, settings: WireSettings<K>): Promise<ConnectorView<K>>;
  /**
   * Changes some of a connector's settings.
   *
   * @param change Settings of its kind; not yet validated, as the request does not name the kind.
   * @throws {Refusal} 404, or E100 for settings that the kind does not have or refuses.
   */
  change(name: string, change: unknown): Promise<ConnectorView<K>>;
  /**
   * Removes a connector.
   *
   * @param force Whether one that senders or routes name is removed all the same.
   * @throws {Refusal} 404, or 409 with what names it.
   */
  remove(name: string, force: boolean): Promise<void>;
}

/** A connector of one of the kinds. */
interface RecordOf<K extends ConnectorKind> extends ConnectorRecord {
  settings: SettingsOf<K>;
}

export interface ConnectorPorts {
  /** Returns the public base URL, without a trailing slash. */
  baseUrl: () => string;
  /** Kinds of connectors that can be set up. */
  carriers: CarrierKinds;
  clock: Clock;
  connectors: Pick<Connectors, "defaultName" | "get" | "reload">;
  log: Log;
  store: Pick<Store, "connectors">;
}

/**
 * Gives access to the connectors of some kinds.
 *
 * @param noun Name of these connectors in error messages.
 */
export function connectorsOf<K extends ConnectorKind>(
  kinds: readonly K[],
  noun: string,
  { baseUrl, carriers, connectors, log, clock, store }: ConnectorPorts,
): ConnectorsOf<K> {
  /** Whole milliseconds: fractions lose precision in the store. */
  const now = () => Math.floor(clock.now());
  const isOfKinds = (record: ConnectorRecord): record is RecordOf<K> =>
    (kinds as readonly ConnectorKind[]).includes(record.settings.kind);
  // The table's type pairs each kind with its own settings, as a record does.
  const carrierOf = ({ settings }: ConnectorRecord) => carriers[settings.kind] as CarrierKind;
  const view = (record: RecordOf<K>) =>
    connectorView(record, carrierOf(record), baseUrl()) as ConnectorView<K>;

  /** Applies a committed change to this machine. A failure is harmless: reloads are periodic. */
  async function apply(): Promise<void> {
    try {
      await connectors.reload();
    } catch (error) {
      log.warn({ err: String(error) }, "connectors not reloaded after a change; will retry");
    }
  }

  async function recordOf(name: string): Promise<RecordOf<K>> {
    const record = await store.connectors.byName(name);
    if (record === null || !isOfKinds(record)) throw missing(noun);
    return record;
  }

  /** Names the settings that name a connector. */
  async function usersOf(name: string): Promise<string[]> {
    const { senders, routes } = await store.connectors.users(name);
    return [
      ...connectors.defaultName === name ? ["DEFAULT_CONNECTOR"] : [],
      ...routes.map((id) => `route ${id}`),
      ...senders.map(({ account, address }) => `sender ${address} of account ${account}`),
    ];
  }

  return {
    list: async () => (await store.connectors.list()).filter(isOfKinds).map(view),
    read: async (name) => view(await recordOf(name)),

    async add(name, kind, fields) {
      const settings = settingsOf(kind, fields);
      const at = now();
      const record: RecordOf<K> = { name, settings, createdAt: at, changedAt: at };
      await carrierOf(record).check(settings, null);
      if (name === BUILT_IN) throw new AlreadyExists(`connector ${name} is there already`);
      await store.connectors.add(record);
      await apply();
      return view(record);
    },

    async change(name, change) {
      for (;;) {
        const current = await recordOf(name);
        const settings = changedSettings(current.settings, change);
        await carrierOf(current).check(settings, current.settings);
        const changed = { ...current, settings, changedAt: now() };
        // Another change came between; this one applies to its result.
        if (!await store.connectors.change(changed, current.settings)) continue;
        await apply();
        return view(changed);
      }
    },

    async remove(name, force) {
      const { settings: { kind } } = await recordOf(name);
      const users = force ? [] : await usersOf(name);
      if (users.length > 0) {
        const info = `${noun} is named by ${
          shortened(users)
        }; force=true (--force) removes it all the same`;
        throw new Refusal("conflict", info);
      }
      if (!await store.connectors.remove(name, kind)) throw missing(noun);
      await apply();
    },
  };
}

/** Maximum names in a refusal. */
const MAX_NAMES = 20;

/** Joins names, and counts those beyond the maximum. */
function shortened(names: readonly string[]): string {
  const more = names.length - MAX_NAMES;
  return names.slice(0, MAX_NAMES).join(", ") + (more > 0 ? ` and ${more} more` : "");
}

/**
 * Applies a change to settings.
 *
 * @throws {Refusal} E100 for a field that the kind does not have, or that is not valid.
 */
function changedSettings<S extends ConnectorSettings>(current: S, change: unknown): S {
  const { data, error } = connectorChanges[current.kind].safeParse(change, PARSE_OPTIONS);
  if (error === undefined) return changeSettings(current, data);
  const [issue] = error.issues;
  const others = issue?.code === "unrecognized_keys" ? issue.keys.filter(isSetting) : [];
  if (others.length === 0) throw invalid(error);
  throw new Refusal(
    "invalidRequest",
    `${others.join(", ")} is not a setting of kind ${current.kind}, which the connector has`,
  );
}

/** Tells whether a field is a setting of any kind. */
function isSetting(field: string): boolean {
  return Object.values(connectorChanges).some(({ shape }) => Object.hasOwn(shape, field));
}

/** @param baseUrl Public base URL, without a trailing slash. */
function connectorView(
  { name, settings, createdAt, changedAt }: ConnectorRecord,
  { callbackPath, masked, relayPath, secrets }: CarrierKind,
  baseUrl: string,
): ConnectorView {
  const hidden = secrets.map((secret) => wireName(settings.kind, secret));
  const shown = Object.entries(wireSettings(masked?.(settings) ?? settings)).map(([field, value]) =>
    hidden.includes(field) ? [`${field}-set`, value !== null] : [field, value]
  );
  const view = {
    name,
    "kind": settings.kind,
    ...Object.fromEntries(shown),
    ...relayPath === undefined ? {} : { "relay-url": `${baseUrl}${relayPath}/${name}` },
    ...callbackPath === undefined ? {} : { "callback-url": `${baseUrl}${callbackPath}/${name}` },
    "created-at": isoMicros(createdAt),
    "changed-at": isoMicros(changedAt),
  };
  // The type of each kind's view is that of its settings, with the secrets replaced.
  return view as ConnectorView;
}
