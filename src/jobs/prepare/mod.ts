/**
 * The preparation job: fits a message's own files to the operator. Budget → renditions → accepted
 * again (N013), or failed (E011, E012, E013 for each bad file, then E101). A result is one commit.
 */
import { withRenditions } from "../../core/composition/adapt.ts";
import type { MediaKind } from "../../core/media/media_types.ts";
import type { MessageRecord } from "../../core/message/message.ts";
import type { MmsContent } from "../../core/composition/content.ts";
import { preparationPostback } from "../../core/postback/postback.ts";
import type { FailedDetails } from "../../core/message/status_details.ts";
import type { MessageTransition, Scratch } from "../../ports/mod.ts";
import { within } from "../../tracing/mod.ts";
import { type JobPorts, leaseOf } from "../shared/ports.ts";
import { eventOf, stay, transitionOf, vaspNotices } from "../shared/transition.ts";
import { createWorker } from "../engine/worker.ts";
import type { Renditions } from "../renditions.ts";
import { wireLimit } from "../deliver/route.ts";
import { type FaultySubmission, fitFiles } from "./fit.ts";

export interface PrepareJob {
  /** Claims what is due in the store, as far as there is capacity. */
  takeDue(): Promise<void>;
  /** Abandons the claimed work, for the next start to take up, and resolves when it has ended. */
  drain(): Promise<void>;
}

export interface PrepareOptions {
  /** Called when a message is due for delivery again. */
  onPrepared(): void;
}

/** Postbacks on bad files, by kind. */
const RUNNING_FAULTS = {
  audio: { code: "E012", name: "audio-failed" },
  video: { code: "E013", name: "video-failed" },
} as const;
const OTHER_FAULT = { code: "E011", name: "content-refused" } as const;

/** Transition that ends a preparation, and the files that it fails for. */
interface Outcome {
  readonly step: MessageTransition;
  readonly faulty?: readonly FaultySubmission[];
}

export function createPrepare(
  ports: JobPorts,
  renditions: Renditions,
  scratch: Scratch,
  { onPrepared }: PrepareOptions,
): PrepareJob {
  const { clock, config, log, store, tracer } = ports;
  const worker = createWorker<MessageRecord>({
    log,
    interrupted: "preparation interrupted",
    factsOf: ({ trackingId }) => ({ "tracking-id": trackingId }),
    interruptions: {
      of: ({ account, trackingId }) => ({ kind: "message", id: trackingId, account, trackingId }),
      counter: ports.interruptions,
    },
    keyOf: ({ trackingId }) => trackingId,
    concurrency: config.PREPARE_CONCURRENCY,
    backlog: { ahead: 0 },
    claim(capacity) {
      const now = clock.now();
      return store.messages.claimDue(leaseOf(ports, now), now, capacity, "preparation");
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
    const { trace, trackingId } = message;
    const span = tracer.under(trace, "prepare", { "messaging.message.id": trackingId });
    await within(span, ({ context }) => prepareTraced({ ...message, trace: context }, signal));
  }

  async function prepareTraced(message: MessageRecord, signal: AbortSignal): Promise<void> {
    if (message.expiresAt <= clock.now()) {
      return await commit({ step: await ended(message, "expired") });
    }
    await scratch.use(
      message.trackingId,
      async (directory) => await commit(await outcomeOf(message, directory, signal)),
    );
  }

  /** Fits the files, and makes the transition of the result. */
  async function outcomeOf(
    message: MessageRecord,
    directory: string,
    signal: AbortSignal,
  ): Promise<Outcome> {
    // The state table admits no other content.
    const content = message.content as MmsContent;
    const limit = await wireLimit(ports, message);
    const options = { account: message.account, directory, signal };
    const fitting = await fitFiles(ports, renditions, content, limit, options);
    if (fitting.is === "faulty") {
      return { step: await failed(message, fitting.files), faulty: fitting.files };
    }
    const change = { content: withRenditions(content, fitting.renditions) };
    const event = fitting.is === "unfit" ? "unfit" : "prepared";
    // For the history only: delivery decides what customers are notified of.
    const decision = fitting.is === "unfit" ? fitting.reason : fitting.warnings.join("; ");
    const step = transitionOf(ports, message, event, {
      change,
      next: { dueAt: clock.now() },
      ...decision !== "" && { decision },
    });
    return { step: step! };
  }

  /** Makes the transition to failed, with a postback for each bad file before its own. */
  async function failed(
    message: MessageRecord,
    faulty: readonly FaultySubmission[],
  ): Promise<MessageTransition> {
    const at = clock.now();
    const events = faulty.map(({ kind, url, fault: { reason } }) => {
      const { code, name } = faultOf(kind);
      return eventOf(message, {
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

  async function commit({ step, faulty = [] }: Outcome): Promise<void> {
    if (!await store.messages.transition({ ...step, leaseOwner: ports.owner })) return;
    // Not their names: they may be URLs of customers.
    const faults = faulty.map(({ kind, fault: { reason } }) => `${kind}: ${reason}`);
    const facts = {
      "tracking-id": step.trackingId,
      state: step.to,
      ...faults.length > 0 && { faults: faults.join("; ") },
    };
    log.info(facts, "preparation ended");
    if (step.next !== null) onPrepared();
  }

  return { takeDue: worker.takeDue, drain: worker.drain };
}

function faultOf(kind: MediaKind) {
  return kind === "audio" || kind === "video" ? RUNNING_FAULTS[kind] : OTHER_FAULT;
}
