package slidepost.json;

import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;

/** Object of the JSON API. */
public interface Fields {
  /** Returns the fields by their names in JSON. */
  Map<String, Object> toMap();

  /** Puts a field that may be absent. */
  static void put(Map<String, Object> fields, String name, Object value) {
    if (value != null) {
      fields.put(name, value);
    }
  }

  /** Reads a text. */
  static String text(Map<String, ?> fields, String name) {
    return required(textOrNull(fields, name), name);
  }

  /** Reads a text; null: it is absent. */
  static String textOrNull(Map<String, ?> fields, String name) {
    return typed(fields.get(name), String.class, name);
  }

  /** Reads an integer. */
  static Long integer(Map<String, ?> fields, String name) {
    return required(integerOrNull(fields, name), name);
  }

  /** Reads an integer; null: it is absent. */
  static Long integerOrNull(Map<String, ?> fields, String name) {
    return typed(fields.get(name), Long.class, name);
  }

  /** Reads a list of texts. */
  static List<String> texts(Map<String, ?> fields, String name) {
    return required(textsOrNull(fields, name), name);
  }

  /** Reads a list of texts; null: it is absent. */
  static List<String> textsOrNull(Map<String, ?> fields, String name) {
    List<?> list = typed(fields.get(name), List.class, name);
    return list == null
        ? null
        : list.stream().map(each -> typed(each, String.class, name)).collect(Collectors.toList());
  }

  /** Reads a list of objects. */
  static <T> List<T> objects(
      Map<String, ?> fields, String name, Function<Map<String, ?>, T> constructor) {
    return required(objectsOrNull(fields, name, constructor), name);
  }

  /** Reads a list of objects; null: it is absent. */
  static <T> List<T> objectsOrNull(
      Map<String, ?> fields, String name, Function<Map<String, ?>, T> constructor) {
    List<?> list = typed(fields.get(name), List.class, name);
    return list == null
        ? null
        : list.stream().map(each -> constructor.apply(object(each))).collect(Collectors.toList());
  }

  /** Reads an object as it came. */
  static Map<String, Object> values(Map<String, ?> fields, String name) {
    return required(valuesOrNull(fields, name), name);
  }

  /** Reads an object as it came; null: it is absent. */
  @SuppressWarnings("unchecked") // the keys of JSON objects are strings
  static Map<String, Object> valuesOrNull(Map<String, ?> fields, String name) {
    return (Map<String, Object>) typed(fields.get(name), Map.class, name);
  }

  /** Takes a JSON value as an object. */
  @SuppressWarnings("unchecked") // the keys of JSON objects are strings
  static Map<String, ?> object(Object value) {
    return required((Map<String, ?>) typed(value, Map.class, "object"), "object");
  }

  private static <T> T typed(Object value, Class<T> type, String name) {
    if (value == null || type.isInstance(value)) {
      return type.cast(value);
    }
    throw new JsonException(name + " is not a " + type.getSimpleName());
  }

  private static <T> T required(T value, String name) {
    if (value == null) {
      throw new JsonException(name + " is missing");
    }
    return value;
  }
}
