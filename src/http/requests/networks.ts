/** Networks that an address may belong to. */
import ipaddr from "ipaddr.js";

/** Creates a function that tells whether a canonical address is within one of these CIDR ranges. */
export function networkMatcher(cidrs: readonly string[]): (address: string) => boolean {
  const ranges = cidrs.map((cidr) => ipaddr.parseCIDR(cidr));
  return (text) => {
    const address = ipaddr.parse(text);
    return ranges.some(([base, bits]) =>
      base.kind() === address.kind() && address.match(base, bits)
    );
  };
}
