/**
 * Blobs in a bucket, for the benchmark. As a program it prints the growth of its memory, in MB,
 * while a film of this size is put, got and copied.
 */
import { openBlobs } from "../../src/adapters/blobs/mod.ts";
import { readConfig } from "../../src/config/mod.ts";
import type { Blobs } from "../../src/ports/mod.ts";
import { silentLog } from "../../src/log/mod.ts";

export interface BenchBlobs extends AsyncDisposable {
  blobs: Blobs;
}

export async function startBlobs(
  { url, environment }: { url: string; environment: Record<string, string> },
): Promise<BenchBlobs> {
  const scratch = await Deno.makeTempDir({ prefix: "slidepost-bench-" });
  const config = readConfig({ BLOBS_URL: url });
  const store = await openBlobs(config, { path: scratch, scratch }, {
    log: silentLog(),
    environment,
  });
  return {
    blobs: store.blobs,
    async [Symbol.asyncDispose]() {
      store[Symbol.dispose]();
      await Deno.remove(scratch, { recursive: true });
    },
  };
}

const MB = 2 ** 20;

async function grownBy(blobs: Blobs, megabytes: number): Promise<number> {
  const before = Deno.memoryUsage().rss;
  let most = before;
  const watching = setInterval(() => most = Math.max(most, Deno.memoryUsage().rss), 5);
  for (let time = 0; time < 3; time++) {
    const { hash } = await blobs.put(film(megabytes, time));
    for await (const _ of await blobs.stream(hash)) { /* it comes */ }
    for await (
      const _ of await blobs.stream(hash, { first: MB, last: (megabytes - 1) * MB })
    ) { /* a part */ }
    using _file = await blobs.local(hash);
  }
  clearInterval(watching);
  return (most - before) / MB;
}

function film(megabytes: number, seed: number): ReadableStream<Uint8Array> {
  const chunk = new Uint8Array(64 * 1024).fill(seed);
  let left = megabytes * MB / chunk.length;
  return new ReadableStream({
    pull(controller) {
      if (left-- > 0) controller.enqueue(chunk.slice());
      else controller.close();
    },
  });
}

if (import.meta.main) {
  const [megabytes, url] = Deno.args;
  await using own = await startBlobs({ url: url!, environment: Deno.env.toObject() });
  await own.blobs.put(new Uint8Array(1000));
  const grownMb = Math.round(await grownBy(own.blobs, Number(megabytes)));
  console.log(JSON.stringify({ grownMb }));
}
