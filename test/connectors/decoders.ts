/** Independent MIME decoders: a plain one, and Python's if it is installed. */

/** A part with its header fields by lower-case name, and either content or parts. */
export interface DecodedPart {
  headers: Record<string, string>;
  /** Base64. */
  content: string | null;
  parts: DecodedPart[];
}

type Decode = (contentType: string, body: Uint8Array) => Promise<DecodedPart>;

const PROGRAM = `
import base64, email, json, sys
from email import policy
given = json.load(sys.stdin)
head = ("Content-Type: " + given["type"] + "\\r\\n\\r\\n").encode()
root = email.message_from_bytes(head + base64.b64decode(given["body"]), policy=policy.compat32)
def tree(part):
    multi = part.is_multipart()
    return {
        "headers": {name.lower(): value for name, value in part.items()},
        "content": None if multi else base64.b64encode(part.get_payload(decode=True)).decode(),
        "parts": [tree(each) for each in part.get_payload()] if multi else [],
    }
assert not root.defects, root.defects
json.dump(tree(root), sys.stdout)
`;

async function python(contentType: string, body: Uint8Array): Promise<DecodedPart> {
  const process = new Deno.Command("python3", {
    args: ["-c", PROGRAM],
    stdin: "piped",
    stdout: "piped",
    stderr: "piped",
  }).spawn();
  const request = JSON.stringify({ type: contentType, body: body.toBase64() });
  const writer = process.stdin.getWriter();
  await writer.write(new TextEncoder().encode(request));
  await writer.close();
  const { success, stdout, stderr } = await process.output();
  if (!success) throw new Error(new TextDecoder().decode(stderr));
  return JSON.parse(new TextDecoder().decode(stdout));
}

/** Decodes by RFC 2046 to the letter, on text of one character a byte. */
function plain(contentType: string, body: Uint8Array): Promise<DecodedPart> {
  // TextDecoder's latin1 is windows-1252, which has other characters for some bytes.
  const text = Array.from(body, (byte) => String.fromCharCode(byte)).join("");
  return Promise.resolve(decode({ "content-type": contentType }, text));
}

function decode(headers: Record<string, string>, text: string): DecodedPart {
  const boundary = /^multipart\/.*boundary="([^"]+)"/i.exec(headers["content-type"] ?? "")?.[1];
  if (boundary === undefined) {
    const isBase64 = headers["content-transfer-encoding"] === "base64";
    const content = isBase64 ? text.replaceAll(/\s/g, "") : btoa(text);
    return { headers, content, parts: [] };
  }
  const [, ...pieces] = `\r\n${text}`.split(`\r\n--${boundary}`);
  const last = pieces.pop();
  if (!last?.startsWith("--")) throw new Error(`${boundary} has no end`);
  const parts = pieces.map((piece) => {
    const end = piece.indexOf("\r\n\r\n");
    const fields = piece.slice(2, end).split("\r\n").map((line) => {
      const colon = line.indexOf(":");
      return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()];
    });
    return decode(Object.fromEntries(fields), piece.slice(end + 4));
  });
  return { headers, content: null, parts };
}

async function isThere(program: string): Promise<boolean> {
  try {
    const { success } = await new Deno.Command(program, { args: ["--version"] }).output();
    return success;
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return false;
    throw error;
  }
}

export const DECODERS: Record<string, Decode> = {
  plain,
  ...await isThere("python3") ? { python } : {},
};
