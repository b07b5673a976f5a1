/** Modules that are loaded when they are first needed: without them a process is ready sooner. */

/** Memoises a load; each module behind one was measured to cost the start some milliseconds. */
export function lazy<T>(load: () => Promise<T>): () => Promise<T> {
  let loaded: Promise<T> | undefined;
  return () => loaded ??= load();
}

interface Job {
  takeDue(): Promise<void>;
  drain(): Promise<void>;
}

/** Creates a job that is loaded with its first work. */
export function lazyJob(load: () => Promise<Job>): Job {
  let loaded: Promise<Job> | undefined;
  return {
    takeDue: async () => await (await (loaded ??= load())).takeDue(),
    drain: async () => await (await loaded)?.drain(),
  };
}
