/** Stems of English words, by few rules: enough for one form of a word to find the others. */

/** Minimum letters that remain of a word whose ending is removed. */
const STEM_MIN = 2;

/** Endings with their replacements; of each row the first that fits a word is applied. */
const STEPS: readonly (readonly (readonly [ending: RegExp, replacement: string])[])[] = [
  [[/ies$/, "y"], [/(ss|sh|ch|x|zz)es$/, "$1"], [/(?<![su])s$/, ""]],
  [[/ied$/, "y"], [/(at|iz)(ions?|ed|ing)$/, "$1"], [/ion$/, ""], [/(ed|ing)$/, ""]],
  [[/([bdgmnprt])\1$/, "$1"], [/e$/, ""]],
];

/** Removes the endings of a word in lower case. Names, codes and digits stay as they are. */
export function stem(word: string): string {
  if (!/^[a-z]+$/.test(word)) return word;
  return STEPS.reduce((stemmed, rules) => {
    for (const [ending, replacement] of rules) {
      const shorter = stemmed.replace(ending, replacement);
      if (shorter !== stemmed) return shorter.length < STEM_MIN ? stemmed : shorter;
    }
    return stemmed;
  }, word);
}
