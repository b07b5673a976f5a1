// Written by `deno task generate` from openapi.yaml. Edit that, not this.
package slidepost.model;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import slidepost.json.Fields;

/** First name, last name or both, with letters, digits, spaces and periods only. */
public final class ContactName implements Fields {
  private final Map<String, Object> fields = new LinkedHashMap<>();

  /**
   * Sets "first-name". Part of the name; mandatory if the other part is blank. In {@code
   * sendsavedmms} it may have merge tags.
   */
  public ContactName firstName(String firstName) {
    fields.put("first-name", firstName);
    return this;
  }

  /**
   * Sets "last-name". Part of the name; mandatory if the other part is blank. In {@code
   * sendsavedmms} it may have merge tags.
   */
  public ContactName lastName(String lastName) {
    fields.put("last-name", lastName);
    return this;
  }

  /** Sets "suffix". Name suffix, such as Jr. */
  public ContactName suffix(String suffix) {
    fields.put("suffix", suffix);
    return this;
  }

  @Override
  public Map<String, Object> toMap() {
    return Collections.unmodifiableMap(fields);
  }
}
