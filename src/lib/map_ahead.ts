/** Work on the items of a stream, several at once, whose results keep the items' order. */

/**
 * Begins the work on up to `width` items before the first of them is done. The first failure, of the
 * source or of the work, ends it once what is in hand is over.
 */
export async function* mapAhead<T, U>(
  source: AsyncIterable<T>,
  width: number,
  work: (item: T) => Promise<U>,
): AsyncGenerator<U> {
  const inHand: Promise<U>[] = [];
  try {
    for await (const item of source) {
      const result = work(item);
      result.catch(() => {}); // its turn comes
      inHand.push(result);
      if (inHand.length >= width) yield await inHand.shift()!;
    }
    while (inHand.length > 0) yield await inHand.shift()!;
  } finally {
    await Promise.allSettled(inHand);
  }
}
