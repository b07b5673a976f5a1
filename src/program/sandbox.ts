/** `sandbox`: everything on this machine, provisioned, with its postbacks on the terminal. */
import { addSender, createAccount, issueKey, type ProvisionPorts } from "../actions/provision.ts";
import { visible, visibleJson } from "../core/visible.ts";
import type { ReadConfig } from "./config_file.ts";
import type { PostbackSent } from "../jobs/postbacks/mod.ts";
import type { CreateService } from "./service.ts";
import { untilSignal } from "./signals.ts";
import { warnOfTypos } from "./warnings.ts";

const ACCOUNT = "sandbox";

/** What it sends to itself; whoever tries it serves files from here too. */
const THIS_MACHINE = ["127.0.0.0/8", "::1/128", "localhost"];

const SENDERS = [
  { address: "111122", kind: "short-code", country: "US" },
  { address: "18005550199", kind: "toll-free", country: "US" },
  { address: "16175550100", kind: "10dlc", country: "US" },
] as const;

/** What the sandbox tells its user at every start, kept beside the data (readable by its owner). */
interface Credentials {
  "admin-token": string;
  account: string;
  "api-key": string;
  "webhook-secret": string;
}

export async function sandbox(
  readConfig: ReadConfig,
  createService: CreateService,
): Promise<number> {
  const defaults = { DEFAULT_CONNECTOR: "loopback", LOG_LEVEL: "warn" };
  const dataDir = readConfig(defaults).DATA_DIR;
  const file = `${dataDir}/sandbox.json`;
  const known = await readCredentials(file);
  const made = known?.["admin-token"] ?? crypto.getRandomValues(new Uint8Array(32)).toHex();
  const given = readConfig({ ...defaults, ADMIN_TOKEN: made });
  const config = {
    ...given,
    OUTBOUND_ALLOW: [...given.OUTBOUND_ALLOW, ...THIS_MACHINE],
    // Embedded, whatever it says: that may be another program's.
    DATABASE_URL: null,
  };
  const token = config.ADMIN_TOKEN!;
  const stopped = untilSignal();
  const service = await createService(config, {
    receiver: (request) => request.method === "GET" ? pictureOf(request) : taken(),
    onPostback: printPostback,
  });
  warnOfTypos(service.log, Deno.env.toObject());
  const credentials = await renewed(service.provision, known, token) ??
    await provision(service.provision, token);
  await writePrivately(file, { ...credentials, "base-url": service.url });
  console.log(welcome(service.baseUrl, credentials));
  await stopped;
  console.log("stopping …");
  await service.stop();
  return 0;
}

const taken = () => Promise.resolve(new Response(null, { status: 204 }));

/** Pictures for trying things out; the README's requests name them. */
const PICTURES = ["tulips.jpg", "coupon.jpg"];

async function pictureOf({ url }: Request): Promise<Response> {
  const name = PICTURES.find((one) => new URL(url).pathname === `/sandbox/${one}`);
  if (name === undefined) return new Response("not found\n", { status: 404 });
  const picture = await Deno.readFile(new URL(`./pictures/${name}`, import.meta.url));
  const headers = { "content-type": "image/jpeg", "content-length": String(picture.length) };
  return new Response(picture, { headers });
}

async function readCredentials(file: string): Promise<Credentials | null> {
  try {
    return JSON.parse(await Deno.readTextFile(file));
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return null;
    throw new Error(`${file} cannot be read (${(error as Error).message}); mend or remove it`);
  }
}

/**
 * Those of the last start with what has changed since. Null: there are none, or the database does not
 * know the key; it may have been removed on its own.
 */
async function renewed(
  { accounts, secrets }: ProvisionPorts,
  known: Credentials | null,
  token: string,
): Promise<Credentials | null> {
  if (known === null) return null;
  const { account, "api-key": apiKey } = known;
  if (await accounts.byKeyHash(secrets.hash(apiKey)) !== account) return null;
  const { webhookSecrets } = (await accounts.byId(account))!;
  return credentialsOf(token, apiKey, webhookSecrets[0]!.secret);
}

/** Whole or not at all, and for its owner's eyes even where an older file was not. */
async function writePrivately(file: string, content: object): Promise<void> {
  await Deno.remove(`${file}.new`).catch(() => {});
  await Deno.writeTextFile(`${file}.new`, JSON.stringify(content, null, 2) + "\n", {
    mode: 0o600,
  });
  await Deno.rename(`${file}.new`, file);
}

/** First start: the account and its senders. A half-done one is made anew under the next key. */
async function provision(env: ProvisionPorts, token: string): Promise<Credentials> {
  const existing = await env.accounts.byId(ACCOUNT);
  if (existing !== null) {
    // The credentials file is gone, the account is not: it gets a further key.
    const { apiKey } = await issueKey(env, ACCOUNT);
    await addSenders(env);
    return credentialsOf(token, apiKey, existing.webhookSecrets[0]!.secret);
  }
  const { account, apiKey } = await createAccount(env, {
    id: ACCOUNT,
    name: "Sandbox",
    mmsMoPostbacks: true,
    smsMoPostbacks: true,
  });
  await addSenders(env);
  return credentialsOf(token, apiKey, account.webhookSecrets[0]!.secret);
}

async function addSenders(env: ProvisionPorts): Promise<void> {
  const there = new Set((await env.accounts.originators(ACCOUNT)).map(({ address }) => address));
  for (const sender of SENDERS) {
    if (!there.has(sender.address)) await addSender(env, ACCOUNT, sender);
  }
}

function credentialsOf(token: string, apiKey: string, secret: string): Credentials {
  return { "admin-token": token, account: ACCOUNT, "api-key": apiKey, "webhook-secret": secret };
}

function welcome(baseUrl: string, credentials: Credentials): string {
  return `
slidepost sandbox is ready

  base URL        ${baseUrl}
  account         ${credentials.account}
  API key         ${credentials["api-key"]}
  webhook secret  ${credentials["webhook-secret"]}
  admin token     ${credentials["admin-token"]}
  MM7 door        ${baseUrl}/mm7/v1 (user: the account; password and VASPID: the API key)
  senders         ${SENDERS.map(({ address, kind }) => `${address} (${kind})`).join(", ")}

Send a text; its postbacks appear below:

  curl -s ${baseUrl}/api/v2 -H 'content-type: application/json' -H 'x-api-key: ${
    credentials["api-key"]
  }' -d '{"action":"sendsms","from":"111122","to":"16175550101","message-text":"Hello"}'
`;
}

/** One line about the try, and the body as it went out. */
function printPostback({ postback, url, result, at }: PostbackSent): void {
  const time = new Date(at).toISOString().slice(11, 23);
  const took = typeof result === "number" ? `HTTP ${result}` : result;
  const head = `${time}  ${postback.code} → ${visible(url)}  ${visible(took)}`;
  console.log(`${head}\n  ${visibleJson(postback.body)}`);
}
