/** Text layout and drawing. */
import "./own_fonts_only.ts";
import { createCanvas } from "@napi-rs/canvas";
import { isBlank } from "../core/characters.ts";
import type { Colour, TextArea, Typeface } from "../core/template/picture.ts";
import { fontFor, languageOf } from "./fonts.ts";
import { clean, linesOf, paragraphsOf } from "./lines.ts";
import { type Box, overlap, type Patch } from "./pixels.ts";

export interface Face {
  typeface: Typeface;
  /** Font size in pixels. */
  size: number;
}

/** Part of a line in one direction; lengths are pixels from the top left of its text. */
export interface Run {
  text: string;
  /** Left edge of the run. */
  x: number;
  baseline: number;
  rightToLeft: boolean;
  /** Area that it may colour, which can exceed its advance width. */
  ink: Box;
  /** Area of its glyphs, as measured. */
  glyphs: Box;
}

/** Text laid out in lines. */
export interface SetText {
  /** Canvas `font` property. */
  font: string;
  language: string;
  runs: Run[];
  width: number;
  height: number;
  /** Whether further lines, visible ones among them, lie below the height that it may have. */
  isCut: boolean;
}

/**
 * Maximum pixels of a canvas. Large text is drawn in strips, since it can be as large as the
 * picture.
 */
const MAX_CANVAS_PIXELS = 1_000_000;
/** Margin for antialiasing, which exceeds the outline by a pixel, in pixels. */
const EDGE = 2;
/** Maximum overhang beyond an edge that counts as inside: antialiasing, in pixels. */
const OVERHANG = 1;

const ruler = createCanvas(1, 1).getContext("2d");

/**
 * Lays out a text in lines no wider than its area, from its top, until they are higher than
 * `maxHeight`: lines beyond are invisible.
 */
export function setText(area: TextArea, maxHeight: number): SetText {
  const text = startText(area.text, { typeface: area.font, size: area.fontSize });
  const paragraphs = paragraphsOf(area.text);
  for (const [index, paragraph] of paragraphs.entries()) {
    const rightToLeft = isRightToLeft(paragraph);
    for (const line of linesOf(paragraph, area.width, widthOf)) {
      if (text.height > maxHeight) {
        const rest = [line, ...paragraphs.slice(index + 1)];
        return { ...text, isCut: !rest.every(isBlank) };
      }
      addLine(text, line, rightToLeft ? { rightEdge: area.width } : null);
    }
  }
  return text;
}

/** Lays out a text in one line from its left edge. */
export function setLine(line: string, face: Face): SetText {
  const text = startText(line, face);
  addLine(text, clean(line.toWellFormed()), null);
  return text;
}

/** Lays out each character separately, centered at its position; the height is that of the ink. */
export function setCharacters(text: string, middles: readonly number[], face: Face): SetText {
  const set = startText(text, face);
  const { actualBoundingBoxAscent, actualBoundingBoxDescent } = ruler.measureText(text);
  const baseline = Math.ceil(actualBoundingBoxAscent);
  set.height = baseline + Math.ceil(actualBoundingBoxDescent);
  for (const [index, character] of [...text].entries()) {
    const width = widthOf(character);
    const x = Math.round(middles[index]! - width / 2);
    const ink = inkOf(x, 0, x + width, set.height);
    const glyphs = { x, y: 0, width, height: set.height };
    set.runs.push({ text: character, x, baseline, rightToLeft: false, ink, glyphs });
  }
  set.width = Math.ceil(Math.max(...set.runs.map(({ ink }) => ink.x + ink.width)));
  return set;
}

/** Returns whether all that is visible of a text at a position lies inside a picture. */
export function isInside(
  { runs, isCut }: SetText,
  { x, y }: { x: number; y: number },
  { width, height }: { width: number; height: number },
): boolean {
  return !isCut && runs.every(({ text, glyphs }) =>
    isBlank(text) ||
    x + glyphs.x >= -OVERHANG && x + glyphs.x + glyphs.width <= width + OVERHANG &&
      y + glyphs.y >= -OVERHANG && y + glyphs.y + glyphs.height <= height + OVERHANG
  );
}

/** Draws the part of a text that lies inside `within`, in strips from its top down. */
export function* drawText(
  { font, language, runs }: SetText,
  { x, y, colour }: { x: number; y: number; colour: Colour },
  within: Box,
): Generator<Patch> {
  const visible = runs.filter(({ ink }) => overlap(moved(ink, x, y), within) !== null);
  const drawn = overlap(moved(around(visible.map(({ ink }) => ink)), x, y), within);
  if (drawn === null) return;
  const height = Math.min(drawn.height, Math.max(1, Math.floor(MAX_CANVAS_PIXELS / drawn.width)));
  const context = createCanvas(drawn.width, height).getContext("2d");
  context.font = font;
  context.lang = language;
  context.fillStyle = colour;
  context.textAlign = "left"; // `x` of a run is its left edge
  for (let top = drawn.y; top < drawn.y + drawn.height; top += height) {
    const piece = { ...drawn, y: top, height };
    context.setTransform(1, 0, 0, 1, x - piece.x, y - piece.y);
    context.clearRect(piece.x - x, piece.y - y, piece.width, piece.height);
    for (const { text, x: left, baseline, rightToLeft, ink } of visible) {
      if (overlap(moved(ink, x, y), piece) === null) continue;
      context.direction = rightToLeft ? "rtl" : "ltr";
      context.fillText(text, left, baseline);
    }
    const { buffer, byteOffset, length } = context.canvas.data(); // a copy, premultiplied
    yield { ...piece, data: new Uint32Array(buffer as ArrayBuffer, byteOffset, length / 4) };
  }
}

function startText(text: string, face: Face): SetText {
  const font = fontFor(text, face.typeface, face.size);
  const language = languageOf(text);
  ruler.font = font;
  ruler.lang = language;
  return { font, language, runs: [], width: 0, height: 0, isCut: false };
}

function widthOf(text: string): number {
  return ruler.measureText(text).width;
}

/** Appends a line, as high as its fonts' metrics, or as its characters where they are taller. */
function addLine(text: SetText, line: string, right: { rightEdge: number } | null): void {
  const metrics = ruler.measureText(line === "" ? "x" : line);
  const { fontBoundingBoxAscent, actualBoundingBoxAscent } = metrics;
  const { fontBoundingBoxDescent, actualBoundingBoxDescent } = metrics;
  const ascent = Math.ceil(Math.max(fontBoundingBoxAscent, actualBoundingBoxAscent));
  const descent = Math.ceil(Math.max(fontBoundingBoxDescent, actualBoundingBoxDescent));
  const width = line === "" ? 0 : metrics.width;
  const x = right === null ? 0 : right.rightEdge - width;
  if (line !== "") {
    const baseline = text.height + ascent;
    const left = x - metrics.actualBoundingBoxLeft;
    const end = x + Math.max(width, metrics.actualBoundingBoxRight);
    const ink = inkOf(left, text.height, end, baseline + descent);
    const glyphs = {
      x: left,
      y: baseline - actualBoundingBoxAscent,
      width: x + metrics.actualBoundingBoxRight - left,
      height: actualBoundingBoxAscent + actualBoundingBoxDescent,
    };
    text.runs.push({ text: line, x, baseline, rightToLeft: right !== null, ink, glyphs });
  }
  text.width = Math.max(text.width, Math.ceil(right?.rightEdge ?? width));
  text.height += ascent + descent;
}

function inkOf(left: number, top: number, right: number, bottom: number): Box {
  const x = Math.floor(left) - EDGE;
  const y = top - EDGE;
  return { x, y, width: Math.ceil(right) + EDGE - x, height: bottom + EDGE - y };
}

/**
 * Returns whether a paragraph is right-to-left: its first letter decides (Unicode Standard Annex 9,
 * P2 and P3).
 */
function isRightToLeft(paragraph: string): boolean {
  const letter = /\p{L}/u.exec(paragraph)?.[0] ?? "";
  return /[\p{scx=Arab}\p{scx=Hebr}\p{scx=Syrc}\p{scx=Thaa}\p{scx=Nkoo}\p{scx=Adlm}]/u.test(letter);
}

function moved({ x, y, width, height }: Box, right: number, down: number): Box {
  return { x: x + right, y: y + down, width, height };
}

/** Returns the bounding box of boxes. */
function around(boxes: readonly Box[]): Box {
  if (boxes.length === 0) return { x: 0, y: 0, width: 0, height: 0 };
  const x = Math.min(...boxes.map((box) => box.x));
  const y = Math.min(...boxes.map((box) => box.y));
  const width = Math.max(...boxes.map((box) => box.x + box.width)) - x;
  const height = Math.max(...boxes.map((box) => box.y + box.height)) - y;
  return { x, y, width, height };
}
