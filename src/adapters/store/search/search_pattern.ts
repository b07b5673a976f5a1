/** Patterns that find every text which may contain another, whatever the server's locale. */

/**
 * Writes a pattern of ILIKE that matches at least the texts, also within JSON, whose folded form
 * contains the folded form of `text`. What only the folding makes equal matches anything: servers
 * with the locale C know the case of ASCII alone.
 */
export function searchPattern(text: string): string {
  const parts = Array.from(text.toWellFormed(), (character) => {
    // The signs of Kelvin and the dotted capital I fold to these letters, % and _ are wildcards.
    if (/[ki%_]/i.test(character)) return "_";
    if (/[!-~]/.test(character)) return /["\\]/.test(character) ? "%" : character;
    const isPlain = /[^\0-\x7f\ufffd\s\p{M}]/u.test(character) &&
      character.toUpperCase() === character.toLowerCase() &&
      character.normalize("NFD") === character;
    return isPlain ? character : "%";
  });
  return `%${parts.join("")}%`.replaceAll(/%+/g, "%");
}
