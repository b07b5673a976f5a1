/** Credentials in the URL of a connector of kind http, which no view shows. */
import assert from "node:assert/strict";
import { recordedLog } from "../../support/log_lines.ts";
import { until } from "../../support/until.ts";
import { adminBody, jsonOf, SHORT_CODE, startService } from "../../support/service.ts";

const KEYS = ["0a1b2c3d4e5f6a7b8c9d", "k3y-of-them", "longaccount1"];

Deno.test("keys in the URL of an http connector are masked in views, exchanges and logs", async () => {
  const paths: string[] = [];
  const provider = Deno.serve({ port: 0, hostname: "127.0.0.1", onListen() {} }, (request) => {
    const { pathname, search } = new URL(request.url);
    paths.push(pathname + search);
    return Response.json({ error: `no such key: ${KEYS[1]}` }, { status: 400 });
  });
  await using _ = { [Symbol.asyncDispose]: () => provider.shutdown() };
  const { log, lines } = recordedLog();
  await using test = await startService({
    config: { EXCHANGE_LOG: "on" },
    log,
    senders: [SHORT_CODE],
  });
  const base = `http://127.0.0.1:${provider.addr.port}`;
  const urlWith = ([path, key, account]: readonly string[]) =>
    `${base}/v1/${path}/messages?apikey=${key}&account=${account}&format=json&to={to}&text={text}`;
  const masked = urlWith(KEYS.map(() => "•••"));

  const settings = { name: "template", kind: "http", method: "GET", url: urlWith(KEYS) };
  const preview = await adminBody(test, 200, "POST", "/connectors/preview", settings);
  assert.match(preview.items[0].url, /\/v1\/•••\/messages\?apikey=•••&account=•••&/);
  const created = await adminBody(test, 201, "POST", "/connectors", settings);
  const changed = await adminBody(test, 200, "PATCH", "/connectors/template", { rate: 5 });
  const { items } = await adminBody(test, 200, "GET", "/connectors");
  const views = [
    created,
    changed,
    items[0],
    await adminBody(test, 200, "GET", "/connectors/template"),
  ];
  assert.deepEqual(views.map(({ url }) => url), Array(4).fill(masked));
  const refused = await adminBody(test, 400, "PATCH", "/connectors/template", { url: masked });
  assert.match(refused["error-info"], /^url: has a credential masked as •••: give it in full$/);

  await adminBody(test, 200, "PATCH", "/accounts/acme/senders/111122", {
    "sms-connector": "template",
  });
  const body = { action: "sendsms", from: "111122", to: "16175550101", "message-text": "Hello" };
  const { "tracking-id": id } = await jsonOf(await test.post(body));
  const exchanges = await until(
    async () => JSON.stringify(await adminBody(test, 200, "GET", `/messages/${id}/exchanges`)),
    (text) => text.includes("no such key"),
  );
  assert.ok(paths[0]!.startsWith(`/v1/${KEYS[0]}/messages?apikey=${KEYS[1]}&account=${KEYS[2]}&`));
  assert.match(exchanges, /\/v1\/•••\/messages\?apikey=•••&account=•••&format=json/);
  const shown = exchanges + JSON.stringify(lines);
  for (const key of KEYS) assert.ok(!shown.includes(key), key);
});
