/**
 * Strict parser of XML 1.0 with namespaces, for SOAP 1.1 and SMIL: a document to a tree of
 * elements, in linear time. Refuses DOCTYPE, custom entities and processing instructions, and with
 * them XXE and entity expansion.
 */
import { decodeXml } from "./encoding.ts";
import { declare, namespaceOf, PREDEFINED, type Scope } from "./scope.ts";
import {
  IN_NAME,
  isName,
  resolveReferences,
  withoutForbidden,
  withPlainLineEnds,
  XML_FORBIDDEN,
} from "./text.ts";
import { DEFAULTS, type XmlAttribute, type XmlElement, XmlError, type XmlOptions } from "./tree.ts";

export { type XmlAttribute, type XmlElement, XmlError, type XmlOptions };

/** An element while it is being read. */
interface MutableElement extends XmlElement {
  children: MutableElement[];
  text: string;
}

/** An element whose end tag has not been read yet. */
interface OpenElement {
  readonly element: MutableElement;
  /** Name as in the start tag, with prefix. */
  readonly tag: string;
  readonly scope: Scope;
}

const TAB = 0x09;
const LF = 0x0a;
const CR = 0x0d;
const SPACE = 0x20;
const BANG = 0x21;
const QUOTE = 0x22;
const APOSTROPHE = 0x27;
const SLASH = 0x2f;
const EQUALS = 0x3d;
const GT = 0x3e;
const QUESTION = 0x3f;

const DECLARATION =
  /^<\?xml[ \t\r\n]+version[ \t\r\n]*=[ \t\r\n]*(["'])1\.\d\1(?:[ \t\r\n]+encoding[ \t\r\n]*=[ \t\r\n]*(["'])[\w.:-]{1,40}\2)?(?:[ \t\r\n]+standalone[ \t\r\n]*=[ \t\r\n]*(["'])(?:yes|no)\3)?[ \t\r\n]*\?>/;
/** Maximum length of an XML declaration, in characters. */
const DECLARATION_CHARACTERS = 200;
/** Prefix of a refused document that is read for its echo, in bytes or characters. */
const BEGINNING = 64 << 10;

/**
 * Reads a document in any encoding that `TextDecoder` has.
 *
 * @throws XmlError
 */
export function readXml(bytes: Uint8Array, options: XmlOptions = {}): XmlElement {
  const limits = { ...DEFAULTS, ...options };
  if (bytes.length > limits.maxBytes) {
    const { text } = decodeXml(bytes.subarray(0, BEGINNING), limits.charset ?? null);
    const message = `the XML is longer than ${limits.maxBytes} bytes`;
    throw new XmlError(message, readBeginning(text, limits));
  }
  const { text, fault } = decodeXml(bytes, limits.charset ?? null);
  if (fault !== null && !limits.salvage) {
    throw new XmlError(fault, readBeginning(text.split("\ufffd", 1)[0]!, limits));
  }
  return new Reader(limits.salvage ? withoutForbidden(text) : text, limits).read();
}

/**
 * Reads a document that is text already, whatever encoding it declares.
 *
 * @throws XmlError
 */
export function readXmlText(text: string, options: XmlOptions = {}): XmlElement {
  return new Reader(text, { ...DEFAULTS, ...options }).read();
}

/** Reads the root of a document that is refused for a later fault, as far as possible. */
function readBeginning(text: string, limits: Required<XmlOptions>): XmlElement | null {
  try {
    return new Reader(text.slice(0, BEGINNING), limits).read();
  } catch (error) {
    if (error instanceof XmlError) return error.root;
    throw error;
  }
}

/** Shared empty list, since many elements have no attributes or no children. */
const NONE: never[] = [];

class Reader {
  /** Attributes of the tag that was read last. */
  #tagAttributes: XmlAttribute[] = NONE;
  /** Index of the next character; it never moves back. */
  #at = 0;
  #elements = 0;
  #root: MutableElement | null = null;
  #ended = false;
  readonly #open: OpenElement[] = [];

  constructor(
    readonly text: string,
    readonly limits: Required<XmlOptions>,
  ) {}

  read(): XmlElement {
    const { text } = this;
    const forbidden = text.search(XML_FORBIDDEN);
    if (forbidden >= 0) {
      this.#at = forbidden;
      this.#fail("a character that XML forbids", text.slice(0, forbidden));
    }
    this.#declaration();
    while (this.#at < text.length) {
      const tag = text.indexOf("<", this.#at);
      if (tag < 0) break;
      if (tag > this.#at) this.#characters(tag);
      this.#at = tag + 1;
      const code = text.charCodeAt(this.#at);
      if (code === SLASH) this.#endTag();
      else if (code === BANG) this.#markup();
      else if (code === QUESTION) this.#instruction();
      else this.#startTag();
    }
    const open = this.#open.at(-1);
    if (open !== undefined) this.#fail(`the XML ends inside <${open.tag}>`);
    this.#characters(text.length);
    return this.#root ?? this.#fail("there is no XML");
  }

  /** Reads the XML declaration; blank lines before it are common in the wild. */
  #declaration(): void {
    this.#space();
    if (!this.text.startsWith("<?xml", this.#at)) return;
    const head = this.text.slice(this.#at, this.#at + DECLARATION_CHARACTERS);
    const match = DECLARATION.exec(head);
    if (match !== null) this.#at += match[0].length;
    else if (!this.limits.salvage) this.#fail("a malformed XML declaration");
  }

  /** Reads character data up to `end`. */
  #characters(end: number): void {
    const segment = this.text.slice(this.#at, end);
    const open = this.#open.at(-1);
    if (open === undefined) {
      if (!this.limits.salvage && /[^ \t\r\n]/.test(segment)) {
        this.#fail("text outside the root element");
      }
      return;
    }
    if (segment.includes("]]>") && !this.limits.salvage) this.#fail("]]> in text");
    open.element.text += this.#value(segment);
  }

  #endTag(): void {
    const { text } = this;
    const open = this.#open.pop() ?? this.#fail("an end tag without its start tag");
    const from = this.#at + 1;
    this.#at = from + open.tag.length;
    const matches = text.startsWith(open.tag, from);
    if (matches) this.#space();
    if (!matches || text.charCodeAt(this.#at) !== GT) this.#fail(`<${open.tag}> is not ended`);
    this.#at++;
    this.#ended = this.#open.length === 0;
  }

  /** Reads markup that begins with `<!`: a comment or CDATA; refuses any other. */
  #markup(): void {
    const { text } = this;
    if (text.startsWith("!--", this.#at)) {
      const end = text.indexOf("--", this.#at + 3);
      if (end < 0 || text.charCodeAt(end + 2) !== GT) this.#fail("a malformed comment");
      this.#at = end + 3;
    } else if (text.startsWith("![CDATA[", this.#at)) {
      const open = this.#open.at(-1) ?? this.#fail("CDATA outside the root element");
      const end = text.indexOf("]]>", this.#at + 8);
      if (end < 0) this.#fail("CDATA without its end");
      open.element.text += withPlainLineEnds(text.slice(this.#at + 8, end));
      this.#at = end + 3;
    } else if (
      this.limits.lenient && this.#root === null && text.startsWith("!DOCTYPE", this.#at)
    ) {
      const end = text.indexOf(">", this.#at);
      if (end < 0 || text.slice(this.#at, end).includes("[")) this.#fail("a DOCTYPE of its own");
      this.#at = end + 1;
    } else this.#fail("a DOCTYPE or other declaration");
  }

  /** Skips a processing instruction, or refuses it. */
  #instruction(): void {
    const end = this.limits.salvage ? this.text.indexOf("?>", this.#at) : -1;
    if (end < 0) this.#fail("a processing instruction");
    this.#at = end + 2;
  }

  #startTag(): void {
    const { text, limits } = this;
    if (this.#ended) this.#fail("a second root element");
    if (++this.#elements > limits.maxElements) {
      this.#fail(`more than ${limits.maxElements} elements`);
    }
    if (this.#open.length >= limits.maxDepth) this.#fail(`more than ${limits.maxDepth} levels`);
    const tag = this.#name();
    const outer = this.#open.at(-1);
    const scope = this.#attributes(outer?.scope ?? PREDEFINED);
    const attributes = this.#tagAttributes;
    const colon = tag.indexOf(":");
    const name = colon < 0 ? tag : tag.slice(colon + 1);
    const namespace = this.#namespace(colon < 0 ? "" : tag.slice(0, colon), scope);
    if (attributes.length > 1 || attributes[0]?.prefix) this.#checkAttributes(attributes, scope);

    const element: MutableElement = { name, namespace, attributes, children: NONE, text: "" };
    if (outer === undefined) this.#root = element;
    else if (outer.element.children === NONE) outer.element.children = [element];
    else outer.element.children.push(element);
    const empty = text.charCodeAt(this.#at) === SLASH;
    if (empty) this.#at++;
    if (text.charCodeAt(this.#at) !== GT) this.#fail(`a malformed tag <${tag}>`);
    this.#at++;
    if (!empty) this.#open.push({ element, tag, scope });
    else this.#ended = this.#open.length === 0;
  }

  /** Reads attributes into `#tagAttributes`. Returns the scope with the namespaces they declare. */
  #attributes(outer: Scope): Scope {
    const { text } = this;
    let scope = outer;
    this.#tagAttributes = NONE;
    for (let count = 0;; count++) {
      const spaced = this.#space();
      const code = text.charCodeAt(this.#at);
      if (code === GT || code === SLASH) return scope;
      if (!spaced) this.#fail("no space before an attribute");
      if (count === this.limits.maxAttributes) this.#fail(`more than ${count} attributes`);
      const full = this.#name();
      this.#space();
      if (text.charCodeAt(this.#at++) !== EQUALS) this.#fail(`attribute ${full} without a value`);
      this.#space();
      const value = this.#quoted();
      if (full === "xmlns" || full.startsWith("xmlns:")) {
        const declared = declare(full.slice(6), value, scope, outer);
        if (typeof declared === "string") this.#fail(declared);
        else scope = declared;
        if (scope.count > this.limits.maxAttributes) this.#fail("too many namespaces");
      } else {
        const colon = full.indexOf(":");
        const attribute = colon < 0
          ? { prefix: "", name: full, value }
          : { prefix: full.slice(0, colon), name: full.slice(colon + 1), value };
        if (this.#tagAttributes === NONE) this.#tagAttributes = [attribute];
        else this.#tagAttributes.push(attribute);
      }
    }
  }

  #namespace(prefix: string, scope: Scope): string | null {
    const namespace = namespaceOf(prefix, scope);
    if (namespace !== undefined) return namespace;
    if (!this.limits.lenient) this.#fail(`prefix ${prefix} is not declared`);
    return null;
  }

  #checkAttributes(attributes: readonly XmlAttribute[], scope: Scope): void {
    const namespaces = attributes.map(({ prefix }) =>
      prefix === "" ? null : this.#namespace(prefix, scope)
    );
    const duplicate = attributes.find(({ prefix, name }, i) =>
      attributes.slice(0, i).some((other, j) =>
        other.name === name &&
        (other.prefix === prefix || (namespaces[i] !== null && namespaces[i] === namespaces[j]))
      )
    );
    if (duplicate !== undefined) this.#fail(`attribute ${duplicate.name} twice`);
  }

  /** Reads a name with its prefix. */
  #name(): string {
    const { text } = this;
    const from = this.#at;
    let at = from;
    let code = text.charCodeAt(at);
    let isAscii = true;
    while (IN_NAME[code] === 1 || code >= 128) {
      if (code >= 128) isAscii = false;
      code = text.charCodeAt(++at);
    }
    this.#at = at;
    if (at - from > 200) this.#fail("a name of more than 200 characters");
    const full = text.slice(from, at);
    const colon = full.indexOf(":");
    const isValid = isName(full.slice(colon + 1), isAscii) &&
      (colon < 0 || isName(full.slice(0, colon), isAscii));
    if (!isValid) this.#fail(at === from ? "a malformed tag" : `a malformed name ${full}`);
    return full;
  }

  /** Reads an attribute value, with each white-space character replaced by a space. */
  #quoted(): string {
    const { text } = this;
    const quote = text.charCodeAt(this.#at);
    if (quote !== QUOTE && quote !== APOSTROPHE) this.#fail("an attribute without quotes");
    const end = text.indexOf(quote === QUOTE ? '"' : "'", this.#at + 1);
    if (end < 0) this.#fail("an attribute without its end");
    const raw = text.slice(this.#at + 1, end);
    if (raw.includes("<")) this.#fail("< in an attribute");
    this.#at = end + 1;
    return this.#value(/[\t\r\n]/.test(raw) ? raw.replaceAll(/\r\n|[\t\r\n]/g, " ") : raw);
  }

  /** Normalises line ends and resolves references. */
  #value(raw: string): string {
    const text = withPlainLineEnds(raw);
    if (!text.includes("&")) return text;
    return resolveReferences(text) ?? (this.limits.salvage ? text : null) ??
      this.#fail("a reference that is not one of the five or a number");
  }

  /** Skips white space. Returns whether there was any. */
  #space(): boolean {
    const from = this.#at;
    let code = this.text.charCodeAt(from);
    while (code === SPACE || code === LF || code === CR || code === TAB) {
      code = this.text.charCodeAt(++this.#at);
    }
    return this.#at > from;
  }

  /** Throws XmlError. `readable` is parsed for the error's root if nothing has been read yet. */
  #fail(reason: string, readable?: string): never {
    const root = readable === undefined ? this.#root : readBeginning(readable, this.limits);
    throw new XmlError(`${reason}, at character ${this.#at}`, root);
  }
}
