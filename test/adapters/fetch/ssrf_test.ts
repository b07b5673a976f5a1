/** No URL of a customer may reach this machine or its networks, however it is written. */
import assert from "node:assert/strict";
import { createGuardedFetch } from "../../../src/adapters/fetch/guarded_fetch.ts";
import { FetchRefused } from "../../../src/ports/mod.ts";
import { rawResponse, startRawServer } from "../../support/raw_server.ts";
import { ADDRESSES, HOSTS, URLS } from "../inside_addresses.ts";

async function refusal(action: () => unknown): Promise<FetchRefused> {
  try {
    await action();
  } catch (error) {
    assert.ok(error instanceof FetchRefused, String(error));
    return error;
  }
  throw new assert.AssertionError({ message: "it was not refused" });
}

/** Addresses of this machine, each of which is shown to connect. */
const LOOPBACK_HOSTS = ["127.0.0.1", "127.0.0.2", "0.0.0.0", "::1", "::", "::ffff:127.0.0.1"];

/** Opens a port on every address of this machine, and counts its connections. */
async function openPort() {
  const listener = Deno.listen({ hostname: "::", port: 0 });
  const { port } = listener.addr as Deno.NetAddr;
  const seen = { connections: 0 };
  let heard = Promise.withResolvers<void>();
  const closed = (async () => {
    for await (const connection of listener) {
      seen.connections++;
      connection.close();
      heard.resolve();
    }
  })();
  for (const hostname of LOOPBACK_HOSTS) {
    (await Deno.connect({ hostname, port })).close();
    await heard.promise;
    heard = Promise.withResolvers();
  }
  assert.equal(seen.connections, LOOPBACK_HOSTS.length);
  seen.connections = 0;
  return {
    port,
    seen,
    async [Symbol.asyncDispose]() {
      listener.close();
      await closed;
    },
  };
}

const post = { headers: {}, body: "x", timeoutMs: 2_000, maxResponseBytes: 100 };
const get = { directory: ".", maxBytes: 1_000 };

Deno.test("no spelling of an inside address is connected to, nor resolved", async (t) => {
  assert.ok(new Set(HOSTS).size >= 60);
  await using open = await openPort();
  const resolved: string[] = [];
  const fetch = createGuardedFetch({
    resolve: (host) => {
      resolved.push(host);
      return Promise.resolve(["127.0.0.1"]);
    },
  });
  for (const host of HOSTS) {
    await t.step(host, async () => {
      for (const scheme of ["http", "https"]) {
        const url = `${scheme}://${host}:${open.port}/x.jpg`;
        for (
          const action of [
            () => fetch.check(url),
            () => fetch.download(url, get),
            () => fetch.post(url, post),
          ]
        ) {
          const { rule, reason } = await refusal(action);
          assert.equal(rule, "address");
          assert.equal(
            reason,
            "the URL's host is not a public address; OUTBOUND_ALLOW can allow it",
          );
        }
      }
    });
  }
  await fetch.close();
  assert.equal(open.seen.connections, 0);
  assert.deepEqual(resolved, []);
});

Deno.test("no URL that only seems to lead outside is connected to", async (t) => {
  await using open = await openPort();
  // Any name that is looked up resolves inside.
  const fetch = createGuardedFetch({ resolve: () => Promise.resolve(["127.0.0.1"]) });
  for (const form of URLS) {
    await t.step(JSON.stringify(form), async () => {
      const url = form.replace("PORT", String(open.port));
      for (const action of [() => fetch.download(url, get), () => fetch.post(url, post)]) {
        const { rule } = await refusal(action);
        assert.ok(rule === "address" || rule === "url", rule);
      }
    });
  }
  await fetch.close();
  assert.equal(open.seen.connections, 0);
});

Deno.test("no name that resolves inside, even in part, is connected to", async (t) => {
  await using open = await openPort();
  for (const addresses of ADDRESSES) {
    await t.step(addresses.join(" and "), async () => {
      const fetch = createGuardedFetch({ resolve: () => Promise.resolve(addresses) });
      const url = `http://media.example.com:${open.port}/`;
      fetch.check(url);
      assert.equal((await refusal(() => fetch.download(url, get))).rule, "address");
      const { rule, reason } = await refusal(() => fetch.post(url, post));
      assert.equal(rule, "address");
      assert.doesNotMatch(reason, /\d/);
      await fetch.close();
    });
  }
  assert.equal(open.seen.connections, 0);
});

Deno.test("public addresses are admitted, in NAT64's form too", () => {
  const fetch = createGuardedFetch();
  for (
    const host of [
      "8.8.8.8",
      "[2606:4700::1111]",
      "[64:ff9b::8.8.8.8]",
      "[::ffff:8.8.8.8]",
      "[2606:4700::200:5efe:808:808]",
      "a.de",
    ]
  ) fetch.check(`https://${host}/x`);
});

Deno.test("a name that resolves differently after the check is not followed (rebinding)", async () => {
  await using server = await openPort();
  let lookups = 0;
  // 127.0.0.1 plays the public address, 127.0.0.2 the inside one.
  const fetch = createGuardedFetch({
    allow: ["127.0.0.1"],
    resolve: () => Promise.resolve([lookups++ === 0 ? "127.0.0.1" : "127.0.0.2"]),
  });
  const url = `http://rebind.example.com:${server.port}/`;
  assert.equal((await refusal(() => fetch.download(url, get))).rule, "connection");
  assert.equal(lookups, 1);
  assert.equal(server.seen.connections, 1); // connected to the checked address, not resolved again

  assert.equal((await refusal(() => fetch.download(url, get))).rule, "address");
  assert.equal(lookups, 2);
  assert.equal(server.seen.connections, 1);
  await fetch.close();
});

Deno.test("a redirect is checked like a first URL", async (t) => {
  await using open = await openPort();
  for (
    const location of [
      `http://127.0.0.2:${open.port}/`,
      `http://2130706434:${open.port}/`,
      `//[::1]:${open.port}/`,
      `http://inside.example.com:${open.port}/`,
      "file:///etc/passwd",
      "http://user:secret@media.example.com/",
    ]
  ) {
    await t.step(location, async () => {
      await using server = Deno.serve(
        { hostname: "127.0.0.1", port: 0, onListen() {} },
        () => new Response(null, { status: 302, headers: { location } }),
      );
      const fetch = createGuardedFetch({
        allow: [`127.0.0.1:${server.addr.port}`],
        resolve: (host) => Promise.resolve([host.startsWith("inside") ? "127.0.0.2" : "127.0.0.1"]),
      });
      const { rule } = await refusal(() =>
        fetch.download(`http://media.example.com:${server.addr.port}/`, get)
      );
      assert.ok(rule === "address" || rule === "url", rule);
      await fetch.close();
    });
  }
  assert.equal(open.seen.connections, 0);
});

Deno.test("a redirect to any spelling of an inside address is not followed", async (t) => {
  await using open = await openPort();
  let location = "";
  await using server = await startRawServer((_path, socket) => {
    socket.write(rawResponse(`302 Found\r\nlocation: ${location}\r\ncontent-length: 0`));
  });
  const fetch = createGuardedFetch({
    allow: [`127.0.0.1:${server.port}`],
    resolve: () => Promise.resolve(["127.0.0.1"]),
  });
  const locations = [
    ...HOSTS.flatMap((host) => [`http://${host}:${open.port}/`, `//${host}:${open.port}/`]),
    // A line break ends the header; http: without slashes is relative to a URL of its scheme.
    ...URLS.filter((form) => !/\n|^http:\/?[^/\\]/.test(form))
      .map((form) => form.replace("PORT", String(open.port)))
      .filter((url) => URL.canParse(url)),
  ];
  for (const target of locations) {
    await t.step(target, async () => {
      location = target;
      const { rule } = await refusal(() => fetch.download(`${server.url}/`, get));
      assert.ok(rule === "address" || rule === "url", rule);
    });
  }
  await fetch.close();
  assert.equal(open.seen.connections, 0);
});

Deno.test("no proxy of the environment is used: it would connect to unchecked addresses", async () => {
  await using proxy = await openPort();
  await using server = await startRawServer((_path, socket) => {
    socket.write(rawResponse("200 OK\r\ncontent-length: 6", "direct"));
  });
  // The environment counts from a process's start.
  const program = `
    const { createGuardedFetch } = await import("${
    import.meta.resolve("../../../src/adapters/fetch/guarded_fetch.ts")
  }");
    const resolve = () => Promise.resolve(["127.0.0.1"]);
    const fetch = createGuardedFetch({ allow: ["127.0.0.1"], resolve });
    for (const scheme of ["http", "https"]) {
      const url = scheme + "://media.example.com:${server.port}/";
      const limits = { timeoutMs: 300, maxResponseBytes: 100 };
      const response = await fetch.post(url, { headers: {}, body: "x", ...limits })
        .catch(({ rule }) => ({ body: new TextEncoder().encode(rule) }));
      console.log(new TextDecoder().decode(response.body));
    }
    await fetch.close();`;
  const names = ["http_proxy", "HTTP_PROXY", "https_proxy", "HTTPS_PROXY", "ALL_PROXY"];
  const { stdout, stderr } = await new Deno.Command(Deno.execPath(), {
    args: [
      "eval",
      "--config",
      new URL(import.meta.resolve("../../../deno.json")).pathname,
      program,
    ],
    env: {
      ...Object.fromEntries(names.map((name) => [name, `http://127.0.0.1:${proxy.port}`])),
      NODE_USE_ENV_PROXY: "1",
    },
  }).output();
  const text = (bytes: Uint8Array) => new TextDecoder().decode(bytes);
  assert.equal(text(stdout), "direct\ntimeout\n", text(stderr)); // the server speaks no TLS
  assert.equal(proxy.seen.connections, 0);
});

Deno.test("the allow list takes ranges, addresses and names, with ports where given", () => {
  const fetch = createGuardedFetch({
    allow: ["10.1.2.0/24", "fd12::/16", "192.168.7.7", "relay:8080", "mmsc.internal", "[::1]:9000"],
  });
  const admitted = [
    "http://10.1.2.200/",
    "http://[::ffff:10.1.2.3]/",
    "http://[fd12::9]:1/",
    "http://192.168.7.7:99/",
    "http://relay:8080/",
    "http://MMSC.internal./",
    "http://[::1]:9000/",
  ];
  for (const url of admitted) fetch.check(url);
  const refused = [
    "http://10.1.3.1/",
    "http://192.168.7.8/",
    "http://relay:8081/",
    "http://relay/",
    "http://a.mmsc.internal/",
    "http://[::1]:9001/",
    "http://[fd13::9]/",
  ];
  for (const url of refused) assert.throws(() => fetch.check(url), FetchRefused, url);
  for (const entry of ["", "http://relay", "10.0.0.0/33", "a b", "relay:port", "relay:70000"]) {
    assert.throws(() => createGuardedFetch({ allow: [entry] }), /a list of CIDRs/, entry);
  }
});
