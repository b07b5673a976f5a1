/** `Fetch`: the only client for URLs from customers, guarded against SSRF (see guard.ts). */
import type { Fetch } from "../../ports/mod.ts";
import type { Client } from "./client.ts";
import { createGuard } from "./guard.ts";
import type { GuardedFetchOptions } from "./options.ts";
import { createResolver } from "./names/resolver.ts";

export function createGuardedFetch(options: GuardedFetchOptions = {}): Fetch {
  const resolver = options.resolve === undefined ? createResolver() : null;
  const guard = createGuard(options.allow ?? [], options.resolve ?? resolver!.resolve);
  // Loaded on first use: sockets and TLS are slow to load and would delay the start.
  let loading: Promise<Client> | undefined;
  const client = () =>
    loading ??= import("./client.ts").then(({ createClient }) => createClient(guard, options));

  return {
    check(url) {
      guard.vet(url);
    },
    async download(url, request) {
      return await (await client()).download(url, request);
    },
    async downloadChanged(url, request) {
      return await (await client()).downloadChanged(url, request);
    },
    async read(url, request) {
      return await (await client()).read(url, request);
    },
    async post(url, request) {
      return await (await client()).post(url, request);
    },
    async close() {
      (await loading)?.close();
      resolver?.close();
    },
  };
}
