/** Admin operation that searches messages of both directions. */
import type { FoundMessage } from "../../core/search/search.ts";
import { readSearches } from "../../core/search/search_query.ts";
import { isoMicros } from "../../core/timestamp.ts";
import type * as wire from "../../generated/admin.ts";
import type { AdminHandlers } from "../../generated/admin.ts";
import type { Store } from "../../ports/mod.ts";

export interface SearchPorts {
  store: Pick<Store, "search">;
}

export function searchHandlers({ store }: SearchPorts) {
  return {
    async searchMessages({ query: { cursor, limit, ...typed } }) {
      const request = { cursor: cursor ?? null, limit };
      const page = await store.search.search(readSearches(typed), request);
      return {
        items: page.items.map(foundView),
        "next-cursor": page.nextCursor,
        partial: page.partial,
      };
    },
  } satisfies Partial<AdminHandlers>;
}

function foundView(message: FoundMessage): wire.FoundMessage {
  return {
    "tracking-id": message.trackingId,
    "direction": message.direction,
    "kind": message.kind,
    "door": message.door,
    "state": message.state,
    "account": message.account,
    "from": message.from,
    "to": message.to,
    "connector": message.connector,
    "sent-as": message.sentAs,
    "excerpt": message.excerpt,
    "picture": pictureView(message),
    "status-details": message.statusDetails,
    "at": isoMicros(message.at),
    "updated-at": isoMicros(message.updatedAt),
  };
}

function pictureView({ picture }: FoundMessage): wire.FoundMessage["picture"] {
  return picture === null ? null : { "type": picture.type, "sha256": picture.blob };
}
