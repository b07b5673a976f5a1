import assert from "node:assert/strict";
import { type Mm7Response, readResponse } from "../../src/mm7/response.ts";
import { writeEnvelope, writeFault } from "../../src/mm7/envelope.ts";
import { Mm7Error, NO_ECHO } from "../../src/mm7/status.ts";
import { bytes } from "../mime/bytes.ts";

const echo = { ...NO_ECHO, transactionId: "tx-1" };
const NOTHING: Mm7Response = {
  success: false,
  transactionId: null,
  operation: null,
  code: null,
  text: null,
  details: null,
  messageId: null,
  isFault: false,
};

Deno.test("an accepted message is success, with its MessageID", () => {
  const Status = { StatusCode: 1000, StatusText: "Success" };
  const response = writeEnvelope(
    "SubmitRsp",
    { MM7Version: "6.8.0", Status, MessageID: "m" },
    echo,
  );
  assert.deepEqual(readResponse(response), {
    ...NOTHING,
    success: true,
    transactionId: "tx-1",
    operation: "SubmitRsp",
    code: 1000,
    text: "Success",
    messageId: "m",
  });
});

Deno.test("a fault is no success", () => {
  assert.deepEqual(readResponse(writeFault(new Mm7Error("addressError", "no such", echo))), {
    ...NOTHING,
    transactionId: "tx-1",
    operation: "RSErrorRsp",
    code: 2002,
    text: "Address Error",
    details: "no such",
    isFault: true,
  });
});

const ODD: [why: string, response: string, read: Partial<Mm7Response>][] = [
  ["a fault without detail", "<e><Fault><faultstring>down</faultstring></Fault></e>", {
    text: "down",
    isFault: true,
  }],
  ["a fault that says 1000", "<e><Fault/><Status><StatusCode>1000</StatusCode></Status></e>", {
    operation: "e",
    code: 1000,
    isFault: true,
  }],
  [
    "an error outside a fault",
    "<e><RSErrorRsp><Status><StatusCode>3000</StatusCode></Status></RSErrorRsp></e>",
    { operation: "RSErrorRsp", code: 3000 },
  ],
  [
    "names in lower case, no namespace",
    "<e><submitrsp><status><statuscode> 1000 </statuscode></status></submitrsp></e>",
    { success: true, operation: "submitrsp", code: 1000 },
  ],
  [
    "a prefix that nobody declares",
    "<e><m:SubmitRsp><m:Status><m:StatusCode>1100</m:StatusCode></m:Status></m:SubmitRsp></e>",
    { success: true, operation: "SubmitRsp", code: 1100 },
  ],
  ["a code that is none", "<e><Status><StatusCode>ok</StatusCode></Status></e>", {
    operation: "e",
  }],
  ["nothing of MM7", "<html/>", {}],
  ["a page that is no XML", "<html><br></html>", {}],
  [
    "a fault of SOAP 1.2",
    "<e><Fault><Code><Value>e:Sender</Value></Code><Reason><Text>no</Text></Reason></Fault></e>",
    { text: "no", isFault: true },
  ],
  [
    "an end that is missing",
    "<e><SubmitRsp><Status><StatusCode>1000</StatusCode></Status><MessageID>m</MessageID><Mess",
    { success: true, operation: "SubmitRsp", code: 1000, messageId: "m" },
  ],
  [
    "an end inside the MessageID",
    "<e><SubmitRsp><Status><StatusCode>1000</StatusCode></Status><MessageID>m-1",
    { success: true, operation: "SubmitRsp", code: 1000 },
  ],
  ["an end inside the code", "<e><SubmitRsp><Status><StatusCode>1000", { operation: "SubmitRsp" }],
];

for (const [why, response, read] of ODD) {
  Deno.test(`a response with ${why}`, () => {
    assert.deepEqual(readResponse(bytes(response), { inPart: true }), { ...NOTHING, ...read });
  });
}

Deno.test("a response without an element is a Mm7Error", () => {
  for (
    const response of [
      "",
      "accepted",
      "<?xml version='1.0'?>",
      "<!DOCTYPE a [<!ENTITY x 'y'>]><a/>",
    ]
  ) {
    assert.throws(() => readResponse(bytes(response), { inPart: true }), Mm7Error);
  }
});

Deno.test("half a response is none, unless parts are asked for", () => {
  const half = bytes("<e><Status><StatusCode>1000</StatusCode></Status>");
  assert.throws(() => readResponse(half), Mm7Error);
  assert.equal(readResponse(half, { inPart: true }).code, 1000);
});
