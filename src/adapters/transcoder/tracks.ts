/** Parser of ffmpeg's framecrc format, a list of packets. Pure. */

/** A picture or sound track, summed up from its packets. */
export interface Track {
  /** Name of the codec in ffprobe. */
  codec: string;
  /** `640x360`; null for sound. */
  size: string | null;
  /** End of the last packet, in milliseconds from the start of the file. */
  endMs: number;
}

/** Parses a complete list into tracks, in the order of their mapping. */
export function readTracks(framecrc: string): Track[] {
  const tracks: Track[] = [];
  const units: number[] = [];
  for (const [, name, number, value] of framecrc.matchAll(/^#(\w+) (\d+): (.*)$/gm)) {
    const track = tracks[Number(number)] ??= { codec: "", size: null, endMs: 0 };
    if (name === "codec_id") track.codec = value!;
    else if (name === "dimensions") track.size = value!;
    else if (name === "tb") units[Number(number)] = unitMs(value!);
  }
  // Track, decoding time, presentation time (far below zero when unknown), duration.
  for (const line of framecrc.matchAll(/^(\d+), *(-?\d+), *(-?\d+), *(\d+),/gm)) {
    const [number, decoded, presented, duration] = line.slice(1).map(Number);
    const track = tracks[number!]!;
    const end = Math.round((Math.max(decoded!, presented!) + duration!) * units[number!]!);
    track.endMs = Math.max(track.endMs, end);
  }
  return tracks;
}

/** Progress of a run by the packets that it reads. */
export class Progress {
  #units: number[] = [];

  /** Parses a line; returns the position in the source in milliseconds, or null without one. */
  read(line: string): number | null {
    const unit = /^#tb (\d+): (.*)$/.exec(line);
    if (unit !== null) this.#units[Number(unit[1])] = unitMs(unit[2]!);
    const packet = /^(\d+), *(-?\d+),/.exec(line);
    return packet === null ? null : (this.#units[Number(packet[1])] ?? 0) * Number(packet[2]);
  }
}

/** Parses a time base such as `1/15360` seconds into milliseconds. */
function unitMs(seconds: string): number {
  const [numerator, denominator] = seconds.split("/").map(Number);
  return 1000 * numerator! / denominator!;
}
