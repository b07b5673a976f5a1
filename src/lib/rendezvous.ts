/**
 * Weighted rendezvous hashing (highest random weight): every machine with the same key and nodes
 * chooses the same node, and a node that comes or goes moves only the keys that it wins or had.
 */

/**
 * Creates the score of nodes for a key: the highest one wins, for each node as often as its weight
 * says. A weight is above 0.
 */
export function rendezvous(key: string): (node: string, weight: number) => number {
  const seed = mixed(hashOf(key));
  return (node, weight) => {
    const uniform = (mixed(hashOf(node) ^ seed) + 0.5) / 2 ** 32;
    return -weight / Math.log(uniform);
  };
}

/** Hashes a text to 32 bits (FNV-1a, by UTF-16 units). */
function hashOf(text: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < text.length; at++) {
    hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  }
  return hash;
}

/** Has each bit of a hash depend on all others (finaliser of MurmurHash3); unsigned. */
function mixed(hash: number): number {
  let bits = hash;
  bits = Math.imul(bits ^ bits >>> 16, 0x85ebca6b);
  bits = Math.imul(bits ^ bits >>> 13, 0xc2b2ae35);
  return (bits ^ bits >>> 16) >>> 0;
}
