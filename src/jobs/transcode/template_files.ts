/** Files of a template, from their URLs to renditions. */
import { createHash } from "node:crypto";
import { SMIL_BYTES_A_SLIDE } from "../../core/message/compose.ts";
import { checkFile } from "../../core/media/content_check.ts";
import { START_BYTES } from "../../core/media/file_format.ts";
import type { MediaFault, Source } from "../../core/media/media_file.ts";
import type { MediaKind } from "../../core/media/media_types.ts";
import type { BudgetPart, RenditionName } from "../../core/media/renditions.ts";
import { RENDITION_PROFILES, RENDITIONS_BEST_FIRST } from "../../core/media/renditions.ts";
import type {
  TemplateMedia,
  TemplateMediaState,
  TemplateRecord,
} from "../../core/template/template.ts";
import type { JobPorts } from "../ports.ts";
import { faulting, type RenderFile, type RenderGoal, shareOut } from "../prepare/render.ts";

/** A file as a slide names it. The same bytes on several slides are one file. */
export interface Entry {
  slide: number;
  kind: MediaKind;
  url: string;
  state: TemplateMediaState;
  progress: number | undefined;
  /** Null until it is fetched. */
  source: Source | null;
  bytes: number;
  file: RenderFile | null;
  /** Fault before it became a file; later see `faultOf`. */
  fault: MediaFault | null;
}

const MAX_BYTES = {
  image: "IMAGE_MAX_BYTES",
  audio: "AUDIO_MAX_BYTES",
  video: "VIDEO_MAX_BYTES",
  contact: "CONTACT_MAX_BYTES",
  calendar: "CONTACT_MAX_BYTES",
  pdf: "DOCUMENT_MAX_BYTES",
  "ms-excel": "DOCUMENT_MAX_BYTES",
} as const;

export function entriesOf({ slides }: TemplateRecord): Entry[] {
  return slides.flatMap(({ media }, index) =>
    media.map(({ kind, url }) => newEntry(index + 1, kind, url))
  );
}

function newEntry(slide: number, kind: MediaKind, url: string): Entry {
  return {
    slide,
    kind,
    url,
    state: "pending",
    progress: undefined,
    source: null,
    bytes: 0,
    file: null,
    fault: null,
  };
}

/**
 * Finds the backgrounds of image templates that cannot be fetched. Each send fetches them again, but
 * this way a fault is reported once the template is saved.
 */
export async function refusedBackgrounds(
  { backgrounds }: Pick<JobPorts, "backgrounds">,
  { account, slides }: TemplateRecord,
  signal: AbortSignal,
): Promise<Entry[]> {
  const entries = slides.flatMap(({ picture }, index) =>
    picture?.backgroundUrl ? [newEntry(index + 1, "image", picture.backgroundUrl)] : []
  );
  await Promise.all(entries.map((entry) =>
    faulting(entry, async () => {
      await backgrounds.of(entry.url, { account, signal });
    })
  ));
  return entries.filter(({ fault }) => fault !== null);
}

/** Fetches a file into a directory of its own and checks what it is (spec 2.3). */
export async function obtain(
  { config, fetch }: Pick<JobPorts, "config" | "fetch">,
  entry: Entry,
  directory: string,
  signal: AbortSignal,
): Promise<void> {
  const { kind, url } = entry;
  await faulting(entry, async () => {
    await Deno.mkdir(directory, { mode: 0o700 });
    const maxBytes = config[MAX_BYTES[kind]];
    const { path, bytes, type } = await fetch.download(url, { directory, maxBytes, signal });
    const verdict = checkFile({ kind, declaredType: type, url }, await startOf(path));
    if (!verdict.ok) {
      entry.fault = verdict;
      return;
    }
    entry.source = { path, kind, type: verdict.type, hash: await hashOf(path), bytes };
    entry.bytes = bytes;
  });
}

async function startOf(path: string): Promise<Uint8Array> {
  using file = await Deno.open(path);
  const start = new Uint8Array(START_BYTES);
  return start.subarray(0, await file.read(start) ?? 0);
}

async function hashOf(path: string): Promise<string> {
  const hash = createHash("sha256");
  for await (const chunk of (await Deno.open(path)).readable) hash.update(chunk);
  return hash.digest("hex");
}

/** Collects the files of the fetched entries, without duplicates. */
export function mergedFiles(entries: readonly Entry[]): RenderFile[] {
  const files = new Map<string, RenderFile>();
  for (const entry of entries) {
    const { kind, source, bytes, fault } = entry;
    if (source === null || fault !== null) continue;
    const key = `${kind} ${source.hash}`;
    const file = files.get(key) ?? newFile(kind, source, bytes);
    file.copies++;
    files.set(key, file);
    entry.file = file;
  }
  return [...files.values()];
}

function newFile(kind: MediaKind, source: Source, bytes: number): RenderFile {
  return {
    kind,
    source,
    bytes,
    durationMs: undefined,
    copies: 0,
    rendered: new Map(),
    missed: new Map(),
    fault: null,
  };
}

/**
 * Finds the renditions that the template's files fit into together, best first. Where there are none,
 * the file that is too big gets a fault, and the others are tried without it.
 */
export function goalsFor(files: readonly RenderFile[], template: TemplateRecord): RenderGoal[] {
  const rest = template.slides.flatMap(({ text, picture }): BudgetPart[] => [
    { kind: "text", bytes: SMIL_BYTES_A_SLIDE + new TextEncoder().encode(text ?? "").length },
    // Drawn for each recipient, which is when it needs its room.
    ...picture === undefined ? [] : [{ kind: "image" as const, bytes: 0 }],
  ]);
  const goals = RENDITIONS_BEST_FIRST.map((name): RenderGoal => ({
    profile: RENDITION_PROFILES[name],
    rest,
  }));
  const fitting = goals.filter((goal) => shareOut(goal, files).ok);
  if (fitting.length > 0) return fitting;

  // Files that are sent as they are fill the message: it goes out as SMS with a link, and the files
  // behind the link get the budget of a message of their own.
  const alone: RenderGoal = { ...goals[0]!, rest: [], weightless: true };
  const first = shareOut(goals[0]!, files);
  const isFull = !first.ok && (first.fixed || first.file === null);
  const split = isFull ? shareOut(alone, files) : first;
  if (split.ok) return [alone];
  split.file!.fault = { of: "transcoding", reason: split.reason };
  return goalsFor(files, template);
}

/** Finds the renditions that every usable file has; without any, files that missed them get a fault. */
export function completeRenditions(
  files: readonly RenderFile[],
  goals: readonly RenderGoal[],
): RenditionName[] {
  const usable = files.filter(({ fault }) => fault === null);
  const names = goals.map(({ profile: { name } }) => name);
  const complete = names.filter((name) => usable.every(({ rendered }) => rendered.has(name)));
  if (complete.length > 0) return complete;
  for (const file of usable) {
    const reason = names.map((name) => file.missed.get(name)).find((reason) =>
      reason !== undefined
    );
    if (reason !== undefined) file.fault = { of: "transcoding", reason };
  }
  return names;
}

/** Finds the fault of an entry or of its file; null: none. */
export function faultOf({ fault, file }: Entry): MediaFault | null {
  return fault ?? file?.fault ?? null;
}

/** Makes the stored form of an entry. @param names Renditions to include. Default: all. */
export function mediaOf(entry: Entry, names?: readonly RenditionName[]): TemplateMedia {
  const { slide, kind, url, file, state, progress } = entry;
  const fault = faultOf(entry);
  const rendered = [...file?.rendered.values() ?? []];
  return {
    slide,
    kind,
    url,
    state: fault === null ? state : "failed",
    ...(state === "transcoding" && progress !== undefined ? { progress } : {}),
    renditions: RENDITIONS_BEST_FIRST.flatMap((name) =>
      names?.includes(name) ?? true
        ? rendered.find((rendition) => rendition.name === name) ?? []
        : []
    ),
    error: fault?.reason ?? null,
  };
}
