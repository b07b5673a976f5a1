// Written by `deno task generate` from openapi.yaml. Edit that, not this.
package slidepost.model;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import slidepost.json.Fields;

/**
 * Barcode (spec 2.4), as large as its box allows, with the quiet zone that its symbology requires.
 * Its text has the foreground colour. A box that does not lie inside the background, turned as it
 * is, is refused with E1507.
 */
public final class Barcode implements Fields {
  private final Map<String, Object> fields = new LinkedHashMap<>();

  /**
   * Sets "id". Content of the barcode; mandatory if it is drawn. EAN takes 7, 8, 12 or 13 digits,
   * UPC-A 11 or 12, Interleaved 2of5 an even number of digits, Code 11 digits and dashes; these,
   * Code 39 (in which small letters become capitals) and Code 128 (ASCII) take at most 80
   * characters. Other symbologies take any text within their capacity.
   */
  public Barcode id(String id) {
    fields.put("id", id);
    return this;
  }

  /** Sets "position-x". Distance from the left edge, in pixels. */
  public Barcode positionX(String positionX) {
    fields.put("position-x", positionX);
    return this;
  }

  /** Sets "position-y". Distance from the top edge, in pixels. */
  public Barcode positionY(String positionY) {
    fields.put("position-y", positionY);
    return this;
  }

  /** Sets "width". Width, in pixels; by default more than 300 if the barcode needs it. */
  public Barcode width(String width) {
    fields.put("width", width);
    return this;
  }

  /** Sets "height". Size, in pixels. */
  public Barcode height(String height) {
    fields.put("height", height);
    return this;
  }

  /** Sets "foreground-color". Colour as hexadecimal red, green and blue. */
  public Barcode foregroundColor(String foregroundColor) {
    fields.put("foreground-color", foregroundColor);
    return this;
  }

  /** Sets "background-color". Colour as hexadecimal red, green and blue. */
  public Barcode backgroundColor(String backgroundColor) {
    fields.put("background-color", backgroundColor);
    return this;
  }

  /** Sets "border-width". Width of a frame inside the box, in pixels; it has the foreground colour. */
  public Barcode borderWidth(String borderWidth) {
    fields.put("border-width", borderWidth);
    return this;
  }

  /** Sets "type". Symbology, in any letter case. */
  public Barcode type(BarcodeType type) {
    fields.put("type", type.value());
    return this;
  }

  /** Sets "hide-text". Whether to omit the text at the bottom centre. */
  public Barcode hideText(Boolean hideText) {
    fields.put("hide-text", hideText);
    return this;
  }

  /** Sets "transparent". Whether to omit the background. */
  public Barcode transparent(Boolean transparent) {
    fields.put("transparent", transparent);
    return this;
  }

  /** Sets "font". Typeface, in any letter case. */
  public Barcode font(Font font) {
    fields.put("font", font.value());
    return this;
  }

  /** Sets "font-size". Size, in pixels. */
  public Barcode fontSize(String fontSize) {
    fields.put("font-size", fontSize);
    return this;
  }

  /**
   * Sets "alignment". Alignment of the barcode in its box, in any letter case; its text is centred
   * below it.
   */
  public Barcode alignment(BarcodeAlignment alignment) {
    fields.put("alignment", alignment.value());
    return this;
  }

  /** Sets "rotate". Clockwise rotation, in degrees. A quarter turn of 300×100 occupies 100×300. */
  public Barcode rotate(BarcodeRotate rotate) {
    fields.put("rotate", rotate.value());
    return this;
  }

  @Override
  public Map<String, Object> toMap() {
    return Collections.unmodifiableMap(fields);
  }
}
