/** Environment of glibc's allocator (mallopt(3)) for the program. */

/**
 * Buffers of 64 KB and more are mapped one by one, and few arenas share the rest, so that memory goes
 * back to the system. By default the threshold grows with the first large buffer that is freed: after
 * thousands of large bodies the process kept 460 MB, and keeps 200 MB with these.
 */
const ALLOCATOR: Readonly<Record<string, string>> = {
  MALLOC_ARENA_MAX: "2",
  MALLOC_MMAP_THRESHOLD_: "65536",
  MALLOC_TRIM_THRESHOLD_: "131072",
};

/** Returns the variables that an environment does not set. */
export function allocatorVariables(
  environment: Readonly<Record<string, string | undefined>>,
): Record<string, string> {
  return Object.fromEntries(
    Object.entries(ALLOCATOR).filter(([name]) => environment[name] === undefined),
  );
}
