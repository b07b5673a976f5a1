// Written by `deno task generate` from openapi.yaml. Edit that, not this.
package slidepost.model;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import slidepost.json.Fields;

/** Sends an SMS (spec 4.5). */
public final class SendsmsRequest implements Fields {
  private final Map<String, Object> fields = new LinkedHashMap<>();

  /**
   * Sets "message-text". Text of the SMS. Up to 160 characters of the GSM alphabet, or 70 of
   * Unicode, make one message; longer text is sent and billed as several, at most 255.
   */
  public SendsmsRequest messageText(String messageText) {
    fields.put("message-text", messageText);
    return this;
  }

  /** Sets "to". Recipient's number with country code. */
  public SendsmsRequest to(String to) {
    fields.put("to", to);
    return this;
  }

  /**
   * Sets "from". Short code, toll-free or 10DLC number with country code, provisioned to the
   * account. Alphanumeric senders work only with carriers of certain countries, not in the USA.
   */
  public SendsmsRequest from(String from) {
    fields.put("from", from);
    return this;
  }

  /**
   * Sets "campaign-ref". Campaign that the recipient is subscribed to; mandatory if Enforce
   * Campaign Check is on for the account.
   */
  public SendsmsRequest campaignRef(String campaignRef) {
    fields.put("campaign-ref", campaignRef);
    return this;
  }

  /**
   * Sets "operator-id". Id of the recipient's operator; equivalent to {@code
   * X-Service-Carrier-Id}.
   */
  public SendsmsRequest operatorId(String operatorId) {
    fields.put("operator-id", operatorId);
    return this;
  }

  /** Sets "click-tracking". Whether to replace each link with a short one that counts clicks. */
  public SendsmsRequest clickTracking(Boolean clickTracking) {
    fields.put("click-tracking", clickTracking);
    return this;
  }

  /**
   * Sets "smart-encoding". Whether quotation marks, dashes, spaces and ellipses of the SMS become
   * plain ones if its whole text then is in the GSM alphabet; letters never change. Default: the
   * account's {@code smart-encoding}.
   */
  public SendsmsRequest smartEncoding(Boolean smartEncoding) {
    fields.put("smart-encoding", smartEncoding);
    return this;
  }

  @Override
  public Map<String, Object> toMap() {
    return Collections.unmodifiableMap(fields);
  }
}
