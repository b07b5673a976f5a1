/** Fits the files of slides into messages. */
import { SMIL_BYTES_A_SLIDE } from "../composition/compose.ts";
import { type MessageBudget, type MessageFile, shareOut, withFault } from "../media/plan.ts";
import { type BudgetPart, RENDITION_PROFILES, RENDITIONS_BEST_FIRST } from "../media/renditions.ts";

/** Slide beside its files: its text, and whether a picture is drawn for it. */
export interface SlideBesideFiles {
  readonly text: string | null;
  readonly picture?: unknown;
}

/**
 * Finds the budgets that the files of slides fit into together, best first. Where there are none,
 * the file that is too big gets a fault, and the others are tried without it.
 */
export function fitSlides(
  files: readonly MessageFile[],
  slides: readonly SlideBesideFiles[],
): { readonly files: readonly MessageFile[]; readonly budgets: readonly MessageBudget[] } {
  const budgets = budgetsOf(slides);
  const fitting = budgets.filter((budget) => shareOut(budget, files).ok);
  if (fitting.length > 0) return { files, budgets: fitting };

  // Files that are sent as they are fill the message: it goes out as SMS with a link, and the files
  // behind the link get the budget of a message of their own.
  const alone: MessageBudget = { ...budgets[0]!, rest: [], weightless: true };
  const first = shareOut(budgets[0]!, files);
  const isFull = !first.ok && (first.fixed || first.file === null);
  const split = isFull ? shareOut(alone, files) : first;
  if (split.ok) return { files, budgets: [alone] };
  // A file, as texts alone always fit: the first split failed by a file, the other one has no rest.
  const tooBig = split.file!;
  const fault = withFault(tooBig, { of: "transcoding", reason: split.reason });
  return fitSlides(files.map((file) => file === tooBig ? fault : file), slides);
}

function budgetsOf(slides: readonly SlideBesideFiles[]): MessageBudget[] {
  const rest = slides.flatMap(({ text, picture }): BudgetPart[] => [
    { kind: "text", bytes: SMIL_BYTES_A_SLIDE + new TextEncoder().encode(text ?? "").length },
    // Drawn for each recipient, which is when it needs its bytes.
    ...picture === undefined ? [] : [{ kind: "image" as const, bytes: 0 }],
  ]);
  return RENDITIONS_BEST_FIRST.map((name) => ({ profile: RENDITION_PROFILES[name], rest }));
}
