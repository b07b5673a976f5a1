/** Fetches the files that a message names by URL, and renders them as those of a template. */
import type { MmsContent, SlideMedia } from "../../core/composition/content.ts";
import { createLru } from "../../lib/lru.ts";
import type { Clock, Scratch } from "../../ports/mod.ts";
import { type RenderOptions, runStage } from "../render.ts";
import type { Renditions } from "../renditions.ts";
import type { JobPorts } from "../shared/ports.ts";
import { type RenderedFiles, renderFetched } from "../transcode/fetched_files.ts";
import { type Entry, mediaOf, type SettledEntry } from "../transcode/template_files.ts";
import type { FaultyFile } from "./fit.ts";
import type { Sources, StoredSource } from "./sources.ts";

type Ports = Pick<JobPorts, "blobs" | "clock" | "transcoder">;

/** Result of fetching the files of a message. */
export type Fetching =
  | { readonly is: "fetched"; readonly content: MmsContent; readonly warnings: readonly string[] }
  | { readonly is: "faulty"; readonly files: readonly FaultyFile[] };

export interface RequestedFiles {
  /** Fetches the files of a message. Equal files on equal slides are rendered once. */
  fetch(trackingId: string, content: MmsContent, options: FetchOptions): Promise<Fetching>;
}

type FetchOptions = Omit<RenderOptions, "directory">;

/** File of a slide, fetched. */
interface FetchedFile {
  readonly entry: Entry;
  readonly source: StoredSource;
}

export function createRequestedFiles(
  ports: Ports,
  { renditions, scratch, sources }: { renditions: Renditions; scratch: Scratch; sources: Sources },
): RequestedFiles {
  const results = createResultCache(ports.clock);

  async function render(
    directory: string,
    files: readonly FetchedFile[],
    { slides }: MmsContent,
    options: FetchOptions,
  ): Promise<RenderedFiles> {
    using local = new DisposableStack();
    const fetched = await Promise.all(files.map(async ({ entry, source }) => {
      const { path } = local.use(await ports.blobs.local(source.hash));
      return { entry, source: { ok: true as const, value: { ...source, path } } };
    }));
    return await renderFetched(ports, renditions, fetched, slides.map(besideFiles), {
      ...options,
      directory,
    });
  }

  return {
    async fetch(trackingId, content, options) {
      const { account, signal } = options;
      const fetched = await Promise.all(
        entriesOf(content).map(async (entry) => ({
          entry,
          source: await runStage(() => sources.of(entry, { account, signal })),
        })),
      );
      const refused = fetched.flatMap(({ entry, source }) =>
        source.ok ? [] : [{ ...entry, fault: source.fault }]
      );
      if (refused.length > 0) return { is: "faulty", files: refused };
      const files = fetched.flatMap(({ entry, source }) =>
        source.ok ? [{ entry, source: source.value }] : []
      );
      const key = keyOf(files, content, options);
      const rendered = results.get(key) ??
        await scratch.use(trackingId, (directory) => render(directory, files, content, options));
      results.set(key, rendered);
      return fetchingOf(content, files, rendered);
    },
  };
}

/** Results that are remembered, some 2 KB each. */
const RESULTS_MAX = 1000;
/**
 * Time for which a result is used again, in milliseconds: renditions that were looked for so lately
 * are not removed as unused.
 */
const RESULT_TTL_MS = 60_000;

function createResultCache(clock: Clock) {
  const results = createLru<string, { rendered: RenderedFiles; until: number }>(RESULTS_MAX);
  return {
    get(key: string): RenderedFiles | undefined {
      const result = results.get(key);
      return result === undefined || result.until <= clock.now() ? undefined : result.rendered;
    },
    /** Remembers a result, unless it is remembered already. */
    set(key: string, rendered: RenderedFiles): void {
      if (results.peek(key)?.rendered === rendered) return;
      results.set(key, { rendered, until: clock.now() + RESULT_TTL_MS });
    },
  };
}

/** Identifies what a result depends on: the bytes of the files, and what each slide has beside. */
function keyOf(
  files: readonly FetchedFile[],
  { slides }: MmsContent,
  { forPage = false }: FetchOptions,
): string {
  return JSON.stringify([
    forPage,
    files.map(({ entry: { slide }, source: { kind, hash } }) => [slide, kind, hash]),
    slides.map(({ text, media }) => [text, media.some(isDrawn)]),
  ]);
}

/** Lists the files to fetch, in the order of the slides. */
function entriesOf({ slides }: MmsContent): Entry[] {
  return slides.flatMap(({ media }, index) =>
    media.filter((file) => !isDrawn(file)).map(({ kind, url }) => ({ slide: index + 1, kind, url }))
  );
}

/** Tells whether a file was drawn for the message, when it was accepted. */
function isDrawn({ source }: SlideMedia): boolean {
  return source !== undefined;
}

function besideFiles({ text, media }: MmsContent["slides"][number]) {
  return { text, ...media.some(isDrawn) && { picture: true } };
}

function fetchingOf(
  content: MmsContent,
  files: readonly FetchedFile[],
  { entries, names }: RenderedFiles,
): Fetching {
  // A name of a file is that of its own URL, whoever fetched the same bytes before.
  const settled = entries.map((entry, index): SettledEntry => {
    const { entry: own, source: { label } } = files[index]!;
    return { ...entry, ...own, ...label === undefined ? {} : { label } };
  });
  const faulty = settled.flatMap(({ kind, url, fault }) =>
    fault === null ? [] : [{ kind, url, fault }]
  );
  if (faulty.length > 0) return { is: "faulty", files: faulty };
  const media = settled.map((entry) => mediaOf(entry, "done", names)).values();
  const slides = content.slides.map(({ text, media: before }) => ({
    text,
    media: before.map((file): SlideMedia => {
      if (isDrawn(file)) return file;
      const { kind, url, label, renditions } = media.next().value!;
      return { kind, url, ...label === undefined ? {} : { label }, renditions };
    }),
  }));
  return {
    is: "fetched",
    content: { ...content, slides, requestedFiles: "fetched" },
    warnings: settled.flatMap(({ slide, warnings = [] }) =>
      warnings.map((warning) => `slide ${slide}: ${warning}`)
    ),
  };
}
