/** Reads what ffmpeg writes of the packets it copies (its framecrc format). Pure. */

/** Picture or sound, as far as its packets tell. */
export interface Track {
  /** By its name in ffprobe. */
  codec: string;
  /** `640x360`; null for sound. */
  size: string | null;
  /** When its last packet ends, from the beginning of the file. */
  endMs: number;
}

/** In the order they were mapped in. */
export function readTracks(framecrc: string): Track[] {
  const tracks: Track[] = [];
  const units: number[] = [];
  for (const [, name, number, value] of framecrc.matchAll(/^#(\w+) (\d+): (.*)$/gm)) {
    const track = tracks[Number(number)] ??= { codec: "", size: null, endMs: 0 };
    if (name === "codec_id") track.codec = value!;
    else if (name === "dimensions") track.size = value!;
    else if (name === "tb") units[Number(number)] = unitMs(value!);
  }
  // track, decoding time, presentation time (far below zero: unknown), duration
  for (const line of framecrc.matchAll(/^(\d+), *(-?\d+), *(-?\d+), *(\d+),/gm)) {
    const [number, decoded, presented, duration] = line.slice(1).map(Number);
    const track = tracks[number!]!;
    const end = Math.round((Math.max(decoded!, presented!) + duration!) * units[number!]!);
    track.endMs = Math.max(track.endMs, end);
  }
  return tracks;
}

/** How far a run has come, by the packets it reads. */
export class Progress {
  #units: number[] = [];

  /** How far the source has been read, in milliseconds; null for lines that do not tell. */
  read(line: string): number | null {
    const unit = /^#tb (\d+): (.*)$/.exec(line);
    if (unit !== null) this.#units[Number(unit[1])] = unitMs(unit[2]!);
    const packet = /^(\d+), *(-?\d+),/.exec(line);
    return packet === null ? null : (this.#units[Number(packet[1])] ?? 0) * Number(packet[2]);
  }
}

/** `1/15360` */
function unitMs(seconds: string): number {
  const [over, under] = seconds.split("/").map(Number);
  return 1000 * over! / under!;
}
