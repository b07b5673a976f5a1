/** nginx and Caddy in front of the service, with the settings of tools/deploy. */
import assert from "node:assert/strict";
import { findProgram } from "../../../tools/setup/probe.ts";
import { startConsole } from "../../console/console.ts";
import { freePort } from "../../support/free_port.ts";
import { recordedLog } from "../../support/log_lines.ts";
import { ok, startRawServer } from "../../support/raw_server.ts";
import { newDirectory } from "../../support/scratch.ts";
import { ADMIN_TOKEN } from "../../support/service.ts";
import { sharing } from "../../support/sharing.ts";
import { PATIENCE_MS, until } from "../../support/until.ts";
import { type Proxy, startCaddy, startNginx, type StartProxy } from "./proxy.ts";
import { optionArgs } from "../../../src/lib/option_args.ts";

const PROXIES: Record<string, StartProxy> = { nginx: startNginx, caddy: startCaddy };

/** Client of a site; closes its connections on disposal. */
function clientOf({ certificate, url }: Proxy) {
  const client = Deno.createHttpClient({ caCerts: [certificate] });
  return {
    get: (path: string, init: RequestInit = {}) => fetch(`${url}${path}`, { ...init, client }),
    [Symbol.dispose]: () => client.close(),
  };
}

const hostOf = (url: string) => new URL(url).host;

/** Sends a request by curl, exactly to this path; returns its status and its body. */
async function curl({ certificate, url }: Proxy, path: string, ...options: string[]) {
  const ca = `${await newDirectory()}/ca.crt`;
  await Deno.writeTextFile(ca, certificate);
  const { stdout, stderr } = await new Deno.Command("curl", {
    args: [
      "--silent",
      "--show-error",
      "--path-as-is",
      ...optionArgs({
        "--max-time": PATIENCE_MS / 1000,
        "--cacert": ca,
        "--write-out": "\n%{http_code}",
      }),
      ...options,
      `${url}${path}`,
    ],
  }).output();
  const text = new TextDecoder().decode(stdout);
  assert.notEqual(text, "", new TextDecoder().decode(stderr));
  return { status: Number(text.slice(text.lastIndexOf("\n") + 1)), body: text };
}

for (const [name, startProxy] of Object.entries(PROXIES)) {
  const ignore = findProgram(name) === undefined;

  const inFront = sharing(async () => {
    await using parts = new AsyncDisposableStack();
    const { log, lines } = recordedLog();
    const console = parts.use(
      await startConsole(
        { TRUSTED_PROXIES: "127.0.0.1/32", MEMORY: "2GB" },
        log,
      ),
    );
    const { test } = console;
    const proxy = parts.use(await startProxy([hostOf(test.url)]));
    const site = parts.use(clientOf(proxy));
    const running = parts.move();
    return {
      console,
      lines,
      proxy,
      site,
      test,
      [Symbol.asyncDispose]: () => running.disposeAsync(),
    };
  });

  inFront(
    `${name} in front of the service shows the client's address, whatever the client says of it`,
    async ({ lines, proxy }) => {
      const forged = [
        ["-H", "x-forwarded-for: 203.0.113.9"],
        ["-H", "forwarded: for=203.0.113.9", "-H", "x-forwarded-for: 127.0.0.1"],
        ["-H", "x-real-ip: 203.0.113.9", "-H", "x-forwarded-for: 203.0.113.9, 127.0.0.1"],
      ];
      for (const [index, headers] of [[], ...forged].entries()) {
        // The log has a line for the first failure of each.
        const client = `127.0.0.${index + 2}`;
        lines.length = 0;
        const wrong = [
          "--interface",
          client,
          "-H",
          "authorization: Bearer a-wrong-token-of-a-stranger",
        ];
        assert.equal((await curl(proxy, "/admin/v1/accounts", ...wrong, ...headers)).status, 401);
        const refused = lines.filter(({ message }) => message === "credentials refused");
        assert.deepEqual(refused.map(({ facts }) => facts.client), [client], headers.join());
      }
    },
    { ignore },
  );

  inFront(
    `${name} in front of the service passes events on as they come`,
    async ({ console, site }) => {
      const headers = { accept: "text/event-stream", cookie: console.admin };
      const response = await site.get("/console/messages", { headers });
      assert.equal(response.headers.get("content-type"), "text/event-stream");
      const reader = response.body!.pipeThrough(new TextDecoderStream()).getReader();
      let text = "";
      // A comment of three bytes comes only if nothing waits for more.
      while (!text.endsWith("\n\n:\n\n")) text += (await reader.read()).value;
      assert.match(text, /^data: /);
      await reader.cancel();
    },
    { ignore },
  );

  inFront(`${name} in front of the service lets the console sign in`, async ({ proxy, site }) => {
    const headers = { origin: proxy.url, "sec-fetch-site": "same-origin" };
    const form = new URLSearchParams({ token: ADMIN_TOKEN });
    const signedIn = await site.get("/console/sign-in", {
      method: "POST",
      body: form,
      headers,
      redirect: "manual",
    });
    await signedIn.body?.cancel();
    assert.equal(signedIn.status, 303);
    const byOrigin = await site.get("/console/sign-in", {
      method: "POST",
      body: form,
      headers: { origin: proxy.url },
      redirect: "manual",
    });
    await byOrigin.body?.cancel();
    assert.equal(byOrigin.status, 303);
  }, { ignore });

  inFront(
    `${name} in front of the service passes the largest bodies, and the service refuses larger ones`,
    async ({ site }) => {
      // Large bodies keep this process, which is client and service, from responding to health checks:
      // on a slow machine the proxy then takes the service for down.
      const post = async (path: string, body: BodyInit, headers: Record<string, string>) => {
        const { response, text } = await until(async () => {
          const response = await site.get(path, { method: "POST", body, headers });
          return { response, text: await response.text() };
        }, ({ response, text }) => {
          const isOurs = response.headers.has("x-request-id");
          if (!isOurs) assert.equal(response.status, 503, text);
          return isOurs;
        });
        return { status: response.status, text };
      };
      const upload = async (bytes: number) => {
        const content = "A".repeat(Math.ceil(bytes * 4 / 3)).padEnd(4 * Math.ceil(bytes / 3), "=");
        const body = JSON.stringify({ file: [{ name: "film.mp4", content }] });
        const headers = {
          "authorization": `Bearer ${ADMIN_TOKEN}`,
          "content-type": "application/json",
        };
        const { status, text } = await post("/admin/v1/files", body, headers);
        return [status, JSON.parse(text)["error-code"] ?? "none"];
      };
      assert.deepEqual(await upload(50_000_000), [201, "none"]);
      assert.deepEqual(await upload(50_000_001), [413, "E100"]);
      const submit = async (bytes: number) => {
        const body = new Uint8Array(bytes).fill(0x20);
        const { text } = await post("/mm7/v1", body, { "content-type": "text/xml" });
        return text.includes("<StatusCode>");
      };
      assert.ok(await submit(10_000_000));
      assert.ok(await submit(10_000_001));
    },
    { ignore },
  );

  inFront(
    `${name} in front of the service keeps the metrics to the machines`,
    async ({ proxy }) => {
      const paths = ["/metrics", "/metrics/", "//metrics", "/./metrics", "/x/../metrics"];
      for (const path of [...paths, "/%6detrics", "/metrics?x", "/metrics#x", "/METRICS"]) {
        const { body, status } = await curl(proxy, path);
        assert.ok(status >= 400 && status < 500, `${path}: ${status}`);
        assert.doesNotMatch(body, /slidepost_/, path);
      }
    },
    { ignore },
  );

  Deno.test(
    {
      name: `${name} gives a request of the API to a hung machine up before one that may wait`,
      ignore,
    },
    async () => {
      const arrived: string[] = [];
      await using machine = await startRawServer((path, socket) => {
        arrived.push(path);
        if (path === "/healthz") socket.end(ok("content-length: 0", ""));
      });
      await using proxy = await startProxy([`127.0.0.1:${machine.port}`]);
      using site = clientOf(proxy);
      const ended: string[] = [];
      const send = async (path: string, init: RequestInit) => {
        const response = await site.get(path, init);
        await response.body?.cancel();
        ended.push(`${path} ${response.status}`);
      };
      const leaving = new AbortController();
      const waiting = send("/admin/v1/inbox", { signal: leaving.signal }).catch(() => {});
      // The other request is sent later, and ends earlier.
      await until(() => arrived.includes("/admin/v1/inbox"), (hasArrived) => hasArrived);
      await send("/api/v2", { method: "POST", body: "{}" });
      assert.deepEqual(ended, ["/api/v2 504"]);
      leaving.abort();
      await waiting;
    },
  );

  Deno.test(
    { name: `${name} in front of machines, one of them dead, one dying`, ignore },
    async () => {
      const bodies: Uint8Array[] = [];
      let dying = 0;
      await using machine = Deno.serve(
        { hostname: "127.0.0.1", port: 0, onListen() {} },
        async (request) => {
          if (request.method === "POST") bodies.push(await request.bytes());
          return new Response("a machine");
        },
      );
      // Reads each request, and closes the connection without a response.
      using listener = Deno.listen({ hostname: "127.0.0.1", port: 0 });
      const accepting = (async () => {
        for await (const connection of listener) {
          const buffer = new Uint8Array(65_536);
          const count = await connection.read(buffer).catch(() => null);
          const text = new TextDecoder().decode(buffer.subarray(0, count ?? 0));
          if (text.startsWith("POST")) dying++;
          if (text.startsWith("GET /healthz")) {
            await connection.write(
              new TextEncoder().encode("HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n"),
            );
          }
          connection.close();
        }
      })();
      const machines = [
        `127.0.0.1:${freePort()}`,
        `127.0.0.1:${listener.addr.port}`,
        `127.0.0.1:${machine.addr.port}`,
      ];
      {
        await using proxy = await startProxy(machines);
        using site = clientOf(proxy);
        const headers = { "content-type": `multipart/related; boundary="a b"; type="text/xml"` };
        const post = async (body: Uint8Array<ArrayBuffer>) => {
          const response = await site.get("/mm7/v1", { method: "POST", body, headers });
          await response.body?.cancel();
          return response.status;
        };
        const sent: Uint8Array[] = [];
        const statuses: number[] = [];
        for (let n = 0; n < 6; n++) {
          // All bytes, line ends of every kind, and none at the end.
          const body = Uint8Array.from([n, 13, 10, 10, 13, ...Array(256).keys()]);
          sent.push(body);
          statuses.push(await post(body));
        }
        const failed = statuses.filter((status) => status !== 200).length;
        assert.deepEqual([failed, bodies.length], [dying, sent.length - dying], statuses.join());
        assert.ok(dying > 0 && bodies.length > 0, statuses.join());
        const arrived = bodies.map((body) => body[0]);
        assert.deepEqual(arrived, sent.map(([n]) => n!).filter((_, n) => statuses[n] === 200));
        for (const body of bodies) assert.deepEqual([...body], [...sent[body[0]!]!]);
        for (let n = 0; n < 6; n++) {
          const response = await site.get("/content/x");
          assert.equal(await response.text(), "a machine");
        }
      }
      listener.close();
      await accepting;
    },
  );
}
