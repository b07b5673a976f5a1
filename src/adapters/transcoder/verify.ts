/** Verification of results: reads their packets, all in one run of ffmpeg. */
import { optionArgs } from "../../lib/option_args.ts";
import { type AudioVideoKind, inputLimits, run } from "./programs.ts";
import type { Attempt } from "./task.ts";
import { readTracks } from "./tracks.ts";

export interface VerifyLimits {
  maxPixels: number;
  maxMemoryBytes: number;
  signal?: AbortSignal;
}

const TIME_LIMIT_MS = 30_000;
/**
 * Maximum packet list, at about 60 bytes a packet: ten minutes of three renditions take a third.
 */
const MAX_OUTPUT_BYTES = 32_000_000;

/** Measured durations of a result, in milliseconds. */
export interface Verified {
  readonly durationMs: number;
  /** Duration of the picture; without one, of the sound. */
  readonly shownMs: number;
  /** Duration of the sound; 0 without. */
  readonly soundMs: number;
}

/** Measures the results of attempts; null unless each has exactly the codecs and size of its encoding. */
export async function verify(
  attempts: readonly Attempt[],
  kind: AudioVideoKind,
  limits: VerifyLimits,
): Promise<Verified[] | null> {
  const { success, output } = await run("ffmpeg", [
    "-nostdin",
    ...attempts.flatMap((
      { path },
    ) => [...inputLimits(kind, limits.maxPixels), "-i", `file:${path}`]),
    ...attempts.flatMap((_, i) => ["-map", String(i)]),
    ...optionArgs({ "-c": "copy", "-flush_packets": 0, "-f": "framecrc" }),
    "pipe:1",
  ], {
    ...limits,
    access: { reads: attempts.map(({ path }) => path), writes: null },
    timeLimitMs: TIME_LIMIT_MS,
    maxOutputBytes: MAX_OUTPUT_BYTES,
  });
  if (!success) return null;

  const tracks = readTracks(output);
  const verified: Verified[] = [];
  for (const { encoding: { picture, sound } } of attempts) {
    const expected = [picture, sound].filter((track) => track !== null);
    const actual = tracks.splice(0, expected.length);
    if (actual.length < expected.length) return null;
    if (expected.some(({ codec }, i) => codec !== actual[i]!.codec)) return null;
    if (picture && actual[0]!.size !== `${picture.size.width}x${picture.size.height}`) return null;
    const ends = actual.map(({ endMs }) => endMs);
    const soundMs = sound === null ? 0 : ends.at(-1)!;
    verified.push({ durationMs: Math.max(...ends), shownMs: ends[0]!, soundMs });
  }
  return tracks.length === 0 ? verified : null;
}
