/**
 * The whole service for the benchmark, with an account that has a receiver (the URL in the first
 * argument) and one whose receiver is dead.
 */
import { createService, readConfig } from "../../mod.ts";
import { addSender, createAccount } from "../../src/actions/provision.ts";
import { silentLog } from "../../src/log/mod.ts";

const postbackUrl = Deno.args[0]!;
const config = readConfig({
  ...Deno.env.toObject(),
  PORT: "0",
  OUTBOUND_ALLOW: "127.0.0.0/8",
  RESCUE_INTERVAL: "1s",
});
const service = await createService(config, { log: silentLog() });
// Nothing listens on the discard port.
const dead = { id: "dead", name: "dead", postbackUrl: "http://127.0.0.1:9/" };
await createAccount(service.provision, dead);
const { apiKey } = await createAccount(service.provision, { id: "bench", name: "b", postbackUrl });
await addSender(service.provision, "bench", {
  ...{ address: "111122", kind: "short-code", country: "US" },
});
console.log(JSON.stringify({ port: new URL(service.url).port, apiKey }));
