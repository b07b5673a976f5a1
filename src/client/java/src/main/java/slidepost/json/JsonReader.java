package slidepost.json;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Reader of JSON (RFC 8259). */
public final class JsonReader {
  /** Objects and arrays within each other at most, so that no text exhausts the stack. */
  private static final int MAX_DEPTH = 200;

  private static final Pattern NUMBER =
      Pattern.compile("-?(?:0|[1-9][0-9]*)(\\.[0-9]+)?([eE][-+]?[0-9]+)?");

  private final String text;
  private final Matcher number;
  private int at;

  private JsonReader(String text) {
    this.text = text;
    this.number = NUMBER.matcher(text);
  }

  /**
   * Reads a value: maps in the order of their keys, lists, strings, booleans, null, and numbers
   * without loss: a {@link Long} or {@link BigInteger}, or a {@link BigDecimal} with a fraction
   * or an exponent.
   *
   * @throws JsonException where the text is not JSON
   */
  public static Object read(String text) {
    JsonReader reader = new JsonReader(text);
    Object value = reader.value(0);
    reader.skipSpace();
    if (reader.at < text.length()) {
      throw reader.unexpected();
    }
    return value;
  }

  private Object value(int depth) {
    if (depth > MAX_DEPTH) {
      throw new JsonException("JSON is nested too deeply");
    }
    skipSpace();
    switch (peek()) {
      case '{':
        return object(depth);
      case '[':
        return array(depth);
      case '"':
        return string();
      case 't':
        return word("true", true);
      case 'f':
        return word("false", false);
      case 'n':
        return word("null", null);
      default:
        return number();
    }
  }

  private Map<String, Object> object(int depth) {
    Map<String, Object> fields = new LinkedHashMap<>();
    at++;
    if (isNext('}')) {
      return fields;
    }
    do {
      skipSpace();
      String name = string();
      expect(':');
      fields.put(name, value(depth + 1));
    } while (isNext(','));
    expect('}');
    return fields;
  }

  private List<Object> array(int depth) {
    List<Object> items = new ArrayList<>();
    at++;
    if (isNext(']')) {
      return items;
    }
    do {
      items.add(value(depth + 1));
    } while (isNext(','));
    expect(']');
    return items;
  }

  private String string() {
    if (peek() != '"') {
      throw unexpected();
    }
    StringBuilder value = new StringBuilder();
    for (at++; peek() != '"'; at++) {
      char character = text.charAt(at);
      if (character < ' ') {
        throw unexpected();
      }
      value.append(character == '\\' ? escaped() : character);
    }
    at++;
    return value.toString();
  }

  /** Reads an escape, and stays on its last character. */
  private char escaped() {
    at++;
    switch (peek()) {
      case '"':
      case '\\':
      case '/':
        return text.charAt(at);
      case 'b':
        return '\b';
      case 'f':
        return '\f';
      case 'n':
        return '\n';
      case 'r':
        return '\r';
      case 't':
        return '\t';
      case 'u':
        return unicode();
      default:
        throw unexpected();
    }
  }

  private char unicode() {
    int code = 0;
    for (int digits = 0; digits < 4; digits++) {
      at++;
      char character = peek();
      // Character.digit takes digits of other scripts, too.
      int digit = character < 128 ? Character.digit(character, 16) : -1;
      if (digit < 0) {
        throw unexpected();
      }
      code = code * 16 + digit;
    }
    return (char) code;
  }

  private Number number() {
    if (!number.region(at, text.length()).lookingAt()) {
      throw unexpected();
    }
    String digits = number.group();
    at = number.end();
    try {
      if (number.group(1) != null || number.group(2) != null) {
        return new BigDecimal(digits);
      }
      BigInteger integer = new BigInteger(digits);
      return integer.bitLength() < Long.SIZE ? (Number) integer.longValue() : integer;
    } catch (NumberFormatException error) {
      throw new JsonException("the exponent of a number is too large");
    }
  }

  private Object word(String word, Object value) {
    if (!text.startsWith(word, at)) {
      throw unexpected();
    }
    at += word.length();
    return value;
  }

  private void expect(char character) {
    if (!isNext(character)) {
      throw unexpected();
    }
  }

  /** Passes a character, if it is the next one after white space. */
  private boolean isNext(char character) {
    skipSpace();
    boolean isNext = at < text.length() && text.charAt(at) == character;
    if (isNext) {
      at++;
    }
    return isNext;
  }

  private char peek() {
    if (at >= text.length()) {
      throw unexpected();
    }
    return text.charAt(at);
  }

  private void skipSpace() {
    while (at < text.length() && " \t\r\n".indexOf(text.charAt(at)) >= 0) {
      at++;
    }
  }

  private JsonException unexpected() {
    return new JsonException(
        at < text.length() ? "unexpected character at " + at : "unexpected end");
  }
}
