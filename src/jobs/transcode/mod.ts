/** New templates: fetch → check → renditions → blobs → ready (N003) or failed (E011, E002–E004). */
import type { NewEvent } from "../../core/message/event.ts";
import type { MediaKind } from "../../core/media/media_types.ts";
import { templatePostback } from "../../core/postback/postback.ts";
import { type RenditionName, RENDITIONS_BEST_FIRST } from "../../core/media/renditions.ts";
import type { TemplateMediaState, TemplateRecord } from "../../core/template/template.ts";
import { advanceTemplate, type TemplateEvent } from "../../core/template/template_state.ts";
import type { Lease, Transcodings } from "../../ports/mod.ts";
import { type JobPorts, leaseOf } from "../ports.ts";
import { createWorker } from "../worker.ts";
import { faulting, measure, render, type RenderFile } from "../prepare/render.ts";
import type { Renditions } from "../renditions.ts";
import {
  completeRenditions,
  entriesOf,
  type Entry,
  faultOf,
  goalsFor,
  mediaOf,
  mergedFiles,
  obtain,
  refusedBackgrounds,
} from "./template_files.ts";

export interface TranscodeJob extends Transcodings {
  takeDue(): Promise<void>;
  /** Abandons the work in hand, for the next start to take up, and resolves when it has ended. */
  drain(): Promise<void>;
}

/** Interval between reports of progress, in milliseconds. */
const PROGRESS_MS = 500;

const FAILED: Partial<Record<MediaKind, TemplateEvent>> = {
  audio: "audio-failed",
  video: "video-failed",
  image: "image-failed",
};

/** @param scratch Directory of temporary files, emptied at the start of the process. */
export function createTranscode(
  ports: JobPorts,
  renditions: Renditions,
  scratch: string,
): TranscodeJob {
  const { clock, config, log, store } = ports;
  const worker = createWorker<TemplateRecord>({
    log,
    interrupted: "transcoding interrupted",
    factsOf: ({ mmsId }) => ({ "mms-id": mmsId }),
    keyOf: ({ mmsId }) => mmsId,
    // Most of the time templates wait for servers of strangers, or for their turn.
    concurrency: config.TEMPLATE_CONCURRENCY,
    isFree: isText,
    backlog: { ahead: config.TEMPLATE_CONCURRENCY },
    claim(room) {
      const now = clock.now();
      return store.templates.claimDue(leaseOf(ports, now), now, room);
    },
    process: transcode,
    lease: {
      extend: ({ mmsId }) => store.templates.extend(mmsId, leaseOf(ports, clock.now())),
      everyMs: config.LEASE_TIMEOUT / 3,
    },
    abandons: true,
  });

  async function transcode(template: TemplateRecord, signal: AbortSignal): Promise<void> {
    if (isText(template)) return await settle(template, [], RENDITIONS_BEST_FIRST);
    const directory = `${scratch}/${template.mmsId}`;
    const entries = entriesOf(template);
    const progress = reporting(template, entries);
    try {
      await Deno.mkdir(directory, { recursive: true, mode: 0o700 });
      const names = await work(template, entries, progress.changed, directory, signal);
      await settle(template, entries, names);
    } finally {
      progress.stop();
      await Deno.remove(directory, { recursive: true }).catch(() => {});
    }
  }

  /** Fetches, checks and renders the files; resolves with the renditions that all of them have. */
  async function work(
    template: TemplateRecord,
    entries: Entry[],
    changed: () => void,
    directory: string,
    signal: AbortSignal,
  ): Promise<RenditionName[]> {
    const { account } = template;
    const enter = (some: readonly Entry[], state: TemplateMediaState, progress?: number) => {
      for (const entry of some) Object.assign(entry, { state, progress });
      changed();
    };
    const backgrounds = refusedBackgrounds(ports, template, signal);
    await Promise.all([
      backgrounds,
      ...entries.map(async (entry, index) => {
        enter([entry], "fetching");
        await obtain(ports, entry, `${directory}/${index}`, signal);
        enter([entry], "waiting");
      }),
    ]);
    entries.push(...await backgrounds);
    const files = mergedFiles(entries);
    await Promise.all(
      files.map((file) => faulting(file, () => measure(ports, file, { account, signal }))),
    );
    const goals = goalsFor(files, template);
    const entriesWith = (file: RenderFile) => entries.filter((entry) => entry.file === file);
    await render(renditions, goals, files, {
      account,
      directory,
      signal,
      onStart: (file) => enter(entriesWith(file), "transcoding"),
      onProgress: (file, part) => enter(entriesWith(file), "transcoding", part),
      onDone: (file) => enter(entriesWith(file), "done"),
    });
    return completeRenditions(files, goals);
  }

  /** Stores the progress of the files for operators, now and then. */
  function reporting({ mmsId }: TemplateRecord, entries: Entry[]) {
    let timer: ReturnType<typeof setTimeout> | undefined;
    return {
      changed() {
        timer ??= setTimeout(() => {
          timer = undefined;
          // A report that fails is followed by another one.
          store.templates.progress(mmsId, ports.owner, entries.map((entry) => mediaOf(entry)))
            .catch(() => {});
        }, PROGRESS_MS);
      },
      stop: () => clearTimeout(timer),
    };
  }

  async function settle(
    template: TemplateRecord,
    entries: Entry[],
    names: readonly RenditionName[],
  ): Promise<void> {
    const at = clock.now();
    const faulty = entries.filter((entry) => faultOf(entry) !== null);
    const to = faulty.length === 0 ? "ready" : "failed";
    const media = entries.map((entry) => mediaOf({ ...entry, state: "done" }, names));
    const events = faulty.length === 0
      ? [eventOf(template, at, "transcoded", null)]
      : faulty.map((entry) => eventOf(template, at, faultEvent(entry), entry));
    if (await store.templates.settle(template.mmsId, to, media, events)) {
      log.info({ "mms-id": template.mmsId, state: to, files: media.length }, "template processed");
    }
  }

  function eventOf(
    template: TemplateRecord,
    at: number,
    name: TemplateEvent,
    entry: Entry | null,
  ): NewEvent {
    const step = advanceTemplate("locked", name)!;
    const fault = entry === null
      ? undefined
      : { kind: entry.kind, url: entry.url, reason: faultOf(entry)!.reason };
    const code = step.postback as Parameters<typeof templatePostback>[0];
    return {
      id: ports.ids.event(),
      account: template.account,
      trackingId: template.trackingId,
      at,
      name,
      state: step.state,
      details: fault === undefined ? null : `slide ${entry!.slide}: ${fault.reason}`,
      operatorId: null,
      ...templatePostback(code, template, at, fault),
    };
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

function faultEvent(entry: Entry): TemplateEvent {
  return faultOf(entry)!.of === "content"
    ? "content-refused"
    : FAILED[entry.kind] ?? "content-refused";
}
