/**
 * Service for the benchmark of crowds: an account for each rate, its sender on an SMSC of its own that
 * takes no more than that. Its argument lists them: `[{ "port", "rate", "burst" }]`.
 */
import { createService, readConfig } from "../../mod.ts";
import { addSender, createAccount } from "../../src/actions/provision.ts";
import { silentLog } from "../../src/log/mod.ts";

const links: { port: number; rate: number; burst: number }[] = JSON.parse(Deno.args[0]!);
const ADMIN_TOKEN = crypto.randomUUID();
const config = readConfig({ ...Deno.env.toObject(), PORT: "0", ADMIN_TOKEN });
const service = await createService(config, { log: silentLog() });
const apiKeys: string[] = [];
for (const [n, { port, rate, burst }] of links.entries()) {
  const name = `link-${n}`;
  const { apiKey } = await createAccount(service.provision, { id: name, name, postbackUrl: null });
  await addSender(service.provision, name, {
    ...{ address: String(111122 + n), kind: "short-code", country: "US", "sms-connector": name },
  });
  const response = await fetch(`${service.url}/admin/v1/smscs`, {
    method: "POST",
    headers: { authorization: `Bearer ${ADMIN_TOKEN}`, "content-type": "application/json" },
    body: JSON.stringify({
      ...{ name, host: "127.0.0.1", port, rate, burst },
      ...{ "system-id": "bench", "password": "bench" },
    }),
  });
  if (!response.ok) throw new Error(await response.text());
  apiKeys.push(apiKey);
}
console.log(JSON.stringify({ port: new URL(service.url).port, apiKeys }));
