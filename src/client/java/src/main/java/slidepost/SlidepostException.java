package slidepost;

import java.net.http.HttpHeaders;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import slidepost.json.Fields;
import slidepost.json.JsonException;
import slidepost.json.JsonReader;

/** Failure reported by the service. Failures of the network are {@link java.io.IOException}. */
public final class SlidepostException extends RuntimeException {
  private static final long serialVersionUID = 1;
  private static final Pattern HELP =
      Pattern.compile("<([^<>]*)>[^<>]*?;\\s*rel\\s*=\\s*\"?help\\b", Pattern.CASE_INSENSITIVE);

  private final int status;
  private final String code;
  private final String info;
  private final String to;
  private final Duration retryAfter;
  private final String link;

  private SlidepostException(String message, int status, Map<String, ?> fields, HttpHeaders headers) {
    super(message);
    this.status = status;
    this.code = text(fields, "error-code");
    this.info = info(status, fields);
    this.to = text(fields, "to");
    this.retryAfter = headers.firstValue("retry-after")
        .filter(value -> value.matches("[0-9]{1,9}"))
        .map(value -> Duration.ofSeconds(Long.parseLong(value)))
        .orElse(null);
    Matcher matcher = HELP.matcher(String.join(", ", headers.allValues("link")));
    this.link = matcher.find() ? matcher.group(1) : null;
  }

  static SlidepostException of(int status, String body, HttpHeaders headers) {
    Map<String, ?> fields = parse(body);
    String code = text(fields, "error-code");
    String info = info(status, fields);
    return new SlidepostException(code == null ? info : code + ": " + info, status, fields, headers);
  }

  /** HTTP status. */
  public int status() {
    return status;
  }

  /** {@code error-code}; empty when the response is not the service's own, such as a proxy's. */
  public Optional<String> code() {
    return Optional.ofNullable(code);
  }

  /** {@code error-info}. */
  public String info() {
    return info;
  }

  /** Recipient, where the failure names it. */
  public Optional<String> to() {
    return Optional.ofNullable(to);
  }

  /** Value of Retry-After. */
  public Optional<Duration> retryAfter() {
    return Optional.ofNullable(retryAfter);
  }

  /** Page of the manual about the code. */
  public Optional<String> link() {
    return Optional.ofNullable(link);
  }

  private static String info(int status, Map<String, ?> fields) {
    String info = text(fields, "error-info");
    if (info != null) {
      return info;
    }
    return status == 200 ? "the response is not the expected object" : "HTTP status " + status;
  }

  private static String text(Map<String, ?> fields, String name) {
    Object value = fields.get(name);
    return value instanceof String ? (String) value : null;
  }

  /** Parses a failure's body; empty when it is not a JSON object. */
  private static Map<String, ?> parse(String body) {
    try {
      return Fields.object(JsonReader.read(body));
    } catch (JsonException error) {
      return Map.of();
    }
  }
}
