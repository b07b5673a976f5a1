/** Receipts of an SMSC, told to the host until it knows the message that they are of. */
import type { SmscSmppSettings } from "../../core/routing/connector.ts";
import { type Pdu, STATUS, type Status } from "../../smpp/pdu.ts";
import { readReceipt, type Receipt } from "../../smpp/receipt.ts";
import { candidatesOf } from "../../smpp/receipt_ids.ts";
import type { SmppPorts } from "./types.ts";

export interface ReceiptsOptions {
  /** Of the connector. */
  name: string;
  settings: SmscSmppSettings;
  parts: Pick<SmppPorts, "host" | "log">;
}

export interface Receipts {
  /** Rejects as the host does. */
  take(pdu: Pdu): Promise<Status>;
}

/** A receipt may overtake the answer that names its message: it is looked for again, about 5 s. */
const LOOK_AGAIN_MS = [100, 400, 1000, 1500, 2000];

export function createReceipts(
  { name, settings, parts: { host, log } }: ReceiptsOptions,
): Receipts {
  /** The last one of each message that has receipts in hand. */
  const latest = new Map<string, Promise<void>>();
  /** Which candidate it was the last time: most likely it is again. */
  let usual = 0;

  /** False: no message has one of its ids. */
  async function report({ outcome }: Receipt, candidates: readonly string[]): Promise<boolean> {
    const at = host.clock.now();
    const order = [...candidates.keys()].sort((a, b) => +(b === usual) - +(a === usual));
    for (const index of order) {
      const carrierId = candidates[index]!;
      if (!await host.report({ connector: name, carrierId, outcome, at })) continue;
      usual = index;
      return true;
    }
    return false;
  }

  async function find(receipt: Receipt, candidates: readonly string[]): Promise<boolean> {
    const begun = host.clock.now();
    const end = begun + LOOK_AGAIN_MS.reduce((sum, one) => sum + one, 0);
    for (const wait of LOOK_AGAIN_MS) {
      if (await report(receipt, candidates)) return true;
      // The host may have looked for long itself.
      if (host.clock.now() >= end) return false;
      await new Promise((resolve) => setTimeout(resolve, wait));
    }
    return await report(receipt, candidates);
  }

  async function settle(messageId: string, receipt: Receipt): Promise<void> {
    const { submitted, done, outcome } = receipt;
    const facts = {
      connector: name,
      "carrier-id": messageId,
      outcome: outcome.outcome,
      ..."reason" in outcome ? { reason: outcome.reason } : {},
    };
    if (await find(receipt, candidatesOf(messageId, settings.receiptIds))) {
      return log.debug({ ...facts, submitted, done }, "receipt");
    }
    log.warn(
      { ...facts, do: "check the connector's receiptIds" },
      "receipt for an unknown message",
    );
  }

  /** Those of one message one after another, as they came; others do not wait for them. */
  async function inOrder(messageId: string, work: () => Promise<void>): Promise<void> {
    const turn = (latest.get(messageId) ?? Promise.resolve()).catch(() => {}).then(work);
    latest.set(messageId, turn);
    try {
      await turn;
    } finally {
      if (latest.get(messageId) === turn) latest.delete(messageId);
    }
  }

  return {
    async take(pdu) {
      const receipt = readReceipt(pdu);
      const { messageId } = receipt;
      if (messageId === null) {
        log.warn({ connector: name }, "the SMSC sent a receipt that names no message");
      } else {
        await inOrder(messageId, () => settle(messageId, receipt));
      }
      // The SMSC has nothing better to say the next time.
      return STATUS.ok;
    },
  };
}
