/**
 * Reader of content lines, the syntax of vCard 2.1 to 4.0 and iCalendar (RFC 2426, 5545, 6350), as
 * strangers write it. Whatever the bytes are, it takes linear time and never fails.
 */
import { decodeText } from "../../lib/text_encoding.ts";

/** Line of such a file: `item1.TEL;TYPE=CELL:+1617…`. */
export interface ContentLine {
  /** Upper case, without its group. */
  readonly name: string;
  /** Values by name in upper case, without quotation marks. */
  readonly parameters: ReadonlyMap<string, string>;
  /** Value as written, unfolded. */
  readonly value: string;
}

/** Maximum lines that are read. */
const MAX_LINES = 2000;
const LINE = /^(?:[\w-]{1,64}\.)?([\w-]{1,64})((?:;(?:"[^"]*"|[^":;])*)*):(.*)$/s;

/** Reads the leading lines of a file; malformed ones are left out. */
export function* contentLinesIn(start: Uint8Array): Generator<ContentLine> {
  const text = new TextDecoder().decode(start).replaceAll(/\r\n?/g, "\n");
  const lines = text.replaceAll(/\n[ \t]/g, "").split("\n", MAX_LINES);
  for (let at = 0; at < lines.length; at++) {
    const [, name, written, first] = LINE.exec(lines[at]!) ?? [];
    if (name === undefined) continue;
    const parameters = parametersOf(written!);
    let value = first!;
    if (isQuotedPrintable(parameters)) {
      // Soft line breaks of RFC 2045 section 6.7, instead of folding.
      while (value.endsWith("=") && at + 1 < lines.length) value = value.slice(0, -1) + lines[++at];
    }
    yield { name: name.toUpperCase(), parameters, value };
  }
}

/** Decodes a line's text: its transfer encoding, then its escapes. */
export function textValue({ parameters, value }: ContentLine): string {
  const decoded = isQuotedPrintable(parameters)
    ? fromQuotedPrintable(value, parameters.get("CHARSET") ?? "utf-8")
    : value;
  return decoded.replaceAll(
    /\\([\\;,nN])/g,
    (_, character) => /n/i.test(character) ? "\n" : character,
  );
}

/** vCard 2.1 leaves out the name of a parameter: `;QUOTED-PRINTABLE`. */
function isQuotedPrintable(parameters: ContentLine["parameters"]): boolean {
  return parameters.has("QUOTED-PRINTABLE") ||
    parameters.get("ENCODING")?.toUpperCase() === "QUOTED-PRINTABLE";
}

function parametersOf(written: string): ContentLine["parameters"] {
  return new Map(
    [...written.matchAll(/;([^=;:]*)(?:=((?:"[^"]*"|[^":;])*))?/g)].map(([, name, value = ""]) =>
      [name!.trim().toUpperCase(), value.replaceAll('"', "").trim()] as const
    ),
  );
}

function fromQuotedPrintable(value: string, charset: string): string {
  const octets = new TextEncoder().encode(value);
  const decoded: number[] = [];
  for (let at = 0; at < octets.length; at++) {
    const code = octets[at] === 0x3d
      ? /^[\da-f]{2}$/i.exec(String.fromCharCode(...octets.subarray(at + 1, at + 3)))?.[0]
      : undefined;
    decoded.push(code === undefined ? octets[at]! : parseInt(code, 16));
    if (code !== undefined) at += 2;
  }
  return decodeText(new Uint8Array(decoded), charset);
}
