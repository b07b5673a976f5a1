/** Fits the files that came with a message to its operator. */
import {
  budgetsWithin,
  type FittedFile,
  mediaKey,
  type SubmittedFile,
  submittedFiles,
} from "../../core/composition/adapt.ts";
import {
  fileKey,
  type MediaFault,
  type Source,
  untranscoded,
} from "../../core/media/media_file.ts";
import { isTranscoded } from "../../core/media/media_types.ts";
import {
  completeRenditions,
  isUsable,
  type MessageFile,
  shareOut,
  type UsableFile,
} from "../../core/media/plan.ts";
import type { RenditionName } from "../../core/media/renditions.ts";
import type { MmsContent } from "../../core/composition/content.ts";
import { type LocalBlob, TranscodeFailed, type Turn } from "../../ports/mod.ts";
import type { JobPorts } from "../shared/ports.ts";
import type { Renditions } from "../renditions.ts";
import { probeFile, render, type RenderOptions, runStage, type StageResult } from "../render.ts";

type FitPorts = Pick<JobPorts, "blobs" | "transcoder">;

/** File that cannot be used. */
export type FaultyFile = Pick<SubmittedFile, "kind" | "url"> & { readonly fault: MediaFault };

/** Result of fitting the files to the operator. */
export type Fitting =
  | {
    readonly is: "fit";
    readonly renditions: readonly FittedFile[];
    /** Warnings about the files, each with its name in the submission. */
    readonly warnings: readonly string[];
  }
  | { readonly is: "faulty"; readonly files: readonly FaultyFile[] }
  /** The files are too big even in the smallest rendition; `reason` says which. */
  | { readonly is: "unfit"; readonly renditions: readonly []; readonly reason: string };

/**
 * Takes the files through their stages: located, probed, planned, rendered; within an operator's
 * limit.
 */
export async function fitFiles(
  ports: FitPorts,
  renditions: Renditions,
  content: MmsContent,
  maxBytes: number,
  options: RenderOptions,
): Promise<Fitting> {
  const submitted = submittedFiles(content);
  const toRender = submitted.filter(({ kind }) => isTranscoded(kind));
  using stored = new DisposableStack();
  const probed = await probeAll(ports, toRender, stored, options);
  const budgets = budgetsWithin(content, maxBytes);
  const fitting = budgets.find((budget) => shareOut(budget, probed).ok);
  // Customers are notified of bad files, however big the others are.
  if (fitting === undefined && !probed.every(isUsable)) return faulty(toRender, probed);
  const budget = fitting ?? budgets.at(-1);
  if (budget === undefined) return unfit("the template's files do not fit the operator");
  const split = shareOut(budget, probed);
  if (!split.ok) return unfit(split.reason);

  const rendered = await render(renditions, [budget], probed, options);
  const { files } = completeRenditions(rendered, [budget]);
  if (!files.every(isUsable)) return faulty(toRender, files);
  return {
    is: "fit",
    renditions: renditionsOf(submitted, files, budget.profile.name),
    warnings: warningsOf(toRender, files),
  };
}

/** Probes files, which stay on this machine until `stored` is disposed. */
async function probeAll(
  ports: FitPorts,
  submitted: readonly SubmittedFile[],
  stored: DisposableStack,
  turn: Turn,
): Promise<MessageFile[]> {
  const located: StageResult<Source>[] = [];
  for (const file of submitted) located.push(await runStage(() => sourceOf(ports, file, stored)));
  return await Promise.all(located.map((source, index) => {
    const { kind, source: { blob: hash }, copies } = submitted[index]!;
    if (source.ok) return probeFile(ports, source.value, copies, turn);
    return { source: { kind, hash }, renditions: [], fault: source.fault };
  }));
}

async function sourceOf(
  ports: FitPorts,
  { kind, source: { blob: hash, type, bytes } }: SubmittedFile,
  stored: DisposableStack,
): Promise<Source> {
  const { path } = stored.use(await localOf(ports, hash));
  return { kind, type, hash, bytes, path };
}

async function localOf({ blobs }: FitPorts, blob: string): Promise<LocalBlob> {
  try {
    return await blobs.local(blob);
  } catch (error) {
    if (!(error instanceof Deno.errors.NotFound)) throw error;
    throw new TranscodeFailed("the file is not stored any more");
  }
}

function unfit(reason: string): Fitting {
  return { is: "unfit", renditions: [], reason };
}

function faulty(submitted: readonly SubmittedFile[], files: readonly MessageFile[]): Fitting {
  const faultOf = new Map(files.map(({ source, fault }) => [fileKey(source), fault]));
  return {
    is: "faulty",
    files: submitted.flatMap((file) => {
      const fault = faultOf.get(mediaKey(file)) ?? null;
      return fault === null ? [] : [{ ...file, fault }];
    }),
  };
}

/** Finds the rendition of each file; those that are sent as they are have one without work. */
function renditionsOf(
  submitted: readonly SubmittedFile[],
  files: readonly MessageFile[],
  name: RenditionName,
): FittedFile[] {
  const byKey = new Map(files.map((file) => [fileKey(file.source), file.renditions]));
  return submitted.flatMap((file) =>
    (byKey.get(mediaKey(file)) ?? [untranscoded(name, file.source)])
      .map((rendition) => ({ file, rendition }))
  );
}

function warningsOf(
  submitted: readonly SubmittedFile[],
  files: readonly UsableFile[],
): string[] {
  const byKey = new Map(files.map((file) => [fileKey(file.source), file.warnings ?? []]));
  return submitted.flatMap((file) =>
    byKey.get(mediaKey(file))!.map((warning) => `${file.url}: ${warning}`)
  );
}
