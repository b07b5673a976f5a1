// Written by `deno task generate` from openapi.yaml. Edit that, not this.
package slidepost.model;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import slidepost.json.Fields;

/** Postal address and its kind. */
public final class ContactAddress implements Fields {
  private final Map<String, Object> fields = new LinkedHashMap<>();

  /** Sets "address". Postal address in one line. */
  public ContactAddress address(String address) {
    fields.put("address", address);
    return this;
  }

  /** Sets "label". Kind of address, in any letter case. */
  public ContactAddress label(PlaceLabel label) {
    fields.put("label", label.value());
    return this;
  }

  @Override
  public Map<String, Object> toMap() {
    return Collections.unmodifiableMap(fields);
  }
}
