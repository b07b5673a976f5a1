// Written by `deno task generate` from openapi.yaml. Edit that, not this.
package slidepost.model;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import slidepost.json.Fields;

/**
 * Draws a JPEG of a background, a barcode and texts, at least one of them (spec 4.6, 2.6). It has
 * the size of the background; without one, that of the drawing, on white.
 */
public final class CreateimageRequest implements Fields {
  private final Map<String, Object> fields = new LinkedHashMap<>();

  /**
   * Sets "background-image-url". URL of an existing JPEG; 640×1138 pixels and 200 KB are
   * recommended.
   */
  public CreateimageRequest backgroundImageUrl(String backgroundImageUrl) {
    fields.put("background-image-url", backgroundImageUrl);
    return this;
  }

  /**
   * Sets "add-barcode". Whether to draw the following object: {@code yes} makes it mandatory,
   * {@code no} ignores it. By default it is drawn if present.
   */
  public CreateimageRequest addBarcode(YesNo addBarcode) {
    fields.put("add-barcode", addBarcode.value());
    return this;
  }

  /**
   * Sets "barcode". Barcode (spec 2.4), as large as its box allows, with the quiet zone that its
   * symbology requires. Its text has the foreground colour. A box that does not lie inside the
   * background, turned as it is, is refused with E1507.
   */
  public CreateimageRequest barcode(Barcode barcode) {
    fields.put("barcode", barcode);
    return this;
  }

  /**
   * Sets "add-text-area". Whether to draw the following object: {@code yes} makes it mandatory,
   * {@code no} ignores it. By default it is drawn if present.
   */
  public CreateimageRequest addTextArea(YesNo addTextArea) {
    fields.put("add-text-area", addTextArea.value());
    return this;
  }

  /**
   * Sets "text-area". Text areas under the keys {@code text-area-1} to {@code text-area-8} (spec
   * 2.5).
   */
  public CreateimageRequest textArea(Map<String, TextArea> textArea) {
    fields.put("text-area", textArea);
    return this;
  }

  @Override
  public Map<String, Object> toMap() {
    return Collections.unmodifiableMap(fields);
  }
}
