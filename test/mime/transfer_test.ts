import assert from "node:assert/strict";
import { decodeTransfer, encodeBase64 } from "../../src/mime/transfer.ts";
import { bytes, text } from "./bytes.ts";

const DECODED: [encoding: string, raw: string, content: string | null][] = [
  ["", "a\r\nb", "a\r\nb"],
  ["7bit", "a", "a"],
  ["8bit", "ż", "ż"],
  ["binary", "ż", "ż"],
  ["base64", "aGVsbG8=", "hello"],
  ["base64", "aGVs\r\nbG8=\r\n\r\n", "hello"],
  ["base64", " a G V s\tbG8 = ", "hello"],
  ["base64", "aGVsbG8", "hello"],
  ["base64", "", ""],
  ["base64", "aGVsbG8=aGVsbG8=", null],
  ["base64", "aGVsbG8-", null],
  ["base64", "a", null],
  ["quoted-printable", "a=20b=C5=BC", "a bż"],
  ["quoted-printable", "a=c5=bc", "aż"],
  ["quoted-printable", "a=\r\nb=\nc\r\nd", "abc\r\nd"],
  ["quoted-printable", "a=b=ZZ=", "a=b=ZZ="],
  ["x-uuencode", "a", null],
];

for (const [encoding, raw, content] of DECODED) {
  Deno.test(`${encoding || "no encoding"}: ${JSON.stringify(raw)}`, () => {
    const decoded = decodeTransfer(encoding, bytes(raw));
    assert.equal(decoded && text(decoded), content);
  });
}

Deno.test("base64 is written in lines of 76", () => {
  const lines = (count: number) => text(encodeBase64(new Uint8Array(count))).split("\r\n");
  assert.deepEqual(lines(57).map(({ length }) => length), [76]);
  assert.deepEqual(lines(58).map(({ length }) => length), [76, 4]);
  assert.deepEqual(lines(0), [""]);
});
