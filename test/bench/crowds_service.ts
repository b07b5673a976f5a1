/**
 * Service for benchmarks of several carriers, each with a sender of its own. Its argument lists them
 * (`ServiceLink`). A second argument, `shared`, gives all senders to one account.
 */
import { createService, readConfig } from "../../mod.ts";
import { addSender, createAccount } from "../../src/actions/provision.ts";
import { silentLog } from "../../src/log/mod.ts";

/** Carrier at a port, and its connector's settings. */
export interface ServiceLink {
  kind: "smpp" | "http" | "mm7";
  port: number;
  rate: number | null;
  burst: number;
}

/** Settings of the connector, and how its sender names it. */
const CONNECTORS: Record<ServiceLink["kind"], (link: ServiceLink) => Record<string, unknown>> = {
  smpp: ({ port, rate }) => ({
    ...{ kind: "smsc_smpp", host: "127.0.0.1", port, "system-id": "bench", password: "bench" },
    // As much as the rate allows in a tenth of a second.
    window: Math.max(10, (rate ?? 0) / 10),
  }),
  mm7: ({ port }) => ({ kind: "mmsc_mm7", url: `http://127.0.0.1:${port}/`, vaspid: "bench" }),
  http: ({ port }) => ({
    ...{ kind: "twilio", url: `http://127.0.0.1:${port}` },
    ...{ "account-sid": `AC${"0".repeat(32)}`, "auth-token": "0".repeat(32) },
  }),
};

if (import.meta.main) {
  const links: ServiceLink[] = JSON.parse(Deno.args[0]!);
  const isShared = Deno.args[1] === "shared";
  const ADMIN_TOKEN = crypto.randomUUID();
  const env = { PORT: "0", ADMIN_TOKEN, OUTBOUND_ALLOW: "127.0.0.0/8" };
  const config = readConfig({ ...Deno.env.toObject(), ...env });
  const service = await createService(config, { log: silentLog() });
  const apiKeys: string[] = [];
  for (const [n, link] of links.entries()) {
    const name = `link-${n}`;
    const account = isShared ? "link-0" : name;
    if (account === name) {
      const facts = { id: name, name, postbackUrl: null };
      apiKeys.push((await createAccount(service.provision, facts)).apiKey);
    }
    const by = link.kind === "mm7" ? "mms-connector" : "sms-connector";
    await addSender(service.provision, account, {
      ...{ address: String(111122 + n), kind: "short-code", country: "US", [by]: name },
    });
    const { rate, burst } = link;
    const response = await fetch(`${service.url}/admin/v1/connectors`, {
      method: "POST",
      headers: { authorization: `Bearer ${ADMIN_TOKEN}`, "content-type": "application/json" },
      body: JSON.stringify({ name, rate, burst, ...CONNECTORS[link.kind](link) }),
    });
    if (!response.ok) throw new Error(await response.text());
  }
  console.log(JSON.stringify({ port: new URL(service.url).port, apiKeys }));
}
