/** Why a MIME body is refused. */

export type MimeFault =
  /** A Content-Type is malformed, or a multipart one without a usable boundary. */
  | "contentType"
  /** The part to begin with is not the envelope that it should be. */
  | "envelope"
  /** The parts or their headers are not as RFC 2046 has them. */
  | "structure"
  /** The content of a part does not decode. */
  | "encoding"
  /** More than the limits allow. */
  | "limit";

/** The message names the part and what is wrong with it, fit for the sender. */
export class MimeError extends Error {
  override readonly name = "MimeError";
  constructor(
    readonly fault: MimeFault,
    /** Which part: `2.1` is the first part of the second; `""` is the whole body. */
    readonly place: string,
    what: string,
  ) {
    super(`${place === "" ? "the body" : `part ${place}`} ${what}`);
  }
}
