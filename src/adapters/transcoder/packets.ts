/** Length of a track by its packets, since headers may be false or missing. Pure. */

/** Packet of a track; times are in units of the track's time base. */
export interface Packet {
  readonly stream_index: number;
  readonly dts?: number;
  readonly pts?: number;
  readonly duration?: number;
  readonly flags?: string;
}

export interface Clock {
  /** Milliseconds per unit of time. */
  readonly unitMs: number;
  /** Start of the file, in milliseconds. */
  readonly startMs: number;
  /**
   * Whether the clock may start again within the file, as where two recordings are joined. ffmpeg
   * then continues the previous one.
   */
  readonly restarts: boolean;
}

/** Length of a track. */
export interface Length {
  /** End of the last packet that is shown, in milliseconds from the file's start. */
  readonly endMs: number;
  /** Number of packets that are shown. */
  readonly packets: number;
}

/** Steps from which on ffmpeg takes the clock for another one, in milliseconds: fftools/ffmpeg.c. */
const RESTART = { backMs: 100, aheadMs: 10_000 };

/** Measures a track. Packets that an edit list hides have the flag D. */
export function measure(
  packets: readonly Packet[],
  { unitMs, startMs, restarts }: Clock,
): Length {
  let [shift, next, last, end, count] = [0, 0, -Infinity, -Infinity, 0];
  for (const { dts, pts, duration = 0, flags } of packets) {
    if (flags?.includes("D")) continue;
    count++;
    const decoded = dts ?? pts ?? next - shift;
    if (restarts && isRestart((decoded + shift - last) * unitMs, last, next, unitMs)) {
      shift = next - decoded;
    }
    last = decoded + shift;
    next = last + duration;
    end = Math.max(end, Math.max(decoded, pts ?? -Infinity) + shift + duration);
  }
  return {
    endMs: count === 0 ? 0 : Math.max(0, Math.round(end * unitMs - startMs)),
    packets: count,
  };
}

function isRestart(stepMs: number, last: number, next: number, unitMs: number): boolean {
  if (last === -Infinity) return false;
  return stepMs < -RESTART.backMs || stepMs - (next - last) * unitMs > RESTART.aheadMs;
}
