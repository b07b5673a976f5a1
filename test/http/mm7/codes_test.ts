/** Every row of the contract's table of MM7 codes (section 5), produced through the door. */
import assert from "node:assert/strict";
import postgres from "postgres";
import { issueKey } from "../../../src/actions/provision.ts";
import { STATUSES } from "../../../src/mm7/status.ts";
import { NAMESPACE, type VaspResponse } from "../../support/vasp.ts";
import { CASES, type CodeCase } from "./codes.ts";
import {
  databaseUrl,
  line,
  startServices,
  stopServices,
  test,
  vasps,
  withVaspId,
  xmlRequest,
} from "./codes_setup.ts";

Deno.test.beforeAll(startServices);
Deno.test.afterAll(stopServices);

/** Codes produced by separate tests below, and at the relay. */
const ELSEWHERE = [1000, 2005, 3000];

function check(
  response: VaspResponse,
  { code, status = 200, faultcode, details, untold }: Partial<CodeCase>,
): void {
  assert.deepEqual([response.code, response.status], [code, status], response.xml);
  assert.equal(response.faultcode, `soap-env:${faultcode ?? "Client"}`);
  const row = Object.values(STATUSES).find((status) => status.code === code)!;
  assert.equal(response.text, row.text);
  assert.match(response.xml, /<detail><RSErrorRsp xmlns=/);
  assert.match(response.details ?? "", details ?? /./);
  assert.equal(response.transactionId === null, untold === true, response.xml);
  assert.equal(response.xml.includes("<soap-env:Header/>"), untold === true, response.xml);
  assert.equal(response.messageId, null);
}

for (const example of CASES) {
  Deno.test(`MM7 code ${example.title}`, async () => {
    const response = await vasps[example.vasp ?? "acme"]!.post(await example.post());
    check(response, example);
    if (example.status === 415) assert.equal(response.headers.get("accept-encoding"), "identity");
    if (example.status === 401) {
      assert.match(response.headers.get("www-authenticate")!, /^Basic realm=/);
    }
  });
}

Deno.test("MM7 code 1000 accepted, with MessageID and the TransactionID of the request", async () => {
  const response = await vasps.acme!.post({
    transactionId: "tx 1000 & more".replace("&", "&amp;"),
  });
  assert.deepEqual([response.status, response.code], [200, 1000], response.xml);
  assert.equal(response.transactionId?.replace("&amp;", "&"), "tx 1000 & more");
  assert.ok(response.messageId);
  assert.equal(response.faultcode, null);
});

Deno.test("MM7 code 1000 without allowAdaptations where the configuration says what it means", async () => {
  await vasps.fragile!.submit({ fields: { Content: `<Content href="cid:content"/>` } });
});

Deno.test("MM7 code 3000 with HTTP 503 and Retry-After while the store is down", async () => {
  const vasp = vasps.fragile!;
  await vasp.submit(); // the account is cached now
  const admin = postgres(databaseUrl, { max: 1, onnotice: () => {} });
  try {
    await admin.unsafe("alter table message rename to gone");
    check(await vasp.post(), { code: 3000, faultcode: "Server" });
    await admin.unsafe("alter table gone rename to message");
    await vasp.submit();
    await line.cut();
    const response = await vasp.post();
    check(response, { code: 3000, status: 503, faultcode: "Server" });
    assert.equal(response.headers.get("retry-after"), "2");
  } finally {
    await admin.end({ timeout: 0 }).catch(() => {});
  }
});

Deno.test("every code of the table is produced here or listed as produced elsewhere", () => {
  const produced = new Set([...CASES.map(({ code }) => code), ...ELSEWHERE]);
  const codes = new Set(Object.values(STATUSES).map(({ code }) => code));
  assert.deepEqual([...produced].sort(), [...codes].sort());
});

Deno.test("the response is application/xml, or text/xml where Accept asks for it", async () => {
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

Deno.test("a request that is text/xml as a whole gets text/xml, as is its 401", async () => {
  for (const type of ["text/xml", "Text/XML; charset=utf-8"]) {
    for (const post of [{}, { password: "wrong" }]) {
      const response = await vasps.acme!.post({ ...xmlRequest(post), contentType: type });
      assert.equal(response.headers.get("content-type"), "text/xml; charset=utf-8");
    }
  }
  const other = await vasps.acme!.post({ ...xmlRequest({}), contentType: "application/xml" });
  assert.equal(other.headers.get("content-type"), "application/xml; charset=utf-8");
});

Deno.test("the Content-Encoding identity is accepted", async () => {
  await vasps.acme!.submit({ headers: { "content-encoding": "Identity" } });
});

Deno.test("the response is in the namespace and version of the request", async () => {
  for (const release of ["REL-5-MM7-1-0", "REL-5-MM7-1-3", "REL-6-MM7-1-3", "REL-6-MM7-6-7"]) {
    const namespace = NAMESPACE.replace("REL-6-MM7-1-4", release);
    const response = await vasps.java!.post({
      namespace,
      fields: { MM7Version: "<MM7Version>5.6.0</MM7Version>" },
    });
    assert.ok(response.xml.includes(`<SubmitRsp xmlns="${namespace}"`), response.xml);
    assert.match(response.xml, /<MM7Version>5\.6\.0<\/MM7Version>/);
  }
});

Deno.test("another method gets 405 with Allow: POST", async () => {
  const response = await fetch(`${test.url}/mm7/v1`);
  await response.body?.cancel();
  assert.deepEqual([response.status, response.headers.get("allow")], [405, "POST"]);
});

Deno.test("a second key of the account is valid, too, as password and as VASPID", async () => {
  const { apiKey } = await issueKey(test.service.provision, "acme");
  await vasps.acme!.submit({ password: apiKey });
  await vasps.acme!.submit({ fields: withVaspId(apiKey) });
});

Deno.test("all responses are valid under tools/mm7.xsd", async () => {
  // The requests of `java` are of other namespaces, which responses repeat.
  const { java: _, ...others } = vasps;
  for (const vasp of Object.values(others)) await vasp.lintResponses();
});
