/**
 * The preparation job: fits a message's own files to the operator. Budget → renditions → accepted
 * again (N013), or failed (E011, E012, E013 for each bad file, then E101). A result is one commit.
 */
import {
  bytesBesideFiles,
  type SubmittedFile,
  submittedFiles,
  withRenditions,
} from "../../core/media/adapt.ts";
import { isTranscoded, type MediaKind } from "../../core/media/media_types.ts";
import { untranscoded } from "../../core/media/media_file.ts";
import type { MessageRecord, MmsContent } from "../../core/message/message.ts";
import { preparationPostback } from "../../core/postback/postback.ts";
import { profilesWithin } from "../../core/media/renditions.ts";
import type { FailedDetails } from "../../core/postback/status_details.ts";
import { type LocalBlob, type MessageTransition, TranscodeFailed } from "../../ports/mod.ts";
import { type JobPorts, leaseOf } from "../ports.ts";
import { eventOf, stay, transitionOf, vaspNotices } from "../transition.ts";
import { createWorker } from "../worker.ts";
import {
  faulting,
  measure,
  render,
  type RenderFile,
  type RenderGoal,
  type RenderOptions,
  shareOut,
} from "./render.ts";
import type { Renditions } from "../renditions.ts";
import { operatorLimit } from "../deliver/route.ts";

export interface PrepareJob {
  /** Claims what is due in the store, as far as there is room. */
  takeDue(): Promise<void>;
  /** Abandons the work in hand, for the next start to take up, and resolves when it has ended. */
  drain(): Promise<void>;
}

export interface PrepareOptions {
  /** Called when a message is due for delivery again. */
  onPrepared(): void;
}

/** A file of a message, with its renditions. */
interface File extends RenderFile {
  submitted: SubmittedFile;
}

/** Postbacks on bad files, by kind. */
const RUNNING_FAULTS = {
  audio: { code: "E012", name: "audio-failed" },
  video: { code: "E013", name: "video-failed" },
} as const;
const OTHER_FAULT = { code: "E011", name: "content-refused" } as const;

/** Thrown where the files are too big even in the smallest rendition; `message` says which. */
class Unfit extends Error {
  override readonly name = "Unfit";
}

/** @param scratch Directory of temporary files, emptied at the start of the process. */
export function createPrepare(
  ports: JobPorts,
  renditions: Renditions,
  scratch: string,
  { onPrepared }: PrepareOptions,
): PrepareJob {
  const { clock, config, log, store } = ports;
  const worker = createWorker<MessageRecord>({
    log,
    interrupted: "preparation interrupted",
    factsOf: ({ trackingId }) => ({ "tracking-id": trackingId }),
    keyOf: ({ trackingId }) => trackingId,
    concurrency: config.PREPARE_CONCURRENCY,
    backlog: { ahead: 0 },
    claim(room) {
      const now = clock.now();
      return store.messages.claimDue(leaseOf(ports, now), now, room, "preparation");
    },
    process: prepare,
    lease: { extend, everyMs: config.LEASE_TIMEOUT / 3 },
    abandons: true,
  });

  function extend(message: MessageRecord): Promise<boolean> {
    const step = stay(ports, message, { next: { lease: leaseOf(ports, clock.now()) } });
    return store.messages.transition({ ...step, leaseOwner: ports.owner });
  }

  async function prepare(message: MessageRecord, signal: AbortSignal): Promise<void> {
    if (message.expiresAt <= clock.now()) return await commit(await ended(message, "expired"));
    const directory = `${scratch}/${message.trackingId}`;
    try {
      await Deno.mkdir(directory, { recursive: true, mode: 0o700 });
      await commit(await outcomeOf(message, directory, signal));
    } finally {
      await Deno.remove(directory, { recursive: true }).catch(() => {});
    }
  }

  /** Fits the files, and makes the transition of the result. */
  async function outcomeOf(
    message: MessageRecord,
    directory: string,
    signal: AbortSignal,
  ): Promise<MessageTransition> {
    // The state table admits no other content.
    const content = message.content as MmsContent;
    const goals = profilesWithin(await operatorLimit(ports, message))
      .flatMap((profile): RenderGoal[] => {
        const bytes = bytesBesideFiles(content, profile.name);
        return bytes === null ? [] : [{ profile, rest: [{ kind: "text", bytes }] }];
      });
    using stored = new DisposableStack();
    const files: File[] = [];
    for (const submitted of submittedFiles(content)) files.push(await fileOf(submitted, stored));
    try {
      await fit(files, goals, { account: message.account, directory, signal });
    } catch (error) {
      if (!(error instanceof Unfit)) throw error;
      const change = { content: withRenditions(content, []) };
      const step = transitionOf(ports, message, "unfit", { change, next: { dueAt: clock.now() } })!;
      // For the log only: delivery decides what customers are notified of.
      const events = step.events.map((event) => ({ ...event, details: error.message }));
      return { ...step, events };
    }
    if (files.some(({ fault }) => fault !== null)) return await failed(message, files);
    const renditions = files.flatMap(({ submitted, rendered }) =>
      [...rendered.values()].map((rendition) => ({ file: submitted, rendition }))
    );
    const change = { content: withRenditions(content, renditions) };
    return transitionOf(ports, message, "prepared", { change, next: { dueAt: clock.now() } })!;
  }

  /** Renders each file once, or gives it a fault. @throws Unfit */
  async function fit(
    files: File[],
    goals: readonly RenderGoal[],
    options: RenderOptions<File>,
  ): Promise<void> {
    await Promise.all(files.map((file) => faulting(file, () => measure(ports, file, options))));
    const fitting = goals.find((goal) => shareOut(goal, files).ok);
    // Customers are notified of bad files, however big the others are.
    if (fitting === undefined && files.some(({ fault }) => fault !== null)) return;
    const goal = fitting ?? goals.at(-1);
    if (goal === undefined) throw new Unfit("the template's files do not fit the operator");
    const { name } = goal.profile;
    for (const { kind, rendered, submitted: { source } } of files) {
      if (!isTranscoded(kind)) rendered.set(name, untranscoded(name, source));
    }
    const shares = shareOut(goal, files);
    if (!shares.ok) throw new Unfit(shares.reason);
    await render(renditions, [goal], files, options);
    for (const file of files) {
      const reason = file.missed.get(name);
      if (reason !== undefined) file.fault = { of: "transcoding", reason };
    }
  }

  /** @param stored Keeps the file on this machine until it is disposed. */
  async function fileOf(submitted: SubmittedFile, stored: DisposableStack): Promise<File> {
    const { kind, copies, source: { blob, type, bytes } } = submitted;
    const file: File = {
      submitted,
      kind,
      source: null,
      bytes,
      durationMs: undefined,
      copies,
      rendered: new Map(),
      missed: new Map(),
      fault: null,
    };
    // Files that are sent as they are need not be read.
    if (!isTranscoded(kind)) return file;
    await faulting(file, async () => {
      const { path } = stored.use(await localOf(blob));
      file.source = { path, kind, type, hash: blob, bytes };
    });
    return file;
  }

  async function localOf(blob: string): Promise<LocalBlob> {
    try {
      return await ports.blobs.local(blob);
    } catch (error) {
      if (!(error instanceof Deno.errors.NotFound)) throw error;
      throw new TranscodeFailed("the file is not stored any more");
    }
  }

  /** Makes the transition to failed, with a postback for each bad file before its own. */
  async function failed(
    message: MessageRecord,
    files: readonly File[],
  ): Promise<MessageTransition> {
    const at = clock.now();
    const faulty = files.filter(({ fault }) => fault !== null);
    const events = faulty.map(({ kind, submitted: { url }, fault }) => {
      const { code, name } = faultOf(kind);
      const { reason } = fault!;
      return eventOf(ports, message, {
        at,
        name,
        state: null,
        details: `${url}: ${reason}`,
        ...preparationPostback(code, message, at, { kind, url, reason }),
        operatorId: message.operatorId,
      });
    });
    const running = faulty.some(({ kind }) => faultOf(kind) !== OTHER_FAULT);
    const details = running ? "Audio or Video Transcoding Failed" : "Content Validation Failed";
    const step = await ended(message, "failed", details);
    return { ...step, events: [...events, ...step.events] };
  }

  async function ended(
    message: MessageRecord,
    event: "expired" | "failed",
    details?: FailedDetails,
  ): Promise<MessageTransition> {
    return transitionOf(ports, message, event, {
      next: null,
      ...(details === undefined ? {} : { details }),
      vaspNotices: await vaspNotices(ports, message),
    })!;
  }

  async function commit(step: MessageTransition): Promise<void> {
    if (!await store.messages.transition({ ...step, leaseOwner: ports.owner })) return;
    log.info({ "tracking-id": step.trackingId, state: step.to }, "preparation ended");
    if (step.next !== null) onPrepared();
  }

  return { takeDue: worker.takeDue, drain: worker.drain };
}

function faultOf(kind: MediaKind) {
  return kind === "audio" || kind === "video" ? RUNNING_FAULTS[kind] : OTHER_FAULT;
}
