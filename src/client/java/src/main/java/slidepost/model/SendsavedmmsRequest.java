// Written by `deno task generate` from openapi.yaml. Edit that, not this.
package slidepost.model;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import slidepost.json.Fields;

/** Sends a saved MMS template to one recipient (spec 4.4). */
public final class SendsavedmmsRequest implements Fields {
  private final Map<String, Object> fields = new LinkedHashMap<>();

  /** Sets "mms-id". Id of the template, saved with an API key of the same account. */
  public SendsavedmmsRequest mmsId(String mmsId) {
    fields.put("mms-id", mmsId);
    return this;
  }

  /** Sets "to". Recipient's number with country code; must be in a country of the sender. */
  public SendsavedmmsRequest to(String to) {
    fields.put("to", to);
    return this;
  }

  /**
   * Sets "to-displayonly". Comma-separated numbers with country code, at most 100, shown as
   * further recipients of a group. The message is delivered to {@code to} only.
   */
  public SendsavedmmsRequest toDisplayonly(String toDisplayonly) {
    fields.put("to-displayonly", toDisplayonly);
    return this;
  }

  /**
   * Sets "from". Short code, toll-free or 10DLC number with country code, provisioned to the
   * account. Alphanumeric senders work only with carriers of certain countries, not in the USA.
   */
  public SendsavedmmsRequest from(String from) {
    fields.put("from", from);
    return this;
  }

  /**
   * Sets "campaign-ref". Campaign that the recipient is subscribed to; mandatory if Enforce
   * Campaign Check is on for the account.
   */
  public SendsavedmmsRequest campaignRef(String campaignRef) {
    fields.put("campaign-ref", campaignRef);
    return this;
  }

  /**
   * Sets "message-subject". Subject in place of the template's; at most 40 characters without
   * Unicode have the best deliverability. The limit of 1,000 characters also applies after merge
   * tags are replaced. NUL and lone surrogates are stripped.
   */
  public SendsavedmmsRequest messageSubject(String messageSubject) {
    fields.put("message-subject", messageSubject);
    return this;
  }

  /**
   * Sets "fallback-sms-text". Text of the fallback SMS in place of the template's; 20 to 110
   * characters have the best deliverability. Mandatory if {@code disable-fallback-sms} is false.
   */
  public SendsavedmmsRequest fallbackSmsText(String fallbackSmsText) {
    fields.put("fallback-sms-text", fallbackSmsText);
    return this;
  }

  /**
   * Sets "disable-fallback-sms". Whether to disable the fallback SMS, which is sent if the MMS
   * cannot be delivered.
   */
  public SendsavedmmsRequest disableFallbackSms(Boolean disableFallbackSms) {
    fields.put("disable-fallback-sms", disableFallbackSms);
    return this;
  }

  /**
   * Sets "disable-fallback-sms-link". Whether to omit the link to the MMS content from the
   * fallback SMS.
   */
  public SendsavedmmsRequest disableFallbackSmsLink(Boolean disableFallbackSmsLink) {
    fields.put("disable-fallback-sms-link", disableFallbackSmsLink);
    return this;
  }

  /**
   * Sets "fallback-sms-link-expiration". Expiry of the link in the fallback SMS, in ISO 8601.
   * Default and maximum: 1 year from the request.
   */
  public SendsavedmmsRequest fallbackSmsLinkExpiration(String fallbackSmsLinkExpiration) {
    fields.put("fallback-sms-link-expiration", fallbackSmsLinkExpiration);
    return this;
  }

  /**
   * Sets "mms-expiry-timestamp". Time at which delivery attempts stop, in ISO 8601. Default and
   * maximum: 3 days from the request.
   */
  public SendsavedmmsRequest mmsExpiryTimestamp(String mmsExpiryTimestamp) {
    fields.put("mms-expiry-timestamp", mmsExpiryTimestamp);
    return this;
  }

  /**
   * Sets "force-send-as-sms". Whether to send an SMS, regardless of {@code disable-fallback-sms}.
   * Without an operator id, the operator lookup is skipped, too. Refused for accounts that may not
   * send fallback SMS.
   */
  public SendsavedmmsRequest forceSendAsSms(Boolean forceSendAsSms) {
    fields.put("force-send-as-sms", forceSendAsSms);
    return this;
  }

  /**
   * Sets "smart-encoding". Whether quotation marks, dashes, spaces and ellipses of the SMS become
   * plain ones if its whole text then is in the GSM alphabet; letters never change. Default: the
   * account's {@code smart-encoding}.
   */
  public SendsavedmmsRequest smartEncoding(Boolean smartEncoding) {
    fields.put("smart-encoding", smartEncoding);
    return this;
  }

  /**
   * Sets "operator-id". Id of the recipient's operator; equivalent to {@code
   * X-Service-Carrier-Id}.
   */
  public SendsavedmmsRequest operatorId(String operatorId) {
    fields.put("operator-id", operatorId);
    return this;
  }

  /** Sets "client-reference". Customer's own id of the transaction, returned in its postbacks. */
  public SendsavedmmsRequest clientReference(String clientReference) {
    fields.put("client-reference", clientReference);
    return this;
  }

  /** Sets "custom-slides". Texts in place of those of the template's slides. */
  public SendsavedmmsRequest customSlides(List<CustomSlide> customSlides) {
    fields.put("custom-slides", customSlides);
    return this;
  }

  /**
   * Sets "merge-tag-data". Values of the merge tags {@code {$variable|default}} by variable; names
   * match in any letter case. A tag without a value takes its default, which may be empty. Tags
   * are replaced in slide texts, the subject, the fallback text, image templates, and the texts of
   * dynamic images, contacts and events, times included; inserted values are not scanned for tags.
   * An object is checked with its tags replaced. A barcode, a text area or an entry of a contact's
   * list of which they leave nothing is left out and listed in {@code warnings}.
   */
  public SendsavedmmsRequest mergeTagData(Map<String, String> mergeTagData) {
    fields.put("merge-tag-data", mergeTagData);
    return this;
  }

  /**
   * Sets "dynamic-image". Images drawn for this recipient. An image that cannot share its slide
   * gets a slide of its own after it. Slides past the ninth are left out and listed in {@code
   * warnings}.
   */
  public SendsavedmmsRequest dynamicImage(List<DynamicImage> dynamicImage) {
    fields.put("dynamic-image", dynamicImage);
    return this;
  }

  /** Sets "dynamic-contact". Contacts generated for this recipient. */
  public SendsavedmmsRequest dynamicContact(List<DynamicContact> dynamicContact) {
    fields.put("dynamic-contact", dynamicContact);
    return this;
  }

  /** Sets "dynamic-calendar". Calendar events generated for this recipient. */
  public SendsavedmmsRequest dynamicCalendar(List<DynamicCalendar> dynamicCalendar) {
    fields.put("dynamic-calendar", dynamicCalendar);
    return this;
  }

  @Override
  public Map<String, Object> toMap() {
    return Collections.unmodifiableMap(fields);
  }
}
