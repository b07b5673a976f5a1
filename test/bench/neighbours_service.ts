/**
 * The whole service for the benchmark, with two accounts: one is loud, the other is quiet and has a
 * receiver (the URL in the first argument). Names are resolved by the name server at a port (the
 * second argument).
 */
import { createService, readConfig } from "../../mod.ts";
import { addSender, createAccount } from "../../src/actions/provision.ts";
import { silentLog } from "../../src/log/mod.ts";

const [postbackUrl, nameServerPort] = Deno.args;
const config = readConfig({
  ...Deno.env.toObject(),
  PORT: "0",
  OUTBOUND_ALLOW: "127.0.0.0/8",
  DEFAULT_CONNECTOR: "loopback",
});
const service = await createService(config, {
  log: silentLog(),
  nameServer: { ipAddr: "127.0.0.1", port: Number(nameServerPort) },
});
const keys: Record<string, string> = {};
for (const [id, url] of [["loud", null], ["quiet", postbackUrl!]] as const) {
  const created = await createAccount(service.provision, { id, name: id, postbackUrl: url });
  await addSender(service.provision, id, {
    ...{ address: "111122", kind: "short-code", country: "US", shared: true },
  });
  keys[id] = created.apiKey;
}
console.log(JSON.stringify({ url: service.url, keys }));
