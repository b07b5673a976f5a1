/** Parser of ffmpeg's description of an input, for files that ffprobe gives up on. Pure. */
import type { Packet } from "./packets.ts";
import { readPackets } from "./tracks.ts";

/** Tracks and packets of a file, in the form of `ffprobe -of json`. */
export interface Listing {
  readonly format?: ListedFormat;
  readonly streams?: readonly ListedStream[];
  readonly packets?: readonly Packet[];
}

export interface ListedFormat {
  readonly format_name?: string;
  readonly start_time?: string;
  readonly duration?: string;
  readonly size?: string;
}

export interface ListedStream {
  readonly index: number;
  readonly codec_type?: string;
  readonly codec_name?: string;
  readonly width?: number;
  readonly height?: number;
  readonly sample_aspect_ratio?: string;
  readonly avg_frame_rate?: string;
  readonly nb_frames?: string;
  readonly duration?: string;
  readonly channels?: number;
  readonly time_base?: string;
  readonly field_order?: string;
  readonly color_space?: string;
  readonly color_transfer?: string;
  readonly color_primaries?: string;
  readonly disposition?: { readonly default?: number; readonly attached_pic?: number };
  readonly side_data_list?: readonly { readonly rotation?: number }[];
}

/**
 * Marks of the input's lines; values of tags are indented further. What a file can imitate by names of
 * tags only spoils itself: what may be opened is not decided here.
 */
const INPUT = /^Input #0, ([\w,]+), from /m;
const OUTPUT = /^(?:Output #0|Stream mapping:)/m;
const STREAM =
  /^ {2}Stream #0:(\d+)(?:\[0x[\da-f]+\])?(?:\([^)\n]*\))?: (Video|Audio|Subtitle|Data|Attachment): (\w+)(.*)$/;
const MAPPED = /^ {2}Stream #0:(\d+) -> #0:(\d+)/gm;

/**
 * Parses the messages of a run that copies all tracks, and its packets in framecrc format; null when
 * they have another form.
 */
export function readDump(messages: string, framecrc: string): Listing | null {
  const input = INPUT.exec(messages);
  if (input === null) return null;
  const described = messages.slice(input.index);
  const streams = readStreams(messages);
  const tracks = new Map<number, number>();
  for (const [, stream, track] of described.matchAll(MAPPED)) {
    tracks.set(Number(track), Number(stream));
  }
  const { units, packets } = readPackets(framecrc);
  const unitOf = new Map([...tracks].map(([track, stream]) => [stream, units[track]]));
  return {
    // Times of the packets count from the file's start.
    format: { format_name: input[1], start_time: "0", duration: durationOf(described) },
    streams: streams.map((stream) => ({ ...stream, time_base: unitOf.get(stream.index) })),
    packets: packets.map(({ track, ...packet }) => ({
      ...packet,
      stream_index: tracks.get(track) ?? -1,
    })),
  };
}

function durationOf(described: string): string | undefined {
  const time = /^ {2}Duration: (\d+):(\d+):([\d.]+)/m.exec(described);
  if (time === null) return undefined;
  const [hours, minutes, seconds] = time.slice(1).map(Number);
  return String(3600 * hours! + 60 * minutes! + seconds!);
}

/** Parses the tracks of the input from the messages of a run, also of one that failed. */
export function readStreams(messages: string): ListedStream[] {
  const input = messages.slice(INPUT.exec(messages)?.index ?? messages.length);
  const streams: ListedStream[] = [];
  for (const line of input.slice(0, OUTPUT.exec(input)?.index).split("\n")) {
    const [, index, type, codec, rest] = STREAM.exec(line) ?? [];
    const rotation = /^ {6,}displaymatrix: rotation of (-?[\d.]+) degrees/.exec(line)?.[1];
    if (rotation !== undefined && streams.length > 0) {
      const side_data_list = [{ rotation: Number(rotation) }];
      streams.push({ ...streams.pop()!, side_data_list });
    }
    if (index !== undefined) streams.push(readStream(Number(index), type!, codec!, rest!));
  }
  return streams;
}

function readStream(index: number, type: string, codec: string, rest: string): ListedStream {
  const [, width, height] = /, (\d+)x(\d+)/.exec(rest) ?? [];
  const colours = /\b([\w-]+)\/([\w-]+)\/([\w-]+)\b/.exec(/, \w+\(([^)]*)\)/.exec(rest)?.[1] ?? "");
  return {
    index,
    codec_type: type.toLowerCase(),
    codec_name: codec,
    width: width === undefined ? undefined : Number(width),
    height: height === undefined ? undefined : Number(height),
    sample_aspect_ratio: /\bSAR (\d+:\d+)/.exec(rest)?.[1],
    avg_frame_rate: framesPerSecond(rest),
    channels: channelsOf(rest),
    field_order: /[(, ]progressive[,)]/.test(rest) ? "progressive" : undefined,
    color_space: colours?.[1],
    color_primaries: colours?.[2],
    color_transfer: colours?.[3] ?? /smpte2084|arib-std-b67/.exec(rest)?.[0],
    disposition: {
      default: rest.includes("(default)") ? 1 : 0,
      attached_pic: rest.includes("(attached pic)") ? 1 : 0,
    },
  };
}

function framesPerSecond(rest: string): string | undefined {
  const fps = /, ([\d.]+)(k?) fps/.exec(rest);
  return fps === null ? undefined : `${Number(fps[1]) * (fps[2] === "k" ? 1000 : 1)}/1`;
}

/** Returns at least the channels that renditions can have: two, unless there is one. */
function channelsOf(rest: string): number {
  return /, (?:mono|1 channels)\b/.test(rest) ? 1 : 2;
}
