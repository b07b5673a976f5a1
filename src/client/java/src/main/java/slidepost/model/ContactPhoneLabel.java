// Written by `deno task generate` from openapi.yaml. Edit that, not this.
package slidepost.model;

/** Kind of number, in any letter case. */
public enum ContactPhoneLabel {
  WORK("Work"),
  HOME("Home"),
  MOBILE("Mobile"),
  FAX("Fax"),
  PAGER("Pager"),
  MAIN("Main"),
  OTHER("Other");

  private final String value;

  ContactPhoneLabel(String value) {
    this.value = value;
  }

  /** Returns the value in JSON. */
  public String value() {
    return value;
  }
}
