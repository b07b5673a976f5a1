/** What several nouns of the admin API refuse alike. */
import { Refusal } from "../../core/errors.ts";
import { parseOutboundUrl } from "../../core/network.ts";
import { type Fetch, FetchRefused } from "../../ports/mod.ts";
import { isNamespaceSupported, isVersionSupported, NAMESPACE_BASE } from "../../mm7/versions.ts";

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

/** Throws Refusal for an MM7Version that we do not speak; null is none. */
export function checkMm7Version(field: string, version: string | null): void {
  if (version === null || isVersionSupported(version)) return;
  throw new Refusal("invalidRequest", `${field} must be from 5.3.0 to 6.8.0`);
}

/** Throws Refusal for a namespace that is no schema of MM7; null is none. */
export function checkMm7Namespace(field: string, namespace: string | null): void {
  if (namespace === null || isNamespaceSupported(namespace)) return;
  const form = `${NAMESPACE_BASE}REL-6-MM7-1-4, or another of release 5 or 6`;
  throw new Refusal("invalidRequest", `${field} must be ${form}`);
}
