// Written by `deno task generate` from openapi.yaml. Edit that, not this.
package slidepost.model;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import slidepost.json.Fields;

/** Fields of {@code createimage}, and the slide (spec 2.6). */
public final class DynamicImage implements Fields {
  private final Map<String, Object> fields = new LinkedHashMap<>();

  /**
   * Sets "slide-number". Target slide, counted from 1; by default the last. A number beyond the
   * last slide adds a slide, up to the ninth; beyond that, the object is left out and listed in
   * {@code warnings}.
   */
  public DynamicImage slideNumber(String slideNumber) {
    fields.put("slide-number", slideNumber);
    return this;
  }

  /**
   * Sets "background-image-url". URL of an existing JPEG; 640×1138 pixels and 200 KB are
   * recommended.
   */
  public DynamicImage backgroundImageUrl(String backgroundImageUrl) {
    fields.put("background-image-url", backgroundImageUrl);
    return this;
  }

  /**
   * Sets "add-barcode". Whether to draw the following object: {@code yes} makes it mandatory,
   * {@code no} ignores it. By default it is drawn if present.
   */
  public DynamicImage addBarcode(YesNo addBarcode) {
    fields.put("add-barcode", addBarcode.value());
    return this;
  }

  /**
   * Sets "barcode". Barcode (spec 2.4), as large as its box allows, with the quiet zone that its
   * symbology requires. Its text has the foreground colour. A box that does not lie inside the
   * background, turned as it is, is refused with E1507.
   */
  public DynamicImage barcode(Barcode barcode) {
    fields.put("barcode", barcode);
    return this;
  }

  /**
   * Sets "add-text-area". Whether to draw the following object: {@code yes} makes it mandatory,
   * {@code no} ignores it. By default it is drawn if present.
   */
  public DynamicImage addTextArea(YesNo addTextArea) {
    fields.put("add-text-area", addTextArea.value());
    return this;
  }

  /**
   * Sets "text-area". Text areas under the keys {@code text-area-1} to {@code text-area-8} (spec
   * 2.5).
   */
  public DynamicImage textArea(Map<String, TextArea> textArea) {
    fields.put("text-area", textArea);
    return this;
  }

  @Override
  public Map<String, Object> toMap() {
    return Collections.unmodifiableMap(fields);
  }
}
