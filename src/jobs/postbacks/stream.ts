/** Streams of a receiver's postbacks, as the requests that an attempt would make now. */
import type { PostbackReceiver } from "../../core/account/receiver.ts";
import { createPoller, type Look, type Poller, type WaitOptions } from "../../lib/poller.ts";
import type { Clock, Store, StreamCursor, StreamedPostback, StreamPart } from "../../ports/mod.ts";
import { commonHeaders, type NoticeRequest } from "./channel.ts";
import { signedRequest } from "./webhook.ts";

export interface PostbackStreams {
  /**
   * Resolves with the next postbacks, at once where there are any; with none after the timeout.
   * `next` is the cursor behind them; null: the cursor was never issued.
   * @throws {PollerUnavailable}
   */
  read(cursor: StreamCursor, options: WaitOptions): Promise<StreamPart>;
  /** Ends all waits. */
  close(): void;
}

/** Interval of polls, in milliseconds. */
const POLL_MS = 50;

/** @param max Maximum number of waits. */
export function createPostbackStreams(
  { store }: { store: { postbacks: Pick<Store["postbacks"], "streamed"> } },
  max: number,
): PostbackStreams {
  const poller: Poller<StreamCursor, StreamPart> = createPoller({
    intervalMs: POLL_MS,
    max,
    async poll(cursors) {
      const parts = await store.postbacks.streamed(cursors);
      return parts.map((part, index): Look<StreamPart> => {
        if (part.items.length > 0 || part.next === null) return { found: part };
        cursors[index]!.after = part.next;
        return "nothing";
      });
    },
  });

  return {
    async read(cursor, options) {
      const progress = { ...cursor };
      return await poller.wait(progress, options) ?? { items: [], next: progress.after };
    },
    close: () => poller.close(),
  };
}

/** Makes the request of an attempt at `now`, signed by the secrets of its receiver. */
export async function requestOf(
  postback: StreamedPostback,
  receiver: PostbackReceiver,
  clock: Clock,
): Promise<NoticeRequest & { body: string }> {
  const { body, headers } = await signedRequest(postback, receiver, clock.now());
  return { headers: { ...headers, ...commonHeaders(postback) }, body };
}
