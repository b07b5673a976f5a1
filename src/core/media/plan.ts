/** Plans of a message's files: the renditions of each, within its share of the message's budget. */
import type {
  MediaFault,
  MissedRendition,
  Plan,
  ProbedSource,
  Rendered,
  Rendition,
  RenditionGoal,
  Source,
} from "./media_file.ts";
import { isTranscoded } from "./media_types.ts";
import {
  type BudgetPart,
  type RenditionName,
  type RenditionProfile,
  splitBudget,
  WEB,
  WEB_PICTURE,
} from "./renditions.ts";

/** File of a message, as far as it has come: usable, or at its end with a fault. */
export type MessageFile = UsableFile | FaultyFile;

/** Probed file, with the results of its plan once that is carried out. */
export interface UsableFile extends Rendered {
  readonly source: ProbedSource;
  /** Number of parts of the message that carry it. */
  readonly copies: number;
  readonly fault: null;
}

export interface FaultyFile {
  readonly source: Pick<Source, "kind" | "hash">;
  readonly renditions: readonly Rendition[];
  readonly fault: MediaFault;
}

/** Budget of a message in one rendition. */
export interface MessageBudget {
  readonly profile: RenditionProfile;
  /** Parts of the message beside the files. */
  readonly rest: readonly BudgetPart[];
  /** Whether files that are sent as they are count nothing: the message never goes out as MMS. */
  readonly weightless?: boolean;
}

/** Bytes that each usable file may take; or the file that is too big (null: the other parts are). */
export type Shares =
  | { readonly ok: true; readonly shares: ReadonlyMap<UsableFile, number> }
  | {
    readonly ok: false;
    readonly file: UsableFile | null;
    /** Whether it is sent as it is. */
    readonly fixed: boolean;
    /** Text that customers see. */
    readonly reason: string;
  };

/** Makes a file of a probed source. */
export function usableFile(source: ProbedSource, copies: number): UsableFile {
  return { source, copies, renditions: [], missed: [], fault: null };
}

export function isUsable(file: MessageFile): file is UsableFile {
  return file.fault === null;
}

/** Ends a usable file with a fault. */
export function withFault({ source, renditions }: UsableFile, fault: MediaFault): FaultyFile {
  return { source, renditions, fault };
}

/**
 * Splits a budget over the usable files and the rest of the message. A file that is rendered counts
 * with its real size.
 */
export function shareOut(
  { profile, rest, weightless = false }: MessageBudget,
  files: readonly MessageFile[],
): Shares {
  const carried = files.filter(isUsable)
    .flatMap((file) => Array<UsableFile>(file.copies).fill(file));
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

function budgetPart({ source, renditions }: UsableFile, rendition: RenditionName): BudgetPart {
  const rendered = renditions.find(({ name }) => name === rendition);
  if (rendered === undefined) return source;
  const { kind } = source;
  return { kind: isTranscoded(kind) ? "text" : kind, bytes: rendered.bytes };
}

function isFixed({ kind }: BudgetPart): boolean {
  return kind === "text" || !isTranscoded(kind);
}

/**
 * Plans each usable file: its share of every budget that the message fits.
 *
 * @param forPage Whether a hosted page may show the files: then images get a picture for it, which
 * no budget counts.
 */
export function plansOf(
  budgets: readonly MessageBudget[],
  files: readonly MessageFile[],
  forPage = false,
): ReadonlyMap<MessageFile, Plan> {
  const splits = budgets.map((budget) => ({
    rendition: budget.profile.name,
    split: shareOut(budget, files),
  }));
  const isSendable = splits.some(({ split }) => split.ok);
  return new Map(
    files.filter(isUsable).map((file) => [file, {
      source: file.source,
      goals: [
        ...splits.flatMap(({ rendition, split }): RenditionGoal[] =>
          split.ok ? [{ rendition, maxBytes: split.shares.get(file)! }] : []
        ),
        ...forPage && isSendable && file.source.kind === "image" ? [WEB_GOAL] : [],
      ],
      missed: splits.flatMap(({ rendition, split }): MissedRendition[] =>
        split.ok ? [] : [{ rendition, reason: split.reason }]
      ),
    }]),
  );
}

const WEB_GOAL: RenditionGoal = { rendition: WEB, maxBytes: WEB_PICTURE.maxBytes };

/** Finds the renditions that every usable file has; without any, files that missed them get a fault. */
export function completeRenditions(
  files: readonly MessageFile[],
  budgets: readonly MessageBudget[],
): { readonly files: readonly MessageFile[]; readonly names: readonly RenditionName[] } {
  const tried = budgets.map(({ profile }) => profile.name);
  const names = tried.filter((rendition) =>
    files.filter(isUsable).every(({ renditions }) =>
      renditions.some(({ name }) => name === rendition)
    )
  );
  if (names.length > 0) return { files, names };
  return {
    files: files.map((file) => {
      if (!isUsable(file)) return file;
      const reason = missedReason(file, tried);
      return reason === undefined ? file : withFault(file, { of: "transcoding", reason });
    }),
    names: tried,
  };
}

/** Finds the reason why a file missed the best of some renditions; undefined: it missed none. */
function missedReason(
  { missed }: UsableFile,
  bestFirst: readonly RenditionName[],
): string | undefined {
  return bestFirst.map((name) => missed.find(({ rendition }) => rendition === name))
    .find((found) => found !== undefined)?.reason;
}
