/** HTTP doors of a service; each is loaded with its first request. */
import { createLockedTemplates } from "../../../actions/locked_templates.ts";
import type { ActionPorts } from "../../../actions/ports.ts";
import { createThroughput } from "../../../actions/throughput.ts";
import { uuidIds } from "../../../adapters/system/ids.ts";
import type { Config } from "../../../config/mod.ts";
import { type App, type AppPorts, createApp } from "../../../http/app.ts";
import { createAdminTokens } from "../../../http/admin/principal.ts";
import { createBodyReader } from "../../../http/requests/body.ts";
import { createClientAddress, sourceOf } from "../../../http/requests/client_address.ts";
import { createCredentialGuard } from "../../../http/requests/credential_guard.ts";
import { checkHealth } from "../../../http/health.ts";
import { remoteAddress } from "../../../http/requests/request_log.ts";
import type { Metrics } from "../../../metrics/mod.ts";
import { lazy } from "../lazy.ts";
import { createManual } from "../manual.ts";
import { adminDoor } from "./admin.ts";
import { consoleDoor } from "./console.ts";
import { hostedContent } from "./hosted.ts";
import { messageDoors } from "./messages.ts";
import type { DoorsOptions, LoadActions, Shared } from "./options.ts";

/** @param cleanup Closes the shared parts on disposal. */
export function createDoors(
  config: Config,
  options: DoorsOptions,
  cleanup: AsyncDisposableStack,
): App {
  const { jobs: { components }, log, metrics, receiver, storage, tracer } = options;
  const { clockWatch, queue, store, writeFault } = storage;
  const clientAddress = createClientAddress(config);
  const shared: Shared = {
    clientAddress,
    tokens: createAdminTokens(config, { clock: options.clock, store: store.adminTokens }),
    isHttps: URL.parse(config.BASE_URL ?? "")?.protocol === "https:",
    guard: createCredentialGuard(config, { clientAddress, log }),
    bodies: createBodyReader({
      maxBytes: config.JSON_BODY_MAX_BYTES,
      totalMaxBytes: config.REQUEST_BODIES_MAX_BYTES,
      timeoutMs: config.REQUEST_BODY_TIMEOUT,
      sourceOf: (headers) => sourceOf(clientAddress(headers, remoteAddress())),
    }),
  };
  cleanup.defer(() => shared.bodies.close());
  cleanup.defer(() => shared.guard.close());
  const ports = actionPorts(config, options);
  const actions: LoadActions = lazy(async () => {
    const [{ createCallAction }, { createPerformAction }, { handlers }] = await Promise.all([
      import("../../../http/json/call_action.ts"),
      import("../../../http/json/perform.ts"),
      import("../handlers.ts"),
    ]);
    const [{ resend }, { retryTemplate }] = await Promise.all([
      import("../../../actions/resend.ts"),
      import("../../../actions/retry_template.ts"),
    ]);
    const callAction = createCallAction(ports, handlers);
    return {
      callAction,
      performAction: createPerformAction({ callAction, ports, log }),
      resend: (message, context, key) => resend(message, { ...context, ports }, key),
      retryTemplate: (template, context) => retryTemplate(template, { ...context, ports }),
    };
  });
  const health = () =>
    checkHealth({ store, writeFault, queue, components, clockFault: clockWatch.fault });
  const admin = adminDoor(config, options, { ...shared, actions, health });
  const console = admin && consoleDoor(config, options, shared, admin);
  return createApp({
    log,
    isHttps: shared.isHttps,
    ...messageDoors(config, options, { ...shared, actions, ports }),
    ...hostedContent(config, options),
    health,
    leaving: options.leaving,
    metrics,
    tracer,
    exposition: exposition(config, metrics, shared),
    admin,
    console,
    docs: createManual(config, options, Boolean(console)),
    receiver,
  });
}

/** Creates the handler of `GET /metrics`; null: it is off. */
function exposition(
  { METRICS, METRICS_TOKEN: token }: Config,
  metrics: Metrics,
  { guard }: Shared,
): AppPorts["exposition"] {
  if (METRICS === "off") return null;
  const load = lazy(async () =>
    (await import("../../../http/admin/exposition.ts")).createExposition({ guard, metrics, token })
  );
  return async (request) => (await load())(request);
}

function actionPorts(
  config: Config,
  { addresses, clock, jobs, media, storage, outbound, tracer }: DoorsOptions,
): ActionPorts {
  const { accounts, blobs, directory, routing, store } = storage;
  const { backgrounds, photos, pictures } = media;
  const { fetch, lookup } = outbound;
  return {
    accounts,
    config,
    clock,
    ids: uuidIds,
    store,
    blobs,
    fetch,
    routing,
    lookup,
    backgrounds,
    photos,
    pictures,
    deliveries: jobs.deliveries,
    senderHealth: jobs.senderHealth,
    events: jobs.eventFeed,
    transcodings: jobs.transcode,
    tracer,
    throughput: createThroughput(clock),
    creationRate: createThroughput(clock, { rateOf: () => config.CREATE_RATE, unit: "files" }),
    readRate: createThroughput(clock, { rateOf: () => config.READ_RATE, unit: "requests" }),
    lockedTemplates: createLockedTemplates(
      store.templates,
      config.TEMPLATES_LOCKED_MAX,
      config.DATABASE_QUEUE_TIMEOUT,
    ),
    owner: directory.instance,
    baseUrl: addresses.baseUrl,
  };
}
