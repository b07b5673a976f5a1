/** Choice of the picture and the sound of a file; its other tracks decide nothing. Pure. */
import { TranscodeFailed } from "../../ports/mod.ts";
import { codecName, isDecoded } from "./codecs.ts";
import type { ListedStream } from "./dump.ts";
import type { Length } from "./packets.ts";
import type { AudioVideoKind } from "./programs.ts";

/** Track of a file, with its length by its packets. */
export interface MeasuredTrack {
  readonly stream: ListedStream;
  readonly length: Length;
}

/** Chosen tracks, and sentences for a customer about those left out. */
export interface TrackChoice {
  readonly picture: MeasuredTrack | null;
  readonly sound: MeasuredTrack | null;
  readonly warnings: readonly string[];
}

/** Names of the types of track that a customer would miss. */
const NOUNS: Record<string, string> = {
  video: "picture track",
  audio: "sound track",
  subtitle: "subtitle track",
};

/**
 * Chooses, among the tracks that can be decoded and have content, the default ones, else the largest
 * picture and the first sound.
 *
 * @throws TranscodeFailed when video has no such picture, or audio no such sound.
 */
export function chooseTracks(
  tracks: readonly MeasuredTrack[],
  kind: AudioVideoKind,
): TrackChoice {
  const ofType = (type: string) => tracks.filter(({ stream }) => stream.codec_type === type);
  const pictures = ofType("video").filter(({ stream }) => !stream.disposition?.attached_pic);
  const sounds = ofType("audio");
  const picture = kind === "video" ? needed(pictures, "video") : null;
  const sound = kind === "audio" ? needed(sounds, "sound") : best(sounds);
  const leftOut = [...pictures, ...sounds, ...ofType("subtitle")]
    .filter((track) => track !== picture && track !== sound);
  return { picture, sound, warnings: [...new Set(leftOut.map(warning))] };
}

function needed(
  tracks: readonly MeasuredTrack[],
  noun: "video" | "sound",
): MeasuredTrack {
  const track = best(tracks);
  if (track !== null) return track;
  const unreadable = tracks.find(({ stream }) => !isReadable(stream));
  if (unreadable !== undefined) {
    const name = codecName(unreadable.stream.codec_name);
    throw new TranscodeFailed(`the ${noun}'s codec (${name}) is not supported`);
  }
  throw new TranscodeFailed(tracks.length > 0 ? `the ${noun} is empty` : `the file has no ${noun}`);
}

function best(tracks: readonly MeasuredTrack[]): MeasuredTrack | null {
  const usable = tracks.filter((track) => isReadable(track.stream) && !isEmpty(track));
  return usable.toSorted((a, b) => isDefault(b) - isDefault(a) || area(b) - area(a))[0] ?? null;
}

function isReadable({ codec_name }: ListedStream): boolean {
  return codec_name !== undefined && isDecoded(codec_name);
}

/** Tells whether a track has no content, rather than having lost it. */
function isEmpty({ stream, length }: MeasuredTrack): boolean {
  return length.packets === 0 && statedFrames(stream) === null;
}

/** Number from which on a frame count is a placeholder of a writer that did not know it. */
const PLACEHOLDER_FRAMES = 2 ** 30;

/** Returns the number of frames that the headers state, if they do. */
export function statedFrames({ nb_frames }: ListedStream): number | null {
  const frames = Number(nb_frames);
  return frames > 0 && frames < PLACEHOLDER_FRAMES ? frames : null;
}

function isDefault({ stream }: MeasuredTrack): number {
  return stream.disposition?.default ?? 0;
}

function area({ stream: { width = 0, height = 0 } }: MeasuredTrack): number {
  return width * height;
}

function warning(track: MeasuredTrack): string {
  const { codec_type = "", codec_name } = track.stream;
  const name = `${NOUNS[codec_type]} (${codecName(codec_name)})`;
  if (codec_type === "subtitle") return `the ${name} is left out`;
  if (!isReadable(track.stream)) return `the ${name} is left out: its codec is not supported`;
  if (isEmpty(track)) return `the ${name} is left out: it is empty`;
  return `a further ${name} is left out`;
}
