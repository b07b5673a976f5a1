/** Admin operations that list MO messages. */
import { readOriginator } from "../../core/account/address.ts";
import type { InboundRecord } from "../../core/message/inbound.ts";
import type { AdminHandlers } from "../../generated/admin.ts";
import type { Store } from "../../ports/mod.ts";
import { missing } from "./refusals.ts";
import { eventLogView, inboundView } from "./views.ts";

export interface InboundPorts {
  /** Returns the public base URL, without a trailing slash. */
  baseUrl: () => string;
  store: Pick<Store, "events" | "inbound">;
}

export function inboundHandlers({ baseUrl, store }: InboundPorts) {
  const view = (message: InboundRecord) => inboundView(message, baseUrl());

  return {
    async listInbound({ query: { account, from, to, cursor, limit } }) {
      const filter = { account, from: addressOf(from), to: addressOf(to) };
      const page = await store.inbound.list(filter, { cursor: cursor ?? null, limit });
      return { items: page.items.map(view), "next-cursor": page.nextCursor };
    },

    async readInbound({ params: { "tracking-id": id } }) {
      const message = await store.inbound.byTrackingId(id);
      if (message === null) throw missing("tracking-id");
      return { ...view(message), ...eventLogView(await store.events.of(id)) };
    },
  } satisfies Partial<AdminHandlers>;
}

/** Normalises a number from any usual spelling; leaves what is none as it is. */
function addressOf(text: string | undefined): string | undefined {
  return text === undefined ? undefined : readOriginator(text) ?? text;
}
