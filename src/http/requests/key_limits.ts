/** Limits of API keys, as both doors apply them. */
import type { KeyLimits } from "../../core/account/key_limits.ts";
import type { AccountAccess } from "../../ports/mod.ts";
import { networkMatcher } from "./networks.ts";
import { remoteAddress } from "./request_log.ts";
import { type ClientAddress, UNKNOWN } from "./client_address.ts";

/**
 * Tells whether a request comes from where its key may be used. A client whose address is unknown may
 * use no key with such a limit.
 */
export function comesFromAllowed(
  { limits }: Pick<AccountAccess, "limits">,
  headers: Headers,
  clientAddress: ClientAddress,
): boolean {
  if (limits === undefined || limits.networks === null) return true;
  const address = clientAddress(headers, remoteAddress());
  return address !== UNKNOWN && matcherOf(limits)(address);
}

/** Matchers of limits, which stay the same as long as the directory caches them. */
const matchers = new WeakMap<KeyLimits, (address: string) => boolean>();

function matcherOf(limits: KeyLimits): (address: string) => boolean {
  const matcher = matchers.get(limits) ?? networkMatcher(limits.networks!);
  matchers.set(limits, matcher);
  return matcher;
}
