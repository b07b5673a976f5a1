/** Connectors that operators set up: those of one kind among all, and those to MMSCs. */
import type { OpenAPIHono } from "@hono/zod-openapi";
import type { ConnectorRecord, MmscMm7Settings } from "../../core/routing/connector.ts";
import { Refusal } from "../../core/errors.ts";
import { AlreadyThere } from "../../ports/mod.ts";
import type { ConnectorChange, NewConnector } from "../../generated/admin.ts";
import * as routes from "../../generated/routes.ts";
import type { AdminPorts, ConnectorKind, RecordOf } from "./ports.ts";
import { checkCarrierUrl, checkMm7Namespace, checkMm7Version, missing } from "./refusals.ts";
import { connectorView } from "./views.ts";

/** The name of the carrier that is built in. */
const BUILT_IN = "loopback";

export function connectorRoutes(app: OpenAPIHono, parts: AdminPorts): void {
  const { baseUrl } = parts;
  const mmscs = connectorsOf("mmsc_mm7", "connector", parts);
  const view = (record: RecordOf<"mmsc_mm7">) => connectorView(record, baseUrl());

  app.openapi(routes.createConnector, async (c) => {
    const { name, kind, ...given } = c.req.valid("json");
    const settings = settingsOf(kind, given);
    checkCarrierUrl("url", settings.url);
    check(settings);
    return c.json(view(await mmscs.add(name, settings)), 201);
  });

  app.openapi(routes.listConnectors, async (c) => {
    return c.json({ items: (await mmscs.list()).map(view) }, 200);
  });

  app.openapi(routes.readConnector, async (c) => {
    return c.json(view(await mmscs.read(c.req.valid("param").connector)), 200);
  });

  app.openapi(routes.changeConnector, async (c) => {
    const { connector: name } = c.req.valid("param");
    const given = c.req.valid("json");
    const record = await mmscs.change(name, (former) => {
      const settings = settingsOf(former.kind, { ...fieldsOf(former), ...given });
      if (given.url !== undefined) checkCarrierUrl("url", given.url);
      check(settings);
      return settings;
    });
    return c.json(view(record), 200);
  });

  app.openapi(routes.removeConnector, async (c) => {
    await mmscs.remove(c.req.valid("param").connector);
    return c.body(null, 204);
  });
}

/** The connectors of one kind: names are shared with the others, which are not there otherwise. */
export interface ConnectorsOf<K extends ConnectorKind> {
  /** By name. */
  list(): Promise<RecordOf<K>[]>;
  /** Throws Refusal. */
  read(name: string): Promise<RecordOf<K>>;
  /** Taken up at once, as are changes and removals. Throws AlreadyThere. */
  add(name: string, settings: RecordOf<K>["settings"]): Promise<RecordOf<K>>;
  /** `amend` is asked again where another change came in between. Throws Refusal. */
  change(name: string, amend: Amend<RecordOf<K>["settings"]>): Promise<RecordOf<K>>;
  /** Throws Refusal. */
  remove(name: string): Promise<void>;
}

type Amend<S> = (former: S) => S;

/** `noun`: what one of them is called. */
export function connectorsOf<K extends ConnectorKind>(
  kind: K,
  noun: string,
  { connectors, log, provision: { clock }, store }: AdminPorts,
): ConnectorsOf<K> {
  /** Whole milliseconds: fractions may come back from the store a microsecond off. */
  const now = () => Math.floor(clock.now());
  const isOfKind = (record: ConnectorRecord): record is RecordOf<K> =>
    record.settings.kind === kind;

  /** The change is committed by now: where it cannot be taken up, the sweep does it later. */
  async function takeUp(): Promise<void> {
    try {
      await connectors.reload();
    } catch (error) {
      log.warn({ err: String(error) }, "a change of connectors is taken up later");
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
      if (name === BUILT_IN) throw new AlreadyThere(`connector ${name} is there already`);
      const at = now();
      const record: RecordOf<K> = { name, settings, createdAt: at, changedAt: at };
      await store.connectors.add(record);
      await takeUp();
      return record;
    },

    async change(name, amend) {
      for (;;) {
        const former = await read(name);
        const changed = { ...former, settings: amend(former.settings), changedAt: now() };
        if (!await store.connectors.change(changed, former.settings)) continue;
        await takeUp();
        return changed;
      }
    },

    async remove(name) {
      if (!await store.connectors.remove(name, kind)) throw missing(noun);
      await takeUp();
    },
  };
}

/** What operators say of a connector beside its name and kind. */
type Fields = Required<ConnectorChange>;

function settingsOf(kind: NewConnector["kind"], given: Fields): MmscMm7Settings {
  return {
    kind,
    url: given.url,
    username: given.username,
    password: given.password,
    vaspid: given.vaspid,
    vasid: given.vasid,
    serviceCode: given["service-code"],
    version: given["mm7-version"],
    namespace: given.namespace,
    transferEncoding: given["transfer-encoding"],
    window: given.window,
    rate: given.rate,
    timeoutSeconds: given.timeout,
    relayUsername: given["relay-username"],
    relayPassword: given["relay-password"],
    unconfirmed: given.unconfirmed,
    missingReport: given["missing-report"],
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

/** What no field says alone. Throws Refusal. */
function check(settings: MmscMm7Settings): void {
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
