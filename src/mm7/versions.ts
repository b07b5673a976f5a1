/** Supported versions and namespaces of MM7 (contract section 5). */
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

function compare(a: readonly number[], b: readonly number[]): number {
  const differing = a.findIndex((number, i) => number !== b[i]);
  return differing < 0 ? 0 : a[differing]! - b[differing]!;
}
