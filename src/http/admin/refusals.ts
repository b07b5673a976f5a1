/** What several nouns of the admin API refuse alike. */
import { Refusal } from "../../core/errors.ts";
import { parseOutboundUrl } from "../../core/network.ts";
import { type Fetch, FetchRefused } from "../../env.ts";

/** 404 for `what`. */
export function missing(what: string): Refusal {
  return new Refusal("notThere", `${what} does not exist`);
}

/** Throws Refusal for a carrier's URL that is none. It may lead anywhere: the operator gave it. */
export function checkCarrierUrl(field: string, url: string): void {
  const verdict = parseOutboundUrl(url);
  if (!verdict.ok) throw new Refusal("invalidRequest", `${field}: ${verdict.reason}`);
}

/** Throws Refusal for a customer's URL that could never be asked. */
export function checkUrl(fetch: Pick<Fetch, "check">, field: string, url: string): void {
  try {
    fetch.check(url);
  } catch (error) {
    if (!(error instanceof FetchRefused)) throw error;
    throw new Refusal("invalidRequest", `${field}: ${error.reason}`);
  }
}
