// Written by `deno task generate` from openapi.yaml. Edit that, not this.
package slidepost.model;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import slidepost.json.Fields;

/** Saves an MMS template and transcodes its content (spec 4.3). */
public final class SavemmsRequest implements Fields {
  private final Map<String, Object> fields = new LinkedHashMap<>();

  /**
   * Sets "message-subject". Subject. Up to 80 characters are supported; further ones may be cut
   * off. At most 40 characters without Unicode or emoji have the best deliverability. Toll-free
   * senders may not support a subject. NUL and lone surrogates are stripped.
   */
  public SavemmsRequest messageSubject(String messageSubject) {
    fields.put("message-subject", messageSubject);
    return this;
  }

  /**
   * Sets "fallback-sms-text". Text of the fallback SMS; at most 110 characters have the best
   * deliverability. Mandatory if the account may send fallback SMS and {@code
   * disable-fallback-sms} is not true.
   */
  public SavemmsRequest fallbackSmsText(String fallbackSmsText) {
    fields.put("fallback-sms-text", fallbackSmsText);
    return this;
  }

  /**
   * Sets "disable-fallback-sms". Whether to disable the fallback SMS, which is sent if the MMS
   * cannot be delivered.
   */
  public SavemmsRequest disableFallbackSms(Boolean disableFallbackSms) {
    fields.put("disable-fallback-sms", disableFallbackSms);
    return this;
  }

  /**
   * Sets "disable-fallback-sms-link". Whether to omit the link to the MMS content from the
   * fallback SMS.
   */
  public SavemmsRequest disableFallbackSmsLink(Boolean disableFallbackSmsLink) {
    fields.put("disable-fallback-sms-link", disableFallbackSmsLink);
    return this;
  }

  /** Sets "client-reference". Customer's own id of the transaction, returned in its postbacks. */
  public SavemmsRequest clientReference(String clientReference) {
    fields.put("client-reference", clientReference);
    return this;
  }

  /** Sets "name". Name of the template, for internal reference. */
  public SavemmsRequest name(String name) {
    fields.put("name", name);
    return this;
  }

  /** Sets "slide". Slides in the order of display. */
  public SavemmsRequest slide(List<Slide> slide) {
    fields.put("slide", slide);
    return this;
  }

  @Override
  public Map<String, Object> toMap() {
    return Collections.unmodifiableMap(fields);
  }
}
