/**
 * What slidepost needs from the machine beyond Deno and npm packages. One entry a thing.
 */
import { ffmpegEncoder, file, postgresServer, type Probe, program } from "./probe.ts";

/** Each stage needs all that the ones before it need, and more. */
export const STAGES = ["start", "test", "bench"] as const;
export type Stage = typeof STAGES[number];

/** One thing to have installed. */
export interface Requirement {
  readonly name: string;
  /** What it does for us; completes "needed, because it …". */
  readonly why: string;
  readonly neededBy: Stage;
  /** Without it the stage cannot go on; otherwise a warning is enough. */
  readonly essential: boolean;
  readonly probe: Probe;
  /** Packages of Debian and its kin. */
  readonly debian: readonly string[];
  /** Homebrew formulae and casks. */
  readonly brew: readonly string[];
}

export const requirements: readonly Requirement[] = [
  {
    name: "ffmpeg",
    why: "transcodes video and sound",
    neededBy: "start",
    essential: true,
    probe: program("ffmpeg"),
    debian: ["ffmpeg"],
    brew: ["ffmpeg-full"],
  },
  {
    name: "ffprobe",
    why: "reads what a media file really is",
    neededBy: "start",
    essential: true,
    probe: program("ffprobe"),
    debian: ["ffmpeg"],
    brew: ["ffmpeg-full"],
  },
  {
    name: "ffmpeg's AMR-NB encoder (libopencore_amrnb)",
    why: "writes the one sound format that every handset plays",
    neededBy: "start",
    essential: true,
    probe: ffmpegEncoder("libopencore_amrnb"),
    debian: ["ffmpeg", "libavcodec-extra"],
    brew: ["ffmpeg-full"], // the plain formula has no AMR
  },
  {
    name: "Liberation fonts",
    why: "draws text that asks for Arial, Times or Courier",
    neededBy: "start",
    essential: false,
    probe: file(
      "/usr/share/fonts/truetype/liberation/LiberationSans-Regular.ttf",
      "/usr/share/fonts/truetype/liberation2/LiberationSans-Regular.ttf",
      `${Deno.env.get("HOME")}/Library/Fonts/LiberationSans-Regular.ttf`,
    ),
    debian: ["fonts-liberation"],
    brew: ["font-liberation"],
  },
  {
    name: "Noto Color Emoji",
    why: "draws emoji in composed images",
    neededBy: "start",
    essential: false,
    probe: file(
      "/usr/share/fonts/truetype/noto/NotoColorEmoji.ttf",
      `${Deno.env.get("HOME")}/Library/Fonts/NotoColorEmoji-Regular.ttf`,
    ),
    debian: ["fonts-noto-color-emoji"],
    brew: ["font-noto-color-emoji"],
  },
  {
    name: "PostgreSQL server",
    why: "is the store that the tests run against",
    neededBy: "test",
    essential: true,
    probe: postgresServer,
    debian: ["postgresql"],
    brew: ["postgresql@17"],
  },
  {
    name: "xmllint",
    why: "checks our MM7 messages against the schema",
    neededBy: "test",
    essential: true,
    probe: program("xmllint"),
    debian: ["libxml2-utils"],
    brew: ["libxml2"],
  },
  {
    name: "Chromium",
    why: "opens the hosted pages and the console in tests",
    neededBy: "test",
    essential: false, // no package on every Debian kin: Ubuntu's is a snap
    probe: program("chromium", "chromium-browser", "google-chrome"),
    debian: ["chromium"],
    brew: ["chromium"],
  },
  {
    name: "wrk",
    why: "loads the service harder than anything written in Deno could",
    neededBy: "bench",
    essential: true,
    probe: program("wrk"),
    debian: ["wrk"],
    brew: ["wrk"],
  },
];

/** What a stage needs. */
export function neededFor(stage: Stage): readonly Requirement[] {
  const reached = STAGES.slice(0, STAGES.indexOf(stage) + 1);
  return requirements.filter(({ neededBy }) => reached.includes(neededBy));
}
