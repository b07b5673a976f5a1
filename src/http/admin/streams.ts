/** Admin operation that streams a receiver's postbacks. */
import { Refusal } from "../../core/errors.ts";
import type { PostbackReceiver } from "../../core/account/receiver.ts";
import { isoMicros } from "../../core/timestamp.ts";
import type { AdminHandlers, PostbackHeaders, StreamedPostback } from "../../generated/admin.ts";
import { type PostbackStreams, requestOf } from "../../jobs/postbacks/stream.ts";
import type * as env from "../../ports/mod.ts";
import type { Clock, Store } from "../../ports/mod.ts";
import { requireAccount, requireReceiver } from "./refusals.ts";
import { waiting } from "./waiting.ts";

export interface StreamPorts {
  clock: Clock;
  postbackStreams: Pick<PostbackStreams, "read">;
  store: Pick<Store, "accounts">;
  /** Maximum time for which a request waits, in milliseconds. */
  waitMaxMs: number;
}

/** Maximum postbacks of a part: fewer than a receiver takes before their signatures are too old. */
const BATCH = 50;

export function streamHandlers(
  { postbackStreams, clock, store, waitMaxMs }: StreamPorts,
) {
  return {
    async streamPostbacks({ query: { account: id, after = null, receiver: name, wait } }, raw) {
      requireReceiver(await requireAccount(store, id), name);
      const { items, next } = await waiting(
        { field: "wait", seconds: wait, maxMs: waitMaxMs, raw },
        (options) =>
          postbackStreams.read({ account: id, receiver: name, after, limit: BATCH }, options),
      );
      if (next === null) {
        throw new Refusal("invalidRequest", "after was not issued by this database");
      }
      // Its secrets may have changed during the wait.
      const receiver = requireReceiver(await requireAccount(store, id), name);
      const views = await Promise.all(items.map((item) => viewOf(item, receiver, clock)));
      return { items: views, "next-cursor": next };
    },
  } satisfies Partial<AdminHandlers>;
}

async function viewOf(
  postback: env.StreamedPostback,
  receiver: PostbackReceiver,
  clock: env.Clock,
): Promise<StreamedPostback> {
  const { headers, body } = await requestOf(postback, receiver, clock);
  return {
    "webhook-id": postback.id,
    "code": postback.code,
    "tracking-id": postback.trackingId,
    "created-at": isoMicros(postback.createdAt),
    headers: headers as unknown as PostbackHeaders,
    body,
    "cursor": postback.seq,
  };
}
