/**
 * Shifted clocks of processes, by libfaketime, which reads its offset from a file once a second.
 */

const LIBRARY = `/usr/lib/${Deno.build.arch}-linux-gnu/faketime/libfaketime.so.1`;

export interface ServiceClock {
  /** Environment of each process; empty if its clock cannot be moved. */
  readonly envs: readonly Record<string, string>[];
  readonly isMovable: boolean;
  /** Advance over our clock, in seconds. */
  readonly ahead: number;
  jump(seconds: number): Promise<void>;
  /** Sets the clock to the latest time it has ever shown, so that all postponed work is due. */
  settle(): Promise<void>;
}

/** @param offsets Seconds by which each process's clock is ahead of the others. Default: one process. */
export async function createServiceClock(
  directory: string,
  offsets: readonly number[] = [0],
): Promise<ServiceClock> {
  const isMovable = await Deno.stat(LIBRARY).then(() => true, () => false);
  const files = offsets.map((_, index) => `${directory}/ahead-${index + 1}`);
  let ahead = 0;
  let furthest = 0;

  async function set(seconds: number): Promise<void> {
    ahead = seconds;
    furthest = Math.max(furthest, ahead);
    for (const [index, file] of files.entries()) {
      const its = ahead + offsets[index]!;
      // Renamed into place, so that it is never read half-written.
      await Deno.writeTextFile(`${file}.new`, `${its < 0 ? "" : "+"}${its}\n`);
      await Deno.rename(`${file}.new`, file);
    }
  }

  await set(0);
  return {
    isMovable,
    envs: files.map((file): Record<string, string> =>
      isMovable
        ? {
          LD_PRELOAD: LIBRARY,
          FAKETIME_TIMESTAMP_FILE: file,
          FAKETIME_CACHE_DURATION: "1",
          // Timers run on; only the wall clock is moved.
          FAKETIME_DONT_FAKE_MONOTONIC: "1",
          NO_FAKE_STAT: "1",
        }
        : {}
    ),
    get ahead() {
      return ahead;
    },
    jump: (seconds) => set(ahead + seconds),
    settle: () => set(furthest),
  };
}
