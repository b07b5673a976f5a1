/** Host names resolve as getaddrinfo resolves them, and no look-up blocks another. */
import assert from "node:assert/strict";
import {
  createResolver,
  type Resolver,
  type ResolverOptions,
} from "../../src/adapters/fetch/names/resolver.ts";
import { type NameServer, startNameServer } from "../support/name_server.ts";
import { pause, until } from "../support/until.ts";

interface ResolverSetup extends Omit<ResolverOptions, "nameServer" | "hostsFile" | "resolvConf"> {
  hosts?: string;
  conf?: string;
}

/** Runs a test with a resolver that asks `server`, and with files of its own. */
async function withResolver(
  setup: ResolverSetup,
  run: (
    at: Resolver & {
      server: NameServer;
      directory: string;
    },
  ) => Promise<void>,
): Promise<void> {
  const { hosts = "", conf = "", ...options } = setup;
  await using server = await startNameServer();
  const directory = await Deno.makeTempDir({ prefix: "slidepost-test-" });
  const [hostsFile, resolvConf] = [`${directory}/hosts`, `${directory}/resolv.conf`];
  await Deno.writeTextFile(hostsFile, hosts);
  await Deno.writeTextFile(resolvConf, conf);
  const resolver = createResolver({
    ...options,
    nameServer: server,
    hostsFile,
    resolvConf,
  });
  try {
    await run({ ...resolver, server, directory });
  } finally {
    resolver.close();
    await Deno.remove(directory, { recursive: true });
  }
}

/** Counts the sockets of this process (Linux). */
const socketsOpen = () =>
  [...Deno.readDirSync("/proc/self/fd")].filter(({ name }) => {
    try {
      return Deno.readLinkSync(`/proc/self/fd/${name}`).startsWith("socket:");
    } catch {
      return false; // closed meanwhile
    }
  }).length;

Deno.test("a name has the addresses of both families", () =>
  withResolver({}, async ({ server, resolve }) => {
    server.respond = (name, type) =>
      name !== "media.example.com"
        ? "no such name"
        : type === "A"
        ? ["192.0.2.1", "192.0.2.2"]
        : ["2001:db8::1"];
    const found = await resolve("Media.Example.COM");
    assert.deepEqual(found.toSorted(), ["192.0.2.1", "192.0.2.2", "2001:db8::1"]);
    assert.deepEqual(server.queries.toSorted(), ["media.example.com A", "media.example.com AAAA"]);
    assert.deepEqual(await resolve("other.example.com"), []);
  }));

Deno.test("without a public IPv6 address of this machine, IPv4 is tried first", () =>
  withResolver({}, async ({ server, resolve }) => {
    const isPublic = Deno.networkInterfaces().some(({ address }) => /^[23]\w{3}:/.test(address));
    server.respond = (_name, type) => type === "A" ? ["192.0.2.1"] : ["2001:db8::1"];
    assert.equal((await resolve("both.example"))[0], isPublic ? "2001:db8::1" : "192.0.2.1");
  }));

Deno.test("the hosts file comes before DNS, in its order, and is read again when it changes", () =>
  withResolver({
    hosts: "# ours\n10.0.0.7\tmmsc  MMSC.carrier # the carrier\nfd00::7 mmsc\n300.1.1.1 bad\nbad\n",
  }, async ({ server, resolve, directory }) => {
    assert.deepEqual(await resolve("mmsc"), ["10.0.0.7", "fd00::7"]);
    assert.deepEqual(await resolve("mmsc.carrier"), ["10.0.0.7"]);
    assert.deepEqual(server.queries, []);
    assert.deepEqual(await resolve("bad"), []);
    await Deno.writeTextFile(`${directory}/hosts`, "10.0.0.8 mmsc");
    assert.deepEqual(await resolve("mmsc"), ["10.0.0.8"]);
    await Deno.remove(`${directory}/hosts`);
    assert.deepEqual(await resolve("mmsc"), []);
  }));

Deno.test("localhost is this machine without DNS, unless the hosts file says otherwise", () =>
  withResolver({ hosts: "127.0.0.5 db.localhost" }, async ({ server, resolve }) => {
    for (const name of ["localhost", "LOCALHOST", "tenant.localhost"]) {
      assert.deepEqual(await resolve(name), ["127.0.0.1", "::1"], name);
    }
    assert.deepEqual(await resolve("db.localhost"), ["127.0.0.5"]);
    assert.deepEqual(server.queries, []);
  }));

Deno.test("localhost has both families, also where the hosts file names one of them", async () => {
  const files: [hosts: string, addresses: string[]][] = [
    ["127.0.0.1 localhost", ["127.0.0.1", "::1"]],
    ["::1 localhost", ["::1", "127.0.0.1"]],
    ["10.0.0.9 localhost", ["10.0.0.9"]],
  ];
  for (const [hosts, addresses] of files) {
    await withResolver({ hosts }, async ({ resolve }) => {
      assert.deepEqual(await resolve("localhost"), addresses, hosts);
    });
  }
});

const SEARCHED: [what: string, conf: string, name: string, asked: string[]][] = [
  ["a bare name, with search domains", "search a.test b.test.", "mmsc", [
    "mmsc.a.test",
    "mmsc.b.test",
    "mmsc",
  ]],
  ["a name with a dot", "search a.test", "svc.ns", ["svc.ns", "svc.ns.a.test"]],
  ["a name of Kubernetes", "search ns.svc.c.test svc.c.test c.test\noptions ndots:5", "svc.ns", [
    "svc.ns.ns.svc.c.test",
    "svc.ns.svc.c.test",
    "svc.ns.c.test",
    "svc.ns",
  ]],
  ["a bare name of Docker", "options edns0 ndots:0", "mmsc", ["mmsc"]],
  ["the last of domain and search", "search a.test\ndomain b.test", "x", ["x.b.test", "x"]],
  ["the root as a search domain", "search .", "x", ["x"]],
];

for (const [title, conf, name, names] of SEARCHED) {
  Deno.test(`names are completed by resolv.conf: ${title}`, () =>
    withResolver({ conf, failureTtlMs: 0 }, async ({ server, resolve }) => {
      assert.deepEqual(await resolve(name), []);
      const queried = [...new Set(server.queries.map((query) => query.split(" ")[0]))];
      assert.deepEqual(queried, names);

      // The first that has an address of either family ends the search.
      server.queries.length = 0;
      server.respond = (_name, type) => type === "A" ? ["192.0.2.1"] : [];
      assert.deepEqual(await resolve(name), ["192.0.2.1"]);
      assert.deepEqual([...new Set(server.queries.map((query) => query.split(" ")[0]))], [
        names[0],
      ]);
    }));
}

Deno.test("a name server that ignores AAAA queries does not delay the A records", () =>
  withResolver({ timeoutMs: 60_000 }, async ({ server, resolve }) => {
    server.respond = (_name, type) => type === "A" ? ["192.0.2.1"] : "silence";
    assert.deepEqual(await resolve("half.example"), ["192.0.2.1"]);
  }));

Deno.test("a lost query is repeated, as often as time permits", () =>
  withResolver({ timeoutMs: 60_000 }, async ({ server, resolve }) => {
    server.respond = (name, type) => {
      const tries = server.queries.filter((query) => query === `${name} ${type}`).length;
      return tries < 4 ? "silence" : type === "A" ? ["192.0.2.1"] : [];
    };
    assert.deepEqual(await resolve("lost.example"), ["192.0.2.1"]);
  }));

Deno.test("requests for one name share one look-up", () =>
  withResolver({}, async ({ server, resolve }) => {
    const response = Promise.withResolvers<readonly string[]>();
    server.respond = (_name, type) => type === "A" ? response.promise : [];
    const all = Array.from({ length: 50 }, () => resolve("shared.example"));
    await until(() => server.queries.length, (count) => count === 2);
    response.resolve(["192.0.2.1"]);
    for (const found of await Promise.all(all)) assert.deepEqual(found, ["192.0.2.1"]);
    assert.equal(server.queries.length, 2);
    // Results are not cached, so that a change counts at once.
    server.respond = (_name, type) => type === "A" ? ["192.0.2.2"] : [];
    assert.deepEqual(await resolve("shared.example"), ["192.0.2.2"]);
  }));

Deno.test("a failed name is not queried again for a while", async () => {
  await withResolver({ failureTtlMs: 3_600_000 }, async ({ server, resolve }) => {
    for (let n = 0; n < 3; n++) assert.deepEqual(await resolve("none.example"), []);
    assert.equal(server.queries.length, 2);
  });
  await withResolver({ failureTtlMs: 3_600_000, timeoutMs: 50 }, async ({ server, resolve }) => {
    server.respond = () => "silence";
    await assert.rejects(resolve("silent.example"), { name: "LookupTimeout" });
    assert.deepEqual(await resolve("silent.example"), []);
    assert.equal(server.queries.length, 2);
  });
  await withResolver({ failureTtlMs: 1 }, async ({ server, resolve }) => {
    assert.deepEqual(await resolve("late.example"), []);
    server.respond = (_name, type) => type === "A" ? ["192.0.2.1"] : [];
    await pause(5);
    assert.deepEqual(await resolve("late.example"), ["192.0.2.1"]);
  });
});

Deno.test("200 hanging look-ups block neither file access nor other names", () =>
  withResolver({ timeoutMs: 600_000 }, async ({ server, resolve, close, directory }) => {
    server.respond = (name, type) =>
      name.startsWith("never") ? "silence" : type === "A" ? ["192.0.2.1"] : [];
    let ended = 0;
    const hanging = Array.from(
      { length: 200 },
      (_, n) => resolve(`never${n}.example`).then(() => assert.fail("it resolved"), () => ended++),
    );
    const isAsked = (n: number) => server.queries.includes(`never${n}.example A`);
    await until(() => hanging.every((_, n) => isAsked(n)), (areAsked) => areAsked);
    for (let n = 0; n < 50; n++) {
      await Deno.stat(directory);
      await Deno.readFile(`${directory}/hosts`);
      assert.deepEqual(await resolve(`prompt${n}.example`), ["192.0.2.1"]);
    }
    // While all of them hang: with getaddrinfo, some four of them would have to end first.
    assert.equal(ended, 0);
    close();
    await Promise.all(hanging);
  }));

Deno.test({
  name: "a look-up that takes too long closes its sockets",
  ignore: Deno.build.os !== "linux",
  fn: () =>
    withResolver({ timeoutMs: 500 }, async ({ server, resolve }) => {
      const before = socketsOpen();
      let most = 0;
      server.respond = () => {
        most = Math.max(most, socketsOpen());
        return "silence";
      };
      let round = 0;
      await until(async () => {
        round++;
        const hanging = Array.from({ length: 20 }, (_, n) => resolve(`never${n}-${round}.example`));
        for (const result of await Promise.allSettled(hanging)) {
          assert.equal(result.status, "rejected");
        }
        return most;
      }, (most) => most > before); // on a busy machine all may be over before a query arrives
      await until(socketsOpen, (open) => open <= before);
    }),
});

Deno.test("beyond the limit of look-ups the oldest is given up, but not cached as failed", () =>
  withResolver({ maxLookups: 3, timeoutMs: 60_000, failureTtlMs: 3_600_000 }, async (at) => {
    const { server, resolve } = at;
    server.respond = (name, type) =>
      name.startsWith("never") ? "silence" : type === "A" ? ["192.0.2.1"] : [];
    const ends = ["a", "b", "c"].map((n) =>
      resolve(`never-${n}.example`).catch(({ name }) => name)
    );
    assert.deepEqual(await resolve("prompt.example"), ["192.0.2.1"]);
    assert.equal(await ends[0], "LookupAbandoned");
    server.respond = (_name, type) => type === "A" ? ["192.0.2.2"] : [];
    assert.deepEqual(await resolve("never-a.example"), ["192.0.2.2"]);
    assert.equal(await Promise.race([...ends.slice(1), "in flight"]), "in flight");
  }));

for (
  const name of ["a..b", "-", `${"a".repeat(64)}.example`, "a b", `${"a.".repeat(140)}example`]
) {
  Deno.test(`a name that cannot exist is not resolved: ${name.slice(0, 20)}`, () =>
    withResolver({}, async ({ server, resolve }) => {
      assert.deepEqual(await resolve(name).catch(() => []), []);
      assert.deepEqual(server.queries, []);
    }));
}
