/** Requirements of the service on the machine, beyond Deno and npm packages. */
import { ffmpegPart, file, type Probe, starts } from "./probe.ts";

/** Software that has to be installed. */
export interface Requirement {
  readonly name: string;
  /** Purpose; completes "it …". */
  readonly why: string;
  /** Whether the service refuses to start without it; otherwise it logs a warning. */
  readonly essential: boolean;
  /** Whether the probe takes too long to run before the service listens. */
  readonly slow?: true;
  readonly probe: Probe;
  /** Command, for root, that creates what is in no package. */
  readonly create?: readonly string[];
  /** Packages of Debian and its derivatives. */
  readonly debian: readonly string[];
  /** Homebrew formulae and casks. */
  readonly brew: readonly string[];
}

const home = Deno.env.get("HOME");

export const REQUIREMENTS: readonly Requirement[] = [
  {
    name: "ffmpeg",
    why: "transcodes video and sound",
    essential: true,
    probe: starts("ffmpeg"),
    debian: ["ffmpeg"],
    brew: ["ffmpeg-full"],
  },
  {
    name: "ffprobe",
    why: "detects the real format of a media file",
    essential: true,
    probe: starts("ffprobe"),
    debian: ["ffmpeg"],
    brew: ["ffmpeg-full"],
  },
  {
    name: "ffmpeg's AMR-NB encoder (libopencore_amrnb)",
    why: "writes the only audio format that every handset plays",
    essential: true,
    slow: true,
    probe: ffmpegPart("encoder", "libopencore_amrnb"),
    debian: ["ffmpeg", "libavcodec-extra"],
    brew: ["ffmpeg-full"], // the plain formula has no AMR
  },
  {
    name: "ffmpeg's colour filter (zscale)",
    why: "makes HDR films look right on every handset",
    essential: true,
    slow: true,
    probe: ffmpegPart("filter", "zscale"),
    debian: ["ffmpeg"],
    brew: ["ffmpeg-full"], // the plain formula has no zimg
  },
  {
    name: "bubblewrap",
    why: "keeps ffmpeg from the network and from other files",
    essential: false,
    probe: Deno.build.os === "linux" ? starts("bwrap") : () => true,
    debian: ["bubblewrap"],
    brew: [],
  },
  {
    name: "Liberation fonts",
    why: "draws text that asks for Arial, Times or Courier",
    essential: false,
    probe: file(
      "/usr/share/fonts/truetype/liberation/LiberationSans-Regular.ttf",
      "/usr/share/fonts/truetype/liberation2/LiberationSans-Regular.ttf",
      `${home}/Library/Fonts/LiberationSans-Regular.ttf`,
    ),
    debian: ["fonts-liberation"],
    brew: ["font-liberation"],
  },
  {
    name: "Noto Color Emoji",
    why: "draws emoji in composed images",
    essential: false,
    probe: file(
      "/usr/share/fonts/truetype/noto/NotoColorEmoji.ttf",
      `${home}/Library/Fonts/NotoColorEmoji-Regular.ttf`,
    ),
    debian: ["fonts-noto-color-emoji"],
    brew: ["font-noto-color-emoji"],
  },
  {
    name: "Fonts of many scripts (Noto Sans)",
    why: "draws Arabic, Hebrew, Hindi, Thai and others in composed images",
    essential: false,
    probe: file(
      "/usr/share/fonts/truetype/noto/NotoSansDevanagari-Regular.ttf",
      `${home}/Library/Fonts/NotoSansDevanagari[wdth,wght].ttf`,
    ),
    debian: ["fonts-noto-core"],
    brew: [
      "",
      "-arabic",
      "-hebrew",
      "-devanagari",
      "-thai",
      "-bengali",
      "-gurmukhi",
      "-gujarati",
      "-tamil",
      "-telugu",
      "-kannada",
      "-malayalam",
      "-sinhala",
      "-lao",
      "-khmer",
      "-myanmar",
      "-armenian",
      "-georgian",
      "-ethiopic",
      "-symbols",
      "-symbols-2",
      "-math",
    ].map((script) => `font-noto-sans${script}`),
  },
  {
    name: "Fonts of Chinese, Japanese and Korean (Noto Sans CJK)",
    why: "draws these scripts in composed images",
    essential: false,
    probe: file(
      "/usr/share/fonts/opentype/noto/NotoSansCJK-Regular.ttc",
      `${home}/Library/Fonts/NotoSansCJK.ttc`,
    ),
    debian: ["fonts-noto-cjk"],
    brew: ["font-noto-sans-cjk"],
  },
];
