/** Downloads that concurrent requests for a URL share. */
import { abortable } from "../../lib/abortable.ts";
import { createFairSemaphore } from "../../lib/fair_semaphore.ts";
import { FetchRefused, type Turn } from "../../ports/mod.ts";

export interface SharedDownloadsOptions<Content> {
  /** Concurrent downloads; a lone account gets half. */
  concurrency: number;
  /** Timeout of a download, in milliseconds. */
  timeoutMs: number;
  /** Downloads a URL. */
  obtain(url: string, signal: AbortSignal): Promise<Content>;
}

export interface SharedDownloads<Content> {
  /**
   * Joins the download of a URL, or starts one in the account's turn. A download that no request
   * waits for any more is aborted.
   *
   * @throws FetchRefused
   */
  of(url: string, turn: Turn): Promise<Content>;
}

/** A download in progress, shared by all requests for its URL. */
interface Download<Content> {
  content: Promise<Content>;
  waiters: number;
  abort(reason: string): void;
}

export function createSharedDownloads<Content>(
  { concurrency, timeoutMs, obtain }: SharedDownloadsOptions<Content>,
): SharedDownloads<Content> {
  /** Running downloads by URL, shared by all accounts. */
  const running = new Map<string, Download<Content>>();
  /** All downloads, waiting ones included, by account and URL: none waits for another's turn. */
  const requested = new Map<string, Download<Content>>();
  const turns = createFairSemaphore({ permits: concurrency, share: "dynamic" });

  function start(url: string, account: string): Download<Content> {
    const controller = new AbortController();
    const abort = (reason: string) => controller.abort(new FetchRefused("timeout", reason));
    const timer = setTimeout(
      () => abort("the server did not respond completely in time"),
      timeoutMs,
    );
    const work = () => shareOrObtain(url, download, controller.signal);
    const content = turns.run(account, work, controller.signal);
    const download: Download<Content> = { content, waiters: 0, abort };
    const key = keyOf(url, account);
    requested.set(key, download);
    const end = () => {
      clearTimeout(timer);
      requested.delete(key);
    };
    content.then(end, end);
    return download;
  }

  async function shareOrObtain(
    url: string,
    download: Download<Content>,
    signal: AbortSignal,
  ): Promise<Content> {
    const shared = running.get(url);
    if (shared !== undefined) return await join(shared, signal);
    running.set(url, download);
    try {
      return await obtain(url, signal);
    } finally {
      running.delete(url);
    }
  }

  /** Waits for a download. Aborts it when the last waiter leaves. */
  async function join(download: Download<Content>, signal?: AbortSignal): Promise<Content> {
    download.waiters++;
    try {
      return await abortable(download.content, signal);
    } finally {
      if (--download.waiters === 0) download.abort("no request waits for it any more");
    }
  }

  return {
    of(url, { account, signal }) {
      const download = running.get(url) ?? requested.get(keyOf(url, account)) ??
        start(url, account);
      return join(download, signal);
    },
  };
}

function keyOf(url: string, account: string): string {
  return `${account} ${url}`;
}
