/** Addresses as SMPP writes them: with type of number and numbering plan (SMPP 3.4 section 5.2.5). */
import { readOriginator } from "../core/account/address.ts";
import type { SmscSmppSettings } from "../core/routing/connector.ts";
import type { Fields } from "./pdu.ts";

const TON = { international: 1, networkSpecific: 3, alphanumeric: 5 } as const;
const NPI = { unknown: 0, isdn: 1 } as const;

/** Short codes are shorter than any number with its country code that is given to a sender. */
const IS_SHORT_CODE = /^\d{1,8}$/;
const IS_NUMBER = /^\d+$/;

export function sourceAddress(
  from: string,
  { sourceTon, sourceNpi }: Pick<SmscSmppSettings, "sourceTon" | "sourceNpi">,
): Fields {
  const { ton, npi } = formOf(from);
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

function formOf(from: string): { ton: number; npi: number } {
  if (!IS_NUMBER.test(from)) return { ton: TON.alphanumeric, npi: NPI.unknown };
  if (IS_SHORT_CODE.test(from)) return { ton: TON.networkSpecific, npi: NPI.unknown };
  return { ton: TON.international, npi: NPI.isdn };
}

/** An address that an SMSC writes, in normal form: digits, or a name; or null. */
export function readAddress(address: string | undefined): string | null {
  return readOriginator(address ?? "");
}
