/** Client addresses of requests, with and without trusted proxies. */
import assert from "node:assert/strict";
import { createClientAddress, sourceOf } from "../../src/http/requests/client_address.ts";
import type { ForwardedHeader } from "../../src/http/requests/forwarded.ts";
import { until } from "../support/until.ts";

const PROXY = "10.0.0.1";
const TRUSTED = ["10.0.0.0/8", "2001:db8:ffff::/48"];

/** Values of each header, with the client address read from them. */
const HEADERS: Record<ForwardedHeader, [value: string, client: string, why: string][]> = {
  "x-forwarded-for": [
    ["192.0.2.7", "192.0.2.7", "the only one"],
    ["198.51.100.1, 192.0.2.7", "192.0.2.7", "the last that is no proxy's"],
    ["192.0.2.7, 10.9.9.9,10.0.0.3", "192.0.2.7", "proxies behind proxies"],
    ["10.0.0.9", "10.0.0.9", "a client within the proxies' network"],
    ["192.0.2.7:4711", "192.0.2.7", "with a port"],
    ["2001:db8::7", "2001:db8::7", "IPv6"],
    ["[2001:DB8:0::7]:443", "2001:db8::7", "IPv6 with a port"],
    ["::ffff:192.0.2.7", "192.0.2.7", "IPv4 within IPv6"],
    ["192.0.2.7, 2001:db8:ffff::1", "192.0.2.7", "a proxy of IPv6"],
    ["", PROXY, "nothing"],
    ["192.0.2.7, unknown", PROXY, "the proxy does not know whom"],
    ["192.0.2.7, <script>", PROXY, "no address"],
    ["nonsense, 192.0.2.7", "192.0.2.7", "what the client wrote is not looked at"],
    ["1, 0x7f000001", PROXY, "numbers are no addresses"],
  ],
  "forwarded": [
    ["for=192.0.2.7", "192.0.2.7", "the only one"],
    ["For=192.0.2.7;proto=https;by=10.0.0.2", "192.0.2.7", "among others"],
    ['by=10.0.0.2 ; for="192.0.2.7:80"', "192.0.2.7", "quoted, with a port"],
    ['for="[2001:db8::7]:4711"', "2001:db8::7", "quoted IPv6 with a port"],
    ['for="\\[2001:db8::7\\]"', "2001:db8::7", "quoted pairs"],
    ['for=198.51.100.1, for="192.0.2.7";by=10.0.0.2', "192.0.2.7", "the last"],
    ["for=192.0.2.7, for=10.0.0.2, , for=10.0.0.3", "192.0.2.7", "proxies, and nothing"],
    ['for=192.0.2.7;host="a,for=6.6.6.6"', "192.0.2.7", "a comma within quotes"],
    ["for=192.0.2.7, for=_hidden", PROXY, "a name of the proxy's own"],
    ["for=192.0.2.7, for=unknown", PROXY, "the proxy does not know whom"],
    ["for=192.0.2.7, proto=https", PROXY, "the proxy does not say whom"],
    ['for="192.0.2.7', PROXY, "malformed: an open quote"],
    ["192.0.2.7", PROXY, "malformed: no name"],
    ["for=192.0.2.7 for=6.6.6.6", PROXY, "malformed: no separator"],
  ],
};

const ROWS = Object.entries(HEADERS).flatMap(([header, rows]) =>
  rows.map((row) => [header as ForwardedHeader, ...row] as const)
);

for (const [header, value, client, why] of ROWS) {
  Deno.test(`${header}, ${why}: ${value}`, () => {
    const clientAddress = createClientAddress({
      TRUSTED_PROXIES: TRUSTED,
      FORWARDED_HEADER: header,
    });
    assert.equal(clientAddress(new Headers({ [header]: value }), PROXY), client);
  });
}

Deno.test("only a trusted proxy's own header is believed", () => {
  const headers = new Headers({ "x-forwarded-for": "6.6.6.6", "forwarded": "for=6.6.6.6" });
  const by = (trusted: string[], header: ForwardedHeader) =>
    createClientAddress({ TRUSTED_PROXIES: trusted, FORWARDED_HEADER: header });
  assert.equal(by(TRUSTED, "x-forwarded-for")(headers, "192.0.2.9"), "192.0.2.9");
  assert.equal(by([], "x-forwarded-for")(headers, PROXY), PROXY);
  headers.delete("x-forwarded-for");
  assert.equal(by(TRUSTED, "x-forwarded-for")(headers, PROXY), PROXY);
  assert.equal(by(TRUSTED, "forwarded")(headers, null), "unknown");
});

/** Resolves headers of a length for which a reader that looks back would take hours. */
const NONSENSE = `
  import { createClientAddress } from "${
  import.meta.resolve("../../src/http/requests/client_address.ts")
}";
  const clientAddress = createClientAddress({
    TRUSTED_PROXIES: ${JSON.stringify(TRUSTED)},
    FORWARDED_HEADER: "forwarded",
  });
  postMessage(["for=", ' "\\\\', "a=b;", ',"', "a= \\t"].map((piece) => {
    const value = piece.repeat(4_000_000 / piece.length).trim();
    return clientAddress(new Headers({ forwarded: value }), "${PROXY}");
  }));`;

Deno.test("a long header of nonsense is read in one pass", async () => {
  const url = `data:application/typescript,${encodeURIComponent(NONSENSE)}`;
  const worker = new Worker(url, { type: "module" });
  let clients: string[] | undefined;
  worker.onmessage = ({ data }) => clients = data;
  try {
    // A thread of its own, since nothing else can end a reader that hangs.
    await until(() => clients, (read) => read !== undefined);
  } finally {
    worker.terminate();
  }
  assert.deepEqual(clients, Array(5).fill(PROXY));
});

Deno.test("an IPv4 address is one source, and so is the /64 of an IPv6 address", () => {
  assert.equal(sourceOf("192.0.2.7"), "192.0.2.7");
  assert.equal(sourceOf("2001:db8:1:2:3:4:5:6"), "2001:db8:1:2::/64");
  assert.equal(sourceOf("2001:db8:1:2::9"), sourceOf("2001:db8:1:2:ffff::1"));
  assert.notEqual(sourceOf("2001:db8:1:2::9"), sourceOf("2001:db8:1:3::9"));
  assert.equal(sourceOf("unknown"), "unknown");
});
