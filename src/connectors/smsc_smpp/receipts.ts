/** Reports receipts of an SMSC to the host. */
import type { SmscSmppSettings } from "../../core/routing/connector.ts";
import type { CarrierReport } from "../../ports/mod.ts";
import { readAddress } from "../../smpp/addresses.ts";
import { ESM_RECEIPT, ESM_UDHI, type Pdu, STATUS, type Status } from "../../smpp/pdu.ts";
import { isSufficient, readReceipt, type Receipt, receiptWords } from "../../smpp/receipt.ts";
import { candidatesOf } from "../../smpp/receipt_ids.ts";
import { joinedOctets, readUserData, type UserData } from "../../smpp/user_data.ts";
import { createSmppExchanges } from "./exchanges.ts";
import { createParts } from "./parts.ts";
import { addressesOf, type CollectedMessage } from "./reassembly.ts";
import { createRedelivery } from "./redelivery.ts";
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

const NOTHING = new Uint8Array();

const NO_ID = "ask the SMSC's operator for receipts with the message_id of the response";
const NO_MESSAGE = "compare the id with those of messages, and set the connector's --receipt-ids";

/** Part of a receipt. Its octets are in `octets` only. */
interface ReceiptPart extends UserData {
  pdu: Pdu;
}

interface ReceiptPdu {
  pdu: Pdu;
  receipt: Receipt;
}

export function createReceipts(
  { name, settings, parts: { exchanges, host, log } }: ReceiptsOptions,
): Receipts {
  const exchangeOf = createSmppExchanges(name, settings);
  /** Last receipt in progress, by message id. */
  const latest = new Map<string, Promise<void>>();
  const pieces = createParts<ReceiptPart>({
    clock: host.clock,
    redelivery: createRedelivery(host.clock),
    deliver: deliverParts,
  });
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

  async function process({ pdu, receipt }: ReceiptPdu): Promise<void> {
    const { submitted, done, outcome } = receipt;
    const messageId = receipt.messageId ?? "";
    const at = host.clock.now();
    const [carrierId = "", ...otherIds] = messageId === "" ? [] : idsOf(messageId);
    const byReference = referenceOf(pdu);
    if (carrierId === "" && byReference.reference === undefined) return unreadable(pdu);
    const isMatched = await host.report({
      ...{ connector: name, carrierId, otherIds, outcome, at, ...byReference },
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

  async function handle(read: ReceiptPdu): Promise<void> {
    const { messageId } = read.receipt;
    if (messageId === null) return await process(read);
    await inOrder(messageId, () => process(read));
  }

  /** Handles what parts make up, unless one of them was sufficient. */
  async function deliverParts({ parts }: CollectedMessage<ReceiptPart>): Promise<boolean> {
    const present = parts.filter((part) => part !== null);
    const pdus = present.map(({ octets, pdu }) => ({ ...pdu, short_message: octets }));
    if (pdus.some(isSufficient)) return true;
    const short_message = joinedOctets(present.map(({ octets }) => octets));
    const pdu = Object.assign({}, ...pdus, { short_message });
    await handle({ pdu, receipt: readReceipt(pdu) });
    return true;
  }

  /** Handles a part at once where it is sufficient: parts that wait are in memory only. */
  async function takePart(
    pdu: Pdu,
    { part, ...data }: UserData,
    session: Pick<Session, "endedAt">,
  ): Promise<void> {
    const { message_payload: _, ...rest } = pdu;
    const bare = { ...detached(rest), esm_class: ESM_RECEIPT, short_message: NOTHING };
    const whole = { ...bare, short_message: data.octets };
    if (isSufficient(whole)) await handle({ pdu: whole, receipt: readReceipt(whole) });
    await pieces.take(addressesOf(pdu), { ...data, part: part!, pdu: bare }, session);
  }

  return {
    async handle(pdu, session) {
      const data = readUserData(pdu, settings);
      // Optional parameters for segments are those of the message, which some SMSCs return.
      const isPart = data.part !== null && ((pdu.esm_class ?? 0) & ESM_UDHI) !== 0;
      if (isPart) await takePart(pdu, data, session);
      else await handle({ pdu, receipt: readReceipt(pdu) });
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

/** Copies the octets of a PDU, so that it does not pin the chunk it arrived in. */
function detached(pdu: Pdu): Pdu {
  const entries = Object.entries(pdu).map((
    [name, value],
  ) => [name, value instanceof Uint8Array ? Uint8Array.from(value) : value]);
  return Object.fromEntries(entries);
}
