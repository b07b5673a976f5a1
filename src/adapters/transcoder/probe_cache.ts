import { type Facts, probe, type ProbeLimits } from "./probe.ts";
import type { RunningKind } from "./programs.ts";

/** A source's facts, as long as the file does not change. */
export type CachedProbe = (
  source: { path: string; kind: RunningKind },
  signal?: AbortSignal,
) => Promise<Facts>;

/** Sources whose length has been asked for, and that soon will be transcoded. */
const MOST = 100;

/** Probes a source once, though both its length and its renditions are asked for. */
export function cachedProbe(limits: ProbeLimits): CachedProbe {
  const known = new Map<string, Facts>();
  return async ({ path, kind }, signal) => {
    const { size, mtime } = await Deno.stat(path);
    const key = [kind, size, mtime?.getTime(), path].join(" ");
    const facts = known.get(key) ?? await probe(path, kind, { ...limits, signal });
    known.set(key, facts);
    if (known.size > MOST) known.delete(known.keys().next().value!);
    return facts;
  };
}
