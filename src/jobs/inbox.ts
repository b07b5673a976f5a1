/** Waits for messages that the loopback carrier accepts, for those who test what handsets receive. */
import { TEXT_TYPE } from "../core/media/media_types.ts";
import { textOfFile } from "../core/media/text_file.ts";
import { createPoller, type Look, type Poller, type WaitOptions } from "../lib/poller.ts";
import type { Arrival, Blobs, LoopbackMessage, Store } from "../ports/mod.ts";

/** Message to wait for. */
export interface InboxQuery {
  /** Recipient, digits. */
  to: string;
  /** Originator. Default: any. */
  from?: string;
  /** Part of the subject or the text, in any letter case. Default: any text. */
  matches?: string;
  /** Number behind which to look; "0" is the start of the inbox. */
  after: string;
  /** Earliest time of receipt, milliseconds since the epoch. Default: any. */
  since?: number;
}

/** Message that has come, with its text: that of an SMS, or of the text parts of an MMS. */
export interface InboxMessage extends Arrival {
  text: string | null;
}

export interface Inbox {
  /**
   * Resolves with the earliest message that matches; with the number of others that came, where none
   * does within the time.
   * @throws {PollerUnavailable}
   */
  wait(query: InboxQuery, options: WaitOptions): Promise<InboxMessage | { others: number }>;
  /** Looks at once, since this process has accepted a message. */
  received(): void;
  /** Ends all waits. */
  close(): void;
}

export interface InboxPorts {
  store: { loopback: Pick<Store["loopback"], "arrivals"> };
  blobs: Pick<Blobs, "bytes">;
}

/** Interval of polls for messages that other processes accept, in milliseconds. */
const POLL_MS = 20;
/** Messages of a handset that a poll looks at. */
const BATCH = 100;
/** Maximum text part that is read from a file, in bytes: handsets show less. */
const TEXT_MAX_BYTES = 100_000;

/** A wait, and how far it has looked. */
interface Progress extends InboxQuery {
  others: number;
}

/** @param max Maximum number of waits. */
export function createInbox({ store, blobs }: InboxPorts, max: number): Inbox {
  const poller: Poller<Progress, InboxMessage> = createPoller({
    intervalMs: POLL_MS,
    max,
    async poll(waits) {
      const cursors = waits.map(({ to, after }) => ({ recipient: to, after }));
      const arrivals = await store.loopback.arrivals(cursors, BATCH);
      return await Promise.all(waits.map((wait, index) => look(wait, arrivals[index]!)));
    },
  });

  async function look(
    wait: Progress,
    arrivals: readonly Arrival[],
  ): Promise<Look<InboxMessage>> {
    for (const arrival of arrivals) {
      wait.after = arrival.seq;
      if (wait.since !== undefined && arrival.message.receivedAt < wait.since) continue;
      const text = await textOf(arrival.message);
      if (isMatch(wait, arrival.message, text)) return { found: { ...arrival, text } };
      wait.others++;
    }
    return arrivals.length === BATCH ? "more" : "nothing";
  }

  async function textOf({ submission }: LoopbackMessage): Promise<string | null> {
    if (submission.kind === "SMS") return submission.text;
    const texts = await Promise.all(
      submission.parts.filter(({ type }) => type.startsWith(TEXT_TYPE)).map(
        async ({ text, type, blob, bytes }) =>
          text ?? (blob === undefined || bytes > TEXT_MAX_BYTES ? "" : await contentOf(blob, type)),
      ),
    );
    return texts.length === 0 ? null : texts.join("\n");
  }

  async function contentOf(blob: string, type: string): Promise<string> {
    try {
      return textOfFile(await blobs.bytes(blob), type);
    } catch (error) {
      if (error instanceof Deno.errors.NotFound) return "";
      throw error;
    }
  }

  return {
    async wait(query, options) {
      const progress: Progress = { ...query, others: 0 };
      return await poller.wait(progress, options) ?? { others: progress.others };
    },
    received: () => poller.wake(),
    close: () => poller.close(),
  };
}

function isMatch(
  { from, matches }: InboxQuery,
  { submission }: LoopbackMessage,
  text: string | null,
): boolean {
  if (from !== undefined && submission.from !== from) return false;
  if (matches === undefined) return true;
  const subject = submission.kind === "MMS" ? submission.subject : null;
  return [subject, text].some((part) => part?.toLowerCase().includes(matches.toLowerCase()));
}
