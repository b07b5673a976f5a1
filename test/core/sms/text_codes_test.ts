import assert from "node:assert/strict";
import { codesIn } from "../../../src/core/sms/text_codes.ts";

const CODES: [text: string, codes: string[], why: string][] = [
  ["482913", ["482913"], "alone"],
  ["Your code is 482913.", ["482913"], "in a sentence"],
  ["482913 is your code", ["482913"], "at the beginning"],
  ["Code:482913", ["482913"], "behind a colon"],
  ['Use "482913" or (4829)', ["482913", "4829"], "in quotation marks and brackets"],
  [
    "1234, 12345678, 4829 and 1234",
    ["1234", "12345678", "4829"],
    "four to eight digits, each once",
  ],
  ["G-482913 is your code. FB-55512", ["482913", "55512"], "behind capital letters"],
  ["123-456 is your code", ["123456"], "two groups"],
  ["Your code: 123 456", ["123456"], "two groups that are called a code"],
  ["Your code is 482913 (valid 10 min)", ["482913"], "a number in brackets behind it"],
  ["Your code: 4829, valid until 10:30", ["4829"], "a time behind it"],
  ["您的验证码是482913，请", ["482913"], "a script without spaces"],
  ["*482913*", ["482913"], "asterisks for bold"],
  ["Sign in.\n\n@shop.example #747723", ["747723"], "bound to a web site"],
  ["Code 2026", ["2026"], "a year that is called a code"],
  ["20261120 is your PIN", ["20261120"], "a day that is called a code"],

  ["", [], "nothing"],
  ["123 and 123456789", [], "too short and too long"],
  ["https://a.example/482913?x=4829", [], "in a link"],
  ["Open https://a.example/482913 or enter 4829", ["4829"], "beside a link"],
  ["a.example/482913 and 4829.example", [], "in an address without a scheme"],
  ["ada4829@a.example 4829@a.example", [], "in a mail address"],
  ["Call +1 617 555 0101 or (617) 555-0101", [], "telephone numbers"],
  ["Call 5550101, text 28444, reply STOP to 28444", [], "short telephone numbers"],
  ["555-0101 and 0800-123-456", [], "more telephone numbers"],
  ["1234 5678 9012 3456", [], "a card number"],
  ["$1299, USD 1299, 1299 EUR, 1299€, € 1299", [], "prices"],
  ["1299.00 and 1,299.00 and 1299,50", [], "amounts"],
  ["Save 1500%", [], "percent"],
  ["2026-11-20, 20.11.2026, 11/20/2026, 20261120", [], "dates"],
  ["November 20, 2026 and in May 2026", [], "dates in words"],
  ["12:30 and 1230:45", [], "times"],
  ["Order #4829, x4829, 4829b, v4829, 4829-b, ORDER-4829", [], "parts of words"],
  ["*1234#", [], "a command of the network"],
  ["-1234 and 12_3456", [], "signs"],
];

Deno.test("codes are the numbers that stand alone", () => {
  for (const [text, codes, why] of CODES) assert.deepEqual(codesIn(text), codes, `${why}: ${text}`);
});

Deno.test("codes are found in linear time", () => {
  const texts = ["a", "1", "1 ", "1234 ", "A-", "@a #", "code ", " ", "1)", "/1234"];
  for (const unit of texts) {
    // Quadratic time would take minutes.
    codesIn(unit.repeat(400_000 / unit.length));
  }
});
