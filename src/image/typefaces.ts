/** The fonts that text is drawn with, and where they are: never what a machine happens to have. */
import arimo from "@expo-google-fonts/arimo/400Regular/Arimo_400Regular.ttf" with { type: "bytes" };
import arvo from "@expo-google-fonts/arvo/400Regular/Arvo_400Regular.ttf" with { type: "bytes" };
import openSans from "@expo-google-fonts/open-sans/400Regular/OpenSans_400Regular.ttf" with {
  type: "bytes",
};
import ubuntu from "@expo-google-fonts/ubuntu/400Regular/Ubuntu_400Regular.ttf" with {
  type: "bytes",
};
import type { Typeface } from "../core/personalisation/picture.ts";

/** Fonts that come with us, by the family they are registered as. */
export const SHIPPED: Readonly<Record<string, Uint8Array<ArrayBuffer>>> = {
  "slidepost Arimo": arimo,
  "slidepost Arvo": arvo,
  "slidepost Open Sans": openSans,
  "slidepost Ubuntu": ubuntu,
};

/** A font that set-up installs. */
export interface InstalledFont {
  /** Registered as. */
  family: string;
  /** The file's names: Debian's first, then Homebrew's. */
  files: readonly string[];
  /** What cannot be drawn without it. */
  draws: string;
}

/** Noto Sans of a script has one name on Debian and another, as a variable font, from Homebrew. */
const noto = (name: string, draws: string): InstalledFont => ({
  family: `slidepost ${name}`,
  files: [`${name}-Regular.ttf`, `${name}[wdth,wght].ttf`, `${name}[wght].ttf`],
  draws,
});

const LIBERATION: InstalledFont = {
  family: "slidepost Liberation Sans",
  files: ["LiberationSans-Regular.ttf"],
  draws: "text in LiberationSans (Arimo stands in)",
};

/** In the order in which they are asked for a character that a typeface lacks. */
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

/** Spec 2.4 and 2.5. Arimo is drawn to Arial's measures. */
export const TYPEFACE_FAMILIES: Readonly<Record<Typeface, readonly string[]>> = {
  Arvo: ["slidepost Arvo"],
  Arial: ["slidepost Arimo"],
  ArialMT: ["slidepost Arimo"],
  OpenSans: ["slidepost Open Sans"],
  LiberationSans: [LIBERATION.family, "slidepost Arimo"],
  Ubuntu: ["slidepost Ubuntu"],
};

/** For what a typeface lacks. Open Sans comes first: it is always there. */
export const FALLBACK_FAMILIES: readonly string[] = [
  "slidepost Open Sans",
  ...FALLBACKS.map(({ family }) => family),
];

/** Where Debian and its kin, and Homebrew, put fonts. `~` is the home directory. */
export const FONT_DIRECTORIES: readonly string[] = [
  "/usr/share/fonts/truetype/noto",
  "/usr/share/fonts/opentype/noto",
  "/usr/share/fonts/truetype/liberation",
  "/usr/share/fonts/truetype/liberation2",
  "~/Library/Fonts",
  "/Library/Fonts",
];
