// Written by `deno task generate` from openapi.yaml. Edit that, not this.
package slidepost.model;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import slidepost.json.Fields;

/** Video of a template not transcoded (spec 6.3). */
public final class PostbackE003 implements Postback {
  private final String origin;
  private final String code;
  private final String mmsId;
  private final String trackingid;
  private final String clientReference;
  private final String videoname;

  /** Reads the fields; those that this version does not know are left out. */
  public PostbackE003(Map<String, ?> fields) {
    this.origin = Fields.text(fields, "origin");
    this.code = Fields.text(fields, "code");
    this.mmsId = Fields.text(fields, "mms-id");
    this.trackingid = Fields.text(fields, "trackingid");
    this.clientReference = Fields.textOrNull(fields, "client-reference");
    this.videoname = Fields.text(fields, "videoname");
  }

  /** Kind of traffic. Known values: {@code MMS_MT}. */
  public String origin() {
    return origin;
  }

  /** Event code. Known values: {@code E003}. */
  @Override
  public String code() {
    return code;
  }

  /** Id of the template. */
  public String mmsId() {
    return mmsId;
  }

  /** Id of the transaction, repeated in its postbacks. */
  public String trackingid() {
    return trackingid;
  }

  /** {@code client-reference} of the request, if given. */
  public Optional<String> clientReference() {
    return Optional.ofNullable(clientReference);
  }

  /** URL of the file, as given in the request. */
  public String videoname() {
    return videoname;
  }

  @Override
  public Map<String, Object> toMap() {
    Map<String, Object> fields = new LinkedHashMap<>();
    Fields.put(fields, "origin", origin);
    Fields.put(fields, "code", code);
    Fields.put(fields, "mms-id", mmsId);
    Fields.put(fields, "trackingid", trackingid);
    Fields.put(fields, "client-reference", clientReference);
    Fields.put(fields, "videoname", videoname);
    return fields;
  }
}
