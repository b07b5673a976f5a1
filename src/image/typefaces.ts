/** Fonts for drawing text, and their locations. The system's other fonts are never used. */
import arimo from "@expo-google-fonts/arimo/400Regular/Arimo_400Regular.ttf" with { type: "bytes" };
import arvo from "@expo-google-fonts/arvo/400Regular/Arvo_400Regular.ttf" with { type: "bytes" };
import openSans from "@expo-google-fonts/open-sans/400Regular/OpenSans_400Regular.ttf" with {
  type: "bytes",
};
import ubuntu from "@expo-google-fonts/ubuntu/400Regular/Ubuntu_400Regular.ttf" with {
  type: "bytes",
};
import type { Typeface } from "../core/template/picture.ts";

/** Bundled fonts, by the family that they are registered as. */
export const SHIPPED: Readonly<Record<string, Uint8Array<ArrayBuffer>>> = {
  "slidepost Arimo": arimo,
  "slidepost Arvo": arvo,
  "slidepost Open Sans": openSans,
  "slidepost Ubuntu": ubuntu,
};

/** Font that setup installs. */
export interface InstalledFont {
  /** Family that it is registered as. */
  family: string;
  /** File names: Debian's first, then Homebrew's. */
  files: readonly string[];
  /** Description of text that cannot be drawn without it. */
  draws: string;
}

/**
 * Defines Noto Sans for a script: its file has one name on Debian and another, as a variable font,
 * from Homebrew.
 */
const noto = (name: string, draws: string): InstalledFont => ({
  family: `slidepost ${name}`,
  files: [`${name}-Regular.ttf`, `${name}[wdth,wght].ttf`, `${name}[wght].ttf`],
  draws,
});

const LIBERATION: InstalledFont = {
  family: "slidepost Liberation Sans",
  files: ["LiberationSans-Regular.ttf"],
  draws: "text in LiberationSans (Arimo replaces it)",
};

/** Fallbacks in the order in which they are tried for a character that a typeface lacks. */
const FALLBACKS: readonly InstalledFont[] = [
  noto("NotoSans", "rarer letters of Latin, Greek and Cyrillic"),
  {
    family: "slidepost Noto Color Emoji",
    files: ["NotoColorEmoji.ttf", "NotoColorEmoji-Regular.ttf"],
    draws: "emoji",
  },
  noto("NotoSansArabic", "Arabic"),
  noto("NotoSansHebrew", "Hebrew"),
  noto("NotoSansDevanagari", "Hindi and other languages in Devanagari"),
  noto("NotoSansThai", "Thai"),
  {
    family: "slidepost Noto Sans CJK",
    files: ["NotoSansCJK-Regular.ttc", "NotoSansCJK.ttc"],
    draws: "Chinese, Japanese and Korean",
  },
  noto("NotoSansBengali", "Bengali"),
  noto("NotoSansGurmukhi", "Punjabi"),
  noto("NotoSansGujarati", "Gujarati"),
  noto("NotoSansTamil", "Tamil"),
  noto("NotoSansTelugu", "Telugu"),
  noto("NotoSansKannada", "Kannada"),
  noto("NotoSansMalayalam", "Malayalam"),
  noto("NotoSansSinhala", "Sinhala"),
  noto("NotoSansLao", "Lao"),
  noto("NotoSansKhmer", "Khmer"),
  noto("NotoSansMyanmar", "Burmese"),
  noto("NotoSansArmenian", "Armenian"),
  noto("NotoSansGeorgian", "Georgian"),
  noto("NotoSansEthiopic", "Amharic"),
  noto("NotoSansSymbols", "symbols"),
  noto("NotoSansSymbols2", "symbols"),
  noto("NotoSansMath", "mathematical signs"),
];

export const INSTALLED: readonly InstalledFont[] = [LIBERATION, ...FALLBACKS];

/** Font families of each typeface (spec 2.4 and 2.5). Arimo has Arial's metrics. */
export const TYPEFACE_FAMILIES: Readonly<Record<Typeface, readonly string[]>> = {
  Arvo: ["slidepost Arvo"],
  Arial: ["slidepost Arimo"],
  ArialMT: ["slidepost Arimo"],
  OpenSans: ["slidepost Open Sans"],
  LiberationSans: [LIBERATION.family, "slidepost Arimo"],
  Ubuntu: ["slidepost Ubuntu"],
};

/** Families for characters that a typeface lacks. Open Sans comes first, as it is bundled. */
export const FALLBACK_FAMILIES: readonly string[] = [
  "slidepost Open Sans",
  ...FALLBACKS.map(({ family }) => family),
];

/** Font directories of Debian and its derivatives, and of Homebrew. `~` is the home directory. */
export const FONT_DIRECTORIES: readonly string[] = [
  "/usr/share/fonts/truetype/noto",
  "/usr/share/fonts/opentype/noto",
  "/usr/share/fonts/truetype/liberation",
  "/usr/share/fonts/truetype/liberation2",
  "~/Library/Fonts",
  "/Library/Fonts",
];
