/** Postbacks and notices to VASPs: claim → send → settle, in order within one tracking-id. */
import { channelOf, type PendingPostback } from "../core/event.ts";
import { type Lease, type PostbackResult, StoreDown } from "../env.ts";
import { type JobEnv, leaseOf } from "./env.ts";
import type { NoticeChannel, Tried } from "./notify/channel.ts";
import { createWebhookChannel } from "./notify/webhook.ts";

/** What went out, for those who watch (the sandbox's terminal). */
export interface PostbackSent {
  postback: PendingPostback;
  url: string;
  /** HTTP status, or MM7 status in words, or why there was none. */
  result: number | string;
  at: number;
}

export interface NotifyOptions {
  /** Where an account without a postback URL of its own is told; null: its postbacks are held. */
  defaultUrl: () => string | null;
  onSent?(sent: PostbackSent): void;
}

export interface NotifyJob {
  /** Handles one item of the queue. */
  handle(eventIds: string[]): Promise<void>;
  /** Begins no more tries, and resolves when those in hand are settled. */
  drain(): Promise<void>;
}

/** Each wait is stretched or shortened by up to this share, so that retries do not come in waves. */
const JITTER = 0.1;

/** What becomes of a postback after a try. */
type Verdict = Omit<PostbackResult, "eventId" | "trackingId" | "at">;

export function createNotify(env: JobEnv, { defaultUrl, onSent }: NotifyOptions): NotifyJob {
  const { accounts, clock, config, log, queue, store } = env;
  const webhook = createWebhookChannel(env, defaultUrl);
  /** The codecs of MM7 are slow to load: a process is ready before it first needs them. */
  let vasp: Promise<NoticeChannel> | undefined;
  const limit = createLimit(config.POSTBACK_CONCURRENCY);
  const inHand = new Set<Promise<unknown>>();
  /** In hand or in the line before it. */
  let ahead = 0;
  let draining = false;

  /** What the store cannot take now is left to the sweep; any other failure to the queue. */
  async function handleItem(eventIds: string[]): Promise<void> {
    try {
      await handle(eventIds);
    } catch (error) {
      if (!(error instanceof StoreDown)) throw error;
      log.warn(
        { err: error.message, postbacks: eventIds.length },
        "the store is down: postbacks wait",
      );
    }
  }

  async function handle(eventIds: string[]): Promise<void> {
    if (eventIds.length === 0 || draining) return;
    const now = clock.now();
    ahead += eventIds.length;
    const claimed = await store.events.claim(eventIds, leaseAtTheEnd(now), now)
      .finally(() => ahead -= eventIds.length);
    ahead += claimed.length;
    // Each goes on alone: who is slow holds up nobody, who fails keeps nobody from being settled.
    const results = await Promise.allSettled(claimed.map(async (postback) => {
      const freed = await limit(() => attempt(postback)).finally(() => ahead--);
      // A postback that is done lets the next of its message go.
      await handle(freed);
    }));
    const failed = results.find(({ status }) => status === "rejected");
    if (failed !== undefined) throw (failed as PromiseRejectedResult).reason;
  }

  /** Long enough for the last in the line to get its turn, even if every receiver times out. */
  function leaseAtTheEnd(now: number): Lease {
    const turns = Math.ceil(ahead / config.POSTBACK_CONCURRENCY);
    const lease = leaseOf(env, now);
    return { ...lease, until: lease.until + turns * config.POSTBACK_TIMEOUT * 1000 };
  }

  async function attempt(postback: PendingPostback): Promise<string[]> {
    // Its lease is freed at the next start.
    if (draining) return [];
    const work = tryOnce(postback);
    inHand.add(work);
    return await work.finally(() => inHand.delete(work));
  }

  function channelFor({ code }: PendingPostback): NoticeChannel | Promise<NoticeChannel> {
    if (channelOf(code) === "json") return webhook;
    return vasp ??= import("./notify/vasp.ts").then((module) => module.createVaspChannel(env));
  }

  async function tryOnce(postback: PendingPostback): Promise<string[]> {
    const access = await accounts.byId(postback.account);
    const channel = await channelFor(postback);
    const url = access === null ? null : channel.urlOf(access.account);
    if (access === null || url === null) {
      return await settle(postback, { result: "held" });
    }
    const tried = await channel.send(postback, access.account, url);
    onSent?.({ postback, url, result: tried.answer, at: clock.now() });
    return await settle(postback, tried);
  }

  /** What is not taken is tried again until the schedule ends. */
  function verdict({ attempts }: PendingPostback, tried: Omit<Tried, "answer">): Verdict {
    const { result, said } = tried;
    const error = said ? `${tried.error} ${said}` : tried.error;
    if (result !== "retry") return { result, error };
    const wait = config.POSTBACK_SCHEDULE[attempts];
    if (wait === undefined) return { result: "dead", error };
    const spread = 1 + JITTER * (2 * Math.random() - 1);
    const nextAt = clock.now() + Math.max(wait * spread, tried.retryAfterMs ?? 0);
    return { result: "retry", nextAt, error };
  }

  async function settle(
    postback: PendingPostback,
    tried: Omit<Tried, "answer">,
  ): Promise<string[]> {
    const { id, trackingId, account, code, attempts } = postback;
    const result = verdict(postback, tried);
    if (result.result === "dead") {
      log.warn(
        { "tracking-id": trackingId, account, code, tries: attempts + 1, error: tried.error },
        "postback is dead: the receiver never took it; it is kept",
      );
    }
    const freed = await store.events.settle({
      eventId: id,
      trackingId,
      at: clock.now(),
      ...result,
    });
    if (result.result === "retry") await queue.enqueue([id], result.nextAt! - clock.now());
    return freed;
  }

  return {
    handle: handleItem,
    async drain() {
      draining = true;
      await Promise.allSettled(inHand);
    },
  };
}

/** At most `max` at once, first come first served: who ends hands its place to who waits. */
function createLimit(max: number): <T>(work: () => Promise<T>) => Promise<T> {
  let free = max;
  const waiting: (() => void)[] = [];
  return async (work) => {
    if (free > 0) free--;
    else await new Promise<void>((resolve) => waiting.push(resolve));
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      if (next === undefined) free++;
      else next();
    }
  };
}
