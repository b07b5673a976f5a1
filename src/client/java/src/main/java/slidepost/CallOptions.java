package slidepost;

import java.util.Optional;

/** Options of a call. */
public final class CallOptions {
  /** No options. */
  public static final CallOptions NONE = new CallOptions(null, null);

  private final String idempotencyKey;
  private final String operatorId;

  private CallOptions(String idempotencyKey, String operatorId) {
    this.idempotencyKey = idempotencyKey;
    this.operatorId = operatorId;
  }

  /**
   * Sets the key by which a repeated call gets the first one's response, for 24 hours. Default: a
   * random one for each call that is not for a file, so that its attempts have one effect.
   */
  public static CallOptions idempotencyKey(String key) {
    return new CallOptions(key, null);
  }

  /** Names the recipient's operator; saves the operator lookup. */
  public CallOptions withOperatorId(String id) {
    return new CallOptions(idempotencyKey, id);
  }

  Optional<String> idempotencyKey() {
    return Optional.ofNullable(idempotencyKey);
  }

  Optional<String> operatorId() {
    return Optional.ofNullable(operatorId);
  }
}
