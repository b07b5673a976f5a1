/** Hands the fonts of `typefaces.ts` to the canvas, which keeps them for the whole process. */
import { existsSync } from "node:fs";
import { Buffer } from "node:buffer";
import { homedir } from "node:os";
import "./own_fonts_only.ts";
import { GlobalFonts } from "@napi-rs/canvas";
import type { Typeface } from "../core/personalisation/picture.ts";
import {
  FALLBACK_FAMILIES,
  FONT_DIRECTORIES,
  INSTALLED,
  type InstalledFont,
  SHIPPED,
  TYPEFACE_FAMILIES,
} from "./typefaces.ts";

/** Answers what cannot be drawn, for want of its font. A second time it costs nothing. */
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

/** Latin: the first two fallbacks have all of it, so that the others need not be asked. */
const LATIN = /^[\0-\u024f\u2010-\u2027]*$/;

const quoted = (families: readonly string[]) => families.map((one) => `"${one}"`).join(", ");

/** The value of a canvas's `font` for a text. */
export function fontFor(text: string, typeface: Typeface, size: number): string {
  const fallbacks = LATIN.test(text) ? FALLBACK_FAMILIES.slice(0, 2) : FALLBACK_FAMILIES;
  return `${size}px ${quoted([...TYPEFACE_FAMILIES[typeface], ...fallbacks])}`;
}

/** Han characters look different in each language; a text's other letters tell which it is. */
export function languageOf(text: string): string {
  if (/[\p{Script=Hiragana}\p{Script=Katakana}]/u.test(text)) return "ja";
  if (/\p{Script=Hangul}/u.test(text)) return "ko";
  return /\p{Script=Han}/u.test(text) ? "zh-Hans" : "en";
}
