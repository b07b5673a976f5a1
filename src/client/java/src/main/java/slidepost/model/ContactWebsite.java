// Written by `deno task generate` from openapi.yaml. Edit that, not this.
package slidepost.model;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import slidepost.json.Fields;

/** Website and its label. */
public final class ContactWebsite implements Fields {
  private final Map<String, Object> fields = new LinkedHashMap<>();

  /** Sets "url". URL of the website. */
  public ContactWebsite url(String url) {
    fields.put("url", url);
    return this;
  }

  /** Sets "label". Free-text label, cut to 100 characters. */
  public ContactWebsite label(String label) {
    fields.put("label", label);
    return this;
  }

  @Override
  public Map<String, Object> toMap() {
    return Collections.unmodifiableMap(fields);
  }
}
