/** Postbacks and notices to VASPs: claim → send → settle, in order within one tracking-id. */
import type { PostbackReceiver } from "../../core/account/receiver.ts";
import { isVaspNotice, type PendingPostback, type PostbackRef } from "../../core/message/event.ts";
import { kindOf } from "../../core/postback/destinations.ts";
import { type FailedAttempt, responseStart } from "../../core/message/failed_attempt.ts";
import type { Lease, PostbackHandover, PostbackResult, Receiver } from "../../ports/mod.ts";
import { createDependencyWatch } from "../../log/dependency_watch.ts";
import type { BreakerView } from "../../lib/circuit_breaker.ts";
import { levelOf } from "../../log/level.ts";
import { type TraceContext, within } from "../../tracing/mod.ts";
import type { InterruptibleItem } from "../engine/interruptions.ts";
import { createResultRecorder, type LastResults } from "../shared/last_results.ts";
import { type JobPorts, leaseOf } from "../shared/ports.ts";
import type { NoticeChannel, Tried } from "./channel.ts";
import { type Attempt, createDispatcher, type Settled } from "./dispatcher.ts";
import { keyOf } from "./receiver_queue.ts";
import { createWebhookChannel, receiverFor } from "./webhook.ts";
import { retryWhileDown } from "../shared/retry_while_down.ts";

/** An attempt at a postback, as the sandbox prints it. */
export interface PostbackSent {
  postback: PendingPostback;
  url: string;
  /** Format of the request; that of a notice to a VASP counts as JSON. */
  format: PostbackReceiver["format"];
  /** HTTP status, MM7 status as text, or the reason why there is none. */
  result: number | string;
  at: number;
}

export interface PostbackJobOptions {
  /** Receiver of accounts without a postback URL; null: their postbacks are parked. */
  defaultUrl: () => string | null;
  onSent?(sent: PostbackSent): void;
}

export interface PostbackJob extends PostbackHandover {
  /** Takes postbacks that the queue says are due. */
  add(postbacks: readonly PostbackRef[]): void;
  /** Takes a postback to send next, as the probe of its receiver where its circuit breaker is open. */
  probe(postback: PostbackRef): void;
  /** Takes postbacks that have been due in the store for `sinceMs`, whose queue item was lost. */
  takeDue(sinceMs: number): Promise<void>;
  /** Lists receivers whose circuit breaker is open. */
  openReceivers(): Receiver[];
  /** Returns what this process knows of a receiver. */
  stateOf(receiver: Receiver): ReceiverState;
  /** Begins no more attempts, and resolves when those under way are settled. */
  drain(): Promise<void>;
}

export interface ReceiverState extends LastResults {
  breaker: BreakerView;
}

/** Due postbacks of a receiver that are taken at once; the rest follows as these are settled. */
const DUE_AT_ONCE = 256;
const DEAD_AT_ONCE = 1000;
/** Lifetimes until a postback without an attempt is dead: the clock may have jumped, or stood still. */
const UNTRIED_TIMES = 4;

/** Share by which each wait is varied, so that retries do not come in waves. */
const JITTER = 0.1;

/** Describes an attempt that failed, to be stored; nothing of one that succeeded. */
function failedAttemptOf(
  { error, refused, response, result }: Tried,
  times: Pick<FailedAttempt, "at" | "durationMs">,
): Pick<PostbackResult, "failedAttempt"> {
  if (result === "sent") return {};
  return {
    failedAttempt: {
      at: times.at,
      durationMs: Math.round(times.durationMs),
      status: refused?.status ?? null,
      error: error ?? String(response),
      response: refused ? responseStart(refused.body) : null,
    },
  };
}

/** State of a postback after an attempt. */
type Verdict = Pick<PostbackResult, "result" | "nextAt" | "error">;

export function createPostbacks(
  ports: JobPorts,
  { defaultUrl, onSent }: PostbackJobOptions,
): PostbackJob {
  const { accounts, clock, config, log, metrics, queue, store, tracer } = ports;
  const webhook = createWebhookChannel(ports, defaultUrl);
  /** Loaded with the first notice, for the codecs of MM7 are slow to load. */
  let vasp: Promise<NoticeChannel> | undefined;
  let draining = false;
  const results = createResultRecorder(clock, createDependencyWatch({ log, kind: "receiver" }));
  const dispatcher = createDispatcher({
    clock,
    concurrency: { all: config.POSTBACK_CONCURRENCY, each: config.POSTBACK_ACCOUNT_CONCURRENCY },
    waitingMax: config.POSTBACK_BACKLOG_MAX,
    breaker: {
      failureThreshold: config.POSTBACK_FAILURE_THRESHOLD,
      cooldownMs: config.POSTBACK_COOLDOWN,
    },
    leaseMs: config.LEASE_TIMEOUT,
    claim: (ids) => store.events.claim(ids, leaseOfTry(), clock.now()),
    release: (ids) => store.events.release(ids, ports.owner),
    due: (receiver, limit) => store.events.dueOf(receiver, clock.now(), limit),
    attempt: interruptible(attempt),
    onFailure(error) {
      log[levelOf(error)](
        { err: String(error) },
        "postbacks not dispatched; the rescuer will retry",
      );
    },
  });
  /** Time from the first attempt to the last, in milliseconds. */
  const lifetimeMs = (1 + JITTER) * config.POSTBACK_SCHEDULE.reduce((sum, wait) => sum + wait, 0);

  /** A postback that is claimed ahead may wait for its turn until the lease leaves no time for it. */
  const leaseOfTry = (): Lease => leaseOf(ports, clock.now(), config.POSTBACK_TIMEOUT);

  function channelFor({ code }: PendingPostback): NoticeChannel | Promise<NoticeChannel> {
    if (!isVaspNotice(code)) return webhook;
    return vasp ??= import("./vasp.ts").then((module) => module.createVaspChannel(ports));
  }

  async function attempt(
    postback: PendingPostback,
    isFollowed: () => boolean,
  ): Promise<Attempt> {
    const access = await accounts.byId(postback.account);
    const channel = await channelFor(postback);
    const url = access === null || postback.behindParked
      ? { result: "parked" as const }
      : channel.urlOf(postback, access.account);
    if (access === null || typeof url !== "string") {
      return {
        works: null,
        retryAfterMs: 0,
        settled: settle(postback, url as Omit<Tried, "response">, isFollowed),
      };
    }
    const [at, since] = [clock.now(), performance.now()];
    const tried = await traced(
      postback,
      (trace) => channel.send({ ...postback, trace }, access.account, url),
    );
    const durationMs = performance.now() - since;
    metrics.postbackDuration.observe({ receiver: kindOf(postback.receiver) }, durationMs / 1000);
    onSent?.({
      postback,
      url,
      format: receiverFor(postback, access.account)?.format ?? "json",
      result: tried.response,
      at: clock.now(),
    });
    const { result, retryAfterMs = 0 } = tried;
    const works = result === "parked" ? null : result !== "retry";
    if (works !== null) record(postback, url, works ? null : tried.error ?? "not taken");
    const failed = failedAttemptOf(tried, { at, durationMs });
    return { works, retryAfterMs, settled: settle(postback, tried, isFollowed, failed) };
  }

  /** Counts the interruptions of attempts. */
  function interruptible(make: typeof attempt): typeof attempt {
    return async (postback, isFollowed) => {
      const { account, id, trackingId } = postback;
      const item: InterruptibleItem = { kind: "postback", id, account, trackingId };
      const fail = async (error: unknown): Promise<never> => {
        await ports.interruptions.record(item, "postback interrupted", error);
        throw error;
      };
      const result = await make(postback, isFollowed).catch(fail);
      const settled = result.settled.then((settled) => {
        ports.interruptions.ended(id);
        return settled;
      }, fail);
      return { ...result, settled };
    };
  }

  /** Makes an attempt, as part of the trace of the postback's cause. */
  async function traced(
    { account, attempts, code, receiver, trace, trackingId }: PendingPostback,
    send: (trace: TraceContext | undefined) => Promise<Tried>,
  ): Promise<Tried> {
    const span = tracer.under(trace, "postback", {
      "messaging.message.id": trackingId,
      "slidepost.account": account,
      "slidepost.receiver": receiver,
      "slidepost.code": code,
      "slidepost.attempt": attempts + 1,
    });
    return await within(span, async () => {
      const tried = await send(span.context);
      const { response, result } = tried;
      if (typeof response === "number") span.set({ "http.response.status_code": response });
      span.set({ "slidepost.outcome": result });
      return tried;
    });
  }

  /** Records an attempt. `trouble`: why the receiver did not take it; null: it did. */
  function record(
    { account, receiver }: PendingPostback,
    url: string,
    trouble: string | null,
  ): void {
    const name = keyOf({ account, receiver });
    if (trouble === null) return results.succeeded(name);
    const facts = { account, receiver, host: new URL(url).host };
    results.failed(name, { reason: trouble, facts });
  }

  /** Decides what becomes of a postback: retries end with the schedule. */
  function verdict({ attempts }: PendingPostback, tried: Omit<Tried, "response">): Verdict {
    const { result, statusText } = tried;
    const error = statusText ? `${tried.error} ${statusText}` : tried.error;
    if (result !== "retry") return { result, error };
    const wait = config.POSTBACK_SCHEDULE[attempts];
    if (wait === undefined) return { result: "dead", error };
    const spread = 1 + JITTER * (2 * Math.random() - 1);
    const nextAt = clock.now() + Math.max(wait * spread, tried.retryAfterMs ?? 0);
    return { result: "retry", nextAt, error };
  }

  async function settle(
    postback: PendingPostback,
    tried: Omit<Tried, "response">,
    isFollowed: () => boolean,
    failed?: Pick<PostbackResult, "failedAttempt">,
  ): Promise<Settled> {
    const { id, trackingId, account, receiver, code, attempts } = postback;
    const result = verdict(postback, tried);
    if (result.result === "dead") {
      log.warn(
        {
          "tracking-id": trackingId,
          account,
          receiver,
          code,
          tries: attempts + 1,
          error: tried.error,
        },
        "postback is dead: no attempt succeeded; it stays stored and can be replayed",
      );
    }
    const kind = kindOf(receiver);
    metrics.postbacks.add({ receiver: kind, result: result.result });
    if (result.result === "sent") {
      metrics.eventToPostback.observe({ receiver: kind }, (clock.now() - postback.since) / 1000);
    }
    const tryOf = { eventId: id, owner: ports.owner, trackingId, receiver, at: clock.now() };
    const isDone = result.result === "sent" || result.result === "dead";
    const settled: PostbackResult = {
      ...tryOf,
      ...result,
      ...failed,
      ...isDone && isFollowed() ? { isFollowed: true } : {},
    };
    // Only this process knows the receiver's response.
    const freed = await retryWhileDown(() => store.events.settle(settled), () => draining);
    if (result.result === "retry") {
      await queue.enqueue([{ id, account, receiver }], result.nextAt! - clock.now());
    }
    return { isDone, freed };
  }

  /** Ends postbacks that expired while the breaker of their receiver was open. */
  async function giveUp(receiver: Receiver): Promise<void> {
    const now = clock.now();
    const count = await store.events.markDead(receiver, {
      now,
      since: now - lifetimeMs,
      untriedSince: now - UNTRIED_TIMES * lifetimeMs,
      reason: "the receiver was down for as long as it is tried",
      limit: DEAD_AT_ONCE,
    });
    if (count === 0) return;
    metrics.postbacks.add({ receiver: kindOf(receiver.receiver), result: "dead" }, count);
    log.warn(
      { ...receiver, count },
      "postbacks are dead: no attempt succeeded; they stay stored and can be replayed",
    );
  }

  return {
    add: (postbacks) => dispatcher.add(postbacks),
    probe: dispatcher.probe,
    reserve: (receiver) => dispatcher.reserve(receiver) ? leaseOfTry() : null,
    release: dispatcher.unreserve,
    offer: (claims) =>
      dispatcher.offer(claims.map(({ lease, ...claim }) => (
        { ...claim, until: lease.until - config.POSTBACK_TIMEOUT }
      ))),

    async takeDue(sinceMs) {
      const now = clock.now();
      dispatcher.add(await store.events.due(now, now - sinceMs, DUE_AT_ONCE), DUE_AT_ONCE);
      for (const receiver of dispatcher.openReceivers()) await giveUp(receiver);
    },

    openReceivers: dispatcher.openReceivers,

    stateOf: (receiver) => ({
      breaker: dispatcher.stateOf(receiver),
      ...results.of(keyOf(receiver)),
    }),

    drain() {
      draining = true;
      return dispatcher.drain();
    },
  };
}
