// Written by `deno task generate` from openapi.yaml. Edit that, not this.
package slidepost.model;

import java.util.Map;
import slidepost.json.Fields;

/** Postback of the service. */
public interface Postback extends Fields {
  /** Code, such as N101. */
  String code();

  /** Reads a postback by its code. */
  static Postback of(Map<String, ?> fields) {
    switch (String.valueOf(fields.get("code"))) {
      case "N101":
        return new PostbackN101(fields);
      case "N102":
        return new PostbackN102(fields);
      case "N103":
        return new PostbackN103(fields);
      case "E101":
        return new PostbackE101(fields);
      case "E102":
        return new PostbackE102(fields);
      case "N003":
        return new PostbackN003(fields);
      case "E002":
        return new PostbackE002(fields);
      case "E003":
        return new PostbackE003(fields);
      case "E004":
        return new PostbackE004(fields);
      case "N013":
        return new PostbackN013(fields);
      case "E011":
        return new PostbackE011(fields);
      case "E012":
        return new PostbackE012(fields);
      case "E013":
        return new PostbackE013(fields);
      case "N401":
        return new PostbackN401(fields);
      case "N201":
        return new PostbackN201(fields);
      case "N202":
        return new PostbackN202(fields);
      case "E201":
        return new PostbackE201(fields);
      case "E202":
        return new PostbackE202(fields);
      case "N211":
        return new PostbackN211(fields);
      default:
        return new UnknownPostback(fields);
    }
  }
}
