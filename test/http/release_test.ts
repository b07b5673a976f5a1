/**
 * Counts and files that a request holds while it is open: they are released however its client
 * leaves.
 */
import assert from "node:assert/strict";
import { startConsole, type TestConsole } from "../console/console.ts";
import { realApp } from "../contract/registry.ts";
import { openFiles } from "../support/open_files.ts";
import { rawClient } from "../support/raw_client.ts";
import { ADMIN_TOKEN, adminBody } from "../support/service.ts";
import { until } from "../support/until.ts";

/** Maximum live pages, and maximum waits of each kind. */
const MAX = 64;

const EVENT_STREAM = { accept: "text/event-stream" };
/** Parameters of the operations that wait, for a second, and of pages; the others ignore them. */
const QUERY = "account=acme&to=16175550199&wait=1&timeout=1";

Deno.test("every route releases what HEAD, or a client that leaves early, has it open", async () => {
  await using console = await startConsole({
    CONSOLE_STREAMS_MAX: String(MAX),
    ADMIN_WAITERS_MAX: String(MAX),
  });
  const paths = await pathsOf(console);
  await Promise.all(paths.map(async (path) => {
    const url = `${console.test.url}${path}?${QUERY}`;
    const headers = headersOf(console);
    const response = await fetch(url, { method: "HEAD", headers, redirect: "manual" });
    assert.equal(await response.text(), "", path);
    (await requested(url, headers))[Symbol.dispose]();
    const client = await requested(url, headers);
    await client.receives(/\r\n\r\n/);
    client[Symbol.dispose]();
  }));
  await until(() => openFiles(`${console.test.dataDir}/blobs/`), (open) => open.length === 0);
  await until(() => openStreams(console), (open) => open === MAX);
  for (const path of ["/inbox/wait", "/postbacks/stream"]) {
    assert.ok(paths.some((each) => each.endsWith(path)), path);
    await until(() => waits(console, path), (open) => open === MAX);
  }
});

function headersOf({ admin }: TestConsole): Record<string, string> {
  return { ...EVENT_STREAM, authorization: `Bearer ${ADMIN_TOKEN}`, cookie: admin };
}

/** Lists the registered routes as paths, with the names of things that are there. */
async function pathsOf({ test }: TestConsole): Promise<string[]> {
  const content = new Uint8Array(4_000_000).toBase64();
  const file = [{ name: "large.bin", content }];
  const { items: [{ sha256, url }] } = await adminBody(test, 201, "POST", "/files", { file });
  const [token] = new URL(url).pathname.split("/").slice(-2);
  const sent = await test.post({
    action: "sendsms",
    from: "111122",
    to: "16175550101",
    "message-text": "Hello",
  });
  const { "tracking-id": id } = await sent.json();
  await test.receiver.untilCodes(id, ["N201", "N202"]);
  const names: Record<string, string> = {
    sha256,
    token: token!,
    file: "large.bin",
    "tracking-id": id,
    account: "acme",
    id,
    number: "16175550101",
    action: "sendsms",
  };
  const { app, admin, console } = realApp();
  const paths = [app, admin, console].flatMap(({ routes }) => routes.map(({ path }) => path));
  return [...new Set(paths)].filter((path) => !path.includes("*"))
    .map((path) => path.replaceAll(/[:{]([\w-]+)}?/g, (_, name) => names[name] ?? "none"));
}

/** Sends a GET request without reading the response. */
async function requested(url: string, headers: Record<string, string>) {
  const client = await rawClient(url);
  const { host, pathname, search } = new URL(url);
  const fields = Object.entries({ host, ...headers }).map(([name, value]) => `${name}: ${value}`);
  await client.say([`GET ${pathname}${search} HTTP/1.1`, ...fields, "", ""].join("\r\n"));
  return client;
}

/** Counts the live pages that are open of one more than may be. */
async function openStreams(console: TestConsole): Promise<number> {
  const opened = await Promise.all(
    Array.from(
      { length: MAX + 1 },
      () => console.open("/messages", { cookie: console.admin, headers: EVENT_STREAM }),
    ),
  );
  await Promise.all(opened.map(({ body }) => body!.cancel()));
  return opened.filter(({ ok }) => ok).length;
}

/** Counts the waits that go on of one more than may. */
async function waits({ test: { url } }: TestConsole, path: string): Promise<number> {
  const headers = { authorization: `Bearer ${ADMIN_TOKEN}` };
  const responses = await Promise.all(
    Array.from({ length: MAX + 1 }, () => fetch(`${url}/admin/v1${path}?${QUERY}`, { headers })),
  );
  await Promise.all(responses.map(({ body }) => body?.cancel()));
  return responses.filter(({ status }) => status !== 503).length;
}
