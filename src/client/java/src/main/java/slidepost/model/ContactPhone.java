// Written by `deno task generate` from openapi.yaml. Edit that, not this.
package slidepost.model;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import slidepost.json.Fields;

/** Telephone number and its kind. */
public final class ContactPhone implements Fields {
  private final Map<String, Object> fields = new LinkedHashMap<>();

  /** Sets "number". Telephone number in any notation. */
  public ContactPhone number(String number) {
    fields.put("number", number);
    return this;
  }

  /** Sets "label". Kind of number, in any letter case. */
  public ContactPhone label(ContactPhoneLabel label) {
    fields.put("label", label.value());
    return this;
  }

  @Override
  public Map<String, Object> toMap() {
    return Collections.unmodifiableMap(fields);
  }
}
