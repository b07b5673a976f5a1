import { createLru } from "../../lib/lru.ts";
import { type AudioVideoSource, probe, type ProbedAudioVideo, type ProbeLimits } from "./probe.ts";

/** Probes a source, or returns its cached probe if the file has not changed. */
export type CachedProbe = (
  source: AudioVideoSource,
  signal?: AbortSignal,
) => Promise<ProbedAudioVideo>;

/** Maximum cached sources. */
const MAX_ENTRIES = 100;

/** Caches probes: both the duration and the renditions of a source need one. */
export function cachedProbe(limits: ProbeLimits): CachedProbe {
  const cache = createLru<string, ProbedAudioVideo>(MAX_ENTRIES);
  return async ({ path, kind }, signal) => {
    const { size, mtime } = await Deno.stat(path);
    const key = [kind, size, mtime?.getTime(), path].join(" ");
    const probed = cache.get(key) ?? await probe({ path, kind }, { ...limits, signal });
    cache.set(key, probed);
    return probed;
  };
}
