/** The whole service for the benchmark, with an account of the name in the first argument. */
import { createService, readConfig } from "../../mod.ts";
import { addSender, createAccount } from "../../src/actions/provision.ts";
import { silentLog } from "../../src/log/mod.ts";

const id = Deno.args[0]!;
const config = readConfig({ ...Deno.env.toObject(), PORT: "0" });
const service = await createService(config, { log: silentLog() });
const { apiKey } = await createAccount(service.provision, { id, name: id });
await addSender(service.provision, id, {
  ...{ address: "111122", kind: "short-code", country: "US" },
});
console.log(JSON.stringify({ port: new URL(service.url).port, apiKey }));
