// Written by `deno task generate` from openapi.yaml. Edit that, not this.
package slidepost.model;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import slidepost.json.Fields;

/** MMS rejected or unrecognised (spec 6.2). */
public final class PostbackE102 implements Postback {
  private final String origin;
  private final String code;
  private final String sentAs;
  private final String status;
  private final String statusDetails;
  private final String mmsId;
  private final String from;
  private final String to;
  private final String trackingId;
  private final String clientReference;
  private final String timestamp;
  private final String campaignRef;

  /** Reads the fields; those that this version does not know are left out. */
  public PostbackE102(Map<String, ?> fields) {
    this.origin = Fields.text(fields, "origin");
    this.code = Fields.text(fields, "code");
    this.sentAs = Fields.text(fields, "sent-as");
    this.status = Fields.text(fields, "status");
    this.statusDetails = Fields.text(fields, "status-details");
    this.mmsId = Fields.textOrNull(fields, "mms-id");
    this.from = Fields.text(fields, "from");
    this.to = Fields.text(fields, "to");
    this.trackingId = Fields.text(fields, "tracking-id");
    this.clientReference = Fields.textOrNull(fields, "client-reference");
    this.timestamp = Fields.text(fields, "timestamp");
    this.campaignRef = Fields.textOrNull(fields, "campaign-ref");
  }

  /** Kind of traffic. Known values: {@code MMS_MT}. */
  public String origin() {
    return origin;
  }

  /** Event code. Known values: {@code E102}. */
  @Override
  public String code() {
    return code;
  }

  /**
   * Form in which the message was sent; SMS is the fallback. Known values: {@code MMS}, {@code
   * SMS}.
   */
  public String sentAs() {
    return sentAs;
  }

  /** Status of the message. Known values: {@code Rejected}, {@code Unrecognised}. */
  public String status() {
    return status;
  }

  /** Reason for the rejection; {@code <number>:Exception} for Unrecognised. */
  public String statusDetails() {
    return statusDetails;
  }

  /** Id of the template. */
  public Optional<String> mmsId() {
    return Optional.ofNullable(mmsId);
  }

  /** Short code or number that the message is sent from. */
  public String from() {
    return from;
  }

  /** Recipient's number with country code. */
  public String to() {
    return to;
  }

  /** Id of the transaction, repeated in its postbacks. */
  public String trackingId() {
    return trackingId;
  }

  /** {@code client-reference} of the request, if given. */
  public Optional<String> clientReference() {
    return Optional.ofNullable(clientReference);
  }

  /** Time in ISO 8601 with microseconds and offset. */
  public String timestamp() {
    return timestamp;
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
    Fields.put(fields, "status-details", statusDetails);
    Fields.put(fields, "mms-id", mmsId);
    Fields.put(fields, "from", from);
    Fields.put(fields, "to", to);
    Fields.put(fields, "tracking-id", trackingId);
    Fields.put(fields, "client-reference", clientReference);
    Fields.put(fields, "timestamp", timestamp);
    Fields.put(fields, "campaign-ref", campaignRef);
    return fields;
  }
}
