/** Makes the renditions of a message's files, each within its share of the whole message's budget. */
import type { MediaFault, Rendition, Source } from "../../core/media/media_file.ts";
import { isTranscoded, type MediaKind } from "../../core/media/media_types.ts";
import {
  type BudgetPart,
  type RenditionName,
  type RenditionProfile,
  splitBudget,
} from "../../core/media/renditions.ts";
import { FetchRefused, TranscodeFailed, type Turn } from "../../ports/mod.ts";
import type { JobPorts } from "../ports.ts";
import type { Renditions } from "../renditions.ts";

/** A file and the renditions made of it so far. */
export interface RenderFile {
  kind: MediaKind;
  /** Null until it is fetched. */
  source: Source | null;
  /** Size of the source. */
  bytes: number;
  durationMs: number | undefined;
  /** Parts of the message that carry it. */
  copies: number;
  rendered: Map<RenditionName, Rendition>;
  /** Reasons why renditions of it could not be made small enough. */
  missed: Map<RenditionName, string>;
  /** Null: it is usable. */
  fault: MediaFault | null;
}

/** A rendition of a message, and its parts beside the files. */
export interface RenderGoal {
  profile: RenditionProfile;
  rest: readonly BudgetPart[];
  /** Whether files that are sent as they are count nothing: the message never goes out as MMS. */
  weightless?: boolean;
}

/** Bytes that each usable file may take; or the file that is too big (null: the other parts are). */
export type Shares<F> =
  | { ok: true; shares: Map<F, number> }
  | { ok: false; file: F | null; fixed: boolean; reason: string };

/** Measures how long audio or video runs, which decides its share. */
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
 * Splits a goal's budget over the usable files and the rest of the message. A file that is rendered
 * counts with its real size.
 */
export function shareOut<F extends RenderFile>(
  { profile, rest, weightless = false }: RenderGoal,
  files: readonly F[],
): Shares<F> {
  const carried = files.filter(({ fault }) => fault === null)
    .flatMap((file) => Array<F>(file.copies).fill(file));
  const parts = [...carried.map((file) => budgetPart(file, profile.name)), ...rest]
    .map((part) => weightless && isFixed(part) ? { ...part, bytes: 0 } : part);
  const split = splitBudget(profile, parts);
  if (!split.ok) {
    const { part, reason } = split;
    return { ok: false, file: carried[part] ?? null, fixed: isFixed(parts[part]!), reason };
  }
  // Copies of a file have the same share, being alike.
  return { ok: true, shares: new Map(carried.map((file, i) => [file, split.maxBytes[i]!])) };
}

function budgetPart(
  { kind, bytes, durationMs, rendered }: RenderFile,
  name: RenditionName,
): BudgetPart {
  const done = rendered.get(name);
  if (done !== undefined) return { kind: isTranscoded(kind) ? "text" : kind, bytes: done.bytes };
  return { kind, bytes, ...(durationMs === undefined ? {} : { durationMs }) };
}

function isFixed({ kind }: BudgetPart): boolean {
  return kind === "text" || !isTranscoded(kind);
}

export interface RenderOptions<F> extends Turn {
  /** Directory of temporary files. */
  directory: string;
  onStart?(file: F): void;
  onProgress?(file: F, part: number): void;
  onDone?(file: F): void;
}

/**
 * Renders each usable file within its share. Results are recorded in the files: `rendered`, `missed`,
 * `fault`.
 */
export async function render<F extends RenderFile>(
  renditions: Renditions,
  goals: readonly RenderGoal[],
  files: readonly F[],
  { account, directory, signal, onStart, onProgress, onDone }: RenderOptions<F>,
): Promise<void> {
  // Pictures and sound seldom use their whole share: films get what they leave.
  for (const films of [false, true]) {
    const split = goals.map((goal) => ({ ...goal, split: shareOut(goal, files) }));
    const now = files.filter(({ kind, fault }) => fault === null && (kind === "video") === films);
    await Promise.all(now.map((file) =>
      faulting(file, async () => {
        const wanted = split.flatMap(({ profile: { name }, split }) => {
          if (file.rendered.has(name)) return [];
          if (split.ok) return [{ rendition: name, maxBytes: split.shares.get(file)! }];
          file.missed.set(name, split.reason);
          return [];
        });
        if (wanted.length === 0 || file.source === null) return;
        const plan = { source: file.source, goals: wanted, missed: [] };
        const { renditions: rendered, missed } = await renditions.of(plan, directory, {
          account,
          signal,
          onStart: () => onStart?.(file),
          onProgress: (part) => onProgress?.(file, part),
        });
        for (const rendition of rendered) file.rendered.set(rendition.name, rendition);
        for (const { rendition, reason } of missed) file.missed.set(rendition, reason);
        onDone?.(file);
      })
    ));
  }
}

/** Runs a step for a file. Errors that the file causes become its fault, others are thrown. */
export async function faulting(
  file: { fault: MediaFault | null },
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
