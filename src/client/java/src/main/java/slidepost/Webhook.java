package slidepost;

import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.time.Clock;
import java.time.Duration;
import java.util.Base64;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import slidepost.json.Fields;
import slidepost.json.JsonReader;
import slidepost.model.Postback;

/** Verification of postbacks, signed as Standard Webhooks. */
public final class Webhook {
  private static final String SECRET_PREFIX = "whsec_";
  private static final Duration TOLERANCE = Duration.ofMinutes(5);

  private Webhook() {}

  /**
   * Verifies the signature and the time of a postback, and reads it. Clocks may differ by five
   * minutes.
   *
   * @param body body of the request as received, in JSON
   * @param headers headers of the request
   * @param secrets secret of the account or receiver ({@code whsec_…}), or several of which any may
   *     have signed
   * @throws PostbackVerificationException where it is not a postback of the service, or an old one
   */
  public static Postback verifyPostback(
      byte[] body, Map<String, List<String>> headers, Collection<String> secrets)
      throws PostbackVerificationException {
    return verifyPostback(body, headers, secrets, TOLERANCE, Clock.systemUTC());
  }

  /**
   * Verifies the signature and the time of a postback, and reads it.
   *
   * @param body body of the request as received, in JSON
   * @param headers headers of the request
   * @param secrets secret of the account or receiver ({@code whsec_…}), or several of which any may
   *     have signed
   * @param tolerance difference of the clocks that is accepted
   * @param clock clock of the verification
   * @throws PostbackVerificationException where it is not a postback of the service, or an old one
   */
  public static Postback verifyPostback(
      byte[] body,
      Map<String, List<String>> headers,
      Collection<String> secrets,
      Duration tolerance,
      Clock clock)
      throws PostbackVerificationException {
    verifySignature(body, headers, secrets, tolerance, clock);
    return parsePostback(body);
  }

  /**
   * Verifies the signature and the time of a postback in any format, such as XML. Clocks may differ
   * by five minutes.
   *
   * @param body body of the request as received
   * @param headers headers of the request
   * @param secrets secret of the account or receiver ({@code whsec_…}), or several of which any may
   *     have signed
   * @throws PostbackVerificationException where it is not a postback of the service, or an old one
   */
  public static void verifySignature(
      byte[] body, Map<String, List<String>> headers, Collection<String> secrets)
      throws PostbackVerificationException {
    verifySignature(body, headers, secrets, TOLERANCE, Clock.systemUTC());
  }

  /**
   * Verifies the signature and the time of a postback in any format, such as XML.
   *
   * @param body body of the request as received
   * @param headers headers of the request
   * @param secrets secret of the account or receiver ({@code whsec_…}), or several of which any may
   *     have signed
   * @param tolerance difference of the clocks that is accepted
   * @param clock clock of the verification
   * @throws PostbackVerificationException where it is not a postback of the service, or an old one
   */
  public static void verifySignature(
      byte[] body,
      Map<String, List<String>> headers,
      Collection<String> secrets,
      Duration tolerance,
      Clock clock)
      throws PostbackVerificationException {
    String id = header(headers, "webhook-id");
    String timestamp = header(headers, "webhook-timestamp");
    if (!timestamp.matches("[0-9]{1,12}")
        || Math.abs(clock.millis() - Long.parseLong(timestamp) * 1000) > tolerance.toMillis()) {
      throw new PostbackVerificationException(
          "webhook-timestamp is too old, too new, or no number");
    }
    String[] signatures = header(headers, "webhook-signature").split(" ");
    for (String secret : secrets) {
      byte[] expected = signature(secret, id + "." + timestamp + ".", body);
      for (String signature : signatures) {
        // Takes the same time wherever the signature differs.
        if (MessageDigest.isEqual(expected, signature.getBytes(StandardCharsets.UTF_8))) {
          return;
        }
      }
    }
    throw new PostbackVerificationException("no signature is by this secret");
  }

  /** Reads the body of a postback whose signature is verified already. */
  public static Postback parsePostback(byte[] body) {
    return Postback.of(Fields.object(JsonReader.read(new String(body, StandardCharsets.UTF_8))));
  }

  private static byte[] signature(String secret, String head, byte[] body) {
    String encoded =
        secret.startsWith(SECRET_PREFIX) ? secret.substring(SECRET_PREFIX.length()) : secret;
    try {
      Mac mac = Mac.getInstance("HmacSHA256");
      mac.init(new SecretKeySpec(Base64.getDecoder().decode(encoded), "HmacSHA256"));
      mac.update(head.getBytes(StandardCharsets.UTF_8));
      String signature = "v1," + Base64.getEncoder().encodeToString(mac.doFinal(body));
      return signature.getBytes(StandardCharsets.UTF_8);
    } catch (IllegalArgumentException error) {
      throw new IllegalArgumentException("the secret is not whsec_ and base64");
    } catch (GeneralSecurityException error) {
      throw new IllegalStateException(error); // every JDK has HmacSHA256
    }
  }

  private static String header(Map<String, List<String>> headers, String name)
      throws PostbackVerificationException {
    return headers.entrySet().stream()
        .filter(entry -> name.equalsIgnoreCase(entry.getKey()) && !entry.getValue().isEmpty())
        .map(entry -> entry.getValue().get(0))
        .findFirst()
        .orElseThrow(() -> new PostbackVerificationException(name + " is missing"));
  }
}
