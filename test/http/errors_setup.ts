/** Services that produce every error of the contract, and the requests that are sent to them. */
import assert from "node:assert/strict";
import { isDeepStrictEqual } from "node:util";
import { createAccount, type NewAccountFields } from "../../src/actions/provision.ts";
import { type BreakingLine, startBreakingLine } from "../support/breaking_line.ts";
import { startFiles } from "../support/files.ts";
import { migratedDatabase } from "../support/migrated.ts";
import { startLookupServer } from "../support/provider.ts";
import {
  ADMIN_TOKEN,
  shareShortCode,
  SHORT_CODE,
  startService,
  type TestService,
} from "../support/service.ts";
import { read, requestXml, textual } from "../xml/requests.ts";
import { ask, type DoorResponse, faultOf, type RequestOptions, settledTemplate } from "./door.ts";
import { askXml } from "./xml.ts";

/** Time of the service's clock. */
export const NOW = Date.parse("2026-07-01T10:00:00Z");

const FROM = { from: "111122", to: "16175550101" };
export const SMS = { action: "sendsms", ...FROM, "message-text": "Hello" };
export const TEXT = { "message-text": "Hello" };
export const SAVE = {
  action: "savemms",
  name: "Sale",
  "fallback-sms-text": "See it",
  slide: [TEXT],
};
export const send = (mmsId: unknown) => ({ action: "sendsavedmms", ...FROM, "mms-id": mmsId });
export const withSlide = (slide: unknown) => ({ ...SAVE, slide: [TEXT, slide] });
export const image = (url: unknown) => withSlide({ image: { url } });

export const file = { url: "https://media.example.com/file" };
export const emoji = (count: number) => "🎉".repeat(count);

export let test: TestService;
/** Service whose store fails, and which may fetch from no private address. */
export let fragile: TestService;
/** Proxy before its database. */
export let line: BreakingLine;
export let databaseUrl: string;
export const files = startFiles();
const provider = startLookupServer();
let release: () => void;
export const hanging = new Promise<Response>((resolve) =>
  release = () => resolve(new Response(null, { status: 404 }))
);
export const keys: Record<string, string> = {};
export const templates: Record<string, string> = {};

/** Starts the services, with an account for each rule and a template in each state. */
export async function startServices(): Promise<void> {
  databaseUrl = await migratedDatabase();
  line = startBreakingLine(databaseUrl);
  [test, fragile] = await Promise.all([
    startService({
      clock: { now: () => NOW },
      config: {
        OUTBOUND_ALLOW: "127.0.0.1",
        TEMPLATES_LOCKED_MAX: "5",
        OPERATOR_LOOKUP: "http",
        OPERATOR_LOOKUP_URL: provider.url,
        ADMIN_READ_TOKEN: READ_TOKEN,
      },
      senders: [SHORT_CODE, { address: "ACME", kind: "alphanumeric", country: "US" }],
    }),
    startService({
      config: {
        DATABASE_URL: line.url,
        OUTBOUND_ALLOW: "",
        CREDENTIAL_FAILURE_BURST: "1",
        TRUSTED_PROXIES: "127.0.0.1",
      },
    }),
  ]);
  keys.acme = test.apiKey;
  const accounts: [string, Partial<NewAccountFields>][] = [
    ["blocked", { disabled: true }],
    ["other", {}],
    ["slow", { rate: 1 }],
    ["campaigns", { enforceCampaignCheck: true }],
    ["no-fallback", { allowFallbackSms: false }],
    ["stopped", {}],
    ["looked-up", {}],
    ["unserved", {}],
  ];
  for (const [id, more] of accounts) await addAccount(id, more);
  provider.respond = () => new Response(null, { status: 500 });
  const routes = [
    { account: "looked-up", operator: "0001470", kind: "sms", connectors: "loopback" },
    { account: "looked-up", operator: "0001470", kind: "mms", connectors: "loopback" },
    { account: "unserved", kind: "sms", connectors: "" },
    { account: "unserved", kind: "mms", connectors: "" },
  ];
  for (const route of routes) await test.admin("POST", "/routes", route);
  const quiet = { "disable-fallback-sms": true, slide: [TEXT] };
  templates.ready = await settledTemplate(test, SAVE);
  templates.quiet = await settledTemplate(test, quiet);
  templates.others = await settledTemplate(test, SAVE, { key: keys.other });
  for (const [number, originator] of [["16175550101", "111122"], ["16175550102"]]) {
    await test.admin("POST", "/accounts/stopped/blocks", { number, originator });
  }
  templates.stopped = await settledTemplate(test, SAVE, { key: keys.stopped });
  templates.failed = await settledTemplate(test, image(files.respond("gone.jpg", notFound)));
  templates.locked = (await ask(
    test,
    image(files.respond("slow.jpg", () => hanging)),
  )).body["mms-id"];
}

/** Creates an account that sends from the short code, and whose postbacks go to the receiver. */
export async function addAccount(id: string, more: Partial<NewAccountFields>): Promise<void> {
  const fields = { id, name: id, postbackUrl: test.receiver.url, ...more };
  keys[id] = (await createAccount(test.service.provision, fields)).apiKey;
  await shareShortCode(test, id);
}

export async function stopServices(): Promise<void> {
  release();
  await Promise.all([test.stop(), fragile.stop()]);
  await Promise.all([files.stop(), line.cut(), provider[Symbol.asyncDispose]()]);
}

function notFound(): Response {
  return new Response(null, { status: 404 });
}

export type ErrorRow = [
  fault: string,
  when: string,
  ask: () => Promise<DoorResponse>,
  info: string | RegExp,
];

/**
 * Sends a request to the JSON door with a key of the account. The XML form refuses it alike, and so
 * does the admin API when it performs the action.
 */
export async function posting(body: unknown, account = "acme"): Promise<DoorResponse> {
  const response = await ask(test, body, { key: keys[account] });
  if (response.status === 200) return response;
  await assertAlikeInXml({ url: test.url, apiKey: keys[account]! }, body, response);
  const performed = await admin("POST", `/accounts/${account}/actions`, { request: body })();
  assert.deepEqual([performed.status, performed.body], [response.status, response.body]);
  return response;
}
/** Faults that were compared in XML. */
export const inXml = new Set<string>();

/** Asserts that the XML form refuses a body as JSON was refused, where XML can express it. */
export async function assertAlikeInXml(
  service: Parameters<typeof askXml>[0],
  body: unknown,
  response: DoorResponse,
): Promise<void> {
  if (typeof body !== "object" || body === null || !isExpressible(body)) return;
  const { status, fields } = await askXml(service, body);
  assert.deepEqual([status, fields], [response.status, response.body]);
  inXml.add(faultOf(response));
}

/** Tells whether a body is the same in XML, but for values that become text. */
function isExpressible(body: object): boolean {
  try {
    return isDeepStrictEqual(
      read(requestXml(body)).body,
      textual(JSON.parse(JSON.stringify(body))),
    );
  } catch {
    return false; // a character that XML forbids
  }
}

/** Sends a body as most rows do. */
export const posted = (body: unknown, options?: RequestOptions) => () =>
  options === undefined ? posting(body) : ask(test, body, options);
/** Sends a body for another account. */
export const postedBy = (account: string, body: unknown) => () => posting(body, account);
/** Sends a body that is refused before its action is known. */
export const early = (body: unknown, options?: RequestOptions) =>
  posted(body, { ...options, early: true });
/** Sends a template, whose id is known only when the request is made. */
export const sent = (name: string, more: object = {}, account?: string) => () =>
  posting({ ...send(templates[name]), ...more }, account);

/** Admin token that changes nothing. */
export const READ_TOKEN = "read-token-of-the-tests";

export const admin = (method: string, path: string, body?: unknown, token = ADMIN_TOKEN) => () =>
  ask(test, body, {
    method,
    path: `/admin/v1${path}`,
    headers: { authorization: `Bearer ${token}`, "x-api-key": null },
  });

export const stream = (chunks: number, bytes: number) =>
  new ReadableStream({
    pull(controller) {
      if (chunks-- > 0) controller.enqueue(new Uint8Array(bytes).fill(0x20));
      else controller.close();
    },
  });
