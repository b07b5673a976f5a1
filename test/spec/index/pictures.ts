/** Sections 2.4, 2.5, 2.6 and 4.6: barcodes, text areas and the images that hold them. */
import { createimage, errors, madeFailures, personal, picture } from "./files.ts";
import { section } from "./requirement.ts";

export const BARCODE = section("2.4", {
  "id": [
    "A barcode has a text",
    createimage("spec 2.4 id, type: * on a photograph, at every rotation, with and without text"),
    errors("E1503 400: a barcode without an id", "E1503 400: a barcode with an empty id"),
  ],
  "position-x": [
    "Its left edge is given in pixels, 0 by default",
    createimage("spec 2.4 position-x, position-y: 0 by default; *"),
  ],
  "position-y": [
    "Its upper edge is given in pixels, 0 by default",
    createimage("spec 2.4 position-x, position-y: 0 by default; *"),
  ],
  "width": [
    "Its width is 300 pixels by default",
    createimage("spec 2.4 width, height: 300 by default"),
  ],
  "height": [
    "Its height is 300 pixels by default",
    createimage("spec 2.4 width, height: 300 by default"),
  ],
  "foreground-color": [
    "Its modules are black by default",
    createimage("spec 2.4 foreground-color, background-color"),
    picture("spec 2.4: a barcode's defaults"),
  ],
  "background-color": [
    "Its ground is white by default",
    createimage("spec 2.4 foreground-color, background-color"),
    picture("spec 2.4: a barcode's defaults"),
  ],
  "border-width": [
    "It has no border by default",
    createimage("spec 2.4 border-width: none by default; its colour is the foreground's"),
  ],
  "type: default": [
    "It is a QR Code by default",
    createimage("spec 2.4 type: QR Code by default"),
  ],
  "type": [
    "It is of one of ten types",
    createimage("spec 2.4 id, type: * on a photograph, at every rotation, with and without text"),
    errors("E1504 400: an unknown type"),
  ],
  "hide-text: default": [
    "Its text shows at its bottom, in the middle",
    createimage("spec 2.4 hide-text: the text shows at the bottom, unless it is hidden"),
  ],
  "hide-text": [
    "Its text can be hidden",
    createimage("spec 2.4 hide-text: the text shows at the bottom, unless it is hidden"),
  ],
  "transparent": [
    "Its ground can be transparent, and is not by default",
    createimage("spec 2.4 transparent: the ground shows through"),
    picture("spec 2.4: a barcode's defaults"),
  ],
  "font": [
    "Its text is in one of six fonts, OpenSans by default",
    createimage("spec 2.4 font, font-size: of its text; OpenSans at 20 by default"),
  ],
  "font-size": [
    "Its text has a size, 20 by default",
    createimage("spec 2.4 font, font-size: of its text; OpenSans at 20 by default"),
  ],
  "alignment": [
    "It is aligned Left, Center or Right, Left by default",
    createimage("spec 2.4 alignment: Left by default, Center, Right"),
  ],
  "rotate": [
    "It is turned by 0, 90, 180 or 270 degrees, 0 by default",
    createimage("spec 2.4 rotate: 0 by default; a quarter turn swaps the sides"),
  ],
  "values": [
    "A colour, font, alignment, rotation or length that is none is refused",
    errors("E1507 400: drawing * that cannot be"),
  ],
  "text colour": [
    "Its text has the colour of the modules",
    createimage("spec 2.4 foreground-color, background-color"),
  ],
});

export const TEXT_AREA = section("2.5", {
  "text-area-{n}": [
    "Text areas are named by numbers from 1 to 8",
    createimage("spec 2.6 text-area: eight of them, each where it says"),
    errors("E1506 400: a ninth text area"),
  ],
  "text": [
    "A text area has a text",
    createimage("spec 2.5 text: line breaks are kept"),
    errors("E1505 400: a text area without text", "E1505 400: a text area with an empty text"),
  ],
  "position-x": [
    "It begins 50 pixels from the left by default",
    createimage("spec 2.5 position-x, position-y: 50 and 400 by default"),
  ],
  "position-y": [
    "It begins 400 pixels from the top by default",
    createimage("spec 2.5 position-x, position-y: 50 and 400 by default"),
  ],
  "font": [
    "It is in OpenSans by default, or in another of the barcode's fonts",
    createimage("spec 2.5 font, font-size: OpenSans at 20 by default"),
    picture("spec 2.5: text areas with all fields, *"),
  ],
  "font-size": [
    "Its size is 20 by default",
    createimage("spec 2.5 font, font-size: OpenSans at 20 by default"),
  ],
  "font-color": [
    "It is black by default",
    createimage("spec 2.5 font-color: black by default"),
  ],
  "width": [
    "It is 200 pixels wide by default; the number may be text or an integer",
    createimage("spec 2.5 width: 200 by default, as a string or as an integer"),
  ],
});

export const IMAGE = section("2.6", {
  "slide-number": [
    "A dynamic image goes to the slide that it names, or else to the last",
    personal("spec 4.4 rule 4: objects go to the slide they name, or else to the last"),
  ],
  "background-image-url": [
    "The background is a JPEG that exists",
    createimage("spec 2.6 background-image-url: the picture is as large as it, and shows it"),
    errors("E1502 422: a background *"),
  ],
  "add-barcode": [
    "A barcode is drawn or left out as add-barcode says",
    createimage("spec 2.6 add-barcode, add-text-area: no leaves it out, whatever it holds"),
    picture("spec 2.6: yes"),
  ],
  "barcode": [
    "With add-barcode yes the barcode is mandatory",
    errors("E1503 400: a barcode is to be drawn, and there is none"),
  ],
  "add-text-area": [
    "Text areas are drawn or left out as add-text-area says",
    createimage("spec 2.6 add-barcode, add-text-area: no leaves it out, whatever it holds"),
  ],
  "text-area": [
    "With add-text-area yes text areas are mandatory",
    errors("E1505 400: text areas are to be drawn, and there are none"),
  ],
  "text-area: eight": [
    "There are eight text areas at most",
    createimage("spec 2.6 text-area: eight of them, each where it says"),
    errors("E1506 400: a ninth text area"),
  ],
  "something": [
    "An image has a background, a barcode or a text area",
    errors(
      "E1501 400: nothing to draw",
      "E1501 400: everything is left out",
      "E1501 400: a dynamic image has nothing to draw",
    ),
  ],
});

export const CREATEIMAGE = section("4.6", {
  "body": [
    "The request has the fields of an image, without a slide",
    createimage("spec 2.6 *"),
  ],
  "rule: something": [
    "Nothing to draw fails the request",
    errors("E1501 400: nothing to draw"),
  ],
  "rule: background": [
    "A background that is no existing JPEG fails the request",
    errors("E1502 422: a background does not exist", "E1502 422: a background is a page"),
  ],
  "rule: barcode": [
    "A barcode without an id fails the request",
    errors("E1503 400: a barcode without an id"),
  ],
  "rule: text areas": [
    "A text area without text, and a ninth one, fail the request",
    errors("E1505 400: a text area without text", "E1506 400: a ninth text area"),
  ],
  "success": [
    "The answer is the file: its type with charset, inline, with a name",
    createimage("spec 4.6 the file itself: its type with a charset, inline, by a name"),
  ],
  "failure": [
    "A failure has status, error-code and error-info",
    madeFailures("spec 4.6 failure: status, error-code and error-info, as JSON"),
  ],
});
