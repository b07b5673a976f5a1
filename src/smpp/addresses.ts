/** SMPP addresses with type of number and numbering plan (SMPP 3.4 section 5.2.5). */
import { readOriginator } from "../core/account/address.ts";
import type { SmscSmppSettings } from "../core/routing/connector.ts";
import type { Fields } from "./pdu.ts";

const TON = { international: 1, networkSpecific: 3, alphanumeric: 5 } as const;
const NPI = { unknown: 0, isdn: 1 } as const;

/** Short codes have fewer digits than any sender number with its country code. */
const IS_SHORT_CODE = /^\d{1,8}$/;
const IS_NUMBER = /^\d+$/;

export function sourceAddress(
  from: string,
  { sourceTon, sourceNpi }: Pick<SmscSmppSettings, "sourceTon" | "sourceNpi">,
): Fields {
  const { ton, npi } = defaultsFor(from);
  return {
    source_addr_ton: sourceTon ?? ton,
    source_addr_npi: sourceNpi ?? npi,
    source_addr: from,
  };
}

export function destinationAddress(
  to: string,
  { destTon, destNpi }: Pick<SmscSmppSettings, "destTon" | "destNpi">,
): Fields {
  return { dest_addr_ton: destTon, dest_addr_npi: destNpi, destination_addr: to };
}

function defaultsFor(from: string): { ton: number; npi: number } {
  if (!IS_NUMBER.test(from)) return { ton: TON.alphanumeric, npi: NPI.unknown };
  if (IS_SHORT_CODE.test(from)) return { ton: TON.networkSpecific, npi: NPI.unknown };
  return { ton: TON.international, npi: NPI.isdn };
}

/** Characters that no page or log can show: control characters, and separators of lines. */
const UNPRINTABLE = /[\p{Cc}\p{Zl}\p{Zp}]/gu;

/**
 * Normalises an address received from an SMSC. Numbers become digits; any other address stays as it
 * is, since an SMSC delivers from names, national numbers and service codes alike. Empty if there is
 * none.
 *
 * @param ton Type of number (section 5.2.5). Default unknown.
 */
export function readAddress(address: string | undefined, ton = 0): string {
  const bare = (address ?? "").replaceAll(UNPRINTABLE, "\ufffd").trim();
  if (ton === TON.alphanumeric) return bare;
  return readOriginator(bare) ?? bare;
}
