/**
 * Picture generated for a recipient (spec 2.4 to 2.6): validation of the request's fields, with
 * every default filled in.
 */
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

/** Colour in the form `#rrggbb`. */
export type Colour = string;

/** Barcode (spec 2.4). Lengths are in pixels, positions relative to the picture's top left. */
export interface Barcode {
  id: string;
  x: number;
  y: number;
  /** Width; null: `DEFAULT_BARCODE_SIDE`, or what the symbol needs if that is more. */
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
  /** Rotation in degrees, clockwise. */
  rotate: 0 | 90 | 180 | 270;
}

/** Text area (spec 2.5). */
export interface TextArea {
  /** Key in the request, such as `text-area-2`. */
  key: string;
  text: string;
  x: number;
  y: number;
  font: Typeface;
  fontSize: number;
  colour: Colour;
  /** Width in pixels at which lines wrap. */
  width: number;
}

/**
 * Picture (spec 2.6). Its size is the background's, or else the smallest that holds all elements.
 */
export interface Picture {
  backgroundUrl: string | null;
  barcode: Barcode | null;
  /** Text areas in the order of their keys: later ones are drawn over earlier ones. */
  texts: TextArea[];
}

/** Picture as drawn. */
export interface Drawing {
  jpeg: Uint8Array<ArrayBuffer>;
  /** Sentences in ASCII without commas, one for each text that leaves the picture. */
  warnings: string[];
}

/** Maximum side in pixels; no carrier accepts a larger picture. */
export const MAX_PICTURE_SIDE = 4096;
export const MAX_FONT_SIZE = 1000;
/** Default side of a barcode's box in pixels (spec 2.4). */
export const DEFAULT_BARCODE_SIDE = 300;
const MAX_TEXT_AREAS = 8;
/** Maximum characters of a text area: more is illegible, and takes seconds to draw. */
export const MAX_AREA_CHARACTERS = 1000;
/** Maximum characters of a barcode's id: the capacity of QR Code, the largest, in digits. */
export const MAX_BARCODE_CHARACTERS = 7089;

/** Fields of a picture, after schema validation. */
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
 * Reads the fields of a picture and fills in the spec's defaults. An object is drawn if it is
 * present, unless its `add-…` is no.
 *
 * @param where Prefix of field names in errors.
 * @throws {Refusal} E1501 to E1507.
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
      .map(([key, area]) => readTextArea(key, area, `${where}${key} `)),
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

function readTextArea(key: string, fields: TextAreaFields, where: string): TextArea {
  const text = nonBlank(fields.text);
  if (text === null) throw new Refusal("textAreaTextMissing", `${where}text is required`);
  return {
    key,
    text,
    x: pixels(fields["position-x"], 50, `${where}position-x`),
    y: pixels(fields["position-y"], 400, `${where}position-y`),
    font: fields.font ?? "OpenSans",
    fontSize: fontSize(fields["font-size"], where),
    colour: fields["font-color"] ?? "#000000",
    width: pixels(fields.width, 200, `${where}width`, { least: 1 }),
  };
}

function fontSize(value: string | undefined, where: string): number {
  return pixels(value, 20, `${where}font-size`, { least: 1, most: MAX_FONT_SIZE });
}

/** Reads whole pixels; the schema has checked the form. */
function pixels(
  text: string | number | undefined,
  fallback: number,
  field: string,
  { least = 0, most = MAX_PICTURE_SIDE } = {},
): number {
  const value = Number(text ?? fallback);
  if (value >= least && value <= most) return value;
  throw new Refusal("drawingInvalid", `${field} must be from ${least} to ${most} pixels`);
}
