/** The clock of a process that is told lies: libfaketime, by a file that it reads once a second. */

const LIBRARY = `/usr/lib/${Deno.build.arch}-linux-gnu/faketime/libfaketime.so.1`;

export interface ServiceClock {
  /** For the process; empty where its clock cannot be moved. */
  readonly env: Record<string, string>;
  readonly isMovable: boolean;
  /** Seconds ahead of ours. */
  readonly ahead: number;
  jump(seconds: number): Promise<void>;
  /** To the latest time it has ever shown: by then all is due that was put off. */
  settle(): Promise<void>;
}

export async function createServiceClock(directory: string): Promise<ServiceClock> {
  const isMovable = await Deno.stat(LIBRARY).then(() => true, () => false);
  const file = `${directory}/ahead`;
  let ahead = 0;
  let furthest = 0;

  async function set(seconds: number): Promise<void> {
    ahead = seconds;
    furthest = Math.max(furthest, ahead);
    // Renamed into place: it is never read half-written.
    await Deno.writeTextFile(`${file}.new`, `${ahead < 0 ? "" : "+"}${ahead}\n`);
    await Deno.rename(`${file}.new`, file);
  }

  await set(0);
  return {
    isMovable,
    env: isMovable
      ? {
        LD_PRELOAD: LIBRARY,
        FAKETIME_TIMESTAMP_FILE: file,
        FAKETIME_CACHE_DURATION: "1",
        // Timers run on; only what the calendar says is moved.
        FAKETIME_DONT_FAKE_MONOTONIC: "1",
        NO_FAKE_STAT: "1",
      }
      : {},
    get ahead() {
      return ahead;
    },
    jump: (seconds) => set(ahead + seconds),
    settle: () => set(furthest),
  };
}
