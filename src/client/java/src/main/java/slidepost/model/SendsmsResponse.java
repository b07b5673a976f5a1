// Written by `deno task generate` from openapi.yaml. Edit that, not this.
package slidepost.model;

import java.util.LinkedHashMap;
import java.util.Map;
import slidepost.json.Fields;

/** Acceptance of an SMS. */
public final class SendsmsResponse implements Fields {
  private final String status;
  private final String trackingId;
  private final String to;
  private final String from;
  private final Long segments;
  private final String statusDetails;

  /** Reads the fields; those that this version does not know are left out. */
  public SendsmsResponse(Map<String, ?> fields) {
    this.status = Fields.text(fields, "status");
    this.trackingId = Fields.text(fields, "tracking-id");
    this.to = Fields.text(fields, "to");
    this.from = Fields.text(fields, "from");
    this.segments = Fields.integer(fields, "segments");
    this.statusDetails = Fields.text(fields, "status-details");
  }

  /** Success. Known values: {@code Success}. */
  public String status() {
    return status;
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

  /**
   * Number of messages that the text is sent and billed as. A single one holds 160 characters of
   * the GSM alphabet (those of its extension table count twice) or 70 of Unicode; one of several
   * holds 153 or 67.
   */
  public Long segments() {
    return segments;
  }

  /** Result in words. */
  public String statusDetails() {
    return statusDetails;
  }

  @Override
  public Map<String, Object> toMap() {
    Map<String, Object> fields = new LinkedHashMap<>();
    Fields.put(fields, "status", status);
    Fields.put(fields, "tracking-id", trackingId);
    Fields.put(fields, "to", to);
    Fields.put(fields, "from", from);
    Fields.put(fields, "segments", segments);
    Fields.put(fields, "status-details", statusDetails);
    return fields;
  }
}
