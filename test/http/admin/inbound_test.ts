/** Inbound messages in the admin API, delivered by an MMSC. */
import assert from "node:assert/strict";
import { assertResponse } from "../../contract/validate.ts";
import { adminBody, SHORT_CODE, startService, type TestService } from "../../support/service.ts";
import { basic, createVasp, multipart, NAMESPACE, type PartText } from "../../support/vasp.ts";
import { until } from "../../support/until.ts";
import { startVaspReceiver, type VaspReceiver } from "../../support/vasp_receiver.ts";

let test: TestService;
let vaspReceiver: VaspReceiver;

Deno.test.beforeAll(async () => {
  test = await startService({ senders: [SHORT_CODE] });
  vaspReceiver = startVaspReceiver();
  await expectStatus(201, "POST", "/connectors", {
    "name": "mmsc",
    "kind": "mmsc_mm7",
    "url": "https://mmsc.example.net/mm7",
    "vaspid": "slidepost",
    "relay-username": "them",
    "relay-password": "in",
  });
});

Deno.test.afterAll(async () => {
  await test.stop();
  await vaspReceiver[Symbol.asyncDispose]();
});

/** Sends a request to the admin API, and returns the body of the response, which has this status. */
const expectStatus = (status: number, method: string, path: string, request?: unknown) =>
  adminBody(test, status, method, path, request);

interface Mo {
  from?: string;
  to?: string;
  subject?: string;
  files?: PartText[];
}

const TEXT: PartText = {
  headers: ["Content-Type: text/plain; charset=utf-8", "Content-Location: grüße & 100%.txt"],
  content: "Grüße",
};
const GIF: PartText = {
  headers: ["Content-Type: image/gif", "Content-Location: dot.gif"],
  content: Uint8Array.fromBase64("R0lGODlhAQABAAAAACwAAAAAAQABAAACAkQBADs="),
};

let transactions = 0;

/** Delivers an MMS from a handset, as the MMSC does. */
async function deliver({ from = "16175550111", to = "111122", subject, files = [TEXT] }: Mo = {}) {
  const path = "/mm7/relay/mmsc";
  const envelope = `<Envelope xmlns="http://schemas.xmlsoap.org/soap/envelope/"><Header>` +
    `<TransactionID xmlns="${NAMESPACE}">mo-${++transactions}</TransactionID></Header><Body>` +
    `<DeliverReq xmlns="${NAMESPACE}"><MM7Version>6.8.0</MM7Version>` +
    `<Sender><Number>${from}</Number></Sender>` +
    `<Recipients><To><ShortCode>${to}</ShortCode></To></Recipients>` +
    (subject === undefined ? "" : `<Subject>${subject}</Subject>`) +
    `<Content href="cid:content"/></DeliverReq></Body></Envelope>`;
  const response = await fetch(test.url + path, {
    method: "POST",
    headers: {
      "authorization": basic("them", "in"),
      "content-type": `multipart/related; boundary="outer"; type="text/xml"; start="<start>"`,
      "x-service-carrier-id": "0001890",
    },
    body: multipart("outer", [
      { headers: ["Content-Type: text/xml", "Content-ID: <start>"], content: envelope },
      {
        headers: [`Content-Type: multipart/mixed; boundary="inner"`, "Content-ID: <content>"],
        content: multipart("inner", files),
      },
    ]) as BodyInit,
  });
  await assertResponse("post", path, response);
  assert.match(await response.text(), /<StatusCode>1000</);
}

/** Creates an account with a short code of its own. */
async function newOwner(address: string, fields: Record<string, unknown> = {}): Promise<string> {
  const { account } = await expectStatus(201, "POST", "/accounts", {
    "name": "Owner",
    "postback-url": test.receiver.url,
    "mms-mo-postbacks": true,
    ...fields,
  });
  await expectStatus(201, "POST", `/accounts/${account}/senders`, { ...SHORT_CODE, address });
  return account;
}

/** Reads a path until nothing in the response is in progress any more. */
// deno-lint-ignore no-explicit-any -- tests look into bodies field by field
function settled(path: string): Promise<any> {
  return until(
    () => expectStatus(200, "GET", path),
    ({ postbacks }) => postbacks.every(({ state }: { state: string }) => state !== "pending"),
  );
}

Deno.test("an inbound message is listed, and read with its files, history and postbacks", async () => {
  const account = await newOwner("222201", {
    "mm7-url": vaspReceiver.url,
    "mm7-username": "us",
    "mm7-password": "out: ü",
  });
  await deliver({ to: "222201", subject: "Hi &amp; bye", files: [TEXT, GIF] });
  const { items, "next-cursor": next } = await expectStatus(
    200,
    "GET",
    `/inbound?account=${account}`,
  );
  assert.deepEqual([items.length, next], [1, null]);
  const { "tracking-id": id, "received-at": receivedAt, files, ...fields } = items[0];
  assert.match(receivedAt, /^20\d\d-/);
  assert.deepEqual(fields, {
    "account": account,
    "kind": "MMS_MO",
    "connector": "mmsc",
    "from": "16175550111",
    "to": "222201",
    "subject": "Hi & bye",
    "text": null,
    "operator-id": "0001890",
  });

  assert.deepEqual(
    files.map(({ url: _, sha256, ...file }: Record<string, unknown>) => {
      assert.match(String(sha256), /^[0-9a-f]{64}$/);
      return file;
    }),
    [
      { name: "grüße & 100%.txt", type: "text/plain; charset=utf-8", bytes: 7 },
      { name: "dot.gif", type: "image/gif", bytes: 29 },
    ],
  );
  for (const [index, { content }] of [TEXT, GIF].entries()) {
    const { url } = files[index];
    assert.ok(url.startsWith(`${test.url}/content/`), url);
    const response = await fetch(url);
    await assertResponse("get", new URL(url).pathname, response);
    const bytes = typeof content === "string" ? new TextEncoder().encode(content) : content;
    assert.deepEqual(await response.bytes(), bytes);
  }
  const none = await fetch(`${files[0].url}x`);
  await assertResponse("get", new URL(none.url).pathname, none);
  assert.deepEqual([none.status, await none.text()], [404, "not found\n"]);

  const { history, postbacks, ...message } = await settled(`/inbound/${id}`);
  assert.deepEqual(message, items[0]);
  assert.deepEqual(
    history.map(({ event, state }: Record<string, unknown>) => [event, state]),
    [["received", null], ["passed to VASP", null]],
  );
  assert.deepEqual(
    postbacks.map(({ code, state }: Record<string, unknown>) => [code, state]),
    [["N401", "sent"], ["DeliverReq", "sent"]],
  );
  const [posted] = test.receiver.received.filter(({ body }) => body["tracking-id"] === id);
  assert.deepEqual(postbacks[0].body, posted!.body);
  // The addresses are those in the customer's postback.
  assert.deepEqual(
    posted!.body.content.map(({ file }: { file: string }) => file),
    files.map(({ url }: { url: string }) => url),
  );
  assert.equal(postbacks[1].body.message.Subject, "Hi & bye");
  const notice = vaspReceiver.received.find(({ envelope }) => envelope.includes("Hi &amp; bye"));
  assert.equal(notice!.headers.get("authorization"), basic("us", "out: ü"));
});

Deno.test("spec 6: without mms-mo-postbacks an inbound message is stored without a postback", async () => {
  const account = await newOwner("222202", { "mms-mo-postbacks": false });
  await deliver({ to: "222202" });
  const { items } = await expectStatus(200, "GET", `/inbound?account=${account}`);
  assert.equal(items.length, 1);
  assert.equal(items[0].subject, null);
  const { postbacks } = await expectStatus(200, "GET", `/inbound/${items[0]["tracking-id"]}`);
  assert.deepEqual(postbacks, []);
});

Deno.test("inbound messages are found by account, sender and recipient", async () => {
  const account = await newOwner("222203");
  await deliver({ to: "222203", from: "16175550121" });
  await deliver({ to: "222203", from: "16175550122" });
  const sendersOf = async (query: string) =>
    (await expectStatus(200, "GET", `/inbound?${query}`)).items
      .map(({ from }: { from: string }) => from);
  // Newest first.
  assert.deepEqual(await sendersOf(`account=${account}`), ["16175550122", "16175550121"]);
  assert.deepEqual(await sendersOf("to=222203"), ["16175550122", "16175550121"]);
  assert.deepEqual(await sendersOf("to=222203&from=%2B1-617-555-0121"), ["16175550121"]);
  assert.deepEqual(await sendersOf("from=16175550122"), ["16175550122"]);
  assert.deepEqual(await sendersOf(`account=acme&to=222203`), []);
  assert.deepEqual(await sendersOf("from=nobody"), []);
});

Deno.test("the listing goes through all pages by its cursor, each message once", async () => {
  const account = await newOwner("222204");
  for (let i = 0; i < 5; i++) await deliver({ to: "222204" });
  const path = `/inbound?account=${account}`;
  const all = (await expectStatus(200, "GET", path)).items;
  assert.equal(all.length, 5);
  const paged: unknown[] = [];
  for (let cursor: string | null = ""; cursor !== null;) {
    const from: string = cursor === "" ? "" : `&cursor=${encodeURIComponent(cursor)}`;
    const page = await expectStatus(200, "GET", `${path}&limit=2${from}`);
    assert.ok(page.items.length <= 2);
    paged.push(...page.items);
    cursor = page["next-cursor"];
  }
  assert.deepEqual(paged, all);
});

Deno.test("the listing of inbound messages has no outbound one, and the reverse", async () => {
  const account = await newOwner("222205");
  await deliver({ to: "222205" });
  const { items } = await expectStatus(200, "GET", `/inbound?account=${account}`);
  await expectStatus(404, "GET", `/messages/${items[0]["tracking-id"]}`);
  const sent = await createVasp(test).submit();
  await expectStatus(404, "GET", `/inbound/${sent}`);
});

Deno.test("a message of a VASP shows the reports that the VASP is sent", async () => {
  const fields = { "mm7-url": vaspReceiver.url, "mm7-username": "user" };
  await expectStatus(200, "PATCH", "/accounts/acme", fields);
  const id = await createVasp(test).submit();
  await test.receiver.untilCodes(id, ["N101", "N102"]);
  const { postbacks } = await settled(`/messages/${id}`);
  assert.deepEqual(
    postbacks.map(({ code, state }: Record<string, unknown>) => [code, state]).toSorted(),
    [["DeliveryReportReq", "sent"], ["N101", "sent"], ["N102", "sent"]],
  );
  const report = postbacks.find(({ code }: { code: string }) => code === "DeliveryReportReq");
  assert.equal(report.body.message.MMStatus, "Retrieved");
  const notice = vaspReceiver.received.find(({ envelope }) => envelope.includes(id));
  // A missing password is not an empty one.
  assert.equal(notice!.headers.get("authorization"), basic("user", ""));
});

Deno.test("an account has the MM7 door as its fields say, at once", async () => {
  const vasp = createVasp(test);
  const change = (fields: Record<string, unknown>) =>
    expectStatus(200, "PATCH", "/accounts/acme", fields);
  const typeOf = async () => (await vasp.post()).headers.get("content-type");
  assert.equal(await typeOf(), "application/xml; charset=utf-8");
  await change({ "mm7-text-xml": true });
  assert.equal(await typeOf(), "text/xml; charset=utf-8");
  await change({ "mm7": false });
  assert.equal((await vasp.post()).code, 2551);
  await change({ "mm7": true, "mm7-text-xml": false });
  assert.equal((await vasp.post()).code, 1000);
});

Deno.test("messages can be listed by the state `preparing`", async () => {
  const { items } = await expectStatus(200, "GET", "/messages?state=preparing");
  assert.deepEqual(items, []);
});

Deno.test("responses of the MM7 door are as openapi.yaml declares them", async () => {
  const post = async (headers: Record<string, string>, body: BodyInit) => {
    const response = await fetch(`${test.url}/mm7/v1`, { method: "POST", headers, body });
    await assertResponse("post", "/mm7/v1", response);
    await response.body!.cancel();
    return response.status;
  };
  const authorization = basic(test.account, test.apiKey);
  assert.equal(await post({ authorization, "content-type": "text/xml" }, "<x/>"), 200);
  assert.equal(await post({ "content-type": "text/xml", "accept": "text/xml" }, "<x/>"), 401);
  const large = new Uint8Array(10_000_001);
  assert.equal(await post({ authorization, "content-type": "text/xml" }, large), 413);
});
