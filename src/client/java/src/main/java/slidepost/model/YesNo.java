// Written by `deno task generate` from openapi.yaml. Edit that, not this.
package slidepost.model;

/**
 * Whether to draw the following object: {@code yes} makes it mandatory, {@code no} ignores it. By
 * default it is drawn if present.
 */
public enum YesNo {
  YES("yes"),
  NO("no");

  private final String value;

  YesNo(String value) {
    this.value = value;
  }

  /** Returns the value in JSON. */
  public String value() {
    return value;
  }
}
