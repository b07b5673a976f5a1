// Written by `deno task generate` from openapi.yaml. Edit that, not this.
package slidepost.model;

/** Alignment of the barcode in its box, in any letter case; its text is centred below it. */
public enum BarcodeAlignment {
  LEFT("Left"),
  CENTER("Center"),
  RIGHT("Right");

  private final String value;

  BarcodeAlignment(String value) {
    this.value = value;
  }

  /** Returns the value in JSON. */
  public String value() {
    return value;
  }
}
