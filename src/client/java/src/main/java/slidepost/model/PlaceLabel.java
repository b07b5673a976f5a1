// Written by `deno task generate` from openapi.yaml. Edit that, not this.
package slidepost.model;

/** Kind of address, in any letter case. */
public enum PlaceLabel {
  WORK("Work"),
  HOME("Home");

  private final String value;

  PlaceLabel(String value) {
    this.value = value;
  }

  /** Returns the value in JSON. */
  public String value() {
    return value;
  }
}
