/** Whether results are what was asked for: read packet by packet, all in one run of ffmpeg. */
import type { Encoding } from "./encoding.ts";
import { inputLimits, run, type RunningKind } from "./programs.ts";
import { readTracks } from "./tracks.ts";

export interface Result {
  encoding: Encoding;
  path: string;
}

export interface VerifyLimits {
  maxPixels: number;
  maxMemoryBytes: number;
  signal?: AbortSignal;
}

const TIME_LIMIT_MS = 30_000;
/** Some 60 a packet: ten minutes of three renditions take a third of it. */
const MAX_OUTPUT_BYTES = 32_000_000;

/** In milliseconds. */
export interface Verified {
  durationMs: number;
  /** How much of that has a picture, or where there is none, sound. */
  shownMs: number;
}

/** Null unless every result has the codecs and the size it was given, and nothing else. */
export async function verify(
  results: readonly Result[],
  kind: RunningKind,
  limits: VerifyLimits,
): Promise<Verified[] | null> {
  const { success, output } = await run("ffmpeg", [
    "-nostdin",
    ...results.flatMap((
      { path },
    ) => [...inputLimits(kind, limits.maxPixels), "-i", `file:${path}`]),
    ...results.flatMap((_, i) => ["-map", String(i)]),
    ...["-c", "copy", "-flush_packets", "0", "-f", "framecrc", "pipe:1"],
  ], { ...limits, timeLimitMs: TIME_LIMIT_MS, maxOutputBytes: MAX_OUTPUT_BYTES });
  if (!success) return null;

  const tracks = readTracks(output);
  const verified: Verified[] = [];
  for (const { encoding: { picture, sound } } of results) {
    const expected = [picture, sound].filter((one) => one !== null);
    const found = tracks.splice(0, expected.length);
    if (found.length < expected.length) return null;
    if (expected.some(({ codec }, i) => codec !== found[i]!.codec)) return null;
    if (picture && found[0]!.size !== `${picture.size.width}x${picture.size.height}`) return null;
    const ends = found.map(({ endMs }) => endMs);
    verified.push({ durationMs: Math.max(...ends), shownMs: ends[0]! });
  }
  return tracks.length === 0 ? verified : null;
}
