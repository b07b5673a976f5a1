/** A picture made for a recipient (spec 2.4 to 2.6): what is drawn, with every default filled in. */
import { nonBlank } from "../characters.ts";
import { Refusal } from "../errors.ts";

export const SYMBOLOGIES = [
  "Aztec Code",
  "Code 11",
  "Code 128",
  "Code 39",
  "Data Matrix",
  "EAN",
  "Interleaved 2of5",
  "PDF417",
  "QR Code",
  "UPC-A",
] as const;
export type Symbology = typeof SYMBOLOGIES[number];

export const TYPEFACES = [
  "Arvo",
  "Arial",
  "ArialMT",
  "OpenSans",
  "LiberationSans",
  "Ubuntu",
] as const;
export type Typeface = typeof TYPEFACES[number];

/** `#rrggbb`. */
export type Colour = string;

/** Spec 2.4. Lengths in pixels; positions from the picture's top left. */
export interface Barcode {
  id: string;
  x: number;
  y: number;
  /** Null: `DEFAULT_BARCODE_SIDE`, or as many as the symbol needs where those are more. */
  width: number | null;
  height: number;
  foreground: Colour;
  background: Colour;
  borderWidth: number;
  symbology: Symbology;
  hideText: boolean;
  transparent: boolean;
  font: Typeface;
  fontSize: number;
  alignment: "Left" | "Center" | "Right";
  /** Degrees, clockwise. */
  rotate: 0 | 90 | 180 | 270;
}

/** Spec 2.5. */
export interface TextArea {
  text: string;
  x: number;
  y: number;
  font: Typeface;
  fontSize: number;
  colour: Colour;
  /** Pixels, after which the text goes on in the next line. */
  width: number;
}

/** Spec 2.6. Its size is the background's, or else the smallest that holds everything. */
export interface Picture {
  backgroundUrl: string | null;
  barcode: Barcode | null;
  /** In the order of their keys: a later one is drawn over an earlier one. */
  texts: TextArea[];
}

/** Pixels of one side: beyond that no picture gets through any carrier. */
export const MAX_PICTURE_SIDE = 4096;
export const MAX_FONT_SIZE = 1000;
/** Pixels of a barcode's box (spec 2.4). */
export const DEFAULT_BARCODE_SIDE = 300;
const MAX_TEXT_AREAS = 8;
/** Most characters of one text area: beyond that nobody reads it, and drawing takes seconds. */
export const MAX_AREA_CHARACTERS = 1000;
/** Most characters of a barcode's id: the digits that the roomiest symbology, QR Code, holds. */
export const MAX_BARCODE_CHARACTERS = 7089;

/** The fields as the validator hands them over. */
export interface PictureFields {
  "background-image-url"?: string | undefined;
  "add-barcode"?: "yes" | "no" | undefined;
  "barcode"?: BarcodeFields | undefined;
  "add-text-area"?: "yes" | "no" | undefined;
  "text-area"?: Record<string, TextAreaFields> | undefined;
}

export interface BarcodeFields {
  "id"?: string | undefined;
  "position-x"?: string | undefined;
  "position-y"?: string | undefined;
  "width"?: string | undefined;
  "height"?: string | undefined;
  "foreground-color"?: string | undefined;
  "background-color"?: string | undefined;
  "border-width"?: string | undefined;
  "type"?: Symbology | undefined;
  "hide-text"?: boolean | undefined;
  "transparent"?: boolean | undefined;
  "font"?: Typeface | undefined;
  "font-size"?: string | undefined;
  "alignment"?: "Left" | "Center" | "Right" | undefined;
  "rotate"?: "0" | "90" | "180" | "270" | undefined;
}

export interface TextAreaFields {
  "text"?: string | undefined;
  "position-x"?: string | undefined;
  "position-y"?: string | undefined;
  "font"?: Typeface | undefined;
  "font-size"?: string | undefined;
  "font-color"?: string | undefined;
  "width"?: string | number | undefined;
}

/**
 * Reads the fields of a picture, filling in the spec's defaults. An object is drawn when it is
 * there, unless its `add-…` says no. Throws Refusal (E1501 to E1507) with the field's name, after
 * `where`.
 */
export function readPicture(fields: PictureFields, where = ""): Picture {
  const {
    "background-image-url": background,
    "add-barcode": addBarcode,
    "add-text-area": addTextArea,
  } = fields;
  if (addBarcode === "yes" && fields.barcode === undefined) {
    throw new Refusal("barcodeIdMissing", `${where}barcode is required when add-barcode is yes`);
  }
  const areas = addTextArea === "no" ? [] : Object.entries(fields["text-area"] ?? {});
  if (addTextArea === "yes" && areas.length === 0) {
    throw new Refusal(
      "textAreaTextMissing",
      `${where}text-area is required when add-text-area is yes`,
    );
  }
  if (areas.length > MAX_TEXT_AREAS) {
    throw new Refusal("tooManyTextAreas", `${where}text-area has more than 8 text areas`);
  }
  const picture: Picture = {
    backgroundUrl: background || null,
    barcode: addBarcode === "no" || fields.barcode === undefined
      ? null
      : readBarcode(fields.barcode, `${where}barcode `),
    texts: areas
      .sort(([a], [b]) => a.localeCompare(b, "en"))
      .map(([key, area]) => readTextArea(area, `${where}${key} `)),
  };
  if (picture.backgroundUrl === null && picture.barcode === null && picture.texts.length === 0) {
    throw new Refusal("pictureEmpty", `${where}needs background-image-url, barcode or text-area`);
  }
  return picture;
}

function readBarcode(fields: BarcodeFields, where: string): Barcode {
  const id = nonBlank(fields.id);
  if (id === null) throw new Refusal("barcodeIdMissing", `${where}id is required`);
  const side = (name: "width" | "height") =>
    pixels(fields[name], DEFAULT_BARCODE_SIDE, `${where}${name}`, { least: 1 });
  return {
    id,
    x: pixels(fields["position-x"], 0, `${where}position-x`),
    y: pixels(fields["position-y"], 0, `${where}position-y`),
    width: fields.width === undefined ? null : side("width"),
    height: side("height"),
    foreground: fields["foreground-color"] ?? "#000000",
    background: fields["background-color"] ?? "#ffffff",
    borderWidth: pixels(fields["border-width"], 0, `${where}border-width`),
    symbology: fields.type ?? "QR Code",
    hideText: fields["hide-text"] ?? false,
    transparent: fields.transparent ?? false,
    font: fields.font ?? "OpenSans",
    fontSize: fontSize(fields["font-size"], where),
    alignment: fields.alignment ?? "Left",
    rotate: Number(fields.rotate ?? "0") as Barcode["rotate"],
  };
}

function readTextArea(fields: TextAreaFields, where: string): TextArea {
  const text = nonBlank(fields.text);
  if (text === null) throw new Refusal("textAreaTextMissing", `${where}text is required`);
  return {
    text,
    x: pixels(fields["position-x"], 50, `${where}position-x`),
    y: pixels(fields["position-y"], 400, `${where}position-y`),
    font: fields.font ?? "OpenSans",
    fontSize: fontSize(fields["font-size"], where),
    colour: fields["font-color"] ?? "#000000",
    width: pixels(fields.width, 200, `${where}width`, { least: 1 }),
  };
}

function fontSize(given: string | undefined, where: string): number {
  return pixels(given, 20, `${where}font-size`, { least: 1, most: MAX_FONT_SIZE });
}

/** Whole pixels; the validator has seen to the form. */
function pixels(
  given: string | number | undefined,
  otherwise: number,
  field: string,
  { least = 0, most = MAX_PICTURE_SIDE } = {},
): number {
  const value = Number(given ?? otherwise);
  if (value >= least && value <= most) return value;
  throw new Refusal("drawingInvalid", `${field} must be from ${least} to ${most} pixels`);
}
