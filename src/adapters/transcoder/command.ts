/** Command line that encodes all renditions of a source in one run of ffmpeg. Pure. */
import { optionArgs } from "../../lib/option_args.ts";
import { pictureFilters } from "./picture_filters.ts";
import type { ProbedAudioVideo } from "./probe.ts";
import { inputLimits } from "./programs.ts";
import type { Attempt } from "./task.ts";

export interface CommandLimits {
  readonly timeLimitMs: number;
  readonly threads: number;
  readonly maxPixels: number;
}

/**
 * Builds the arguments of the run, which decodes the source once.
 */
export function transcodeArgs(
  source: ProbedAudioVideo,
  attempts: readonly Omit<Attempt, "rendition">[],
  { threads, timeLimitMs, maxPixels }: CommandLimits,
): string[] {
  const pictures = attempts.map(({ encoding }) => encoding.picture).filter((value) =>
    value !== null
  );
  return [
    "-nostdin",
    "-n",
    ...optionArgs({ "-filter_complex_threads": threads }),
    // CPU seconds: stops a run that no longer reads its input.
    ...optionArgs({ "-timelimit": Math.ceil(threads * timeLimitMs / 1000) }),
    ...inputLimits(source.kind, maxPixels),
    ...optionArgs({ "-threads": threads, "-i": `file:${source.path}` }),
    ...(pictures.length > 0 ? ["-filter_complex", pictureFilters(source.picture!, pictures)] : []),
    ...attempts.flatMap(({ encoding: { picture, sound, args }, maxBytes, path }, i) => [
      ...(picture ? ["-map", `[out${i}]`, ...picture.args] : ["-vn"]),
      ...(sound ? ["-map", `0:${source.sound!.stream}`, ...sound.args] : ["-an"]),
      ...STRIP_METADATA,
      "-sn",
      "-dn",
      ...optionArgs({ "-threads": threads }),
      ...durationLimit(source),
      ...args,
      // Protects the disk only: output beyond `maxBytes` is discarded anyway.
      ...optionArgs({ "-fs": 2 * maxBytes }),
      `file:${path}`,
    ]),
  ];
}

/**
 * Builds the arguments after the outputs: print a line per packet read to standard output (see
 * tracks.ts). This reports progress, and ends an ffmpeg whose parent is gone within about a second,
 * as it can no longer write.
 */
export function heartbeatArgs(source: ProbedAudioVideo): string[] {
  const tracks = [source.picture, source.sound].filter((value) => value !== null);
  return [
    ...tracks.flatMap(({ stream }) => ["-map", `0:${stream}`]),
    ...optionArgs({ "-c": "copy" }),
    ...durationLimit(source),
    ...optionArgs({ "-flush_packets": 1, "-f": "framecrc" }),
    "pipe:1",
  ];
}

/** Limits the duration that is read: files may be endless, and headers false. */
function durationLimit({ durationMs }: ProbedAudioVideo): string[] {
  return optionArgs({ "-t": durationMs / 1000 + 1 });
}

/** Removes the source's metadata and the encoders' versions. */
const STRIP_METADATA = optionArgs({
  "-map_metadata": -1,
  "-map_chapters": -1,
  "-fflags": "+bitexact",
  "-flags:v": "+bitexact",
  "-flags:a": "+bitexact",
});
