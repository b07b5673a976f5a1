/** Modules that are loaded on first use: without them a process starts faster. */

/** Memoises a load. Each module behind one takes measurable milliseconds of the start. */
export function lazy<T>(load: () => Promise<T>): () => Promise<T> {
  let loaded: Promise<T> | undefined;
  return () => loaded ??= load();
}

interface Job {
  takeDue(): Promise<void>;
  drain(): Promise<void>;
}

/** Creates a job whose module is loaded with its first `takeDue`. */
export function lazyJob(load: () => Promise<Job>): Job {
  let loaded: Promise<Job> | undefined;
  return {
    takeDue: async () => await (await (loaded ??= load())).takeDue(),
    drain: async () => await (await loaded)?.drain(),
  };
}
