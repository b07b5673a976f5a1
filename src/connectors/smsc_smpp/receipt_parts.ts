/** Puts receipts together that an SMSC sends in parts. */
import type { Clock } from "../../ports/mod.ts";
import { ESM_RECEIPT, type Pdu } from "../../smpp/pdu.ts";
import { isSufficient } from "../../smpp/receipt.ts";
import { joinedOctets, type UserData } from "../../smpp/user_data.ts";
import { addressesOf, type CollectedMessage, type PartData } from "./collection.ts";
import { createParts } from "./parts.ts";
import { createRedelivery } from "./redelivery.ts";
import type { Session } from "./session.ts";

export interface ReceiptParts {
  /** Takes a part. Rejects when a receipt could not be handled. */
  take(pdu: Pdu, data: PartData<UserData>, session: Pick<Session, "endedAt">): Promise<void>;
  /** Handles the receipts of which parts are missing. Resolves with the number that failed. */
  stop(): Promise<number>;
}

const NOTHING = new Uint8Array();

/** Part of a receipt. Its octets are in `octets` only. */
interface ReceiptPart extends UserData {
  pdu: Pdu;
}

/** @param handle Handles a receipt. */
export function createReceiptParts(
  clock: Clock,
  handle: (pdu: Pdu) => Promise<void>,
): ReceiptParts {
  const parts = createParts<ReceiptPart>({ clock, redelivery: createRedelivery(clock), deliver });

  /** Handles what parts make up, unless one of them was sufficient. */
  async function deliver({ parts }: CollectedMessage<ReceiptPart>): Promise<boolean> {
    const present = parts.filter((part) => part !== null);
    const pdus = present.map(({ octets, pdu }) => ({ ...pdu, short_message: octets }));
    if (pdus.some(isSufficient)) return true;
    const short_message = joinedOctets(present.map(({ octets }) => octets));
    await handle(Object.assign({}, ...pdus, { short_message }));
    return true;
  }

  return {
    async take(pdu, { part, ...data }, session) {
      const { message_payload: _, ...rest } = pdu;
      const bare = { ...detached(rest), esm_class: ESM_RECEIPT, short_message: NOTHING };
      const whole = { ...bare, short_message: data.octets };
      // At once: parts that wait are in memory only.
      if (isSufficient(whole)) await handle(whole);
      await parts.take(addressesOf(pdu), { ...data, part, pdu: bare }, session);
    },

    stop: parts.stop,
  };
}

/** Copies the octets of a PDU, so that it does not pin the chunk it arrived in. */
function detached(pdu: Pdu): Pdu {
  const entries = Object.entries(pdu).map((
    [name, value],
  ) => [name, value instanceof Uint8Array ? Uint8Array.from(value) : value]);
  return Object.fromEntries(entries);
}
