/** Files in a bucket over the bare client, and the memory that a film needs. */
import { AwsClient } from "aws4fetch";
import type { Blobs } from "../../src/ports/mod.ts";
import { startS3rver } from "../support/s3rver.ts";
import { startBlobs } from "./files_blobs.ts";
import { median } from "./load.ts";
import type { Row } from "./mod.ts";

/** Size of a picture of an MMS, in bytes. */
const BYTES = 300_000;
const AT_ONCE = 4;
const FILES = 100;
const ROUNDS = 5;
const FILM_MB = 100;

export async function benchFiles(): Promise<Row[]> {
  await using server = await startS3rver();
  await using own = await startBlobs(server);
  const place = new URL(server.url);
  const endpoint = place.searchParams.get("endpoint")!;
  const bare = bareClient(`${endpoint}/${place.host}`, server.environment);
  const rows: Row[] = [];
  const rates = new Map<string, number[]>();
  for (let round = 0; round <= ROUNDS; round++) {
    const contents = Array.from({ length: FILES }, randomBytes);
    const works = worksOf(own.blobs, bare, contents);
    for (const [name, work] of Object.entries(works)) {
      const rate = await perSecond(work);
      if (round > 0) rates.set(name, [...rates.get(name) ?? [], rate]); // the first round is a warm-up
    }
  }
  const of = (name: string) => median(rates.get(name)!);
  for (
    const [name, ceiling] of [
      ["put", "bare put"],
      ["put of a stream", "bare put"],
      ["get", "bare get"],
      ["get of a stream", "bare get"],
    ] as const
  ) {
    rows.push({
      name: `${name} of 300 KB, in a bucket`,
      value: `${Math.round(of(name))}/s`,
      ceiling: `${Math.round(of(ceiling))}/s aws4fetch alone`,
      ratio: of(name) / of(ceiling),
      target: { atLeast: 0.7 },
    });
  }
  return [...rows, await memory(server)];
}

type Works = Record<string, (index: number) => Promise<unknown>>;

function worksOf(blobs: Blobs, bare: BareClient, contents: Uint8Array<ArrayBuffer>[]): Works {
  const hashes: string[] = [];
  return {
    "bare put": (index) => bare.put(`bare-${index}`, contents[index]!),
    "put": async (index) => {
      hashes[index] = (await blobs.put(contents[index]!)).hash;
    },
    "bare get": (index) => bare.get(`bare-${index}`),
    "get": (index) => blobs.bytes(hashes[index]!),
    "get of a stream": async (index) => {
      for await (const _ of await blobs.stream(hashes[index]!)) { /* it comes */ }
    },
    "put of a stream": async (index) => {
      // A different byte makes another file.
      await blobs.put(ReadableStream.from([contents[index]!, new Uint8Array(1)]));
    },
  };
}

interface BareClient {
  put(key: string, content: Uint8Array<ArrayBuffer>): Promise<unknown>;
  get(key: string): Promise<unknown>;
}

function bareClient(bucket: string, environment: Record<string, string>): BareClient {
  const client = new AwsClient({
    ...{ accessKeyId: environment.AWS_ACCESS_KEY_ID!, service: "s3", region: "us-east-1" },
    ...{ secretAccessKey: environment.AWS_SECRET_ACCESS_KEY!, retries: 0 },
  });
  async function send(key: string, init: RequestInit): Promise<Uint8Array> {
    const response = await client.fetch(`${bucket}/${key}`, init);
    if (!response.ok) throw new Error(`HTTP ${response.status}`);
    return await response.bytes();
  }
  return {
    put: (key, body) => send(key, { method: "PUT", body }),
    get: (key) => send(key, {}),
  };
}

async function perSecond(work: (index: number) => Promise<unknown>): Promise<number> {
  let next = 0;
  const begun = performance.now();
  await Promise.all(Array.from({ length: AT_ONCE }, async () => {
    while (next < FILES) await work(next++);
  }));
  return FILES * 1000 / (performance.now() - begun);
}

function randomBytes(): Uint8Array<ArrayBuffer> {
  const content = new Uint8Array(BYTES);
  for (let at = 0; at < BYTES; at += 60_000) {
    crypto.getRandomValues(content.subarray(at, at + 60_000));
  }
  return content;
}

type Server = Awaited<ReturnType<typeof startS3rver>>;

/** Compares two films: the memory must not depend on the size. */
async function memory(server: Server): Promise<Row> {
  const [small, large] = [await grownMbBy(FILM_MB, server), await grownMbBy(3 * FILM_MB, server)];
  return {
    name: `memory for a film of ${3 * FILM_MB} MB, in a bucket`,
    value: `${large} MB`,
    ceiling: `${small} MB for one of ${FILM_MB} MB`,
    ratio: large / small,
    target: { atMost: 1.5 },
  };
}

/** Measures in a process of its own, which has handled no other file. */
async function grownMbBy(megabytes: number, { url, environment }: Server): Promise<number> {
  const { success, stdout } = await new Deno.Command(Deno.execPath(), {
    args: [
      ...["run", "-A", "--no-check", "--lock=test/deno.lock"],
      ...[new URL("files_blobs.ts", import.meta.url).pathname, String(megabytes), url],
    ],
    env: environment,
    stderr: "inherit",
  }).output();
  if (!success) throw new Error("the film was not stored");
  return JSON.parse(new TextDecoder().decode(stdout)).grownMb;
}
