/** A message's files made into renditions, each within what the whole message may count. */
import { isTranscoded, type MediaKind } from "../../core/media/media_types.ts";
import type { RenditionRef } from "../../core/message/message.ts";
import {
  type BudgetPart,
  type Rendition,
  type RenditionName,
  splitBudget,
} from "../../core/media/renditions.ts";
import { FetchRefused, TranscodeFailed, type Turn } from "../../ports/mod.ts";
import type { JobPorts } from "../ports.ts";
import type { HashedSource, Renditions } from "../renditions.ts";

/** A file on its way into renditions; `fault` once it cannot be used. */
export interface RenderFile {
  kind: MediaKind;
  /** Null until it is here. */
  source: HashedSource | null;
  /** Of the source. */
  bytes: number;
  durationMs: number | undefined;
  /** How many parts of the message carry it. */
  copies: number;
  made: Map<RenditionName, RenditionRef>;
  /** Why a rendition that fits the message cannot be had of it. */
  missed: Map<RenditionName, string>;
  fault: RenderFault | null;
}

/** What is wrong with a file: what it is, or what became of transcoding it. */
export interface RenderFault {
  of: "content" | "transcoding";
  /** Fit for a customer. */
  reason: string;
}

/** A rendition of a message: what else goes into it, beside the files. */
export interface RenderGoal {
  rendition: Rendition;
  rest: readonly BudgetPart[];
  /** What is sent as it is counts nothing: it fills the message, which never goes out as MMS. */
  weightless?: boolean;
}

/** How many bytes each usable file may take; or which file (null: none, but the rest) is too big. */
export type Shares<F> =
  | { ok: true; shares: Map<F, number> }
  | { ok: false; file: F | null; fixed: boolean; reason: string };

/** Finds out how long a file runs, which its share goes by. */
export async function measure(
  { transcoder }: Pick<JobPorts, "transcoder">,
  file: RenderFile,
  turn: Turn,
): Promise<void> {
  const { kind, source } = file;
  if (source === null || (kind !== "audio" && kind !== "video")) return;
  file.durationMs = await transcoder.durationMs(source, turn);
}

/**
 * Splits a goal's budget over the usable files and the rest of the message. A file that is made
 * counts with its real size.
 */
export function shareOut<F extends RenderFile>(
  { rendition, rest, weightless = false }: RenderGoal,
  files: readonly F[],
): Shares<F> {
  const carried = files.filter(({ fault }) => fault === null)
    .flatMap((file) => Array<F>(file.copies).fill(file));
  const parts = [...carried.map((file) => budgetPart(file, rendition.name)), ...rest]
    .map((part) => weightless && isFixed(part) ? { ...part, bytes: 0 } : part);
  const split = splitBudget(rendition, parts);
  if (!split.ok) {
    const { part, reason } = split;
    return { ok: false, file: carried[part] ?? null, fixed: isFixed(parts[part]!), reason };
  }
  // Copies of a file have the same share, being alike.
  return { ok: true, shares: new Map(carried.map((file, i) => [file, split.maxBytes[i]!])) };
}

function budgetPart(
  { kind, bytes, durationMs, made }: RenderFile,
  name: RenditionName,
): BudgetPart {
  const done = made.get(name);
  if (done !== undefined) return { kind: isTranscoded(kind) ? "text" : kind, bytes: done.bytes };
  return { kind, bytes, ...(durationMs === undefined ? {} : { durationMs }) };
}

function isFixed({ kind }: BudgetPart): boolean {
  return kind === "text" || !isTranscoded(kind);
}

export interface RenderOptions<F> extends Turn {
  /** For files in work. */
  directory: string;
  onStart?(file: F): void;
  onProgress?(file: F, part: number): void;
  onDone?(file: F): void;
}

/**
 * Makes each usable file in the renditions that its share allows. What it comes to is written to
 * the files: `made`, `missed`, `fault`.
 */
export async function render<F extends RenderFile>(
  renditions: Renditions,
  goals: readonly RenderGoal[],
  files: readonly F[],
  { account, directory, signal, onStart, onProgress, onDone }: RenderOptions<F>,
): Promise<void> {
  // Pictures and sound seldom take all they may: what they leave is for the films.
  for (const films of [false, true]) {
    const split = goals.map((goal) => ({ ...goal, split: shareOut(goal, files) }));
    const now = files.filter(({ kind, fault }) => fault === null && (kind === "video") === films);
    await Promise.all(now.map((file) =>
      faulting(file, async () => {
        const wanted = split.flatMap(({ rendition: { name }, split }) => {
          if (file.made.has(name)) return [];
          if (split.ok) return [{ rendition: name, maxBytes: split.shares.get(file)! }];
          file.missed.set(name, split.reason);
          return [];
        });
        if (wanted.length === 0 || file.source === null) return;
        const { made, missed } = await renditions.of(file.source, wanted, directory, {
          account,
          signal,
          onStart: () => onStart?.(file),
          onProgress: (part) => onProgress?.(file, part),
        });
        for (const one of made) file.made.set(one.name, one);
        for (const { rendition, reason } of missed) file.missed.set(rendition, reason);
        onDone?.(file);
      })
    ));
  }
}

/** Runs a step of a file; what the file is to blame for becomes its fault, the rest is thrown. */
export async function faulting(
  file: { fault: RenderFault | null },
  step: () => Promise<void>,
): Promise<void> {
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
