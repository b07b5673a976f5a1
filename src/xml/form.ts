/** Field of a form (application/x-www-form-urlencoded), as bytes: XML says its encoding itself. */

const AMPERSAND = 0x26;
const PERCENT = 0x25;
const PLUS = 0x2b;
const SPACE = 0x20;

/** Returns the value of the first field of a name that needs no escapes; null: there is none. */
export function fieldOfForm(form: Uint8Array, name: string): Uint8Array | null {
  const start = new TextEncoder().encode(`${name}=`);
  for (let from = 0;;) {
    const found = form.indexOf(AMPERSAND, from);
    const end = found < 0 ? form.length : found;
    if (start.every((byte, at) => form[from + at] === byte)) {
      return unescaped(form.subarray(from + start.length, end));
    }
    if (found < 0) return null;
    from = found + 1;
  }
}

/** Resolves escapes (WHATWG URL section 5.1); what is none stays as it is. */
function unescaped(value: Uint8Array): Uint8Array {
  const bytes = new Uint8Array(value.length);
  let length = 0;
  for (let at = 0; at < value.length; at++) {
    const byte = value[at]!;
    const escaped = byte === PERCENT ? octetOf(value[at + 1], value[at + 2]) : null;
    if (escaped !== null) at += 2;
    bytes[length++] = escaped ?? (byte === PLUS ? SPACE : byte);
  }
  return bytes.subarray(0, length);
}

/** Reads the two digits of an escape; null: it is none. */
function octetOf(high: number | undefined, low: number | undefined): number | null {
  const digits = String.fromCharCode(high ?? 0, low ?? 0);
  return /^[\da-f]{2}$/i.test(digits) ? parseInt(digits, 16) : null;
}
