/** Refusals and checks that several admin operations share. */
import { Refusal } from "../../core/errors.ts";
import { parseOutboundUrl } from "../../core/network.ts";
import { type Fetch, FetchRefused } from "../../ports/mod.ts";
import { isNamespaceSupported, isVersionSupported, NAMESPACE_BASE } from "../../mm7/versions.ts";

/** Creates the 404 for a thing that does not exist. */
export function missing(noun: string): Refusal {
  return new Refusal("notFound", `${noun} does not exist`);
}

/**
 * Checks a carrier's URL. Private addresses are allowed: operators are trusted.
 *
 * @throws {Refusal} E100
 */
export function checkCarrierUrl(field: string, url: string): void {
  const verdict = parseOutboundUrl(url);
  if (!verdict.ok) throw new Refusal("invalidRequest", `${field}: ${verdict.reason}`);
}

/**
 * Checks a customer's URL against the rules of outbound requests, such as public addresses only.
 *
 * @throws {Refusal} E100
 */
export function checkUrl(fetch: Pick<Fetch, "check">, field: string, url: string): void {
  try {
    fetch.check(url);
  } catch (error) {
    if (!(error instanceof FetchRefused)) throw error;
    throw new Refusal("invalidRequest", `${field}: ${error.reason}`);
  }
}

/**
 * Checks an MM7Version; null is valid.
 *
 * @throws {Refusal} E100 for an unsupported version.
 */
export function checkMm7Version(field: string, version: string | null): void {
  if (version === null || isVersionSupported(version)) return;
  throw new Refusal("invalidRequest", `${field} must be from 5.3.0 to 6.8.0`);
}

/**
 * Checks an MM7 namespace; null is valid.
 *
 * @throws {Refusal} E100 for one that is not an MM7 schema.
 */
export function checkMm7Namespace(field: string, namespace: string | null): void {
  if (namespace === null || isNamespaceSupported(namespace)) return;
  const form = `${NAMESPACE_BASE}REL-6-MM7-1-4, or another of release 5 or 6`;
  throw new Refusal("invalidRequest", `${field} must be ${form}`);
}
