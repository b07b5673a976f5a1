import java.io.IOException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.net.http.HttpTimeoutException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import slidepost.CallOptions;
import slidepost.Client;
import slidepost.FileResponse;
import slidepost.PostbackVerificationException;
import slidepost.SlidepostException;
import slidepost.Webhook;
import slidepost.json.Fields;
import slidepost.json.JsonException;
import slidepost.json.JsonReader;
import slidepost.json.JsonWriter;
import slidepost.model.Postback;
import slidepost.model.UnknownPostback;

/** Performs the cases that come as JSON on stdin, and prints an outcome a line. */
final class Run {
  public static void main(String[] arguments) throws Exception {
    String input = new String(System.in.readAllBytes(), StandardCharsets.UTF_8);
    for (Object each : (List<?>) JsonReader.read(input)) {
      Map<String, ?> testCase = Fields.object(each);
      Map<String, Object> outcome = new LinkedHashMap<>();
      outcome.put("name", testCase.get("name"));
      Object verification = testCase.get("verification");
      try {
        if (testCase.containsKey("json")) {
          outcome.put("json", JsonWriter.write(JsonReader.read(Fields.text(testCase, "json"))));
        } else {
          outcome.putAll(
              verification == null ? call(testCase) : verify(Fields.object(verification)));
        }
      } catch (JsonException error) {
        outcome.put("error", Map.of("kind", "json"));
      } catch (SlidepostException
          | PostbackVerificationException
          | IOException
          | IllegalArgumentException error) {
        outcome.put("error", failure(error));
      }
      System.out.write((JsonWriter.write(outcome) + "\n").getBytes(StandardCharsets.UTF_8));
      System.out.flush();
    }
  }

  private static Map<String, Object> call(Map<String, ?> testCase) throws Exception {
    Client client =
        Client.builder(Fields.text(testCase, "baseUrl"), Fields.text(testCase, "apiKey"))
            .timeout(Duration.ofMillis(Fields.integer(testCase, "timeout")))
            .retries(Fields.integer(testCase, "retries").intValue())
            .build();
    Method method = methodOf(Client.class, Fields.text(testCase, "action"), 2);
    Object request = converted(method.getParameterTypes()[0], testCase.get("request"));
    CallOptions options =
        CallOptions.idempotencyKey(Fields.textOrNull(testCase, "idempotencyKey"))
            .withOperatorId(Fields.textOrNull(testCase, "operatorId"));
    Object response = invoke(method, client, request, options);
    if (!(response instanceof FileResponse)) {
      return Map.of("response", response);
    }
    FileResponse file = (FileResponse) response;
    byte[] hash = MessageDigest.getInstance("SHA-256").digest(file.bytes());
    StringBuilder sha256 = new StringBuilder();
    for (byte each : hash) {
      sha256.append(String.format("%02x", each));
    }
    return Map.of(
        "file",
        Map.of("type", file.type(), "filename", file.filename(), "sha256", sha256.toString()));
  }

  /** Converts a JSON value to the type of a parameter, by the setters of requests. */
  private static Object converted(Type type, Object value) throws Exception {
    if (type instanceof ParameterizedType) {
      Type[] of = ((ParameterizedType) type).getActualTypeArguments();
      Type last = of[of.length - 1];
      if (value instanceof List) {
        List<Object> items = new java.util.ArrayList<>();
        for (Object each : (List<?>) value) {
          items.add(converted(last, each));
        }
        return items;
      }
      Map<String, Object> entries = new LinkedHashMap<>();
      for (Map.Entry<String, ?> entry : Fields.object(value).entrySet()) {
        entries.put(entry.getKey(), converted(last, entry.getValue()));
      }
      return entries;
    }
    Class<?> of = (Class<?>) type;
    if (of.isEnum()) {
      for (Object constant : of.getEnumConstants()) {
        if (of.getMethod("value").invoke(constant).equals(value)) {
          return constant;
        }
      }
      throw new AssertionError(of + " has no " + value);
    }
    if (!Fields.class.isAssignableFrom(of)) {
      return of == String.class ? String.valueOf(value) : value;
    }
    Object built = of.getConstructor().newInstance();
    for (Map.Entry<String, ?> entry : Fields.object(value).entrySet()) {
      Method setter = methodOf(of, camel(entry.getKey()), 1);
      setter.invoke(built, converted(setter.getGenericParameterTypes()[0], entry.getValue()));
    }
    return built;
  }

  private static Map<String, Object> verify(Map<String, ?> verification) throws Exception {
    Map<String, List<String>> headers =
        Fields.object(verification.get("headers")).entrySet().stream()
            .collect(
                Collectors.toMap(
                    Map.Entry::getKey, entry -> List.of(String.valueOf(entry.getValue()))));
    byte[] body = Fields.text(verification, "body").getBytes(StandardCharsets.UTF_8);
    Instant now = Instant.ofEpochSecond(Fields.integer(verification, "now"));
    Clock clock = Clock.fixed(now, ZoneOffset.UTC);
    List<String> secrets = Fields.texts(verification, "secrets");
    Duration tolerance = Duration.ofMinutes(5);
    if (Fields.text(verification, "body").startsWith("<")) {
      Webhook.verifySignature(body, headers, secrets, tolerance, clock);
      return Map.of("isVerified", true);
    }
    Postback postback = Webhook.verifyPostback(body, headers, secrets, tolerance, clock);
    Map<String, Object> fields = new LinkedHashMap<>();
    fields.put("code", postback instanceof UnknownPostback ? null : postback.code());
    fields.put("fields", postback);
    return Map.of("postback", fields);
  }

  private static Map<String, Object> failure(Exception error) {
    if (error instanceof PostbackVerificationException) {
      return Map.of("kind", "verification");
    }
    if (error instanceof IOException) {
      return Map.of("kind", error instanceof HttpTimeoutException ? "timeout" : "connection");
    }
    if (!(error instanceof SlidepostException)) {
      return Map.of("kind", "argument");
    }
    SlidepostException refused = (SlidepostException) error;
    Map<String, Object> fields = new LinkedHashMap<>();
    fields.put("kind", "service");
    fields.put("status", refused.status());
    fields.put("code", refused.code().orElse(null));
    fields.put("info", refused.info());
    fields.put("to", refused.to().orElse(null));
    fields.put("retryAfter", refused.retryAfter().map(Duration::toSeconds).orElse(null));
    fields.put("link", refused.link().orElse(null));
    return fields;
  }

  private static Method methodOf(Class<?> type, String name, int parameters) {
    return Arrays.stream(type.getMethods())
        .filter(each -> each.getName().equals(name) && each.getParameterCount() == parameters)
        .findFirst()
        .orElseThrow(() -> new AssertionError(type + " has no " + name));
  }

  private static Object invoke(Method method, Object target, Object... arguments)
      throws Exception {
    try {
      return method.invoke(target, arguments);
    } catch (InvocationTargetException error) {
      throw (Exception) error.getCause();
    }
  }

  private static String camel(String wire) {
    StringBuilder name = new StringBuilder();
    for (String word : wire.split("-")) {
      name.append(
          name.length() == 0 ? word : Character.toUpperCase(word.charAt(0)) + word.substring(1));
    }
    return name.toString();
  }
}
