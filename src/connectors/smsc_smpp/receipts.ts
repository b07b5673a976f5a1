/** Reports receipts of an SMSC to the host. */
import type { SmscSmppSettings } from "../../core/routing/connector.ts";
import type { CarrierReport } from "../../ports/mod.ts";
import { readAddress } from "../../smpp/addresses.ts";
import { ESM_UDHI, type Pdu, STATUS, type Status } from "../../smpp/pdu.ts";
import { readReceipt, type Receipt, receiptWords } from "../../smpp/receipt.ts";
import { candidatesOf } from "../../smpp/receipt_ids.ts";
import { readUserData } from "../../smpp/user_data.ts";
import { createSmppExchanges } from "./exchanges.ts";
import { createReceiptParts } from "./receipt_parts.ts";
import type { Session } from "./session.ts";
import { isReferenceOf } from "./submission.ts";
import type { SmppPorts } from "./types.ts";

export interface ReceiptsOptions {
  /** Name of the connector. */
  name: string;
  settings: SmscSmppSettings;
  parts: Pick<SmppPorts, "exchanges" | "host" | "log">;
}

export interface Receipts {
  /**
   * Handles a receipt, or a part of one. Resolves with the status of the response; rejects when the
   * host does.
   */
  handle(pdu: Pdu, session: Pick<Session, "endedAt">): Promise<Status>;
  /** Handles the receipts of which parts are missing. */
  stop(): Promise<void>;
}

const NO_ID = "ask the SMSC's operator for receipts with the message_id of the response";
const NO_MESSAGE = "compare the id with those of messages, and set the connector's --receipt-ids";

export function createReceipts(
  { name, settings, parts: { exchanges, host, log } }: ReceiptsOptions,
): Receipts {
  const exchangeOf = createSmppExchanges(name, settings);
  /** Last receipt in progress, by message id. */
  const latest = new Map<string, Promise<void>>();
  const pieces = createReceiptParts(host.clock, handle);
  /** Index of the candidate that matched last, which is tried first. */
  let lastMatch = 0;

  /** Lists the ids that a receipt may mean, the likeliest first. */
  function idsOf(messageId: string): string[] {
    const candidates = candidatesOf(messageId, settings.receiptIds);
    const last = lastMatch === 0 ? undefined : candidates[lastMatch];
    return last === undefined
      ? candidates
      : [last, ...candidates.filter((candidate) => candidate !== last)];
  }

  /** Returns what finds a message whose response never came; nothing where the setting is off. */
  function referenceOf(pdu: Pdu): Pick<CarrierReport, "reference"> {
    const { user_message_reference: reference } = pdu;
    if (reference === undefined || settings.userMessageReference === false) return {};
    const recipient = recipientOf(pdu);
    const isOf = (trackingId: string) => isReferenceOf(reference, trackingId);
    return { reference: { recipient, isOf } };
  }

  async function process(pdu: Pdu, receipt: Receipt): Promise<void> {
    const { submitted, done, outcome } = receipt;
    const messageId = receipt.messageId ?? "";
    const at = host.clock.now();
    const [carrierId = "", ...otherIds] = messageId === "" ? [] : idsOf(messageId);
    const byReference = referenceOf(pdu);
    if (carrierId === "" && byReference.reference === undefined) return unreadable(pdu);
    const isMatched = await host.report({
      connector: name,
      carrierId,
      otherIds,
      outcome,
      at,
      ...byReference,
      ...settings.receipts === "any" ? { isForWhole: true } : {},
      onMatch(trackingId, matchedId) {
        const candidates = candidatesOf(messageId, settings.receiptIds);
        lastMatch = Math.max(0, candidates.indexOf(matchedId));
        exchanges.record(() => exchangeOf.received(trackingId, pdu, at));
      },
      describe: () => ({
        text: receiptWords(pdu),
        advice: carrierId === "" ? NO_ID : NO_MESSAGE,
        recipient: recipientOf(pdu),
      }),
    });
    if (!isMatched) return;
    const facts = { connector: name, "carrier-id": messageId, outcome: outcome.outcome };
    log.debug({ ...facts, submitted, done }, "receipt");
  }

  function unreadable(pdu: Pdu): void {
    const at = host.clock.now();
    const text = receiptWords(pdu);
    host.unmatched({ connector: name, carrierId: null, text, advice: NO_ID, at });
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

  async function handle(pdu: Pdu): Promise<void> {
    const receipt = readReceipt(pdu);
    const { messageId } = receipt;
    if (messageId === null) return await process(pdu, receipt);
    await inOrder(messageId, () => process(pdu, receipt));
  }

  return {
    async handle(pdu, session) {
      const data = readUserData(pdu, settings);
      // Optional parameters for segments are those of the message, which some SMSCs return.
      const { part } = data;
      const isPart = part !== null && ((pdu.esm_class ?? 0) & ESM_UDHI) !== 0;
      if (isPart) await pieces.take(pdu, { ...data, part }, session);
      else await handle(pdu);
      // Accepted even if the message is unknown: a redelivery would contain nothing new.
      return STATUS.ok;
    },

    async stop() {
      const lost = await pieces.stop();
      if (lost > 0) log.error({ connector: name, lost }, "incomplete receipts could not be stored");
    },
  };
}

function recipientOf(pdu: Pdu): string {
  return readAddress(pdu.source_addr, pdu.source_addr_ton);
}
