/** New templates: fetch → check → renditions → blobs → ready (N003) or failed (E011, E002–E004). */
import type { MediaFault } from "../../core/media/media_file.ts";
import type { MediaKind } from "../../core/media/media_types.ts";
import { isUsable, type MessageFile, type UsableFile } from "../../core/media/plan.ts";
import {
  addressedTemplateEvents,
  type EventFile,
  templateEvent,
} from "../../core/postback/template_event.ts";
import { WEB } from "../../core/media/renditions.ts";
import { type TemplateRecord, warningsOf } from "../../core/template/template.ts";
import type { TemplateEvent } from "../../core/template/template_state.ts";
import type { Lease, Scratch, Transcodings } from "../../ports/mod.ts";
import { within } from "../../tracing/mod.ts";
import { type JobPorts, leaseOf } from "../shared/ports.ts";
import { notifiedOf } from "../shared/transition.ts";
import { createWorker } from "../engine/worker.ts";
import type { Renditions } from "../renditions.ts";
import { NO_FILES, type RenderedFiles, renderFetched } from "./fetched_files.ts";
import { createProgress, type MediaChange, type Progress } from "./progress.ts";
import {
  bestFirst,
  entriesOf,
  entriesWith,
  type Entry,
  type FetchedEntry,
  fetchSource,
  mediaOf,
  refusedBackgrounds,
  type SettledEntry,
} from "./template_files.ts";

export interface TranscodeJob extends Transcodings {
  takeDue(): Promise<void>;
  /** Abandons the claimed work, for the next start to take up, and resolves when it has ended. */
  drain(): Promise<void>;
}

type FaultyEntry = SettledEntry & { readonly fault: MediaFault };

const FAILED: Partial<Record<MediaKind, TemplateEvent>> = {
  audio: "audio-failed",
  video: "video-failed",
  image: "image-failed",
};

export function createTranscode(
  ports: JobPorts,
  renditions: Renditions,
  scratch: Scratch,
): TranscodeJob {
  const { accounts, clock, config, log, metrics, store, tracer } = ports;
  const worker = createWorker<TemplateRecord>({
    log,
    interrupted: "transcoding interrupted",
    factsOf: ({ mmsId }) => ({ "mms-id": mmsId }),
    interruptions: {
      of: ({ account, mmsId, trackingId }) => ({
        kind: "template",
        id: mmsId,
        account,
        trackingId,
      }),
      counter: ports.interruptions,
    },
    keyOf: ({ mmsId }) => mmsId,
    // Most of the time templates wait for servers of strangers, or for their turn.
    concurrency: config.TEMPLATE_CONCURRENCY,
    isSlotless: isText,
    backlog: { ahead: config.TEMPLATE_CONCURRENCY },
    claim(capacity) {
      const now = clock.now();
      return store.templates.claimDue(leaseOf(ports, now), now, capacity);
    },
    process: transcode,
    lease: {
      extend: ({ mmsId }) => store.templates.extend(mmsId, leaseOf(ports, clock.now())),
      everyMs: config.LEASE_TIMEOUT / 3,
    },
    abandons: true,
  });

  async function transcode(template: TemplateRecord, signal: AbortSignal): Promise<void> {
    const { mmsId, trace, trackingId } = template;
    const span = tracer.under(trace, "transcode", {
      "messaging.message.id": trackingId,
      "slidepost.mms_id": mmsId,
    });
    await within(span, ({ context }) => transcodeTraced({ ...template, trace: context }, signal));
  }

  async function transcodeTraced(template: TemplateRecord, signal: AbortSignal): Promise<void> {
    if (isText(template)) return await settle(template, NO_FILES);
    const { mmsId } = template;
    const entries = entriesOf(template);
    const progress = createProgress(
      entries,
      (media) => store.templates.progress(mmsId, ports.owner, media),
    );
    try {
      await scratch.use(
        mmsId,
        async (directory) =>
          await settle(template, await work(template, entries, progress, directory, signal)),
      );
    } finally {
      progress.stop();
    }
  }

  /** Takes the files through their stages: fetched, probed, planned, rendered. */
  async function work(
    template: TemplateRecord,
    entries: readonly Entry[],
    progress: Progress,
    directory: string,
    signal: AbortSignal,
  ): Promise<RenderedFiles> {
    const turn = { account: template.account, signal };
    const [refused, fetched] = await Promise.all([
      refusedBackgrounds(ports, template, signal),
      fetchAll(template, entries, progress, directory, signal),
    ]);
    progress.add(refused);
    const report = (file: MessageFile, change: MediaChange) =>
      progress.change(entriesWith(file, fetched), change);
    const rendered = await renderFetched(ports, renditions, fetched, template.slides, {
      ...turn,
      directory,
      forPage: await mayHavePage(template),
      onStart: (file) => report(file, { state: "transcoding" }),
      onProgress: (file, part) => report(file, { state: "transcoding", progress: part }),
      onEnd: (file) => report(file, isUsable(file) ? doneWith(file) : failedBy(file.fault)),
    });
    warnOfMissedPictures(template, rendered.files);
    return { entries: [...rendered.entries, ...refused], names: rendered.names };
  }

  /**
   * Tells whether a message of a template may get a hosted page. What the template itself rules out,
   * a send may bring back; without the account's right, none can.
   */
  async function mayHavePage({ account }: TemplateRecord): Promise<boolean> {
    return (await accounts.byId(account))?.account.allowFallbackSms ?? false;
  }

  /** Logs pictures that pages lack: they show the rendition for handsets instead. */
  function warnOfMissedPictures(
    { mmsId, trackingId }: TemplateRecord,
    files: readonly MessageFile[],
  ): void {
    for (const { rendition, reason } of files.filter(isUsable).flatMap(({ missed }) => missed)) {
      if (rendition !== WEB) continue;
      const facts = { "mms-id": mmsId, "tracking-id": trackingId, err: reason };
      log.warn(facts, "no picture made for the hosted page");
    }
  }

  async function fetchAll(
    { trace }: TemplateRecord,
    entries: readonly Entry[],
    progress: Progress,
    directory: string,
    signal: AbortSignal,
  ): Promise<FetchedEntry[]> {
    return await Promise.all(entries.map(async (entry, index) => {
      progress.change([entry], { state: "fetching" });
      const { kind, slide } = entry;
      const attributes = { "slidepost.media": kind, "slidepost.slide": slide };
      const span = tracer.under(trace, "fetch", attributes);
      const source = await span.run(() =>
        fetchSource(ports, entry, `${directory}/${index}`, signal)
      );
      span.end(source.ok ? undefined : source.fault.of);
      progress.change([entry], source.ok ? { state: "waiting" } : failedBy(source.fault));
      return { entry, source };
    }));
  }

  async function settle(
    template: TemplateRecord,
    { entries, names }: RenderedFiles,
  ): Promise<void> {
    const at = clock.now();
    const faulty = entries.filter(isFaulty);
    const to = faulty.length === 0 ? "ready" : "failed";
    const media = entries.map((entry) => mediaOf(entry, "done", names));
    const own = faulty.length === 0
      ? [templateEvent(template, at, "transcoded")]
      : faulty.map((entry) => templateEvent(template, at, faultEvent(entry), eventFileOf(entry)));
    const isDraft = template.draftUntil !== undefined;
    const { receivers } = await notifiedOf(ports, template);
    const events = isDraft ? [] : addressedTemplateEvents(own, receivers);
    if (await store.templates.settle(template.mmsId, to, media, events, isDraft)) {
      metrics.templates.add({ code: own[0]!.code ?? "" });
      const facts = {
        "mms-id": template.mmsId,
        state: to,
        ...isDraft && { draft: true },
        files: media.length,
        ...sentences("faults", faulty.map(faultWithSlide)),
        ...sentences("warnings", warningsOf(media)),
      };
      log.info(facts, "template processed");
    } else if (isDraft) {
      const saved = await store.templates.byId(template.account, template.mmsId);
      if (saved !== null) await settle(saved, { entries, names });
    }
  }

  return {
    lease: (now): Lease => leaseOf(ports, now),
    offer: worker.offer,
    takeDue: worker.takeDue,
    drain: worker.drain,
  };
}

/** Tells whether a template has no files. */
function isText({ slides }: TemplateRecord): boolean {
  return slides.every(({ media, picture }) => media.length === 0 && picture === undefined);
}

function isFaulty(entry: SettledEntry): entry is FaultyEntry {
  return entry.fault !== null;
}

function eventFileOf(entry: FaultyEntry): EventFile {
  const { kind, url, fault: { reason } } = entry;
  return { kind, url, reason, details: faultWithSlide(entry) };
}

function faultEvent({ kind, fault }: FaultyEntry): TemplateEvent {
  return fault.of === "content" ? "content-refused" : FAILED[kind] ?? "content-refused";
}

/** Writes the reason of a fault for the history and the log, which names no URL of a customer. */
function faultWithSlide({ slide, fault: { reason } }: FaultyEntry): string {
  return `slide ${slide}: ${reason}`;
}

/** Makes a fact of sentences; none if there are none. */
function sentences(name: string, all: readonly string[]): Record<string, string> {
  return all.length === 0 ? {} : { [name]: all.join("; ") };
}

function doneWith({ renditions, warnings }: UsableFile): MediaChange {
  return { state: "done", renditions: bestFirst(renditions), ...warnings && { warnings } };
}

function failedBy({ reason }: MediaFault): MediaChange {
  return { state: "failed", error: reason };
}
