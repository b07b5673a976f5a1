// Written by `deno task generate` from openapi.yaml. Edit that, not this.
package slidepost.model;

/** Typeface, in any letter case. */
public enum Font {
  ARVO("Arvo"),
  ARIAL("Arial"),
  ARIALMT("ArialMT"),
  OPENSANS("OpenSans"),
  LIBERATIONSANS("LiberationSans"),
  UBUNTU("Ubuntu");

  private final String value;

  Font(String value) {
    this.value = value;
  }

  /** Returns the value in JSON. */
  public String value() {
    return value;
  }
}
