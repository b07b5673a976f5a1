/**
 * Awaits work for at most `ms` milliseconds, then resolves although the work is still running.
 * Rejects if the work rejects before that.
 */
export async function deadline(ms: number, work: Promise<unknown>): Promise<void> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  try {
    await Promise.race([work, new Promise((resolve) => timer = setTimeout(resolve, ms))]);
  } finally {
    clearTimeout(timer);
  }
}
