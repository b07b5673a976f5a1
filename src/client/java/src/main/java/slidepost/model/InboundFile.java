// Written by `deno task generate` from openapi.yaml. Edit that, not this.
package slidepost.model;

import java.util.LinkedHashMap;
import java.util.Map;
import slidepost.json.Fields;

/** File of an MMS from an end user. */
public final class InboundFile implements Fields {
  private final String file;

  /** Reads the fields; those that this version does not know are left out. */
  public InboundFile(Map<String, ?> fields) {
    this.file = Fields.text(fields, "file");
  }

  /** URL of a picture, video, audio, text or SMIL file. */
  public String file() {
    return file;
  }

  @Override
  public Map<String, Object> toMap() {
    Map<String, Object> fields = new LinkedHashMap<>();
    Fields.put(fields, "file", file);
    return fields;
  }
}
