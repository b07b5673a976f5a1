/** New templates: fetch → check → renditions → blobs → ready (N003) or failed (E011, E002–E004). */
import type { NewEvent } from "../core/event.ts";
import { SMIL_BYTES_A_SLIDE } from "../core/compose.ts";
import { checkContent } from "../core/content_check.ts";
import type { MediaKind } from "../core/media_types.ts";
import { templatePostback } from "../core/postback.ts";
import { type BudgetPart, RENDITIONS } from "../core/renditions.ts";
import type { TemplateMedia, TemplateRecord } from "../core/template.ts";
import { advanceTemplate, type TemplateEvent } from "../core/template_state.ts";
import type { Lease, Transcodings } from "../env.ts";
import { type JobEnv, leaseOf } from "./env.ts";
import { faulting, measure, render, type RenderFile, shareOut } from "./render.ts";

export interface TranscodeJob extends Transcodings {
  takeDue(): Promise<void>;
  /** Abandons what is in hand (its lease is freed at the next start) and resolves when it has. */
  drain(): Promise<void>;
}

/** A file of a template on its way. */
interface File extends RenderFile {
  slide: number;
  url: string;
}

/** Renditions made of every template. */
const RENDITION = RENDITIONS.standard;

const FAILED: Partial<Record<MediaKind, TemplateEvent>> = {
  audio: "audio-failed",
  video: "video-failed",
  image: "image-failed",
};

/** @param scratch Directory for files in work; emptied by whoever starts the process. */
export function createTranscode(env: JobEnv, scratch: string): TranscodeJob {
  const { clock, config, log, store } = env;
  const waiting: TemplateRecord[] = [];
  const inHand = new Set<string>();
  const abort = new AbortController();
  let working = 0;
  let idle: () => void = () => {};

  function take(template: TemplateRecord): void {
    if (inHand.has(template.mmsId) || abort.signal.aborted) return;
    inHand.add(template.mmsId);
    waiting.push(template);
    pump();
  }

  function pump(): void {
    // Files, not templates, are what is bounded; a second template fills the first one's gaps.
    while (working < config.TRANSCODE_CONCURRENCY * 2 && waiting.length > 0) {
      const template = waiting.shift()!;
      working++;
      void transcode(template).catch((error) => {
        if (abort.signal.aborted) return;
        log.warn({ "mms-id": template.mmsId, err: String(error) }, "transcoding interrupted");
      }).finally(() => {
        inHand.delete(template.mmsId);
        working--;
        if (working === 0) idle();
        pump();
      });
    }
  }

  async function transcode(template: TemplateRecord): Promise<void> {
    const directory = `${scratch}/${template.mmsId}`;
    const lost = new AbortController();
    const signal = AbortSignal.any([abort.signal, lost.signal]);
    const keepAlive = setInterval(async () => {
      const held = await store.templates.extend(template.mmsId, leaseOf(env, clock.now()))
        .catch(() => true);
      if (!held) lost.abort();
    }, config.LEASE_SECONDS * 1000 / 3);
    try {
      if (!await store.templates.extend(template.mmsId, leaseOf(env, clock.now()))) return;
      await Deno.mkdir(directory, { recursive: true, mode: 0o700 });
      const files = filesOf(template);
      await Promise.all(files.map((file, index) => obtain(file, `${directory}/${index}`, signal)));
      await render(env, RENDITION.name, () => sharesOf(files, template), directory, signal);
      await settle(template, files);
    } finally {
      clearInterval(keepAlive);
      await Deno.remove(directory, { recursive: true }).catch(() => {});
    }
  }

  /** Fetches a file, checks what it is, and finds out how long it runs. */
  async function obtain(file: File, directory: string, signal: AbortSignal): Promise<void> {
    const { kind, url } = file;
    await faulting(file, async () => {
      await Deno.mkdir(directory, { mode: 0o700 });
      const maxBytes = config[MAX_BYTES[kind]];
      const { path, bytes, type } = await env.fetch.download(url, { directory, maxBytes, signal });
      const verdict = checkContent({ kind, declaredType: type, url });
      if (!verdict.ok) {
        file.fault = { of: "content", reason: verdict.reason };
        return;
      }
      file.source = { path, kind, type: verdict.type };
      file.bytes = bytes;
      await measure(env, file, signal);
    });
  }

  async function settle(template: TemplateRecord, files: File[]): Promise<void> {
    const at = clock.now();
    const faulty = files.filter(({ fault }) => fault !== null);
    const to = faulty.length === 0 ? "ready" : "failed";
    const media: TemplateMedia[] = files.map(({ slide, kind, url, rendition, fault }) => ({
      slide,
      kind,
      url,
      state: fault === null ? "done" : "failed",
      renditions: rendition === null ? [] : [rendition],
      error: fault?.reason ?? null,
    }));
    const events = faulty.length === 0
      ? [eventOf(template, at, "transcoded", null)]
      : faulty.map((file) => eventOf(template, at, faultEvent(file), file));
    if (await store.templates.settle(template.mmsId, to, media, events)) {
      log.info({ "mms-id": template.mmsId, state: to, files: files.length }, "template settled");
    }
  }

  function eventOf(
    template: TemplateRecord,
    at: number,
    name: TemplateEvent,
    file: File | null,
  ): NewEvent {
    const step = advanceTemplate("locked", name)!;
    const fault = file === null
      ? undefined
      : { kind: file.kind, url: file.url, reason: file.fault!.reason };
    const code = step.postback as Parameters<typeof templatePostback>[0];
    return {
      id: env.ids.event(),
      account: template.account,
      trackingId: template.trackingId,
      at,
      name,
      state: step.state,
      details: fault === undefined ? null : `slide ${file!.slide}: ${fault.reason}`,
      operatorId: null,
      ...templatePostback(code, template, at, fault),
    };
  }

  return {
    lease: (now): Lease => leaseOf(env, now),
    offer: take,

    async takeDue() {
      const now = clock.now();
      const room = config.TRANSCODE_CONCURRENCY * 2 - waiting.length;
      if (room <= 0 || abort.signal.aborted) return;
      for (const template of await store.templates.claimDue(leaseOf(env, now), now, room)) {
        take(template);
      }
    },

    async drain() {
      waiting.length = 0;
      abort.abort();
      if (working > 0) await new Promise<void>((resolve) => idle = resolve);
    },
  };
}

const MAX_BYTES = {
  image: "IMAGE_MAX_BYTES",
  audio: "AUDIO_MAX_BYTES",
  video: "VIDEO_MAX_BYTES",
  contact: "CONTACT_MAX_BYTES",
  calendar: "CONTACT_MAX_BYTES",
  pdf: "DOCUMENT_MAX_BYTES",
  "ms-excel": "DOCUMENT_MAX_BYTES",
} as const;

function filesOf({ slides }: TemplateRecord): File[] {
  return slides.flatMap(({ media }, index) =>
    media.map(({ kind, url }): File => ({
      slide: index + 1,
      kind,
      url,
      source: null,
      bytes: 0,
      durationMs: undefined,
      copies: 1,
      rendition: null,
      fault: null,
    }))
  );
}

function faultEvent({ kind, fault }: File): TemplateEvent {
  return fault!.of === "content" ? "content-refused" : FAILED[kind] ?? "content-refused";
}

/** How many bytes each usable file may take, so that the message fits its rendition's budget. */
function sharesOf(files: File[], template: TemplateRecord): [File, number][] {
  const texts = template.slides.map(({ text }): BudgetPart => ({
    kind: "text",
    bytes: SMIL_BYTES_A_SLIDE + new TextEncoder().encode(text ?? "").length,
  }));
  let split = shareOut(RENDITION, files, texts);
  if (!split.ok && split.fixed) {
    // What is sent as it is fills the message: it will go out as SMS with a link, and the files
    // behind the link get the room of a message of their own.
    split = shareOut(RENDITION, files, [], { weightless: true });
  }
  if (split.ok) return split.shares;
  split.file!.fault = { of: "transcoding", reason: split.reason };
  return sharesOf(files, template);
}
