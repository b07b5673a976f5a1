/** E1504: an id that its type cannot encode is refused, naming the ids that the type accepts. */
import assert from "node:assert/strict";
import { Refusal } from "../../src/core/errors.ts";
import type { Symbology } from "../../src/core/template/picture.ts";
import { checkBarcodeId } from "../../src/image/barcode_id.ts";

const ANY_TEXT = ["Aztec Code", "Data Matrix", "PDF417", "QR Code"] as const;

const REFUSED: readonly { type: Symbology; what: string; ids: string[]; message: RegExp }[] = [
  {
    type: "Code 11",
    what: "anything but digits and dashes, and more than 80",
    ids: ["", "12a", "1.5", " 1", "١٢", "1".repeat(81)],
    message: /^barcode id: Code 11 takes 1 to 80 digits and dashes$/,
  },
  {
    type: "Code 128",
    what: "nothing, what is not ASCII, control characters, and more than 80",
    ids: ["", "é", "漢字", "😀", "a\nb", "a\0b", "\x7f", "a".repeat(81)],
    message: /^barcode id: Code 128 takes 1 to 80 characters of ASCII, without control characters$/,
  },
  {
    type: "Code 39",
    what: "other letters and signs, and more than 80",
    ids: ["", "ä", "ß", "ı", "ﬁ", "A*B", "A_B", "Ä", "A\n", "a".repeat(81)],
    message:
      /^barcode id: Code 39 takes 1 to 80 letters of A to Z, digits, spaces and - \. \$ \/ \+ %$/,
  },
  {
    type: "EAN",
    what: "other lengths than 7, 8, 12, 13 and what are no digits",
    ids: [
      "",
      "123456",
      "123456789",
      "12345678901",
      "12345678901234",
      "400638133393X",
      "９６３８５０７４",
    ],
    message: /^barcode id: EAN takes 7, 8, 12 or 13 digits$/,
  },
  {
    type: "Interleaved 2of5",
    what: "odd numbers of digits, and more than 80",
    ids: ["", "1", "123", "12a4", "12".repeat(41)],
    message: /^barcode id: Interleaved 2of5 takes an even number of digits, 2 to 80$/,
  },
  {
    type: "UPC-A",
    what: "other lengths than 11 and 12",
    ids: ["", "0360002914", "0360002914520", "03600029145 "],
    message: /^barcode id: UPC-A takes 11 or 12 digits$/,
  },
  ...ANY_TEXT.map((type) => ({
    type,
    what: "nothing, and half a character",
    ids: ["", "\ud800", "a\udc00b"],
    message: new RegExp(
      `^barcode id: ${type} takes 1 to \\d+ bytes of UTF-8, \\d+ capital letters`,
    ),
  })),
];

for (const { type, what: title, ids, message } of REFUSED) {
  Deno.test(`${type} refuses ${title}`, () => {
    for (const id of ids) {
      assert.throws(
        () => checkBarcodeId(type, id),
        (error) =>
          error instanceof Refusal && error.fault === "barcodeInvalid" &&
          message.test(error.info),
        JSON.stringify(id),
      );
    }
  });
}

Deno.test("small letters of a Code 39 become capitals, those of others stay", () => {
  assert.equal(checkBarcodeId("Code 39", "abc-12.z $/+%"), "ABC-12.Z $/+%");
  for (const type of ["Code 128", ...ANY_TEXT] as const) {
    assert.equal(checkBarcodeId(type, "abc"), "abc", type);
  }
});

Deno.test("a missing check digit is added, and a right one accepted", () => {
  const cases: [Symbology, string, string][] = [
    ["EAN", "9638507", "96385074"],
    ["EAN", "96385074", "96385074"],
    ["EAN", "400638133393", "4006381333931"],
    ["EAN", "4006381333931", "4006381333931"],
    ["EAN", "000000000000", "0000000000000"], // a check digit of 10 is written as 0
    ["UPC-A", "03600029145", "036000291452"],
    ["UPC-A", "036000291452", "036000291452"],
  ];
  for (const [type, id, whole] of cases) assert.equal(checkBarcodeId(type, id), whole);
});

Deno.test("a wrong check digit is refused, naming the right one", () => {
  const cases: [Symbology, string, string][] = [
    ["EAN", "96385075", "EAN 96385075 must end in its check digit, 4"],
    ["EAN", "4006381333932", "EAN 4006381333932 must end in its check digit, 1"],
    ["UPC-A", "036000291453", "UPC-A 036000291453 must end in its check digit, 2"],
  ];
  for (const [type, id, info] of cases) {
    assert.throws(() => checkBarcodeId(type, id), {
      fault: "barcodeInvalid",
      info: `barcode id: ${info}`,
    });
  }
});

Deno.test("an id too long for its type is refused by its length, without encoding it", () => {
  const tooLong: Record<
    typeof ANY_TEXT[number],
    [digits: number, capitals: number, bytes: number, ascii: number]
  > = {
    "Aztec Code": [3800, 3000, 1850, 1850],
    "Data Matrix": [3100, 2300, 1500, 1500],
    "PDF417": [2700, 1800, 1050, 1050],
    "QR Code": [7089, 4296, 2952, 2953],
  };
  for (const type of ANY_TEXT) {
    const [digits, capitals, bytes, ascii] = tooLong[type];
    for (
      const [character, most, size] of [
        ["1", digits, 1],
        ["A", capitals, 1],
        ["a", ascii, 1],
        ["é", bytes, 2],
        ["😀", bytes, 4],
      ] as const
    ) {
      const longest = character.repeat(Math.floor(most / size));
      assert.equal(checkBarcodeId(type, longest), longest);
      assert.throws(() => checkBarcodeId(type, longest + character), { fault: "barcodeInvalid" });
    }
    assert.throws(() => checkBarcodeId(type, "a".repeat(1_000_000)), { fault: "barcodeInvalid" });
  }
});
