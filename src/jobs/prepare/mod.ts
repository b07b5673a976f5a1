/**
 * The preparation job: fetches the files that a message names by URL, and fits those that came with
 * it to the operator. Accepted again (N013), or failed (E011, E012, E013 for each bad file, then
 * E101). A result is one commit.
 */
import { withRenditions } from "../../core/composition/adapt.ts";
import { acceptedRecord, type MessageRecord, type NewMessage } from "../../core/message/message.ts";
import type { MmsContent } from "../../core/composition/content.ts";
import { preparationPostback } from "../../core/postback/postback.ts";
import type { FailedDetails } from "../../core/message/status_details.ts";
import { createFairShare } from "../../lib/fair_share.ts";
import type { Beginning, Deliveries, MessageTransition, Scratch } from "../../ports/mod.ts";
import { within } from "../../tracing/mod.ts";
import { type JobPorts, leaseOf } from "../shared/ports.ts";
import { notificationsOf, notifiedOf, stay, transitionOf } from "../shared/transition.ts";
import { createWorker, type WorkerOptions } from "../engine/worker.ts";
import type { Renditions } from "../renditions.ts";
import { wireLimit } from "../deliver/route.ts";
import { slotsOf } from "../shared/recent_submissions.ts";
import { type FaultyFile, fitFiles } from "./fit.ts";
import { createRequestedFiles } from "./requested_files.ts";
import { createSources } from "./sources.ts";

export interface PrepareJob {
  /** Begins with a message about to be accepted, whose files are to be fetched. */
  begin(message: NewMessage): Beginning;
  /** Claims what is due in the store, as far as there is capacity. */
  takeDue(): Promise<void>;
  /** Abandons the claimed work, for the next start to take up, and resolves when it has ended. */
  drain(): Promise<void>;
}

export interface PrepareOptions {
  deliveries: Pick<Deliveries, "offer" | "release" | "reserve">;
  /** Called when a message that was not offered is due for delivery again. */
  onPrepared(): void;
}

/**
 * Messages whose files are fetched at once, for each template: they wait for the same response,
 * or for their turn.
 */
const FETCHED_A_TEMPLATE = 8;

/** Postbacks on bad files, by kind. */
const RUNNING_FAULTS = {
  audio: { code: "E012", name: "audio-failed" },
  video: { code: "E013", name: "video-failed" },
} as const;
const OTHER_FAULT = { code: "E011", name: "content-refused" } as const;

/** Transition that ends a preparation, and the files that it fails for. */
interface Outcome {
  readonly step: MessageTransition;
  readonly faulty?: readonly FaultyFile[];
}

export function createPrepare(
  ports: JobPorts,
  renditions: Renditions,
  scratch: Scratch,
  { deliveries, onPrepared }: PrepareOptions,
): PrepareJob {
  const { accounts, clock, config, log, store, tracer } = ports;
  const requestedFiles = createRequestedFiles(ports, {
    renditions,
    scratch,
    sources: createSources(ports, scratch),
  });
  const work: Omit<WorkerOptions<MessageRecord, NewMessage>, "backlog" | "claim" | "concurrency"> =
    {
      log,
      interrupted: "preparation interrupted",
      factsOf: ({ trackingId }) => ({ "tracking-id": trackingId }),
      interruptions: {
        of: ({ account, trackingId }) => ({ kind: "message", id: trackingId, account, trackingId }),
        counter: ports.interruptions,
      },
      keyOf: ({ trackingId }) => trackingId,
      process: prepare,
      lease: { extend, everyMs: config.LEASE_TIMEOUT / 3 },
      abandons: true,
    };
  const worker = createWorker<MessageRecord>({
    ...work,
    concurrency: config.PREPARE_CONCURRENCY,
    backlog: { ahead: 0 },
    claim(capacity) {
      const now = clock.now();
      return store.messages.claimDue(leaseOf(ports, now), now, capacity, "preparation");
    },
  });
  /** Messages from their acceptance; those that find no capacity go by the store. */
  const fetching = createWorker<MessageRecord, NewMessage>({
    ...work,
    concurrency: FETCHED_A_TEMPLATE * config.TEMPLATE_CONCURRENCY,
    backlog: {
      ahead: config.DELIVER_BACKLOG,
      memory: { share: createFairShare({ capacity: config.DELIVER_BACKLOG }), weightOf: slotsOf },
    },
    claim: () => Promise.resolve([]),
  });

  function begin(message: NewMessage): Beginning {
    const accepted = acceptedRecord(message);
    const isReserved = fetching.reserve(message);
    const now = clock.now();
    const next = isReserved ? { lease: leaseOf(ports, now) } : { dueAt: now };
    const step = transitionOf(ports, accepted, "prepare", { account: null, next })!;
    return {
      transition: { ...step, events: [] }, // its state tells it
      proceed() {
        if (isReserved) fetching.offer({ ...accepted, state: step.to });
        else void worker.takeDue().catch(() => {});
      },
      abandon() {
        if (isReserved) fetching.release(message);
      },
    };
  }

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
      return await commit(message, { step: await ended(message, "expired") });
    }
    await commit(message, await outcomeOf(message, signal));
  }

  /** Fetches and fits the files, and makes the transition of the result. */
  async function outcomeOf(message: MessageRecord, signal: AbortSignal): Promise<Outcome> {
    const { account, trackingId } = message;
    const turn = { account, signal };
    // The state table admits no other content.
    let content = message.content as MmsContent;
    const decisions: string[] = [];
    if (content.requestedFiles === "unfetched") {
      const forPage = await mayHavePage(message);
      const fetched = await requestedFiles.fetch(trackingId, content, { ...turn, forPage });
      if (fetched.is === "faulty") return await outcomeOfFaulty(message, fetched.files);
      content = fetched.content;
      decisions.push(...fetched.warnings);
      if (!content.unfitted) return await fitted(message, content, decisions);
    }
    const limit = await wireLimit(ports, message);
    const fitting = await scratch.use(
      trackingId,
      (directory) => fitFiles(ports, renditions, content, limit, { ...turn, directory }),
    );
    if (fitting.is === "faulty") return await outcomeOfFaulty(message, fitting.files);
    decisions.push(...fitting.is === "unfit" ? [fitting.reason] : fitting.warnings);
    const event = fitting.is === "unfit" ? "unfit" : "prepared";
    return await fitted(message, withRenditions(content, fitting.renditions), decisions, event);
  }

  /** @param decisions For the history only: delivery decides what customers are notified of. */
  async function fitted(
    message: MessageRecord,
    content: MmsContent,
    decisions: readonly string[],
    event: "prepared" | "unfit" = "prepared",
  ): Promise<Outcome> {
    const step = transitionOf(ports, message, event, {
      account: await notifiedOf(ports, message),
      change: { content },
      next: { dueAt: clock.now() },
      ...decisions.length > 0 && { decision: decisions.join("; ") },
    });
    return { step: step! };
  }

  /** Tells whether a message may get a hosted page, which shows larger pictures. */
  async function mayHavePage({ account }: MessageRecord): Promise<boolean> {
    return (await accounts.byId(account))?.account.allowFallbackSms ?? false;
  }

  async function outcomeOfFaulty(
    message: MessageRecord,
    faulty: readonly FaultyFile[],
  ): Promise<Outcome> {
    return { step: await failed(message, faulty), faulty };
  }

  /** Makes the transition to failed, with a postback for each bad file before its own. */
  async function failed(
    message: MessageRecord,
    faulty: readonly FaultyFile[],
  ): Promise<MessageTransition> {
    const at = clock.now();
    const account = await notifiedOf(ports, message);
    const events = faulty.flatMap((file) => {
      const { kind, url, fault: { reason } } = file;
      const { code, name } = faultOf(file);
      return notificationsOf(message, {
        at,
        name,
        state: null,
        details: `${url}: ${reason}`,
        ...preparationPostback(code, message, at, { kind, url, reason }),
        operatorId: message.operatorId,
      }, account);
    });
    const running = faulty.some((file) => faultOf(file) !== OTHER_FAULT);
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
      account: await notifiedOf(ports, message),
    })!;
  }

  async function commit(message: MessageRecord, { step, faulty = [] }: Outcome): Promise<void> {
    const prepared: MessageRecord = { ...message, ...contentOf(step), state: step.to };
    const lease = step.next === null ? null : deliveries.reserve(prepared, step.at);
    const next = lease === null ? step.next : { lease };
    const isDone = await store.messages.transition({ ...step, next, leaseOwner: ports.owner })
      .catch((error) => {
        if (lease !== null) deliveries.release(prepared);
        throw error;
      });
    if (!isDone) {
      if (lease !== null) deliveries.release(prepared);
      return;
    }
    // Not their names: they may be URLs of customers.
    const faults = faulty.map(({ kind, fault: { reason } }) => `${kind}: ${reason}`);
    const facts = {
      "tracking-id": step.trackingId,
      state: step.to,
      ...faults.length > 0 && { faults: faults.join("; ") },
    };
    log.info(facts, "preparation ended");
    if (lease !== null) deliveries.offer(prepared);
    else if (step.next !== null) onPrepared();
  }

  return {
    begin,
    takeDue: worker.takeDue,
    drain: async () => void await Promise.all([worker.drain(), fetching.drain()]),
  };
}

/** Returns the new content of a transition, if it has any. */
function contentOf({ change: { content } }: MessageTransition): Partial<MessageRecord> {
  return content === undefined ? {} : { content };
}

function faultOf({ kind, fault }: FaultyFile) {
  if (fault.of === "content") return OTHER_FAULT;
  return kind === "audio" || kind === "video" ? RUNNING_FAULTS[kind] : OTHER_FAULT;
}
