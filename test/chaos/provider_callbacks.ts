/**
 * Requests of a provider of a hosted API to the service: reports early, late, twice and in the wrong
 * order; messages of handsets; and the media of messages that it has taken.
 */
import type { FakeCallback, FakeProvider, ReceivedMessage } from "../connectors/providers/fake.ts";
import type { Ledger, Reported } from "./ledger.ts";
import { type Mischief, pause } from "./mischief.ts";
import type { Random } from "./random.ts";

const REPORTS = { delivered: 820, undelivered: 60, failed: 60, none: 60 };

/** Error codes of reports. */
const CODES: Record<string, string> = { undelivered: "30003", failed: "30008" };

const SAYS: Record<string, Reported["says"]> = {
  delivered: "delivered",
  undelivered: "other",
  failed: "other",
  queued: "not yet",
  sent: "not yet",
};

/** Patience of the provider with a response, in milliseconds. */
const TIMEOUT_MS = 15_000;
const PICTURE = { type: "image/gif", name: "dot.gif" };
const GIF = "R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7";

export interface CallbackOptions {
  name: string;
  ledger: Ledger;
  mischief: Mischief;
  random: Random;
  /** Makes a callback, signed for the machine whose turn it is. */
  sign(
    make: (fake: FakeProvider<"twilio">) => FakeCallback,
  ): { url: string; headers: Record<string, string>; body: string };
}

export interface ProviderCallbacks {
  report(message: ReceivedMessage): Promise<void>;
  fetchMedia(message: ReceivedMessage): Promise<void>;
  /** Sends a message of a handset; resolves when the service has responded to it. */
  write(to: { account: string; originator: string; life(): number }): Promise<void>;
  /** Ends all repetitions. */
  stop(): void;
}

export function createProviderCallbacks(options: CallbackOptions): ProviderCallbacks {
  const { name, ledger, mischief, random, sign } = options;
  let isOver = false;

  /** Tries until it succeeds. False: stopped. */
  async function insist(attempt: () => Promise<boolean>): Promise<boolean> {
    for (; !isOver; await pause(300)) {
      if (await attempt()) return true;
    }
    return false;
  }

  /** Requests the service; false for anything but a 200. */
  async function request(url: string, init: RequestInit, subject: string): Promise<boolean> {
    try {
      const response = await fetch(url, { ...init, signal: AbortSignal.timeout(TIMEOUT_MS) });
      const { status } = response;
      const text = await response.text();
      if (status >= 400 && status < 500) {
        ledger.breaches.push(`${name} got ${status} to ${subject}: ${text.trim()}`);
      }
      return status === 200;
    } catch {
      return false;
    }
  }

  async function post(make: (fake: FakeProvider<"twilio">) => FakeCallback): Promise<boolean> {
    const { url, headers, body } = sign(make);
    return await request(url, { method: "POST", headers, body }, body);
  }

  async function tell(message: ReceivedMessage, status: string): Promise<void> {
    const { id, to } = message;
    const reported: Reported = { carrier: name, id, to, says: SAYS[status]!, response: null };
    ledger.reported.push(reported);
    const code = CODES[status] ?? null;
    if (await insist(() => post((fake) => fake.status(message, status, code)))) {
      reported.response = "taken";
    }
  }

  return {
    async report(message) {
      const status = mischief.fate(random, REPORTS, "delivered");
      const progress = ["queued", "sent"].filter(() => random.chance(0.5));
      const isReordered = mischief.strikes(random, 0.2);
      await pause(random.between(0, 400));
      const statuses = status === "none" ? progress : [...progress, status];
      for (const each of isReordered ? statuses.toReversed() : statuses) await tell(message, each);
      if (status === "none") return;
      if (mischief.strikes(random, 0.08)) await tell(message, status);
      if (mischief.strikes(random, 0.02)) await tell(message, "undelivered");
    },

    async fetchMedia(message) {
      await Promise.all(message.media.map((url) => insist(() => request(url, {}, url))));
    },

    async write({ account, originator, life }) {
      const from = ledger.handset();
      const isMms = random.chance(0.4);
      const written = {
        carrier: name,
        kind: isMms ? "MMS" as const : "SMS" as const,
        account,
        from,
        lives: new Set<number>(),
        hasId: true,
        response: null as "kept" | null,
      };
      ledger.written.push(written);
      const content = Uint8Array.from(atob(GIF), (character) => character.charCodeAt(0));
      const message = {
        id: `${isMms ? "MM" : "SM"}${from}`,
        from,
        to: originator,
        text: `A question from ${from}`,
        media: isMms ? [{ ...PICTURE, content }] : [],
      };
      const isStored = await insist(() => {
        written.lives.add(life());
        return post((fake) => fake.inbound(message)!);
      });
      if (isStored) written.response = "kept";
    },

    stop() {
      isOver = true;
    },
  };
}
