/** Refusals before HTTP begins: names, connections, certificates. */
import assert from "node:assert/strict";
import { createGuardedFetch } from "../../../src/adapters/fetch/guarded_fetch.ts";
import { until } from "../../support/until.ts";

type Guarded = ReturnType<typeof createGuardedFetch>;

const refused = (reason: string) => ({
  name: "FetchRefused",
  rule: "connection",
  reason,
  sent: false,
});

Deno.test("a host that does not exist, or refuses, is reported without further detail", async () => {
  const fetch = createGuardedFetch({
    allow: ["127.0.0.1"],
    resolve: (host) => host.startsWith("no") ? Promise.reject(new Error("x")) : Promise.resolve([]),
  });
  const request = { directory: ".", maxBytes: 1 };
  for (const host of ["no.example.com", "empty.example.com"]) {
    await assert.rejects(
      fetch.download(`http://${host}/`, request),
      refused("the URL's host name could not be resolved"),
    );
  }
  await assert.rejects(
    fetch.download("http://127.0.0.1:1/", request),
    refused("the server refused the connection"),
  );
  await fetch.close();
});

Deno.test("TLS verifies the name in the URL, though the socket connects to an address", async () => {
  const directory = await Deno.makeTempDir();
  const [keyPath, certPath] = [`${directory}/key.pem`, `${directory}/cert.pem`];
  const openssl = await new Deno.Command("openssl", {
    args: "req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 2 -subj /CN=t"
      .split(" ").concat("-addext", "subjectAltName=DNS:media.example.com")
      .concat("-keyout", keyPath, "-out", certPath),
    stderr: "null",
  }).output();
  assert.ok(openssl.success);
  const [key, cert] = [await Deno.readTextFile(keyPath), await Deno.readTextFile(certPath)];
  const silence = Promise.withResolvers<Response>();
  await using server = Deno.serve(
    { hostname: "127.0.0.1", port: 0, key, cert, onListen() {} },
    (request) =>
      request.url.endsWith("/silent") ? silence.promise : new Response(request.headers.get("host")),
  );
  const options = { allow: ["127.0.0.1"], resolve: () => Promise.resolve(["127.0.0.1"]) };
  const trusting = createGuardedFetch({ ...options, trustedCertificates: [cert] });
  const plain = createGuardedFetch(options);
  const ask = (fetch: Guarded, host: string, path = "/", timeoutMs = 600_000) =>
    fetch.post(`https://${host}:${server.addr.port}${path}`, {
      headers: {},
      body: "",
      timeoutMs,
      maxResponseBytes: 100,
    });

  const { body } = await ask(trusting, "media.example.com");
  assert.equal(new TextDecoder().decode(body), `media.example.com:${server.addr.port}`);
  const reason = "the server's TLS certificate is not valid for the URL";
  await assert.rejects(ask(trusting, "other.example.com"), refused(reason));
  const untrusted =
    "no trusted authority has signed the server's TLS certificate; CA_CERTIFICATES can add one";
  await assert.rejects(ask(plain, "media.example.com"), refused(untrusted));
  const silent = await until(
    () => ask(trusting, "media.example.com", "/silent", 300).catch((error) => error),
    ({ sent }) => sent, // on a busy machine the first may not get that far
  );
  assert.deepEqual([silent.name, silent.rule], ["FetchRefused", "timeout"]);
  silence.resolve(new Response());

  const location = `https://media.example.com:${server.addr.port}/`;
  await using first = Deno.serve(
    { hostname: "127.0.0.1", port: 0, onListen() {} },
    () => new Response(null, { status: 302, headers: { location } }),
  );
  const redirected = (fetch: Guarded) =>
    fetch.download(`http://127.0.0.1:${first.addr.port}/`, { directory, maxBytes: 100 });
  await assert.rejects(redirected(plain), refused(untrusted));
  assert.equal((await redirected(trusting)).url, location);
  await trusting.close();
  await plain.close();
  await Deno.remove(directory, { recursive: true });
});
