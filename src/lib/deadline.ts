/**
 * Awaits work for at most `ms` milliseconds, then settles as `late` does, although the work is still
 * running. Rejects if the work rejects before that.
 * @param late Returns the result without the work's, or throws.
 */
export function deadline<T, U>(work: Promise<T>, ms: number, late: () => U): Promise<T | U> {
  return new Promise<T | U>((resolve, reject) => {
    const timer = setTimeout(() => {
      try {
        resolve(late());
      } catch (error) {
        reject(error);
      }
    }, ms);
    work.finally(() => clearTimeout(timer)).then(resolve, reject);
  });
}
