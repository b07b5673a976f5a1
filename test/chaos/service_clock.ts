/**
 * Shifted clocks of machines, by libfaketime, which reads its offset from a file once a second. The
 * database's clock is left alone.
 */

const LIBRARY = `/usr/lib/${Deno.build.arch}-linux-gnu/faketime/libfaketime.so.1`;

export interface ServiceClock {
  /** Environment of each machine's processes; empty if its clock cannot be moved. */
  readonly envs: readonly Record<string, string>[];
  readonly isMovable: boolean;
  /** Sets a machine's clock so many seconds ahead of where it was at the start. */
  jump(machine: number, seconds: number): Promise<void>;
  /** Sets all clocks right. */
  setRight(): Promise<void>;
}

/** @param offsets Seconds by which each machine's clock is ahead. Default: one machine. */
export async function createServiceClock(
  directory: string,
  offsets: readonly number[] = [0],
): Promise<ServiceClock> {
  const isMovable = await Deno.stat(LIBRARY).then(() => true, () => false);
  const files = offsets.map((_, index) => `${directory}/ahead-${index + 1}`);

  async function jump(machine: number, seconds: number): Promise<void> {
    const file = files[machine]!;
    const its = seconds + offsets[machine]!;
    // Renamed into place, so that it is never read half-written.
    await Deno.writeTextFile(`${file}.new`, `${its < 0 ? "" : "+"}${its}\n`);
    await Deno.rename(`${file}.new`, file);
  }

  async function setRight(): Promise<void> {
    for (const machine of files.keys()) await jump(machine, 0);
  }

  await setRight();
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
    jump,
    setRight,
  };
}
