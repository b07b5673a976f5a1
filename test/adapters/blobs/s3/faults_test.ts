/** Faults of an object store: retries, reported errors, and no partial blobs. */
import assert from "node:assert/strict";
import { StoreDown } from "../../../../src/ports/mod.ts";
import type { DependencyWatch } from "../../../../src/log/dependency_watch.ts";
import type { Fault } from "../../../support/s3.ts";
import { until } from "../../../support/until.ts";
import { createVirtualTime } from "../../../support/virtual_time.ts";
import { ABC, utf8 } from "../suite.ts";
import { type BucketFixture, startBucket } from "./fixture.ts";

const CONTENT = Uint8Array.from({ length: 60_000 }, (_, i) => i * 7 + (i >> 8) & 255);
const HASH = new Uint8Array(await crypto.subtle.digest("SHA-256", CONTENT)).toHex();
const PARTITION = parseInt(HASH.slice(0, 2), 16);
const SLOW_DOWN = { status: 503, code: "SlowDown" };
const INTERNAL = { status: 500, code: "InternalError" };
const TOO_MANY = { status: 429, code: "TooManyRequests" };

/** Transient faults by method; each occurs twice before a request succeeds. */
const PASSING: [method: string, name: string, fault: Fault][] = [
  ...["PUT", "GET", "HEAD", "DELETE"].flatMap((method): [string, string, Fault][] => [
    [method, "500", INTERNAL],
    [method, "503 SlowDown", SLOW_DOWN],
    [method, "429", TOO_MANY],
    [method, "a connection that ends", "reset"],
    [method, "a connection that ends before the response", "unanswered"],
    [method, "silence", "hang"],
  ]),
  ["GET", "half a response", "cut"],
  ["GET", "half a response, and silence", "stuck"],
];

interface Work {
  /** Methods of the requests. */
  methods: string[];
  run(fixture: Pick<BucketFixture, "machine">): Promise<unknown>;
}

/** Operations on a blob, by a machine that has no object of it cached. */
const WORKS: Record<string, Work> = {
  "put": { methods: ["PUT"], run: async ({ machine }) => await machine().put(CONTENT) },
  "put of a stream": {
    methods: ["PUT"],
    run: async ({ machine }) => await machine().put(ReadableStream.from([CONTENT])),
  },
  "bytes": {
    methods: ["GET"],
    run: async ({ machine }) => assert.deepEqual(await machine().bytes(HASH), CONTENT),
  },
  "a part": {
    methods: ["GET"],
    async run({ machine }) {
      const stream = await machine().stream(HASH, { first: 1000, last: 40_000 });
      assert.deepEqual(await new Response(stream).bytes(), CONTENT.subarray(1000, 40_001));
    },
  },
  "local": {
    methods: ["GET"],
    async run({ machine }) {
      using file = await machine().local(HASH);
      assert.deepEqual(await Deno.readFile(file.path), CONTENT);
    },
  },
  "size": {
    methods: ["GET", "HEAD"],
    run: async ({ machine }) => assert.equal(await machine().size(HASH), CONTENT.length),
  },
  "listPartition": {
    methods: ["GET"],
    run: async ({ machine }) =>
      assert.deepEqual(await machine().listPartition(PARTITION, Date.now() + 60_000), [HASH]),
  },
  "remove": {
    methods: ["GET", "DELETE"],
    run: async ({ machine }) =>
      assert.equal(await machine().remove(HASH, Date.now() + 60_000), true),
  },
};

for (const [work, { methods, run }] of Object.entries(WORKS)) {
  Deno.test(`${work} survives transient faults`, async () => {
    const passing = PASSING.filter(([method]) => methods.includes(method));
    await Promise.all(passing.map(async ([method, name, fault]) => {
      await using fixture = await startBucket();
      await fixture.blobs.put(CONTENT);
      fixture.s3.fail(method, fault, fault);
      const time = createVirtualTime();
      fixture.s3.options.onSilence = async () => {
        const at = await until(() => time.nextAt, (at) => at !== null);
        time.moveTo(at!);
      };
      try {
        await run({ machine: () => fixture.machine({ time }) });
      } catch (error) {
        throw new Error(`${method}, ${name}`, { cause: error });
      }
      // No partial object is left.
      for (const { bytes } of fixture.s3.objects.values()) {
        assert.equal(bytes.length, CONTENT.length);
      }
      assert.deepEqual(fixture.leftOver(), []);
    }));
  });

  Deno.test(`${work} of a store that stays down rejects with StoreDown, and is logged`, async () => {
    await using fixture = await startBucket();
    await fixture.blobs.put(CONTENT);
    for (const method of methods) fixture.s3.fail(method, ...Array(50).fill(SLOW_DOWN));
    const warnings: string[] = [];
    const watch: DependencyWatch = {
      failed: (_, { reason }) => void warnings.push(reason),
      succeeded: () => {},
    };
    const machine = () => fixture.machine({ watch });
    await assert.rejects(run({ machine }), StoreDown);
    assert.match(warnings[0]!, /^the object store http.* does not work: HTTP 503/);
    assert.equal(fixture.s3.objects.size, 1);
    assert.deepEqual(fixture.leftOver(), []);
  });
}

Deno.test("missing parts of a response are noticed", async () => {
  await using fixture = await startBucket();
  await fixture.blobs.put(CONTENT);
  fixture.s3.fail("GET", "short");
  await assert.rejects(fixture.blobs.bytes(HASH), /bytes do not match its name/);
  assert.deepEqual(await fixture.blobs.bytes(HASH), CONTENT);
  fixture.s3.fail("GET", "short");
  await assert.rejects(fixture.blobs.local(HASH), /bytes do not match its name/);
  using file = await fixture.blobs.local(HASH);
  assert.deepEqual(await Deno.readFile(file.path), CONTENT);
});

Deno.test("an object with other bytes is never accepted as the blob", async () => {
  await using fixture = await startBucket();
  await fixture.blobs.put(utf8("abc"));
  for (const object of fixture.s3.objects.values()) object.bytes = utf8("abd");
  await assert.rejects(fixture.blobs.bytes(ABC), /bytes do not match its name/);
  await assert.rejects(fixture.blobs.local(ABC), /bytes do not match its name/);
});

const FILM = new Uint8Array(1_000_000).map((_, i) => i >> 10);

Deno.test("a film goes on at the byte where its connection broke, from another object of the blob", async () => {
  await using fixture = await startBucket();
  const { hash } = await fixture.blobs.put(FILM);
  const reader = (await fixture.neighbour().stream(hash)).getReader();
  const chunks = [(await reader.read()).value!];
  await fixture.blobs.put(FILM); // which removes the object that is being read
  fixture.s3.breakOff();
  for (let read = await reader.read(); !read.done; read = await reader.read()) {
    chunks.push(read.value);
  }
  assert.deepEqual(await new Blob(chunks as BlobPart[]).bytes(), FILM);
  assert.match(fixture.s3.requests.join("\n"), /GET .*list-type/);
});

Deno.test("a slow reader is not cut off", async () => {
  await using fixture = await startBucket();
  const { hash } = await fixture.blobs.put(FILM);
  const time = createVirtualTime();
  const reader = (await fixture.machine({ time }).stream(hash)).getReader();
  let bytes = (await reader.read()).value!.length;
  time.moveTo(3_600_000);
  for (let read = await reader.read(); !read.done; read = await reader.read()) {
    bytes += read.value.length;
  }
  assert.equal(bytes, FILM.length);
});

Deno.test("an object removed after its listing is reported missing", async () => {
  await using fixture = await startBucket();
  await fixture.blobs.put(CONTENT);
  fixture.s3.fail("HEAD", { status: 404, code: "NoSuchKey" }, { status: 404, code: "NoSuchKey" });
  assert.equal(await fixture.neighbour().size(HASH), CONTENT.length); // the object seems to have been replaced meanwhile
  fixture.s3.objects.clear();
  assert.equal(await fixture.blobs.size(HASH), null);
});

Deno.test("renewed credentials in a file are read again", async () => {
  await using fixture = await startBucket();
  const file = `${fixture.directory}/credentials`;
  const write = (secret: string, id: string) =>
    Deno.writeTextFile(
      file,
      `[other]\naws_access_key_id = no\n\n[ours]\n` +
        `aws_access_key_id=${id}\r\naws_secret_access_key = ${secret} \n`,
    );
  const { AWS_ACCESS_KEY_ID: id, AWS_SECRET_ACCESS_KEY: secret } = fixture.s3.environment;
  await write(secret!, "OUTDATED");
  const environment = { AWS_SHARED_CREDENTIALS_FILE: file, AWS_PROFILE: "ours" };
  const machine = fixture.machine({ environment });
  await assert.rejects(
    machine.put(CONTENT),
    /refuses the credentials \(InvalidAccessKeyId\)/,
  );
  await write(secret!, id!);
  await machine.put(CONTENT);
  assert.deepEqual(await machine.bytes(HASH), CONTENT);
});

Deno.test("a session token goes along", async () => {
  await using fixture = await startBucket("", { sessionToken: "token/of+the=session" });
  await fixture.blobs.put(ReadableStream.from([CONTENT]));
  assert.deepEqual(await fixture.neighbour().bytes(HASH), CONTENT);
});
