/** The audit of packages, against a registry on loopback. */
import assert from "node:assert/strict";
import { packagesOf } from "../../tools/audit.ts";

Deno.test("the packages of lock files have all their versions, without peers", () => {
  const npm = { "a@1.0.0": {}, "@s/b@2.0.0-beta.1_zod@4.1.0": {}, "a@1.2.0": {} };
  assert.deepEqual(packagesOf([{ npm }, { npm: { "a@1.0.0": {}, "c@3.0.0": {} } }, {}]), {
    "a": ["1.0.0", "1.2.0"],
    "@s/b": ["2.0.0-beta.1"],
    "c": ["3.0.0"],
  });
});

const advisory = (severity: string) => ({
  severity,
  title: "It breaks",
  url: "https://advisories.example/1",
  vulnerable_versions: "<9",
});

const cases: readonly [title: string, response: () => Response, code: number, output: RegExp][] = [
  ["no advisory", () => Response.json({}), 0, /packages, 0 advisories\n$/],
  [
    "a moderate one",
    () => Response.json({ hono: [advisory("moderate")] }),
    0,
    /^moderate: hono [\d.]+: It breaks \(<9\)\n {2}https:\/\/advisories\.example\/1\n/,
  ],
  [
    "a critical one",
    () => Response.json({ hono: [advisory("low"), advisory("critical")] }),
    1,
    /^critical: hono /m,
  ],
  [
    "a registry without advisories",
    () => new Response("not here", { status: 404 }),
    2,
    /^audit: the registry has no advisories: http:\/\/127.* responds 404; name one that has in/,
  ],
];

for (const [title, respond, expected, pattern] of cases) {
  Deno.test(`audit with ${title} ends with ${expected}`, async () => {
    let requested: Record<string, string[]> = {};
    await using server = Deno.serve(
      { hostname: "127.0.0.1", port: 0, onListen() {} },
      async (r) => {
        assert.equal(new URL(r.url).pathname, "/-/npm/v1/security/advisories/bulk");
        requested = await r.json();
        return respond();
      },
    );
    const { code, stdout, stderr } = await new Deno.Command(Deno.execPath(), {
      args: ["run", "-A", "tools/audit.ts"],
      cwd: new URL("../..", import.meta.url),
      env: { NPM_CONFIG_REGISTRY: `http://127.0.0.1:${server.addr.port}/`, NO_COLOR: "1" },
    }).output();
    const output = new TextDecoder().decode(stdout) + new TextDecoder().decode(stderr);
    assert.equal(code, expected, output);
    assert.match(output, pattern);
    // Packages of the service and of its tests.
    assert.ok("hono" in requested && "fast-check" in requested, JSON.stringify(requested));
  });
}
