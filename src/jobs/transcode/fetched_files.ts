/** Renders the fetched files of slides, whether they are a template's or a message's own. */
import { completeRenditions, isUsable, type MessageFile } from "../../core/media/plan.ts";
import { type RenditionName, RENDITIONS_BEST_FIRST } from "../../core/media/renditions.ts";
import { fitSlides, type SlideBesideFiles } from "../../core/template/fit.ts";
import { probeFile, render, type RenderOptions } from "../render.ts";
import type { Renditions } from "../renditions.ts";
import type { JobPorts } from "../shared/ports.ts";
import {
  type FetchedEntry,
  mergedSources,
  settledEntries,
  type SettledEntry,
} from "./template_files.ts";

/** Outcome of the work on the files of slides. */
export interface RenderedFiles {
  readonly entries: readonly SettledEntry[];
  /** Renditions that all files have. */
  readonly names: readonly RenditionName[];
}

export const NO_FILES: RenderedFiles = { entries: [], names: RENDITIONS_BEST_FIRST };

/**
 * Takes fetched files through their stages: probed, planned within the budgets that they fit into
 * together, rendered.
 *
 * @param options `onEnd` is called with each file once.
 */
export async function renderFetched(
  ports: Pick<JobPorts, "transcoder">,
  renditions: Renditions,
  fetched: readonly FetchedEntry[],
  slides: readonly SlideBesideFiles[],
  options: RenderOptions,
): Promise<RenderedFiles & { readonly files: readonly MessageFile[] }> {
  const probed = await Promise.all(
    mergedSources(fetched).map(({ source, copies }) => probeFile(ports, source, copies, options)),
  );
  const { files, budgets } = fitSlides(probed, slides);
  for (const file of files) if (!isUsable(file)) options.onEnd?.(file);
  const rendered = await render(renditions, budgets, files, options);
  const complete = completeRenditions(rendered, budgets);
  return {
    entries: settledEntries(fetched, complete.files),
    names: complete.names,
    files: rendered,
  };
}
