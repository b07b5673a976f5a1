/** Supported versions and namespaces of MM7 (contract section 5). */
import { Refusal } from "../core/errors.ts";
import { NAMESPACE } from "../generated/mm7.ts";

/** Our MM7Version, used where the other side has named no supported one. */
export const VERSION = "6.8.0";

/** Prefix of MM7 namespaces; release and schema version follow. */
export const NAMESPACE_BASE = NAMESPACE.slice(0, NAMESPACE.lastIndexOf("/") + 1);

const OLDEST_VERSION = [5, 3, 0];
const NEWEST_VERSION = [6, 8, 0];
const RELEASE = /^REL-[56]-MM7-\d{1,2}-\d{1,2}$/;

/** Tells whether an MM7Version is from 5.3.0 to 6.8.0. */
export function isVersionSupported(text: string): boolean {
  const match = /^(\d{1,3})\.(\d{1,3})\.(\d{1,3})$/.exec(text);
  if (match === null) return false;
  const version = match.slice(1).map(Number);
  return compare(version, OLDEST_VERSION) >= 0 && compare(version, NEWEST_VERSION) <= 0;
}

/** Tells whether a namespace is of release 5 or 6, in any schema version. */
export function isNamespaceSupported(uri: string): boolean {
  return uri.startsWith(NAMESPACE_BASE) && RELEASE.test(uri.slice(NAMESPACE_BASE.length));
}

/** Tells whether a supported namespace is of release 6. */
export function isRelease6(uri: string): boolean {
  return uri.startsWith(`${NAMESPACE_BASE}REL-6-`);
}

/**
 * Checks an MM7Version that an administrator sets; null is valid.
 *
 * @throws {Refusal} E100 for an unsupported version.
 */
export function checkVersion(field: string, version: string | null): void {
  if (version === null || isVersionSupported(version)) return;
  throw new Refusal("invalidRequest", `${field} must be from 5.3.0 to 6.8.0`);
}

/**
 * Checks an MM7 namespace that an administrator sets; null is valid.
 *
 * @throws {Refusal} E100 for one that is not an MM7 schema.
 */
export function checkNamespace(field: string, namespace: string | null): void {
  if (namespace === null || isNamespaceSupported(namespace)) return;
  const form = `${NAMESPACE_BASE}REL-6-MM7-1-4, or another of release 5 or 6`;
  throw new Refusal("invalidRequest", `${field} must be ${form}`);
}

function compare(a: readonly number[], b: readonly number[]): number {
  const differing = a.findIndex((number, i) => number !== b[i]);
  return differing < 0 ? 0 : a[differing]! - b[differing]!;
}
