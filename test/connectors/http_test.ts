/** Template for any provider: responses and callbacks by the paths of the settings. */
import { verifierOf } from "../../src/connectors/http_carrier/callbacks.ts";
import assert from "node:assert/strict";
import { httpProtocol, type HttpSettings } from "../../src/connectors/http/protocol.ts";
import {
  CallbackFault,
  type ProviderResponse,
} from "../../src/connectors/http_carrier/protocol.ts";
import { mms, sms, startProviderCarrier } from "./providers/carrier.ts";
import { callbackRequest } from "./providers/fake.ts";
import { callbackAt, httpCase, LEAST } from "./providers/http.ts";

const TOKEN = "token-of-callbacks_1";

const bind = (settings: Partial<HttpSettings>) =>
  httpProtocol({
    ...LEAST,
    url: "https://sms.example.net/send",
    body: `{"to":"{to}","text":"{text}"}`,
    ...settings,
  });

const response = (status: number, text: string): ProviderResponse => {
  try {
    return { status, headers: {}, text, json: JSON.parse(text) };
  } catch {
    return { status, headers: {}, text, json: undefined };
  }
};

const message = { trackingId: "ours" } as Parameters<ReturnType<typeof bind>["idOf"]>[1];

Deno.test("http: ids and errors are where the paths say", () => {
  const protocol = bind({
    idPath: "data.messages.0.id",
    statusIdPath: "id",
    errorPath: "errors.*.code",
    errorTextPath: "errors.0.detail",
  });
  const idIn = (text: string) => protocol.idOf(response(200, text), message);
  assert.equal(idIn(`{"data":{"messages":[{"id":"a-1"}]}}`), "a-1");
  assert.equal(idIn(`{"data":{"messages":[{"id":17}]}}`), "17");
  const long = "12345678901234567890123";
  assert.equal(idIn(`{"data":{"messages":[{"id":${long}}]}}`), long, "each digit of it");
  for (
    const none of ["", "[]", "null", `{"data":null}`, `{"data":{"messages":[]}}`, "7", "<html>"]
  ) assert.equal(idIn(none), null, none);
  assert.deepEqual(
    protocol.faultOf(response(400, `{"errors":[{},{"code":7,"x":1}]}`)),
    { code: "7", text: null },
  );
  assert.deepEqual(
    protocol.faultOf(response(500, `{"errors":[{"detail":"bad"}]}`)),
    { code: null, text: "bad" },
  );
  assert.equal(protocol.faultOf(response(200, `{"errors":[{"code":7}]}`)), null, "it is a success");
  assert.equal(protocol.faultOf(response(502, "<html>")), null, "none of the provider's");
});

Deno.test("http: plain text is read by expressions", () => {
  const protocol = bind({
    idPath: "text:/^OK: (\\S+)/",
    statusIdPath: "id",
    successMatch: "text:/^OK/",
    errorPath: "text:/^ERR (\\d+)/",
    errorTextPath: "text:/^ERR \\d+ (.*)/",
  });
  assert.equal(protocol.idOf(response(200, "OK: a-1\nrest"), message), "a-1");
  assert.deepEqual(protocol.faultOf(response(200, "ERR 104 no such number")), {
    code: "104",
    text: "no such number",
  });
  assert.equal(protocol.faultOf(response(200, "<html>")), null);
  assert.equal(protocol.idOf(response(200, "<html>OK: x"), message), null);
  const long = `${" ".repeat(20_000)}OK: late`;
  assert.equal(bind({ idPath: "text:/OK: (\\S+)/" }).idOf(response(200, long), message), null);
});

Deno.test("http: signs of success", () => {
  const protocol = bind({
    successMatch: "status=0\nstatus=queued\n ok = true ",
    codes: "4=recipient",
  });
  const isSuccess = (text: string, status = 200) =>
    protocol.idOf(response(status, text), message) !== null &&
    protocol.faultOf(response(status, text)) === null;
  for (const text of [`{"status":0}`, `{"status":"queued"}`, `{"ok":true}`]) {
    assert.ok(isSuccess(text), text);
  }
  assert.equal(isSuccess(`{"status":0}`, 400), false);
  // Another value at the path is the code of an error.
  assert.equal(protocol.faultOf(response(200, `{"status":4}`))!.code, "4");
  // Nothing at any path is a page of something else.
  assert.equal(protocol.faultOf(response(200, "<html>")), null);
  assert.equal(protocol.idOf(response(200, "<html>"), message), null);
  const statuses = bind({ successStatuses: "201, 202" });
  assert.equal(statuses.idOf(response(202, ""), message), "ours");
  assert.equal(statuses.idOf(response(200, ""), message), null);
});

Deno.test("http: a status means an error where no code of the table does", () => {
  const protocol = bind({ errorPath: "code", codes: "7=recipient\nhttp-400=content" });
  const codeOf = (status: number, text: string) => protocol.faultOf(response(status, text))?.code;
  assert.equal(codeOf(400, `{"code":7}`), "7");
  assert.equal(codeOf(400, `{"code":8}`), "http-400");
  assert.equal(codeOf(400, ""), "http-400");
  assert.equal(codeOf(422, `{"code":8}`), "8");
  assert.equal(codeOf(422, ""), undefined);
});

Deno.test("http: without an id in callbacks, ours is that of the message", () => {
  const { idOf } = bind({ idPath: "id" });
  assert.equal(idOf(response(200, `{"id":"theirs"}`), message), "ours");
  assert.equal(idOf(response(200, `{}`), message), null, "not of the provider");
  assert.equal(bind({}).idOf(response(200, ""), message), "ours");
});

/** Settings for callbacks of both kinds. */
const CALLBACKS: Partial<HttpSettings> = {
  callbackToken: TOKEN,
  statusPath: "dlr.state",
  statusIdPath: "dlr.id",
  statusErrorPath: "dlr.err",
  statuses: "DELIVRD=delivered",
  inboundFromPath: "from",
  inboundToPath: "to",
  inboundTextPath: "text",
  inboundIdPath: "id",
  inboundMediaPath: "media.*.url",
};

type Request = Parameters<typeof callbackAt>[1];

const read = (path: string, request: Request, settings: Partial<HttpSettings> = {}) =>
  bind({ ...CALLBACKS, idPath: "id", ...settings })
    .callbacks.read(callbackRequest(callbackAt(path, request)));

const REPORT = { event: "report", trackingId: null, status: "DELIVRD" } as const;

Deno.test("http: reports in JSON, a form and the query", () => {
  const json = `{"dlr":{"id":17,"state":"DELIVRD","err":0}}`;
  const expected = [{ ...REPORT, carrierId: "17", code: "0" }];
  assert.deepEqual(read("/status", { body: json }), expected);
  assert.deepEqual(read("/status", { body: json, type: "application/json" }), expected);
  const form = "dlr.id=17&dlr.state=DELIVRD&dlr.err=0";
  assert.deepEqual(read("/status", { body: form }), expected, "names with dots");
  assert.deepEqual(read(`/status?${form}`, { method: "GET" }), expected);
  assert.deepEqual(read(`/status?dlr.id=17`, { body: "dlr.state=DELIVRD&dlr.err=0" }), expected);
});

Deno.test("http: an id with more digits than a number holds", () => {
  const id = "12345678901234567891";
  const [event] = read("/status", { body: `{"dlr":{"id":${id},"state":"DELIVRD"}}` });
  assert.equal(event!.event === "report" && event!.carrierId, id);
});

Deno.test("http: several reports in one callback", () => {
  const list = [{ dlr: { id: "1", state: "DELIVRD" } }, { dlr: { id: "2", state: "FAILED" } }];
  const expected = [
    { ...REPORT, carrierId: "1", code: null },
    { ...REPORT, carrierId: "2", code: null, status: "FAILED" },
  ];
  assert.deepEqual(read("/status", { body: JSON.stringify(list) }), expected);
  const nested = JSON.stringify({ data: { results: list } });
  assert.deepEqual(read("/status", { body: nested }, { eventsPath: "data.results" }), expected);
  for (const body of [`{"data":{}}`, `{"data":{"results":{}}}`, "a=b", ""]) {
    assert.throws(() => read("/status", { body }, { eventsPath: "data.results" }), CallbackFault);
  }
  const many = JSON.stringify(Array(1001).fill(list[0]));
  assert.throws(() => read("/status", { body: many }), CallbackFault);
});

Deno.test("http: a report names its message by the address, by our id or by the provider's", () => {
  const body = `{"dlr":{"id":"theirs","state":"DELIVRD"}}`;
  const of = (path: string, settings: Partial<HttpSettings>) => {
    const [event] = read(path, { body }, settings);
    return event!.event === "report" ? [event!.carrierId, event!.trackingId] : assert.fail();
  };
  assert.deepEqual(of("/status/ours", {}), ["theirs", "ours"]);
  assert.deepEqual(of("/status", { idPath: null }), ["theirs", "theirs"], "it is ours, returned");
  const byAddress = {
    statusIdPath: null,
    body: `{"to":"{to}","text":"{text}","url":"{status-url}"}`,
  };
  assert.deepEqual(of("/status/ours", byAddress), ["ours", "ours"]);
  assert.throws(() => of("/status", byAddress), CallbackFault);
});

Deno.test("http: messages of handsets, with their files", () => {
  const files = [{ url: "https://a.example/1.jpg" }, { url: 7 }, {}, null, {
    url: "https://a.example/2.jpg",
  }];
  const body = JSON.stringify({
    id: "i1",
    from: "+16175550111",
    to: 111122,
    text: "",
    media: files,
  });
  const [event] = read("/inbound", { body });
  assert.deepEqual(event, {
    event: "message",
    id: "i1",
    from: "+16175550111",
    to: "111122",
    text: "",
    subject: null,
    media: ["https://a.example/1.jpg", "7", "https://a.example/2.jpg"].map((url) => ({
      url,
      type: null,
      name: null,
    })),
  });
  const form = "id=i1&from=1&to=2&MediaUrl0=u0&MediaUrl1=u1&MediaType0=t";
  const [numbered] = read("/inbound", { body: form }, { inboundMediaPath: "MediaUrl*" });
  assert.deepEqual(
    numbered!.event === "message" && numbered!.media.map((each) => "url" in each && each.url),
    ["u0", "u1"],
  );
});

Deno.test("http: without an id, each message of a handset is another", () => {
  const ids = [1, 2].map(() => {
    const [event] = read("/inbound", { body: "from=1&to=2&text=a" }, { inboundIdPath: null });
    return event!.event === "message" ? event!.id : assert.fail();
  });
  assert.notEqual(ids[0], ids[1]);
});

Deno.test("http: callbacks without sense, or without a path, are faults", () => {
  const bodies = ["", "{", "[[]]", "null", "7", `"x"`, "\0", `{"dlr":[]}`, `{"from":{},"to":[]}`];
  for (const body of bodies) {
    for (const path of ["/status", "/inbound", "/other", "/status/a/b", "/inbound/x"]) {
      assert.throws(() => read(path, { body }), CallbackFault, `${path} ${body}`);
    }
  }
  const noReports = { statusPath: null, statusIdPath: null };
  assert.throws(() => read("/status", { body: "dlr.state=x" }, noReports), CallbackFault);
});

Deno.test("http: only callbacks with the token are the provider's", () => {
  const { callbacks } = bind(CALLBACKS);
  const verifies = (path: string) =>
    verifierOf(callbacks)(callbackRequest({ ...callbackAt("/status"), path }), 0);
  assert.equal(verifies(`/status?token=${TOKEN}`), true);
  for (const query of ["", "?token=", "?token=x", `?token=${TOKEN}&token=${TOKEN}`]) {
    assert.equal(verifies(`/status${query}`), false, query);
  }
  const none = bind({}).callbacks;
  assert.equal(verifierOf(none)(callbackRequest(callbackAt("/status")), 0), false);
});

Deno.test("http: a callback gets the response of the settings, also to a GET", async () => {
  await using carrier = await startProviderCarrier(httpCase);
  await carrier.connector.submit(sms());
  const [received] = carrier.fake.received;
  const callback = carrier.fake.status(received!, "DELIVRD", null);
  const fields = new URLSearchParams({ "report.id": received!.id, "report.state": "DELIVRD" });
  const get = { ...callback, method: "GET", path: `${callback.path}&${fields}`, body: "" };
  const response = await carrier.connector.callbacks.receive(callbackRequest(get));
  assert.deepEqual([response.status, await response.text()], [200, "OK"]);
  assert.equal(carrier.reports[0]!.outcome.outcome, "delivered");
});

Deno.test("http: a provider that takes a query and responds in plain text", async () => {
  await using carrier = await startProviderCarrier({
    ...httpCase,
    async start() {
      const fake = await httpCase.start();
      const settings: HttpSettings = {
        ...LEAST,
        url: `${fake.server.url}/send.php?user=me&pass={secret}&to={to}&text={text}`,
        method: "GET",
        secret: "pass word&more",
        successMatch: "text:/^OK/",
        idPath: "text:/^OK: (\\d+)/",
        errorPath: "text:/^ERR (\\d+)/",
        codes: "104=recipient",
        statusPath: "state",
        statusIdPath: "id",
        statuses: "1=delivered",
        callbackToken: TOKEN,
      };
      return { ...fake, settings };
    },
  });
  const { connector, fake: { server } } = carrier;
  server.intercept = () => ({ status: 200, body: "OK: 4711" });
  const text = "Grüße & more";
  assert.deepEqual(await connector.submit(sms({ text })), {
    status: "accepted",
    carrierId: "4711",
  });
  const [{ method, query, text: body }] = server.calls as [typeof server.calls[0]];
  assert.deepEqual([method, body, Object.fromEntries(query!)], ["GET", "", {
    user: "me",
    pass: "pass word&more",
    to: "16175550101",
    text,
  }]);
  server.intercept = () => ({ status: 200, body: "ERR 104 no such number" });
  assert.deepEqual(await connector.submit(sms()), {
    status: "permanent",
    outcome: {
      outcome: "rejected",
      details: "Message Rejected",
      reason: `${new URL(server.url).host} 104`,
    },
  });
  server.intercept = () => ({ status: 200, body: "<html>Maintenance</html>" });
  assert.equal((await connector.submit(sms())).status, "unconfirmed");
  const callback = callbackAt("/status?id=4711&state=1", { method: "GET" });
  await connector.callbacks.receive(callbackRequest(callback));
  const [{ carrierId, outcome }] = carrier.reports as [typeof carrier.reports[0]];
  assert.deepEqual([carrierId, outcome], ["4711", { outcome: "delivered" }]);
  const [finding, ...others] = await connector.check();
  assert.match(finding!.fact, /^no request to .* checks the credentials$/);
  assert.deepEqual(others, []);
});

Deno.test("http: an unprotected message is sent again, and the operator is warned", async () => {
  await using carrier = await startProviderCarrier(httpCase, { idempotent: false });
  const submission = { ...sms(), attempt: 2, resubmitted: true };
  assert.equal(carrier.connector.isIdempotent, false);
  assert.equal((await carrier.connector.submit(submission)).status, "accepted");
  assert.ok(carrier.lines.some(({ message }) => message.includes("may arrive twice")));
});

Deno.test("http: credentials of headers are not logged, and stay on the provider's server", async () => {
  await using carrier = await startProviderCarrier(httpCase);
  carrier.fake.server.intercept = () => ({
    status: 400,
    json: { error: { code: "E1", text: "not made-up-credential, nor key+of the=account" } },
  });
  await carrier.connector.submit(mms());
  const lines = JSON.stringify(carrier.lines);
  assert.ok(lines.includes("not …"), lines);
  assert.ok(!lines.includes("made-up-credential") && !lines.includes("key+of"));
  const { mediaAuthorization } = bind({ headers: "Authorization: Bearer abc" });
  const credentials = { authorization: "Bearer abc" };
  const of = (url: string) => mediaAuthorization!(new URL(url), credentials);
  assert.equal(of("https://sms.example.net/files/1"), "Bearer abc");
  assert.equal(of("https://sms.example.net:8443/files/1"), null);
  assert.equal(of("https://cdn.example.net/files/1"), null);
});
