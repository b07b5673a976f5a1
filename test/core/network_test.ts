import assert from "node:assert/strict";
import { isPrivateName, parseOutboundUrl } from "../../src/core/network.ts";

Deno.test("a URL is http or https, well formed, and holds no credentials", () => {
  const cases: [string, string][] = [
    ["ftp://a.example/x", "the URL is not http or https"],
    ["file:///etc/passwd", "the URL is not http or https"],
    ["data:text/plain,x", "the URL is not http or https"],
    ["gopher://a.example/", "the URL is not http or https"],
    ["javascript:alert(1)", "the URL is not http or https"],
    ["/x.jpg", "the URL is malformed"],
    ["", "the URL is malformed"],
    ["http://", "the URL is malformed"],
    ["http://a b/", "the URL is malformed"],
    ["http://1.2.3.4.5/", "the URL is malformed"],
    ["http://256.0.0.1/", "the URL is malformed"],
    ["http://a.example:99999/", "the URL is malformed"],
    ["http://user@a.example/", "the URL holds a user name or password"],
    ["http://:secret@a.example/", "the URL holds a user name or password"],
  ];
  for (const [text, reason] of cases) {
    assert.deepEqual(parseOutboundUrl(text), { ok: false, rule: "url", reason }, text);
  }
});

Deno.test("host and port are those that a socket connects to", () => {
  const cases: [string, string, number][] = [
    ["http://Media.Example.com/x", "media.example.com", 80],
    ["https://media.example.com./x", "media.example.com", 443],
    ["https://media.example.com:8443/x", "media.example.com", 8443],
    ["http://[2606:4700::1111]/", "2606:4700::1111", 80],
    ["http://0x7f.1/", "127.0.0.1", 80],
    ["http://bücher.example/", "xn--bcher-kva.example", 80],
  ];
  for (const [text, host, port] of cases) {
    const verdict = parseOutboundUrl(text);
    assert.ok(verdict.ok, text);
    assert.deepEqual([verdict.host, verdict.port], [host, port]);
  }
});

Deno.test("names of private networks are recognised by their form", () => {
  for (
    const name of [
      "localhost",
      "a.localhost",
      "printer",
      "printer.local",
      "metadata.google.internal",
      "localhost.localdomain",
      "nas.home.arpa",
      "a.onion",
    ]
  ) assert.ok(isPrivateName(name), name);
  for (const name of ["example.com", "local.example.com", "notlocal.net", "internal.org"]) {
    assert.ok(!isPrivateName(name), name);
  }
});
