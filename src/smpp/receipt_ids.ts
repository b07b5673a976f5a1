/**
 * The ids of submit_sm_resp and those of receipts. SMPP says nothing of their form, and SMSCs write
 * the same number in hexadecimal in the one and in decimal in the other.
 */
import type { SmscSmppSettings } from "../core/routing/connector.ts";

type ReceiptIds = SmscSmppSettings["receiptIds"];

/** Longer ones cannot be searched for in the store. */
const MAX_LENGTH = 500;

const IS_DECIMAL = /^\d+$/;
const IS_HEX = /^[\da-f]+$/i;

/** The id of a submit_sm_resp as it is kept; null: there is none that can be. */
export function carrierIdOf(messageId: string | undefined, receiptIds: ReceiptIds): string | null {
  const id = messageId?.trim() ?? "";
  if (id === "" || id.length > MAX_LENGTH) return null;
  switch (receiptIds) {
    case "same":
      return id;
    case "hex-to-decimal":
      return decimalOfHex(id) ?? id;
    case "decimal-to-hex":
    case "any":
      return plain(id);
  }
}

/** As what the message of a receipt may have been kept, the likeliest first. */
export function candidatesOf(receiptId: string, receiptIds: ReceiptIds): string[] {
  const id = receiptId.trim();
  if (id.length > MAX_LENGTH) return [];
  switch (receiptIds) {
    case "same":
      return [id];
    case "hex-to-decimal":
      return [plain(id)];
    case "decimal-to-hex":
      return [decimalOfHex(id) ?? id];
    case "any":
      return [...new Set([plain(id), hexOfDecimal(id), decimalOfHex(id)])]
        .filter((one) => one !== null);
  }
}

/** A number without leading zeros, in lower case; anything else as it is. */
function plain(id: string): string {
  return IS_HEX.test(id) ? id.replace(/^0+(?=.)/, "").toLowerCase() : id;
}

function decimalOfHex(id: string): string | null {
  return IS_HEX.test(id) ? BigInt(`0x${id}`).toString() : null;
}

function hexOfDecimal(id: string): string | null {
  return IS_DECIMAL.test(id) ? BigInt(id).toString(16) : null;
}
