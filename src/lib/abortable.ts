/** Awaits work, or rejects with the signal's reason as soon as the signal aborts. */
export async function abortable<T>(work: Promise<T>, signal?: AbortSignal): Promise<T> {
  if (signal === undefined) return await work;
  const { promise: aborted, reject } = Promise.withResolvers<never>();
  const onAbort = () => reject(signal.reason);
  if (signal.aborted) onAbort();
  signal.addEventListener("abort", onAbort);
  try {
    return await Promise.race([work, aborted]);
  } finally {
    signal.removeEventListener("abort", onAbort);
  }
}

/** Awaits work, or only until the signal aborts: the work then goes on, and its end is ignored. */
export async function unlessAborted(work: Promise<unknown>, signal?: AbortSignal): Promise<void> {
  try {
    await abortable(work, signal);
  } catch (error) {
    if (!signal?.aborted) throw error;
  }
}
