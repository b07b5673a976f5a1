/** An SMSC that throttles, drops submissions and responses, and repeats its receipts. */
import {
  positionOf,
  type Smsc,
  type SmscResponse,
  type SmscSession,
  startSmsc,
} from "../support/smsc.ts";
import type { Submit } from "../support/smsc.ts";
import { Background } from "./background.ts";
import type { Carrier, CarrierOptions } from "./carriers.ts";
import type { Reported } from "./ledger.ts";
import { pause, within } from "./mischief.ts";

const FATES = {
  taken: 800,
  slow: 60,
  "taken, no response": 15,
  "taken, dropped": 12,
  "no response": 10,
  dropped: 12,
  throttled: 35,
  full: 20,
  "system error": 20,
  refused: 16,
};
type Fate = keyof typeof FATES;

/** Command statuses of refusals (SMPP 3.4 section 5.1.3). */
const STATUS: Partial<Record<Fate, number>> = {
  throttled: 0x58,
  full: 0x14,
  "system error": 0x08,
  refused: 0x0b,
};
const IS_TAKEN: ReadonlySet<Fate> = new Set<Fate>([
  "taken",
  "slow",
  "taken, no response",
  "taken, dropped",
]);

const RECEIPTS = { DELIVRD: 820, UNDELIV: 50, EXPIRED: 30, REJECTD: 40, none: 60 };

const SAYS: Record<string, Reported["says"]> = { DELIVRD: "delivered", ENROUTE: "not yet" };

/** Time that an SMSC waits for our response before it delivers again, in milliseconds. */
const RESPONSE_MS = 12_000;
const RECEIPT = 0x04;

export async function startChaoticSmsc(
  options: CarrierOptions,
): Promise<Carrier & { port: number }> {
  const { name, ledger, life, mischief, originator, account } = options;
  const random = mischief.of(name);
  const background = new Background(ledger);
  const endings = new WeakMap<SmscSession, Promise<null>>();
  let ids = 0;
  let isOver = false;

  async function respond(submit: Submit): Promise<SmscResponse> {
    smsc.submitted.length = 0; // the ledger has the submissions
    const fate = mischief.fate(random, FATES, "taken");
    const to = submit.pdu.destination_addr;
    const id = IS_TAKEN.has(fate) ? `${name}-${++ids}` : null;
    ledger.submitted.push({ carrier: name, to, segment: positionOf(submit).number, id, fate });
    if (id !== null) void background.hold(report(id, to));
    if (fate === "slow") await pause(random.between(20, 500));
    if (fate.endsWith("no response")) return "silence";
    if (fate.endsWith("dropped")) return "drop";
    return id === null ? { status: STATUS[fate]! } : { messageId: id };
  }

  /** Sends a receipt, sometimes before the response to the submission. */
  async function report(id: string, to: string): Promise<void> {
    const state = mischief.fate(random, RECEIPTS, "DELIVRD");
    await pause(random.between(0, 400));
    if (mischief.strikes(random, 0.05)) await tell(id, to, "ENROUTE");
    if (state === "none") return;
    await tell(id, to, state);
    if (mischief.strikes(random, 0.08)) await tell(id, to, state);
    if (mischief.strikes(random, 0.02)) await tell(id, to, "UNDELIV");
  }

  async function tell(id: string, to: string, state: string): Promise<void> {
    const reported = {
      carrier: name,
      id,
      to,
      response: null as "taken" | null,
      says: SAYS[state] ?? "other" as const,
    };
    ledger.reported.push(reported);
    const isAccepted = await insist(() => ({
      esm_class: RECEIPT,
      source_addr: to,
      destination_addr: originator,
      short_message: `id:${id} sub:001 dlvrd:001 stat:${state} err:000 text:`,
    }));
    if (isAccepted) reported.response = "taken";
  }

  /** Delivers until the service accepts. False: cancelled. */
  async function insist(fields: () => Record<string, unknown>): Promise<boolean> {
    for (; !isOver; await pause(300)) {
      const session = smsc.sessions.at(-1);
      if (session === undefined) continue;
      if (await within(RESPONSE_MS, deliver(session, fields())) === 0) return true;
    }
    return false;
  }

  /** Delivers once; null if the session ended first. */
  function deliver(session: SmscSession, fields: Record<string, unknown>): Promise<number | null> {
    const ended = endings.get(session) ??
      new Promise<null>((resolve) => session.socket.once("close", () => resolve(null)));
    endings.set(session, ended);
    return Promise.race([ended, smsc.deliver(fields, session)]);
  }

  const smsc: Smsc = await startSmsc();
  smsc.respond = respond;
  return {
    name,
    port: smsc.port,
    breakOff() {
      for (const session of [...smsc.sessions]) session.destroy();
    },
    async write() {
      const from = ledger.handset();
      const written = {
        carrier: name,
        kind: "SMS" as const,
        account,
        from,
        lives: new Set<number>(),
        hasId: false,
        response: null as "kept" | null,
      };
      ledger.written.push(written);
      const isAccepted = await insist(() => {
        written.lives.add(life());
        return {
          source_addr: from,
          destination_addr: originator,
          short_message: `A question from ${from}`,
        };
      });
      if (isAccepted) written.response = "kept";
    },
    async [Symbol.asyncDispose]() {
      isOver = true;
      await smsc[Symbol.asyncDispose]();
      await background.done();
    },
  };
}
