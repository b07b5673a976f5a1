/** Concurrent mapping of a stream that keeps its order. */

/**
 * Maps a stream with up to `width` calls of `work` in flight, and yields the results in the order
 * of the items. After the first error of the source or of `work`, it waits for the calls in flight
 * and rejects.
 */
export async function* mapAhead<T, U>(
  source: AsyncIterable<T>,
  width: number,
  work: (item: T) => Promise<U>,
): AsyncGenerator<U> {
  const inFlight: Promise<U>[] = [];
  try {
    for await (const item of source) {
      const result = work(item);
      result.catch(() => {}); // reported when it is yielded
      inFlight.push(result);
      if (inFlight.length >= width) yield await inFlight.shift()!;
    }
    while (inFlight.length > 0) yield await inFlight.shift()!;
  } finally {
    await Promise.allSettled(inFlight);
  }
}
