// Written by `deno task generate` from openapi.yaml. Edit that, not this.
package slidepost.model;

/** Clockwise rotation, in degrees. A quarter turn of 300×100 occupies 100×300. */
public enum BarcodeRotate {
  _0("0"),
  _90("90"),
  _180("180"),
  _270("270");

  private final String value;

  BarcodeRotate(String value) {
    this.value = value;
  }

  /** Returns the value in JSON. */
  public String value() {
    return value;
  }
}
