/** Texts that writers and readers of content lines easily get wrong. */
import fc from "npm:fast-check@4.10.2";

/** Texts that must be read back unchanged. */
export const HARD_TEXTS: Readonly<Record<string, string>> = {
  "quotes": `say "hello", 'hi' and \`ho\``,
  "semicolons": "a;b;;c;",
  "commas": "a,b,,c,",
  "backslashes": "C:\\temp\\\\x\\",
  "what looks like escapes": "\\n \\, \\; \\\\ \\N ^n ^' &amp; %2C %5C",
  "line breaks": "one\ntwo\n\nthree\n",
  "colons": "a:b:c://d",
  "equals signs": "a=b ==c=",
  "what looks like quoted-printable": "=0A =0D=0A =3D =E2=82=AC =",
  "what looks like a property": "x\nEND:VCARD\nEND:VEVENT\nBEGIN:VCARD\nTEL:911",
  "200 characters without a space": "x".repeat(200),
  "200 characters of words": "lorem ipsum dolor sit amet ".repeat(8).slice(0, 200),
  "200 spaces": `a${" ".repeat(200)}b`,
  "spaces around it": "  padded  ",
  "a trailing space": "a ",
  "a tab": "a\tb\t",
  "umlauts and accents": "Grüße aus Zürich, à bientôt",
  "combining marks": "Z".concat("o\u0308e\u0301".repeat(60)),
  "marks without end": `a${"\u0301".repeat(300)}`,
  "emoji": "🎉🚀❤️👍🏽".repeat(20),
  "families and flags": "👨‍👩‍👧‍👦🏴󠁧󠁢󠁥󠁮󠁧󠁿🇨🇭".repeat(10),
  "right to left": "שלום \u200fעולם\u202b و مرحبا\u202c!",
  "Chinese, Japanese, Korean": "漢字かな交じり文、한국어。".repeat(12),
  "Thai and Hindi": "สวัสดี नमस्ते ".repeat(12),
  "separators of lines and paragraphs": "a\u2028b\u2029c",
  "no-break space and soft hyphen": "a\u00a0b\u00adc",
  "a byte order mark": "\ufeffa",
  "astral planes": "\u{10ffff}\u{20000}𝒳",
};

/** Texts, and their cleaned form. */
export const UNCLEAN_TEXTS: Readonly<Record<string, [text: string, left: string]>> = {
  "CR LF": ["a\r\nb", "a\nb"],
  "a lone CR": ["a\rb\r", "a\nb\n"],
  "CR CR LF": ["a\r\r\nb", "a\n\nb"],
  "NUL": ["a\0b", "ab"],
  "controls": ["a\x01\x08\x0b\x0c\x0e\x1b[0m\x1fb\x7f", "a[0mb"],
  "controls of Latin-1": ["a\x80\x85\x9fb", "ab"],
  "halves of surrogate pairs": ["a\ud83cb\udf89c\udf89\ud83cd", "abcd"],
  "a half before a whole": ["\ud83c🎉", "🎉"],
};

const PIECES = [
  ...Object.values(HARD_TEXTS).map((text) => text.slice(0, 40).toWellFormed()),
  ..."abcXYZ 019.,;:\\\"'=%^\n\té€漢🎉\u0301\u200d\u200f\u2028",
];

/** Generates random texts, the same for the same seed. None is blank. */
export function randomTexts(count: number, seed: number): string[] {
  const pieces = fc.array(fc.constantFrom(...PIECES), { maxLength: 30 });
  return fc.sample(pieces.map((some) => `x${some.join("")}`), { numRuns: count, seed });
}
