// Written by `deno task generate` from openapi.yaml. Edit that, not this.
package slidepost.model;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import slidepost.json.Fields;

/** File by its {@code url}. */
public final class ContentFile implements Fields {
  private final Map<String, Object> fields = new LinkedHashMap<>();

  /** Sets "url". Public, absolute http or https URL. */
  public ContentFile url(String url) {
    fields.put("url", url);
    return this;
  }

  @Override
  public Map<String, Object> toMap() {
    return Collections.unmodifiableMap(fields);
  }
}
