/** Service that the demonstration sends by: the sandbox that runs on DATA_DIR, or one of its own. */
import { createService, readConfig } from "../../mod.ts";
import { addSender, createAccount } from "../../src/actions/provision.ts";
import { defaultReceiver } from "../../src/core/account/receiver.ts";
import { silentLog } from "../../src/log/mod.ts";

export interface Stage extends AsyncDisposable {
  readonly url: string;
  readonly apiKey: string;
  readonly adminToken: string;
  /** Secret that signs the postbacks to the demonstration's receiver. */
  readonly webhookSecret: string;
  /** Whether messages stay when the demonstration has ended. */
  readonly isLasting: boolean;
}

/** Credentials that a sandbox stores in DATA_DIR. */
interface Credentials {
  "admin-token": string;
  account: string;
  "api-key": string;
  "base-url": string;
}

/** Returns the sandbox that runs on DATA_DIR, with a receiver at a URL; null: none runs. */
export async function sandboxStage(receiverUrl: string): Promise<Stage | null> {
  const credentials = await readCredentials(readConfig(Deno.env.toObject()).DATA_DIR);
  if (credentials === null) return null;
  const { account, "admin-token": adminToken, "api-key": apiKey, "base-url": url } = credentials;
  const receivers = `${url}/admin/v1/accounts/${account}/receivers`;
  const headers = { authorization: `Bearer ${adminToken}`, "content-type": "application/json" };
  // Each demonstration has a receiver of its own, beside those of the account.
  const receiver = `demo-${crypto.randomUUID().slice(0, 8)}`;
  const body = JSON.stringify({ receiver, url: receiverUrl });
  const created = await fetch(receivers, { method: "POST", headers, body }).catch(() => null);
  if (created?.ok !== true) {
    // The file is of a sandbox that runs no more, or its port is another program's.
    await created?.body?.cancel();
    return null;
  }
  return {
    url,
    apiKey,
    adminToken,
    webhookSecret: (await created.json())["webhook-secret"],
    isLasting: true,
    async [Symbol.asyncDispose]() {
      const removed = await fetch(`${receivers}/${receiver}`, { method: "DELETE", headers });
      await removed.body?.cancel();
      if (!removed.ok) throw new Error(`the receiver ${receiver} was not removed`);
    },
  };
}

async function readCredentials(dataDir: string): Promise<Credentials | null> {
  try {
    return JSON.parse(await Deno.readTextFile(`${dataDir}/sandbox.json`));
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return null;
    throw error;
  }
}

const ADMIN_TOKEN = "token-of-the-demonstration";

/** Starts a service on a free port, with its data in a directory, and a receiver at a URL. */
export async function ownStage(directory: string, receiverUrl: string): Promise<Stage> {
  const service = await createService(
    readConfig({
      PORT: "0",
      DATA_DIR: `${directory}/data`,
      ADMIN_TOKEN,
      OUTBOUND_ALLOW: "127.0.0.0/8",
      DEFAULT_CONNECTOR: "loopback",
    }),
    { log: silentLog() },
  );
  const { account, apiKey } = await createAccount(service.provision, {
    id: "demo",
    name: "Demonstration",
    postbackUrl: receiverUrl,
  });
  const sender = { address: "111122", kind: "short-code", country: "US" } as const;
  await addSender(service.provision, account.id, sender);
  return {
    url: service.url,
    apiKey,
    adminToken: ADMIN_TOKEN,
    webhookSecret: defaultReceiver(account).webhookSecrets[0]!.secret,
    isLasting: false,
    [Symbol.asyncDispose]: () => service.stop(),
  };
}
