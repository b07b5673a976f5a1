/** What is loaded when it is first asked for: a process is ready before. */
import type { PrepareJob } from "../jobs/prepare/mod.ts";

/** A job that is loaded with its first work. */
export function prepareLater(load: () => Promise<PrepareJob>): PrepareJob {
  let loaded: Promise<PrepareJob> | undefined;
  return {
    takeDue: async () => await (await (loaded ??= load())).takeDue(),
    drain: async () => await (await loaded)?.drain(),
  };
}

/** What is loaded when first asked for. */
export function lazy<T>(load: () => Promise<T>): () => Promise<T> {
  let loaded: Promise<T> | undefined;
  return () => loaded ??= load();
}
