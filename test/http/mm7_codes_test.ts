/** Every row of the contract's table of MM7 codes (section 5), produced through the door. */
import assert from "node:assert/strict";
import postgres from "postgres";
import { addSender, createAccount, issueKey } from "../../src/actions/provision.ts";
import type { Account } from "../../src/core/account/account.ts";
import { STATUSES } from "../../src/mm7/status.ts";
import { type BreakingLine, startBreakingLine } from "../support/breaking_line.ts";
import { migratedDatabase } from "../support/migrated.ts";
import { startLookupServer } from "../support/provider.ts";
import { SHORT_CODE, startService, type TestService } from "../support/service.ts";
import { type Answer, createVasp, multipart, NAMESPACE, type Post, TEXT } from "../support/vasp.ts";
import type { Vasp } from "../support/vasp.ts";

let test: TestService;
/** A service whose store fails. */
let fragile: TestService;
/** The way to its database. */
let line: BreakingLine;
let databaseUrl: string;
const provider = startLookupServer();
const vasps: Record<string, Vasp> = {};
let otherKey: string;

const SHARED = { address: "222233", kind: "short-code", country: "US", shared: true } as const;
const OF_VASID = { ...SHARED, address: "333344", shared: false, vasid: "61295" } as const;

Deno.test.beforeAll(async () => {
  databaseUrl = await migratedDatabase();
  line = startBreakingLine(databaseUrl);
  [test, fragile] = await Promise.all([
    startService({
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
  const accounts: [string, Partial<Account>][] = [
    ["disabled", { disabled: true }],
    ["json-only", { mm7: false }],
    ["slow", { rate: 1 }],
    ["campaigns", { enforceCampaignCheck: true }],
    ["stopped", {}],
    ["java", { mm7TextXml: true }],
    ["looked-up", {}],
    ["unserved", {}],
  ];
  for (const [id, more] of accounts) {
    const { apiKey } = await createAccount(test.service.provision, { id, name: id, ...more });
    await addSender(test.service.provision, id, SHORT_CODE);
    vasps[id] = createVasp({ url: test.url, account: id, apiKey });
    otherKey = apiKey;
  }
  await test.admin("POST", "/accounts/stopped/blocks", { number: "16175550101" });
  provider.answer = () => new Response(null, { status: 500 });
  const routes = [
    { account: "looked-up", operator: "0001470", kind: "mms", connectors: "loopback" },
    { account: "unserved", kind: "mms", connectors: "" },
    { account: "unserved", kind: "sms", connectors: "" },
  ];
  for (const route of routes) await test.admin("POST", "/routes", route);
});

Deno.test.afterAll(async () => {
  await Promise.all([test.stop(), fragile.stop()]);
  await Promise.all([line.cut(), provider[Symbol.asyncDispose]()]);
});

const address = (inner: string) => ({
  SenderIdentification: `<SenderIdentification><VASPID>${test.apiKey}</VASPID>${inner}` +
    `</SenderIdentification>`,
});
const from = (digits: string, vasid = "") =>
  address(`${vasid}<SenderAddress><ShortCode>${digits}</ShortCode></SenderAddress>`);
const to = (inner: string) => ({ Recipients: `<Recipients>${inner}</Recipients>` });
const part = (type: string, content: Post["content"] = TEXT) => ({
  headers: [`Content-Type: ${type}`, "Content-ID: <content>"],
  content: content!.content,
});
const xmlRequest = (post: Post) => ({
  ...post,
  raw: new TextEncoder().encode(vasps.acme!.envelope(post)),
  contentType: "text/xml",
});

interface Case {
  title: string;
  code: number;
  post: () => Post | Promise<Post>;
  /** Default: acme. */
  vasp?: string;
  /** Default: 200. */
  status?: number;
  /** Default: Client. */
  faultcode?: "Server";
  details?: RegExp;
  /** The TransactionID cannot be known. */
  untold?: boolean;
}

const CASES: Case[] = [
  {
    title: "2000 what no other code says",
    code: 2000,
    vasp: "campaigns",
    post: () => ({}),
    details: /campaign/,
  },
  {
    title: "2000 an operator that is not served",
    code: 2000,
    vasp: "unserved",
    post: () => ({}),
    details: /^the recipient's operator is not provisioned$/,
  },
  {
    title: "2002 recipient with letters",
    code: 2002,
    post: () => ({ fields: to("<To><Number>+1617555CALL</Number></To>") }),
  },
  {
    title: "2002 recipient with a digit too few",
    code: 2002,
    post: () => ({ fields: to("<To><Number>1617555010</Number></To>") }),
    details: /possible/,
  },
  {
    title: "2002 recipient as ShortCode",
    code: 2002,
    post: () => ({ fields: to("<To><ShortCode>16175550101</ShortCode></To>") }),
  },
  {
    title: "2002 recipient as RFC2822Address",
    code: 2002,
    post: () => ({ fields: to("<To><RFC2822Address>a@example.com</RFC2822Address></To>") }),
  },
  {
    title: "2004 a type that no slide takes",
    code: 2004,
    post: () => ({ content: part("text/html") }),
    details: /text\/html/,
  },
  {
    title: "2004 octets without a known extension",
    code: 2004,
    post: () => ({ content: part("application/octet-stream") }),
  },
  {
    title: "2007 XML that breaks off",
    code: 2007,
    post: () => xmlRequest({ body: "<SubmitReq>" }),
    details: /^Message format corrupt/,
  },
  {
    title: "2007 a DOCTYPE",
    code: 2007,
    post: () => ({
      raw: new TextEncoder().encode("<!DOCTYPE a><a/>"),
      contentType: "text/xml",
    }),
    untold: true,
  },
  {
    title: "2007 a multipart without its last boundary",
    code: 2007,
    post: () => ({ raw: new TextEncoder().encode("--main-boundary\r\n\r\nx") }),
    untold: true,
  },
  {
    title: "2007 ExpiryDate in the past",
    code: 2007,
    post: () => ({ fields: { ExpiryDate: "<ExpiryDate>2020-01-01T00:00:00Z</ExpiryDate>" } }),
    details: /ExpiryDate is past/,
  },
  {
    title: "2007 a Content without allowAdaptations",
    code: 2007,
    post: () => ({ fields: { Content: `<Content href="cid:content"/>` } }),
    details: /no allowAdaptations.*mm7-allow-adaptations/,
  },
  {
    title: "2500 no Content-Type",
    code: 2500,
    post: () => ({ contentType: null, raw: new TextEncoder().encode("x") }),
    untold: true,
  },
  {
    title: "2500 a Content-Type of another kind",
    code: 2500,
    post: () => ({ contentType: "application/json" }),
    untold: true,
  },
  {
    title: "2500 a multipart without boundary",
    code: 2500,
    post: () => ({ contentType: "multipart/related" }),
    untold: true,
  },
  {
    title: "2500 a body that is compressed",
    code: 2500,
    status: 415,
    post: async () => {
      const zipped = new Blob([multipart("main-boundary", [TEXT])]).stream()
        .pipeThrough(new CompressionStream("gzip"));
      const raw = await new Response(zipped).bytes();
      return { raw, headers: { "content-encoding": "gzip" } };
    },
    details: /^Content-Encoding must be identity/,
    untold: true,
  },
  {
    title: "2500 an empty body",
    code: 2500,
    post: () => ({ raw: new Uint8Array(0) }),
    untold: true,
  },
  { title: "2502 no Recipients", code: 2502, post: () => ({ fields: { Recipients: "" } }) },
  { title: "2502 empty Recipients", code: 2502, post: () => ({ fields: to("") }) },
  {
    title: "2502 nobody but who is displayOnly",
    code: 2502,
    post: () => ({ fields: to(`<To><Number displayOnly="true">16175550101</Number></To>`) }),
  },
  {
    title: "2503 two numbers",
    code: 2503,
    post: () => ({
      fields: to("<To><Number>16175550101</Number><Number>16175550102</Number></To>"),
    }),
  },
  { title: "2504 no SenderAddress", code: 2504, post: () => ({ fields: address("") }) },
  { title: "2505 no MM7Version", code: 2505, post: () => ({ fields: { MM7Version: "" } }) },
  {
    title: "2505 MM7Version 6.9.0",
    code: 2505,
    post: () => ({ fields: { MM7Version: "<MM7Version>6.9.0</MM7Version>" } }),
  },
  { title: "2506 no Content", code: 2506, post: () => ({ fields: { Content: "" } }) },
  {
    title: "2507 a schema of release 4",
    code: 2507,
    post: () => ({ namespace: NAMESPACE.replace("REL-6", "REL-4") }),
  },
  {
    title: "2510 no TransactionID",
    code: 2510,
    post: () => ({ transactionId: null }),
    untold: true,
  },
  { title: "2511 an empty SOAP body", code: 2511, post: () => xmlRequest({ body: "" }) },
  ...["CancelReq", "ReplaceReq", "DeliverReq", "Anything"].map((name): Case => ({
    title: `2512 ${name}`,
    code: 2512,
    post: () => xmlRequest({ body: `<${name} xmlns="${NAMESPACE}"/>` }),
  })),
  {
    title: "2513 no part has the id of Content href",
    code: 2513,
    post: () => ({ fields: { Content: `<Content href="cid:no" allowAdaptations="false"/>` } }),
  },
  {
    title: "2513 a part that does not decode",
    code: 2513,
    post: () => ({
      content: {
        headers: [...TEXT.headers, "Content-Transfer-Encoding: base64"],
        content: "!!!",
      },
    }),
  },
  {
    title: "2513 a text in an unknown charset",
    code: 2513,
    post: () => ({ content: part("text/plain; charset=klingon") }),
  },
  {
    title: "2513 content without text or files",
    code: 2513,
    post: () => ({ content: { ...TEXT, content: " \r\n" } }),
  },
  {
    title: "2514 a part whose Content-Type is malformed",
    code: 2514,
    post: () => ({ content: part("image") }),
  },
  {
    title: "2514 a part without Content-Type that nobody knows",
    code: 2514,
    post: () => ({
      content: { headers: ["Content-ID: <content>"], content: Uint8Array.of(71, 252, 0, 1) },
    }),
    details: /^part 2 has no Content-Type/,
  },
  {
    title: "2515 an envelope that says it is no XML",
    code: 2515,
    post: () => ({
      raw: multipart("main-boundary", [
        { headers: ["Content-Type: image/png", "Content-ID: <start>"], content: "<a/>" },
        TEXT,
      ]),
    }),
    untold: true,
  },
  { title: "2550 a disabled account", code: 2550, vasp: "disabled", post: () => ({}) },
  { title: "2551 an account without MM7", code: 2551, vasp: "json-only", post: () => ({}) },
  {
    title: "2560 a body over the limit",
    code: 2560,
    status: 413,
    post: () => ({ content: { ...TEXT, content: "x".repeat(100_000) } }),
    untold: true,
  },
  {
    title: "2560 a chunked body over the limit",
    code: 2560,
    status: 413,
    post: () => ({ raw: endless(100_001) }),
    untold: true,
  },
  {
    title: "2561 no SenderIdentification",
    code: 2561,
    post: () => ({ fields: { SenderIdentification: "" } }),
  },
  {
    title: "2562 a shared short code without VASID",
    code: 2562,
    post: () => ({ fields: from("222233") }),
  },
  {
    title: "2562 a VASID that is not the sender's",
    code: 2562,
    post: () => ({ fields: from("333344", "<VASID>1</VASID>") }),
  },
  {
    title: "2563 a short code of somebody else",
    code: 2563,
    post: () => ({ fields: from("99999") }),
  },
  {
    title: "2564 no VASPID",
    code: 2564,
    post: () => ({
      fields: {
        SenderIdentification: "<SenderIdentification><SenderAddress><ShortCode>111122</ShortCode>" +
          "</SenderAddress></SenderIdentification>",
      },
    }),
  },
  {
    title: "2564 the VASPID of another account",
    code: 2564,
    post: () => ({ fields: withVaspId(otherKey) }),
  },
  {
    title: "2565 ReplyCharging",
    code: 2565,
    post: () => ({ fields: { ReplyCharging: "<ReplyCharging/>" } }),
  },
  {
    title: "2566 an unknown carrier id",
    code: 2566,
    post: () => ({ headers: { "x-service-carrier-id": "1234567" } }),
  },
  ...([
    ["no credentials", { user: null }],
    ["a wrong password", { password: "wrong" }],
    ["another user", { user: "java" }],
    ["another scheme", { user: null, headers: { authorization: "Bearer x" } }],
    ["credentials that are not base64", { user: null, headers: { authorization: "Basic !" } }],
  ] as [string, Post][]).map(([what, post]): Case => ({
    title: `2568 ${what}`,
    code: 2568,
    status: 401,
    post: () => post,
  })),
  {
    title: "2569 the lookup of an operator that a route needs fails",
    code: 2569,
    vasp: "looked-up",
    faultcode: "Server",
    post: () => ({}),
    details: /^the operator lookup failed; try again$/,
  },
  {
    title: "3001 a recipient that has opted out",
    code: 3001,
    vasp: "stopped",
    post: () => ({}),
    details: /^To is blocked/,
  },
  {
    title: "3002 ChargedPartyID",
    code: 3002,
    post: () => ({ fields: { ChargedPartyID: "<ChargedPartyID>x</ChargedPartyID>" } }),
  },
  {
    title: "3002 ChargedParty",
    code: 3002,
    post: () => ({ fields: { ChargedParty: "<ChargedParty>Sender</ChargedParty>" } }),
  },
  {
    title: "3510 over the account's rate",
    code: 3510,
    vasp: "slow",
    faultcode: "Server",
    post: async () => {
      await vasps.slow!.submit();
      return {};
    },
  },
];

/** Produced by tests of their own below, and at the relay. */
const ELSEWHERE = [1000, 2005, 3000];

function withVaspId(key: string) {
  return {
    SenderIdentification: `<SenderIdentification><VASPID>${key}</VASPID>` +
      "<SenderAddress><ShortCode>111122</ShortCode></SenderAddress></SenderIdentification>",
  };
}

/** A body of unknown length. */
function endless(bytes: number): ReadableStream<Uint8Array> {
  let left = bytes;
  return new ReadableStream({
    pull(controller) {
      if (left <= 0) return controller.close();
      controller.enqueue(new Uint8Array(Math.min(left, 16_384)).fill(45));
      left -= 16_384;
    },
  });
}

function check(
  answer: Answer,
  { code, status = 200, faultcode, details, untold }: Partial<Case>,
): void {
  assert.deepEqual([answer.code, answer.status], [code, status], answer.xml);
  assert.equal(answer.faultcode, `soap-env:${faultcode ?? "Client"}`);
  const row = Object.values(STATUSES).find((one) => one.code === code)!;
  assert.equal(answer.text, row.text);
  assert.match(answer.xml, /<detail><RSErrorRsp xmlns=/);
  assert.match(answer.details ?? "", details ?? /./);
  assert.equal(answer.transactionId === null, untold === true, answer.xml);
  assert.equal(answer.xml.includes("<soap-env:Header/>"), untold === true, answer.xml);
  assert.equal(answer.messageId, null);
}

for (const one of CASES) {
  Deno.test(`MM7 code ${one.title}`, async () => {
    const answer = await vasps[one.vasp ?? "acme"]!.post(await one.post());
    check(answer, one);
    if (one.status === 415) assert.equal(answer.headers.get("accept-encoding"), "identity");
    if (one.status === 401) assert.match(answer.headers.get("www-authenticate")!, /^Basic realm=/);
  });
}

Deno.test("MM7 code 1000 accepted, with MessageID and the TransactionID of the request", async () => {
  const answer = await vasps.acme!.post({ transactionId: "tx 1000 & more".replace("&", "&amp;") });
  assert.deepEqual([answer.status, answer.code], [200, 1000], answer.xml);
  assert.equal(answer.transactionId?.replace("&amp;", "&"), "tx 1000 & more");
  assert.ok(answer.messageId);
  assert.equal(answer.faultcode, null);
});

Deno.test("MM7 code 1000 without allowAdaptations where the configuration says what it means", async () => {
  await vasps.fragile!.submit({ fields: { Content: `<Content href="cid:content"/>` } });
});

Deno.test("MM7 code 3000 with HTTP 503 and Retry-After while the store is down", async () => {
  const vasp = vasps.fragile!;
  await vasp.submit(); // the account is known now
  const admin = postgres(databaseUrl, { max: 1, onnotice: () => {} });
  try {
    await admin.unsafe("alter table message rename to gone");
    check(await vasp.post(), { code: 3000, faultcode: "Server" });
    await admin.unsafe("alter table gone rename to message");
    await vasp.submit();
    await line.cut();
    const answer = await vasp.post();
    check(answer, { code: 3000, status: 503, faultcode: "Server" });
    assert.equal(answer.headers.get("retry-after"), "2");
  } finally {
    await admin.end({ timeout: 0 }).catch(() => {});
  }
});

Deno.test("every code of the table is produced here or named as another's", () => {
  const produced = new Set([...CASES.map(({ code }) => code), ...ELSEWHERE]);
  const codes = new Set(Object.values(STATUSES).map(({ code }) => code));
  assert.deepEqual([...produced].sort(), [...codes].sort());
});

Deno.test("the answer is application/xml, or text/xml where asked for", async () => {
  const XML = "application/xml; charset=utf-8";
  const TEXT_XML = "text/xml; charset=utf-8";
  const accepts: [string, string][] = [
    ["*/*", XML],
    ["application/xml", XML],
    ["application/xml, text/xml", XML],
    ["text/xml", TEXT_XML],
    ["text/xml, multipart/related", TEXT_XML],
    ["text/xml, text/html, image/gif, image/jpeg, *; q=.2, */*; q=.2", TEXT_XML],
    ["text/html, image/gif, image/jpeg, *; q=.2, */*; q=.2", XML],
    ["text/xml;q=0.5, application/xml;q=0.9", XML],
    ["text/xml;q=0", XML],
  ];
  for (const [accept, type] of accepts) {
    const { headers } = await vasps.acme!.post({ headers: { accept } });
    assert.equal(headers.get("content-type"), type, accept);
    const fault = await vasps.acme!.post({ headers: { accept }, password: "wrong" });
    assert.equal(fault.headers.get("content-type"), type, accept);
  }
  assert.equal((await vasps.java!.post()).headers.get("content-type"), TEXT_XML);
});

Deno.test("a request that is text/xml as a whole is answered text/xml, as is its 401", async () => {
  for (const type of ["text/xml", "Text/XML; charset=utf-8"]) {
    for (const post of [{}, { password: "wrong" }]) {
      const answer = await vasps.acme!.post({ ...xmlRequest(post), contentType: type });
      assert.equal(answer.headers.get("content-type"), "text/xml; charset=utf-8");
    }
  }
  const other = await vasps.acme!.post({ ...xmlRequest({}), contentType: "application/xml" });
  assert.equal(other.headers.get("content-type"), "application/xml; charset=utf-8");
});

Deno.test("a Content-Encoding that changes nothing is none", async () => {
  await vasps.acme!.submit({ headers: { "content-encoding": "Identity" } });
});

Deno.test("the answer is in the namespace and version of the request", async () => {
  for (const release of ["REL-5-MM7-1-0", "REL-5-MM7-1-3", "REL-6-MM7-1-3", "REL-6-MM7-6-7"]) {
    const namespace = NAMESPACE.replace("REL-6-MM7-1-4", release);
    const answer = await vasps.java!.post({
      namespace,
      fields: { MM7Version: "<MM7Version>5.6.0</MM7Version>" },
    });
    assert.ok(answer.xml.includes(`<SubmitRsp xmlns="${namespace}"`), answer.xml);
    assert.match(answer.xml, /<MM7Version>5\.6\.0<\/MM7Version>/);
  }
});

Deno.test("another method is told to POST", async () => {
  const response = await fetch(`${test.url}/mm7/v1`);
  await response.body?.cancel();
  assert.deepEqual([response.status, response.headers.get("allow")], [405, "POST"]);
});

Deno.test("a second key of the account is as good, as password and as VASPID", async () => {
  const { apiKey } = await issueKey(test.service.provision, "acme");
  await vasps.acme!.submit({ password: apiKey });
  await vasps.acme!.submit({ fields: withVaspId(apiKey) });
});

Deno.test("all answers are valid under tools/mm7.xsd", async () => {
  await vasps.acme!.lintAnswers();
  for (const name of ["disabled", "json-only", "slow", "campaigns", "stopped"]) {
    await vasps[name]!.lintAnswers();
  }
});
