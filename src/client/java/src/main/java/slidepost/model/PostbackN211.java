// Written by `deno task generate` from openapi.yaml. Edit that, not this.
package slidepost.model;

import java.util.LinkedHashMap;
import java.util.Map;
import slidepost.json.Fields;

/** SMS from an end user (spec 6.6). */
public final class PostbackN211 implements Postback {
  private final String origin;
  private final String code;
  private final String from;
  private final String to;
  private final String messageText;
  private final String timestamp;
  private final String trackingId;

  /** Reads the fields; those that this version does not know are left out. */
  public PostbackN211(Map<String, ?> fields) {
    this.origin = Fields.text(fields, "origin");
    this.code = Fields.text(fields, "code");
    this.from = Fields.text(fields, "from");
    this.to = Fields.text(fields, "to");
    this.messageText = Fields.text(fields, "message-text");
    this.timestamp = Fields.text(fields, "timestamp");
    this.trackingId = Fields.text(fields, "tracking-id");
  }

  /** Kind of traffic. Known values: {@code SMS_MO}. */
  public String origin() {
    return origin;
  }

  /** Event code. Known values: {@code N211}. */
  @Override
  public String code() {
    return code;
  }

  /**
   * Number of the end user with country code. A sender that is no international number is as the
   * carrier spells it: a name, a short code, a national number, or empty.
   */
  public String from() {
    return from;
  }

  /** Short code or number that the message was sent to. */
  public String to() {
    return to;
  }

  /** Text of the SMS. */
  public String messageText() {
    return messageText;
  }

  /** Time in ISO 8601 with microseconds and offset. */
  public String timestamp() {
    return timestamp;
  }

  /** Id of the transaction, repeated in its postbacks. */
  public String trackingId() {
    return trackingId;
  }

  @Override
  public Map<String, Object> toMap() {
    Map<String, Object> fields = new LinkedHashMap<>();
    Fields.put(fields, "origin", origin);
    Fields.put(fields, "code", code);
    Fields.put(fields, "from", from);
    Fields.put(fields, "to", to);
    Fields.put(fields, "message-text", messageText);
    Fields.put(fields, "timestamp", timestamp);
    Fields.put(fields, "tracking-id", trackingId);
    return fields;
  }
}
