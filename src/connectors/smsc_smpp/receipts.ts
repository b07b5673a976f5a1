/** Reports receipts of an SMSC to the host, retrying while their message is not known yet. */
import type { SmscSmppSettings } from "../../core/routing/connector.ts";
import { type Pdu, STATUS, type Status } from "../../smpp/pdu.ts";
import { readReceipt, type Receipt } from "../../smpp/receipt.ts";
import { candidatesOf } from "../../smpp/receipt_ids.ts";
import { createSmppExchanges } from "./exchanges.ts";
import type { SmppPorts } from "./types.ts";
import { delay } from "../../lib/delay.ts";

export interface ReceiptsOptions {
  /** Name of the connector. */
  name: string;
  settings: SmscSmppSettings;
  parts: Pick<SmppPorts, "exchanges" | "host" | "log">;
}

export interface Receipts {
  /** Handles a receipt. Resolves with the status of the response; rejects when the host does. */
  handle(pdu: Pdu): Promise<Status>;
}

/** Called with the tracking-id of a receipt's message. */
type OnMatch = (trackingId: string) => void;

/**
 * Delays between lookups of a receipt's message, in milliseconds: a receipt may overtake the
 * submit_sm_resp with its message id.
 */
const LOOKUP_RETRY_MS = [100, 400, 1000, 1500, 2000];
const LOOKUP_MS = LOOKUP_RETRY_MS.reduce((sum, delayMs) => sum + delayMs, 0);

export function createReceipts(
  { name, settings, parts: { exchanges, host, log } }: ReceiptsOptions,
): Receipts {
  const exchangeOf = createSmppExchanges(name, settings);
  /** Last receipt in progress, by message id. */
  const latest = new Map<string, Promise<void>>();
  /** Index of the candidate that matched last, which is tried first. */
  let lastMatch = 0;

  /** Reports to the first candidate that is a message's id; false when none is. */
  async function report(
    { outcome }: Receipt,
    candidates: readonly string[],
    onMatch: OnMatch,
  ): Promise<boolean> {
    const at = host.clock.now();
    const last = lastMatch === 0 ? undefined : candidates[lastMatch];
    const order = last === undefined
      ? candidates
      : [last, ...candidates.filter((candidate) => candidate !== last)];
    for (const carrierId of order) {
      if (!await host.report({ connector: name, carrierId, outcome, at, onMatch })) continue;
      lastMatch = candidates.indexOf(carrierId);
      return true;
    }
    return false;
  }

  async function reportWithRetry(
    receipt: Receipt,
    candidates: readonly string[],
    onMatch: OnMatch,
  ): Promise<boolean> {
    const end = host.clock.now() + LOOKUP_MS;
    for (const delayMs of LOOKUP_RETRY_MS) {
      if (await report(receipt, candidates, onMatch)) return true;
      // The host's own lookup may have taken long.
      if (host.clock.now() >= end) return false;
      await delay(delayMs);
    }
    return await report(receipt, candidates, onMatch);
  }

  async function process(
    messageId: string,
    receipt: Receipt,
    onMatch: OnMatch,
  ): Promise<void> {
    const { submitted, done, outcome } = receipt;
    const facts = {
      connector: name,
      "carrier-id": messageId,
      outcome: outcome.outcome,
      ..."reason" in outcome ? { reason: outcome.reason } : {},
    };
    if (await reportWithRetry(receipt, candidatesOf(messageId, settings.receiptIds), onMatch)) {
      return log.debug({ ...facts, submitted, done }, "receipt");
    }
    log.warn(
      { ...facts, do: "check the connector's --receipt-ids" },
      "receipt for an unknown message",
    );
  }

  /** Processes the receipts of a message in order of arrival, in parallel to other messages. */
  async function inOrder(messageId: string, work: () => Promise<void>): Promise<void> {
    const previous = latest.get(messageId);
    const current = previous === undefined ? work() : previous.then(work, work);
    latest.set(messageId, current);
    try {
      await current;
    } finally {
      if (latest.get(messageId) === current) latest.delete(messageId);
    }
  }

  return {
    async handle(pdu) {
      const receipt = readReceipt(pdu);
      const { messageId } = receipt;
      if (messageId === null) {
        log.warn({ connector: name }, "the SMSC sent a receipt without a message id");
      } else {
        const at = host.clock.now();
        const onMatch = (trackingId: string) =>
          exchanges.record(() => exchangeOf.received(trackingId, pdu, at));
        await inOrder(messageId, () => process(messageId, receipt, onMatch));
      }
      // Accepted even if the message is unknown: a redelivery would contain nothing new.
      return STATUS.ok;
    },
  };
}
