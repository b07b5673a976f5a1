/** All participants of a run, each in a process or on a port of its own. */
import { createBlobs } from "../../src/adapters/blobs/files/mod.ts";
import { startFiles } from "../support/files.ts";
import { type Fault, startS3 } from "../support/s3.ts";
import { image } from "../support/media.ts";
import { createDatabase, startPostgres } from "../support/postgres.ts";
import { mountSmallDisk } from "../support/small_disk.ts";
import type { StoredFiles } from "./audit/files.ts";
import type { Carrier } from "./carriers.ts";
import {
  type Customer,
  type Fleet,
  servedBy,
  setUpConnectors,
  setUpCustomers,
} from "./customers.ts";
import { type Database, embeddedDatabase, serverDatabase } from "./database.ts";
import { askJson } from "./doors.ts";
import { OPEN_FILES } from "./drills.ts";
import type { Service } from "./gateway.ts";
import type { Ledger } from "./ledger.ts";
import { Machines } from "./machines.ts";
import { type Mischief, pause } from "./mischief.ts";
import { startChaoticMmsc } from "./mmsc.ts";
import { startChaoticProvider } from "./provider.ts";
import { startReceivers } from "./receivers.ts";
import { createServiceClock, type ServiceClock } from "./service_clock.ts";
import { startChaoticSmsc } from "./smsc.ts";

export interface StageOptions {
  ledger: Ledger;
  mischief: Mischief;
  /** Machines of the service. */
  machines: number;
  /** Storage of files: a directory, or a bucket whose server misbehaves, too. */
  blobs: "files" | "s3";
  /** Directory for all written files. */
  directory: string;
  /** Additional configuration of the program. */
  config: Record<string, string>;
  /** The service's own database, instead of a server. */
  isEmbedded: boolean;
  /** Whether it is for drills: the database has a small disk, and machines few open files. */
  isDrilled: boolean;
}

/** Size of the database's disk in drills, in megabytes. */
const DISK_MB = 1024;
/** Settings of the database there: a log that leaves space for tables. */
const ON_SMALL_DISK = ["max_wal_size = '128MB'"];

export interface Stage extends AsyncDisposable {
  gateway: Machines;
  database: Database;
  clock: ServiceClock;
  files: StoredFiles;
  customers: Customer[];
  carriers: readonly Carrier[];
  /** URLs of pictures, good and bad. */
  pictures: readonly string[];
  /** A photograph too large for some operators. */
  photo: Uint8Array;
}

/** Starts all participants; resolves when customers can begin. */
export async function setStage(options: StageOptions): Promise<Stage> {
  const { ledger, mischief, directory } = options;
  await using parts = new AsyncDisposableStack();
  const disk = options.isDrilled ? parts.use(await mountSmallDisk(DISK_MB)) : null;
  const placement = disk === null ? {} : { directory: disk.path, settings: ON_SMALL_DISK };
  const server = options.isEmbedded ? null : parts.use(await startPostgres(placement));
  const database = server === null
    ? embeddedDatabase(`${directory}/data`)
    : serverDatabase(server, await createDatabase(server.url), disk);
  const clock = await createServiceClock(directory, CLOCKS.slice(0, options.machines));
  const files = options.blobs === "s3"
    ? await startBucket(mischief, parts)
    : directoryOf(`${directory}/blobs`);
  const gateway = parts.use(await startMachines(options, clock, database.url, files.env));
  const receivers = parts.use(
    await startReceivers(ledger, mischief, (account, channel) => {
      renew(account, channel).catch((error) => ledger.breaches.push(String(error)));
    }),
  );

  /** Replays a customer's postbacks, as an operator does once the receiver is back. */
  async function renew(account: string, channel: "json" | "archive"): Promise<void> {
    await pause(500);
    const receiver = channel === "json" ? "default" : channel;
    const url = receivers.url(account, channel);
    await gateway.admin("PATCH", `/accounts/${account}/receivers/${receiver}`, { url });
  }

  const fleet = await startCarriers(options, gateway);
  const carriers = [...fleet.smscs, ...fleet.mmscs, ...fleet.providers];
  for (const carrier of carriers) parts.use(carrier);
  const { pictures, photo } = await startPictures(parts);
  await gateway.ready();
  await setUpConnectors(gateway, fleet);
  const customers = await setUpCustomers(gateway, receivers);
  for (const customer of customers) await saveFirst(customer, pictures[0]!, gateway, ledger);
  const running = parts.move();
  return {
    gateway,
    database,
    clock,
    customers,
    carriers,
    pictures,
    photo,
    files: { connect: database.connect, has: files.has },
    [Symbol.asyncDispose]: () => running.disposeAsync(),
  };
}

/** Offsets of the machines' clocks, in seconds: more than with NTP, less than a lease. */
const CLOCKS = [0, 2, -2, 1, -1];
export const MACHINES_MAX = CLOCKS.length;

const FEW_OPEN_FILES = ["prlimit", `--nofile=${OPEN_FILES}:${OPEN_FILES}`];

/** Starts machines that share nothing but the database and the files. */
async function startMachines(
  { config, directory, isDrilled, ledger, machines }: StageOptions,
  { envs }: ServiceClock,
  databaseUrl: string | null,
  files: Record<string, string>,
): Promise<Machines> {
  const queue: Record<string, string> = machines > 1 ? { QUEUE: "postgres" } : {};
  const options = Array.from({ length: machines }, async (_, index) => {
    const name = machines > 1 ? `machine-${index + 1}-` : "";
    const dataDir = `${directory}/${name}data`;
    await Deno.mkdir(dataDir, { recursive: true });
    const env = { ...files, ...queue, ...config, ...envs[index] };
    const under = isDrilled ? FEW_OPEN_FILES : [];
    return { name, dataDir, databaseUrl, ledger, logDir: directory, env, under };
  });
  return new Machines(await Promise.all(options));
}

/** Weights of fates in a hundred requests. */
const FATES = { good: 92, "500": 2, "503": 2, reset: 1, unanswered: 1, cut: 1, hang: 1 };
const REFUSED: Partial<Record<keyof typeof FATES, Fault>> = {
  "500": { status: 500, code: "InternalError" },
  "503": { status: 503, code: "SlowDown" },
};

/** Storage of files, with its configuration. */
interface FilesStore extends Pick<StoredFiles, "has"> {
  env: Record<string, string>;
}

function directoryOf(path: string): FilesStore {
  const blobs = createBlobs(path);
  const has = async (hash: string) => await blobs.size(hash) !== null;
  return { env: { BLOBS_URL: `file://${path}` }, has };
}

async function startBucket(mischief: Mischief, parts: AsyncDisposableStack): Promise<FilesStore> {
  const random = mischief.of("bucket");
  const s3 = parts.use(
    await startS3({
      fate() {
        const fate = mischief.fate(random, FATES, "good");
        return fate === "good" ? undefined : REFUSED[fate] ?? fate as Fault;
      },
    }),
  );
  const isOf = (hash: string) => (key: string) =>
    key.startsWith(`chaos/${hash.slice(0, 2)}/${hash}.`);
  return {
    env: { BLOBS_URL: s3.url("chaos"), BLOBS_TIMEOUT: "2s", ...s3.environment },
    has: (hash) => Promise.resolve(s3.objects.keys().some(isOf(hash))),
  };
}

async function startCarriers(
  { ledger, mischief, machines }: StageOptions,
  gateway: Service,
): Promise<Fleet & Record<keyof Fleet, readonly Carrier[]>> {
  let deliveries = 0;
  // A fault of one machine does not affect another.
  const life = () => machines > 1 ? ++deliveries : gateway.lives;
  const common = { ledger, mischief, life, serviceUrl: () => gateway.url };
  const options = (name: string) => ({ name, ...common, ...servedBy(name) });
  const start = <C>(names: string[], carrier: (of: ReturnType<typeof options>) => Promise<C>) =>
    Promise.all(names.map((name) => carrier(options(name))));
  return {
    smscs: await start(["smsc-1", "smsc-2"], startChaoticSmsc),
    mmscs: await start(["mmsc-1", "mmsc-2"], startChaoticMmsc),
    providers: await start(["provider-1", "provider-2"], startChaoticProvider),
  };
}

async function startPictures(
  parts: AsyncDisposableStack,
): Promise<Pick<Stage, "pictures" | "photo">> {
  const files = parts.use(startFiles());
  const type = "image/jpeg";
  const photo = await image("photo.jpg");
  return {
    pictures: [
      await files.add("dot.gif", "image/gif", await image("dot.gif")),
      await files.add("photo.jpg", type, photo),
      files.respond("broken.jpg", () => new Response("?", { headers: { "content-type": type } })),
    ],
    photo: await Deno.readFile(photo),
  };
}

/** Saves templates that can be sent from the beginning. */
async function saveFirst(
  customer: Customer,
  picture: string,
  gateway: Service,
  ledger: Ledger,
): Promise<void> {
  for (const slide of [{ "message-text": "Hello" }, { image: { url: picture } }]) {
    const name = ledger.templateName();
    const { id, outcome, lastResponse } = await askJson(gateway.url, customer, {
      action: "savemms",
      name,
      slide: [slide],
      "fallback-sms-text": "We sent you a message with pictures",
    });
    if (id === null) throw new Error(`no template could be saved: ${lastResponse}`);
    ledger.saved.push({ account: customer.account, name, outcome, mmsId: id, lastResponse });
    while ((await gateway.admin("GET", `/templates/${id}`)).state === "locked") await pause(50);
    customer.ready.push(id);
  }
}
