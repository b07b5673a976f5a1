/** Health check of the media programs and of the encoders that renditions need. */
import { ENCODERS } from "./encoding.ts";
import { run } from "./programs.ts";

/** Packages of Debian and Ubuntu; libavcodec-extra has the AMR encoder. */
const INSTALL = "apt-get install ffmpeg libavcodec-extra";

/** Returns null when everything is installed, else one line with what is missing and the remedy. */
export async function mediaHealth(): Promise<string | null> {
  try {
    const limits = { timeLimitMs: 10_000 };
    const [probe, { success, output }] = await Promise.all([
      run("ffprobe", ["-version"], limits),
      run("ffmpeg", ["-encoders"], limits),
    ]);
    if (!probe.success || !success) return `ffmpeg does not run. Reinstall it: ${INSTALL}`;
    const installed = new Set(output.split("\n").map((line) => line.trim().split(/\s+/)[1]));
    const missing = Object.values(ENCODERS).filter((encoder) => !installed.has(encoder));
    if (missing.length === 0) return null;
    return `ffmpeg lacks the encoder ${missing.join(", ")}. Install it: ${INSTALL}`;
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
