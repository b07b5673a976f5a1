// Written by `deno task generate` from openapi.yaml. Edit that, not this.
package slidepost.model;

/** Symbology, in any letter case. */
public enum BarcodeType {
  AZTEC_CODE("Aztec Code"),
  CODE_11("Code 11"),
  CODE_128("Code 128"),
  CODE_39("Code 39"),
  DATA_MATRIX("Data Matrix"),
  EAN("EAN"),
  INTERLEAVED_2OF5("Interleaved 2of5"),
  PDF417("PDF417"),
  QR_CODE("QR Code"),
  UPC_A("UPC-A");

  private final String value;

  BarcodeType(String value) {
    this.value = value;
  }

  /** Returns the value in JSON. */
  public String value() {
    return value;
  }
}
