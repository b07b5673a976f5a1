/** Admin operations that list messages, links and the loopback carrier's submissions, and files. */
import { readNumber } from "../../core/account/address.ts";
import type { AdminHandlers } from "../../generated/admin.ts";
import type { AdminPorts } from "./ports.ts";
import { missing } from "./refusals.ts";
import {
  eventLogView,
  exchangeView,
  linkView,
  loopbackView,
  messageDetailView,
  messageView,
} from "./views.ts";

export function listingHandlers({ baseUrl, blobs, exchanges, store }: AdminPorts) {
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
      return {
        ...messageView(message),
        ...messageDetailView(message, baseUrl()),
        ...eventLogView(await store.events.of(id)),
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

    async readFile({ params: { sha256 } }) {
      if (!await blobs.has(sha256)) throw missing("sha256");
      return await blobs.bytes(sha256) as Uint8Array<ArrayBuffer>;
    },

    async listLoopback({ query: { cursor, limit, to, "tracking-id": trackingId } }) {
      const filter = { to: to === undefined ? undefined : readNumber(to) ?? to, trackingId };
      const page = await store.loopback.list(filter, { cursor: cursor ?? null, limit });
      return { items: page.items.map(loopbackView), "next-cursor": page.nextCursor };
    },

    async readLoopback({ params }) {
      return loopbackView(await received(params["carrier-id"]));
    },

    async readLoopbackPart({ params: { "carrier-id": id, index } }) {
      const { submission } = await received(id);
      const part = submission.kind === "MMS" ? submission.parts[index] : undefined;
      if (part === undefined) throw missing("part");
      if (part.blob === undefined) return new TextEncoder().encode(part.text);
      return await blobs.bytes(part.blob);
    },
  } satisfies Partial<AdminHandlers>;

  async function received(carrierId: string) {
    const message = await store.loopback.byCarrierId(carrierId);
    if (message === null) throw missing("carrier-id");
    return message;
  }
}
