// Written by `deno task generate` from openapi.yaml. Edit that, not this.
package slidepost.model;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import slidepost.json.Fields;

/** Text on an image (spec 2.5). */
public final class TextArea implements Fields {
  private final Map<String, Object> fields = new LinkedHashMap<>();

  /**
   * Sets "text". Text to draw; mandatory if the text area is drawn. The limit of 1,000 characters
   * also applies after merge tags are replaced.
   */
  public TextArea text(String text) {
    fields.put("text", text);
    return this;
  }

  /** Sets "position-x". Distance from the left edge, in pixels. */
  public TextArea positionX(String positionX) {
    fields.put("position-x", positionX);
    return this;
  }

  /** Sets "position-y". Distance from the top edge, in pixels. */
  public TextArea positionY(String positionY) {
    fields.put("position-y", positionY);
    return this;
  }

  /** Sets "font". Typeface, in any letter case. */
  public TextArea font(Font font) {
    fields.put("font", font.value());
    return this;
  }

  /** Sets "font-size". Size, in pixels. */
  public TextArea fontSize(String fontSize) {
    fields.put("font-size", fontSize);
    return this;
  }

  /** Sets "font-color". Colour as hexadecimal red, green and blue. */
  public TextArea fontColor(String fontColor) {
    fields.put("font-color", fontColor);
    return this;
  }

  /** Sets "width". Width at which the text wraps, in pixels. */
  public TextArea width(String width) {
    fields.put("width", width);
    return this;
  }

  @Override
  public Map<String, Object> toMap() {
    return Collections.unmodifiableMap(fields);
  }
}
