/** Requests of customers for messages, among those of the console's benchmark. */
import type postgres from "postgres";
import type { Database } from "../../src/adapters/store/engine/database.ts";
import { createMessageStatusStore } from "../../src/adapters/store/messages/message_statuses.ts";
import type { MessageStatusStore, StatusFilter } from "../../src/ports/mod.ts";

/** 95th percentiles that one message, and a page of a hundred, stay below, in milliseconds. */
const MESSAGE_MS = 5;
const PAGE_MS = 20;

/** Request of a customer; its result in words. */
export interface Ask {
  name: string;
  targetMs: number;
  ask(): Promise<string>;
}

/** Message of the benchmark. */
interface Stored {
  id: string;
  account: string;
  recipient: string;
  reference: string | null;
}

const DAY = 86_400_000;

/** Prepares requests, each for other messages of all times. */
export async function asksOf(database: Database, sql: postgres.Sql): Promise<Ask[]> {
  const statuses = createMessageStatusStore(database);
  const messages = await sql.unsafe<Stored[]>(
    `select tracking_id::text as id, account, recipient, client_reference as reference from message
     tablesample system (0.05) limit 2000`,
  );
  const referenced = messages.filter(({ reference }) => reference !== null);
  const pick = (from: readonly Stored[] = messages) =>
    from[Math.floor(Math.random() * from.length)]!;
  const page = (name: string, filter: () => StatusFilter, from?: () => Stored): Ask => ({
    name: `getmessages, ${name}`,
    targetMs: PAGE_MS,
    ask: async () => await pageOf(statuses, filter(), from?.() ?? null),
  });
  const account = "account-1";
  const since = () => Date.now() - Math.random() * 28 * DAY;
  return [
    {
      name: "getmessage",
      targetMs: MESSAGE_MS,
      async ask() {
        const { account, id } = pick();
        const message = await statuses.byTrackingId(account, id);
        return `${(await statuses.eventsOf(message!)).length} events`;
      },
    },
    page("first page", () => ({ account })),
    page("anywhere", () => ({ account }), pick),
    page("of a rare account", () => ({ account: "account-3" }), pick),
    page("of a time", () => {
      const from = since();
      return { account, from, to: from + DAY };
    }),
    page("to a number", () => {
      const { account, recipient } = pick();
      return { account, recipient };
    }),
    page("state, some", () => ({ account, state: "failed" }), pick),
    page("client-reference", () => {
      const { account, reference } = pick(referenced);
      return { account, clientReference: reference! };
    }),
    page("client-reference, absent", () => ({ account, clientReference: "order-none" })),
    page("sender", () => ({ account, senders: ["111122"] }), pick),
  ];
}

async function pageOf(
  statuses: MessageStatusStore,
  filter: StatusFilter,
  from: Stored | null,
): Promise<string> {
  const cursor = from === null ? null : `message:${from.id}`;
  const { items, nextCursor } = await statuses.list(filter, { cursor, limit: 100 });
  return `${items.length}${nextCursor === null ? "" : "+"} found`;
}
