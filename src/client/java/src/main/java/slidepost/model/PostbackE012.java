// Written by `deno task generate` from openapi.yaml. Edit that, not this.
package slidepost.model;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import slidepost.json.Fields;

/** Audio of a message not transcoded, and sending not triggered (spec 6.3). */
public final class PostbackE012 implements Postback {
  private final String origin;
  private final String code;
  private final String trackingId;
  private final String clientReference;
  private final String audioName;
  private final String errorInfo;

  /** Reads the fields; those that this version does not know are left out. */
  public PostbackE012(Map<String, ?> fields) {
    this.origin = Fields.text(fields, "origin");
    this.code = Fields.text(fields, "code");
    this.trackingId = Fields.text(fields, "tracking-id");
    this.clientReference = Fields.textOrNull(fields, "client-reference");
    this.audioName = Fields.text(fields, "audio-name");
    this.errorInfo = Fields.text(fields, "error-info");
  }

  /** Kind of traffic. Known values: {@code MMS_MT}. */
  public String origin() {
    return origin;
  }

  /** Event code. Known values: {@code E012}. */
  @Override
  public String code() {
    return code;
  }

  /** Id of the transaction, repeated in its postbacks. */
  public String trackingId() {
    return trackingId;
  }

  /** {@code client-reference} of the request, if given. */
  public Optional<String> clientReference() {
    return Optional.ofNullable(clientReference);
  }

  /** URL of the file, as given in the request. */
  public String audioName() {
    return audioName;
  }

  /** Reason. */
  public String errorInfo() {
    return errorInfo;
  }

  @Override
  public Map<String, Object> toMap() {
    Map<String, Object> fields = new LinkedHashMap<>();
    Fields.put(fields, "origin", origin);
    Fields.put(fields, "code", code);
    Fields.put(fields, "tracking-id", trackingId);
    Fields.put(fields, "client-reference", clientReference);
    Fields.put(fields, "audio-name", audioName);
    Fields.put(fields, "error-info", errorInfo);
    return fields;
  }
}
