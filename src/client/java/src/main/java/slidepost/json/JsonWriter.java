package slidepost.json;

import java.util.Collection;
import java.util.Map;

/** Writer of JSON (RFC 8259). */
public final class JsonWriter {
  private final StringBuilder text = new StringBuilder();

  private JsonWriter() {}

  /** Writes maps, collections, strings, numbers, booleans, null and {@link Fields}. */
  public static String write(Object value) {
    JsonWriter writer = new JsonWriter();
    writer.value(value);
    return writer.text.toString();
  }

  private void value(Object value) {
    if (value instanceof Fields) {
      value(((Fields) value).toMap());
    } else if (value instanceof Map) {
      object((Map<?, ?>) value);
    } else if (value instanceof Collection) {
      array((Collection<?>) value);
    } else if (value instanceof CharSequence) {
      string((CharSequence) value);
    } else if (value == null || value instanceof Boolean || isFinite(value)) {
      text.append(value);
    } else {
      throw new JsonException("JSON has no " + value.getClass().getSimpleName() + " " + value);
    }
  }

  private static boolean isFinite(Object value) {
    boolean isFloating = value instanceof Double || value instanceof Float;
    return value instanceof Number
        && (!isFloating || Double.isFinite(((Number) value).doubleValue()));
  }

  private void object(Map<?, ?> map) {
    text.append('{');
    String separator = "";
    for (Map.Entry<?, ?> entry : map.entrySet()) {
      text.append(separator);
      string(String.valueOf(entry.getKey()));
      text.append(':');
      value(entry.getValue());
      separator = ",";
    }
    text.append('}');
  }

  private void array(Collection<?> values) {
    text.append('[');
    String separator = "";
    for (Object each : values) {
      text.append(separator);
      value(each);
      separator = ",";
    }
    text.append(']');
  }

  private void string(CharSequence value) {
    text.append('"');
    for (int at = 0; at < value.length(); at++) {
      character(value, at);
    }
    text.append('"');
  }

  private void character(CharSequence value, int at) {
    char character = value.charAt(at);
    if (character == '"' || character == '\\') {
      text.append('\\').append(character);
    } else if (character < ' ' || isUnpaired(value, at)) {
      text.append(String.format("\\u%04x", (int) character));
    } else {
      text.append(character);
    }
  }

  /** Tells half of a surrogate pair, which UTF-8 cannot express. */
  private static boolean isUnpaired(CharSequence value, int at) {
    char character = value.charAt(at);
    if (Character.isHighSurrogate(character)) {
      return at + 1 == value.length() || !Character.isLowSurrogate(value.charAt(at + 1));
    }
    return Character.isLowSurrogate(character)
        && (at == 0 || !Character.isHighSurrogate(value.charAt(at - 1)));
  }
}
