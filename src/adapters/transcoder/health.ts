/** Whether the programs are there and can write what the renditions need. */
import { ENCODERS } from "./encoding.ts";
import { run } from "./programs.ts";

/** Debian's and Ubuntu's names; libavcodec-extra brings the AMR encoder. */
const INSTALL = "apt-get install ffmpeg libavcodec-extra";

/** Null when all is there, else one line that says what is not and how to get it. */
export async function mediaHealth(): Promise<string | null> {
  try {
    const limits = { timeLimitMs: 10_000 };
    const probe = await run("ffprobe", ["-version"], limits);
    const { success, output } = await run("ffmpeg", ["-encoders"], limits);
    if (!probe.success || !success) return `ffmpeg does not run. Reinstall it: ${INSTALL}`;
    const known = new Set(output.split("\n").map((line) => line.trim().split(/\s+/)[1]));
    const missing = Object.values(ENCODERS).filter((encoder) => !known.has(encoder));
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
