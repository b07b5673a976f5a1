/** Nothing may reach this machine or its networks on a customer's word, however it is written. */
import assert from "node:assert/strict";
import { createGuardedFetch } from "../../src/adapters/fetch/mod.ts";
import { FetchRefused } from "../../src/env.ts";

/** Hosts as customers may write them; every one leads inside, or nowhere. */
const HOSTS = [
  // loopback, in every notation of RFC 3986 section 7.4 and the WHATWG host parser
  "127.0.0.1",
  "127.0.0.1.",
  "127.1",
  "127.0.1",
  "127.255.255.254",
  "2130706433",
  "0x7f000001",
  "0X7F000001",
  "017700000001",
  "0x7f.1",
  "0x7f.0x0.0x0.0x1",
  "0177.0.0.1",
  "0177.0x0.0.01",
  "00000177.1",
  "%31%32%37.0.0.1",
  "127%2e0%2e0%2e1",
  "①②⑦.⓪.⓪.①",
  "１２７.０.０.１",
  "127。0。0。1",
  "127.0.0.1\t",
  // this host
  "0",
  "0.0.0.0",
  "0x0",
  "0.1.2.3",
  // private, carrier-grade NAT, link-local, metadata
  "10.0.0.1",
  "0xa.1",
  "167772161",
  "172.16.0.1",
  "172.31.255.255",
  "192.168.1.1",
  "3232235777",
  "100.64.0.1",
  "100.100.100.200",
  "100.127.255.255",
  "169.254.169.254",
  "0xa9fea9fe",
  "0251.0376.0251.0376",
  "168.63.129.16",
  "192.0.0.192",
  // documentation, benchmarking, multicast, reserved, broadcast
  "192.0.2.1",
  "198.51.100.1",
  "203.0.113.1",
  "198.18.0.1",
  "198.19.255.255",
  "192.88.99.1",
  "224.0.0.1",
  "239.255.255.250",
  "240.0.0.1",
  "255.255.255.255",
  "4294967295",
  // IPv6
  "[::1]",
  "[0:0:0:0:0:0:0:1]",
  "[::]",
  "[fe80::1]",
  "[febf::1]",
  "[fec0::1]",
  "[fc00::1]",
  "[fd00:ec2::254]",
  "[ff02::1]",
  "[2001:db8::1]",
  "[3fff::1]",
  "[100::1]",
  "[2001:2::1]",
  "[4000::1]",
  // IPv4 inside IPv6
  "[::ffff:127.0.0.1]",
  "[::ffff:7f00:1]",
  "[0:0:0:0:0:ffff:0a00:0001]",
  "[::ffff:169.254.169.254]",
  "[::127.0.0.1]",
  "[::ffff:0:127.0.0.1]",
  "[64:ff9b::127.0.0.1]",
  "[64:ff9b::10.0.0.1]",
  "[64:ff9b:1::8.8.8.8]",
  "[2002:7f00:1::]",
  "[2002:808:808::1]",
  "[2001:0:4136:e378:8000:63bf:80ff:fffe]",
  // names that only mean something inside
  "localhost",
  "LOCALHOST",
  "localhost.",
  "a.localhost",
  "localhost.localdomain",
  "ｌｏｃａｌｈｏｓｔ",
  "metadata",
  "metadata.google.internal",
  "printer.local",
];

/** What a host name may resolve to without being let through. */
const ADDRESSES = [
  ["127.0.0.1"],
  ["::1"],
  ["10.1.2.3"],
  ["169.254.169.254"],
  ["fe80::1%eth0"],
  ["::ffff:127.0.0.1"],
  ["64:ff9b::7f00:1"],
  ["fd00::1"],
  ["0.0.0.0"],
  ["not an address"],
  ["127.1"],
  ["0177.0.0.1"],
  ["93.184.215.14", "127.0.0.1"],
  ["2606:4700::1111", "::1"],
];

async function refusal(action: () => unknown): Promise<FetchRefused> {
  try {
    await action();
  } catch (error) {
    assert.ok(error instanceof FetchRefused, String(error));
    return error;
  }
  throw new assert.AssertionError({ message: "it was not refused" });
}

/** A port that is open on every address of this machine, and how often it was connected to. */
function openPort() {
  const listener = Deno.listen({ hostname: "::", port: 0 });
  const seen = { connections: 0 };
  const closed = (async () => {
    for await (const connection of listener) {
      seen.connections++;
      connection.close();
    }
  })();
  return {
    port: (listener.addr as Deno.NetAddr).port,
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
  assert.ok(HOSTS.length >= 60);
  await using open = openPort();
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
          assert.equal(reason, "the URL's host is not a public address");
        }
      }
    });
  }
  await fetch.close();
  assert.equal(open.seen.connections, 0);
  assert.deepEqual(resolved, []);
});

Deno.test("no name that resolves inside, even in part, is connected to", async (t) => {
  await using open = openPort();
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
    const host of ["8.8.8.8", "[2606:4700::1111]", "[64:ff9b::8.8.8.8]", "[::ffff:8.8.8.8]", "a.de"]
  ) fetch.check(`https://${host}/x`);
});

Deno.test("a name that changes its mind after the check is not followed (rebinding)", async () => {
  await using server = openPort();
  let asked = 0;
  // 127.0.0.1 plays the public address, 127.0.0.2 the inside one.
  const fetch = createGuardedFetch({
    allow: ["127.0.0.1"],
    resolve: () => Promise.resolve([asked++ === 0 ? "127.0.0.1" : "127.0.0.2"]),
  });
  const url = `http://rebind.example.com:${server.port}/`;
  assert.equal((await refusal(() => fetch.download(url, get))).rule, "connection");
  assert.equal(asked, 1);
  assert.equal(server.seen.connections, 1); // connected to what was checked, resolved no more

  assert.equal((await refusal(() => fetch.download(url, get))).rule, "address");
  assert.equal(asked, 2);
  assert.equal(server.seen.connections, 1);
  await fetch.close();
});

Deno.test("a redirect is checked like a first URL", async (t) => {
  await using open = openPort();
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
    assert.throws(() => createGuardedFetch({ allow: [entry] }), TypeError, entry);
  }
});
