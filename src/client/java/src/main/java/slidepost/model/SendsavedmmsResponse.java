// Written by `deno task generate` from openapi.yaml. Edit that, not this.
package slidepost.model;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import slidepost.json.Fields;

/** Acceptance of an MMS. */
public final class SendsavedmmsResponse implements Fields {
  private final String status;
  private final String mmsId;
  private final String trackingId;
  private final String to;
  private final String from;
  private final String statusDetails;
  private final List<String> warnings;

  /** Reads the fields; those that this version does not know are left out. */
  public SendsavedmmsResponse(Map<String, ?> fields) {
    this.status = Fields.text(fields, "status");
    this.mmsId = Fields.text(fields, "mms-id");
    this.trackingId = Fields.text(fields, "tracking-id");
    this.to = Fields.text(fields, "to");
    this.from = Fields.text(fields, "from");
    this.statusDetails = Fields.text(fields, "status-details");
    this.warnings = Fields.textsOrNull(fields, "warnings");
  }

  /** Success. Known values: {@code Success}. */
  public String status() {
    return status;
  }

  /** Id of the template. */
  public String mmsId() {
    return mmsId;
  }

  /** Id of the transaction, repeated in its postbacks. */
  public String trackingId() {
    return trackingId;
  }

  /** Recipient's number with country code. */
  public String to() {
    return to;
  }

  /** Short code or number that the message is sent from. */
  public String from() {
    return from;
  }

  /** Result in words. */
  public String statusDetails() {
    return statusDetails;
  }

  /**
   * Objects of the request, and slides past the ninth, that do not fit into the message and are
   * left out; elements that are left out because their merge tags leave nothing of them; texts
   * that do not lie inside their image. Absent if there are none.
   */
  public Optional<List<String>> warnings() {
    return Optional.ofNullable(warnings);
  }

  @Override
  public Map<String, Object> toMap() {
    Map<String, Object> fields = new LinkedHashMap<>();
    Fields.put(fields, "status", status);
    Fields.put(fields, "mms-id", mmsId);
    Fields.put(fields, "tracking-id", trackingId);
    Fields.put(fields, "to", to);
    Fields.put(fields, "from", from);
    Fields.put(fields, "status-details", statusDetails);
    Fields.put(fields, "warnings", warnings);
    return fields;
  }
}
