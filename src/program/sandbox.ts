/** `sandbox`: a provisioned service on this machine that prints its postbacks. */
import { addSender, createAccount, issueKey } from "../actions/provision.ts";
import type { Account } from "../core/account/account.ts";
import { defaultReceiver } from "../core/account/receiver.ts";
import { visible, visibleJson } from "../core/visible.ts";
import { hostLabels } from "../config/database/target.ts";
import type { Config } from "../config/mod.ts";
import { type ReadConfig, SANDBOX_IGNORES } from "./config_file.ts";
import type { PostbackSent } from "../jobs/postbacks/mod.ts";
import { CAMPAIGN_DEFAULTS } from "../core/subscription/campaign.ts";
import type { CreateService, Service } from "./service/mod.ts";
import { startUntil, untilSignal } from "./command/signals.ts";
import { warnOfTypos } from "./service/warnings.ts";
import { postbackXml } from "../xml/writer.ts";
import { print } from "./command/output.ts";

const ACCOUNT = "sandbox";

/** Private addresses that postbacks and file URLs may use in the sandbox. */
const THIS_MACHINE = ["127.0.0.0/8", "::1/128", "localhost"];

const SENDERS = [
  { address: "111122", kind: "short-code", country: "US" },
  { address: "18005550199", kind: "toll-free", country: "US" },
  { address: "16175550100", kind: "10dlc", country: "US" },
] as const;

/** Campaign of the examples that subscribe recipients. */
const CAMPAIGN = {
  ...CAMPAIGN_DEFAULTS,
  ref: "news",
  title: "News",
  sender: SENDERS[0].address,
  ctaText: "Sandbox: reply YES to get our news by text.",
  welcomeText: "Welcome to our news. Reply STOP to end.",
  goodbyeText: "You get no more news.",
};

type Provision = Service["provision"];

/** Credentials that every start prints, stored in DATA_DIR and readable by its owner only. */
interface Credentials {
  "admin-token": string;
  account: string;
  "api-key": string;
  "webhook-secret": string;
}

/** Runs the sandbox until a signal. Resolves with the exit code. */
export async function sandbox(
  readConfig: ReadConfig,
  createService: CreateService,
): Promise<number> {
  const defaults = { DEFAULT_CONNECTOR: "loopback", EXCHANGE_LOG: "on", LOG_LEVEL: "warn" };
  const dataDir = readConfig(defaults).DATA_DIR;
  const file = `${dataDir}/sandbox.json`;
  const stored = await readCredentials(file);
  const defaultToken = stored?.["admin-token"] ??
    crypto.getRandomValues(new Uint8Array(32)).toHex();
  const requested = readConfig({ ...defaults, ADMIN_TOKEN: defaultToken });
  const config = {
    ...requested,
    OUTBOUND_ALLOW: [...requested.OUTBOUND_ALLOW, ...THIS_MACHINE],
  };
  const token = config.ADMIN_TOKEN!;
  const stopped = untilSignal();
  if (SANDBOX_IGNORES.some((name) => Deno.env.get(name)?.trim())) print(ignoredDatabase(config));
  const service = await startUntil(stopped, (signal) =>
    createService(config, {
      receiver: (request) => request.method === "GET" ? sendSample(request) : acceptPostback(),
      onPostback: printPostback,
      signal,
    }));
  if (service === null) return 0;
  warnOfTypos(service.log, Deno.env.toObject());
  const credentials = await refreshCredentials(service.provision, stored, token) ??
    await provision(service.provision, token);
  await writePrivately(file, { ...credentials, "base-url": service.url });
  print(welcome(service.baseUrl, credentials, service.consoleLink()));
  await stopped;
  print("stopping …");
  await service.stop();
  return 0;
}

/** Writes that a database of the environment is not used, and which one is. */
function ignoredDatabase({ DATABASE_URL: target, DATA_DIR }: Config): string {
  const used = target === null
    ? `its embedded database in ${DATA_DIR}`
    : `${hostLabels(target)}/${target.database} of its configuration file`;
  return `DATABASE_URL of the environment is ignored, since it may be another program's: the ` +
    `sandbox uses ${used}. To use another one, name it in the file of --config.`;
}

const acceptPostback = () => Promise.resolve(new Response(null, { status: 204 }));

/** Types of the sample files, which the examples of README, manual and API use. */
const SAMPLES: Readonly<Record<string, string>> = {
  "tulips.jpg": "image/jpeg",
  "tulips.mp4": "video/mp4",
  "coupon.jpg": "image/jpeg",
};

async function sendSample({ url }: Request): Promise<Response> {
  const name = new URL(url).pathname.slice("/sandbox/".length);
  if (!Object.hasOwn(SAMPLES, name)) return new Response("not found\n", { status: 404 });
  const sample = await Deno.readFile(new URL(`./samples/${name}`, import.meta.url));
  const headers = { "content-type": SAMPLES[name]!, "content-length": String(sample.length) };
  return new Response(sample, { headers });
}

async function readCredentials(file: string): Promise<Credentials | null> {
  try {
    return JSON.parse(await Deno.readTextFile(file));
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return null;
    throw new Error(`${file} cannot be read (${(error as Error).message}); repair or remove it`);
  }
}

/**
 * Updates the credentials of the last start. Null: there are none, or the database does not know the
 * key, for instance because it was deleted and the file was not.
 */
async function refreshCredentials(
  { accounts, secrets }: Provision,
  stored: Credentials | null,
  token: string,
): Promise<Credentials | null> {
  if (stored === null) return null;
  const { account, "api-key": apiKey } = stored;
  if ((await accounts.byKeyHash(secrets.hash(apiKey)))?.account !== account) return null;
  return credentialsOf(token, apiKey, secretOf((await accounts.byId(account))!));
}

/** Writes a file atomically, readable by its owner only, even where the previous one was not. */
async function writePrivately(file: string, content: object): Promise<void> {
  await Deno.remove(`${file}.new`).catch(() => {});
  await Deno.writeTextFile(`${file}.new`, JSON.stringify(content, null, 2) + "\n", {
    mode: 0o600,
  });
  await Deno.rename(`${file}.new`, file);
}

/**
 * Creates the account with its senders and its campaign. Completes a partial earlier attempt under a
 * new key.
 */
async function provision(ports: Provision, token: string): Promise<Credentials> {
  const existing = await ports.accounts.byId(ACCOUNT);
  if (existing !== null) {
    // The credentials file is gone but the account exists: it gets another key.
    const { apiKey } = await issueKey(ports, ACCOUNT);
    await addParts(ports);
    return credentialsOf(token, apiKey, secretOf(existing));
  }
  const { account, apiKey } = await createAccount(ports, {
    id: ACCOUNT,
    name: "Sandbox",
    mmsMoPostbacks: true,
    smsMoPostbacks: true,
    errorHelp: true,
  });
  await addParts(ports);
  return credentialsOf(token, apiKey, secretOf(account));
}

async function addParts(ports: Provision): Promise<void> {
  const existing = new Set(
    (await ports.accounts.originators(ACCOUNT)).map(({ address }) => address),
  );
  for (const sender of SENDERS) {
    if (!existing.has(sender.address)) await addSender(ports, ACCOUNT, sender);
  }
  if (await ports.campaigns.byRef(ACCOUNT, CAMPAIGN.ref) === null) {
    await ports.campaigns.create(ACCOUNT, { ...CAMPAIGN, createdAt: ports.clock.now() });
  }
}

function secretOf(account: Account): string {
  return defaultReceiver(account).webhookSecrets[0]!.secret;
}

function credentialsOf(token: string, apiKey: string, secret: string): Credentials {
  return { "admin-token": token, account: ACCOUNT, "api-key": apiKey, "webhook-secret": secret };
}

function welcome(baseUrl: string, credentials: Credentials, consoleLink: string | null): string {
  return `
slidepost sandbox is ready
${consoleLink === null ? "" : `\n  console         ${consoleLink}`}
  base URL        ${baseUrl}
  account         ${credentials.account}
  API key         ${credentials["api-key"]}
  webhook secret  ${credentials["webhook-secret"]}
  admin token     ${credentials["admin-token"]}
  MM7             ${baseUrl}/mm7/v1 (user: the account; password and VASPID: the API key)
  senders         ${SENDERS.map(({ address, kind }) => `${address} (${kind})`).join(", ")}

Send a text; its postbacks appear below:

  curl -s ${baseUrl}/api/v2 -H 'content-type: application/json' -H 'x-api-key: ${
    credentials["api-key"]
  }' -d '{"action":"sendsms","from":"111122","to":"16175550101","message-text":"Hello"}'
`;
}

/** Prints a line about the attempt, and the body as it was sent. */
function printPostback({ postback, url, format, result, at }: PostbackSent): void {
  const time = new Date(at).toISOString().slice(11, 23);
  const outcome = typeof result === "number" ? `HTTP ${result}` : result;
  const head = `${time}  ${postback.code} → ${visible(url)}  ${visible(outcome)}`;
  const body = format === "xml"
    ? visible(postbackXml(JSON.parse(postback.body)))
    : visibleJson(postback.body);
  print(`${head}\n  ${body}`);
}
