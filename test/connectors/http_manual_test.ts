/** Examples of the manual on any provider: commands that set up what the text says. */
import { verifierOf } from "../../src/connectors/http_carrier/callbacks.ts";
import assert from "node:assert/strict";
import { httpProtocol, type HttpSettings } from "../../src/connectors/http/protocol.ts";
import type { Protocol, ProviderResponse } from "../../src/connectors/http_carrier/protocol.ts";
import { previewRequests } from "../../src/connectors/http_carrier/preview.ts";
import { settingsOf, type WireSettings, wireSettings } from "../../src/core/routing/connector.ts";
import { callbackRequest, type FakeCallback } from "./providers/fake.ts";
import { LEAST } from "./providers/http.ts";

const PAGE = new URL("../../src/web/manual/http.md", import.meta.url);

/** Splits a command as a shell does, as far as the examples need it. */
function wordsOf(command: string): string[] {
  const joined = command.replaceAll("\\\n", " ");
  return [...joined.matchAll(/'([^']*)'|(\S+)/g)].map(([, quoted, bare]) => quoted ?? bare!);
}

/** Binds the connectors of the page, by their names. */
async function examples(): Promise<Map<string, Protocol>> {
  const page = await Deno.readTextFile(PAGE);
  const blocks = [...page.matchAll(/```text\n([^]*?)```/g)].map(([, block]) => block!);
  const commands = blocks.map(wordsOf).filter((words) => words.join(" ").includes("--kind http"));
  return new Map(commands.map((words) => {
    assert.deepEqual(words.slice(0, 5), ["deno", "task", "admin", "connector", "create"]);
    const options = words.slice(5);
    const fields = Object.fromEntries(
      Array.from({ length: options.length / 2 }, (_, index) => [
        options[2 * index]!.replace(/^--/, ""),
        options[2 * index + 1]!,
      ]),
    );
    const { name, kind, ...changes } = fields;
    assert.equal(kind, "http");
    const least = wireSettings({ ...LEAST, url: "" } as HttpSettings) as WireSettings<"http">;
    for (const each of Object.keys(changes)) assert.ok(each in least, `--${each}`);
    return [name!, httpProtocol(settingsOf("http", { ...least, ...changes }))];
  }));
}

const response = (text: string, status = 200): ProviderResponse => ({
  status,
  headers: {},
  text,
  json: text.startsWith("{") ? JSON.parse(text) : undefined,
});

const message = { trackingId: "ours" } as Parameters<Protocol["idOf"]>[1];

function read({ callbacks }: Protocol, callback: Partial<FakeCallback>) {
  const request = callbackRequest({ method: "POST", path: "", headers: {}, body: "", ...callback });
  assert.ok(verifierOf(callbacks)(request, 0));
  const [event] = callbacks.read(request);
  return event!;
}

Deno.test("the manual has three examples of any provider", async () => {
  assert.deepEqual([...(await examples()).keys()], ["tulip", "daffodil", "crocus"]);
});

Deno.test("the manual's example of any provider does what the page says: JSON", async () => {
  const protocols = await examples();
  const tulip = protocols.get("tulip")!;
  const [sms, mms] = previewRequests(tulip);
  assert.equal(JSON.parse(sms!.body!).to, "+16175550111");
  assert.equal(JSON.parse(mms!.body!).media.length, 2);
  assert.equal(tulip.idOf(response(`{"data":{"id":"m1"}}`, 201), message), "m1");
  const fault = tulip.faultOf(response(`{"error":{"code":"opted_out","message":"…"}}`, 403));
  assert.deepEqual(fault, { code: "opted_out", text: "…" });
  assert.ok(
    tulip.provider.codes.some(({ code, kind }) => code === "opted_out" && kind === "blocked"),
  );
  const event = read(tulip, {
    path: "/status/ours?token=7b1f0c52e9d84a63",
    body: `{"data":{"id":"m1","status":"failed","error":"invalid_number"}}`,
  });
  assert.deepEqual(event, {
    event: "report",
    carrierId: "m1",
    trackingId: "ours",
    status: "failed",
    code: "invalid_number",
  });
  const inbound = read(tulip, {
    path: "/inbound?token=7b1f0c52e9d84a63",
    body:
      `{"data":{"id":"i1","from":"1","to":"2","text":"a","media":[{"url":"https://a.example/"}]}}`,
  });
  assert.ok(inbound.event === "message" && inbound.media.length === 1);
});

Deno.test("the manual's example of any provider does what the page says: a form, with responses in plain text", async () => {
  const protocols = await examples();
  const daffodil = protocols.get("daffodil")!;
  const [sms] = previewRequests(daffodil);
  assert.deepEqual([...new URLSearchParams(sms!.body!).keys()], [
    "user",
    "password",
    "to",
    "from",
    "message",
  ]);
  assert.equal(daffodil.idOf(response("OK: 4711"), message), "4711");
  assert.equal(daffodil.faultOf(response("ERR 104: no such number"))!.code, "104");
  const event = read(daffodil, {
    path: "/status?token=2f9a64d1c07e4b38",
    body: "msgid=4711&status=DELIVRD&err=000",
  });
  assert.ok(event.event === "report" && event.carrierId === "4711");
});

Deno.test("the manual's example of any provider does what the page says: a GET with a query", async () => {
  const protocols = await examples();
  const crocus = protocols.get("crocus")!;
  const [sms] = previewRequests(crocus);
  assert.equal(sms!.method, "GET");
  const address = new URL(new URL(sms!.url).searchParams.get("dlr")!);
  assert.match(address.pathname, /\/status\/[\w-]{36}$/);
  assert.equal(crocus.idOf(response(`{"status":0}`), message), "ours");
  assert.equal(crocus.faultOf(response(`{"status":5}`))!.code, "5");
  const event = read(crocus, {
    method: "GET",
    path: "/status/ours?token=c41d7e8802b54f9a&state=1",
  });
  assert.ok(event.event === "report" && event.carrierId === "ours" && event.status === "1");
});
