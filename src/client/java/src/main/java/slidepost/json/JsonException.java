package slidepost.json;

/** Refusal of text that is not JSON, or of JSON that is not the expected object. */
public final class JsonException extends RuntimeException {
  private static final long serialVersionUID = 1;

  /** Takes the reason. */
  public JsonException(String message) {
    super(message);
  }
}
