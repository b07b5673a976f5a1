// Written by `deno task generate` from openapi.yaml. Edit that, not this.
package slidepost.model;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import slidepost.json.Fields;

/** SMS failed (spec 6.5). */
public final class PostbackE201 implements Postback {
  private final String origin;
  private final String code;
  private final String sentAs;
  private final String status;
  private final String from;
  private final String to;
  private final String timestamp;
  private final String trackingId;
  private final String campaignRef;

  /** Reads the fields; those that this version does not know are left out. */
  public PostbackE201(Map<String, ?> fields) {
    this.origin = Fields.text(fields, "origin");
    this.code = Fields.text(fields, "code");
    this.sentAs = Fields.text(fields, "sent-as");
    this.status = Fields.text(fields, "status");
    this.from = Fields.text(fields, "from");
    this.to = Fields.text(fields, "to");
    this.timestamp = Fields.text(fields, "timestamp");
    this.trackingId = Fields.text(fields, "tracking-id");
    this.campaignRef = Fields.textOrNull(fields, "campaign-ref");
  }

  /** Kind of traffic. Known values: {@code SMS_MT}. */
  public String origin() {
    return origin;
  }

  /** Event code. Known values: {@code E201}. */
  @Override
  public String code() {
    return code;
  }

  /** Always SMS. Known values: {@code SMS}. */
  public String sentAs() {
    return sentAs;
  }

  /** Status of the message. Known values: {@code Failed}. */
  public String status() {
    return status;
  }

  /** Short code or number that the message is sent from. */
  public String from() {
    return from;
  }

  /** Recipient's number with country code. */
  public String to() {
    return to;
  }

  /** Time in ISO 8601 with microseconds and offset. */
  public String timestamp() {
    return timestamp;
  }

  /** Id of the transaction, repeated in its postbacks. */
  public String trackingId() {
    return trackingId;
  }

  /** {@code campaign-ref} of the request, if given. */
  public Optional<String> campaignRef() {
    return Optional.ofNullable(campaignRef);
  }

  @Override
  public Map<String, Object> toMap() {
    Map<String, Object> fields = new LinkedHashMap<>();
    Fields.put(fields, "origin", origin);
    Fields.put(fields, "code", code);
    Fields.put(fields, "sent-as", sentAs);
    Fields.put(fields, "status", status);
    Fields.put(fields, "from", from);
    Fields.put(fields, "to", to);
    Fields.put(fields, "timestamp", timestamp);
    Fields.put(fields, "tracking-id", trackingId);
    Fields.put(fields, "campaign-ref", campaignRef);
    return fields;
  }
}
