/**
 * The doors alone, in a process of their own for the benchmark: `ceiling` without a store (accepts
 * return at once), `durable` with the real store on DATABASE_URL. No jobs run, so that only the
 * accept is measured. `constant` returns the same file for any `createcontact` or `createcalendar`;
 * `durable` creates them, and draws pictures.
 */
import { NO_EXCHANGES } from "../../src/adapters/store/requests/exchange_log.ts";
import type { ActionPorts } from "../../src/actions/ports.ts";
import { createLockedTemplates } from "../../src/actions/locked_templates.ts";
import { createThroughput } from "../../src/actions/throughput.ts";
import { addSender, createAccount } from "../../src/actions/provision.ts";
import { createAccountDirectory } from "../../src/adapters/cache/accounts.ts";
import { createBlobs } from "../../src/adapters/blobs/files/mod.ts";
import { systemClock } from "../../src/adapters/system/clock.ts";
import { createGuardedFetch } from "../../src/adapters/fetch/guarded_fetch.ts";
import { createOperatorDirectory } from "../../src/adapters/cache/operators.ts";
import { createPictures } from "../../src/adapters/pictures/mod.ts";
import { randomSecrets, uuidIds } from "../../src/adapters/system/ids.ts";
import { createStore } from "../../src/adapters/store/mod.ts";
import { openDatabase } from "../../src/adapters/store/open.ts";
import { readConfig } from "../../src/config/mod.ts";
import type { NewMessage } from "../../src/core/message/message.ts";
import { createApp } from "../../src/http/app.ts";
import { createClientAddress } from "../../src/http/requests/client_address.ts";
import { createCredentialGuard } from "../../src/http/requests/credential_guard.ts";
import { createBodyReader } from "../../src/http/requests/body.ts";
import { createJsonDoor } from "../../src/http/json/door.ts";
import { createCallAction } from "../../src/http/json/call_action.ts";
import { createPerformAction } from "../../src/http/json/perform.ts";
import { createMm7Door } from "../../src/http/mm7/door.ts";
import { silentLog } from "../../src/log/mod.ts";
import { handlers } from "../../src/program/service/handlers.ts";
import { NO_TRACER } from "../../src/tracing/mod.ts";

const [mode] = Deno.args;
const config = readConfig(Deno.env.toObject());
const database = await openDatabase(config, config.DATA_DIR, silentLog());
const store = createStore(database, {
  batcher: { batchMax: config.ACCEPT_BATCH_MAX, concurrency: config.ACCEPT_CONCURRENCY },
  onPostbacks: () => {},
});
const provision = { accounts: store.accounts, clock: systemClock, secrets: randomSecrets };
const id = `bench-${crypto.randomUUID().slice(0, 8)}`;
const { apiKey } = await createAccount(provision, { id, name: "bench" });
await addSender(provision, id, {
  address: "111122",
  kind: "short-code",
  country: "US",
  shared: true,
});

const LOOK_MS = 2;
const LOOP_PATH = "/loop";
/** Response as long as the benchmark's contact. */
const constant = Promise.resolve({
  bytes: new TextEncoder().encode(`BEGIN:VCARD\r\nNOTE:${"x".repeat(400)}\r\nEND:VCARD\r\n`),
  type: "text/vcard",
  filename: "contact.vcf",
});

const unused = () => Promise.reject(new Error("no bench asks for it"));
const env: ActionPorts = {
  accounts: { invalidate: () => {} },
  config,
  tracer: NO_TRACER,
  clock: systemClock,
  ids: uuidIds,
  store: mode === "ceiling"
    ? {
      ...store,
      messages: {
        ...store.messages,
        accept: ({ trackingId }: NewMessage) => Promise.resolve(trackingId),
      },
    }
    : store,
  blobs: createBlobs(`${config.DATA_DIR}/blobs`),
  fetch: createGuardedFetch(),
  events: { read: unused },
  deliveries: {
    begin: () => Promise.resolve(null),
    reserve: () => null,
    offer: () => {},
    release: () => {},
    takeDue: () => Promise.resolve(),
    expect: () => {},
  },
  senderHealth: { isHealthy: () => Promise.resolve(true) },
  transcodings: { lease: () => ({ owner: "", until: 0 }), offer: () => {} },
  backgrounds: { of: unused },
  pictures: createPictures(),
  photos: { of: unused },
  routing: createOperatorDirectory(store, systemClock, config.ACCOUNT_CACHE_TTL),
  lookup: {
    operatorOf: () => Promise.resolve(null),
    knownOperatorOf: () => Promise.resolve(null),
  },
  throughput: createThroughput(systemClock),
  creationRate: createThroughput(systemClock),
  readRate: createThroughput(systemClock),
  lockedTemplates: createLockedTemplates(
    store.templates,
    config.TEMPLATES_LOCKED_MAX,
    config.DATABASE_QUEUE_TIMEOUT,
  ),
  owner: "bench",
  baseUrl: () => "http://127.0.0.1",
};
const accounts = createAccountDirectory(store.accounts, systemClock, 3_600_000);
const log = silentLog();
const clientAddress = createClientAddress(config);
const guard = createCredentialGuard(config, { clientAddress, log });
const bodies = createBodyReader({
  maxBytes: config.JSON_BODY_MAX_BYTES,
  totalMaxBytes: config.REQUEST_BODIES_MAX_BYTES,
  timeoutMs: 30_000,
  sourceOf: (headers) => clientAddress(headers, null),
});
const notHere = () => Promise.resolve(new Response(null, { status: 404 }));
const app = createApp({
  log,
  jsonDoor: createJsonDoor({
    accounts,
    clientAddress,
    clock: systemClock,
    guard,
    log,
    performAction: createPerformAction({
      callAction: createCallAction(env, {
        ...handlers,
        ...mode === "constant" && {
          createcontact: () => constant,
          createcalendar: () => constant,
        },
      }),
      ports: env,
      log,
    }),
    bodies,
    exchanges: NO_EXCHANGES,
  }),
  xmlDoor: unused,
  mm7Door: createMm7Door({
    ...{ ports: env, accounts, clientAddress, guard, log, bodies },
    exchanges: NO_EXCHANGES,
  }),
  mm7Relay: notHere,
  content: notHere,
  page: notHere,
  click: notHere,
  health: () =>
    Promise.resolve({
      status: "ok",
      checks: { store: "", writes: "", queue: "", files: "", ffmpeg: "", clock: "" },
    }),
  admin: null,
});
/** Maximum delay of the event loop since the last request for it, in milliseconds. */
let stood = 0;
let last = performance.now();
setInterval(() => {
  const now = performance.now();
  stood = Math.max(stood, now - last - LOOK_MS);
  last = now;
}, LOOK_MS);

function stoodStill(): Response {
  const response = Response.json(stood);
  stood = 0;
  return response;
}

Deno.serve(
  {
    port: 0,
    hostname: "127.0.0.1",
    onListen: ({ port }) => console.log(JSON.stringify({ port, account: id, apiKey })),
  },
  (request, connection) =>
    request.url.endsWith(LOOP_PATH) ? stoodStill() : app.fetch(request, connection),
);
