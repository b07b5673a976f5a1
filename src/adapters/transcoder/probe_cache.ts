import { createLru } from "../../lib/lru.ts";
import { type Facts, probe, type ProbeLimits } from "./probe.ts";
import type { AudioVideoKind } from "./programs.ts";

/** Probes a source, or returns its cached facts if the file has not changed. */
export type CachedProbe = (
  source: { path: string; kind: AudioVideoKind },
  signal?: AbortSignal,
) => Promise<Facts>;

/** Maximum cached sources. */
const MAX_ENTRIES = 100;

/** Caches probes: both the duration and the renditions of a source need its facts. */
export function cachedProbe(limits: ProbeLimits): CachedProbe {
  const cache = createLru<string, Facts>(MAX_ENTRIES);
  return async ({ path, kind }, signal) => {
    const { size, mtime } = await Deno.stat(path);
    const key = [kind, size, mtime?.getTime(), path].join(" ");
    const facts = cache.get(key) ?? await probe(path, kind, { ...limits, signal });
    cache.set(key, facts);
    return facts;
  };
}
