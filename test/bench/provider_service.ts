/** The whole service for the benchmark: its only sender at a provider (port), at this rate. */
import { createService, readConfig } from "../../mod.ts";
import { addSender, createAccount } from "../../src/actions/provision.ts";
import { silentLog } from "../../src/log/mod.ts";

const [provider, rate, window] = Deno.args.map(Number);
const ADMIN_TOKEN = crypto.randomUUID();
const config = readConfig({
  ...Deno.env.toObject(),
  PORT: "0",
  ADMIN_TOKEN,
  OUTBOUND_ALLOW: "127.0.0.0/8",
});
const service = await createService(config, { log: silentLog() });
const { apiKey } = await createAccount(service.provision, { id: "bench", name: "b" });
await addSender(service.provision, "bench", {
  ...{ address: "111122", kind: "short-code", country: "US", "sms-connector": "provider" },
});
const response = await fetch(`${service.url}/admin/v1/connectors`, {
  method: "POST",
  headers: { authorization: `Bearer ${ADMIN_TOKEN}`, "content-type": "application/json" },
  body: JSON.stringify({
    ...{ name: "provider", kind: "twilio", url: `http://127.0.0.1:${provider}`, rate, window },
    ...{ "account-sid": `AC${"0".repeat(32)}`, "auth-token": "0".repeat(32) },
  }),
});
if (!response.ok) throw new Error(await response.text());
console.log(JSON.stringify({ port: new URL(service.url).port, apiKey }));
