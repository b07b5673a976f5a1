/** Backgrounds by URL: fetched, checked, and kept in memory by the rules of HTTP caching. */
import { createHash } from "node:crypto";
import { classOfMime } from "../../core/media/content_check.ts";
import { beginsAs } from "../../core/media/file_format.ts";
import {
  confirms,
  freshnessOf,
  mayBeStored,
  reuseOf,
  type TimedResponse,
  updated,
} from "../../lib/http_cache.ts";
import { extensionOfUrl, mediaTypeOf } from "../../core/media/media_types.ts";
import {
  type Background,
  type Backgrounds,
  type Clock,
  type Fetch,
  FetchRefused,
  type KnownContent,
  type ReadResponse,
} from "../../ports/mod.ts";
import { abortable } from "../../lib/abortable.ts";
import { createFairSemaphore } from "../../lib/fair_semaphore.ts";
import { createBackgroundCache, type Kept } from "./background_cache.ts";

export interface BackgroundsOptions {
  fetch: Pick<Fetch, "read">;
  clock: Clock;
  /** Bytes of all that is kept. Default 64 MiB. */
  cacheMaxBytes?: number;
  /** Bytes of one background. Default 10 MB. */
  maxBytes?: number;
  /** Downloads at a time; of what is free one account has half. Default 24: 240 MB in memory. */
  concurrency?: number;
  /** Milliseconds until a background is there, redirects included. Default 20000: a door waits. */
  timeoutMs?: number;
}

function keyOf(url: string, account: string): string {
  return `${account} ${url}`;
}

/** A URL that is being asked, for all who want it meanwhile. */
interface Download {
  background: Promise<Background>;
  waiters: number;
  giveUp(reason: string): void;
}

/** What a URL's server said, and when. */
interface Asked {
  answer: ReadResponse;
  /** Of the redirect, if there was one, and of what it led to. */
  answers: TimedResponse[];
}

const JPEG = "image/jpeg";
/** The spec's table has `.jpg` only; on octet-stream no other type claims `.jpeg`. */
const JPEG_EXTENSIONS: ReadonlySet<string> = new Set(["jpg", "jpeg"]);

/**
 * Requests for a URL that is being asked already share the one answer or failure, whatever it says
 * of keeping; failures are not kept. What cannot be confirmed when it must be is not used.
 *
 * The bytes of a background are everybody's: to be copied, never written to or transferred.
 */
export function createBackgrounds(
  {
    fetch,
    clock,
    cacheMaxBytes = 64 * 1024 * 1024,
    maxBytes = 10_000_000,
    concurrency = 24,
    timeoutMs = 20_000,
  }: BackgroundsOptions,
): Backgrounds {
  const shelf = createBackgroundCache(cacheMaxBytes);
  /** Downloads that have their turn, by URL: whoever wants the same shares one. */
  const inWork = new Map<string, Download>();
  /** All downloads, by account and URL: nobody waits for another account's turn. */
  const asked = new Map<string, Download>();
  const downloads = createFairSemaphore({ permits: concurrency, share: "dynamic" });

  async function ask(url: string, stale: Kept | null, signal: AbortSignal): Promise<Asked> {
    const requestedAt = clock.now();
    const answer = await fetch.read(url, {
      maxBytes,
      known: stale === null ? undefined : knownBy(stale),
      accept: `${JPEG}, */*;q=0.1`,
      signal,
    });
    const receivedAt = clock.now();
    return { answer, answers: answer.heads.map((head) => ({ ...head, requestedAt, receivedAt })) };
  }

  async function obtain(url: string, stale: Kept | null, signal: AbortSignal): Promise<Background> {
    const { answer, answers } = await ask(url, stale, signal);
    if (answer.status === "fresh") {
      requireJpeg(url, answer.type, answer.bytes);
      return keep(url, backgroundOf(answer.bytes), answer.url, answers);
    }
    const { content, source } = stale!;
    const stored = source.answers.at(-1)!;
    const unchanged = answers.pop()!;
    // A 304 that speaks of another version than ours says nothing of ours.
    if (!confirms(unchanged.headers, stored.headers)) return await obtain(url, null, signal);
    return keep(url, content.background, answer.url, [...answers, updated(stored, unchanged)]);
  }

  function keep(
    url: string,
    background: Background,
    from: string,
    answers: TimedResponse[],
  ): Background {
    const freshness = freshnessOf(answers);
    const isOfUse = freshness.until > freshness.since || freshness.validators !== null;
    if (isOfUse && mayBeStored(answers.at(-1)!)) {
      return shelf.put(url, background, { url: from, answers, freshness });
    }
    shelf.remove(url);
    return background;
  }

  function begin(url: string, account: string): Download {
    const late = new AbortController();
    const giveUp = (reason: string) => late.abort(new FetchRefused("timeout", reason));
    const timer = setTimeout(
      () => giveUp("the server did not answer completely in time"),
      timeoutMs,
    );
    const inTurn = () => shareOrObtain(url, download, late.signal);
    const background = downloads.run(account, inTurn, late.signal);
    const download: Download = { background, waiters: 0, giveUp };
    const key = keyOf(url, account);
    asked.set(key, download);
    const end = () => {
      clearTimeout(timer);
      asked.delete(key);
    };
    background.then(end, end);
    return download;
  }

  async function shareOrObtain(
    url: string,
    download: Download,
    signal: AbortSignal,
  ): Promise<Background> {
    const running = inWork.get(url);
    if (running !== undefined) return await joined(running, signal);
    const { kept, reuse } = lookUp(url);
    if (reuse === "fresh") return await kept!.content.promise;
    inWork.set(url, download);
    try {
      return await obtain(url, reuse === "revalidate" ? kept : null, signal);
    } finally {
      inWork.delete(url);
    }
  }

  function lookUp(url: string) {
    const kept = shelf.get(url);
    const reuse = kept === null ? "anew" : reuseOf(kept.source.freshness, clock.now());
    return { kept, reuse };
  }

  /** Waits for a download, and gives it up where nobody else does. */
  async function joined(download: Download, signal?: AbortSignal): Promise<Background> {
    download.waiters++;
    try {
      return await abortable(download.background, signal);
    } finally {
      if (--download.waiters === 0) download.giveUp("nobody waits for it any more");
    }
  }

  return {
    of(url, { account, signal }) {
      const { kept, reuse } = lookUp(url);
      if (reuse === "fresh") return kept!.content.promise;
      const download = inWork.get(url) ?? asked.get(keyOf(url, account)) ?? begin(url, account);
      return joined(download, signal);
    },
  };
}

/** Of what is to be revalidated, so it has validators. */
function knownBy({ source }: Kept): KnownContent {
  return { url: source.url, validators: source.freshness.validators! };
}

/** Content validation (spec 2.3) where one type only will do, and a look at the bytes. */
function requireJpeg(url: string, type: string, bytes: Uint8Array): void {
  if (classOfMime(type) === "octet-stream") {
    if (!JPEG_EXTENSIONS.has(extensionOfUrl(url) ?? "")) {
      refuse(`content type ${type} needs the file extension .jpg or .jpeg`);
    }
  } else if (mediaTypeOf(type)?.type !== JPEG) {
    refuse(`content type ${type} is not that of a JPEG`);
  }
  if (!beginsAs("jpeg", bytes)) {
    refuse("the content is not a JPEG, whatever its type says");
  }
}

function refuse(reason: string): never {
  throw new FetchRefused("content-type", reason);
}

/** 0.1 ms for 200 KB, less than WebCrypto takes to hand them to a thread; 5 ms for 10 MB. */
function backgroundOf(jpeg: Uint8Array<ArrayBuffer>): Background {
  return { hash: createHash("sha256").update(jpeg).digest("hex"), jpeg };
}
