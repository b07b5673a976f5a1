// Written by `deno task generate` from openapi.yaml. Edit that, not this.
package slidepost.model;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/** Postback with a code that this version does not know, such as {@code PING}. */
public final class UnknownPostback implements Postback {
  private final Map<String, Object> fields;

  /** Takes the fields by their names in JSON. */
  public UnknownPostback(Map<String, ?> fields) {
    this.fields = Collections.unmodifiableMap(new LinkedHashMap<>(fields));
  }

  @Override
  public String code() {
    return String.valueOf(fields.get("code"));
  }

  @Override
  public Map<String, Object> toMap() {
    return fields;
  }
}
