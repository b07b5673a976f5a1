/** Servers on loopback, and the guarded fetch at them. */
import assert from "node:assert/strict";
import type { Socket } from "node:net";
import { createGuardedFetch } from "../../src/adapters/fetch/guarded_fetch.ts";
import type { GuardedFetchOptions } from "../../src/adapters/fetch/options.ts";
import { FetchRefused, type FetchRule } from "../../src/ports/mod.ts";
import { type Respond, startRawServer } from "../support/raw_server.ts";

export async function withServer(
  respond: Respond,
  use: (at: { url: string; directory: string; sockets: Set<Socket> } & Fetching) => Promise<void>,
  options: GuardedFetchOptions = {},
) {
  await using server = await startRawServer(respond);
  const directory = await Deno.makeTempDir();
  const fetch = createGuardedFetch({ allow: ["127.0.0.0/8"], ...options });
  try {
    await use({
      url: server.url,
      directory,
      sockets: server.sockets,
      get: (path, maxBytes = 1_000, signal) =>
        fetch.download(server.url + path, { directory, maxBytes, signal }),
      post: (path, more = {}) =>
        fetch.post(server.url + path, {
          headers: { "content-type": "application/json" },
          body: '{"a":"é"}',
          timeoutMs: 600_000,
          maxResponseBytes: 100,
          ...more,
        }),
    });
  } finally {
    await fetch.close();
    await Deno.remove(directory, { recursive: true });
  }
}

type Guarded = ReturnType<typeof createGuardedFetch>;
interface Fetching {
  get(path: string, maxBytes?: number, signal?: AbortSignal): ReturnType<Guarded["download"]>;
  post(
    path: string,
    more?: Partial<Parameters<Guarded["post"]>[1]>,
  ): ReturnType<Guarded["post"]>;
}

export function refused(rule: FetchRule, reason?: string) {
  return (error: unknown) => {
    assert.ok(error instanceof FetchRefused, String(error));
    assert.equal(error.rule, rule, error.reason);
    if (reason !== undefined) assert.equal(error.reason, reason);
    assert.doesNotMatch(error.reason, /127\.|ECONN|HPE/);
    return true;
  };
}

export const files = (directory: string) =>
  [...Deno.readDirSync(directory)].map(({ name }) => name);
