/** Two customers of one service: their things by kind, and unused names of the same form. */
import { defaultReceiver } from "../../src/core/account/receiver.ts";
import { createAccount } from "../../src/actions/provision.ts";
import { adminOperations } from "../../src/contract/admin.ts";
import { startFiles } from "../support/files.ts";
import { migratedDatabase } from "../support/migrated.ts";
import { startReceiver } from "../support/receiver.ts";
import {
  adminBody,
  startService,
  type TestService,
  type TestServiceOptions,
} from "../support/service.ts";
import { until } from "../support/until.ts";
import { createVasp, type Vasp } from "../support/vasp.ts";
import { save, send } from "./traffic.ts";

/** Identifiers of a thing, by their names in addresses, queries and bodies. */
export type Names = Record<string, string>;

export interface Customer {
  account: string;
  apiKey: string;
  sender: string;
  /** Things by kind. */
  resources: Record<Kind, Names>;
}

export const KINDS = [
  "account",
  "api key",
  "block",
  "connector",
  "hosted file",
  "idempotency key",
  "inbound",
  "key",
  "link",
  "message",
  "page",
  "pool",
  "postback",
  "sender",
  "subscribed",
  "subscription",
  "template",
  "transaction",
] as const;

export type Kind = typeof KINDS[number];

export interface World extends AsyncDisposable {
  test: TestService;
  databaseUrl: string;
  webhookSecrets: string[];
  victim: Customer;
  rival: Customer;
  /** Unused names of the same form. */
  unused: Record<Kind, Names>;
  /** VASP of the rival. */
  vasp: Vasp;
  /** Everything that the admin API shows of the victim. */
  state(): Promise<unknown>;
}

const PIXEL = "R0lGODlhAQABAAAAACwAAAAAAQABAAACAkQBADs=";

export async function createWorld(options: TestServiceOptions = {}): Promise<World> {
  const databaseUrl = await migratedDatabase();
  const config = { ...options.config, DATABASE_URL: databaseUrl };
  const test = await startService({
    ...options,
    config,
    senders: [{ address: "111122", kind: "short-code", country: "US", vasid: "vas-victim" }],
  });
  const victim = await customer(test, {
    account: test.account,
    apiKey: test.apiKey,
    sender: "111122",
    handset: "16175550155",
    campaign: "spring-of-victims",
    vasid: "vas-victim",
    connector: "mmsc-of-victim",
    pool: "pool-of-victim",
  });
  // A receiver of its own, since the results of its requests do not concern the victim's.
  const receiver = await startReceiver();
  const created = await createAccount(test.service.provision, {
    id: "rival",
    name: "Rival",
    postbackUrl: receiver.url,
    mmsMoPostbacks: true,
    smsMoPostbacks: true,
  });
  await adminBody(test, 201, "POST", "/accounts/rival/senders", {
    address: "333344",
    kind: "short-code",
    country: "US",
    vasid: "vas-rivals",
  });
  const credentials = { account: "rival", apiKey: created.apiKey };
  const rival = await customer({ ...test, ...credentials, receiver }, {
    ...credentials,
    sender: "333344",
    handset: "16175550144",
    campaign: "spring-of-rivals!",
    vasid: "vas-rivals",
    connector: "mmsc-of-rivals",
    pool: "pool-of-rivals",
  });

  // The operator's samples are no postbacks of the contract.
  const files = startFiles();
  const elsewhere = files.respond("postbacks", () => new Response(null, { status: 204 }));
  await adminBody(test, 200, "PATCH", "/accounts/rival", { "postback-url": elsewhere });

  return {
    test,
    databaseUrl,
    webhookSecrets: [
      test.webhookSecret,
      defaultReceiver(created.account).webhookSecrets[0]!.secret,
    ],
    victim,
    rival,
    unused: nobodyLike(victim.resources),
    vasp: createVasp({ url: test.url, ...credentials }),
    state: () => stateOf(test, victim.account),
    async [Symbol.asyncDispose]() {
      await test.stop();
      await receiver.stop();
      await files.stop();
    },
  };
}

interface Own {
  account: string;
  apiKey: string;
  sender: string;
  handset: string;
  campaign: string;
  vasid: string;
  connector: string;
  pool: string;
}

/** Creates an account with one thing of every kind and no work in progress. */
async function customer(test: TestService, own: Own): Promise<Customer> {
  const { account, apiKey, sender, handset } = own;
  const from = { from: sender, to: handset };
  const template = await save(test, { slide: [{ "message-text": `Of ${account}` }] });
  const key = `once-of-${account}-`.padEnd(24, "x");
  const headers = { "idempotency-key": key };
  const linked = await send(
    test,
    {
      ...from,
      action: "sendsms",
      "message-text": `Read https://${account}.example.com/secrets`,
      "click-tracking": true,
      "client-reference": `reference-of-${account}`,
    },
    ["N201", "N202"],
    { headers },
  );
  const paged = await send(test, {
    ...from,
    action: "sendsavedmms",
    "mms-id": template.mmsId,
    "force-send-as-sms": true,
  }, ["N101", "N102"]);
  const transactionId = `transaction-of-${account}`.padEnd(24, "x");
  const submitted = await createVasp({ ...test, account, apiKey }).submit({
    transactionId,
    fields: {
      SenderIdentification: `<SenderIdentification><VASPID>${apiKey}</VASPID>` +
        `<VASID>${own.vasid}</VASID><SenderAddress><ShortCode>${sender}</ShortCode>` +
        `</SenderAddress></SenderIdentification>`,
    },
  });
  await test.receiver.untilCodes(submitted, ["N101", "N102"]);
  const inbound = await adminBody(test, 201, "POST", "/loopback/mms", {
    from: handset,
    to: sender,
    subject: `Subject of ${account}`,
    file: [{ name: `dot-of-${account}.gif`, content: PIXEL }],
  });
  await test.receiver.untilCodes(inbound["tracking-id"], ["N401"]);
  await adminBody(test, 201, "POST", `/accounts/${account}/subscriptions`, {
    "campaign-ref": own.campaign,
    recipient: handset,
  });
  await adminBody(test, 201, "POST", `/accounts/${account}/pools`, {
    pool: own.pool,
    senders: sender,
  });
  const blocked = handset.replace(/.$/, "9");
  await adminBody(test, 201, "POST", `/accounts/${account}/blocks`, {
    number: blocked,
    originator: sender,
  });
  await adminBody(test, 201, "POST", "/connectors", {
    name: own.connector,
    kind: "mmsc_mm7",
    url: "http://127.0.0.1:9/",
    vaspid: "us",
    "relay-username": `user-of-${own.connector}`,
    "relay-password": `word-of-${own.connector}`,
  });
  await settled(test, account);
  const [keys, links, postbacks] = await Promise.all([
    adminBody(test, 200, "GET", `/accounts/${account}/keys`),
    adminBody(test, 200, "GET", `/links?account=${account}`),
    adminBody(test, 200, "GET", `/postbacks?account=${account}`),
  ]);
  const codeOf = (id: string): string =>
    links.items.find((link: Names) => link["tracking-id"] === id).url.split("/").at(-1);
  const [token, file] = inbound.files[0].url.split("/").slice(-2);
  return {
    account,
    apiKey,
    sender,
    resources: {
      "account": { account },
      "api key": { "api-key": apiKey },
      "block": { number: blocked, originator: sender },
      "connector": { connector: own.connector },
      "hosted file": { token, file },
      "idempotency key": { "idempotency-key": key },
      "inbound": { "tracking-id": inbound["tracking-id"] },
      "key": { "key-id": keys.items[0]["key-id"] },
      "link": { code: codeOf(linked.id) },
      "message": {
        "tracking-id": linked.id,
        "client-reference": submitted,
        "reference": `reference-of-${account}`,
      },
      "page": { code: codeOf(paged.id) },
      "pool": { pool: own.pool, from: `pool:${own.pool}` },
      "postback": { id: postbacks.items[0].id },
      "sender": { address: sender, vasid: own.vasid },
      "subscribed": { "campaign-ref": own.campaign, mobile: handset },
      "subscription": { "campaign-ref": own.campaign, recipient: handset },
      "template": { "mms-id": template.mmsId },
      "transaction": { transaction: transactionId },
    },
  };
}

/** Derives unused names of the same form. */
function nobodyLike(resources: Record<Kind, Names>): Record<Kind, Names> {
  return Object.fromEntries(
    Object.entries(resources).map(([kind, names]) => [
      kind,
      Object.fromEntries(Object.entries(names).map(([field, name]) => [field, another(name)])),
    ]),
  ) as Record<Kind, Names>;
}

/** Replaces the last four letters and digits before an extension by others of the same kind. */
function another(name: string): string {
  const [, stem, extension] = /^(.+?)(\.\w+)?$/.exec(name)!;
  let left = 4;
  const changed = [...stem!].reverse().map((sign) => {
    if (left === 0 || !/[a-z\d]/i.test(sign)) return sign;
    left--;
    return NEXT[sign] ?? String.fromCharCode(sign.charCodeAt(0) + 1);
  });
  return changed.reverse().join("") + (extension ?? "");
}

/** Successors of characters; hexadecimal digits stay hexadecimal. */
const NEXT: Record<string, string> = { 9: "0", f: "a", F: "A", z: "g", Z: "G" };

/** Reads every listing of an account, and the connectors. */
async function stateOf(test: TestService, account: string): Promise<Record<string, unknown>> {
  const state: Record<string, unknown> = {};
  for (const { method, path, pathParams, query } of adminOperations) {
    if (method !== "GET" || pathParams.some(({ name }) => name !== "account")) continue;
    // An explanation needs a message, and the state of a process moves with all its work.
    if (query.some(({ required }) => required) || path.includes("/status/")) continue;
    const isFiltered = query.some(({ name }) => name === "account");
    if (pathParams.length === 0 && !isFiltered && !path.endsWith("/connectors")) continue;
    const own = path.replace("/admin/v1", "").replace("{account}", account);
    const body = await adminBody(
      test,
      200,
      "GET",
      isFiltered ? `${own}?account=${account}` : own,
    );
    // The place in the stream of all accounts moves with each of them.
    if (path.endsWith("/stream")) delete body["next-cursor"];
    state[path] = body;
  }
  return state;
}

/** Waits until nothing is in progress, since its changes would look like an intruder's. */
async function settled(test: TestService, account: string): Promise<void> {
  const isUnderWay = ({ state }: { state: string }) => state === "pending";
  await until(
    () => adminBody(test, 200, "GET", `/postbacks?account=${account}`),
    ({ items }) => !items.some(isUnderWay),
  );
}
