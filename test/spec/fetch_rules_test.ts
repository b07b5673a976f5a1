/**
 * Spec 2.3, fetching rules 1 to 4 and content validation: responses of a real server through the
 * guarded fetch and the content check.
 */
import assert from "node:assert/strict";
import { createGuardedFetch } from "../../src/adapters/fetch/guarded_fetch.ts";
import { checkContent } from "../../src/core/media/content_check.ts";
import { MEDIA_KINDS, MEDIA_TYPES, type MediaKind } from "../../src/core/media/media_types.ts";
import { type Fetch, FetchRefused } from "../../src/ports/mod.ts";
import { ok, rawResponse, type RawServer, startRawServer } from "../support/raw_server.ts";

const MAX_BYTES = 100;

let server: RawServer;
let fetch: Fetch;
let directory: string;
/** Responses of the server by path. */
let responses: Record<string, string | Uint8Array>;
/** Requested paths, in order. */
let requests: string[];

Deno.test.beforeAll(async () => {
  server = await startRawServer((path, socket) => {
    requests.push(path);
    socket.write(responses[path] ?? rawResponse("404 Not Found\r\ncontent-length: 0"));
    // A response that ends with its connection.
    if (!/content-length|chunked/i.test(String(responses[path]))) socket.end();
  });
  fetch = createGuardedFetch({ allow: ["127.0.0.1"] });
  directory = await Deno.makeTempDir();
});

Deno.test.afterAll(async () => {
  await fetch.close();
  await server[Symbol.asyncDispose]();
  await Deno.remove(directory, { recursive: true });
});

const spec = (rule: string, run: () => Promise<void>) =>
  Deno.test(`spec ${rule}`, async () => {
    responses = { "/image.png": IMAGE };
    requests = [];
    await run();
  });

const IMAGE = ok("content-type: image/png\r\ncontent-length: 5", "image");
const redirect = (location: string, status = 302) =>
  rawResponse(`${status} Moved\r\nlocation: ${location}\r\ncontent-length: 4`, "hop!");

/**
 * Returns the type that the content is accepted as, or `rule: reason`. Asserts that refused content
 * leaves no file, and that accepted content keeps the type that the server declared.
 */
async function verdictOn(
  path: string,
  kind: MediaKind = "image",
  through = fetch,
): Promise<string> {
  const url = server.url + path;
  try {
    const found = await through.download(url, { directory, maxBytes: MAX_BYTES });
    const content = await Deno.readFile(found.path);
    await Deno.remove(found.path);
    assert.equal(content.byteLength, found.bytes);
    const verdict = checkContent({ kind, declaredType: found.type, url });
    return verdict.ok ? verdict.type : `content: ${verdict.reason}`;
  } catch (error) {
    if (!(error instanceof FetchRefused)) throw error;
    return `${error.rule}: ${error.reason}`;
  } finally {
    assert.deepEqual([...Deno.readDirSync(directory)], []);
  }
}

// ── rule 1: statuses ──

const FOLLOWED = [301, 302, 303, 307, 308];
const REFUSED = [
  [201, 202, 203, 204, 205, 206, 207, 226],
  [300, 304, 305, 306, 309, 399],
  [400, 401, 402, 403, 404, 405, 406, 407, 408, 409, 410, 416, 418, 425, 429, 451, 499],
  [500, 501, 502, 503, 504, 511, 599, 999],
].flat();

spec("2.3 fetching rule 1: 200 is accepted", async () => {
  assert.equal(await verdictOn("/image.png"), "image/png");
});

for (const status of FOLLOWED) {
  spec(`2.3 fetching rule 1: ${status} is accepted, and followed`, async () => {
    responses["/x.png"] = redirect("/image.png", status);
    assert.equal(await verdictOn("/x.png"), "image/png");
    assert.deepEqual(requests, ["/x.png", "/image.png"]);
  });
}

for (const status of REFUSED) {
  spec(`2.3 fetching rule 1: ${status} is not accepted`, async () => {
    const refusal = `status: the server responded with status ${status}`;
    // Acceptable in everything but its status.
    const empty = status === 204 || status === 304;
    const headers = `${status} X\r\nlocation: /image.png\r\ncontent-type: image/png`;
    responses["/x.png"] = rawResponse(`${headers}\r\ncontent-length: 5`, empty ? "" : "image");
    assert.equal(await verdictOn("/x.png"), refusal);
    responses["/y.png"] = redirect("/x.png");
    assert.equal(await verdictOn("/y.png"), refusal);
    assert.deepEqual(requests, ["/x.png", "/y.png", "/x.png"]);
  });
}

// ── rule 2: redirects ──

const TOO_MANY = "redirects: the URL redirects more than once";
const NOWHERE = "redirects: the server redirects to no valid URL";

for (const first of FOLLOWED) {
  spec(`2.3 fetching rule 2: after ${first} a second redirect fails`, async () => {
    for (const second of FOLLOWED) {
      requests = [];
      responses["/one.png"] = redirect("/two.png", first);
      responses["/two.png"] = redirect("/image.png", second);
      assert.equal(await verdictOn("/one.png"), TOO_MANY);
      assert.deepEqual(requests, ["/one.png", "/two.png"]);
    }
  });
}

spec("2.3 fetching rule 2: loops fail at the second redirect", async () => {
  responses["/self"] = redirect("/self");
  assert.equal(await verdictOn("/self"), TOO_MANY);
  responses["/there"] = redirect("/back");
  responses["/back"] = redirect("/there");
  assert.equal(await verdictOn("/there"), TOO_MANY);
  assert.deepEqual(requests, ["/self", "/self", "/there", "/back"]);
});

/** Targets of a redirect from `/from/x.png`, and the verdict on each. */
const LOCATIONS: [form: string, location: () => string, verdict: string][] = [
  ["an absolute URL", () => `${server.url}/image.png`, "image/png"],
  [
    "an absolute URL in capitals",
    () => server.url.replace("http", "HTTP") + "/image.png",
    "image/png",
  ],
  ["an absolute path", () => "/image.png", "image/png"],
  ["a relative path", () => "../image.png", "image/png"],
  ["a path beside it", () => "beside.png", "image/png"],
  ["a query", () => "?size=1", "image/png"],
  ["no scheme", () => server.url.replace("http:", "") + "/image.png", "image/png"],
  ["a fragment behind", () => "/image.png#part", "image/png"],
  ["spaces around", () => "  /image.png \t", "image/png"],
  ["percent-encoded characters", () => "/%C3%A9t%C3%A9.png", "image/png"],
  ["UTF-8 as it is", () => "/été.png", "image/png"],
  ["nothing", () => "", NOWHERE],
  ["only spaces", () => "   ", NOWHERE],
  ["a URL without a host", () => "http://", NOWHERE],
  ["a URL with a bad port", () => "http://a.example.com:99999/", NOWHERE],
  ["a URL with a bad host", () => "http://[::1/", NOWHERE],
  ["an ftp URL", () => "ftp://a.example.com/x.png", "url: the URL is not http or https"],
  ["a file URL", () => "file:///etc/passwd", "url: the URL is not http or https"],
  ["a data URL", () => "data:image/png;base64,AAAA", "url: the URL is not http or https"],
  ["a javascript URL", () => "javascript:alert(1)", "url: the URL is not http or https"],
  [
    "a URL with a password",
    () => server.url.replace("//", "//a:b@") + "/image.png",
    "url: the URL holds a user name or password",
  ],
  [
    "an inside address",
    () => "http://10.0.0.1/image.png",
    "address: the URL's host is not a public address; OUTBOUND_ALLOW can allow it",
  ],
];

for (const [form, location, verdict] of LOCATIONS) {
  const becomes = verdict === "image/png" ? "is followed" : "fails";
  spec(`2.3 fetching rule 2: a redirect to ${form} ${becomes}`, async () => {
    responses["/from/beside.png"] =
      responses["/from/x.png?size=1"] =
      responses["/%C3%A9t%C3%A9.png"] =
        IMAGE;
    for (const status of FOLLOWED) {
      responses["/from/x.png"] = new TextEncoder().encode(redirect(location(), status));
      assert.equal(await verdictOn("/from/x.png"), verdict);
    }
    assert.equal(requests.length, FOLLOWED.length * (verdict === "image/png" ? 2 : 1));
  });
}

spec("2.3 fetching rule 2: a redirect without Location fails", async () => {
  responses["/x.png"] = rawResponse(
    "302 Found\r\ncontent-type: image/png\r\ncontent-length: 5",
    "image",
  );
  assert.equal(await verdictOn("/x.png"), NOWHERE);
});

// ── rule 3: Content-Type and Content-Length of the final response ──

spec("2.3 fetching rule 3: only the final response needs both headers", async () => {
  responses["/x.png"] = rawResponse("302 Found\r\nlocation: /image.png");
  assert.equal(await verdictOn("/x.png"), "image/png");
  responses["/y.png"] = rawResponse("302 Found\r\nlocation: /image.png\r\ncontent-length: 101");
  assert.equal(await verdictOn("/y.png"), "image/png");
});

const NO_TYPE = "content-type: the response has no valid Content-Type";
const TYPES: [form: string, header: string, verdict: string][] = [
  ["missing", "x: y", NO_TYPE],
  ["empty", "content-type:", NO_TYPE],
  ["one word", "content-type: png", NO_TYPE],
  ["a type without a subtype", "content-type: image/", NO_TYPE],
  ["a subtype without a type", "content-type: /png", NO_TYPE],
  ["in three parts", "content-type: image/png/x", NO_TYPE],
  ["with a space inside", "content-type: image /png", NO_TYPE],
  ["a list", "content-type: image/png, image/gif", NO_TYPE],
  ["a parameter only", "content-type: ; charset=utf-8", NO_TYPE],
  ["a wildcard", "content-type: */*", "content: content type */* is not supported"],
  ["in capitals", "Content-Type: IMAGE/PNG", "image/png"],
  ["with parameters", 'content-type: image/png ; name="a;b.gif"', "image/png"],
];

for (const [form, header, verdict] of TYPES) {
  const becomes = verdict === "image/png" ? "valid" : "refused";
  spec(`2.3 fetching rule 3: a Content-Type ${form} is ${becomes}`, async () => {
    responses["/x.png"] = ok(`${header}\r\ncontent-length: 5`, "image");
    assert.equal(await verdictOn("/x.png"), verdict);
  });
}

const NO_LENGTH = "content-length: the response has no Content-Length above 0";
const BAD_LENGTH = "content-length: the response has no valid Content-Length";
const SHORT = "content-length: the content ended before its Content-Length";
const tooBig = (bytes: string) =>
  `too-big: the content has ${bytes} bytes, more than the ${MAX_BYTES} allowed`;
const LENGTHS: [form: string, header: string, body: string, verdict: string][] = [
  ["missing", "x: y", "image", NO_LENGTH],
  [
    "missing from a chunked response",
    "transfer-encoding: chunked",
    "1\r\nx\r\n0\r\n\r\n",
    NO_LENGTH,
  ],
  [
    "beside chunks",
    "content-length: 1\r\ntransfer-encoding: chunked",
    "1\r\nx\r\n0\r\n\r\n",
    "connection: the server's response is not valid HTTP",
  ],
  ["of 0", "content-length: 0", "", NO_LENGTH],
  ["of 000", "content-length: 000", "", NO_LENGTH],
  ["of 0 before content", "content-length: 0", "image", NO_LENGTH],
  ["empty", "content-length:", "image", BAD_LENGTH],
  ["negative", "content-length: -5", "image", BAD_LENGTH],
  ["with a sign", "content-length: +5", "image", BAD_LENGTH],
  ["hexadecimal", "content-length: 0x5", "image", BAD_LENGTH],
  ["with a fraction", "content-length: 5.0", "image", BAD_LENGTH],
  ["in words", "content-length: five", "image", BAD_LENGTH],
  ["given twice alike", "content-length: 5\r\ncontent-length: 5", "image", BAD_LENGTH],
  ["given twice", "content-length: 5\r\ncontent-length: 6", "image!", BAD_LENGTH],
  ["as a list", "content-length: 5, 5", "image", BAD_LENGTH],
  ["beyond 64 bits", "content-length: 18446744073709551621", "image", BAD_LENGTH],
  [
    "beyond what doubles count",
    "content-length: 9007199254740993",
    "image",
    tooBig("9007199254740992"),
  ],
  ["above the limit", `content-length: ${MAX_BYTES + 1}`, "image", tooBig(`${MAX_BYTES + 1}`)],
  ["at the limit", `content-length: ${MAX_BYTES}`, "x".repeat(MAX_BYTES), "image/png"],
  ["with zeros before", "content-length: 005", "image", "image/png"],
  ["below the content", "content-length: 4", "image", "image/png"],
];

for (const [form, header, body, verdict] of LENGTHS) {
  const becomes = verdict === "image/png" ? "valid" : "refused";
  spec(`2.3 fetching rule 3: a Content-Length ${form} is ${becomes}`, async () => {
    responses["/x.png"] = ok(`content-type: image/png\r\n${header}`, body);
    assert.equal(await verdictOn("/x.png"), verdict);
  });
}

spec("2.3 fetching rule 3: a Content-Length that nothing comes up to is refused", async () => {
  responses["/x.png"] = ok("content-type: image/png\r\ncontent-length: 6", "image");
  const impatient = createGuardedFetch({ allow: ["127.0.0.1"], idleTimeoutMs: 200 });
  const verdict = await verdictOn("/x.png", "image", impatient);
  assert.equal(verdict, "timeout: the server stopped sending");
  await impatient.close();
});

spec("2.3 fetching rule 3: content that ends before its Content-Length is refused", async () => {
  await using hasty = await startRawServer((_path, socket) => {
    socket.end(ok("content-type: image/png\r\ncontent-length: 6", "image"));
  });
  const get = fetch.download(`${hasty.url}/x.png`, { directory, maxBytes: MAX_BYTES });
  await assert.rejects(get, ({ rule, reason }) => `${rule}: ${reason}` === SHORT);
  assert.deepEqual([...Deno.readDirSync(directory)], []);
});

// ── rule 4 and the content validation table ──

const sample = (kind: MediaKind) => MEDIA_TYPES.find((row) => row.kind === kind)!;
const other = (kind: MediaKind) => sample(kind === "pdf" ? "calendar" : "pdf");

async function contentVerdict(kind: MediaKind, type: string, path: string): Promise<string> {
  responses[path] = ok(`content-type: ${type}\r\ncontent-length: 5`, "bytes");
  return await verdictOn(path, kind);
}

for (const kind of MEDIA_KINDS) {
  const { type, aliases, extensions: [extension] } = sample(kind);
  const wrong = `the content is ${other(kind).kind} (${other(kind).type})`;
  const octets = "content: content type application/octet-stream needs a supported file extension";

  /** The table's rows. */
  const rows: [mime: string, form: string, declared: string, path: string, verdict: string][] = [
    ["supported", "supported", type, `/file.${extension}`, type],
    ["supported", "invalid", type, "/file.xyz", type],
    ["supported", "none", type, "/file", type],
    ["octet-stream", "supported", "application/octet-stream", `/file.${extension}`, type],
    [
      "octet-stream",
      "invalid",
      "application/octet-stream",
      "/file.xyz",
      `${octets}, and .xyz is not one`,
    ],
    [
      "octet-stream",
      "none",
      "application/octet-stream",
      "/file",
      `${octets}, and the URL has none`,
    ],
  ];
  for (const [mime, form, declared, path, verdict] of rows) {
    spec(`2.3 content validation, ${kind}: ${mime} type, ${form} extension`, async () => {
      assert.equal(await contentVerdict(kind, declared, path), verdict);
      if (mime === "supported") {
        for (const alias of aliases) assert.equal(await contentVerdict(kind, alias, path), verdict);
      }
    });
  }

  spec(`2.3 fetching rule 4, ${kind}: the type must be the file's`, async () => {
    const refusal = `content: the slide says ${kind}, but ${wrong}`;
    for (const path of [`/file.${extension}`, "/file.xyz", "/file"]) {
      assert.equal(await contentVerdict(kind, other(kind).type, path), refusal);
      assert.equal(
        await contentVerdict(kind, "text/html; charset=utf-8", path),
        "content: content type text/html is not supported",
      );
    }
    const path = `/file.${other(kind).extensions[0]}`;
    assert.equal(await contentVerdict(kind, "application/octet-stream", path), refusal);
  });
}

spec("2.3 content validation: the extension is that of the URL in the request", async () => {
  const octets = "content-type: application/octet-stream\r\ncontent-length: 5";
  responses["/download"] = responses["/download?name=x.png"] = ok(octets, "bytes");
  responses["/x.PNG?v=1.txt"] = redirect("/download");
  assert.equal(await verdictOn("/x.PNG?v=1.txt"), "image/png");
  const none = "content: content type application/octet-stream needs a supported file extension, " +
    "and the URL has none";
  assert.equal(await verdictOn("/download?name=x.png"), none);
});
