/** What an XML document is read to, within what limits, and why one is not read. */

export interface XmlAttribute {
  readonly prefix: string;
  /** Local name. */
  readonly name: string;
  readonly value: string;
}

export interface XmlElement {
  /** Local name. */
  readonly name: string;
  /** Null: in no namespace. */
  readonly namespace: string | null;
  /** Without the declarations of namespaces. */
  readonly attributes: readonly XmlAttribute[];
  readonly children: readonly XmlElement[];
  /** Character data directly in this element, joined. */
  readonly text: string;
}

/** The document is refused; the message says why, fit for the sender. */
export class XmlError extends Error {
  override readonly name = "XmlError";
  constructor(
    message: string,
    /** What was read of the document until then. */
    readonly root: XmlElement | null = null,
  ) {
    super(message);
  }
}

export interface XmlOptions {
  /** Default: 1 MiB. */
  readonly maxBytes?: number;
  /** Elements inside one another. Default: 64; an MM7 message has 8. */
  readonly maxDepth?: number;
  /** Default: 10,000. */
  readonly maxElements?: number;
  /** On one element; also prefixes declared at one time. Default: 64. */
  readonly maxAttributes?: number;
  /**
   * Takes what old SMIL has: a DOCTYPE that only names an external DTD (which nobody fetches), and
   * prefixes that are declared nowhere. Default: false.
   */
  readonly lenient?: boolean;
}

export const DEFAULTS: Required<XmlOptions> = {
  maxBytes: 1 << 20,
  maxDepth: 64,
  maxElements: 10_000,
  maxAttributes: 64,
  lenient: false,
};
