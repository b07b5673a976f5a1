// Written by `deno task generate` from openapi.yaml. Edit that, not this.
package slidepost.model;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import slidepost.json.Fields;

/**
 * A file by its {@code url}; without one, an image template (spec 4.4, rule 3): the fields of
 * {@code createimage}, with merge tags in the barcode's {@code id} and in the texts. It is drawn
 * for each recipient; an element whose tag has no value stays blank.
 */
public final class ImageFile implements Fields {
  private final Map<String, Object> fields = new LinkedHashMap<>();

  /** Sets "url". Public, absolute http or https URL. */
  public ImageFile url(String url) {
    fields.put("url", url);
    return this;
  }

  /**
   * Sets "background-image-url". URL of an existing JPEG; 640×1138 pixels and 200 KB are
   * recommended.
   */
  public ImageFile backgroundImageUrl(String backgroundImageUrl) {
    fields.put("background-image-url", backgroundImageUrl);
    return this;
  }

  /**
   * Sets "add-barcode". Whether to draw the following object: {@code yes} makes it mandatory,
   * {@code no} ignores it. By default it is drawn if present.
   */
  public ImageFile addBarcode(YesNo addBarcode) {
    fields.put("add-barcode", addBarcode.value());
    return this;
  }

  /**
   * Sets "barcode". Barcode (spec 2.4), as large as its box allows, with the quiet zone that its
   * symbology requires. Its text has the foreground colour. A box that does not lie inside the
   * background, turned as it is, is refused with E1507.
   */
  public ImageFile barcode(Barcode barcode) {
    fields.put("barcode", barcode);
    return this;
  }

  /**
   * Sets "add-text-area". Whether to draw the following object: {@code yes} makes it mandatory,
   * {@code no} ignores it. By default it is drawn if present.
   */
  public ImageFile addTextArea(YesNo addTextArea) {
    fields.put("add-text-area", addTextArea.value());
    return this;
  }

  /**
   * Sets "text-area". Text areas under the keys {@code text-area-1} to {@code text-area-8} (spec
   * 2.5).
   */
  public ImageFile textArea(Map<String, TextArea> textArea) {
    fields.put("text-area", textArea);
    return this;
  }

  @Override
  public Map<String, Object> toMap() {
    return Collections.unmodifiableMap(fields);
  }
}
