/** Errors for an object store that cannot be used, and parsing of BLOBS_URL. */
import assert from "node:assert/strict";
import { openBlobs } from "../../../../src/adapters/blobs/mod.ts";
import { bucketAt } from "../../../../src/adapters/blobs/s3/bucket.ts";
import { readConfig } from "../../../../src/config/mod.ts";
import { type BucketLocation, parseBlobsUrl } from "../../../../src/config/blobs_url.ts";
import { silentLog } from "../../../../src/log/mod.ts";
import { BUCKET, type S3Server, startS3 } from "../../../support/s3.ts";
import { freePort } from "../../../support/free_port.ts";

type Variables = Record<string, string>;

async function open(url: string, environment: Variables): Promise<string[]> {
  const scratch = await Deno.makeTempDir({ prefix: "slidepost-test-" });
  try {
    const config = readConfig({ BLOBS_URL: url, BLOBS_TIMEOUT: "1s" });
    const options = { log: silentLog(), environment };
    using store = await openBlobs(config, { path: scratch, scratch }, options);
    await store.blobs.put(new Uint8Array(3));
    return [];
  } catch (error) {
    assert.equal((error as Error).constructor, Error);
    return [(error as Error).message];
  } finally {
    await Deno.remove(scratch, { recursive: true });
  }
}

Deno.test("a bucket that can be used is left as it was found", async () => {
  await using s3 = await startS3();
  assert.deepEqual(await open(s3.url("files"), s3.environment), []);
  const keys = [...s3.objects.keys()];
  assert.ok(keys.every((key) => /^files\/[0-9a-f]{2}\//.test(key)), `${keys}`);
  assert.equal(keys.length, 1);
});

type Broken = (s3: S3Server) => [url: string, environment: Variables];

const FAULTY: Record<string, [broken: Broken, says: RegExp]> = {
  "half of them": [
    (s3) => [s3.url(), { AWS_ACCESS_KEY_ID: "AKIATEST" }],
    /^AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY must be set together$/,
  ],
  "a key with a line end": [
    (s3) => [s3.url(), { ...s3.environment, AWS_SECRET_ACCESS_KEY: "top\nsecret" }],
    /^the credentials of the object store have invalid characters$/,
  ],
  "an unknown key": [
    (s3) => [s3.url(), { ...s3.environment, AWS_ACCESS_KEY_ID: "AKIAOTHER" }],
    /^BLOBS_URL: .* refuses the credentials \(InvalidAccessKeyId\): check AWS_ACCESS_KEY_ID/,
  ],
  "a wrong secret": [
    (s3) => [s3.url(), { ...s3.environment, AWS_SECRET_ACCESS_KEY: "wrong" }],
    /^BLOBS_URL: .* refuses the credentials \(SignatureDoesNotMatch\): check/,
  ],
  "a bucket that is not there": [
    (s3) => [s3.url().replace(BUCKET, "no-such-bucket"), s3.environment],
    /^BLOBS_URL: http.* has no bucket no-such-bucket: create it, or correct BLOBS_URL$/,
  ],
  "another region": [
    (s3) => [s3.url().replace("eu-test-1", "us-east-1"), s3.environment],
    /^BLOBS_URL: the bucket .* is not in the region us-east-1: set region=/,
  ],
  "a bucket that must not be written to": [
    (s3) => {
      s3.fail("PUT", { status: 403, code: "AccessDenied" });
      return [s3.url(), s3.environment];
    },
    /^BLOBS_URL: access to the bucket .* is denied .*: its user needs s3:ListBucket/,
  ],
  "a bucket that must not be listed": [
    (s3) => {
      s3.fail("GET", "unanswered", { status: 403, code: "AccessDenied" });
      return [s3.url(), s3.environment];
    },
    /^BLOBS_URL: access to the bucket .* is denied/,
  ],
  "no server": [
    (s3) => [s3.url().replace(/127.0.0.1%3A\d+/, `127.0.0.1%3A${freePort()}`), s3.environment],
    /^BLOBS_URL: the object store http:\/\/127.0.0.1:\d+ cannot be reached: .*refused.*; check that/,
  ],
};

for (const [name, [broken, says]] of Object.entries(FAULTY)) {
  Deno.test(`reported at the start: ${name}`, async () => {
    await using s3 = await startS3();
    const [url, environment] = broken(s3);
    const [message] = await open(url, environment);
    assert.match(message!, says);
    for (const secret of [...Object.values(s3.environment), "wrong", "top"]) {
      assert.ok(!message!.includes(secret), message);
    }
  });
}

const LOCATIONS: [url: string, location: Record<string, unknown>][] = [
  ["", { kind: "directory", path: null }],
  ["file:///srv/our%20blobs/", { kind: "directory", path: "/srv/our blobs" }],
  ["s3://bucket", { bucket: "bucket", prefix: "", endpoint: null, addressing: "virtual" }],
  ["s3://b.c-d/a/b/?region=eu-central-1", { bucket: "b.c-d", prefix: "a/b/" }],
  ["s3://bucket/%E7%85%A7?endpoint=http://[::1]:9000/", {
    prefix: "照/",
    endpoint: "http://[::1]:9000",
    addressing: "path",
    region: null,
  }],
  ["s3://bucket?endpoint=https%3A%2F%2Fs3.example.com%2Fx&addressing=virtual", {
    endpoint: "https://s3.example.com/x",
    addressing: "virtual",
  }],
];

Deno.test("BLOBS_URL names a directory or a bucket", () => {
  for (const [url, expected] of LOCATIONS) {
    const location = { ...readConfig({ BLOBS_URL: url }).BLOBS_URL };
    for (const [name, value] of Object.entries(expected)) {
      assert.deepEqual(location[name as keyof typeof location], value, url);
    }
  }
});

const MALFORMED: [url: string, says: RegExp][] = [
  ["https://bucket.s3.amazonaws.com/", /a URL of the form s3:\/\/bucket\/prefix/],
  ["gs://bucket/", /a URL of the form/],
  ["bucket", /a URL of the form/],
  ["s3://", /names a bucket/],
  ["s3://Bu_cket/", /names a bucket/],
  ["s3://bucket:9000/", /names a bucket/],
  ["s3://key:secret@bucket/", /without credentials: give AWS_ACCESS_KEY_ID/],
  ["s3://bucket/a/../b", /no \. or \.\./],
  ["s3://bucket/a//b", /no empty parts/],
  ["s3://bucket/%2e%2E", /no \. or \.\./],
  ["s3://bucket/./?region=x", /no \. or \.\./],
  ["s3://bucket/a%00b", /no control characters/],
  ["s3://bucket/%ff", /percent-encoded UTF-8/],
  [`s3://bucket/${"a".repeat(801)}`, /at most 800 bytes/],
  ["s3://bucket?endpoint=ftp://x", /endpoint is one of http or https/],
  ["s3://bucket?endpoint=https://u:p@x", /endpoint is one of http or https/],
  ["s3://bucket?endpoint=https://x?y", /endpoint is one of http or https/],
  ["s3://bucket?addressing=dns", /addressing is path or virtual/],
  ["s3://bucket?region=", /region is a name/],
  ["s3://bucket?region=a&region=b", /one region/],
  [
    "s3://bucket?access_key=x",
    /no other parameters than endpoint, region, addressing: not access_key/,
  ],
  ["s3://bucket#x", /without a fragment/],
  ["file:///", /path of a directory/],
  ["file://host/srv", /path of a directory/],
  ["file:///srv?x", /path of a directory/],
];

Deno.test("invalid values of BLOBS_URL are refused", () => {
  for (const [url, message] of MALFORMED) {
    assert.throws(() => readConfig({ BLOBS_URL: url }), (error: Error) => {
      assert.match(error.message, /^BLOBS_URL must be /);
      assert.match(error.message, message, url);
      return true;
    });
  }
});

Deno.test("an object's URL has the bucket in its path, or in its host", () => {
  const at = (url: string, region?: string) =>
    bucketAt(parseBlobsUrl(url) as BucketLocation, region);
  const key = "照/a b+c'(1)*~";
  const path = "%E7%85%A7/a%20b%2Bc%27%281%29%2A~";
  const table: [bucket: ReturnType<typeof at>, url: string][] = [
    [at("s3://b.c"), `https://b.c.s3.us-east-1.amazonaws.com/${path}`],
    [at("s3://bkt", "eu-west-1"), `https://bkt.s3.eu-west-1.amazonaws.com/${path}`],
    [
      at("s3://bkt?region=eu-west-3&addressing=path", "eu-west-1"),
      `https://s3.eu-west-3.amazonaws.com/bkt/${path}`,
    ],
    [at("s3://bkt?endpoint=http://h:9/x"), `http://h:9/x/bkt/${path}`],
    [at("s3://bkt?endpoint=http://h:9&addressing=virtual"), `http://bkt.h:9/${path}`],
  ];
  for (const [bucket, url] of table) assert.equal(bucket.url(key), url);
  assert.equal(
    at("s3://bkt?endpoint=http://h").url("", { prefix: "a/b", "x y": "&" }),
    "http://h/bkt?prefix=a%2Fb&x%20y=%26",
  );
});
