/** Errors of the MIME reader. */

export type MimeFault =
  /** A malformed Content-Type, or a multipart without a usable boundary. */
  | "contentType"
  /** The start part is not an XML envelope. */
  | "envelope"
  /** Parts or headers violate RFC 2046. */
  | "structure"
  /** The content of a part cannot be decoded. */
  | "encoding"
  /** A limit is exceeded. */
  | "limit";

/** A MIME body is refused. The message names the part and the fault, and may go to the sender. */
export class MimeError extends Error {
  override readonly name = "MimeError";
  constructor(
    readonly fault: MimeFault,
    /** Part at fault: `2.1` is the first part of the second; `""` is the whole body. */
    readonly position: string,
    predicate: string,
  ) {
    super(`${position === "" ? "the body" : `part ${position}`} ${predicate}`);
  }
}
