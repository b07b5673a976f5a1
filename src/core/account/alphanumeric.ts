/** Alphanumeric senders, which the carriers of some countries do not take (spec 4.4, `from`). */
import type { Originator } from "./account.ts";
import { isOfCountry } from "./number_plan.ts";

/** Countries whose carriers take none. */
const WITHOUT = ["US", "CA"];

/**
 * Finds the country, the sender's own or the recipient's, whose carriers do not take the sender;
 * null if all do.
 */
export function refusingCountry(
  { kind, country }: Pick<Originator, "country" | "kind">,
  to: string,
): string | null {
  if (kind !== "alphanumeric") return null;
  return WITHOUT.find((each) => each === country || isOfCountry(to, each)) ?? null;
}

/** Lists the countries of a sender whose carriers do not take it, a sentence for each. */
export function alphanumericWarnings({ kind, country, countries }: Originator): string[] {
  if (kind !== "alphanumeric") return [];
  return countries.filter((each) => WITHOUT.includes(each)).map((each) => {
    const refused = each === country ? "all that it sends" : "what it sends there";
    return `carriers of ${each} take no alphanumeric sender: ${refused} is refused (E111)`;
  });
}
