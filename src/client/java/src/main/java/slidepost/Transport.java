package slidepost;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpTimeoutException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import slidepost.json.Fields;
import slidepost.json.JsonException;
import slidepost.json.JsonReader;
import slidepost.json.JsonWriter;

/** Transport of the client: a POST per call, repeated where that is safe. */
public abstract class Transport {
  private static final Pattern FILENAME =
      Pattern.compile("filename=\"?([^\";]+)", Pattern.CASE_INSENSITIVE);

  /** Wait before the second attempt after a network failure, in milliseconds; it doubles. */
  private static final double FIRST_WAIT = 250;

  /** Longest wait after a network failure, in milliseconds. */
  private static final double LONGEST_WAIT = 8_000;

  private final HttpClient http;
  private final URI uri;
  private final String apiKey;
  private final Duration timeout;
  private final int retries;

  Transport(Builder builder) {
    this.http = builder.http == null ? defaultHttp() : builder.http;
    this.uri = URI.create(builder.baseUrl.replaceAll("/+$", "") + "/api/v2");
    this.apiKey = builder.apiKey;
    this.timeout = builder.timeout;
    this.retries = builder.retries;
  }

  private static HttpClient defaultHttp() {
    // HTTP/1.1, since every proxy has it. Redirects would take the key to another address.
    return HttpClient.newBuilder()
        .version(HttpClient.Version.HTTP_1_1)
        .followRedirects(HttpClient.Redirect.NEVER)
        .build();
  }

  /** Begins a client of the service at a base address. */
  public static Builder builder(String baseUrl, String apiKey) {
    return new Builder(baseUrl, apiKey);
  }

  /** Options of a client. */
  public static final class Builder {
    private final String baseUrl;
    private final String apiKey;
    private Duration timeout = Duration.ofSeconds(30);
    private int retries = 2;
    private HttpClient http;

    private Builder(String baseUrl, String apiKey) {
      this.baseUrl = baseUrl;
      this.apiKey = apiKey;
    }

    /** Sets the timeout of a call with all its attempts. Default: 30 seconds. */
    public Builder timeout(Duration timeout) {
      this.timeout = timeout;
      return this;
    }

    /** Sets the number of times that a call is repeated at most. Default: 2. */
    public Builder retries(int retries) {
      this.retries = retries;
      return this;
    }

    /** Replaces the HTTP client, for proxies and tests. */
    public Builder http(HttpClient http) {
      this.http = http;
      return this;
    }

    /** Builds the client. */
    public Client build() {
      return new Client(this);
    }
  }

  <T> T postForObject(
      String action,
      Fields request,
      CallOptions options,
      Function<Map<String, ?>, T> constructor)
      throws IOException, InterruptedException {
    String key = options.idempotencyKey().orElseGet(() -> UUID.randomUUID().toString());
    HttpResponse<byte[]> response = post(action, request, key, options);
    try {
      return constructor.apply(Fields.object(JsonReader.read(text(response))));
    } catch (JsonException error) {
      throw SlidepostException.of(response.statusCode(), "", response.headers());
    }
  }

  FileResponse postForFile(String action, Fields request, CallOptions options)
      throws IOException, InterruptedException {
    HttpResponse<byte[]> response =
        post(action, request, options.idempotencyKey().orElse(null), options);
    String type = response.headers().firstValue("content-type").orElse("").split(";", 2)[0];
    Matcher filename =
        FILENAME.matcher(response.headers().firstValue("content-disposition").orElse(""));
    return new FileResponse(
        response.body(), type.trim(), filename.find() ? filename.group(1).trim() : action);
  }

  /** Posts a request, again after a failure that may pass, until the timeout. */
  private HttpResponse<byte[]> post(
      String action, Fields request, String key, CallOptions options)
      throws IOException, InterruptedException {
    Map<String, Object> body = new LinkedHashMap<>(request.toMap());
    body.put("action", action);
    HttpRequest.Builder builder =
        HttpRequest.newBuilder(uri)
            .header("Content-Type", "application/json")
            .header("X-Api-Key", apiKey)
            .POST(HttpRequest.BodyPublishers.ofString(JsonWriter.write(body)));
    if (key != null) {
      builder.header("Idempotency-Key", key);
    }
    options.operatorId().ifPresent(id -> builder.header("X-Service-Carrier-Id", id));
    HttpRequest post = builder.build();
    long end = System.nanoTime() + timeout.toNanos();
    for (int attempt = 0; ; attempt++) {
      long wait;
      try {
        return attempt(post, end - System.nanoTime());
      } catch (HttpTimeoutException error) {
        throw error;
      } catch (IOException error) {
        wait = backoff(attempt);
        if (!isInTime(attempt, wait, end)) {
          throw error;
        }
      } catch (SlidepostException error) {
        wait = error.retryAfter().map(Duration::toMillis).orElse(backoff(attempt));
        if (!mayPass(error) || !isInTime(attempt, wait, end)) {
          throw error;
        }
      }
      Thread.sleep(wait);
    }
  }

  private HttpResponse<byte[]> attempt(HttpRequest post, long nanos)
      throws IOException, InterruptedException {
    CompletableFuture<HttpResponse<byte[]>> sent =
        http.sendAsync(post, HttpResponse.BodyHandlers.ofByteArray());
    HttpResponse<byte[]> response;
    try {
      response = sent.get(nanos, TimeUnit.NANOSECONDS);
    } catch (TimeoutException error) {
      throw new HttpTimeoutException("timed out");
    } catch (ExecutionException error) {
      throw error.getCause() instanceof IOException
          ? (IOException) error.getCause()
          : new IOException(error.getCause());
    } finally {
      sent.cancel(true);
    }
    if (response.statusCode() / 100 != 2) {
      throw SlidepostException.of(response.statusCode(), text(response), response.headers());
    }
    return response;
  }

  private boolean isInTime(int attempt, long wait, long end) {
    return attempt < retries && System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(wait) < end;
  }

  /** Tells failures that may pass: limits, and a service or proxy that is not ready. */
  private static boolean mayPass(SlidepostException error) {
    switch (error.status()) {
      case 429:
      case 502:
      case 503:
      case 504:
        return true;
      case 409:
        // With Retry-After, a request with the same key is in progress.
        return error.retryAfter().isPresent();
      default:
        return false;
    }
  }

  private static long backoff(int attempt) {
    double wait = Math.min(FIRST_WAIT * Math.pow(2, attempt), LONGEST_WAIT);
    return (long) (wait * ThreadLocalRandom.current().nextDouble(0.5, 1.5));
  }

  private static String text(HttpResponse<byte[]> response) {
    return new String(response.body(), StandardCharsets.UTF_8);
  }
}
