// Written by `deno task generate` from openapi.yaml. Edit that, not this.
package slidepost.model;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import slidepost.json.Fields;

/** Content of a message transcoded, and sending triggered (spec 6.3). */
public final class PostbackN013 implements Postback {
  private final String origin;
  private final String code;
  private final String mmsId;
  private final String trackingId;
  private final String clientReference;
  private final String timestamp;

  /** Reads the fields; those that this version does not know are left out. */
  public PostbackN013(Map<String, ?> fields) {
    this.origin = Fields.text(fields, "origin");
    this.code = Fields.text(fields, "code");
    this.mmsId = Fields.textOrNull(fields, "mms-id");
    this.trackingId = Fields.text(fields, "tracking-id");
    this.clientReference = Fields.textOrNull(fields, "client-reference");
    this.timestamp = Fields.text(fields, "timestamp");
  }

  /** Kind of traffic. Known values: {@code MMS_MT}. */
  public String origin() {
    return origin;
  }

  /** Event code. Known values: {@code N013}. */
  @Override
  public String code() {
    return code;
  }

  /** Id of the template. */
  public Optional<String> mmsId() {
    return Optional.ofNullable(mmsId);
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

  @Override
  public Map<String, Object> toMap() {
    Map<String, Object> fields = new LinkedHashMap<>();
    Fields.put(fields, "origin", origin);
    Fields.put(fields, "code", code);
    Fields.put(fields, "mms-id", mmsId);
    Fields.put(fields, "tracking-id", trackingId);
    Fields.put(fields, "client-reference", clientReference);
    Fields.put(fields, "timestamp", timestamp);
    return fields;
  }
}
