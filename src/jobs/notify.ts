/** Postbacks: claim → sign → post → settle, in order within one tracking-id. */
import { Buffer } from "node:buffer";
import { createHmac } from "node:crypto";
import type { Account } from "../core/account.ts";
import type { PendingPostback } from "../core/event.ts";
import {
  FetchRefused,
  type Lease,
  type PostAnswer,
  type PostbackResult,
  StoreDown,
} from "../env.ts";
import { type JobEnv, leaseOf } from "./env.ts";

/** What went out, for those who watch (the sandbox's terminal). */
export interface PostbackSent {
  postback: PendingPostback;
  url: string;
  /** HTTP status, or why there was none. */
  result: number | string;
  at: number;
}

export interface NotifyOptions {
  /** Where an account without a URL of its own is told; null: its postbacks are held. */
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

/** RFC 9110 section 15.5.11. */
const GONE = 410;

/** What becomes of a postback after a try. */
type Verdict = Omit<PostbackResult, "eventId" | "trackingId" | "at">;

export function createNotify(env: JobEnv, { defaultUrl, onSent }: NotifyOptions): NotifyJob {
  const { accounts, clock, config, fetch, log, queue, store } = env;
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

  async function tryOnce(postback: PendingPostback): Promise<string[]> {
    const access = await accounts.byId(postback.account);
    const url = access?.account.postbackUrl ?? defaultUrl();
    if (access === null || url === null) {
      return await settle(postback, { result: "held" });
    }
    const answer = await post(postback, access.account, url);
    const isGone = !(answer instanceof FetchRefused) && answer.status === GONE;
    const result: Verdict = isGone && await dropUrl(access.account.id, url)
      ? { result: "held", error: "HTTP 410: the receiver wants no more; its URL was taken away" }
      : verdict(postback, answer);
    onSent?.({
      postback,
      url,
      result: answer instanceof FetchRefused ? answer.reason : answer.status,
      at: clock.now(),
    });
    const freed = await settle(postback, result);
    if (result.result === "retry") {
      await queue.enqueue([postback.id], result.nextAt! - clock.now());
    }
    return freed;
  }

  /**
   * Who answers 410 is not asked again: the account's postbacks are kept until it has a new URL.
   * False: it has one already, and the postback is for that.
   */
  async function dropUrl(account: string, url: string): Promise<boolean> {
    const dropped = await store.accounts.dropPostbackUrl(account, url);
    accounts.forget(account);
    if (dropped) {
      log.warn({ account }, "the receiver answered 410: postbacks are held until a new URL is set");
    }
    return dropped || (await store.accounts.byId(account))?.postbackUrl === null;
  }

  async function post(
    { id, body, operatorId }: PendingPostback,
    account: Account,
    url: string,
  ): Promise<PostAnswer | FetchRefused> {
    const timestamp = Math.floor(clock.now() / 1000);
    try {
      return await fetch.post(url, {
        headers: {
          "content-type": "application/json",
          "webhook-id": id,
          "webhook-timestamp": String(timestamp),
          "webhook-signature": signature(account.webhookSecrets, id, timestamp, body),
          ...(operatorId === null ? {} : { "x-service-carrier-id": operatorId }),
        },
        body,
        timeoutMs: config.POSTBACK_TIMEOUT * 1000,
        maxResponseBytes: config.POSTBACK_RESPONSE_MAX_BYTES,
      });
    } catch (error) {
      if (error instanceof FetchRefused) return error;
      throw error;
    }
  }

  /** 2xx is success; anything else is tried again until the schedule ends. */
  function verdict(
    { attempts }: PendingPostback,
    answer: PostAnswer | FetchRefused,
  ): Verdict {
    if (!(answer instanceof FetchRefused) && answer.status >= 200 && answer.status < 300) {
      return { result: "sent" };
    }
    const error = answer instanceof FetchRefused ? answer.reason : `HTTP ${answer.status}`;
    const wait = config.POSTBACK_SCHEDULE[attempts];
    if (wait === undefined) return { result: "dead", error };
    const asked = answer instanceof FetchRefused ? 0 : retryAfterMs(answer, clock.now());
    const spread = 1 + JITTER * (2 * Math.random() - 1);
    return { result: "retry", nextAt: clock.now() + Math.max(wait * spread, asked), error };
  }

  async function settle(
    { id: eventId, trackingId, account, code, attempts }: PendingPostback,
    result: Verdict,
  ): Promise<string[]> {
    if (result.result === "dead") {
      log.warn(
        { "tracking-id": trackingId, account, code, tries: attempts + 1, error: result.error },
        "postback is dead: the receiver never took it; it is kept",
      );
    }
    return await store.events.settle({ eventId, trackingId, at: clock.now(), ...result });
  }

  return {
    handle: handleItem,
    async drain() {
      draining = true;
      await Promise.allSettled(inHand);
    },
  };
}

/** Standard Webhooks: one `v1,…` for each secret, newest first. */
function signature(secrets: string[], id: string, timestamp: number, body: string): string {
  return secrets.map((secret) => {
    const key = Buffer.from(secret.replace(/^whsec_/, ""), "base64");
    return `v1,${createHmac("sha256", key).update(`${id}.${timestamp}.${body}`).digest("base64")}`;
  }).join(" ");
}

/** `Retry-After` of a 429 or 503 (RFC 9110 section 10.2.3), at most a day. */
function retryAfterMs({ status, headers }: PostAnswer, now: number): number {
  const given = headers["retry-after"];
  if (given === undefined || (status !== 429 && status !== 503)) return 0;
  const seconds = /^\d+$/.test(given) ? Number(given) : (Date.parse(given) - now) / 1000;
  return Number.isFinite(seconds) ? Math.min(Math.max(seconds, 0), 86_400) * 1000 : 0;
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
