/** Sender and recipients of a SubmitReq (spec 2.1, contract section 5). */
import assert from "node:assert/strict";
import { readEnvelope } from "../../src/mm7/envelope.ts";
import { isFault } from "../../src/core/submission/fault.ts";
import { STATUSES } from "../../src/mm7/status.ts";
import { destinationOf, digitsOf, readSubmitReq } from "../../src/mm7/submit_req.ts";
import { sender, submitReq } from "./requests.ts";

const read = (request: Uint8Array) => readSubmitReq(readEnvelope(request, ["SubmitReq"]));

const RECIPIENTS: [inner: string, code: number | string][] = [
  ["<To><Number>16175550101</Number></To>", "16175550101"],
  ["", 2502],
  ["<To/>", 2502],
  ["<Cc><Number>16175550101</Number></Cc>", 2502],
  ["<To><Number>16175550101</Number><Number>16175550102</Number></To>", 2503],
  ["<To><Number>16175550101</Number></To><To><Number>16175550102</Number></To>", 2503],
  ["<To><Number>16175550101</Number></To><Bcc><Number>16175550102</Number></Bcc>", 2503],
  ["<To><ShortCode>111122</ShortCode></To>", 2002],
  ["<To><RFC2822Address>a@example.com</RFC2822Address></To>", 2002],
  ["<To><Number>+16175550101</Number></To>", "16175550101"],
  ["<To><Number>++16175550101</Number></To>", 2002],
  ["<To> 16175550101\n</To>", "16175550101"],
  ["<To>+16175550101</To>", "16175550101"],
  ["<To>16175550101<Other/></To>", "16175550101"],
  ["<To>16175550101, 16175550102</To>", 2002],
  ["<To>16175550101</To><To>16175550102</To>", 2503],
  [`<To displayOnly="true">16175550101</To>`, 2502],
  ["<To>a@example.com</To>", 2002],
  ["<To><Number>123</Number></To>", 2002],
  ["<To><Number>+49 (0)170 1234567</Number></To>", "491701234567"],
  ["<To><Number>\u202a+49\u2011170 1234567\u202c</Number></To>", "491701234567"],
  ["<To><Number>5215512345678</Number></To>", "525512345678"],
  ["<To><Number>+49 0049 170 1234567</Number></To>", 2002],
  ["<To><Number>16175550101/16175550102</Number></To>", 2002],
];

for (const [inner, verdict] of RECIPIENTS) {
  Deno.test(`recipients ${inner || "none"}: ${verdict}`, () => {
    const request = read(submitReq({ Recipients: `<Recipients>${inner}</Recipients>` }));
    const destination = destinationOf(request);
    assert.equal(
      isFault(destination) ? STATUSES[destination.status].code : destination.to,
      verdict,
    );
  });
}

const SENDERS: [inner: string, digits: string | null][] = [
  ["<ShortCode>111122</ShortCode>", "111122"],
  ["<Number>+1 (617) 555-0100</Number>", "16175550100"],
  ["<RFC2822Address>111122@mms.example</RFC2822Address>", "111122"],
  ["<Number>16175550100/TYPE=PLMN</Number>", "16175550100"],
  ["<ShortCode>ACME</ShortCode>", null],
  ["<ShortCode>111122/x</ShortCode>", "111122"],
  ["<ShortCode>\u202a111122\u202c</ShortCode>", "111122"],
  ["<Number>+49 (0)170/1234567</Number>", "491701234567"],
  ["<Number>5215512345678/TYPE=PLMN</Number>", "525512345678"],
  ["<Number>01701234567</Number>", "01701234567"],
  ["111122", "111122"],
  [" +16175550100 ", "16175550100"],
  ["111122@mms.example", "111122"],
  ["ACME", null],
];

for (const [inner, digits] of SENDERS) {
  Deno.test(`the sender of ${inner} is ${digits}`, () => {
    const address = `<SenderAddress>${inner}</SenderAddress>`;
    const request = read(submitReq({ SenderIdentification: sender(address) }));
    assert.equal(digitsOf(request.SenderIdentification.SenderAddress), digits);
  });
}
