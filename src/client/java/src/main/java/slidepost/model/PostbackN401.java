// Written by `deno task generate` from openapi.yaml. Edit that, not this.
package slidepost.model;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import slidepost.json.Fields;

/** MMS from an end user (spec 6.4). */
public final class PostbackN401 implements Postback {
  private final String origin;
  private final String code;
  private final String from;
  private final String to;
  private final String messageSubject;
  private final String trackingId;
  private final String timestamp;
  private final List<InboundFile> content;

  /** Reads the fields; those that this version does not know are left out. */
  public PostbackN401(Map<String, ?> fields) {
    this.origin = Fields.text(fields, "origin");
    this.code = Fields.text(fields, "code");
    this.from = Fields.text(fields, "from");
    this.to = Fields.text(fields, "to");
    this.messageSubject = Fields.text(fields, "message-subject");
    this.trackingId = Fields.text(fields, "tracking-id");
    this.timestamp = Fields.text(fields, "timestamp");
    this.content = Fields.objects(fields, "content", InboundFile::new);
  }

  /** Kind of traffic. Known values: {@code MMS_MO}. */
  public String origin() {
    return origin;
  }

  /** Event code. Known values: {@code N401}. */
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

  /** Subject of the MMS; may be empty. */
  public String messageSubject() {
    return messageSubject;
  }

  /** Id of the transaction, repeated in its postbacks. */
  public String trackingId() {
    return trackingId;
  }

  /** Time in ISO 8601 with microseconds and offset. */
  public String timestamp() {
    return timestamp;
  }

  /** Files of the MMS. */
  public List<InboundFile> content() {
    return content;
  }

  @Override
  public Map<String, Object> toMap() {
    Map<String, Object> fields = new LinkedHashMap<>();
    Fields.put(fields, "origin", origin);
    Fields.put(fields, "code", code);
    Fields.put(fields, "from", from);
    Fields.put(fields, "to", to);
    Fields.put(fields, "message-subject", messageSubject);
    Fields.put(fields, "tracking-id", trackingId);
    Fields.put(fields, "timestamp", timestamp);
    Fields.put(fields, "content", content);
    return fields;
  }
}
