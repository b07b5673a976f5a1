/** Services that produce every MM7 code of the contract, and parts of the requests sent to them. */
import { addSender, createAccount, type NewAccountFields } from "../../../src/actions/provision.ts";
import { type BreakingLine, startBreakingLine } from "../../support/breaking_line.ts";
import { migratedDatabase } from "../../support/migrated.ts";
import { startLookupServer } from "../../support/provider.ts";
import { SHORT_CODE, startService, type TestService } from "../../support/service.ts";
import { createVasp, type Post, TEXT } from "../../support/vasp.ts";
import type { Vasp } from "../../support/vasp.ts";

export let test: TestService;
/** Service whose store fails. */
let fragile: TestService;
/** Proxy before its database. */
export let line: BreakingLine;
export let databaseUrl: string;
const provider = startLookupServer();
export const vasps: Record<string, Vasp> = {};
export let otherKey: string;

const SHARED = { address: "222233", kind: "short-code", country: "US", shared: true } as const;
const OF_VASID = { ...SHARED, address: "333344", shared: false, vasid: "61295" } as const;

/** Time at which the service's clock stands still, so that no rate is refilled. */
const NOW = Date.now();

/** Starts the services, with an account for each rule. */
export async function startServices(): Promise<void> {
  databaseUrl = await migratedDatabase();
  line = startBreakingLine(databaseUrl);
  [test, fragile] = await Promise.all([
    startService({
      clock: { now: () => NOW },
      senders: [SHORT_CODE, SHARED, OF_VASID],
      config: {
        MM7_BODY_MAX_BYTES: "100KB",
        OPERATOR_LOOKUP: "http",
        OPERATOR_LOOKUP_URL: provider.url,
      },
    }),
    startService({ config: { DATABASE_URL: line.url, MM7_ALLOW_ADAPTATIONS: "false" } }),
  ]);
  vasps.acme = createVasp(test);
  vasps.fragile = createVasp(fragile);
  const accounts: [string, Partial<NewAccountFields>][] = [
    ["disabled", { disabled: true }],
    ["json-only", { mm7: false }],
    ["slow", { rate: 1 }],
    ["campaigns", { enforceCampaignCheck: true }],
    ["stopped", {}],
    ["java", { mm7TextXml: true }],
    ["looked-up", {}],
    ["unserved", {}],
  ];
  for (const [index, [id, more]] of accounts.entries()) {
    const { apiKey } = await createAccount(test.service.provision, { id, name: id, ...more });
    const shortCode = `${44440 + index}`;
    await addSender(test.service.provision, id, { ...SHORT_CODE, address: shortCode });
    vasps[id] = createVasp({ url: test.url, account: id, apiKey, shortCode });
    otherKey = apiKey;
  }
  await test.admin("POST", "/accounts/stopped/blocks", { number: "16175550101" });
  provider.respond = () => new Response(null, { status: 500 });
  const routes = [
    { account: "looked-up", operator: "0001470", kind: "mms", connectors: "loopback" },
    { account: "unserved", kind: "mms", connectors: "" },
    { account: "unserved", kind: "sms", connectors: "" },
  ];
  for (const route of routes) await test.admin("POST", "/routes", route);
}

export async function stopServices(): Promise<void> {
  await Promise.all([test.stop(), fragile.stop()]);
  await Promise.all([line.cut(), provider[Symbol.asyncDispose]()]);
}

export const address = (inner: string) => ({
  SenderIdentification: `<SenderIdentification><VASPID>${test.apiKey}</VASPID>${inner}` +
    `</SenderIdentification>`,
});
export const from = (digits: string, vasid = "") =>
  address(`${vasid}<SenderAddress><ShortCode>${digits}</ShortCode></SenderAddress>`);
export const to = (inner: string) => ({ Recipients: `<Recipients>${inner}</Recipients>` });
export const part = (type: string, content: Post["content"] = TEXT) => ({
  headers: [`Content-Type: ${type}`, "Content-ID: <content>"],
  content: content!.content,
});
export const xmlRequest = (post: Post) => ({
  ...post,
  raw: new TextEncoder().encode(vasps.acme!.envelope(post)),
  contentType: "text/xml",
});

export function withVaspId(key: string) {
  return {
    SenderIdentification: `<SenderIdentification><VASPID>${key}</VASPID>` +
      "<SenderAddress><ShortCode>111122</ShortCode></SenderAddress></SenderIdentification>",
  };
}
