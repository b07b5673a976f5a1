/** Everybody who takes part in a run, each in a process or on a port of its own. */
import { startFiles } from "../support/files.ts";
import { image } from "../support/media.ts";
import { createDatabase, startPostgres } from "../support/postgres.ts";
import type { Carrier } from "./carriers.ts";
import {
  type Customer,
  type Places,
  servedBy,
  setUpConnectors,
  setUpCustomers,
} from "./customers.ts";
import { type Database, embeddedDatabase, serverDatabase } from "./database.ts";
import { askJson } from "./doors.ts";
import { Gateway } from "./gateway.ts";
import type { Ledger } from "./ledger.ts";
import { type Mischief, pause } from "./mischief.ts";
import { startChaoticMmsc } from "./mmsc.ts";
import { startReceivers } from "./receivers.ts";
import { createServiceClock, type ServiceClock } from "./service_clock.ts";
import { startChaoticSmsc } from "./smsc.ts";

export interface StageOptions {
  ledger: Ledger;
  mischief: Mischief;
  /** For all that is written. */
  directory: string;
  /** Configuration of the program that is not ours to decide. */
  config: Record<string, string>;
  /** The service's own database, instead of a server. */
  isEmbedded: boolean;
}

export interface Stage extends AsyncDisposable {
  gateway: Gateway;
  database: Database;
  clock: ServiceClock;
  /** Of the program. */
  dataDir: string;
  customers: Customer[];
  carriers: readonly Carrier[];
  /** URLs of pictures, good and bad. */
  pictures: readonly string[];
  /** A photograph too large for some operators. */
  photo: Uint8Array;
}

/** Resolves when customers can begin. */
export async function setStage(options: StageOptions): Promise<Stage> {
  const { ledger, mischief, directory, config } = options;
  await using parts = new AsyncDisposableStack();
  const dataDir = `${directory}/data`;
  await Deno.mkdir(dataDir, { recursive: true });
  const server = options.isEmbedded ? null : parts.use(await startPostgres());
  const database = server === null ? embeddedDatabase(dataDir) : serverDatabase(server);
  const clock = await createServiceClock(directory);
  const databaseUrl = server === null ? null : await createDatabase(server.url);
  const env = { ...config, ...clock.env };
  const gateway = parts.use(
    new Gateway({ dataDir, databaseUrl, ledger, logDir: directory, env }),
  );
  const receivers = parts.use(
    await startReceivers(ledger, mischief, (account) => {
      renew(account).catch((error) => ledger.breaches.push(String(error)));
    }),
  );

  /** What an operator does for a customer whose receiver is back. */
  async function renew(account: string): Promise<void> {
    await pause(500);
    const url = receivers.url(account, "json");
    await gateway.admin("PATCH", `/accounts/${account}`, { "postback-url": url });
  }

  const places = await startCarriers(options, gateway);
  const carriers = [...places.smscs, ...places.mmscs];
  for (const carrier of carriers) parts.use(carrier);
  const { pictures, photo } = await startPictures(parts);
  await gateway.ready();
  await setUpConnectors(gateway, places);
  const customers = await setUpCustomers(gateway, receivers);
  for (const customer of customers) await saveFirst(customer, pictures[0]!, gateway, ledger);
  const running = parts.move();
  return {
    ...{ gateway, database, clock, dataDir, customers, carriers, pictures, photo },
    [Symbol.asyncDispose]: () => running.disposeAsync(),
  };
}

async function startCarriers(
  { ledger, mischief }: StageOptions,
  gateway: Gateway,
): Promise<Places & { smscs: readonly Carrier[]; mmscs: readonly Carrier[] }> {
  const common = { ledger, mischief, life: () => gateway.lives, serviceUrl: gateway.url };
  const options = (name: string) => ({ name, ...common, ...servedBy(name) });
  return {
    smscs: await Promise.all(["smsc-1", "smsc-2"].map((name) => startChaoticSmsc(options(name)))),
    mmscs: await Promise.all(["mmsc-1", "mmsc-2"].map((name) => startChaoticMmsc(options(name)))),
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
      files.answer("broken.jpg", () => new Response("?", { headers: { "content-type": type } })),
    ],
    photo: await Deno.readFile(photo),
  };
}

/** Templates that can be sent from the beginning. */
async function saveFirst(
  customer: Customer,
  picture: string,
  gateway: Gateway,
  ledger: Ledger,
): Promise<void> {
  for (const slide of [{ "message-text": "Hello" }, { image: { url: picture } }]) {
    const name = ledger.templateName();
    const { id, outcome, said } = await askJson(gateway.url, customer, {
      ...{ action: "savemms", name, slide: [slide] },
      "fallback-sms-text": "We sent you a message with pictures",
    });
    if (id === null) throw new Error(`no template could be saved: ${said}`);
    ledger.saved.push({ account: customer.account, name, outcome, mmsId: id, said });
    while ((await gateway.admin("GET", `/templates/${id}`)).state === "locked") await pause(50);
    customer.ready.push(id);
  }
}
