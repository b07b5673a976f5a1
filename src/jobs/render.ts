/** A message's files made into one rendition, within what the whole message may count. */
import { isTranscoded, type MediaKind } from "../core/media_types.ts";
import type { RenditionRef } from "../core/message.ts";
import {
  type BudgetPart,
  type Rendition,
  type RenditionName,
  splitBudget,
} from "../core/renditions.ts";
import { FetchRefused, TranscodeFailed, type TranscodeSource } from "../env.ts";
import type { JobEnv } from "./env.ts";

/** A file on its way into a rendition; `fault` once it cannot be used. */
export interface RenderFile {
  kind: MediaKind;
  /** Null until it is here. */
  source: TranscodeSource | null;
  /** Of the source. */
  bytes: number;
  durationMs: number | undefined;
  /** How many parts of the message carry it. */
  copies: number;
  rendition: RenditionRef | null;
  fault: RenderFault | null;
}

/** What is wrong with a file: what it is, or what became of transcoding it. */
export interface RenderFault {
  of: "content" | "transcoding";
  /** Fit for a customer. */
  reason: string;
}

/** How many bytes each usable file may take; or which file (null: none, but the rest) is too big. */
export type Shares<F> =
  | { ok: true; shares: [file: F, maxBytes: number][] }
  | { ok: false; file: F | null; fixed: boolean; reason: string };

/** Finds out how long a file runs, which its share goes by. */
export async function measure(
  { transcoder }: Pick<JobEnv, "transcoder">,
  file: RenderFile,
  signal: AbortSignal,
): Promise<void> {
  const { kind, source } = file;
  if (source === null || (kind !== "audio" && kind !== "video")) return;
  file.durationMs = await transcoder.durationMs(source, signal);
}

/**
 * Splits a rendition's budget over the usable files and the `rest` of the message. A file that is
 * made counts with its real size. `weightless`: what is sent as it is counts nothing.
 */
export function shareOut<F extends RenderFile>(
  rendition: Rendition,
  files: readonly F[],
  rest: readonly BudgetPart[],
  { weightless = false } = {},
): Shares<F> {
  const carried = files.filter(({ fault }) => fault === null)
    .flatMap((file) => Array<F>(file.copies).fill(file));
  const parts = [...carried.map(budgetPart), ...rest]
    .map((part) => weightless && isFixed(part) ? { ...part, bytes: 0 } : part);
  const split = splitBudget(rendition, parts);
  if (!split.ok) {
    const { part, reason } = split;
    return { ok: false, file: carried[part] ?? null, fixed: isFixed(parts[part]!), reason };
  }
  // Copies of a file have the same share, being alike.
  const shares = new Map(carried.map((file, index) => [file, split.maxBytes[index]!]));
  return { ok: true, shares: [...shares] };
}

function budgetPart({ kind, bytes, durationMs, rendition }: RenderFile): BudgetPart {
  if (rendition !== null) {
    return { kind: isTranscoded(kind) ? "text" : kind, bytes: rendition.bytes };
  }
  return { kind, bytes, ...(durationMs === undefined ? {} : { durationMs }) };
}

function isFixed({ kind }: BudgetPart): boolean {
  return kind === "text" || !isTranscoded(kind);
}

/** @param share Asked twice: pictures and sound seldom take all they may, which is for the films. */
export async function render<F extends RenderFile>(
  env: Pick<JobEnv, "blobs" | "transcoder">,
  name: RenditionName,
  share: () => [file: F, maxBytes: number][],
  directory: string,
  signal: AbortSignal,
): Promise<void> {
  for (const films of [false, true]) {
    const shares = share().filter(([{ kind }]) => (kind === "video") === films);
    await Promise.all(shares.map(([file, maxBytes]) =>
      faulting(file, async () => {
        if (file.rendition !== null || file.source === null) return;
        file.rendition = await renditionOf(env, name, file.source, maxBytes, directory, signal);
      })
    ));
  }
}

/** Makes it, or keeps the file as it is (spec 2.3, fetching rule 5). */
async function renditionOf(
  { blobs, transcoder }: Pick<JobEnv, "blobs" | "transcoder">,
  name: RenditionName,
  source: TranscodeSource,
  maxBytes: number,
  directory: string,
  signal: AbortSignal,
): Promise<RenditionRef> {
  const made = isTranscoded(source.kind)
    ? (await transcoder.transcode(
      source,
      [{ rendition: name, maxBytes }],
      await Deno.makeTempDir({ dir: directory }),
      signal,
    ))[0]!
    : source;
  const { hash, bytes } = await blobs.adopt(made.path);
  const { width = null, height = null, durationMs = null } = "bytes" in made ? made : {};
  return { name, blob: hash, type: made.type, bytes, width, height, durationMs };
}

/** Runs a step of a file; what the file is to blame for becomes its fault, the rest is thrown. */
export async function faulting(file: RenderFile, step: () => Promise<void>): Promise<void> {
  try {
    await step();
  } catch (error) {
    if (error instanceof FetchRefused) {
      file.fault = { of: "content", reason: error.reason };
    } else if (error instanceof TranscodeFailed) {
      file.fault = { of: "transcoding", reason: error.reason };
    } else throw error;
  }
}
