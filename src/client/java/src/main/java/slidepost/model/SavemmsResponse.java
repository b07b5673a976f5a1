// Written by `deno task generate` from openapi.yaml. Edit that, not this.
package slidepost.model;

import java.util.LinkedHashMap;
import java.util.Map;
import slidepost.json.Fields;

/** Acceptance of a template. */
public final class SavemmsResponse implements Fields {
  private final String status;
  private final String statusDetails;
  private final String mmsId;

  /** Reads the fields; those that this version does not know are left out. */
  public SavemmsResponse(Map<String, ?> fields) {
    this.status = Fields.text(fields, "status");
    this.statusDetails = Fields.text(fields, "status-details");
    this.mmsId = Fields.text(fields, "mms-id");
  }

  /** Success. Known values: {@code success}. */
  public String status() {
    return status;
  }

  /** Result in words. */
  public String statusDetails() {
    return statusDetails;
  }

  /** Id of the template. */
  public String mmsId() {
    return mmsId;
  }

  @Override
  public Map<String, Object> toMap() {
    Map<String, Object> fields = new LinkedHashMap<>();
    Fields.put(fields, "status", status);
    Fields.put(fields, "status-details", statusDetails);
    Fields.put(fields, "mms-id", mmsId);
    return fields;
  }
}
