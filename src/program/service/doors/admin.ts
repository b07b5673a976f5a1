/** Door of the admin API. */
import { sharedOwnerOf } from "../../../adapters/embedded_postgres/account.ts";
import { freeBytes } from "../../../adapters/system/disk.ts";
import { hasSandbox } from "../../../adapters/transcoder/sandbox.ts";
import { uuidIds } from "../../../adapters/system/ids.ts";
import type { Config } from "../../../config/mod.ts";
import { hostLabels } from "../../../config/database/target.ts";
import { carrierKinds } from "../../../connectors/mod.ts";
import type { AdminPorts, createAdmin } from "../../../http/admin/mod.ts";
import type { Runtime } from "../../../http/admin/status.ts";
import { configuredHolders } from "../../../http/admin/principal.ts";
import { createErasure } from "../../../jobs/erasure.ts";
import { remoteAddress } from "../../../http/requests/request_log.ts";
import { lazy } from "../lazy.ts";
import { readVersion } from "../version.ts";
import type { DoorsOptions, LoadActions, Shared } from "./options.ts";

/** Loads the admin API. */
export type Admin = () => Promise<ReturnType<typeof createAdmin>>;

type AdminParts = Pick<
  DoorsOptions,
  | "addresses"
  | "clock"
  | "descriptors"
  | "handsets"
  | "jobs"
  | "log"
  | "outbound"
  | "provision"
  | "storage"
>;

/** Creates the admin API; null: it is off, without a token. */
export function adminDoor(
  config: Config,
  parts: AdminParts,
  { actions, bodies, clientAddress, guard, health, tokens }: Shared & {
    actions: LoadActions;
    health: AdminPorts["health"];
  },
): Admin | null {
  if (configuredHolders(config).length === 0) return null;
  const { addresses, clock, handsets, jobs, log, provision, storage, outbound } = parts;
  const { blobs, store } = storage;
  const runtime = runtimeOf(config, parts);
  const injection = lazy(async () =>
    (await import("../../../connectors/loopback/injection.ts"))
      .createInjection({ host: jobs.host, blobs, newKey: uuidIds.tracking })
  );
  return lazy(async () =>
    (await import("../../../http/admin/mod.ts")).createAdmin({
      ...storage,
      ...jobs,
      tokens,
      guard,
      bodies,
      log,
      provision,
      clock,
      carriers: carrierKinds({ clock, endpoint: outbound.endpoint }),
      handsets,
      health,
      runtime,
      erasePerson: createErasure({ store, clock, log, config }),
      waitMaxMs: config.ADMIN_WAIT_MAX,
      defaultUrl: addresses.defaultReceiver,
      clientOf: (headers) => clientAddress(headers, remoteAddress()),
      fetch: outbound.fetch,
      encodeLogo: async (image) =>
        (await import("../../../adapters/pictures/logos.ts")).encodeLogo(image),
      ids: uuidIds,
      secretOverlapMs: config.WEBHOOK_SECRET_OVERLAP,
      injection,
      callAction: async (...args) => (await actions()).callAction(...args),
      resend: async (...args) => (await actions()).resend(...args),
      retryTemplate: async (...args) => (await actions()).retryTemplate(...args),
      performAction: async (request) => (await actions()).performAction(request),
      mmsMaxBytes: config.MM7_BODY_MAX_BYTES,
      uploadMaxBytes: config.UPLOAD_MAX_BYTES,
      uploadTtlMs: config.UPLOAD_TTL,
      baseUrl: addresses.baseUrl,
    })
  );
}

function runtimeOf(
  config: Config,
  { clock, descriptors }: AdminParts,
): Runtime {
  const { BLOBS_URL: files, DATABASE_URL: database, DATA_DIR: directory } = config;
  return {
    version: readVersion(),
    startedAt: clock.now(),
    descriptors,
    database: database === null ? "embedded" : hostLabels(database),
    files: files.kind === "s3" ? `s3://${files.bucket}` : files.path ?? `${directory}/blobs`,
    freeBytes: () => freeBytes(directory),
    sharedDatabaseUser: async () =>
      database === null ? await sharedOwnerOf(`${directory}/postgres`) : null,
    hasSandbox,
  };
}
