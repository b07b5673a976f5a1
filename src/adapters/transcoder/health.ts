/** Health check of the media programs, and of the encoders and filters that renditions need. */
import { ENCODERS } from "./encoding.ts";
import { FILTERS } from "./picture_filters.ts";
import { run } from "./programs.ts";

/** Packages of Debian and Ubuntu; libavcodec-extra has the AMR encoder. */
const INSTALL = "apt-get install ffmpeg libavcodec-extra";

/** Returns null when everything is installed, else one line with what is missing and the remedy. */
export async function mediaHealth(): Promise<string | null> {
  try {
    const limits = { timeLimitMs: 10_000 };
    const [probe, encoders, filters] = await Promise.all([
      run("ffprobe", ["-version"], limits),
      run("ffmpeg", ["-encoders"], limits),
      run("ffmpeg", ["-filters"], limits),
    ]);
    if (![probe, encoders, filters].every(({ success }) => success)) {
      return `ffmpeg does not run. Reinstall it: ${INSTALL}`;
    }
    for (
      const [noun, needed, { output }] of [
        ["encoder", Object.values(ENCODERS), encoders],
        ["filter", FILTERS, filters],
      ] as const
    ) {
      const installed = new Set(output.split("\n").map((line) => line.trim().split(/\s+/)[1]));
      const missing = needed.filter((name) => !installed.has(name));
      if (missing.length === 0) continue;
      return `ffmpeg lacks the ${noun} ${missing.join(", ")}. Install it: ${INSTALL}`;
    }
    return null;
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) {
      return `ffmpeg and ffprobe are not installed. Install them: ${INSTALL}`;
    }
    if (error instanceof Deno.errors.NotCapable) {
      return "ffmpeg and ffprobe may not be run. Start with --allow-run=ffmpeg,ffprobe";
    }
    return `ffmpeg does not run: ${error instanceof Error ? error.message : error}`;
  }
}
