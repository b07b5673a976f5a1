/**
 * Listing of a file's tracks and packets, without decoding them. ffprobe makes it, but gives up on a
 * file with any track that it may not open; then ffmpeg does, which opens none that it only copies.
 */
import { TranscodeFailed } from "../../ports/mod.ts";
import { isDecoded } from "./codecs.ts";
import { type Listing, readDump, readStreams } from "./dump.ts";
import { optionArgs } from "../../lib/option_args.ts";
import { type AudioVideoKind, inputLimits, run } from "./programs.ts";

export interface ListingLimits {
  maxPixels: number;
  maxDurationMs: number;
  maxMemoryBytes: number;
  signal?: AbortSignal;
}

/** Time limit of a listing, which reads headers and packets only; real recordings take far less. */
const TIME_LIMIT_MS = 30_000;
/** Maximum output, at about 90 bytes a packet: ten minutes of video take a quarter. */
const MAX_OUTPUT_BYTES = 16_000_000;
/**
 * Factor over the pixel limit up to which the file may be opened, so that the error can name its
 * size; larger ones fail without it.
 */
const LISTED_PIXELS_FACTOR = 8;

const ENTRIES = [
  "format=format_name,start_time,duration,size",
  "stream=index,codec_type,codec_name,width,height,sample_aspect_ratio,channels",
  "stream=avg_frame_rate,nb_frames,duration,time_base,field_order",
  "stream=color_space,color_transfer,color_primaries",
  "stream_disposition=default,attached_pic",
  "stream_side_data=rotation",
  "packet=stream_index,dts,pts,duration,flags",
].join(":");

/**
 * Lists a file: 50 MB in 0.1 s.
 *
 * @throws TranscodeFailed when neither program can open it.
 */
export async function list(
  path: string,
  kind: AudioVideoKind,
  limits: ListingLimits,
): Promise<Listing> {
  const limited = inputLimits(kind, limits.maxPixels * LISTED_PIXELS_FACTOR);
  const seconds = limits.maxDurationMs / 1000 + 1;
  const options = {
    ...limits,
    access: { reads: [path], writes: null },
    timeLimitMs: TIME_LIMIT_MS,
    maxOutputBytes: MAX_OUTPUT_BYTES,
  };
  const probed = await run("ffprobe", [
    ...limited,
    ...optionArgs({
      "-read_intervals": `%+${seconds}`,
      "-show_entries": ENTRIES,
      "-of": "json=compact=1",
    }),
    `file:${path}`,
  ], options);
  if (probed.success) return JSON.parse(probed.output);

  const copy = (streams: readonly string[]) =>
    run("ffmpeg", [
      "-nostdin",
      "-nostats",
      ...limited,
      ...optionArgs({ "-i": `file:${path}` }),
      ...streams.flatMap((stream) => ["-map", stream]),
      "-ignore_unknown",
      "-copyinkf",
      ...optionArgs({ "-c": "copy", "-t": seconds, "-flush_packets": 0, "-f": "framecrc" }),
      "pipe:1",
    ], { ...options, collectsMessages: true });
  let dumped = await copy(["0"]);
  if (!dumped.success) {
    // A track that is not decoded may not even be copied: it has no sample rate, for example.
    const decoded = readStreams(dumped.messages).filter(({ codec_name }) => isDecoded(codec_name!));
    if (decoded.length > 0) dumped = await copy(decoded.map(({ index }) => `0:${index}`));
  }
  const listing = dumped.success ? readDump(dumped.messages, dumped.output) : null;
  if (listing !== null) return { ...listing, format: await sized(path, listing.format) };
  throw new TranscodeFailed(`the file is not ${kind} of a supported format, or is damaged`);
}

async function sized(path: string, format: Listing["format"]): Promise<Listing["format"]> {
  return { ...format, size: String((await Deno.stat(path)).size) };
}
