/** Admin operations that list messages, links and the loopback carrier's submissions, and files. */
import { readNumber } from "../../core/account/address.ts";
import type { AdminHandlers } from "../../generated/admin.ts";
import { isoMicros } from "../../core/timestamp.ts";
import { respondWithFile, UNKNOWN_PRESENTATION } from "../requests/file_response.ts";
import { waitsUntil } from "../../core/postback/message_status.ts";
import type { Blobs, Clock, Exchanges, Store } from "../../ports/mod.ts";
import { missing } from "./refusals.ts";
import {
  eventLogView,
  exchangeView,
  interruptionView,
  linkView,
  loopbackView,
  messageDetailView,
  messageView,
} from "./views.ts";

/** Time for which a client may cache a file, in seconds: its token may be revoked meanwhile. */
const MAX_AGE_SECONDS = 600;

export interface ListingPorts {
  /** Returns the public base URL, without a trailing slash. */
  baseUrl: () => string;
  blobs: Blobs;
  clock: Clock;
  exchanges: Pick<Exchanges, "isOn">;
  store: Pick<
    Store,
    "events" | "exchanges" | "links" | "loopback" | "messages" | "messageStatuses"
  >;
}

export function listingHandlers({ baseUrl, blobs, clock, exchanges, store }: ListingPorts) {
  return {
    async listMessages({ query }) {
      const { cursor, limit, recipient, "tracking-id": trackingId, ...rest } = query;
      const filter = {
        ...rest,
        trackingId,
        recipient: recipient === undefined ? undefined : readNumber(recipient) ?? recipient,
      };
      const page = await store.messages.list(filter, { cursor: cursor ?? null, limit });
      return { items: page.items.map(messageView), "next-cursor": page.nextCursor };
    },

    async readMessage({ params: { "tracking-id": id } }) {
      // Before its events, so that they are no older than its state.
      const message = await store.messages.byTrackingId(id);
      if (message === null) throw missing("tracking-id");
      const events = await store.events.of(id);
      const resentAs = await store.messages.resentAs(id);
      const status = await store.messageStatuses.byTrackingId(message.account, id);
      const dueAt = status && waitsUntil(status, clock.now());
      return {
        ...messageView(message),
        ...messageDetailView(message, baseUrl()),
        ...dueAt !== null && { "due-at": isoMicros(dueAt) },
        ...resentAs.length > 0 && { "resent-as": resentAs },
        ...interruptionView(events),
        ...eventLogView(events),
      };
    },

    async listExchanges({ params: { "tracking-id": id }, query: { cursor, limit } }) {
      const page = await store.exchanges.of(id, { cursor: cursor ?? null, limit });
      const isKnown = page.items.length > 0 || await store.messages.byTrackingId(id) !== null;
      if (!isKnown) throw missing("tracking-id");
      return {
        "recording": exchanges.isOn,
        items: page.items.map(exchangeView),
        "next-cursor": page.nextCursor,
      };
    },

    async listLinks({ query: { account, "tracking-id": trackingId, cursor, limit } }) {
      const filter = { account, trackingId };
      const page = await store.links.list(filter, { cursor: cursor ?? null, limit });
      const items = page.items.map((link) => linkView(link, baseUrl()));
      return { items, "next-cursor": page.nextCursor };
    },

    readFile: ({ params: { sha256 } }, raw) => fileOf("sha256", sha256, sha256, raw),

    async listLoopback({ query: { cursor, limit, to, "tracking-id": trackingId } }) {
      const filter = { to: to === undefined ? undefined : readNumber(to) ?? to, trackingId };
      const page = await store.loopback.list(filter, { cursor: cursor ?? null, limit });
      return { items: page.items.map(loopbackView), "next-cursor": page.nextCursor };
    },

    async readLoopback({ params }) {
      return loopbackView(await received(params["carrier-id"]));
    },

    async readLoopbackPart({ params: { "carrier-id": id, index } }, raw) {
      const { submission } = await received(id);
      const part = submission.kind === "MMS" ? submission.parts[index] : undefined;
      if (part === undefined) throw missing("part");
      if (part.blob !== undefined) return await fileOf("part", part.blob, `part-${index}`, raw);
      return new Response(part.text, { headers: { "content-type": UNKNOWN_PRESENTATION.type } });
    },
  } satisfies Partial<AdminHandlers>;

  async function received(carrierId: string) {
    const message = await store.loopback.byCarrierId(carrierId);
    if (message === null) throw missing("carrier-id");
    return message;
  }

  /** @throws {Refusal} 404 for a noun without a stored file */
  async function fileOf(noun: string, blob: string, name: string, raw: Request): Promise<Response> {
    const bytes = await blobs.size(blob);
    if (bytes === null) throw missing(noun);
    const served = { ...UNKNOWN_PRESENTATION, name, bytes, blob, maxAgeSeconds: MAX_AGE_SECONDS };
    const response = await respondWithFile(blobs, served, raw);
    if (response === null) throw missing(noun);
    return response;
  }
}
