package slidepost;

/** Refusal of a request that is not a postback of the service, or is an old one. */
public final class PostbackVerificationException extends Exception {
  private static final long serialVersionUID = 1;

  PostbackVerificationException(String message) {
    super(message);
  }
}
