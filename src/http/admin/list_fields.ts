/** Fields with comma-separated values, of which null stands for no limit. */
import type { Originator } from "../../core/account/account.ts";
import { findOriginator } from "../../core/account/address.ts";
import { Refusal } from "../../core/errors.ts";
import { list } from "../../config/values.ts";
import type { Store } from "../../ports/mod.ts";

/** Fault of a field that is not valid. */
type FieldFault = "invalidRequest" | "originatorInvalid" | "receiverInvalid";

/** Returns the current value for undefined, null for null, else the parsed text. */
export function changed<T, C>(
  text: string | null | undefined,
  current: C,
  parse: (text: string) => readonly T[],
): readonly T[] | null | C {
  return text === undefined ? current : text === null ? null : parse(text);
}

/** Reads values without duplicates. */
export const distinct = (text: string): string[] => [...new Set(list(text))];

/**
 * Reads one value or more, without duplicates.
 *
 * @throws {Refusal} of the given fault.
 */
export function some(field: string, text: string, fault: FieldFault): string[] {
  const values = distinct(text);
  if (values.length > 0) return values;
  throw new Refusal(fault, `${field} must have a value, or be null for all`);
}

/** Writes values as a field has them. */
export const joined = (values: readonly string[] | null): string | null =>
  values && values.join(", ");

/**
 * Reads senders, which the account must have.
 *
 * @throws {Refusal} of the given fault.
 */
export async function readSenders<C>(
  { accounts }: Pick<Store, "accounts">,
  account: string,
  text: string | null | undefined,
  current: C,
  fault: FieldFault = "invalidRequest",
): Promise<readonly string[] | null | C> {
  if (typeof text !== "string") return text === null ? null : current;
  const senders = some("senders", text, fault);
  const own = await accounts.originators(account);
  return senders.map((sender) => ownSender(own, sender, fault).address);
}

/**
 * Finds a sender of `senders` among those of the account.
 *
 * @throws {Refusal} of the given fault.
 */
export function ownSender(
  own: readonly Originator[],
  sender: string,
  fault: FieldFault,
): Originator {
  const originator = findOriginator(own, sender);
  if (originator !== undefined) return originator;
  throw new Refusal(fault, `senders: ${sender} is not a sender of the account`);
}
