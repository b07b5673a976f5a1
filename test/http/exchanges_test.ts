/** The exchange log through both doors and both kinds of carriers. */
import assert from "node:assert/strict";
import postgres from "postgres";
import type { Exchange } from "../../src/generated/admin.ts";
import { lendDatabase } from "../support/migrated.ts";
import { type Mmsc, startMmsc } from "../support/mmsc.ts";
import { ADMIN_TOKEN, jsonOf, startService, type TestService } from "../support/service.ts";
import { type Smsc, startSmsc } from "../support/smsc.ts";
import { utf16 } from "../support/utf16.ts";
import { basic, createVasp, TEXT } from "../support/vasp.ts";
import { until } from "../support/until.ts";
import { requestXml } from "../xml/requests.ts";
import { askXml } from "./xml.ts";

const SECRETS = {
  "the MMSC's password": "mmsc-password",
  "the relay's password": "relay-password",
  "the SMSC's password": "smscpwd",
  "an imported key": "ImportedKeyOfAcme0123",
  "the admin token": ADMIN_TOKEN,
};

const SENDER = {
  address: "111122",
  kind: "short-code",
  country: "US",
  "mms-connector": "mmsc",
  "sms-connector": "smsc",
} as const;

interface Fixture extends AsyncDisposable {
  test: TestService;
  mmsc: Mmsc;
  smsc: Smsc;
  /** Returns the text of all rows. */
  table(): Promise<string[]>;
}

async function startFixture(config: Record<string, string>): Promise<Fixture> {
  await using parts = new AsyncDisposableStack();
  const [mmsc, smsc] = [parts.use(await startMmsc()), parts.use(await startSmsc())];
  const { url, release } = await lendDatabase();
  parts.defer(release);
  const sql = postgres(url, { max: 1 });
  parts.defer(() => sql.end());
  const test = parts.use(
    await startService({ senders: [SENDER], config: { DATABASE_URL: url, ...config } }),
  );
  const responses = await Promise.all([
    test.admin("POST", "/connectors", {
      name: "mmsc",
      kind: "mmsc_mm7",
      url: mmsc.url,
      username: "us",
      password: SECRETS["the MMSC's password"],
      vaspid: "tulip",
      "relay-username": "relay",
      "relay-password": SECRETS["the relay's password"],
    }),
    test.admin("POST", "/smscs", {
      name: "smsc",
      host: smsc.host,
      port: smsc.port,
      "system-id": "slidepost",
      password: SECRETS["the SMSC's password"],
    }),
    test.admin("POST", "/accounts/acme/keys", { "api-key": SECRETS["an imported key"] }),
  ]);
  assert.deepEqual(responses.map(({ status }) => status), [201, 201, 201]);
  await smsc.until(() => smsc.sessions.length > 0);
  const running = parts.move();
  return {
    test,
    mmsc,
    smsc,
    table: async () =>
      (await sql`select row_to_json(exchange) as row from exchange`)
        .map(({ row }) => JSON.stringify(row)),
    [Symbol.asyncDispose]: () => running.disposeAsync(),
  };
}

/** Lists the exchanges of a message once there are as many as expected. */
async function exchangesOf(test: TestService, id: string, count: number): Promise<Exchange[]> {
  const { body } = await until(
    () => test.admin("GET", `/messages/${id}/exchanges`),
    ({ body }) => body.items?.length >= count,
  );
  return body.items;
}

const summaryOf = ({ peer, direction, protocol, title }: Exchange) =>
  `${protocol} ${direction} ${peer}: ${title}`;

async function sendSms(test: TestService, fields: Record<string, unknown> = {}) {
  const body = { action: "sendsms", from: "111122", to: "16175550101", ...fields };
  return (await jsonOf(await test.post({ "message-text": "Hello", ...body })))["tracking-id"];
}

const report = (id: string) =>
  `<?xml version="1.0" encoding="utf-8"?>` +
  `<e:Envelope xmlns:e="http://schemas.xmlsoap.org/soap/envelope/"><e:Header>` +
  `<TransactionID xmlns="http://www.3gpp.org/ftp/Specs/archive/23_series/23.140/schema/REL-6-MM7-1-4">r-1</TransactionID>` +
  `</e:Header><e:Body><DeliveryReportReq xmlns="http://www.3gpp.org/ftp/Specs/archive/23_series/23.140/schema/REL-6-MM7-1-4">` +
  `<MM7Version>6.8.0</MM7Version><MessageID>${id}</MessageID>` +
  `<Recipient><Number>16175550101</Number></Recipient><Sender><ShortCode>111122</ShortCode></Sender>` +
  `<Date>2026-11-21T12:00:00Z</Date><MMStatus>Retrieved</MMStatus></DeliveryReportReq></e:Body></e:Envelope>`;

Deno.test("the exchange log", async (t) => {
  await using fixture = await startFixture({ EXCHANGE_LOG: "on", EXCHANGE_MAX_BYTES: "4KiB" });
  const { test, mmsc, smsc, table } = fixture;

  await t.step("has an SMS over JSON and SMPP, with its receipt", async () => {
    const text = `Héllo https://us:pa55word@example.com/?token=abcdef`;
    const id = await sendSms(test, { "message-text": text });
    await smsc.until(() => smsc.submitted.length === 1);
    await exchangesOf(test, id, 4);
    await smsc.deliver({
      esm_class: 4,
      source_addr: "16175550101",
      destination_addr: "111122",
      short_message: "id:1 sub:001 dlvrd:001 submit date:2611211200 done date:2611211201 " +
        "stat:DELIVRD err:000 text:Hello",
    });
    const exchanges = await exchangesOf(test, id, 5);
    assert.deepEqual(exchanges.map(summaryOf), [
      "json in client: sendsms",
      "json out client: HTTP 200",
      "smpp out smsc: submit_sm",
      "smpp in smsc: submit_sm_resp ESME_ROK",
      "smpp in smsc: deliver_sm",
    ]);
    const [request, response, submit, accepted, receipt] = exchanges;
    assert.match(request!.content, /"message-text":"Héllo https:\/\/•••@example.com\/\?token=•••"/);
    assert.equal(JSON.parse(response!.content)["tracking-id"], id);
    const { data_coding, destination_addr, dest_addr_ton, short_message } = JSON.parse(
      submit!.content,
    );
    assert.deepEqual([data_coding, destination_addr, dest_addr_ton], [0, "16175550101", 1]);
    assert.deepEqual(short_message, { text: "Héllo https://•••@example.com/?token=•••" });
    assert.equal(JSON.parse(accepted!.content).message_id, "1");
    assert.match(JSON.parse(receipt!.content).short_message.text, /stat:DELIVRD/);
  });

  await t.step("has a request in XML, as a text without its key", async () => {
    const body = { action: "sendsms", from: "111122", to: "16175550101", "message-text": "Grüße" };
    const document = requestXml({ API_KEY: test.apiKey, ...body });
    const headers = { "x-api-key": null, "content-type": "application/x-www-form-urlencoded" };
    for (
      const sent of [
        document,
        utf16(`\ufeff${document}`, "little"),
        `xml=${encodeURIComponent(document)}`,
      ]
    ) {
      const { fields } = await askXml(test, sent, { headers });
      const exchanges = await exchangesOf(test, fields["tracking-id"], 2);
      assert.deepEqual(exchanges.slice(0, 2).map(summaryOf), [
        "xml in client: sendsms",
        "xml out client: HTTP 200",
      ]);
      const [request, response] = exchanges;
      assert.match(request!.content, /<API_KEY>•••<\/API_KEY>.*<message-text>Grüße</);
      assert.match(response!.content, /<response><status>Success<\/status><tracking-id>/);
    }
  });

  await t.step("has each segment's octets, and statuses by name", async () => {
    smsc.respond = () => ({ status: 0x0b });
    const id = await sendSms(test, { "message-text": "0123456789".repeat(20) });
    const [, , submit, refused] = await exchangesOf(test, id, 4);
    assert.deepEqual([submit, refused].map((each) => each!.title), [
      "submit_sm 1/2",
      "submit_sm_resp 1/2 ESME_RINVDSTADR",
    ]);
    const { short_message, esm_class } = JSON.parse(submit!.content);
    assert.equal(esm_class, 0x40);
    assert.match(short_message.hex, /^050003[0-9a-f]{2}020130/);
    assert.match(short_message.text, /^0123456789/);
    smsc.respond = () => ({});
  });

  await t.step("has an MMS over MM7 on both sides, with its report", async () => {
    const vasp = createVasp(test);
    mmsc.respond = () => ({
      status: 500,
      body: `<html>${basic("us", SECRETS["the MMSC's password"])} \u001b[31m</html>`,
    });
    const id = await vasp.submit({
      content: { ...TEXT, content: "<b>&amp; a text" },
      fields: { Subject: "<Subject>&lt;script&gt;</Subject>" },
    });
    const exchanges = await exchangesOf(test, id, 6);
    assert.deepEqual(exchanges.slice(0, 6).map(summaryOf), [
      "mm7 in client: SubmitReq",
      "mm7 in client: Parts of the SubmitReq",
      "mm7 out client: SubmitRsp",
      "mm7 out mmsc: SubmitReq",
      "mm7 out mmsc: Parts of the SubmitReq",
      "mm7 in mmsc: HTTP 500",
    ]);
    const [request, parts, response, submit, , page] = exchanges;
    assert.match(request!.content, /<VASPID>•••<\/VASPID>.*<Subject>&lt;script&gt;<\/Subject>/s);
    assert.equal(parts!.content, "2  text/plain  15 bytes  Content-ID <content>");
    assert.match(response!.content, new RegExp(`<MessageID>${id}</MessageID>`));
    assert.match(submit!.content, /<VASPID>tulip<\/VASPID>/);
    assert.equal(page!.content, "<html>Basic ••• \u001b[31m</html>");
  });

  await t.step("has a delivery report of an MMSC", async () => {
    mmsc.respond = ({ transactionId }) => ({
      body:
        `<?xml version="1.0"?><e:Envelope xmlns:e="http://schemas.xmlsoap.org/soap/envelope/">` +
        `<e:Header><TransactionID xmlns="http://www.3gpp.org/ftp/Specs/archive/23_series/23.140/schema/REL-6-MM7-1-4">${transactionId}</TransactionID></e:Header>` +
        `<e:Body><SubmitRsp xmlns="http://www.3gpp.org/ftp/Specs/archive/23_series/23.140/schema/REL-6-MM7-1-4"><MM7Version>6.8.0</MM7Version>` +
        `<Status><StatusCode>1000</StatusCode><StatusText>Success</StatusText></Status><MessageID>mm-1</MessageID></SubmitRsp></e:Body></e:Envelope>`,
    });
    const id = await createVasp(test).submit();
    await exchangesOf(test, id, 6);
    const relayed = await fetch(`${test.url}/mm7/relay/mmsc`, {
      method: "POST",
      headers: {
        authorization: basic("relay", SECRETS["the relay's password"]),
        "content-type": "text/xml",
      },
      body: report("mm-1"),
    });
    assert.match(await relayed.text(), /1000/);
    const exchanges = await exchangesOf(test, id, 7);
    assert.equal(summaryOf(exchanges.at(-1)!), "mm7 in mmsc: DeliveryReportReq");
  });

  await t.step("cuts what is long, and says so", async () => {
    const id = await createVasp(test).submit({
      content: { ...TEXT, content: "a".repeat(200_000) },
      fields: { Subject: `<Subject>${"s".repeat(30)}</Subject><!--${"é".repeat(9000)}-->` },
    });
    const [request, parts] = await exchangesOf(test, id, 2);
    assert.ok(request!.bytes > 18_000);
    assert.equal(request!.truncated, true);
    assert.ok(new TextEncoder().encode(request!.content).length <= 4096);
    assert.match(parts!.content, /200000 bytes/);
  });

  await t.step("lists pages, and knows no other messages", async () => {
    const id = await sendSms(test);
    await exchangesOf(test, id, 2);
    const { body: first } = await test.admin("GET", `/messages/${id}/exchanges?limit=1`);
    const { body: second } = await test.admin(
      "GET",
      `/messages/${id}/exchanges?limit=1&cursor=${first["next-cursor"]}`,
    );
    assert.deepEqual([first, second].map(({ items: [item] }) => item.title), [
      "sendsms",
      "HTTP 200",
    ]);
    assert.equal(first.recording, true);
    assert.equal((await test.admin("GET", "/messages/none/exchanges")).status, 404);
  });

  await t.step("has no secret, whoever used it and wherever", async () => {
    const { apiKey, webhookSecret } = test;
    const imported = SECRETS["an imported key"];
    const others = await Promise.all([
      sendSms(test, { "message-text": `Keys: ${apiKey}, ${webhookSecret}` }),
      createVasp({ ...test, apiKey: imported }).submit({ password: apiKey }),
    ]);
    for (const id of others) await exchangesOf(test, id, 3);
    const rows = await table();
    assert.ok(rows.length > 30, "much was recorded");
    const secrets = { ...SECRETS, "the API key": apiKey, "the webhook secret": webhookSecret };
    for (const [name, secret] of Object.entries(secrets)) {
      const forms = [
        secret,
        ...["us", "relay", "acme", "slidepost"].map((user) => basic(user, secret).slice(6)),
        new TextEncoder().encode(secret).toHex(),
      ];
      for (const form of forms) {
        assert.deepEqual(rows.filter((row) => row.includes(form)), [], name);
      }
    }
    for (const secret of ["pa55word", "abcdef"]) {
      assert.deepEqual(rows.filter((row) => row.includes(secret)), [], secret);
    }
  });
});

Deno.test("the exchange log is empty where it is off", async () => {
  await using fixture = await startFixture({});
  const { test, smsc, table } = fixture;
  const id = await sendSms(test);
  await smsc.until(() => smsc.submitted.length === 1);
  await createVasp(test).submit();
  const { status, body } = await test.admin("GET", `/messages/${id}/exchanges`);
  assert.deepEqual([status, body], [200, { recording: false, items: [], "next-cursor": null }]);
  await test.stop();
  assert.deepEqual(await table(), []);
});

Deno.test("what is queued is written before the service has stopped", async () => {
  await using fixture = await startFixture({ EXCHANGE_LOG: "on" });
  const id = await sendSms(fixture.test);
  await fixture.test.stop();
  const rows = await fixture.table();
  assert.ok(rows.some((row) => row.includes(id) && row.includes("HTTP 200")), rows.join("\n"));
});
