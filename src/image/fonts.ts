/** Registration of the fonts of `typefaces.ts` with the canvas, for the whole process. */
import { existsSync } from "node:fs";
import { Buffer } from "node:buffer";
import { homedir } from "node:os";
import "./own_fonts_only.ts";
import { GlobalFonts } from "@napi-rs/canvas";
import type { Typeface } from "../core/template/picture.ts";
import {
  FALLBACK_FAMILIES,
  FONT_DIRECTORIES,
  INSTALLED,
  type InstalledFont,
  SHIPPED,
  TYPEFACE_FAMILIES,
} from "./typefaces.ts";

/**
 * Registers all fonts; repeated calls do nothing.
 * @returns Descriptions of text that cannot be drawn for lack of a font.
 */
export function loadFonts(directories: readonly string[] = FONT_DIRECTORIES): string[] {
  for (const [family, bytes] of Object.entries(SHIPPED)) {
    if (!GlobalFonts.has(family)) GlobalFonts.register(Buffer.from(bytes), family);
  }
  return INSTALLED.filter((font) => !isLoaded(font, directories)).map(({ draws }) => draws);
}

function isLoaded({ family, files }: InstalledFont, directories: readonly string[]): boolean {
  if (GlobalFonts.has(family)) return true;
  const path = directories
    .flatMap((directory) => files.map((file) => `${directory.replace(/^~/, homedir())}/${file}`))
    .find((path) => existsSync(path));
  return path !== undefined && GlobalFonts.registerFromPath(path, family) !== null;
}

/** Latin text, which the first two fallbacks cover completely. */
const LATIN = /^[\0-\u024f\u2010-\u2027]*$/;

const quoted = (families: readonly string[]) => families.map((family) => `"${family}"`).join(", ");

/** Returns the canvas `font` property for a text. */
export function fontFor(text: string, typeface: Typeface, size: number): string {
  const fallbacks = LATIN.test(text) ? FALLBACK_FAMILIES.slice(0, 2) : FALLBACK_FAMILIES;
  return `${size}px ${quoted([...TYPEFACE_FAMILIES[typeface], ...fallbacks])}`;
}

/**
 * Guesses the language of a text by its other letters, since the form of Han characters depends on
 * it.
 */
export function languageOf(text: string): string {
  if (/[\p{Script=Hiragana}\p{Script=Katakana}]/u.test(text)) return "ja";
  if (/\p{Script=Hangul}/u.test(text)) return "ko";
  return /\p{Script=Han}/u.test(text) ? "zh-Hans" : "en";
}
