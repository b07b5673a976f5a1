/** Filter graph from the picture of a source to those of its renditions. Pure. */
import type { PictureEncoding } from "./encoding.ts";
import type { Colours, PictureTrack } from "./probe.ts";

/**
 * Builds the graph, with one labelled output per picture. It scales the source down once: smaller
 * pictures are scaled from the largest.
 */
export function pictureFilters(
  source: PictureTrack,
  pictures: readonly PictureEncoding[],
): string {
  const largest = pictures.reduce((a, b) => area(b.shown) > area(a.shown) ? b : a);
  const fastest = pictures.reduce((a, b) => fps(b) > fps(a) ? b : a);
  const { width, height } = largest.shown;
  const copies = pictures.map((_, i) => `[copy${i}]`).join("");
  const trunk = [
    ...(source.mayInterlace ? [DEINTERLACE] : []),
    `fps=${fastest.rate}`,
    `scale=${width}:${height}`,
    ...toStandardColours(source.colours),
    `split=${pictures.length}${copies}`,
  ].join(",");
  const branches = pictures.map((picture, i) => {
    const { shown, size, rate } = picture;
    const steps = [
      rate === fastest.rate ? null : `fps=${rate}`,
      area(shown) === area(largest.shown) ? null : `scale=${shown.width}:${shown.height}`,
      size === shown ? null : `pad=${size.width}:${size.height}:(ow-iw)/2:(oh-ih)/2`,
      "setsar=1",
    ];
    return `[copy${i}]${steps.filter((value) => value !== null).join(",")}[out${i}]`;
  });
  return [`[0:${source.stream}]${trunk}`, ...branches].join(";");
}

/** Filters that renditions need, for the health check. */
export const FILTERS = ["bwdif", "zscale", "tonemap"];

/** Passes on the frames that are not marked as interlaced. */
const DEINTERLACE = "bwdif=mode=send_frame:deint=interlaced";

/** Transfer functions of HDR: SMPTE ST 2084 (PQ) and ARIB STD-B67 (HLG). */
const HDR = new Set(["smpte2084", "arib-std-b67"]);
/** Primaries of wide gamuts: Rec. 2020 and P3. */
const WIDE = new Set(["bt2020", "smpte431", "smpte432"]);

/** Luminance of white in HDR, in cd/m² (ITU-R BT.2408, section 2.2): white in the result. */
const WHITE_NITS = 203;
/** Luminance up to which brighter is shown as brighter, in cd/m²: what usual HDR is mastered for. */
const PEAK_NITS = 1000;
/** Part of the range that keeps its brightness; what is brighter shares the rest. */
const KNEE = 0.9;

/** Converts HDR and wide gamuts to BT.709; others stay as they are. */
function toStandardColours({ space, primaries, transfer }: Colours): string[] {
  const isHdr = HDR.has(transfer ?? "");
  if (!isHdr && !WIDE.has(primaries ?? "")) return [];
  const input = [
    ...(space === undefined
      ? [`min=${isHdr || primaries === "bt2020" ? "bt2020nc" : "bt709"}`]
      : []),
    ...(primaries === undefined ? ["pin=bt2020"] : []),
    ...(transfer === undefined ? ["tin=bt709"] : []),
  ];
  if (!isHdr) return [zscale(...input, ...BT709), "format=yuv420p"];
  return [
    zscale(...input, "t=linear", `npl=${WHITE_NITS}`),
    "format=gbrpf32le",
    zscale("p=bt709"),
    `tonemap=mobius:param=${KNEE}:desat=0:peak=${PEAK_NITS / WHITE_NITS}`,
    zscale(...BT709),
    "format=yuv420p",
  ];
}

const BT709 = ["p=bt709", "t=bt709", "m=bt709", "r=tv"];

function zscale(...options: readonly string[]): string {
  return `zscale=${options.join(":")}`;
}

function area({ width, height }: { width: number; height: number }): number {
  return width * height;
}

function fps({ rate }: PictureEncoding): number {
  const [frames, seconds = "1"] = rate.split("/");
  return Number(frames) / Number(seconds);
}
