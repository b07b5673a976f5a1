/** Parser of ffmpeg's framecrc format, a list of packets. Pure. */

/** A picture or sound track, summed up from its packets. */
export interface Track {
  /** Name of the codec in ffprobe. */
  readonly codec: string;
  /** `640x360`; null for sound. */
  readonly size: string | null;
  /** End of the last packet, in milliseconds from the start of the file. */
  readonly endMs: number;
}

/** Parses a complete list into tracks, in the order of their mapping. */
export function readTracks(framecrc: string): Track[] {
  const headers: Record<string, string>[] = [];
  for (const [, name, number, value] of framecrc.matchAll(/^#(\w+) (\d+): (.*)$/gm)) {
    headers[Number(number)] = { ...headers[Number(number)], [name!]: value! };
  }
  const units = headers.map(({ tb }) => unitMs(tb ?? ""));
  const ends = headers.map(() => 0);
  // Track, decoding time, presentation time (far below zero when unknown), duration.
  for (const line of framecrc.matchAll(/^(\d+), *(-?\d+), *(-?\d+), *(\d+),/gm)) {
    const [number, decoded, presented, duration] = line.slice(1).map(Number);
    const end = Math.round((Math.max(decoded!, presented!) + duration!) * units[number!]!);
    ends[number!] = Math.max(ends[number!]!, end);
  }
  return headers.map(({ codec_id: codec = "", dimensions: size = null }, number) => ({
    codec,
    size,
    endMs: ends[number]!,
  }));
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
