/**
 * Accepted messages on their way to a carrier: route → begin (N101, N201) → submit → outcome. One
 * whose files do not fit the operator goes to preparation first, and comes back.
 * Each step is committed before the next, so a process that dies leaves the message where it was.
 */
import { maskNumber } from "../../core/account/address.ts";
import {
  contentCharacters,
  type Failure,
  type MessageRecord,
  type Outcome,
} from "../../core/message/message.ts";
import type {
  Connector,
  Deliveries,
  SentSegment,
  Submission,
  SubmissionResult,
} from "../../ports/mod.ts";
import { createFairQueue } from "../../lib/fair_queue.ts";
import { createFairShare } from "../../lib/fair_share.ts";
import { createDurableTransition } from "../durable_transition.ts";
import { createDueTaker } from "../due.ts";
import { levelOf } from "../../log/level.ts";
import { type JobPorts, leaseOf } from "../ports.ts";
import { submitInOrder, type Submitted } from "./failover.ts";
import { eventOf, outcomeTransition, transitionOf, vaspNotices } from "../transition.ts";
import { type Route, routeOf, type Way } from "./route.ts";

export interface DeliverJob extends Deliveries {
  /** Takes over what is due in the store, as far as there is room. */
  takeDue(): Promise<void>;
  /** Takes no more, and resolves when those in hand are done; the others stay in the store. */
  drain(): Promise<void>;
}

export interface DeliverOptions {
  /** A message is due for preparation. */
  onPreparation(): void;
}

/** Of a submission that nobody knows of, where a report is waited for. */
const ASSUMED: SubmissionResult = { answer: "unconfirmed", reason: "interrupted" };

export function createDeliver(ports: JobPorts, { onPreparation }: DeliverOptions): DeliverJob {
  const { answers, clock, config, log, store } = ports;
  const waiting = createFairQueue<MessageRecord>();
  /** Messages in memory that nobody works on: waiting here, or being accepted. See `placesOf`. */
  const backlog = createFairShare({ capacity: config.DELIVER_BACKLOG });
  /** Messages in work: most of them wait for a carrier. */
  const working = createFairShare({ capacity: config.DELIVER_CONCURRENCY });
  const inHand = new Set<string>();
  const again = new Map<string, MessageRecord>();
  let draining = false;
  const move = createDurableTransition(ports, () => draining);
  const due = createDueTaker<MessageRecord>({
    room() {
      const most = config.DELIVER_CONCURRENCY;
      if (waiting.size >= Math.max(2 * most, config.DELIVER_BACKLOG)) return null;
      // As many as can be worked on at once, unless they are long.
      const except = [...waiting.owners()].filter((account) =>
        waiting.sizeOf(account) >= most || backlog.heldBy(account) >= 2 * most
      );
      return { limit: most, perAccount: Math.min(most, CLAIM_MAX), except };
    },
    claim(room) {
      const now = clock.now();
      return store.messages.claimDue(leaseOf(ports, now), now, room, "delivery");
    },
    take(message) {
      backlog.hold(message.account, placesOf(message));
      take(message);
    },
    isOver: () => draining,
  });
  const timers = new Set<ReturnType<typeof setTimeout>>();
  let idle: () => void = () => {};

  /** Takes a message that the backlog counts already. */
  function take(message: MessageRecord): void {
    const { account, trackingId } = message;
    if (draining) return backlog.release(account, placesOf(message));
    // Its lease ran out while it waited here, or it was due again before we had heard that its last
    // step was committed: its turn comes when this one ends.
    if (inHand.has(trackingId)) {
      backlog.release(account, placesOf(message));
      return void again.set(trackingId, message);
    }
    inHand.add(trackingId);
    waiting.push(account, message);
    pump();
  }

  function pump(): void {
    const mayGo = (account: string) => working.admits(account);
    for (let message = waiting.shift(mayGo); message; message = waiting.shift(mayGo)) {
      backlog.release(message.account, placesOf(message));
      working.hold(message.account);
      void work(message);
    }
  }

  async function work(message: MessageRecord): Promise<void> {
    const { account, trackingId } = message;
    try {
      await deliver(message);
    } catch (error) {
      // Its lease runs out and the sweep takes it up again.
      const facts = { "tracking-id": trackingId, err: String(error) };
      log[levelOf(error)](facts, "delivery interrupted");
    }
    inHand.delete(trackingId);
    working.release(account);
    if (working.held === 0) idle();
    const next = again.get(trackingId);
    if (next !== undefined && again.delete(trackingId)) {
      backlog.hold(account, placesOf(next));
      take(next);
    }
    pump();
    if (waiting.sizeOf(account) === 0 && due.hasMore(account)) void due.takeDue().catch(() => {});
  }

  async function deliver(message: MessageRecord): Promise<void> {
    if (message.state === "submitted") return await endUnreported(message);
    const route = await routeOf(ports, message);
    const { way } = route;
    if (way === "prepare") return await handOver(message, route);
    const begun = await begin(message, route, way);
    if (begun === null) return;
    const { unconfirmed: resubmitted } = message;
    if (begun.expiresAt <= clock.now()) {
      return await end(begun, { outcome: "expired" }, resubmitted);
    }
    if ("failure" in way) {
      warnOf(begun, way.failure);
      return await end(begun, way.failure, resubmitted);
    }
    if (resubmitted) {
      if (way.connector.unconfirmed === "wait") {
        return await settle({ ...way, message: begun, answer: ASSUMED }, resubmitted);
      }
      await noteResubmission(begun);
    }
    const submission = {
      ...way.content,
      trackingId: begun.trackingId,
      account: begun.account,
      from: begun.from,
      to: begun.to,
      operatorId: begun.operatorId,
      attempt: begun.attempts + 1,
      expiresAt: begun.expiresAt,
      deliveryReport: begun.deliveryReport,
      resubmitted,
      ...begun.segments !== null && { segmentsSent: await store.segments.of(begun.trackingId) },
    };
    const by = (connector: Connector) => submit(connector, submission);
    const submitted = await submitInOrder(ports, way, begun, by);
    if (submitted !== null) await settle(submitted, resubmitted);
  }

  /** To preparation; it comes back as an accepted message that is due. */
  async function handOver(message: MessageRecord, { operatorId }: Route): Promise<void> {
    // A copy that has waited here for long may not know that this was done.
    const current = await store.messages.byTrackingId(message.trackingId);
    if (current !== null && current.state === message.state && isPrepared(current)) {
      return await deliver(current);
    }
    // Fitted to the operator that was found now.
    const change = operatorId === null ? {} : { operatorId };
    const step = transitionOf(ports, message, "prepare", { change, next: { dueAt: clock.now() } })!;
    if (await store.messages.move({ ...step, leaseOwner: ports.owner })) onPreparation();
  }

  function isPrepared({ content }: MessageRecord): boolean {
    return content.kind === "MMS" && !content.unfitted && content.vasp?.prepared !== false;
  }

  /** Processing begins, or goes on under a new lease. Null: somebody else has the message. */
  async function begin(
    message: MessageRecord,
    { operatorId, sentAs, links }: Route,
    way: Way,
  ): Promise<MessageRecord | null> {
    const change = {
      sentAs,
      ...(operatorId === null ? {} : { operatorId }),
      ...("connector" in way ? { connector: way.connector.name, unconfirmed: true } : {}),
    };
    const patienceMs = "connector" in way ? way.connector.patienceMs : 0;
    const next = { lease: leaseOf(ports, clock.now(), patienceMs) };
    const first = transitionOf(ports, message, "begin", { change, next });
    const step = first ?? stay(message, { change, next });
    if (!await move({ ...step, links, leaseOwner: ports.owner })) return null;
    return { ...message, ...change, state: step.to };
  }

  async function settle(
    { message, connector, answer }: Submitted,
    resubmitted: boolean,
  ): Promise<void> {
    const attempts = message.attempts + 1;
    if (answer.answer === "permanent") {
      // That it has expired is what the connector found, not what its carrier said.
      return await end(message, answer.outcome, resubmitted && isExpiry(answer.outcome));
    }
    const sent = segmentsTaken(answer);
    const segments = sent.length > 0 ? { connector: connector.name, sent } : undefined;
    const unconfirmed = answer.answer === "unconfirmed";
    const change = {
      attempts,
      // A carrier that does not take it now may have it from before all the same.
      unconfirmed: unconfirmed || (resubmitted && answer.answer !== "accepted"),
      ...(sent.length > 0 ? { segments: sent.length } : {}),
      ...(answer.answer === "accepted" ? { carrierId: answer.carrierId } : {}),
    };
    if (answer.answer === "accepted" || (unconfirmed && connector.unconfirmed === "wait")) {
      // A carrier that is asked to report, and never does, leaves it to us to end it.
      const next = message.deliveryReport ? { dueAt: reportDueBy(message) } : null;
      const taken = transitionOf(ports, message, "taken", { change, next })!;
      const commit = move({ ...taken, segments });
      await answers.commit(connector.name, carrierIdsOf(answer), commit);
      return;
    }
    const wait = "retryAfterMs" in answer ? answer.retryAfterMs : undefined;
    const dueAt = Math.min(clock.now() + (wait ?? retryAfter(attempts)), message.expiresAt);
    const step = stay(message, { change, next: { dueAt } });
    if (await move({ ...step, segments, leaseOwner: ports.owner })) wakeAt(dueAt);
  }

  async function noteResubmission(message: MessageRecord): Promise<void> {
    const details = "the last submission was not answered: it may arrive twice";
    await note(message, "submitted again", details);
  }

  /** Tells an operator of a setting that is missing: its postback has the spec's words alone. */
  function warnOf({ account, from, trackingId }: MessageRecord, failure: Failure): void {
    if (failure.outcome !== "failed" || failure.reason === undefined) return;
    const sender = maskNumber(from);
    const facts = { "tracking-id": trackingId, account, sender, missing: failure.reason };
    log.warn(facts, "no way out");
  }

  async function note(message: MessageRecord, name: string, details: string): Promise<void> {
    const { operatorId } = message;
    const said = { name, details, state: null, code: null, body: null, operatorId };
    await store.events.note(eventOf(ports, message, { at: clock.now(), ...said }));
  }

  /** When a report on a message is given up. */
  function reportDueBy({ expiresAt }: MessageRecord): number {
    return expiresAt + config.REPORT_GRACE;
  }

  /** No report came: that is no outcome, unless the connector's carrier reports on all messages. */
  async function endUnreported(message: MessageRecord): Promise<void> {
    const dueAt = reportDueBy(message);
    // It was submitted under another grace time.
    if (dueAt > clock.now()) {
      const step = stay(message, { change: {}, next: { dueAt } });
      return void await move({ ...step, leaseOwner: ports.owner });
    }
    const connector = ports.connectors.get(message.connector ?? "");
    const event = connector?.missingReport === "expired" ? "presumed expired" : "unreported";
    await move(
      transitionOf(ports, message, event, {
        next: null,
        reason: "no report came",
        vaspNotices: await vaspNotices(ports, message),
      })!,
    );
  }

  /** `presumed`: the end is our own, though a carrier may have the message. */
  async function end(message: MessageRecord, outcome: Outcome, presumed: boolean): Promise<void> {
    const facts = { presumed, vaspNotices: await vaspNotices(ports, message) };
    const step = outcomeTransition(ports, message, outcome, facts);
    if (step !== null) await move(step);
  }

  /** A connector that throws has a fault of its own: the message is tried again. */
  async function submit(connector: Connector, submission: Submission): Promise<SubmissionResult> {
    try {
      return await connector.submit(submission);
    } catch (error) {
      log.warn(
        { "tracking-id": submission.trackingId, connector: connector.name, err: String(error) },
        "connector failed; the message will be tried again",
      );
      return { answer: "temporary", reason: "connector failed" };
    }
  }

  function stay(
    message: MessageRecord,
    { change, next }: Pick<Parameters<typeof store.messages.move>[0], "change" | "next">,
  ) {
    const { trackingId, state } = message;
    return { trackingId, from: state, to: state, at: clock.now(), change, next, events: [] };
  }

  function retryAfter(attempts: number): number {
    const waits = config.DELIVER_RETRY;
    return waits[Math.min(attempts, waits.length) - 1]!;
  }

  /** Short waits are kept by this process; long ones are the sweep's. */
  function wakeAt(at: number): void {
    const wait = at - clock.now();
    if (draining || wait > config.RESCUE_INTERVAL) return;
    const timer = setTimeout(() => {
      timers.delete(timer);
      void due.takeDue().catch(() => {});
    }, Math.max(0, wait) + 1);
    timers.add(timer);
  }

  return {
    takeDue: due.takeDue,
    reserve(message, now) {
      const { account } = message;
      const places = placesOf(message);
      if (draining || !backlog.admits(account, places)) {
        due.expectMore(account);
        return null;
      }
      backlog.hold(account, places);
      return leaseOf(ports, now);
    },
    release: (message) => backlog.release(message.account, placesOf(message)),
    offer: take,
    async drain() {
      draining = true;
      waiting.clear();
      for (const timer of timers) clearTimeout(timer);
      if (working.held > 0) await new Promise<void>((resolve) => idle = resolve);
    },
  };
}

function isExpiry({ outcome }: Outcome): boolean {
  return outcome === "expired";
}

/** Most messages of one account that are claimed at once: they may be long ones. */
const CLAIM_MAX = 128;
/** Characters of a place in the backlog. Most messages take one place. */
const PLACE_CHARACTERS = 4096;

/** Counts a message in the backlog, whose room is memory. */
function placesOf({ content }: Pick<MessageRecord, "content">): number {
  return 1 + Math.floor(contentCharacters(content) / PLACE_CHARACTERS);
}

/** What the carrier will call the message, or its segments, in reports. */
function carrierIdsOf(answer: SubmissionResult): readonly string[] {
  if (answer.answer === "accepted") return answer.segmentIds ?? [answer.carrierId];
  return segmentsTaken(answer).map(({ carrierId }) => carrierId);
}

/** The segments of a text in several, or of the part of it that was taken. */
function segmentsTaken(answer: SubmissionResult): readonly SentSegment[] {
  if ("segmentIds" in answer) {
    return answer.segmentIds!.map((carrierId, index) => ({ index, carrierId }));
  }
  return "sent" in answer ? answer.sent ?? [] : [];
}
