/** Parser of ffmpeg's framecrc format, a list of packets. Pure. */
import type { Packet } from "./packets.ts";

/** A picture or sound track, summed up from its packets. */
export interface Track {
  /** Name of the codec in ffprobe. */
  readonly codec: string;
  /** `640x360`; null for sound. */
  readonly size: string | null;
  /** End of the last packet, in milliseconds from the start of the file. */
  readonly endMs: number;
}

/** Packets of a list, in the form of ffprobe's, and the time base of each track. */
export interface PacketList {
  readonly units: readonly string[];
  readonly packets: readonly (Omit<Packet, "stream_index"> & { readonly track: number })[];
}

/** Flag of packets that are decoded and not shown: AV_PKT_FLAG_DISCARD. */
const DISCARD = 4;

/** Parses a complete list into packets. */
export function readPackets(framecrc: string): PacketList {
  const units: string[] = [];
  for (const [, track, unit] of framecrc.matchAll(/^#tb (\d+): (.*)$/gm)) {
    units[Number(track)] = unit!;
  }
  const packets = [...framecrc.matchAll(PACKET)].map(([, ...fields]) => {
    const [track, dts, pts, duration, flags = 0] = fields.map((field) => Number(field ?? 0));
    return {
      track: track!,
      dts: isTime(dts!) ? dts : undefined,
      pts: isTime(pts!) ? pts : undefined,
      duration,
      flags: flags & DISCARD ? "D" : "",
    };
  });
  return { units, packets };
}

/** Track, decoding time, presentation time, duration, and flags but for those of key frames. */
const PACKET = /^(\d+), *(-?\d+), *(-?\d+), *(\d+), *\d+, *0x[\da-f]+(?:, *F=(0x[\dA-F]+))?/gm;

/** Tells a time from the mark of an unknown one, which is far below zero. */
function isTime(units: number): boolean {
  return units > -(2 ** 62);
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
