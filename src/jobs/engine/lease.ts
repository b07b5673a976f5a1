/** Leases that are extended while the work under them lasts. */

export interface LeaseExtension<T> {
  /** Extends the lease of an item; false: another process has it, or it is done. */
  extend(item: T): Promise<boolean>;
  /** Interval between extensions, in milliseconds. */
  everyMs: number;
}

/**
 * Works on an item whose lease is checked first, and extended until the end.
 * @param work Its signal is aborted when the lease is lost.
 */
export async function whileLeased<T>(
  item: T,
  { extend, everyMs }: LeaseExtension<T>,
  work: (lost: AbortSignal) => Promise<void>,
): Promise<void> {
  if (!await extend(item)) return;
  const lost = new AbortController();
  const timer = setInterval(async () => {
    // A store that is down takes no lease away.
    if (!await extend(item).catch(() => true)) lost.abort();
  }, everyMs);
  try {
    await work(lost.signal);
  } finally {
    clearInterval(timer);
  }
}
