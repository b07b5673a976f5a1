/** State of the service: the admin API, read from end to end. */
import type { Service } from "../gateway.ts";
import { PEOPLE } from "../customers.ts";

export interface PostbackRow {
  id: string;
  code: string;
  state: "pending" | "sent" | "dead" | "parked";
  "last-error": string | null;
}

/** Fields that messages of both directions share. */
interface Detail {
  "tracking-id": string;
  account: string;
  from: string;
  history: { event: string; details?: string | null }[];
  postbacks: PostbackRow[];
}

export interface MessageRow extends Detail {
  kind: "MMS_MT" | "SMS_MT";
  state: string;
  to: string;
  segments: number | null;
  connector: string | null;
  "carrier-id": string | null;
}

export interface InboundRow extends Detail {
  kind: "MMS_MO" | "SMS_MO";
  connector: string;
}

export interface TemplateRow {
  "mms-id": string;
  account: string;
  name: string;
  state: "locked" | "ready" | "failed";
  "tracking-id": string;
}

/** Submission to the loopback carrier. */
export interface LoopbackRow {
  "carrier-id": string;
  "tracking-id": string;
  to: string;
}

export interface World {
  messages: MessageRow[];
  inbound: InboundRow[];
  templates: TemplateRow[];
  loopback: LoopbackRow[];
}

const READERS = 8;
const FINAL: ReadonlySet<string> = new Set([
  "delivered",
  "expired",
  "failed",
  "rejected",
  "unrecognised",
  "canceled",
]);

export const isFinal = (state: string): boolean => FINAL.has(state);

export interface Atlas {
  /** Reads the state, except for items that were final at an earlier call. */
  look(): Promise<World>;
  /** Reads the whole state again. */
  lookAgain(): Promise<World>;
}

export function createAtlas(gateway: Service): Atlas {
  const settled = new Map<string, Detail>();

  async function details<D extends Detail>(
    path: string,
    isOver: (detail: D) => boolean,
  ): Promise<D[]> {
    const listed: Detail[] = [];
    for (const { account } of PEOPLE) {
      listed.push(...await gateway.list(`${path}?account=${account}`));
    }
    return await inTurns(listed, async ({ "tracking-id": id }) => {
      const listed = settled.get(id);
      if (listed !== undefined) return listed as D;
      const detail: D = await gateway.admin("GET", `${path}/${id}`);
      const isSent = detail.postbacks.every(({ state }) => state === "sent");
      if (isSent && isOver(detail)) settled.set(id, detail);
      return detail;
    });
  }

  async function look(): Promise<World> {
    return {
      messages: await details<MessageRow>("/messages", ({ state }) => isFinal(state)),
      inbound: await details<InboundRow>("/inbound", () => true),
      templates: await gateway.list("/templates"),
      loopback: await gateway.list("/loopback/messages"),
    };
  }

  return {
    look,
    lookAgain() {
      settled.clear();
      return look();
    },
  };
}

async function inTurns<T, R>(items: readonly T[], work: (item: T) => Promise<R>): Promise<R[]> {
  const results: R[] = [];
  let next = 0;
  await Promise.all(Array.from({ length: READERS }, async () => {
    while (next < items.length) {
      const position = next++;
      results[position] = await work(items[position]!);
    }
  }));
  return results;
}
