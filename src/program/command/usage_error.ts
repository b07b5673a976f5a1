/** Malformed command line; the message names the fault or the usage. */
export class UsageError extends Error {
  override readonly name = "UsageError";
}
