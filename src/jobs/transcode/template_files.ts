/** Files of a template: as slides name them, fetched, and at their end. */
import { createHash } from "node:crypto";
import { checkFile } from "../../core/media/content_check.ts";
import { START_BYTES } from "../../core/media/file_format.ts";
import {
  type FileLabel,
  fileNameOfUrl,
  LABEL_BYTES,
  readLabel,
} from "../../core/media/file_label.ts";
import {
  fileKey,
  type MediaFault,
  type Rendition,
  type Source,
} from "../../core/media/media_file.ts";
import { isUsable, type MessageFile } from "../../core/media/plan.ts";
import type { MediaKind } from "../../core/media/media_types.ts";
import { type RenditionName, RENDITIONS_BEST_FIRST, WEB } from "../../core/media/renditions.ts";
import type {
  TemplateMedia,
  TemplateMediaState,
  TemplateRecord,
} from "../../core/template/template.ts";
import type { Config } from "../../config/mod.ts";
import { type Download, FetchRefused, TranscodeFailed } from "../../ports/mod.ts";
import type { JobPorts } from "../shared/ports.ts";
import { runStage, type StageResult } from "../render.ts";

/** File by its URL. */
export interface NamedFile {
  readonly kind: MediaKind;
  readonly url: string;
}

/** File as a slide names it. The same bytes on several slides are one file. */
export interface Entry extends NamedFile {
  /** Number of the slide, from 1. */
  readonly slide: number;
}

/** Entry, and the source that was fetched for it. */
export interface FetchedEntry {
  readonly entry: Entry;
  readonly source: StageResult<Source>;
}

/** Entry with what became of its file. */
export interface SettledEntry extends Entry {
  readonly label?: FileLabel;
  readonly renditions: readonly Rendition[];
  readonly warnings?: readonly string[];
  readonly fault: MediaFault | null;
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
    media.map(({ kind, url }) => ({ slide: index + 1, kind, url }))
  );
}

/**
 * Finds the backgrounds of image templates that cannot be fetched. Each send fetches them again, but
 * this way a fault is reported once the template is saved.
 */
export async function refusedBackgrounds(
  { backgrounds }: Pick<JobPorts, "backgrounds">,
  { account, slides }: TemplateRecord,
  signal: AbortSignal,
): Promise<SettledEntry[]> {
  const entries = await Promise.all(slides.map(async ({ picture }, index) => {
    const url = picture?.backgroundUrl;
    if (!url) return [];
    const fetched = await runStage(() => backgrounds.of(url, { account, signal }));
    if (fetched.ok) return [];
    const entry = { slide: index + 1, kind: "image" as const, url };
    return [{ ...entry, renditions: [], fault: fetched.fault }];
  }));
  return entries.flat();
}

/** Fetches a file into a directory of its own and checks what it is (spec 2.3). */
export async function fetchSource(
  { config, fetch }: Pick<JobPorts, "config" | "fetch">,
  file: Entry,
  directory: string,
  signal: AbortSignal,
): Promise<StageResult<Source>> {
  return await runStage(async () => {
    await Deno.mkdir(directory, { mode: 0o700 });
    const maxBytes = maxBytesOf(config, file);
    return await checkedSource(
      file,
      await fetch.download(file.url, { directory, maxBytes, signal }),
    );
  });
}

/** Returns the maximum size of a file's source, in bytes. */
export function maxBytesOf(config: Config, { kind }: NamedFile): number {
  return config[MAX_BYTES[kind]];
}

/**
 * Checks what a downloaded file is (spec 2.3).
 *
 * @throws FetchRefused by rule `content-type`, where it is not of its kind or not what it declares.
 * @throws TranscodeFailed where it is damaged.
 */
export async function checkedSource(
  { kind, url }: NamedFile,
  { path, bytes, type }: Pick<Download, "path" | "bytes" | "type">,
): Promise<Source> {
  const start = await startOf(path);
  const verdict = checkFile({ kind, declaredType: type, url }, start.subarray(0, START_BYTES));
  if (!verdict.ok) throw errorOf(verdict);
  const label = readLabel(kind, start, fileNameOfUrl(url));
  return {
    kind,
    type: verdict.type,
    hash: await hashOf(path),
    bytes,
    path,
    ...label === undefined ? {} : { label },
  };
}

function errorOf({ of, reason }: MediaFault): FetchRefused | TranscodeFailed {
  return of === "content" ? new FetchRefused("content-type", reason) : new TranscodeFailed(reason);
}

async function startOf(path: string): Promise<Uint8Array> {
  using file = await Deno.open(path);
  const start = new Uint8Array(Math.max(START_BYTES, LABEL_BYTES));
  return start.subarray(0, await file.read(start) ?? 0);
}

async function hashOf(path: string): Promise<string> {
  const hash = createHash("sha256");
  for await (const chunk of (await Deno.open(path)).readable) hash.update(chunk);
  return hash.digest("hex");
}

/** Collects the fetched sources without duplicates, and counts the slides that show each. */
export function mergedSources(
  fetched: readonly FetchedEntry[],
): { readonly source: Source; readonly copies: number }[] {
  const sources = fetched.flatMap(({ source }) => source.ok ? [source.value] : []);
  const byKey = Map.groupBy(sources, fileKey);
  return [...byKey.values()].map((same) => ({ source: same[0]!, copies: same.length }));
}

/** Finds the entries that name a file. */
export function entriesWith(
  { source: { kind, hash } }: MessageFile,
  fetched: readonly FetchedEntry[],
): Entry[] {
  return fetched.flatMap(({ entry, source }) =>
    source.ok && entry.kind === kind && source.value.hash === hash ? [entry] : []
  );
}

/** Gives each entry what became of its file. */
export function settledEntries(
  fetched: readonly FetchedEntry[],
  files: readonly MessageFile[],
): SettledEntry[] {
  const byKey = new Map(files.map((file) => [fileKey(file.source), file]));
  return fetched.map(({ entry, source }) => {
    if (!source.ok) return { ...entry, renditions: [], fault: source.fault };
    const file = byKey.get(fileKey(source.value))!;
    const { renditions, fault } = file;
    const warnings = isUsable(file) ? file.warnings : undefined;
    const { label } = source.value;
    return {
      ...entry,
      ...label === undefined ? {} : { label },
      renditions,
      ...warnings && { warnings },
      fault,
    };
  });
}

/**
 * Makes the stored form of an entry.
 *
 * @param state State unless the entry has a fault.
 * @param names Renditions to include, beside the picture for hosted pages.
 */
export function mediaOf(
  { slide, kind, url, label, renditions, warnings, fault }: SettledEntry,
  state: TemplateMediaState,
  names: readonly RenditionName[] = RENDITIONS_BEST_FIRST,
): TemplateMedia {
  return {
    slide,
    kind,
    url,
    ...label === undefined ? {} : { label },
    state: fault === null ? state : "failed",
    renditions: bestFirst(renditions).filter(({ name }) => name === WEB || names.includes(name)),
    ...warnings && { warnings },
    error: fault?.reason ?? null,
  };
}

/** Sorts renditions, best first, and the picture for hosted pages last. */
export function bestFirst(renditions: readonly Rendition[]): Rendition[] {
  return [...RENDITIONS_BEST_FIRST, WEB].flatMap((best) =>
    renditions.find(({ name }) => name === best) ?? []
  );
}
