// Written by `deno task generate` from openapi.yaml. Edit that, not this.
package slidepost.model;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import slidepost.json.Fields;

/** Text of a slide in place of the template's. */
public final class CustomSlide implements Fields {
  private final Map<String, Object> fields = new LinkedHashMap<>();

  /** Sets "custom-message-text". Text of the slide for this recipient. */
  public CustomSlide customMessageText(String customMessageText) {
    fields.put("custom-message-text", customMessageText);
    return this;
  }

  /** Sets "custom-slide". Slide number, counted from 1. */
  public CustomSlide customSlide(String customSlide) {
    fields.put("custom-slide", customSlide);
    return this;
  }

  @Override
  public Map<String, Object> toMap() {
    return Collections.unmodifiableMap(fields);
  }
}
