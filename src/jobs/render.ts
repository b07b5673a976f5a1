/** Carries out the stages of a message's files: probes them, and renders each by its plan. */
import type { MediaFault, Plan, ProbedSource, Source } from "../core/media/media_file.ts";
import {
  isUsable,
  type MessageBudget,
  type MessageFile,
  plansOf,
  type UsableFile,
  usableFile,
  withFault,
} from "../core/media/plan.ts";
import { FetchRefused, TranscodeFailed, type Turn } from "../ports/mod.ts";
import type { JobPorts } from "./shared/ports.ts";
import type { Renditions } from "./renditions.ts";

/** Result of a stage: the value that it adds, or the fault that ends the file's way. */
export type StageResult<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly fault: MediaFault };

export interface RenderOptions extends Turn {
  /** Directory of temporary files. */
  directory: string;
  /** Whether a hosted page may show the files. Default false. */
  forPage?: boolean;
  onStart?(file: UsableFile): void;
  onProgress?(file: UsableFile, part: number): void;
  /** Called with each file that was rendered, or failed. */
  onEnd?(file: MessageFile): void;
}

/** Runs a stage of a file. Errors that the file causes become its fault, others are thrown. */
export async function runStage<T>(stage: () => Promise<T>): Promise<StageResult<T>> {
  try {
    return { ok: true, value: await stage() };
  } catch (error) {
    if (error instanceof FetchRefused) {
      return { ok: false, fault: { of: "content", reason: error.reason } };
    }
    if (error instanceof TranscodeFailed) {
      return { ok: false, fault: { of: "transcoding", reason: error.reason } };
    }
    throw error;
  }
}

/** Probes a source that a message carries in so many parts. */
export async function probeFile(
  ports: Pick<JobPorts, "transcoder">,
  source: Source,
  copies: number,
  turn: Turn,
): Promise<MessageFile> {
  const probed = await runStage(() => probe(ports, source, turn));
  if (probed.ok) return usableFile(probed.value, copies);
  return { source, renditions: [], fault: probed.fault };
}

/** Measures how long audio or video runs, which decides its share. */
async function probe(
  { transcoder }: Pick<JobPorts, "transcoder">,
  source: Source,
  turn: Turn,
): Promise<ProbedSource> {
  if (source.kind !== "audio" && source.kind !== "video") return source;
  return { ...source, durationMs: await transcoder.durationMs(source, turn) };
}

/** Renders each usable file within its share of the budgets. */
export async function render(
  renditions: Renditions,
  budgets: readonly MessageBudget[],
  files: readonly MessageFile[],
  options: RenderOptions,
): Promise<readonly MessageFile[]> {
  // Pictures and sound seldom use their whole share: films get what they leave.
  const isFilm = ({ source: { kind } }: MessageFile) => kind === "video";
  const first = await renderSome((file) => !isFilm(file), files);
  return await renderSome(isFilm, first);

  async function renderSome(
    isWanted: (file: MessageFile) => boolean,
    files: readonly MessageFile[],
  ): Promise<readonly MessageFile[]> {
    const plans = plansOf(budgets, files, options.forPage);
    return await Promise.all(
      files.map((file) =>
        isUsable(file) && isWanted(file)
          ? renderFile(renditions, file, plans.get(file)!, options)
          : file
      ),
    );
  }
}

async function renderFile(
  renditions: Renditions,
  file: UsableFile,
  plan: Plan,
  { account, directory, signal, onStart, onProgress, onEnd }: RenderOptions,
): Promise<MessageFile> {
  if (plan.goals.length === 0) return { ...file, missed: plan.missed };
  const rendered = await runStage(() =>
    renditions.of(plan, directory, {
      account,
      signal,
      onStart: () => onStart?.(file),
      onProgress: (part) => onProgress?.(file, part),
    })
  );
  const result = rendered.ok ? { ...file, ...rendered.value } : withFault(file, rendered.fault);
  onEnd?.(result);
  return result;
}
