/** Admin operations on connectors to MMSCs, and `connectorsOf`, which those on SMSCs use too. */
import type { ConnectorRecord, MmscMm7Settings } from "../../core/routing/connector.ts";
import { Refusal } from "../../core/errors.ts";
import { AlreadyExists } from "../../ports/mod.ts";
import type { AdminHandlers, ConnectorChange, NewConnector } from "../../generated/admin.ts";
import type { AdminPorts, ConnectorKind, RecordOf } from "./ports.ts";
import { checkCarrierUrl, checkMm7Namespace, checkMm7Version, missing } from "./refusals.ts";
import { connectorView } from "./views.ts";

/** Name of the built-in connector. */
const BUILT_IN = "loopback";

export function connectorHandlers(parts: AdminPorts) {
  const { baseUrl } = parts;
  const mmscs = connectorsOf("mmsc_mm7", "connector", parts);
  const view = (record: RecordOf<"mmsc_mm7">) => connectorView(record, baseUrl());

  return {
    async createConnector({ body: { name, kind, ...fields } }) {
      const settings = settingsOf(kind, fields);
      checkCarrierUrl("url", settings.url);
      checkSettings(settings);
      return view(await mmscs.add(name, settings));
    },

    async listConnectors() {
      return { items: (await mmscs.list()).map(view) };
    },

    async readConnector({ params }) {
      return view(await mmscs.read(params.connector));
    },

    async changeConnector({ params: { connector: name }, body: change }) {
      const record = await mmscs.change(name, (current) => {
        const settings = settingsOf(current.kind, { ...fieldsOf(current), ...change });
        if (change.url !== undefined) checkCarrierUrl("url", change.url);
        checkSettings(settings);
        return settings;
      });
      return view(record);
    },

    async removeConnector({ params }) {
      await mmscs.remove(params.connector);
    },
  } satisfies Partial<AdminHandlers>;
}

/** Connectors of a kind. Names are unique across kinds; other kinds count as nonexistent. */
export interface ConnectorsOf<K extends ConnectorKind> {
  /** Sorted by name. */
  list(): Promise<RecordOf<K>[]>;
  /**
   * Reads a connector.
   *
   * @throws {Refusal} 404
   */
  read(name: string): Promise<RecordOf<K>>;
  /**
   * Creates a connector. This machine applies it at once, as it does changes and removals.
   *
   * @throws {AlreadyExists} where the name is in use.
   */
  add(name: string, settings: RecordOf<K>["settings"]): Promise<RecordOf<K>>;
  /**
   * Changes a connector's settings.
   *
   * @param amend Called again after a concurrent change.
   * @throws {Refusal} 404, and whatever `amend` throws.
   */
  change(name: string, amend: Amend<RecordOf<K>["settings"]>): Promise<RecordOf<K>>;
  /**
   * Removes a connector.
   *
   * @throws {Refusal} 404
   */
  remove(name: string): Promise<void>;
}

type Amend<S> = (current: S) => S;

/**
 * Gives access to the connectors of a kind.
 *
 * @param noun Name of the kind in error messages.
 */
export function connectorsOf<K extends ConnectorKind>(
  kind: K,
  noun: string,
  { connectors, log, provision: { clock }, store }: AdminPorts,
): ConnectorsOf<K> {
  /** Whole milliseconds: fractions lose precision in the store. */
  const now = () => Math.floor(clock.now());
  const isOfKind = (record: ConnectorRecord): record is RecordOf<K> =>
    record.settings.kind === kind;

  /** Applies a committed change to this machine. A failure is harmless: reloads are periodic. */
  async function apply(): Promise<void> {
    try {
      await connectors.reload();
    } catch (error) {
      log.warn({ err: String(error) }, "connectors not reloaded after a change; will retry");
    }
  }

  async function read(name: string): Promise<RecordOf<K>> {
    const record = await store.connectors.byName(name);
    if (record === null || !isOfKind(record)) throw missing(noun);
    return record;
  }

  return {
    list: async () => (await store.connectors.list()).filter(isOfKind),
    read,

    async add(name, settings) {
      if (name === BUILT_IN) throw new AlreadyExists(`connector ${name} is there already`);
      const at = now();
      const record: RecordOf<K> = { name, settings, createdAt: at, changedAt: at };
      await store.connectors.add(record);
      await apply();
      return record;
    },

    async change(name, amend) {
      for (;;) {
        const current = await read(name);
        const changed = { ...current, settings: amend(current.settings), changedAt: now() };
        if (!await store.connectors.change(changed, current.settings)) continue;
        await apply();
        return changed;
      }
    },

    async remove(name) {
      if (!await store.connectors.remove(name, kind)) throw missing(noun);
      await apply();
    },
  };
}

/** Settings of a connector as the admin API has them. */
type Fields = Required<ConnectorChange>;

function settingsOf(kind: NewConnector["kind"], fields: Fields): MmscMm7Settings {
  return {
    kind,
    url: fields.url,
    username: fields.username,
    password: fields.password,
    vaspid: fields.vaspid,
    vasid: fields.vasid,
    serviceCode: fields["service-code"],
    version: fields["mm7-version"],
    namespace: fields.namespace,
    transferEncoding: fields["transfer-encoding"],
    window: fields.window,
    rate: fields.rate,
    timeoutSeconds: fields.timeout,
    relayUsername: fields["relay-username"],
    relayPassword: fields["relay-password"],
    unconfirmed: fields.unconfirmed,
    missingReport: fields["missing-report"],
  };
}

function fieldsOf(settings: MmscMm7Settings): Fields {
  return {
    "url": settings.url,
    "username": settings.username,
    "password": settings.password,
    "vaspid": settings.vaspid,
    "vasid": settings.vasid,
    "service-code": settings.serviceCode,
    "mm7-version": settings.version,
    "namespace": settings.namespace,
    "transfer-encoding": settings.transferEncoding,
    "window": settings.window,
    "rate": settings.rate,
    "timeout": settings.timeoutSeconds,
    "relay-username": settings.relayUsername,
    "relay-password": settings.relayPassword,
    "unconfirmed": settings.unconfirmed ?? "resubmit",
    "missing-report": settings.missingReport ?? "silent",
  };
}

/**
 * Checks versions, and fields that depend on each other.
 *
 * @throws {Refusal} E100
 */
function checkSettings(settings: MmscMm7Settings): void {
  const { version, namespace, username, password, relayUsername, relayPassword } = settings;
  checkMm7Version("mm7-version", version);
  checkMm7Namespace("namespace", namespace);
  if (username === null && password !== null) {
    throw new Refusal("invalidRequest", "password needs a username");
  }
  if ((relayUsername === null) !== (relayPassword === null)) {
    throw new Refusal("invalidRequest", "relay-username and relay-password go together");
  }
}
