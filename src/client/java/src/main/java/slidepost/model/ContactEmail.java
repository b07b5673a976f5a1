// Written by `deno task generate` from openapi.yaml. Edit that, not this.
package slidepost.model;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import slidepost.json.Fields;

/** E-mail address and its kind. */
public final class ContactEmail implements Fields {
  private final Map<String, Object> fields = new LinkedHashMap<>();

  /** Sets "id". E-mail address. */
  public ContactEmail id(String id) {
    fields.put("id", id);
    return this;
  }

  /** Sets "label". Kind of address, in any letter case. */
  public ContactEmail label(PlaceLabel label) {
    fields.put("label", label.value());
    return this;
  }

  @Override
  public Map<String, Object> toMap() {
    return Collections.unmodifiableMap(fields);
  }
}
