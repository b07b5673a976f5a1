/**
 * Matches message ids of receipts to those of submit_sm_resp. SMPP does not define their format,
 * and SMSCs write the same number in hexadecimal in one and in decimal in the other.
 */
import type { SmscSmppSettings } from "../core/routing/connector.ts";

type ReceiptIds = SmscSmppSettings["receiptIds"];

/** Maximum length of an id, in characters; longer ones cannot be looked up in the store. */
const MAX_LENGTH = 500;

const IS_DECIMAL = /^\d+$/;
const IS_HEX = /^(?:0x)?[\da-f]+$/i;
const HAS_HEX_DIGIT = /[a-fx]/i;

/** Returns the id to store for a submit_sm_resp; null when it is empty or too long. */
export function carrierIdOf(messageId: string | undefined, receiptIds: ReceiptIds): string | null {
  const id = messageId?.trim() ?? "";
  if (id === "" || id.length > MAX_LENGTH) return null;
  switch (receiptIds) {
    case "same":
      return id;
    case "hex-to-decimal":
      return decimalOfHex(id) ?? id;
    case "decimal-to-hex":
      return normalised(id);
    case "any":
      return caseless(id);
  }
}

/** Lists the stored ids that a receipt's id may refer to, the likeliest first. */
export function candidatesOf(receiptId: string, receiptIds: ReceiptIds): string[] {
  const id = receiptId.trim();
  if (id.length > MAX_LENGTH) return [];
  switch (receiptIds) {
    case "same":
      return [id];
    case "hex-to-decimal":
      // Some SMSCs write a receipt as the response has it; letters tell that it is hexadecimal.
      return HAS_HEX_DIGIT.test(id) ? distinct(decimalOfHex(id), normalised(id)) : [normalised(id)];
    case "decimal-to-hex":
      return HAS_HEX_DIGIT.test(id)
        ? distinct(decimalOfHex(id), normalised(id))
        : [decimalOfHex(id) ?? id];
    case "any":
      return distinct(caseless(id), hexOfDecimal(id), decimalOfHex(id));
  }
}

function distinct(...candidates: readonly (string | null)[]): string[] {
  return [...new Set(candidates)].filter((candidate) => candidate !== null);
}

/** Strips `0x` and leading zeros of a number and lower-cases it; returns any other id unchanged. */
function normalised(id: string): string {
  return IS_HEX.test(id) ? id.replace(/^(?:0x)?0*(?=.)/i, "").toLowerCase() : id;
}

/** Lower-cases an id after {@link normalised}: some SMSCs write UUIDs in either case. */
function caseless(id: string): string {
  return normalised(id).toLowerCase();
}

function decimalOfHex(id: string): string | null {
  return IS_HEX.test(id) ? BigInt(`0x${id.replace(/^0x/i, "")}`).toString() : null;
}

function hexOfDecimal(id: string): string | null {
  return IS_DECIMAL.test(id) ? BigInt(id).toString(16) : null;
}
