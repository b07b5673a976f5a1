/** Element tree, options and error of the XML reader. */

export interface XmlAttribute {
  readonly prefix: string;
  /** Local name. */
  readonly name: string;
  readonly value: string;
}

export interface XmlElement {
  /** Local name. */
  readonly name: string;
  /** Namespace URI; null for none. */
  readonly namespace: string | null;
  /** Attributes, without namespace declarations. */
  readonly attributes: readonly XmlAttribute[];
  readonly children: readonly XmlElement[];
  /** Character data directly inside this element, concatenated. */
  readonly text: string;
}

/** A document is refused. The message may go to the sender. */
export class XmlError extends Error {
  override readonly name = "XmlError";
  constructor(
    message: string,
    /** Part of the document that was read before the fault. */
    readonly root: XmlElement | null = null,
  ) {
    super(message);
  }
}

export interface XmlOptions {
  /** Length of the document. Default: 1 MiB. */
  readonly maxBytes?: number;
  /** Nesting depth of elements. Default: 64; an MM7 message has 8. */
  readonly maxDepth?: number;
  /** Number of elements. Default: 10,000. */
  readonly maxElements?: number;
  /** Attributes of an element, and namespace declarations in scope. Default: 64. */
  readonly maxAttributes?: number;
  /**
   * Accepts what old SMIL uses: a DOCTYPE with only an external DTD, which is not fetched, and
   * undeclared prefixes. Default: false.
   */
  readonly lenient?: boolean;
  /**
   * Reads past faults that leave the elements in place, as a carrier's response needs: bytes that do
   * not decode and forbidden characters, which become U+FFFD, processing instructions, text outside
   * the root, and references, which stay as they are. Default: false.
   */
  readonly salvage?: boolean;
  /** Charset of the document's Content-Type. Default: null, none. */
  readonly charset?: string | null;
}

export const DEFAULTS: Required<XmlOptions> = {
  maxBytes: 1 << 20,
  maxDepth: 64,
  maxElements: 10_000,
  maxAttributes: 64,
  lenient: false,
  salvage: false,
  charset: null,
};
