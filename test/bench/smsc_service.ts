/**
 * The whole service for the benchmark: its only sender on an SMSC (host and port), its postbacks to
 * a receiver (port).
 */
import { createService, readConfig } from "../../mod.ts";
import { addSender, createAccount } from "../../src/actions/provision.ts";
import { silentLog } from "../../src/log/mod.ts";

const [host, port, receiver] = Deno.args;
const ADMIN_TOKEN = crypto.randomUUID();
const config = readConfig({
  ...Deno.env.toObject(),
  PORT: "0",
  ADMIN_TOKEN,
  OUTBOUND_ALLOW: "127.0.0.0/8",
});
const service = await createService(config, { log: silentLog() });
const postbackUrl = `http://127.0.0.1:${receiver}/`;
const { apiKey } = await createAccount(service.provision, { id: "bench", name: "b", postbackUrl });
await addSender(service.provision, "bench", {
  ...{ address: "111122", kind: "short-code", country: "US", "sms-connector": "smsc" },
});
const response = await fetch(`${service.url}/admin/v1/smscs`, {
  method: "POST",
  headers: { authorization: `Bearer ${ADMIN_TOKEN}`, "content-type": "application/json" },
  body: JSON.stringify({
    ...{ name: "smsc", host, port: Number(port), window: 100, sessions: 2 },
    ...{ "system-id": "bench", "password": "bench" },
  }),
});
if (!response.ok) throw new Error(await response.text());
const stats = Deno.serve(
  { hostname: "127.0.0.1", port: 0, onListen: () => {} },
  () => Response.json({ rss: Deno.memoryUsage().rss }),
);
console.log(
  JSON.stringify({ port: new URL(service.url).port, apiKey, stats: stats.addr.port }),
);
