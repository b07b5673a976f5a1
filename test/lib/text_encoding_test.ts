import assert from "node:assert/strict";
import { commonName, decodeText, encodingOf } from "../../src/lib/text_encoding.ts";
import { bytes } from "../mime/bytes.ts";
import { utf16 } from "../support/utf16.ts";

const EITHER = ["utf-16", "UTF-16", "utf16", "ucs-2", "iso-10646-ucs-2", "ISO-10646-UCS-2"];
const FURTHER = ["csUnicode", "csUTF16", "unicode", "ucs2"];
const TEXTS = ["STOP", "Yes", "arrêt", "It’s over…", "Café 🌷 au lait"];

for (const charset of [...EITHER, ...FURTHER]) {
  Deno.test(`${charset} is read by its mark, else by its zeros, else as big endian`, () => {
    for (const text of TEXTS) {
      assert.equal(decodeText(utf16(text, "big"), charset), text);
      assert.equal(decodeText(utf16(text, "little"), charset), text);
    }
    for (const text of [...TEXTS, "退订", "СТОП", "一"]) {
      assert.equal(decodeText(utf16(text, "big"), charset), text);
      for (const order of ["big", "little"] as const) {
        assert.equal(decodeText(utf16(`\ufeff${text}`, order), charset), text);
      }
    }
  });
}

Deno.test("a declared order of octets counts without a mark", () => {
  for (const text of [...TEXTS, "退订", "一一"]) {
    assert.equal(decodeText(utf16(text, "big"), "utf-16be"), text);
    assert.equal(decodeText(utf16(text, "little"), "UTF-16LE"), text);
  }
});

Deno.test("a byte order mark wins over any charset", () => {
  for (
    const charset of [null, "utf-8", "us-ascii", "iso-8859-1", "utf-16", "utf-16le", "klingon"]
  ) {
    assert.equal(decodeText(utf16("\ufeffArrêt", "big"), charset), "Arrêt", `${charset}`);
    assert.equal(decodeText(utf16("\ufeffArrêt", "little"), charset), "Arrêt", `${charset}`);
    assert.equal(decodeText(bytes("\ufeffArrêt"), charset), "Arrêt", `${charset}`);
  }
});

Deno.test("UTF-16 that is declared as another charset, or as none, is shown by its zeros", () => {
  for (const charset of [null, "utf-8", "us-ascii", "iso-8859-1", "klingon"]) {
    for (const order of ["big", "little"] as const) {
      assert.equal(decodeText(utf16("STOP", order), charset), "STOP", `${charset} ${order}`);
    }
  }
});

const OTHERS: [charset: string | null, content: Uint8Array<ArrayBuffer>, text: string][] = [
  [null, bytes("Arrêt"), "Arrêt"],
  ["utf-8", bytes("Arrêt"), "Arrêt"],
  ["klingon", bytes("Arrêt"), "Arrêt"],
  ["", bytes("Arrêt"), "Arrêt"],
  ["us-ascii", bytes("Arrêt"), "Arrêt"],
  ["US-ASCII", Uint8Array.of(0x41, 0xea), "Aê"],
  ["iso-8859-1", Uint8Array.of(0x41, 0xea), "Aê"],
  ["shift_jis", Uint8Array.of(0x92, 0xe2, 0x8e, 0x7e), "停止"],
  ["cp936", Uint8Array.of(0xcd, 0xcb, 0xb6, 0xa9), "退订"],
  ["MS936", Uint8Array.of(0xcd, 0xcb, 0xb6, 0xa9), "退订"],
  ["ms949", Uint8Array.of(0xb1, 0xb8, 0xb5, 0xb6), "구독"],
  ["CP949", Uint8Array.of(0xb1, 0xb8, 0xb5, 0xb6), "구독"],
  ["x-windows-949", Uint8Array.of(0xb1, 0xb8, 0xb5, 0xb6), "구독"],
  ["cp950", Uint8Array.of(0xa5, 0x78), "台"],
  ["cp932", Uint8Array.of(0x92, 0xe2, 0x8e, 0x7e), "停止"],
  ["latin-1", Uint8Array.of(0x41, 0xea), "Aê"],
  ["utf_8", bytes("Arrêt"), "Arrêt"],
  ["UnicodeBigUnmarked", Uint8Array.of(0x90, 0, 0x8b, 0xa2), "退订"],
  ["toString", bytes("Arrêt"), "Arrêt"],
  ["utf-8", Uint8Array.of(0x41, 0xff), "A\ufffd"],
  ["utf-8", bytes("STOP\0"), "STOP\0"],
  ["utf-8", bytes("\0\0\0\0"), "\0\0\0\0"],
  ["utf-16", new Uint8Array(), ""],
  ["utf-16", Uint8Array.of(0x53), "\ufffd"],
  [null, new Uint8Array(), ""],
];

for (const [index, [charset, content, text]] of OTHERS.entries()) {
  Deno.test(`text ${index}, declared as ${charset}, is ${JSON.stringify(text)}`, () => {
    assert.equal(decodeText(content, charset), text);
  });
}

Deno.test("an open order of octets is named where there is no mark", () => {
  for (const charset of [...EITHER, ...FURTHER]) {
    assert.equal(commonName(utf16("STOP", "big"), charset), "utf-16be");
    assert.equal(commonName(utf16("STOP", "little"), charset), "utf-16le");
    assert.equal(commonName(utf16("\ufeffSTOP", "big"), charset), charset);
  }
  for (const charset of ["utf-8", "UTF-16LE", "iso-8859-1", "klingon"]) {
    assert.equal(commonName(bytes("STOP"), charset), charset);
  }
});

Deno.test("an unknown charset is known as such, unless a mark tells more", () => {
  assert.equal(encodingOf(bytes("STOP"), "klingon"), null);
  assert.equal(encodingOf(bytes("\ufeffSTOP"), "klingon"), "utf-8");
});
