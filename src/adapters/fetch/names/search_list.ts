/** Completion of relative names to absolute ones: `search` and `ndots` of resolv.conf(5). */

/** Configuration of the completion. */
export interface SearchList {
  /** Domains without a trailing dot; the root is empty. */
  domains: readonly string[];
  /** Number of dots from which on a name is tried as absolute first. */
  ndots: number;
}

const MAX_NDOTS = 15;

/** Parses resolv.conf(5); the last `domain` or `search` line counts. */
export function parseSearchList(text: string): SearchList {
  let domains: string[] = [];
  let ndots = 1;
  for (const line of text.split("\n")) {
    const [keyword, ...words] = line.trim().split(/\s+/);
    if (keyword === "domain") domains = words.slice(0, 1);
    if (keyword === "search") domains = words;
    if (keyword !== "options") continue;
    for (const word of words) {
      const digits = /^ndots:(\d+)$/.exec(word)?.[1];
      if (digits !== undefined) ndots = Math.min(Number(digits), MAX_NDOTS);
    }
  }
  return { domains: domains.map((domain) => domain.replace(/\.$/, "").toLowerCase()), ndots };
}

/** Lists the absolute names to query, each with a trailing dot, in the order of getaddrinfo. */
export function candidatesOf(name: string, { domains, ndots }: SearchList): string[] {
  const absolute = `${name}.`;
  const completed = domains.map((domain) => domain === "" ? absolute : `${name}.${domain}.`);
  const dots = name.split(".").length - 1;
  return [...new Set(dots >= ndots ? [absolute, ...completed] : [...completed, absolute])];
}
